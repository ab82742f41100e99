//! The view of a scenario for lints of all systems.

use crate::lint::lookup::Numbers;
use crate::lint::view::{Goal, LintView, Piece, PieceFigures, StrengthField};
use crate::matz::{Kind, Matz, NOBODY};
use crate::{Counter, EntryId, MarchColumn, SideId, UnitId};

/// Returns the view of `own` for lints of all systems.
pub(crate) fn view(own: &Matz) -> LintView<'_> {
    let mut sides = Numbers::of(own.side.keys().map(SideId::as_str));
    let mut formations = Numbers::of(own.formation.iter().map(|formation| formation.id.as_str()));
    let mut entries = Numbers::of(own.entry.iter().map(|entry| entry.id.as_str()));
    let mut units = Vec::with_capacity(own.formation.len() + own.unit.len());
    // If formations share an id, the first one counts.
    let mut meant = Vec::with_capacity(own.formation.len());
    for (row, formation) in own.formation.iter().enumerate() {
        let formation_number = formations.number(formation.id.as_str());
        let side_number = sides.number(formation.side.as_str());
        if formation_number == meant.len() {
            meant.push((formation, side_number));
        }
        let Some(hq) = &formation.hq else { continue };
        units.push(Piece {
            id: hq.name.as_str(),
            name: &hq.name,
            label: None,
            formation: Some(&formation.name),
            side: &formation.side,
            at: hq.at.as_ref(),
            enters: hq.enters.as_ref().map(|enters| (enters.turn, &enters.at)),
            column: MarchColumn::default(),
            zone: None,
            movement: hq.movement,
            has_source: false,
            figures: None,
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
        let enters = unit.enters.as_ref().map(|enters| (enters.turn, &enters.at)).or_else(|| called_up(own, &unit.id));
        // Tanks and assault troops are of any size.
        let figures = matches!(unit.kind, Kind::Infantry | Kind::Artillery).then(|| PieceFigures {
            arm: unit.kind as usize,
            strength: unit.bombardment.unwrap_or_else(|| unit.value(0)),
            range: 0,
        });
        units.push(Piece {
            id: unit.id.as_str(),
            name: &unit.name,
            label: unit.label.as_deref().filter(|label| *label != unit.id.as_str()),
            formation: Some(formation.map_or(unit.formation.as_str(), |(formation, _)| &formation.name)),
            side: formation.map_or(&NOBODY, |(formation, _)| &formation.side),
            at: unit.at.as_ref(),
            enters: enters.filter(|_| unit.at.is_none() || unit.enters.is_some()),
            column: MarchColumn::default(),
            zone: None,
            movement: unit.movement,
            has_source: unit.source.is_some(),
            figures,
            side_number: formation.map_or(nobody, |(_, side)| side),
            formation_number,
            entry_number: enters.map(|(_, entry)| entries.number(entry.as_str())),
            counter: Counter::Unit(row),
        });
    }
    let enemy = own.side.keys().find(|side| **side != own.victory.scorer);
    let goal = |list, row, place, side| Goal { place, side, row: (list, row), named: ("place", None) };
    let gains = own.victory.gain.iter().enumerate();
    let gains = gains.map(|(row, gain)| goal("gain", row, &gain.place, &own.victory.scorer));
    let losses = own.victory.loss.iter().enumerate();
    let losses = losses.filter_map(|(row, loss)| Some(goal("loss", row, &loss.place, enemy?)));
    LintView {
        first_turn: own.first_turn.unwrap_or(1),
        goals: gains.chain(losses).collect(),
        units,
        escapes: Vec::new(),
        chits: Vec::new(),
        strength: Some(StrengthField { key: "combat", name: "a combat value" }),
        pace: None,
        sides,
        formations,
        entries,
    }
}

/// Returns the first turn and the entry of a unit of a reserve.
fn called_up<'s>(own: &'s Matz, id: &UnitId) -> Option<(u8, &'s EntryId)> {
    let arrivals = own.reserve.iter().flat_map(|reserve| reserve.arrival.iter().map(move |part| (reserve, part)));
    let own_arrival = arrivals.into_iter().find(|(_, part)| part.units.contains(id));
    own_arrival.map(|(reserve, part)| (reserve.turn, &part.at))
}
