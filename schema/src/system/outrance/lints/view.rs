//! The view of a scenario for lints of all systems.

use crate::lint::view::{Goal, LintView, Piece};
use crate::outrance::Outrance;
use crate::system::rows::Pieces;
use crate::{Counter, MarchColumn};

/// Returns the view of `own` for lints of all systems.
pub(crate) fn view(own: &Outrance) -> LintView<'_> {
    let mut pieces = Pieces::of(own, &own.formation);
    for (row, unit) in own.unit.iter().enumerate() {
        let formation = pieces.formation(&unit.formation);
        let entry_number = unit.enters.as_ref().map(|enters| pieces.entry(&enters.at));
        pieces.push(Piece {
            id: unit.id.as_str(),
            name: &unit.name,
            label: unit.label.as_deref().filter(|label| *label != unit.id.as_str()),
            formation: Some(formation.name),
            side: formation.side,
            at: None,
            enters: unit.enters.as_ref().map(|enters| (enters.turn, &enters.at)),
            column: MarchColumn::default(),
            zone: None,
            movement: own.printed_movement(unit),
            has_source: unit.source.is_some(),
            figures: None,
            side_number: formation.side_number,
            formation_number: formation.number,
            entry_number,
            counter: Counter::Unit(row),
        });
    }
    let goals = own.victory.hold.iter().enumerate();
    let goals = goals.map(|(row, hold)| Goal {
        place: &hold.place,
        side: &hold.side,
        row: ("hold", row),
        named: ("place", None),
    });
    LintView { goals: goals.collect(), ..pieces.into_view() }
}
