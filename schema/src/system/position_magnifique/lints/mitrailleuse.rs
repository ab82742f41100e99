//! Mitrailleuses of the wrong army.

use crate::SideId;
use crate::diagnostic::Diagnostic;
use crate::lint::context::Context;
use crate::position_magnifique::Nation;
use crate::system::lints::mitrailleuse;

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    let is_prussian = |side: &SideId| own.side.get(side).is_some_and(|side| side.nation == Nation::Prussian);
    let units = super::units(cx, own).filter(|(_, unit, _)| unit.mitrailleuse);
    mitrailleuse::check(cx, units.map(|(row, unit, piece)| (row, &unit.id, is_prussian(piece.side))), found);
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown_magnifique as shown;

    #[test]
    fn only_the_french_have_mitrailleuses() {
        let with = |unit: &str, figures: &str| {
            let guns = format!("kind = \"field-artillery\"\nmitrailleuse = true\n{figures}");
            let found = shown(&[(&format!("kind = \"{unit}\"\n{figures}"), &guns)]);
            found.into_iter().filter(|line| line.contains("mitrailleuse")).collect::<Vec<_>>()
        };
        assert_eq!(with("infantry", "combat = [5, 3]"), [] as [&str; 0]);
        assert_eq!(with("field-artillery", "combat = [6, 3]"), ["prussian-mitrailleuse true"]);
    }
}
