//! Places that score twice for a side.

use crate::diagnostic::Diagnostic;
use crate::lint::context::Context;
use crate::system::lints::scores;

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    scores::once(cx, "hold", own.victory.hold.iter().map(|hold| (&hold.place, Some(&hold.side))), found);
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown;

    #[test]
    fn a_place_scores_once_for_a_side() {
        let hold = |side: &str| {
            let row = format!("[[victory.hold]]\nplace = \"village\"\nside = \"{side}\"\npoints_per_hex = 3\n\n");
            shown(&[("[[victory.hold]]", &(row + "[[victory.hold]]"))])
        };
        assert_eq!(hold("red"), ["place-scores-twice \"village\""]);
        assert_eq!(hold("blue"), [] as [&str; 0]);
    }
}
