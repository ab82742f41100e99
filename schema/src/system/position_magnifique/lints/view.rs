//! The view of a scenario for lints of all systems.

use crate::lint::lookup::Numbers;
use crate::lint::view::{Goal, LintView, Piece};
use crate::position_magnifique::{Ending, NOBODY, PositionMagnifique};
use crate::{Counter, SideId};

/// Returns the view of `own` for lints of all systems.
pub(crate) fn view(own: &PositionMagnifique) -> LintView<'_> {
    let mut sides = Numbers::of(own.side.keys().map(SideId::as_str));
    let mut formations = Numbers::of(own.formation.iter().map(|formation| formation.id.as_str()));
    let mut entries = Numbers::of(own.entry.iter().map(|entry| entry.id.as_str()));
    let mut units = Vec::with_capacity(own.formation.len() + own.unit.len());
    // If formations share an id, the first one counts.
    let mut meant = Vec::with_capacity(own.formation.len());
    for (row, formation) in own.formation.iter().enumerate() {
        let (hq, formation_number) = (&formation.hq, formations.number(formation.id.as_str()));
        let side_number = sides.number(formation.side.as_str());
        if formation_number == meant.len() {
            meant.push((formation, side_number));
        }
        units.push(Piece {
            id: hq.name.as_str(),
            name: &hq.name,
            label: None,
            formation: Some(&formation.name),
            side: &formation.side,
            at: hq.at.as_ref(),
            enters: hq.enters.as_ref().map(|enters| (enters.turn, &enters.at)),
            zone: hq.zone.as_ref(),
            movement: hq.movement,
            has_source: false,
            side_number,
            formation_number,
            entry_number: hq.enters.as_ref().map(|enters| entries.number(enters.at.as_str())),
            counter: Counter::Hq(row),
        });
    }
    let nobody = sides.number(NOBODY.as_str());
    for (row, unit) in own.unit.iter().enumerate() {
        let formation_number = formations.number(unit.formation.as_str());
        let formation = meant.get(formation_number).copied();
        units.push(Piece {
            id: unit.id.as_str(),
            name: &unit.name,
            label: unit.label.as_deref().filter(|label| *label != unit.id.as_str()),
            formation: Some(formation.map_or(unit.formation.as_str(), |(formation, _)| &formation.name)),
            side: formation.map_or(&NOBODY, |(formation, _)| &formation.side),
            at: unit.at.as_ref(),
            enters: unit.enters.as_ref().map(|enters| (enters.turn, &enters.at)),
            zone: unit.zone.as_ref(),
            movement: unit.movement[0],
            has_source: unit.source.is_some(),
            side_number: formation.map_or(nobody, |(_, side)| side),
            formation_number,
            entry_number: unit.enters.as_ref().map(|enters| entries.number(enters.at.as_str())),
            counter: Counter::Unit(row),
        });
    }
    let sudden = own.victory.sudden.iter().enumerate().map(|(row, ending)| (("sudden", row), ending));
    let last = own.victory.last.iter().enumerate().map(|(row, ending)| (("last", row), ending));
    let goals = sudden.chain(last).flat_map(|(row, ending)| goals(ending, row)).collect();
    LintView { first_turn: own.first_turn.unwrap_or(1), units, goals, escapes: Vec::new(), sides, formations, entries }
}

/// Returns the places that an ending requires its winner to control.
fn goals<'s>(ending: &'s Ending, row: (&'static str, usize)) -> impl Iterator<Item = Goal<'s>> {
    let lists = [
        ("controls", &ending.controls),
        ("controls_any", &ending.controls_any),
        ("controls_more_of", &ending.controls_more_of),
    ];
    let side = ending.winner.as_ref();
    let named = lists.into_iter().flat_map(|(key, places)| places.iter().enumerate().zip(std::iter::repeat(key)));
    named.filter_map(move |((index, place), key)| Some(Goal { place, side: side?, row, named: (key, Some(index)) }))
}
