//! Descriptions of a hex in words.

use battlewright_engine::show::Piece;
use battlewright_schema::{Cell, Grid, HexsideId, words};
use egui::{Vec2, vec2};

use super::ToolContext;

use crate::canvas::relief;
use crate::model::selection::Selection;

/// Describes `cell` for the status line.
pub(crate) fn describe(cell: Cell, context: &ToolContext<'_>) -> String {
    let mut words = ground(cell, context);
    words.extend(counters(cell, context));
    words.dedup();
    words.join("  ·  ")
}

/// Describes `cell` completely, for screen readers. Counters come from `pieces` during play, otherwise from the
/// scenario.
pub(crate) fn spoken(cell: Cell, context: &ToolContext<'_>, pieces: Option<&[Piece]>) -> String {
    let mut words = ground(cell, context);
    words.extend(hexsides(cell, context));
    words.extend(victory(cell, context));
    match pieces {
        Some(pieces) => {
            let here = pieces.iter().filter(|piece| piece.spot.cell() == Some(cell));
            words.extend(here.map(|piece| piece.name.clone()));
        }
        None => words.extend(counters(cell, context)),
    }
    words.dedup();
    words.join(", ")
}

fn ground(cell: Cell, context: &ToolContext<'_>) -> Vec<String> {
    let name = context.view.grid().name(cell);
    let mut words = vec![name.to_string()];
    words.extend(context.letter(cell).map(|letter| context.terrain_name(letter)));
    let common = context.common();
    words.extend(relief::level(common, cell).map(|level| format!("level {level}")));
    let word = |selection: &Selection| match *selection {
        Selection::Place(n) => common.places().get(n).map(|place| place.name.to_string()),
        Selection::Row("zone", n) => common.zones().get(n).map(|zone| zone.name.to_owned()),
        Selection::Row(_, n) => common.fortifications().get(n).map(|fort| words::lower(fort.name)),
        Selection::Entry(n) => common.entries().get(n).map(|entry| format!("entry {}", entry.id)),
        Selection::Exit(n) => common.exits().get(n).map(|exit| format!("exit {}", exit.id)),
        Selection::Road(n) => common.roads().get(n).map(|road| road.name.as_deref().unwrap_or("road").to_owned()),
        _ => None,
    };
    words.extend(context.sites.at(cell).iter().filter_map(word));
    words
}

fn counters(cell: Cell, context: &ToolContext<'_>) -> Vec<String> {
    let common = context.common();
    let counters = context.counters_in(cell).into_iter().filter_map(|counter| common.counter(counter));
    counters.map(|unit| unit.name.to_owned()).collect()
}

/// Returns the features along the sides of `cell`, with their compass directions.
fn hexsides(cell: Cell, context: &ToolContext<'_>) -> Vec<String> {
    let grid = context.view.grid();
    let here = grid.name(cell);
    let mut words = Vec::new();
    for neighbor in grid.neighbors(cell).into_iter().flatten() {
        let there = grid.name(neighbor);
        let names = [format!("{here}/{there}"), format!("{there}/{here}")].map(HexsideId::from);
        for row in context.common().hexsides() {
            if row.between.iter().any(|side| names.contains(side)) {
                words.push(format!("{} to the {}", row.kind.name(), compass(direction(grid, cell, neighbor))));
            }
        }
    }
    words
}

/// Returns the sides that score for `cell`.
fn victory(cell: Cell, context: &ToolContext<'_>) -> Vec<String> {
    let common = context.common();
    let here = context.view.grid().name(cell);
    let counts = common.scoring().into_iter().filter(|scoring| {
        common.places().iter().any(|place| place.id == *scoring.place && place.hexes.contains(&here))
    });
    let sides = common.sides();
    let side = |id| sides.iter().find(|side| side.id == id).map_or_else(String::new, |side| side.name.to_owned());
    counts.map(|scoring| format!("counts for {}", side(scoring.side))).collect()
}

/// Returns the compass direction of `way`.
fn compass(way: egui::Vec2) -> String {
    let name = |length: f32, less: &'static str, more: &'static str| match length {
        length if length < -0.1 => less,
        length if length > 0.1 => more,
        _ => "",
    };
    format!("{}{}", name(way.y, "north", "south"), name(way.x, "west", "east"))
}

/// Returns the vector from `from` to `to`, in hex radii.
pub(crate) fn direction(grid: &Grid, from: Cell, to: Cell) -> Vec2 {
    let layout = hexx::HexLayout::new(grid.orientation());
    let [from, to] = [from, to].map(|cell| layout.hex_to_world_pos(grid.hex(cell)));
    vec2(to.x - from.x, to.y - from.y)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_are_points_of_the_compass() {
        let name = |x, y| compass(egui::vec2(x, y));
        assert_eq!([name(0.0, -1.7), name(1.5, 0.9), name(-1.0, 0.0)], ["north", "southeast", "west"]);
    }
}
