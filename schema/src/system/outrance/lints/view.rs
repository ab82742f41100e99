//! The view of a scenario for lints of all systems.

use crate::lint::lookup::Numbers;
use crate::lint::view::{Goal, LintView, Piece};
use crate::outrance::Outrance;
use crate::outrance::view::NOBODY;
use crate::{Counter, MarchColumn, SideId};

/// Returns the view of `own` for lints of all systems.
pub(crate) fn view(own: &Outrance) -> LintView<'_> {
    let mut sides = Numbers::of(own.side.keys().map(SideId::as_str));
    let mut formations = Numbers::of(own.formation.iter().map(|formation| formation.id.as_str()));
    let mut entries = Numbers::of(own.entry.iter().map(|entry| entry.id.as_str()));
    // If formations share an id, the first one counts.
    let mut meant = Vec::with_capacity(own.formation.len());
    for formation in &own.formation {
        if formations.number(formation.id.as_str()) == meant.len() {
            meant.push((formation, sides.number(formation.side.as_str())));
        }
    }
    let nobody = sides.number(NOBODY.as_str());
    let units = own.unit.iter().enumerate().map(|(row, unit)| {
        let formation_number = formations.number(unit.formation.as_str());
        let formation = meant.get(formation_number).copied();
        Piece {
            id: unit.id.as_str(),
            name: &unit.name,
            label: unit.label.as_deref().filter(|label| *label != unit.id.as_str()),
            formation: Some(formation.map_or(unit.formation.as_str(), |(formation, _)| &formation.name)),
            side: formation.map_or(&NOBODY, |(formation, _)| &formation.side),
            at: None,
            enters: unit.enters.as_ref().map(|enters| (enters.turn, &enters.at)),
            column: MarchColumn::default(),
            zone: None,
            movement: own.printed_movement(unit),
            has_source: unit.source.is_some(),
            figures: None,
            side_number: formation.map_or(nobody, |(_, side)| side),
            formation_number,
            entry_number: unit.enters.as_ref().map(|enters| entries.number(enters.at.as_str())),
            counter: Counter::Unit(row),
        }
    });
    let units = units.collect();
    let goals = own.victory.hold.iter().enumerate();
    let goals = goals.map(|(row, hold)| Goal {
        place: &hold.place,
        side: &hold.side,
        row: ("hold", row),
        named: ("place", None),
    });
    LintView {
        first_turn: 1,
        units,
        goals: goals.collect(),
        escapes: Vec::new(),
        chits: Vec::new(),
        strength: None,
        pace: None,
        sides,
        formations,
        entries,
    }
}
