//! The view of a scenario for lints of all systems.

use crate::lint::view::{Goal, LintView, MarchFacts, PaceFacts, Piece, PieceFigures, StrengthField};
use crate::position_magnifique::{Ending, PositionMagnifique, Terrain};
use crate::system::rows::Pieces;

/// Returns the view of `own` for lints of all systems.
pub(crate) fn view(own: &PositionMagnifique) -> LintView<'_> {
    let mut pieces = Pieces::of(own, &own.formation);
    for (row, formation) in own.formation.iter().enumerate() {
        pieces.push_hq(row, formation, &formation.hq);
    }
    for (row, unit) in own.unit.iter().enumerate() {
        let figures = PieceFigures {
            arm: unit.kind as usize,
            strength: unit.combat[0],
            range: unit.range.map_or(0, |range| range[1]),
        };
        let piece = pieces.unit(row, unit, unit.movement[0]);
        pieces.push(Piece { figures: Some(figures), ..piece });
    }
    let sudden = own.victory.sudden.iter().enumerate().map(|(row, ending)| (("sudden", row), ending));
    let last = own.victory.last.iter().enumerate().map(|(row, ending)| (("last", row), ending));
    let goals = sudden.chain(last).flat_map(|(row, ending)| goals(ending, row)).collect();
    LintView {
        first_turn: own.first_turn.unwrap_or(1),
        goals,
        chits: own.formation.iter().map(|formation| formation.chit_from_turn).collect(),
        strength: Some(StrengthField { key: "combat", name: "a Combat Factor" }),
        march: Some(march(own)),
        pace: Some(pace(own)),
        ..pieces.into_view()
    }
}

fn march(own: &PositionMagnifique) -> MarchFacts {
    let rows = own.ruleset().tables.terrain;
    // A terrain class without a row is reported by another lint.
    let cheapest = |terrain: &Terrain| {
        let row = rows.iter().find(|row| row.class == terrain.class);
        let costs = row.map(|row| [row.cost.infantry, row.cost.cavalry, row.cost.artillery]);
        costs.into_iter().flatten().min().unwrap_or_default()
    };
    let letters: Vec<(char, u8)> =
        own.map.terrain.iter().map(|(letter, terrain)| (letter.0, cheapest(terrain))).collect();
    MarchFacts {
        // Half the cheapest hex.
        road: letters.iter().map(|(_, cost)| u16::from(*cost)).min().unwrap_or_default(),
        letters,
        bonus: 0,
        times: 1,
    }
}

fn pace(own: &PositionMagnifique) -> PaceFacts<'_> {
    let ends = own.victory.sudden.iter().chain(&own.victory.last);
    PaceFacts {
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
