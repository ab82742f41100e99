//! Names, hex numbers, entries, exits and victory hexes.

use std::collections::{BTreeMap, BTreeSet};

use battlewright_schema::{Cell, Common, Look};
use ecolor::Color32;
use emath::{Pos2, Rect, Vec2, vec2};

use super::sites::cells;
use super::{FeatureCells, Halo, Plate, Shape, Stroke, Text, View, ink, text};
use crate::art::{Art, Inks};

/// The radius, in points, below which hex numbers are not drawn.
const NUMBERS: f32 = 19.0;

/// The places of a number in its hex after the usual one at the top: sideways in radii, and down in distances to the top.
const NUMBER_SPOTS: [(f32, f32); 7] =
    [(-0.28, -0.86), (0.28, -0.86), (-0.28, 0.86), (0.28, 0.86), (0.0, 0.86), (-0.62, 0.0), (0.62, 0.0)];

/// Draws the hex numbers in view, unless hexes are too small. A number moves beside a road through its place, and has a
/// halo over terrain details. It leaves the top of its hex where a name stands, which covers a rectangle if `is_named`
/// returns `true`. A hex that names fill has its number beneath them, since no hex may be without one.
pub fn numbers(
    shapes: &mut Vec<Shape>,
    view: &View,
    (scenario, sites): (&dyn Common, &FeatureCells),
    has: &dyn Fn(Cell) -> bool,
    is_named: &dyn Fn(Rect) -> bool,
    (inks, dark): (&Inks, bool),
) {
    if view.radius() < NUMBERS {
        return;
    }
    let alpha = ((view.radius() - NUMBERS) / 8.0).clamp(0.2, 1.0);
    let size = (view.radius() * 0.21).clamp(7.5, 16.0);
    let color = inks.numbers.gamma_multiply(0.72 * alpha);
    let open: BTreeSet<char> =
        scenario.terrain().iter().filter(|row| row.look == Look::Clear).map(|row| row.letter.0).collect();
    let forts: BTreeSet<Cell> = sites.forts.iter().flatten().copied().collect();
    let halo = Halo { color: ink::lit(inks.halo, dark).gamma_multiply(alpha), width: size * 0.12, pale: false };
    for cell in view.cells().filter(|cell| has(*cell)) {
        let name = view.grid().name(cell);
        let room = vec2(text::width(name.as_str()), 0.7) * size;
        let center = view.center(cell);
        let beside = vec2(if sites.roads_up.contains(&cell) { room.x / 2.0 + view.radius() * 0.09 } else { 0.0 }, 0.0);
        let usual = center - vec2(0.0, top(view) * 0.86) - beside;
        let spots = NUMBER_SPOTS.map(|(x, y)| center + vec2(x * view.radius(), y * top(view)));
        let mut spots = std::iter::once(usual).chain(spots);
        let at = spots.find(|at| !is_named(Rect::from_center_size(*at, room))).unwrap_or(usual);
        let letter = scenario.hexes().get(cell.column.into(), cell.row.into());
        let covered = letter.is_some_and(|letter| !open.contains(&letter)) || forts.contains(&cell);
        let number = Text::new(at, name.as_str(), size, color);
        shapes.push(Text { halo: covered.then_some(halo), ..number }.into());
    }
}

/// The most entries and exits drawn side by side in a hex.
const MOST_LANES: usize = 255;

/// Returns the distance from the center of a hex to its top.
pub(super) fn top(view: &View) -> f32 {
    match view.grid().orientation() {
        hexx::HexOrientation::Flat => view.radius() * 0.866,
        hexx::HexOrientation::Pointy => view.radius() * 0.80,
    }
}

/// Draws a star in every victory hex for each side that scores it, in the side's color.
pub fn victory(shapes: &mut Vec<Shape>, view: &View, scenario: &dyn Common, art: &Art) {
    for (place, scorers) in scorers(scenario) {
        let Some(place) = scenario.places().get(place) else { continue };
        for (n, scorer) in scorers.into_iter().enumerate() {
            let color = art.side(scenario, scorer);
            for cell in cells(view.grid(), &place.hexes) {
                let at = star_spot(view, cell, n);
                // The size has a minimum, since victory hexes matter at any scale.
                let r = (view.radius() * 0.20).max(2.5);
                shapes.push(ink::star(at, r * 1.35, Color32::from_rgb(255, 246, 214)));
                shapes.push(ink::star(at, r, color));
            }
        }
    }
}

/// Returns the indices of the sides that score each place, by the index of the place.
pub fn scorers(scenario: &dyn Common) -> BTreeMap<usize, BTreeSet<usize>> {
    let mut all: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    let places: BTreeMap<&str, usize> =
        scenario.places().iter().enumerate().rev().map(|(at, place)| (place.id.as_str(), at)).collect();
    for scoring in scenario.scoring() {
        let place = places.get(scoring.place.as_str()).copied();
        let side = scenario.sides().iter().position(|side| side.id == scoring.side);
        if let Some((place, side)) = place.zip(side) {
            all.entry(place).or_default().insert(side);
        }
    }
    all
}

/// Returns the position of the star of the `n`th side that scores a hex, one below the other.
pub fn star_spot(view: &View, cell: Cell, n: usize) -> Pos2 {
    let below = f32::from(u8::try_from(n).unwrap_or(u8::MAX));
    flag_spot(view, cell) + vec2(0.06, 0.40) * below * view.radius()
}

/// Returns the position of the first star of a hex, and in play of its control flag: the upper right.
pub fn flag_spot(view: &View, cell: Cell) -> Pos2 {
    view.center(cell) + vec2(0.58, -0.38) * view.radius()
}

/// Draws entries and exits as arrows across the map's edge.
pub fn gates(
    shapes: &mut Vec<Shape>,
    view: &View,
    (scenario, art): (&dyn Common, &Art),
    sites: &FeatureCells,
    has: &dyn Fn(Cell) -> bool,
) {
    if view.detail() < super::FAR {
        return;
    }
    let near = view.rect().expand(view.radius() * 3.0);
    let seen = |cell: &&Cell| near.contains(view.center(**cell));
    let mut by_cell: BTreeMap<Cell, Vec<EntryArrow<'_>>> = BTreeMap::new();
    for (entry, cells) in scenario.entries().iter().zip(&sites.entries) {
        let (color, _) = art.side_of(scenario, &entry.side);
        for cell in cells.iter().filter(seen) {
            by_cell.entry(*cell).or_default().push(EntryArrow { letter: entry.id.as_str(), color, inward: true });
        }
    }
    for (exit, cells) in scenario.exits().iter().zip(&sites.exits) {
        let (color, _) = art.side_of(scenario, &exit.side);
        for cell in cells.iter().filter(seen) {
            by_cell.entry(*cell).or_default().push(EntryArrow { letter: exit.id.as_str(), color, inward: false });
        }
    }
    for (cell, gates) in by_cell {
        let count = f32::from(u8::try_from(gates.len()).unwrap_or(u8::MAX));
        for (n, one) in gates.into_iter().enumerate().take(MOST_LANES) {
            // Arrows in the same hex stand side by side.
            let lane = f32::from(u8::try_from(n).unwrap_or(u8::MAX)) - (count - 1.0) / 2.0;
            gate(shapes, view, cell, has, one, lane * 0.78);
        }
    }
}

/// The arrow of an entry or exit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EntryArrow<'a> {
    /// The id of the entry or exit.
    pub letter: &'a str,
    /// The color of its side.
    pub color: Color32,
    /// `true` for an entry.
    pub inward: bool,
}

/// Draws an arrow: inward and filled for an entry, outward and hollow for an exit. `lane` is its sideways offset, in hex
/// radii.
pub fn gate(
    shapes: &mut Vec<Shape>,
    view: &View,
    cell: Cell,
    has: &dyn Fn(Cell) -> bool,
    gate: EntryArrow<'_>,
    lane: f32,
) {
    let EntryArrow { letter, color, inward } = gate;
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
        // Long ids, such as hex numbers, need a wider plate.
        let size = if letter.chars().count() > 2 { (size * 0.72).max(8.0) } else { size };
        let edge = Stroke::new(1.2, Color32::from_rgb(250, 244, 228));
        let plate = Plate { fill: color, edge, height: size * 1.44, room: size * 0.7 };
        shapes.push(Text { plate: Some(plate), ..Text::new(at, letter, size, ink::on(color)).bold() }.into());
    }
}

/// Returns the direction off the map from an edge hex: the mean over its open sides.
pub(super) fn outward(view: &View, cell: Cell, has: &dyn Fn(Cell) -> bool) -> Vec2 {
    let center = view.center(cell);
    let neighbors = view.grid().neighbors(cell);
    let open = neighbors.iter().enumerate().filter(|(_, n)| n.is_none_or(|n| !has(n)));
    let sum = open.fold(Vec2::ZERO, |sum, (side, _)| sum + (view.beyond(cell, side) - center).normalized());
    if sum.length() < 0.1 { Vec2::UP } else { sum.normalized() }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::{Scenario, load};

    use super::*;
    use crate::scene::{Options, Scene, ScenePart};

    fn crisis() -> Scenario {
        load(include_str!("../../../scenarios/pm-crisis-on-the-left.toml")).readable.unwrap()
    }

    fn texts(scene: &Scene<'_>, part: ScenePart) -> Vec<Text> {
        let shapes = scene.draw(part, scene.rect());
        shapes.into_iter().filter_map(|shape| if let Shape::Text(text) = shape { Some(text) } else { None }).collect()
    }

    #[test]
    fn numbers_of_hexes_stand_beside_roads_and_are_seen_on_what_is_drawn() {
        let scenario = crisis();
        let scene = Scene::new(&scenario, Options::default()).unwrap();
        let (numbers, sites) = (texts(&scene, ScenePart::Numbers), FeatureCells::of(scenario.common()));
        assert!(sites.roads_up.len() > 10);
        let view = scene.view().unwrap();
        let (mut centered, mut others) = (0, 0);
        for cell in view.grid().cells() {
            let (name, center) = (view.grid().name(cell), view.center(cell));
            let Some(number) = numbers.iter().find(|text| text.words == name.as_str()) else { continue };
            let half = text::width(&number.words) * number.size / 2.0;
            if sites.roads_up.contains(&cell) {
                let is_beside = (number.at.x - center.x).abs() > half;
                assert!(is_beside || number.at.y > center.y, "{name} is on its road");
            } else if number.at.x == center.x && number.at.y < center.y {
                centered += 1;
            } else {
                others += 1;
            }
        }
        assert!(centered > 10 * others, "{centered} stand at the top, {others} make room for names");
        let of = |hex: &str| numbers.iter().find(|text| text.words == hex).unwrap();
        assert!(of("0809").halo.is_some() && of("0710").halo.is_none(), "woods, and open ground");
    }
}
