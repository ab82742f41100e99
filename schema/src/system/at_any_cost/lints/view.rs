//! The view of a scenario for lints of all systems.

use crate::at_any_cost::{AtAnyCost, NOBODY, Rules, Terrain, TerrainClass};
use crate::lint::lookup::Numbers;
use crate::lint::view::{Goal, LintView, PaceFacts, Piece, PieceFigures, StrengthField};
use crate::{Counter, SideId};

/// Returns them.
pub(crate) fn view(own: &AtAnyCost) -> LintView<'_> {
    let mut sides = Numbers::of(own.side.keys().map(SideId::as_str));
    let mut formations = Numbers::of(own.formation.iter().map(|formation| formation.id.as_str()));
    let mut entries = Numbers::of(own.entry.iter().map(|entry| entry.id.as_str()));
    let mut units = Vec::with_capacity(own.formation.len() + own.unit.len());
    // Of two formations with one id the first is meant.
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
            column: hq.enters.as_ref().map(|enters| enters.column()).unwrap_or_default(),
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
        // Detachments and Small Units are weaker than others by design.
        let figures = (!unit.breakdown && !unit.small).then(|| PieceFigures {
            arm: unit.kind as usize,
            strength: unit.sp[0],
            range: unit.range.map_or(0, |range| range[1]),
        });
        units.push(Piece {
            id: unit.id.as_str(),
            name: &unit.name,
            label: unit.label.as_deref().filter(|label| *label != unit.id.as_str()),
            formation: Some(formation.map_or(unit.formation.as_str(), |(formation, _)| &formation.name)),
            side: formation.map_or(&NOBODY, |(formation, _)| &formation.side),
            at: unit.at.as_ref(),
            enters: unit.enters.as_ref().map(|enters| (enters.turn, &enters.at)),
            column: unit.enters.as_ref().map(|enters| enters.column()).unwrap_or_default(),
            zone: None,
            movement: unit.movement,
            has_source: unit.source.is_some(),
            figures,
            side_number: formation.map_or(nobody, |(_, side)| side),
            formation_number,
            entry_number: unit.enters.as_ref().map(|enters| entries.number(enters.at.as_str())),
            counter: Counter::Unit(row),
        });
    }
    let points = own.victory.points.iter().enumerate();
    let goals = points.flat_map(|(row, points)| {
        let scores = move |side: &&SideId| points.side.as_ref().is_none_or(|only| only == *side);
        let goal = move |side| Goal { place: &points.place, side, row: ("points", row), named: ("place", None) };
        own.side.keys().filter(scores).map(goal)
    });
    LintView {
        first_turn: own.first_turn.unwrap_or(1),
        goals: goals.collect(),
        units,
        escapes: Vec::new(),
        chits: own.formation.iter().map(|formation| formation.chit_from_turn).collect(),
        strength: Some(StrengthField { key: "sp", name: "an SP" }),
        pace: Some(pace(own)),
        sides,
        formations,
        entries,
    }
}

fn pace(own: &AtAnyCost) -> PaceFacts<'_> {
    let changed = own.rules.tables.as_ref().and_then(|tables| tables.terrain.as_ref());
    let rows = changed.unwrap_or(&Rules::published().tables.terrain);
    let cost = |class: TerrainClass| {
        // A class that the table leaves out is a finding of its own.
        let row = rows.iter().find(|row| row.class == class);
        let cost = row.map(|row| row.cost);
        cost.map_or(0, |cost| cost.infantry.min(cost.cavalry).min(cost.field).min(cost.heavy))
    };
    // The least of each feature is no more than what any arm pays for all of them.
    let cheapest = |terrain: &Terrain| match terrain.classes.as_slice() {
        [] => cost(TerrainClass::Clear),
        classes => classes.iter().fold(0, |sum: u8, class| sum.saturating_add(cost(*class))),
    };
    PaceFacts {
        letters: own.map.terrain.iter().map(|(letter, terrain)| (letter.0, cheapest(terrain))).collect(),
        // On a march a high road costs half a point, and units have a point more (7.2, 12.10).
        road: 1,
        bonus: 1,
        command: own
            .formation
            .iter()
            .map(|formation| formation.hq.front.rating.max(formation.hq.back.rating))
            .collect(),
        enters: own.victory.sudden.iter().map(|ending| (Some(&ending.winner), ending.enters.as_slice())).collect(),
        hexes: own.victory.sudden.iter().flat_map(|ending| &ending.controls).collect(),
    }
}
