//! The view of a scenario for lints of all systems.

use crate::lint::lookup::Numbers;
use crate::lint::view::{Goal, LintView, PaceFacts, Piece, PieceFigures, StrengthField};
use crate::position_magnifique::{Ending, Enters, NOBODY, PositionMagnifique, Rules, Terrain};
use crate::{Counter, MarchColumn, SideId};

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
            column: column(hq.enters.as_ref()),
            zone: hq.zone.as_ref(),
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
        units.push(Piece {
            id: unit.id.as_str(),
            name: &unit.name,
            label: unit.label.as_deref().filter(|label| *label != unit.id.as_str()),
            formation: Some(formation.map_or(unit.formation.as_str(), |(formation, _)| &formation.name)),
            side: formation.map_or(&NOBODY, |(formation, _)| &formation.side),
            at: unit.at.as_ref(),
            enters: unit.enters.as_ref().map(|enters| (enters.turn, &enters.at)),
            column: column(unit.enters.as_ref()),
            zone: unit.zone.as_ref(),
            movement: unit.movement[0],
            has_source: unit.source.is_some(),
            figures: Some(PieceFigures {
                arm: unit.kind as usize,
                strength: unit.combat[0],
                range: unit.range.map_or(0, |range| range[1]),
            }),
            side_number: formation.map_or(nobody, |(_, side)| side),
            formation_number,
            entry_number: unit.enters.as_ref().map(|enters| entries.number(enters.at.as_str())),
            counter: Counter::Unit(row),
        });
    }
    let sudden = own.victory.sudden.iter().enumerate().map(|(row, ending)| (("sudden", row), ending));
    let last = own.victory.last.iter().enumerate().map(|(row, ending)| (("last", row), ending));
    let goals = sudden.chain(last).flat_map(|(row, ending)| goals(ending, row)).collect();
    LintView {
        first_turn: own.first_turn.unwrap_or(1),
        units,
        goals,
        escapes: Vec::new(),
        chits: own.formation.iter().map(|formation| formation.chit_from_turn).collect(),
        strength: Some(StrengthField { key: "combat", name: "a Combat Factor" }),
        pace: Some(pace(own)),
        sides,
        formations,
        entries,
    }
}

fn column(enters: Option<&Enters>) -> MarchColumn {
    let column = |enters: &Enters| MarchColumn {
        any_order: enters.any_order,
        position: enters.position,
        ..MarchColumn::default()
    };
    enters.map(column).unwrap_or_default()
}

fn pace(own: &PositionMagnifique) -> PaceFacts<'_> {
    let changed = own.rules.tables.as_ref().and_then(|tables| tables.terrain.as_ref());
    let rows = changed.unwrap_or(&Rules::published().tables.terrain);
    // A terrain class without a row is reported by another lint.
    let cheapest = |terrain: &Terrain| {
        let row = rows.iter().find(|row| row.class == terrain.class);
        let costs = row.map(|row| [row.cost.infantry, row.cost.cavalry, row.cost.artillery]);
        costs.into_iter().flatten().min().unwrap_or_default()
    };
    let letters: Vec<(char, u8)> =
        own.map.terrain.iter().map(|(letter, terrain)| (letter.0, cheapest(terrain))).collect();
    let ends = own.victory.sudden.iter().chain(&own.victory.last);
    PaceFacts {
        // Half the cheapest hex.
        road: letters.iter().map(|(_, cost)| u16::from(*cost)).min().unwrap_or_default(),
        letters,
        bonus: 0,
        command: own.formation.iter().map(|formation| formation.hq.attack.max(formation.hq.defend)).collect(),
        enters: own.victory.sudden.iter().map(|ending| (ending.winner.as_ref(), ending.enters.as_slice())).collect(),
        hexes: ends.flat_map(|ending| ending.enters.iter().chain(&ending.controls_hexes)).collect(),
    }
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
