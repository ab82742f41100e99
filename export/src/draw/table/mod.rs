//! The drawing of tables without hexes: ground, grid, marks and units, in the colors of the hex maps.

mod areas;
mod arranged;
mod geometry;
mod lines;
mod names;
pub(crate) mod sample;
#[cfg(test)]
mod tests;
mod units;

use std::collections::BTreeMap;
use std::sync::Arc;

use battlewright_schema::common::limits::MOST_ROWS;
use battlewright_schema::{Inches, PointKind, Scenario, TableView, UnitFootprint};
use ecolor::Color32;
use emath::{Align2, Pos2, Rect, Vec2, vec2};

use crate::art::{Art, Inks};
use crate::draw::{Counters, Density, Plate, Shape, Stroke, Text, ink};
use areas::Areas;
use arranged::Arranged;
pub use arranged::{DrawnUnit, DrawnUnits};
use lines::TableLines;
use names::TakenRoom;

/// The width of an inch, in pixels, below which trees, houses and ticks are not drawn.
const DETAIL: f32 = 7.0;

/// The distance of the lines of the grid, in inches.
const GRID: u16 = 12;

/// The margin around a table for numbers and arrows, in inches.
const MARGIN: f32 = 0.9;

/// The parts and the size of the drawing of a table.
#[derive(Clone, Debug)]
pub struct TableStyle {
    /// The width of an inch of the table, in points.
    pub inch: f32,
    /// The density of the screen.
    pub density: Density,
    /// `true` to number the lines of the grid, and to write the levels of hills.
    pub numbers: bool,
    /// `true` to draw the units that start on the table.
    pub units: bool,
    /// `true` to draw the grid.
    pub grid: bool,
    /// `true` to draw entries and objectives.
    pub marks: bool,
    /// `true` for dark mode.
    pub dark: bool,
    /// The theme.
    pub art: Arc<Art>,
}

/// A table as shapes, with its upper left corner in the drawing at the margin.
#[derive(Clone, Debug, Default)]
pub struct TableDrawing {
    size: Vec2,
    table: Option<Rect>,
    /// The shapes of each layer, each with the rectangle that it reaches into.
    layers: [Vec<(Rect, Shape)>; TableLayer::ALL.len()],
}

/// A layer of the drawing of a table, from bottom to top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TableLayer {
    /// The ground: hills, woods, towns and other areas.
    Ground,
    /// The grid.
    Grid,
    /// The edges of hills.
    Edges,
    /// Waters, roads, walls and crossings.
    Lines,
    /// The numbers of the grid and the levels of hills.
    Numbers,
    /// Entries and objectives.
    Marks,
    /// Names.
    Names,
    /// The units with their names.
    Units,
}

impl TableLayer {
    /// All layers, from bottom to top.
    pub const ALL: [Self; 8] =
        [Self::Ground, Self::Grid, Self::Edges, Self::Lines, Self::Numbers, Self::Marks, Self::Names, Self::Units];
}

/// The scale, the table and the colors of a drawing.
struct Brush<'a> {
    inch: f32,
    density: Density,
    /// The table, in points of the drawing.
    table: Rect,
    art: &'a Art,
    inks: &'a Inks,
    dark: bool,
}

impl<'a> Brush<'a> {
    fn new(view: &TableView<'_>, style: &'a TableStyle) -> Self {
        let margin = if style.marks || style.numbers { MARGIN } else { 0.1 } * style.inch;
        let size = vec2(f32::from(view.table.width), f32::from(view.table.depth)) * style.inch;
        let table = Rect::from_min_size(Vec2::splat(margin).to_pos2(), size);
        Self {
            inch: style.inch,
            density: style.density,
            table,
            art: &style.art,
            inks: style.art.inks(),
            dark: style.dark,
        }
    }
}

impl Brush<'_> {
    /// Returns `true` if an inch has enough pixels for details.
    fn is_detailed(&self) -> bool {
        self.density.pixels(self.inch) >= DETAIL
    }

    /// Returns a point of the table, in points of the drawing.
    fn at(&self, point: Inches) -> Pos2 {
        #[expect(clippy::cast_precision_loss, reason = "a table is some millions of thousandths wide at most")]
        let [x, y] = [point.x, point.y].map(|thousandths| thousandths as f32 / Inches::PER_INCH as f32);
        self.table.min + vec2(x, y) * self.inch
    }

    fn lit(&self, color: Color32) -> Color32 {
        ink::lit(color, self.dark)
    }

    /// Returns a stroke of this width in inches.
    fn stroke(&self, width: f32, color: Color32) -> Stroke {
        ink::stroke(width * self.inch, color)
    }
}

impl TableDrawing {
    /// Draws the table of `scenario`; `None` for a game on a hex map.
    ///
    /// Time and memory are bounded: of huge scenarios fewer details are drawn.
    pub fn new(scenario: &Scenario, style: &TableStyle) -> Option<Self> {
        let view = scenario.common().table_view()?;
        let counters = Counters::of(scenario, &style.art);
        Some(Self::of(scenario, &view, &counters, style))
    }

    /// Draws the table of `scenario` with the pieces of `counters` on the bases of `units`, such as those of a game; `None` for a
    /// game on a hex map. Units without a piece are left out.
    pub fn with_units(
        scenario: &Scenario,
        units: Vec<UnitFootprint>,
        counters: &Counters,
        style: &TableStyle,
    ) -> Option<Self> {
        let view = TableView { units, ..scenario.common().table_view()? };
        Some(Self::of(scenario, &view, counters, style))
    }

    fn of(scenario: &Scenario, view: &TableView<'_>, counters: &Counters, style: &TableStyle) -> Self {
        let brush = Brush::new(view, style);
        let size = brush.table.size() + brush.table.min.to_vec2() * 2.0;
        let mut drawing = Self { size, table: Some(brush.table), layers: Default::default() };
        let mut ground = vec![paper(&brush)];
        let areas = Areas::new(&view.areas, &brush);
        areas.furrows(&mut ground, &brush);
        areas.paint(&mut ground, &view.lines, &brush);
        drawing.fill(TableLayer::Ground, ground);
        let mut edges = Vec::new();
        areas.edges(&mut edges, &brush);
        drawing.fill(TableLayer::Edges, edges);
        let mut lines = Vec::new();
        TableLines::new(&view.lines, &brush).paint(&mut lines, &brush);
        lines::crossings(&mut lines, &view.points, &view.lines, &brush);
        drawing.fill(TableLayer::Lines, lines);
        let mut grid = Vec::new();
        let mut numbers = Vec::new();
        self::grid(&mut grid, &mut numbers, view, style, &brush);
        drawing.fill(TableLayer::Grid, grid);
        let Arranged { marks, units, names } = Arranged::new(scenario, view, counters, style, &brush);
        drawing.fill(TableLayer::Marks, marks);
        numbers.extend(names.levels.into_iter().filter(|_| style.numbers));
        drawing.fill(TableLayer::Numbers, numbers);
        drawing.fill(TableLayer::Names, names.ground);
        let pieces = units.into_iter().flat_map(|unit| unit.shapes).chain(names.units).collect();
        drawing.fill(TableLayer::Units, pieces);
        drawing
    }

    fn fill(&mut self, layer: TableLayer, shapes: Vec<Shape>) {
        self.layers[layer as usize] = shapes.into_iter().map(|shape| (shape.reach(), shape)).collect();
    }

    /// Returns the size of the drawing, the margin included.
    pub fn size(&self) -> Vec2 {
        self.size
    }

    /// Returns the rectangle of the table in the drawing.
    pub fn table(&self) -> Rect {
        self.table.unwrap_or(Rect::ZERO)
    }

    /// Returns the shapes of `layer` that reach into `rect`, from bottom to top.
    pub fn draw(&self, layer: TableLayer, rect: Rect) -> Vec<Shape> {
        let shapes = self.layers[layer as usize].iter();
        shapes.filter(|(reach, _)| reach.intersects(rect)).map(|(_, shape)| shape.clone()).collect()
    }
}

fn paper(brush: &Brush<'_>) -> Shape {
    let own = brush.art.paper().color.map(ink::color);
    let fill = own.unwrap_or(ink::ground(battlewright_schema::Look::Clear).0);
    Shape::filled(brush.table, 0.0, brush.lit(fill))
}

/// Draws the lines of the grid, the frame of the table with a tick each inch, and the numbers beside them.
fn grid(lines: &mut Vec<Shape>, numbers: &mut Vec<Shape>, view: &TableView<'_>, style: &TableStyle, brush: &Brush<'_>) {
    let (table, inch) = (brush.table, brush.inch);
    let light = brush.stroke(0.022, brush.lit(brush.inks.grid).gamma_multiply(0.34));
    let frame = brush.stroke(0.05, brush.lit(brush.inks.grid));
    if style.grid {
        for (count, is_column) in [(view.table.width, true), (view.table.depth, false)] {
            let at = |n: u16| f32::from(n) * inch;
            let ends = |n: u16, from: f32, to: f32| {
                let place = |across: f32| if is_column { vec2(at(n), across) } else { vec2(across, at(n)) };
                [table.min + place(from), table.min + place(to)]
            };
            let whole = if is_column { table.height() } else { table.width() };
            let grid = (GRID..count).step_by(GRID.into());
            lines.extend(grid.map(|n| Shape::segment(ends(n, 0.0, whole), light)));
            let tick = brush.stroke(0.02, brush.lit(brush.inks.grid).gamma_multiply(0.8));
            for n in (1..count.min(2_000)).filter(|_| brush.is_detailed()) {
                let long = inch
                    * if n % GRID == 0 {
                        0.28
                    } else if n % 6 == 0 {
                        0.2
                    } else {
                        0.12
                    };
                lines.push(Shape::segment(ends(n, 0.0, long), tick));
                lines.push(Shape::segment(ends(n, whole - long, whole), tick));
            }
        }
    }
    lines.push(Shape::frame(table, 0.0, frame));
    if style.numbers && style.grid {
        let color = brush.inks.numbers.gamma_multiply(0.8);
        let font = inch * 0.34;
        for (count, is_column) in [(view.table.width, true), (view.table.depth, false)] {
            for n in (0..=count).step_by(GRID.into()).take(usize::from(MOST_NUMBERS)) {
                let along = f32::from(n) * inch;
                let spot = |far: f32| if is_column { vec2(along, far) } else { vec2(far, along) };
                let end = if is_column { table.height() } else { table.width() };
                for far in [-inch * 0.32, end + inch * 0.32] {
                    numbers.push(Text::new(table.min + spot(far), format!("{n}\""), font, color).into());
                }
            }
        }
    }
}

/// The most numbers along an edge.
const MOST_NUMBERS: u16 = 200;

/// Draws entries and objectives, and takes their room.
fn marks(shapes: &mut Vec<Shape>, taken: &mut TakenRoom, scenario: &Scenario, view: &TableView<'_>, brush: &Brush<'_>) {
    let (common, inch) = (scenario.common(), brush.inch);
    let sides = common.sides();
    let mut scorers: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    let scoring = common.scoring();
    for row in &scoring {
        if let Some(side) = sides.iter().position(|side| side.id == row.side) {
            let own = scorers.entry(row.place.as_str()).or_default();
            if !own.contains(&side) {
                own.push(side);
            }
        }
    }
    let paper = brush.lit(Color32::from_rgb(250, 244, 228));
    for point in view.points.iter().take(MOST_ROWS) {
        let at = brush.at(point.at);
        if !brush.table.expand(inch).contains(at) {
            continue;
        }
        match point.kind {
            PointKind::Objective(id) => {
                let sides = scorers.get(id.as_str()).map_or(&[][..], Vec::as_slice);
                let count = f32::from(u8::try_from(sides.len().max(1)).unwrap_or(u8::MAX));
                for (n, side) in (0_u8..).zip(sides) {
                    let spot = at + vec2((f32::from(n) - (count - 1.0) / 2.0) * 0.5, 0.0) * inch;
                    shapes.push(ink::star(spot, inch * 0.40, ink::shade(brush.art.side(common, *side), 0.4)));
                    shapes.push(ink::star(spot, inch * 0.35, brush.lit(Color32::from_rgb(255, 246, 214))));
                    shapes.push(ink::star(spot, inch * 0.24, brush.lit(brush.art.side(common, *side))));
                }
                taken.take(Rect::from_center_size(at, vec2(0.5 * count + 0.3, 0.8) * inch));
            }
            PointKind::Entry(id, side) => {
                let color = brush.lit(brush.art.side_of(common, side).0);
                let (way, far) = lines::inward(at, brush);
                // Beside a crossing within the table, so that it is seen.
                let tail = at - way * if far < inch { far + inch * 0.55 } else { inch * 1.6 };
                let rim = lines::arrow(tail, way, inch * 1.2);
                taken.take(Rect::from_points(&rim));
                let from = tail + way * inch * 0.6;
                shapes.push(Shape::Fan { from, rim: rim.clone(), fill: color });
                shapes.push(Shape::ring(rim, brush.stroke(0.04, ink::shade(color, 0.5))));
                let words = point.name.unwrap_or(id.as_str());
                let font = inch * 0.30;
                let edge = Stroke::new(inch * 0.03, paper);
                let plate = Plate { fill: color, edge, height: font * 1.5, room: font };
                let size = vec2(crate::draw::text::width(words) * font * 1.05 + font, font * 1.6);
                let tip = tail + way * inch * 1.3;
                let center = tip + vec2(way.x * size.x / 2.0, way.y * size.y / 2.0);
                let side = vec2(way.y.abs() * size.x / 2.0 + inch * 0.5, way.x.abs() * size.y / 2.0 + inch * 0.45);
                let slide = vec2(way.x.abs(), way.y.abs()) * size / 2.0;
                let beside = [side, -side].map(|off| at + off * vec2(way.y.abs(), way.x.abs()) + slide * way);
                let room = brush.table.shrink(inch * 0.05);
                let spots = [center, beside[0], beside[1]].into_iter();
                let further = (1..8_u8).map(|n| center + vec2(way.x * f32::from(n), way.y * f32::from(n)) * size.y);
                let spot = taken.put(size, room, spots.chain(further)).unwrap_or(center);
                let text = Text::new(spot, words, font, ink::on(color)).bold().anchored(Align2::CENTER_CENTER);
                shapes.push(Text { plate: Some(plate), ..text }.into());
            }
            PointKind::Bridge | PointKind::Ford | PointKind::Gate => {
                taken.take(Rect::from_center_size(at, Vec2::splat(inch * 0.6)));
            }
        }
    }
}
