//! Mitrailleuses of the wrong army.

use crate::SideId;
use crate::at_any_cost::Nation;
use crate::diagnostic::Diagnostic;
use crate::lint::context::Context;
use crate::system::lints::mitrailleuse;

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    let is_prussian = |side: &SideId| own.side.get(side).is_some_and(|side| side.nation == Nation::Prussian);
    let units = super::units(cx, own).filter(|(_, unit, _)| unit.mitrailleuse.is_some());
    mitrailleuse::check(cx, units.map(|(row, unit, piece)| (row, &unit.id, is_prussian(piece.side))), found);
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown_any_cost as shown;

    #[test]
    fn only_the_french_have_mitrailleuses() {
        let marker = "mitrailleuse = { sp = [2, 1], range = [3, 4] }";
        let guns = "kind = \"field-artillery\"\nsp = [6, 3]";
        let found = shown(&[(guns, &format!("kind = \"field-artillery\"\n{marker}\nsp = [6, 3]"))]);
        assert_eq!(found, ["prussian-mitrailleuse { sp = [2, 1], range = [3, 4] }"]);
    }
}
