//! Courses through hexes, roads from hex to hex, features along hexsides, fortifications within hexes, the front line, and the borders of mega-hexes.

use std::collections::{BTreeMap, BTreeSet};

use battlewright_schema::common::mega::MegaHexPlan;
use battlewright_schema::{Cell, Common, CourseKind, Grid, HexId, Hexside, HexsideKind, RoadKind};
use ecolor::Color32;
use emath::{Pos2, Rect, Vec2};

use super::sites::cells;
use super::waters::{Ravine, chains, stream, water};
use super::{Shape, Stroke, View, courses, front, ink};
use crate::art::Inks;

/// Two neighboring hexes, the lesser first.
pub type NeighborPair = (Cell, Cell);

/// Returns `a` and `b`, the lesser first.
pub fn pair(a: Cell, b: Cell) -> NeighborPair {
    (a.min(b), a.max(b))
}

/// Courses, roads, hexside features, fortifications, the front line and mega-hexes, in hex radii about the map's origin. A spatial
/// index limits each frame to the pieces in view.
#[derive(Default)]
pub struct MapLines {
    /// Courses through hexes, then borders of mega-hexes, then hexside features in the order of [`layer`], then fortifications, then the front line, then
    /// roads.
    pieces: Vec<Piece>,
    /// The pieces in each square of the index.
    squares: BTreeMap<(i32, i32), Vec<usize>>,
    inks: Inks,
}

/// A connected part of a course, a road, a hexside row, the front line or the border of a mega-hex, or the fortifications of a hex.
struct Piece {
    /// The index of the row in its list.
    row: usize,
    course: Course,
}

enum Course {
    /// A stream through hexes.
    Stream(Vec<Pos2>),
    /// A ravine through hexes.
    Ravine(Ravine),
    /// A chain of hexsides between mega-hexes, from corner to corner.
    Border(Vec<Pos2>),
    /// A chain of hexsides of the front line, from corner to corner.
    Front(Vec<Pos2>),
    /// A part of a road of this kind, from hex center to hex center.
    Road(RoadKind, Vec<Pos2>),
    /// The smoothed line of a chain of hexsides with water.
    Water(HexsideKind, Vec<Pos2>),
    /// A single hexside, and the direction across it.
    Side(HexsideKind, [Pos2; 2], Vec2),
    /// Fortifications in this many lines, with the center and the corners of their hex.
    Fort(u8, Pos2, [Pos2; 6]),
}

/// The offset of a wall from water on the same hexside, in hex radii.
const BANK: f32 = 0.15;

/// The color of the front line.
const FRONT: Color32 = Color32::from_rgb(172, 38, 46);

/// The width of an index square, in hex radii.
const SQUARE: f32 = 16.0;

/// The greatest extent of a line beyond its points, in hex radii.
const REACH: f32 = 2.0;

impl MapLines {
    /// Returns the lines of `scenario`, to be drawn in the colors of `inks`.
    pub fn new(scenario: &dyn Common, grid: &Grid, inks: &Inks) -> Self {
        let mut lines = Self::of_terrain(scenario, grid, inks);
        lines.add_lists(scenario, grid);
        lines
    }

    /// Returns the courses through hexes, which change with the terrain.
    pub fn of_terrain(scenario: &dyn Common, grid: &Grid, inks: &Inks) -> Self {
        let mut lines = Self { inks: *inks, ..Self::default() };
        // Streams cover the ends of ravines.
        let mut through = courses::through_hexes(scenario, grid);
        through.sort_by_key(|course| course.kind == CourseKind::Stream);
        for course in through {
            lines.add(
                0,
                match course.kind {
                    CourseKind::Stream => Course::Stream(course.points),
                    CourseKind::Ravine => Course::Ravine(Ravine::along(course.points)),
                },
            );
        }
        lines
    }

    /// Returns all but the courses through hexes, which changes with the lists of `scenario`.
    pub fn of_lists(scenario: &dyn Common, grid: &Grid, inks: &Inks) -> Self {
        let mut lines = Self { inks: *inks, ..Self::default() };
        lines.add_lists(scenario, grid);
        lines
    }

    fn add_lists(&mut self, scenario: &dyn Common, grid: &Grid) {
        let lines = self;
        let view = View::new(grid, Pos2::ZERO, 1.0, Rect::ZERO);
        let mega = scenario.mega_hexes().and_then(|mega| mega.plan(grid, |cell| scenario.has(cell)));
        for chain in mega.iter().flat_map(|plan| chains(&borders(plan, &view))) {
            lines.add(0, Course::Border(chain));
        }
        let mut rows: Vec<(usize, &Hexside)> = scenario.hexsides().iter().enumerate().collect();
        rows.sort_by_key(|(_, row)| layer(row.kind));
        // Water comes before walls, which are shifted to the bank where both share a hexside.
        let mut wet: BTreeSet<NeighborPair> = BTreeSet::new();
        for (row, hexside) in rows {
            let sides = hexside.between.iter().filter_map(|side| {
                let (a, b) = side.hexes()?;
                let (a, b) = (grid.cell(&a)?, grid.cell(&b)?);
                Some((pair(a, b), view.side_between(a, b)?, (view.center(b) - view.center(a)).normalized()))
            });
            let kind = hexside.kind;
            if matches!(kind, HexsideKind::Stream | HexsideKind::River) {
                let (cells, ends): (Vec<NeighborPair>, Vec<[Pos2; 2]>) =
                    sides.map(|(cells, ends, _)| (cells, ends)).unzip();
                wet.extend(cells);
                for chain in chains(&ends) {
                    lines.add(row, Course::Water(kind, courses::chaikin(&chain)));
                }
            } else {
                for (cells, ends, way) in sides {
                    let off = if kind == HexsideKind::Wall && wet.contains(&cells) { way * BANK } else { Vec2::ZERO };
                    let ends = ends.map(|end| end + off);
                    lines.add(row, Course::Side(kind, ends, way));
                }
            }
        }
        for (row, fort) in scenario.fortifications().into_iter().enumerate() {
            for cell in cells(grid, fort.hexes) {
                lines.add(row, Course::Fort(fort.lines, view.center(cell), view.corners(cell)));
            }
        }
        let front = front::sides(scenario, grid).into_iter();
        let front: Vec<[Pos2; 2]> = front.filter_map(|(own, enemy)| view.side_between(own, enemy)).collect();
        for chain in chains(&front) {
            lines.add(0, Course::Front(chain));
        }
        for (row, road) in scenario.roads().iter().enumerate() {
            for run in runs(&view, &road.path).into_iter().filter(|run| run.len() > 1) {
                lines.add(row, Course::Road(road.kind, run));
            }
        }
    }

    fn add(&mut self, row: usize, course: Course) {
        let points = match &course {
            Course::Border(points)
            | Course::Front(points)
            | Course::Stream(points)
            | Course::Road(_, points)
            | Course::Water(_, points) => points.as_slice(),
            Course::Ravine(ravine) => ravine.line(),
            Course::Side(_, ends, _) => ends,
            Course::Fort(_, center, _) => std::slice::from_ref(center),
        };
        let squares: BTreeSet<(i32, i32)> = points.iter().map(|point| square(*point)).collect();
        for square in squares {
            self.squares.entry(square).or_default().push(self.pieces.len());
        }
        self.pieces.push(Piece { row, course });
    }

    /// Returns the pieces in view, in drawing order.
    fn in_view(&self, view: &View) -> impl Iterator<Item = &Piece> {
        let shown = view.rect().translate(-view.origin().to_vec2()) / view.radius();
        let shown = shown.expand(REACH);
        let (least, most) = (square(shown.min), square(shown.max));
        let mut found: BTreeSet<usize> = BTreeSet::new();
        for x in least.0..=most.0 {
            found.extend(self.squares.range((x, least.1)..=(x, most.1)).flat_map(|(_, pieces)| pieces));
        }
        found.into_iter().filter_map(|at| self.pieces.get(at))
    }

    /// Draws the lines in view. `selected` holds the selected rows of hexsides and of roads.
    pub fn paint(&self, shapes: &mut Vec<Shape>, view: &View, selected: [Option<usize>; 2], dark: bool) {
        // All casings of roads come before all fills, so that junctions are open.
        let (mut edges, mut middles) = (Vec::new(), Vec::new());
        let r = view.radius();
        let glow = ink::stroke(r * 0.3, ink::SELECTED.gamma_multiply(0.45));
        for piece in self.in_view(view) {
            match &piece.course {
                Course::Stream(points) => {
                    for points in stretches(view, points) {
                        stream(shapes, r, points, (&self.inks, dark));
                    }
                }
                Course::Ravine(ravine) => ravine.paint(shapes, view, (&self.inks, dark)),
                Course::Border(points) => {
                    let border = ink::stroke(r * 0.07, ink::lit(self.inks.grid, dark).gamma_multiply(0.35));
                    let chains = stretches(view, points).into_iter();
                    shapes.extend(chains.map(|points| Shape::line(points, border)));
                }
                Course::Front(points) => {
                    for points in stretches(view, points) {
                        let pale = ink::stroke(r * 0.19, ink::lit(self.inks.halo, dark).gamma_multiply(0.8));
                        shapes.push(Shape::line(points.clone(), pale));
                        shapes.push(Shape::line(points, ink::stroke(r * 0.09, ink::lit(FRONT, dark))));
                    }
                }
                Course::Road(kind, points) => {
                    let glow = (selected[1] == Some(piece.row)).then_some(ink::SELECTED);
                    for points in stretches(view, points) {
                        road_line([&mut edges, &mut middles], view, *kind, &points, glow, (&self.inks, dark));
                    }
                }
                Course::Water(kind, points) => {
                    for points in stretches(view, points) {
                        if selected[0] == Some(piece.row) {
                            shapes.extend(points.windows(2).map(|ends| Shape::segment([ends[0], ends[1]], glow)));
                        }
                        water(shapes, r, *kind, points, (&self.inks, dark));
                    }
                }
                Course::Side(kind, ends, way) => {
                    let ends = ends.map(|end| on_screen(view, end));
                    if selected[0] == Some(piece.row) {
                        shapes.push(Shape::segment(ends, glow));
                    }
                    side(shapes, r, *kind, ends, *way, (&self.inks, dark));
                }
                Course::Fort(count, center, corners) => {
                    let corners = corners.map(|corner| on_screen(view, corner));
                    fort(shapes, *count, on_screen(view, *center), corners, ink::lit(self.inks.wall, dark));
                }
            }
        }
        shapes.extend(edges);
        shapes.extend(middles);
    }
}

/// Returns the hexsides between the mega-hexes of `plan`, from corner to corner.
fn borders(plan: &MegaHexPlan, view: &View) -> Vec<[Pos2; 2]> {
    let mut borders = Vec::new();
    for (cell, number) in &plan.numbers {
        let others = view.grid().neighbors(*cell).into_iter().flatten().filter(|other| other > cell);
        let foreign = others.filter(|other| plan.number(*other).is_some_and(|other| other != *number));
        borders.extend(foreign.filter_map(|other| view.side_between(*cell, other)));
    }
    borders
}

/// Returns the index square of `point`.
fn square(point: Pos2) -> (i32, i32) {
    #[expect(clippy::cast_possible_truncation, reason = "a map has a thousand columns and rows")]
    let number = |x: f32| (x / SQUARE).floor() as i32;
    (number(point.x), number(point.y))
}

/// Converts a point from map coordinates to points of the drawing.
pub(super) fn on_screen(view: &View, point: Pos2) -> Pos2 {
    view.origin() + point.to_vec2() * view.radius()
}

/// Returns the parts of a line in view, extended by a few points at both ends, so that the smoothed bends do not depend
/// on the visible part.
pub(super) fn stretches(view: &View, points: &[Pos2]) -> Vec<Vec<Pos2>> {
    const MORE: usize = 3;
    let near = view.rect().expand(view.radius() * REACH);
    let seen = |n: usize| points.get(n).is_some_and(|point| near.contains(on_screen(view, *point)));
    let mut stretches: Vec<std::ops::Range<usize>> = Vec::new();
    for n in (0..points.len()).filter(|n| seen(*n)) {
        let wide = n.saturating_sub(MORE)..(n + MORE + 1).min(points.len());
        match stretches.last_mut() {
            Some(last) if wide.start <= last.end => last.end = wide.end,
            _ => stretches.push(wide),
        }
    }
    let points = stretches.into_iter().map(|range| points.get(range).unwrap_or_default());
    points.map(|points| points.iter().map(|point| on_screen(view, *point)).collect()).collect()
}

/// Draws the preview of a new road.
pub fn road_preview(shapes: &mut Vec<Shape>, view: &View, path: &[Cell]) {
    let road = Inks::default().road;
    let line: Vec<Pos2> = path.iter().map(|cell| view.center(*cell)).collect();
    let smooth = ink::smooth(&line);
    shapes.push(Shape::line(smooth.clone(), ink::stroke(view.radius() * 0.17, ink::ACCENT.gamma_multiply(0.6))));
    shapes.push(Shape::line(smooth, ink::stroke(view.radius() * 0.08, road)));
    shapes.extend(line.into_iter().map(|point| Shape::disc(point, view.radius() * 0.1, ink::ACCENT)));
}

fn road_line(
    [edges, middles]: [&mut Vec<Shape>; 2],
    view: &View,
    kind: RoadKind,
    points: &[Pos2],
    glow: Option<Color32>,
    (inks, dark): (&Inks, bool),
) {
    let r = view.radius();
    let line = ink::smooth(points);
    if let Some(glow) = glow {
        edges.push(Shape::line(line.clone(), ink::stroke(r * 0.26, glow.gamma_multiply(0.55))));
    }
    let broad = breadth(kind);
    edges.push(Shape::line(line.clone(), ink::stroke(r * 0.125 * broad, ink::lit(inks.road_edge, dark))));
    if r > 8.0 {
        middles.push(Shape::line(line, ink::stroke(r * 0.07 * broad, ink::lit(inks.road, dark))));
    }
}

/// The width of a road, in that of an ordinary one.
fn breadth(kind: RoadKind) -> f32 {
    match kind {
        RoadKind::Road | RoadKind::Roman => 1.0,
        RoadKind::Major => 1.4,
    }
}

/// Returns the contiguous parts of a path that are on the map.
fn runs(view: &View, path: &[HexId]) -> Vec<Vec<Pos2>> {
    let mut runs = vec![Vec::new()];
    for hex in path {
        match (view.grid().cell(hex), runs.last_mut()) {
            (Some(cell), Some(run)) => run.push(view.center(cell)),
            _ => runs.push(Vec::new()),
        }
    }
    runs
}

/// Returns the drawing order of a hexside feature among those on one hexside.
pub fn layer(kind: HexsideKind) -> u8 {
    match kind {
        HexsideKind::Slope => 0,
        HexsideKind::River => 1,
        HexsideKind::Stream => 2,
        HexsideKind::Wall => 3,
        HexsideKind::Bridge => 4,
    }
}

/// Draws the preview of a change to one hexside.
pub fn hexside_preview(shapes: &mut Vec<Shape>, view: &View, kind: HexsideKind, a: Cell, b: Cell, remove: bool) {
    let Some([from, to]) = view.side_between(a, b) else { return };
    let color = if remove { ink::WRONG } else { ink::ACCENT };
    shapes.push(Shape::segment([from, to], ink::stroke(view.radius() * 0.28, color.gamma_multiply(0.45))));
    if !remove {
        match kind {
            HexsideKind::Stream | HexsideKind::River => {
                water(shapes, view.radius(), kind, vec![from, to], (&Inks::default(), false));
            }
            _ => {
                let way = (view.center(b) - view.center(a)).normalized();
                side(shapes, view.radius(), kind, [from, to], way, (&Inks::default(), false));
            }
        }
    }
}

/// Draws a feature between two neighbors, a bridge over a stream.
pub(super) fn hexside_sample(shapes: &mut Vec<Shape>, view: &View, kind: HexsideKind, pair: [Cell; 2], inks: &Inks) {
    let [a, b] = pair;
    let Some(ends) = view.side_between(a, b) else { return };
    let r = view.radius();
    match kind {
        HexsideKind::Stream | HexsideKind::River => water(shapes, r, kind, ends.to_vec(), (inks, false)),
        HexsideKind::Bridge => water(shapes, r, HexsideKind::Stream, ends.to_vec(), (inks, false)),
        HexsideKind::Slope | HexsideKind::Wall => {}
    }
    side(shapes, r, kind, ends, (view.center(b) - view.center(a)).normalized(), (inks, false));
}

/// Draws a road along these points.
pub(super) fn road_sample(shapes: &mut Vec<Shape>, view: &View, kind: RoadKind, points: &[Pos2], inks: &Inks) {
    let (mut edges, mut middles) = (Vec::new(), Vec::new());
    road_line([&mut edges, &mut middles], view, kind, points, None, (inks, false));
    shapes.extend(edges);
    shapes.extend(middles);
}

/// Draws fortifications of this many lines in a hex.
pub(super) fn fort_sample(shapes: &mut Vec<Shape>, view: &View, cell: Cell, lines: u8, inks: &Inks) {
    fort(shapes, lines, view.center(cell), view.corners(cell), inks.wall);
}

/// Draws a feature of a single hexside; `way` points across it.
fn side(shapes: &mut Vec<Shape>, r: f32, kind: HexsideKind, end: [Pos2; 2], way: Vec2, (inks, dark): (&Inks, bool)) {
    match kind {
        HexsideKind::Stream | HexsideKind::River => {}
        HexsideKind::Bridge => {
            let (middle, along) = (end[0].lerp(end[1], 0.5), (end[1] - end[0]).normalized());
            for sign in [-1.0, 1.0] {
                let rail = middle + along * sign * r * 0.11;
                shapes.push(Shape::segment(
                    [rail - way * r * 0.17, rail + way * r * 0.17],
                    ink::stroke(r * 0.05, ink::lit(inks.grid, dark)),
                ));
            }
            shapes.push(Shape::segment(
                [middle - way * r * 0.17, middle + way * r * 0.17],
                ink::stroke(r * 0.14, ink::lit(inks.road, dark)),
            ));
        }
        HexsideKind::Slope => {
            let line = ink::lit(inks.slope, dark);
            shapes.push(Shape::segment(end, ink::stroke(r * 0.03, line)));
            for n in 0..7_u8 {
                let foot = end[0].lerp(end[1], (f32::from(n) + 0.5) / 7.0);
                let long = if n % 2 == 0 { 0.18 } else { 0.11 };
                shapes.push(Shape::segment([foot, foot + way * r * long], ink::stroke(r * 0.03, line)));
            }
        }
        HexsideKind::Wall => {
            let stone = ink::lit(inks.wall, dark);
            shapes.push(Shape::segment(end, ink::stroke(r * 0.11, stone)));
            shapes.extend(Shape::dashes(
                end,
                Stroke::new((r * 0.055).max(0.6), ink::lit(Color32::from_rgb(196, 182, 152), dark)),
                (r * 0.1).max(1.0),
                (r * 0.06).max(1.0),
            ));
        }
    }
}

/// Draws fortifications: in each corner of the hex `count` angles, one within the other, that point outward.
fn fort(shapes: &mut Vec<Shape>, count: u8, center: Pos2, corners: [Pos2; 6], color: Color32) {
    // The gaps between the angles leave room for roads and for the number of the hex.
    const ARM: f32 = 0.31;
    let radius = corners[0].distance(center);
    // A pale bank beneath sets the trench off from dark ground.
    let bank = ink::stroke(radius * 0.15, Color32::from_rgb(248, 240, 214).gamma_multiply(0.75));
    let stroke = ink::stroke(radius * 0.085, color);
    for line in 0..count {
        let size = 0.87 - 0.17 * f32::from(line);
        let rim = corners.map(|corner| center.lerp(corner, size));
        for (n, corner) in rim.into_iter().enumerate() {
            let [before, after] = [n + 5, n + 1].map(|other| corner.lerp(rim[other % 6], ARM));
            let angle = vec![before, corner, after];
            shapes.push(Shape::line(angle.clone(), bank));
            shapes.push(Shape::line(angle, stroke));
        }
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::{System, load, template};
    use emath::pos2;

    use super::*;
    use battlewright_schema::common::mega::MegaHexes;

    #[test]
    fn high_roads_are_broader_than_others() {
        let mut scenario = load(template(System::MarsLaTour)).scenario.unwrap();
        scenario.common_mut().hexsides_mut().clear();
        let mut width = |kind| {
            scenario.common_mut().roads_mut()[0].kind = kind;
            let common = scenario.common();
            let grid = common.grid().unwrap();
            let view = View::new(&grid, Pos2::ZERO, 20.0, Rect::from_min_max(Pos2::ZERO, pos2(600.0, 600.0)));
            let mut shapes = Vec::new();
            MapLines::new(common, &grid, &Inks::default()).paint(&mut shapes, &view, [None, None], false);
            let widths = shapes.iter().filter_map(|shape| match shape {
                Shape::Line { stroke, .. } => Some(stroke.width),
                _ => None,
            });
            widths.fold(0.0, f32::max)
        };
        assert!(width(RoadKind::Road) > 0.0);
        assert!(width(RoadKind::Major) > width(RoadKind::Roman));
    }

    #[test]
    fn stronger_fortifications_have_more_lines() {
        let shapes = |works: &str| {
            let text = format!("{}\n{works}", template(System::AtAnyCost));
            let scenario = load(&text).scenario.unwrap();
            let grid = scenario.common().grid().unwrap();
            let view = View::new(&grid, Pos2::ZERO, 20.0, Rect::from_min_max(Pos2::ZERO, pos2(600.0, 600.0)));
            let mut shapes = Vec::new();
            MapLines::new(scenario.common(), &grid, &Inks::default()).paint(&mut shapes, &view, [None, None], false);
            (shapes, view)
        };
        let work = |kind: &str, hex: &str| format!("[[earthworks]]\nkind = \"{kind}\"\nhexes = [\"{hex}\"]\n");
        let (without, view) = shapes("");
        let (weak, _) = shapes(&work("fieldworks", "0202"));
        let (strong, _) = shapes(&work("entrenchments", "0202"));
        assert_eq!([weak.len(), strong.len()].map(|count| count - without.len()), [12, 24]);
        let added = strong.iter().filter(|shape| !without.contains(shape));
        let center = view.center(view.grid().cell(&"0202".into()).unwrap());
        for shape in added {
            let Shape::Line { points, .. } = shape else { panic!("{shape:?}") };
            assert!(points.iter().all(|point| point.distance(center) < view.radius()), "{points:?}");
        }
    }

    #[test]
    fn mega_hexes_have_a_border_and_no_hexside_of_it_is_within_one() {
        let scenario = load(template(System::MarsLaTour)).scenario.unwrap();
        let grid = scenario.common().grid().unwrap();
        let view = View::new(&grid, Pos2::ZERO, 20.0, Rect::ZERO);
        let center = grid.name(Cell { column: grid.columns() / 2, row: grid.rows() / 2 });
        let plan =
            MegaHexes { center, ..MegaHexes::default() }.plan(&grid, |cell| scenario.common().has(cell)).unwrap();
        let border = borders(&plan, &view);
        let sides = |same: bool| {
            let numbered = grid.cells().filter(|cell| plan.number(*cell).is_some());
            let pairs = numbered.flat_map(|cell| grid.neighbors(cell).into_iter().flatten().map(move |to| (cell, to)));
            let of_two = pairs.filter(|(a, b)| a < b && plan.number(*b).is_some());
            of_two.filter(|(a, b)| (plan.number(*a) == plan.number(*b)) == same).collect::<Vec<_>>()
        };
        assert!(!border.is_empty());
        assert_eq!(border.len(), sides(false).len());
        let mut within = sides(true).into_iter().filter_map(|(a, b)| view.side_between(a, b));
        assert!(within.all(|side| !border.contains(&side)));
    }
}
