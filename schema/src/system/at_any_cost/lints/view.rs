//! The view of a scenario for lints of all systems.

use crate::SideId;
use crate::at_any_cost::{AtAnyCost, Terrain, TerrainClass};
use crate::lint::view::{Goal, LintView, MarchFacts, PaceFacts, Piece, PieceFigures, StrengthField};
use crate::system::rows::Pieces;

/// Returns the view of `own` for lints of all systems.
pub(crate) fn view(own: &AtAnyCost) -> LintView<'_> {
    let mut pieces = Pieces::of(own, &own.formation);
    for (row, formation) in own.formation.iter().enumerate() {
        pieces.push_hq(row, formation, &formation.hq);
    }
    for (row, unit) in own.unit.iter().enumerate() {
        // Detachments and Small Units are weaker than others by design.
        let figures = (!unit.breakdown && !unit.small).then(|| PieceFigures {
            arm: unit.kind as usize,
            strength: unit.sp[0],
            range: unit.range.map_or(0, |range| range[1]),
        });
        let piece = pieces.unit(row, unit, unit.movement);
        pieces.push(Piece { figures, ..piece });
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
        chits: own.formation.iter().map(|formation| formation.chit_from_turn).collect(),
        strength: Some(StrengthField { key: "sp", name: "an SP" }),
        march: Some(march(own)),
        pace: Some(pace(own)),
        ..pieces.into_view()
    }
}

fn march(own: &AtAnyCost) -> MarchFacts {
    let rows = own.ruleset().tables.terrain;
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
    MarchFacts {
        letters: own.map.terrain.iter().map(|(letter, terrain)| (letter.0, cheapest(terrain))).collect(),
        // On a march a high road costs half a point, and units have a point more (7.2, 12.10).
        road: 1,
        bonus: 1,
        times: 1,
    }
}

fn pace(own: &AtAnyCost) -> PaceFacts<'_> {
    PaceFacts {
        command: own
            .formation
            .iter()
            .map(|formation| formation.hq.front.rating.max(formation.hq.back.rating))
            .collect(),
        enters: own.victory.sudden.iter().map(|ending| (Some(&ending.winner), ending.enters.as_slice())).collect(),
        hexes: own.victory.sudden.iter().flat_map(|ending| &ending.controls).collect(),
    }
}
