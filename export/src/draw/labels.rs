//! Names, hex numbers, entries, exits and victory hexes.

use std::collections::{BTreeMap, BTreeSet};

use battlewright_schema::{Cell, Common};
use ecolor::Color32;
use emath::{Pos2, Vec2, vec2};

use super::sites::cells;
use super::{Plate, Shape, Sites, Stroke, Text, View, ink};
use crate::art::{Art, Inks};

/// Below this radius hex numbers are too small to read.
const NUMBERS: f32 = 19.0;

/// Draws the number of every hex in view, if there is room.
pub fn numbers(shapes: &mut Vec<Shape>, view: &View, has: &dyn Fn(Cell) -> bool, inks: &Inks) {
    if view.radius() < NUMBERS {
        return;
    }
    let alpha = ((view.radius() - NUMBERS) / 8.0).clamp(0.2, 1.0);
    let size = (view.radius() * 0.21).clamp(7.5, 16.0);
    let color = inks.numbers.gamma_multiply(0.72 * alpha);
    for cell in view.cells().filter(|cell| has(*cell)) {
        let at = view.center(cell) - vec2(0.0, top(view) * 0.86);
        shapes.push(Text::new(at, view.grid().name(cell).as_str(), size, color).into());
    }
}

/// How far the top of a hex is from its center.
fn top(view: &View) -> f32 {
    match view.grid().orientation() {
        hexx::HexOrientation::Flat => view.radius() * 0.866,
        hexx::HexOrientation::Pointy => view.radius() * 0.80,
    }
}

/// Draws the names of places.
pub fn places(shapes: &mut Vec<Shape>, view: &View, scenario: &dyn Common, sites: &Sites, (inks, dark): (&Inks, bool)) {
    if view.radius() < 12.0 {
        return;
    }
    for (place, cells) in scenario.places().iter().zip(&sites.places) {
        let Some(first) = cells.first() else { continue };
        let count = f32::from(u16::try_from(cells.len()).unwrap_or(1));
        let middle = cells.iter().fold(Vec2::ZERO, |sum, cell| sum + view.center(*cell).to_vec2()) / count;
        // Beneath the counters, which stand in the middle of their hexes.
        let lowest = cells.iter().map(|cell| view.center(*cell).y).fold(view.center(*first).y, f32::max);
        let size = (view.radius() * 0.30).clamp(10.0, 24.0);
        let at = Pos2::new(middle.x, lowest + (top(view) * 0.80).min(top(view) - size * 0.62));
        if view.rect().expand(120.0).contains(at) {
            let (ink, halo) = (inks.names, ink::lit(inks.halo, dark));
            shapes.push(Text::name(at, place.name.as_str(), size, ink, halo).into());
        }
    }
}

/// Draws a star in the color of each side that scores, in every victory hex.
pub fn victory(shapes: &mut Vec<Shape>, view: &View, scenario: &dyn Common, art: &Art) {
    for (place, scorers) in scorers(scenario) {
        let Some(place) = scenario.places().get(place) else { continue };
        for (n, scorer) in scorers.into_iter().enumerate() {
            let color = art.side(scenario, scorer);
            for cell in cells(view.grid(), &place.hexes) {
                let at = star_spot(view, cell, n);
                // Seen from afar as well: they say what the battle is about.
                let r = (view.radius() * 0.20).max(2.5);
                shapes.push(ink::star(at, r * 1.35, Color32::from_rgb(255, 246, 214)));
                shapes.push(ink::star(at, r, color));
            }
        }
    }
}

/// The sides that score each place, by their places in the lists.
pub fn scorers(scenario: &dyn Common) -> BTreeMap<usize, BTreeSet<usize>> {
    let mut all: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for scoring in scenario.scoring() {
        let place = scenario.places().iter().position(|place| place.id == *scoring.place);
        let side = scenario.sides().iter().position(|side| side.id == scoring.side);
        if let Some((place, side)) = place.zip(side) {
            all.entry(place).or_default().insert(side);
        }
    }
    all
}

/// Where a hex shows the star of the `n`th side that scores it: one below the other.
pub fn star_spot(view: &View, cell: Cell, n: usize) -> Pos2 {
    let below = f32::from(u8::try_from(n).unwrap_or(u8::MAX));
    flag_spot(view, cell) + vec2(0.06, 0.40) * below * view.radius()
}

/// Where a hex shows its first star, or in play the flag of the side that holds it: its upper right.
pub fn flag_spot(view: &View, cell: Cell) -> Pos2 {
    view.center(cell) + vec2(0.58, -0.38) * view.radius()
}

/// Draws the entries and exits as arrows across the map's edge.
pub fn gates(
    shapes: &mut Vec<Shape>,
    view: &View,
    (scenario, art): (&dyn Common, &Art),
    sites: &Sites,
    has: &dyn Fn(Cell) -> bool,
) {
    if view.radius() < super::FAR {
        return;
    }
    let near = view.rect().expand(view.radius() * 3.0);
    let seen = |cell: &&Cell| near.contains(view.center(**cell));
    let mut by_cell: BTreeMap<Cell, Vec<Gate<'_>>> = BTreeMap::new();
    for (entry, cells) in scenario.entries().iter().zip(&sites.entries) {
        let (color, _) = art.side_of(scenario, &entry.side);
        for cell in cells.iter().filter(seen) {
            by_cell.entry(*cell).or_default().push(Gate { letter: entry.id.as_str(), color, inward: true });
        }
    }
    for (exit, cells) in scenario.exits().iter().zip(&sites.exits) {
        let (color, _) = art.side_of(scenario, &exit.side);
        for cell in cells.iter().filter(seen) {
            by_cell.entry(*cell).or_default().push(Gate { letter: exit.id.as_str(), color, inward: false });
        }
    }
    for (cell, gates) in by_cell {
        let count = f32::from(u8::try_from(gates.len()).unwrap_or(u8::MAX));
        for (n, one) in gates.into_iter().enumerate() {
            // Those that share a hex stand side by side.
            let lane = f32::from(u8::try_from(n).unwrap_or(u8::MAX)) - (count - 1.0) / 2.0;
            gate(shapes, view, cell, has, one, lane * 0.78);
        }
    }
}

/// An arrow across the map's edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gate<'a> {
    /// The letter of the entry or exit.
    pub letter: &'a str,
    /// The color of its side.
    pub color: Color32,
    /// Whether it is an entry.
    pub inward: bool,
}

/// One arrow: inward and filled for an entry, outward and hollow for an exit; `lane` is how far it
/// stands to the side, in hex radii.
pub fn gate(shapes: &mut Vec<Shape>, view: &View, cell: Cell, has: &dyn Fn(Cell) -> bool, gate: Gate<'_>, lane: f32) {
    let Gate { letter, color, inward } = gate;
    let r = view.radius();
    let way = outward(view, cell, has);
    let across = way.rot90();
    let rim = view.center(cell) + way * r * 0.70 + across * r * lane;
    let tip_way = if inward { -way } else { way };
    let base = rim + way * r * if inward { 0.46 } else { 0.10 };
    let shaft = r * 0.13;
    let (neck, tip) = (base + tip_way * r * 0.28, base + tip_way * r * 0.62);
    let shape: Vec<Pos2> = vec![
        base + across * shaft,
        neck + across * shaft,
        neck + across * r * 0.27,
        tip,
        neck - across * r * 0.27,
        neck - across * shaft,
        base - across * shaft,
    ];
    let fill = if inward { color } else { Color32::from_rgb(250, 244, 228) };
    shapes.push(Shape::Fan { from: neck, rim: shape.clone(), fill });
    shapes.push(Shape::ring(shape, ink::stroke(r * 0.05, if inward { ink::shade(color, 0.55) } else { color })));
    if r > 9.0 {
        let at = base + way * r * if inward { 0.20 } else { -0.28 };
        let size = (r * 0.34).clamp(9.0, 26.0);
        // A letter stands on a disc; the number of an entry hex needs a wider one.
        let size = if letter.chars().count() > 2 { (size * 0.72).max(8.0) } else { size };
        let edge = Stroke::new(1.2, Color32::from_rgb(250, 244, 228));
        let plate = Plate { fill: color, edge, height: size * 1.44, room: size * 0.7 };
        shapes.push(Text { plate: Some(plate), ..Text::new(at, letter, size, ink::on(color)).bold() }.into());
    }
}

/// The way out of the map from an edge hex: over the middle of its open sides.
fn outward(view: &View, cell: Cell, has: &dyn Fn(Cell) -> bool) -> Vec2 {
    let center = view.center(cell);
    let neighbors = view.grid().neighbors(cell);
    let open = neighbors.iter().enumerate().filter(|(_, n)| n.is_none_or(|n| !has(n)));
    let sum = open.fold(Vec2::ZERO, |sum, (side, _)| sum + (view.beyond(cell, side) - center).normalized());
    if sum.length() < 0.1 { Vec2::UP } else { sum.normalized() }
}
