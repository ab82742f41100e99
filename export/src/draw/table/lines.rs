//! Lines of a table, from brooks to embankments, and the crossings on them.

use battlewright_schema::{LineLook, LineView, PointKind, PointView};
use ecolor::Color32;
use emath::{Pos2, Vec2, vec2};

use super::Brush;
use super::geometry::{clipped, distance, length, natural, runs_within, turning};
use crate::draw::ink;
use crate::draw::{Shape, Stroke};

/// The most ticks, teeth and other marks along the lines of a table. Beyond it, lines are drawn plain.
const MOST_MARKS: f32 = 100_000.0;

/// The most comparisons between crossings and lines. Beyond it, crossings do not turn with their lines.
const MOST_WORK: usize = 20_000_000;

/// The lines of a table, clipped to it, in points of the drawing.
pub(super) struct TableLines {
    lines: Vec<(LineLook, Vec<Pos2>)>,
    /// `true` to draw lines without curves and ticks.
    is_plain: bool,
}

impl TableLines {
    /// Prepares `views` for drawing, from bottom to top.
    pub(super) fn new(views: &[LineView<'_>], brush: &Brush<'_>) -> Self {
        let mut lines: Vec<(LineLook, Vec<Pos2>)> = Vec::new();
        for view in views {
            let line: Vec<Pos2> = view.line.iter().map(|point| brush.at(*point)).collect();
            lines.extend(runs_within(&line, brush.table).into_iter().map(|run| (view.look, run)));
        }
        lines.sort_by_key(|(look, _)| *look);
        let long: f32 = lines.iter().map(|(_, line)| length(line, false) / brush.inch * 6.0 + line.len() as f32).sum();
        let is_plain = long > MOST_MARKS || !brush.is_detailed();
        for (look, line) in lines.iter_mut().filter(|_| !is_plain) {
            *line = match look {
                LineLook::Stream | LineLook::River => natural(line, false, brush.inch * 0.8, brush.inch * 0.09),
                LineLook::Road => natural(line, false, brush.inch * 2.0, brush.inch * 0.06),
                LineLook::Embankment | LineLook::Hedge => natural(line, false, brush.inch * 4.0, 0.0),
                LineLook::Cliff | LineLook::Wall | LineLook::Trench => continue,
            };
        }
        Self { lines, is_plain }
    }

    /// Draws the lines.
    pub(super) fn paint(&self, shapes: &mut Vec<Shape>, brush: &Brush<'_>) {
        // All casings of roads and banks of waters come before all fills, so that junctions are open.
        let mut done = 0;
        while let Some((look, _)) = self.lines.get(done) {
            let same = self.lines[done..].iter().take_while(|(other, _)| kind(*other) == kind(*look)).count();
            let group = &self.lines[done..done + same];
            for (look, line) in group {
                self.under(shapes, *look, line, brush);
            }
            for (look, line) in group {
                self.over(shapes, *look, line, brush);
            }
            done += same;
        }
    }

    /// Draws the lower part of a line.
    fn under(&self, shapes: &mut Vec<Shape>, look: LineLook, line: &[Pos2], brush: &Brush<'_>) {
        let inks = brush.inks;
        let mut add = |width: f32, color: Color32| shapes.push(broad(line, width, color, brush));
        match look {
            LineLook::Stream => add(0.17, ink::shade(inks.water, 0.72)),
            LineLook::River => add(0.50, ink::shade(inks.water, 0.72)),
            LineLook::Road => add(0.24, inks.road_edge),
            LineLook::Wall => add(0.14, inks.wall),
            LineLook::Hedge => add(0.10, Color32::from_rgb(96, 126, 70)),
            LineLook::Trench => add(0.16, ink::shade(inks.wall, 0.8)),
            LineLook::Cliff => add(0.09, inks.slope),
            LineLook::Embankment if self.is_plain => {}
            LineLook::Embankment => {
                let slope = brush.stroke(0.028, brush.lit(inks.slope));
                for (at, way) in along(line, brush.inch * 0.2) {
                    let across = way.rot90() * brush.inch;
                    for side in [-across, across] {
                        shapes.push(Shape::segment([at + side * 0.13, at + side * 0.24], slope));
                    }
                }
            }
        }
    }

    /// Draws the upper part of a line.
    fn over(&self, shapes: &mut Vec<Shape>, look: LineLook, line: &[Pos2], brush: &Brush<'_>) {
        let (inks, inch) = (brush.inks, brush.inch);
        let mut add = |width: f32, color: Color32| shapes.push(broad(line, width, color, brush));
        match look {
            LineLook::Stream => add(0.10, ink::shade(inks.water, 1.22)),
            LineLook::River => add(0.40, ink::shade(inks.water, 1.22)),
            LineLook::Road => add(0.14, inks.road),
            LineLook::Embankment => {
                add(0.13, Color32::from_rgb(58, 52, 46));
                add(0.08, Color32::from_rgb(240, 233, 218));
                if !self.is_plain {
                    let tie = brush.stroke(0.09, brush.lit(Color32::from_rgb(58, 52, 46)));
                    for (at, way) in along(line, inch * 0.36) {
                        shapes.push(Shape::segment([at - way * inch * 0.09, at + way * inch * 0.09], tie));
                    }
                }
            }
            LineLook::Wall if !self.is_plain => {
                let stone = brush.stroke(0.075, brush.lit(Color32::from_rgb(196, 182, 152)));
                for (at, way) in along(line, inch * 0.17) {
                    shapes.push(Shape::segment([at - way * inch * 0.055, at + way * inch * 0.055], stone));
                }
            }
            LineLook::Hedge if !self.is_plain => {
                let green = brush.lit(Color32::from_rgb(120, 150, 88));
                for (at, _) in along(line, inch * 0.17) {
                    let edge = brush.stroke(0.015, ink::shade(green, 0.6));
                    shapes.push(Shape::Disc { center: at, radius: inch * 0.09, fill: green, edge });
                }
            }
            LineLook::Trench if !self.is_plain => {
                add(0.07, Color32::from_rgb(226, 214, 190));
                // Traverses on both sides: the file does not say which side is the front.
                let tooth = brush.stroke(0.05, brush.lit(ink::shade(inks.wall, 0.8)));
                for (n, (at, way)) in (0_u32..).zip(along(line, inch * 0.2)) {
                    let out = way.rot90() * inch * if n % 2 == 0 { 0.2 } else { -0.2 };
                    shapes.push(Shape::segment([at, at + out], tooth));
                }
            }
            LineLook::Cliff if !self.is_plain => {
                let rock = brush.lit(inks.slope);
                for (at, way) in along(line, inch * 0.22) {
                    let (half, out) = (way * inch * 0.09, way.rot90() * inch * 0.24);
                    shapes.push(Shape::area(vec![at - half, at + half, at + out], rock));
                }
            }
            LineLook::Wall | LineLook::Hedge | LineLook::Trench | LineLook::Cliff => {}
        }
    }
}

/// Returns a line of this width in inches. At the edge of the table it ends along the edge, however slanted it is.
fn broad(line: &[Pos2], width: f32, color: Color32, brush: &Brush<'_>) -> Shape {
    let stroke = brush.stroke(width, brush.lit(color));
    let inner = brush.table.shrink(brush.inch * 0.01);
    let [first, second, .., before, last] = line else { return Shape::line(line.to_vec(), stroke) };
    if inner.contains(*first) && inner.contains(*last) {
        return Shape::line(line.to_vec(), stroke);
    }
    let mut line = line.to_vec();
    let further = |end: Pos2, inside: Pos2| {
        if inner.contains(end) { end } else { end + (end - inside).normalized() * stroke.width * 2.0 }
    };
    let ends = (further(*first, *second), further(*last, *before));
    let count = line.len();
    (line[0], line[count - 1]) = ends;
    let side = |at: usize| {
        let way = line[(at + 1).min(count - 1)] - line[at.saturating_sub(1)];
        way.normalized().rot90() * stroke.width / 2.0
    };
    let right = (0..count).map(|at| line[at] + side(at));
    let left = (0..count).rev().map(|at| line[at] - side(at));
    let mut rim = clipped(&right.chain(left).collect::<Vec<Pos2>>(), brush.table);
    if turning(&rim) < 0.0 {
        rim.reverse();
    }
    Shape::Polygon { rim, fill: stroke.color, edge: Stroke::NONE }
}

/// Returns a number that is the same for looks that are drawn as one layer.
fn kind(look: LineLook) -> u8 {
    match look {
        LineLook::Stream | LineLook::River => 0,
        LineLook::Cliff => 1,
        LineLook::Hedge => 2,
        LineLook::Wall => 3,
        LineLook::Trench => 4,
        LineLook::Road => 5,
        LineLook::Embankment => 6,
    }
}

/// Returns points along a line, `apart` from each other, each with the direction of the line.
fn along(line: &[Pos2], apart: f32) -> Vec<(Pos2, Vec2)> {
    let (mut points, mut left) = (Vec::new(), apart / 2.0);
    for pair in line.windows(2) {
        let (way, long) = ((pair[1] - pair[0]).normalized(), pair[0].distance(pair[1]));
        while left < long {
            points.push((pair[0] + way * left, way));
            left += apart;
        }
        left -= long;
    }
    points
}

/// Returns the direction of the road, or across the line, on which each of the crossings lies; `None` for other points and far
/// from all lines.
fn directions(points: &[PointView<'_>], lines: &[LineView<'_>], brush: &Brush<'_>) -> Vec<Option<Vec2>> {
    let crossings = points.iter().filter(|point| is_crossing(point.kind)).count();
    let segments: usize = lines.iter().map(|line| line.line.len()).sum();
    if crossings.saturating_mul(segments) > MOST_WORK {
        return vec![None; points.len()];
    }
    let direction = |point: &PointView<'_>| {
        let at = brush.at(point.at);
        let nearest = |is_road: bool| {
            let of_kind = lines.iter().filter(|line| is_road == (kind(line.look) >= 5));
            let ends = of_kind.flat_map(|line| line.line.windows(2).map(|ends| [brush.at(ends[0]), brush.at(ends[1])]));
            let near = ends.map(|ends| (distance(at, ends), ends[1] - ends[0]));
            let (far, way) = near.min_by(|a, b| a.0.total_cmp(&b.0))?;
            (far < brush.inch * 0.4 && way.length_sq() > 0.0).then(|| way.normalized())
        };
        let across = nearest(false).map(Vec2::rot90);
        // A road along the bank is no road across.
        match nearest(true) {
            Some(road) if across.is_none_or(|across| across.dot(road).abs() > 0.5) => Some(road),
            _ => across,
        }
    };
    points.iter().map(|point| direction(point).filter(|_| is_crossing(point.kind))).collect()
}

fn is_crossing(kind: PointKind<'_>) -> bool {
    matches!(kind, PointKind::Bridge | PointKind::Ford | PointKind::Gate)
}

/// Draws the bridges, fords and gates among `points`.
pub(super) fn crossings(shapes: &mut Vec<Shape>, points: &[PointView<'_>], lines: &[LineView<'_>], brush: &Brush<'_>) {
    let inks = brush.inks;
    for (point, way) in points.iter().zip(directions(points, lines, brush)) {
        let at = brush.at(point.at);
        if !is_crossing(point.kind) || !brush.table.contains(at) {
            continue;
        }
        let way = way.unwrap_or(Vec2::UP) * brush.inch;
        let side = way.rot90();
        let rail = brush.stroke(0.07, brush.lit(Color32::from_rgb(58, 48, 38)));
        match point.kind {
            PointKind::Bridge => {
                let deck = [at - way * 0.42, at + way * 0.42];
                shapes.push(Shape::segment(deck, brush.stroke(0.30, brush.lit(inks.road))));
                for sign in [-1.0, 1.0] {
                    // The rails spread at both ends, as on a map.
                    let off = side * 0.17 * sign;
                    let line = vec![
                        deck[0] + off * 1.7 - way * 0.08,
                        deck[0] + off,
                        deck[1] + off,
                        deck[1] + off * 1.7 + way * 0.08,
                    ];
                    shapes.push(Shape::line(line, rail));
                }
            }
            PointKind::Ford => {
                for n in [-1.5_f32, -0.5, 0.5, 1.5] {
                    let spot = at + way * 0.22 * n;
                    let dash = [spot - side * 0.14, spot + side * 0.14];
                    shapes.push(Shape::segment(dash, brush.stroke(0.07, brush.lit(inks.road))));
                }
            }
            PointKind::Gate => {
                shapes
                    .push(Shape::segment([at - side * 0.2, at + side * 0.2], brush.stroke(0.26, brush.lit(inks.road))));
                for sign in [-1.0, 1.0] {
                    let post = at + side * 0.22 * sign;
                    let edge = Stroke::new(brush.inch * 0.03, brush.lit(Color32::from_rgb(58, 48, 38)));
                    let fill = brush.lit(inks.wall);
                    shapes.push(Shape::Disc { center: post, radius: brush.inch * 0.1, fill, edge });
                }
            }
            PointKind::Objective(_) | PointKind::Entry(..) => {}
        }
    }
}

/// Returns an arrow that points from `tail` in the direction of `way`, a unit vector; `long` is its length.
pub(super) fn arrow(tail: Pos2, way: Vec2, long: f32) -> Vec<Pos2> {
    let across = way.rot90();
    let at = |x: f32, y: f32| tail + way * long * x + across * long * y;
    vec![at(0.0, 0.14), at(0.5, 0.14), at(0.5, 0.36), at(1.0, 0.0), at(0.5, -0.36), at(0.5, -0.14), at(0.0, -0.14)]
}

/// Returns the direction inward from the nearest edge of the table, and the distance from that edge.
pub(super) fn inward(at: Pos2, brush: &Brush<'_>) -> (Vec2, f32) {
    let table = brush.table;
    let edges = [
        (vec2(1.0, 0.0), at.x - table.left()),
        (vec2(-1.0, 0.0), table.right() - at.x),
        (vec2(0.0, 1.0), at.y - table.top()),
        (vec2(0.0, -1.0), table.bottom() - at.y),
    ];
    let nearest = edges.into_iter().min_by(|a, b| a.1.total_cmp(&b.1));
    nearest.unwrap_or((vec2(0.0, 1.0), 0.0))
}
