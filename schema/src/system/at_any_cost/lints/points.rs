//! Places that score twice for a side.

use crate::diagnostic::Diagnostic;
use crate::lint::context::Context;
use crate::system::lints::scores;

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    scores::once(cx, "points", own.victory.points.iter().map(|row| (&row.place, row.side.as_ref())), found);
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown_any_cost as shown;

    #[test]
    fn a_place_scores_once_for_a_side() {
        let with = |sides: [&str; 2]| {
            let row = |side: &str| format!("[[victory.points]]\nplace = \"village\"\npoints = 1\n{side}\n");
            let found = shown(&[("[[victory.points]]", &(sides.map(row).concat() + "[[victory.points]]"))]);
            found.into_iter().filter(|line| line == "place-scores-twice \"village\"").count()
        };
        let (both, red, blue) = ("", "side = \"red\"\n", "side = \"blue\"\n");
        let template = with([red, blue]);
        assert_eq!([with([red, red]), with([red, both]), with([both, blue])], [template + 1; 3]);
    }
}
