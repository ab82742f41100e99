//! The pictures of examples.

use battlewright_engine::any::AnyGame;
use battlewright_engine::show::{MarkColor, MarkStyle, Place, Show, TableShape};
use battlewright_schema::{Cell, Inches, Scenario};
use ecolor::Color32;
use emath::{Align2, Pos2, Vec2, pos2, vec2};

use super::caption::{is_drawn, place};
use super::{CounterPart, ExampleText, Shown};
use crate::draw::counters;
use crate::draw::samples::Sample;
use crate::draw::{Counters, Shape, Stroke, Text, View, both_sides, ink, outline};
use crate::position::PositionDrawing;
use crate::scene::{Options, Scene, ScenePart};

/// The color of what can be reached or is clear.
const CLEAR: Color32 = Color32::from_rgb(38, 120, 60);
/// The ground of what can be reached: it lightens the map.
const LIGHT: Color32 = Color32::from_rgba_premultiplied(120, 120, 70, 120);

/// The parts of the map beneath a position: no names, which would need room.
const PARTS: [ScenePart; 5] =
    [ScenePart::Terrain, ScenePart::Grid, ScenePart::Levels, ScenePart::Lines, ScenePart::Numbers];

/// A counter with lines to its parts.
#[derive(Clone, Debug)]
pub(crate) struct CalledCounter {
    /// The counter and the lines, with the upper left corner at the origin.
    pub(crate) shapes: Vec<Shape>,
    /// The width and height of the counter.
    pub(crate) side: f32,
    /// The name above: the unit, and the side of the counter.
    pub(crate) name: String,
    /// The parts: their places on the counter and their meanings.
    pub(crate) parts: Vec<(Pos2, String)>,
}

/// Draws the map and the position of an example at this width, around the origin; `None` if the map cannot be drawn.
pub(crate) fn map(scenario: &Scenario, game: &AnyGame, example: &ExampleText, width: f32) -> Option<Sample> {
    let options = Options { marks: false, ..Options::default() };
    let drawing = PositionDrawing::new(scenario, game, options).ok()?;
    let scene = drawing.scene();
    let rect = scene.rect();
    let mut shapes: Vec<Shape> = PARTS.into_iter().flat_map(|part| scene.draw(part, rect)).collect();
    for shown in &example.show {
        beneath(&mut shapes, &drawing, game, shown);
    }
    for item in drawing.items(game) {
        let is_unit = item.piece.is_some() || item.key == "names above";
        if !is_unit {
            continue;
        }
        shapes.extend(drawing.shapes(&item.look).into_iter().map(|shape| shape.mapped(1.0, item.at.to_vec2())));
    }
    for shown in &example.show {
        if let Shown::Sight([from, to]) = shown {
            sight_line(&mut shapes, scenario, &drawing, game, [from, to]);
        }
    }
    let scale = width / rect.width().max(1.0);
    let by = -rect.center().to_vec2() * scale;
    let shapes = shapes.into_iter().map(|shape| shape.mapped(scale, by)).collect();
    Some(Sample { shapes, size: rect.size() * scale })
}

/// Draws what lies beneath the counters.
fn beneath(shapes: &mut Vec<Shape>, drawing: &PositionDrawing<'_>, game: &AnyGame, shown: &Shown) {
    match (shown, drawing.scene().view()) {
        (Shown::Reach, Ok(view)) => {
            let reach = game.reach();
            outline::tint(shapes, view, &reach, LIGHT);
            outline::around(shapes, view, &reach, CLEAR);
        }
        (Shown::Marks, Ok(view)) => hex_marks(shapes, view, game),
        (Shown::Ranges(unit), Err(_)) => table_marks(shapes, drawing, game, unit),
        _ => {}
    }
}

fn hex_marks(shapes: &mut Vec<Shape>, view: &View, game: &AnyGame) {
    let mut rim: Vec<Cell> = Vec::new();
    for mark in game.marks() {
        let Some(cell) = mark.place.cell().filter(|_| is_drawn(mark.style)) else { continue };
        match mark.style {
            MarkStyle::Tint => outline::tint(shapes, view, &[cell], ink::WRONG.gamma_multiply(0.30)),
            MarkStyle::Outline => rim.push(cell),
            MarkStyle::DenseHatching => hatching(shapes, view, cell, 0.20),
            MarkStyle::WideHatching => hatching(shapes, view, cell, 0.36),
            MarkStyle::Flag(_) | MarkStyle::Burst => {}
        }
    }
    outline::around(shapes, view, &rim, ink::WRONG);
}

/// Hatches a hex with lines this far apart, in radii.
fn hatching(shapes: &mut Vec<Shape>, view: &View, cell: Cell, step: f32) {
    let (center, r) = (view.center(cell), view.radius());
    let (along, across) = (vec2(0.707, -0.707), vec2(0.707, 0.707));
    let stroke = Stroke::new(r * 0.03, ink::WRONG.gamma_multiply(0.7));
    let mut offset = -r;
    while offset <= r {
        if let Some(ends) = cut(center + across * offset, along, &view.corners(cell)) {
            shapes.push(Shape::segment(ends, stroke));
        }
        offset += r * step;
    }
}

/// Returns the part of the line through `from` along `way` that is within a convex outline.
fn cut(from: Pos2, way: Vec2, rim: &[Pos2; 6]) -> Option<[Pos2; 2]> {
    let mut ends: Vec<f32> = Vec::new();
    for (a, b) in rim.iter().zip(rim.iter().cycle().skip(1)) {
        let side = *b - *a;
        let turn = way.x * side.y - way.y * side.x;
        if turn.abs() < 1e-4 {
            continue;
        }
        let to = *a - from;
        let at = (to.x * way.y - to.y * way.x) / turn;
        if (0.0..=1.0).contains(&at) {
            ends.push((to.x * side.y - to.y * side.x) / turn);
        }
    }
    let (low, high) = ends.into_iter().fold((f32::MAX, f32::MIN), |(low, high), at| (low.min(at), high.max(at)));
    (high > low).then(|| [from + way * low, from + way * high])
}

fn table_marks(shapes: &mut Vec<Shape>, drawing: &PositionDrawing<'_>, game: &AnyGame, unit: &str) {
    let inch = drawing.scene().options().inch();
    let point = |at: &Inches| drawing.at(Place::At(*at));
    let points = |at: &[Inches]| at.iter().filter_map(point).collect::<Vec<_>>();
    for mark in game.table_marks(Some(unit)) {
        let color = match mark.color {
            MarkColor::Choice | MarkColor::Clear => CLEAR,
            MarkColor::Attack | MarkColor::Blocked => ink::WRONG,
            MarkColor::Path | MarkColor::Side(_) => ink::ACCENT,
        };
        let stroke = Stroke::new(inch * 0.045, color);
        match &mark.shape {
            TableShape::Area(rim) | TableShape::Outline(rim) => shapes.push(Shape::ring(points(rim), stroke)),
            TableShape::Line(line) | TableShape::BrokenLine(line) => shapes.push(Shape::line(points(line), stroke)),
            TableShape::Circle(center, radius) => {
                #[expect(clippy::cast_precision_loss, reason = "a table is some millions of thousandths wide at most")]
                let radius = *radius as f32 / Inches::PER_INCH as f32 * inch;
                shapes.extend(point(center).map(|center| Shape::circle(center, radius, stroke)));
            }
            TableShape::Cross(at) => {
                let arm = inch * 0.2;
                shapes.extend(point(at).into_iter().flat_map(|at| {
                    let arms = [vec2(arm, arm), vec2(arm, -arm)];
                    arms.map(|arm| Shape::segment([at - arm, at + arm], stroke))
                }));
            }
        }
        if let Some(at) = mark.shape.anchor().as_ref().and_then(point).filter(|_| !mark.note.is_empty()) {
            shapes.push(
                Text::new(at, mark.note.as_str(), inch * 0.5, color).bold().anchored(Align2::CENTER_BOTTOM).into(),
            );
        }
    }
}

/// Draws a line of sight: whole as far as it is clear, broken behind the first obstacle.
fn sight_line(
    shapes: &mut Vec<Shape>,
    scenario: &Scenario,
    drawing: &PositionDrawing<'_>,
    game: &AnyGame,
    [from, to]: [&str; 2],
) {
    let ends = [from, to].map(|name| place(scenario, game, name));
    let [Some(from), Some(to)] = ends else { return };
    let (Some(a), Some(b)) = (drawing.at(from), drawing.at(to)) else { return };
    let wide = drawing.scene().options().radius * 0.07;
    let stop = match (from, to, drawing.scene().view()) {
        (Place::Hex(one), Place::Hex(two), Ok(view)) => {
            let cells: Vec<Cell> = game
                .sight(one, two)
                .into_iter()
                .flat_map(|sight| sight.obstacles)
                .map(|obstacle| obstacle.cell)
                .collect();
            outline::around(shapes, view, &cells, ink::WRONG);
            cells.first().map(|cell| nearest(a, b, view.center(*cell)))
        }
        (Place::At(one), Place::At(two), _) => {
            let obstacle = game.sight_on_table(one, two).and_then(|sight| sight.obstacle);
            obstacle.and_then(|obstacle| drawing.at(Place::At(obstacle.at)))
        }
        _ => return,
    };
    let color = if stop.is_none() { CLEAR } else { ink::WRONG };
    let stop = stop.unwrap_or(b);
    shapes.push(Shape::segment([a, b], Stroke::new(wide * 1.9, Color32::from_white_alpha(200))));
    shapes.push(Shape::segment([a, stop], Stroke::new(wide, color)));
    shapes.extend(Shape::dashes([stop, b], Stroke::new(wide * 0.8, color), wide * 2.0, wide * 2.0));
    for end in [a, b] {
        shapes.push(Shape::disc(end, wide * 1.8, Color32::WHITE));
        shapes.push(Shape::disc(end, wide * 1.3, color));
    }
}

/// Returns the point on the segment from `a` to `b` that is nearest to `point`.
fn nearest(a: Pos2, b: Pos2, point: Pos2) -> Pos2 {
    let way = b - a;
    let at = ((point - a).dot(way) / way.length_sq().max(1.0)).clamp(0.0, 1.0);
    a + way * at
}

/// Draws the counters of an example, `side` wide and high.
pub(crate) fn counters(scenario: &Scenario, example: &ExampleText, side: f32) -> Vec<CalledCounter> {
    let Ok(scene) = Scene::new(scenario, Options::default()) else { return Vec::new() };
    let crowd = Counters::of(scenario, &scene.options().art);
    let shown = example.show.iter().filter_map(|shown| match shown {
        Shown::Counter { unit, back, parts } => counter(&scene, &crowd, unit, *back, parts, side),
        _ => None,
    });
    shown.collect()
}

fn counter(
    scene: &Scene<'_>,
    crowd: &Counters,
    id: &str,
    back: bool,
    parts: &[CounterPart],
    side: f32,
) -> Option<CalledCounter> {
    let at = crowd.pieces.iter().position(|piece| piece.id == id)?;
    let unit = scene.scenario().common().counter(crowd.counter(at)?)?;
    let [front, other] = both_sides(crowd.pieces.get(at)?, &unit);
    let piece = if back { other } else { front };
    let manner = scene.manner(crowd, &piece);
    let mut shapes = Vec::new();
    // Drawn large, so that no part is left out, and then reduced.
    const LARGE: f32 = 100.0;
    counters::counter(&mut shapes, pos2(LARGE / 2.0, LARGE / 2.0), LARGE, &piece, &manner);
    let shapes = shapes.into_iter().map(|shape| shape.mapped(side / LARGE, Vec2::ZERO)).collect();
    let face = piece.face.name.unwrap_or(if back { "back" } else { "front" });
    Some(CalledCounter {
        shapes,
        side,
        name: format!("{}, {}", piece.name, face.to_lowercase()),
        parts: parts.iter().map(|part| (pos2(part.at[0], part.at[1]) * side, part.means.clone())).collect(),
    })
}

impl CalledCounter {
    /// Draws lines from the parts of the counter to the first lines of their meanings, whose middles are at `rows`, at `x`.
    pub(crate) fn lines(&self, x: f32, rows: &[f32]) -> Vec<Shape> {
        let stroke = Stroke::new(0.5, Color32::from_rgb(60, 52, 42));
        let mut shapes = Vec::new();
        for ((at, _), y) in self.parts.iter().zip(rows) {
            let bend = pos2(self.side + 6.0, *y);
            shapes.push(Shape::line(vec![*at, bend, pos2(x - 2.0, *y)], stroke));
            shapes.push(Shape::disc(*at, 1.3, Color32::WHITE));
            shapes.push(Shape::disc(*at, 0.9, stroke.color));
        }
        shapes
    }
}
