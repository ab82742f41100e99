//! A line of sight on the map: the field of view, the line, and the obstacles.

use battlewright_engine::show::LineOfSight;
use battlewright_schema::Cell;
use egui::{Color32, Mesh, Painter, Pos2, Shape, Stroke};

use super::View;
use super::{ink, overlay, pen};

/// The color of a clear line.
pub const CLEAR: Color32 = Color32::from_rgb(46, 130, 74);
/// The shade over hexes out of sight.
const UNSEEN: Color32 = Color32::from_black_alpha(74);
/// The maximum number of obstacles in the text beside the line.
const TOLD: usize = 4;

/// Paints the field of view: hexes in sight of `from` are lit, all others are shaded.
pub fn field(painter: &Painter, view: &View, from: Cell, seen: &[Cell], has: &dyn Fn(Cell) -> bool) {
    let seen: std::collections::BTreeSet<Cell> = seen.iter().copied().collect();
    let mut mesh = Mesh::default();
    for cell in view.cells().filter(|cell| has(*cell) && *cell != from) {
        let color = if seen.contains(&cell) { Color32::from_rgb(255, 226, 92).gamma_multiply(0.20) } else { UNSEEN };
        pen::fan(&mut mesh, view.center(cell), &view.corners(cell), color);
    }
    painter.add(Shape::mesh(mesh));
    overlay::outline_in(painter, view, &[from], ink::ACCENT);
}

/// Paints the line from `from` to `to` with its obstacles and text.
pub fn line(painter: &Painter, view: &View, from: Cell, to: Cell, line: &LineOfSight) {
    let (a, b) = (view.center(from), view.center(to));
    let color = if line.is_clear() { CLEAR } else { ink::WRONG };
    let cells: Vec<Cell> = line.obstacles.iter().map(|obstacle| obstacle.cell).collect();
    overlay::tint(painter, view, &cells, ink::WRONG.gamma_multiply(0.30));
    overlay::outline_in(painter, view, &cells, ink::WRONG);
    let wide = (view.radius() * 0.12).clamp(2.5, 7.0);
    let stop = line.obstacles.first().map_or(b, |first| nearest(a, b, view.center(first.cell)));
    painter.line_segment([a, b], Stroke::new(wide + 2.5, Color32::from_white_alpha(190)));
    painter.line_segment([a, stop], Stroke::new(wide, color));
    painter.extend(Shape::dashed_line(&[stop, b], Stroke::new(wide * 0.7, color), wide * 1.6, wide * 1.4));
    for end in [a, b] {
        painter.circle(end, wide * 1.3, color, Stroke::new(1.5, Color32::WHITE));
    }
    overlay::outline_in(painter, view, &[to], color);
    paint_text(painter, view, to, line, color);
}

/// Returns the point on the segment from `a` to `b` nearest to `point`.
fn nearest(a: Pos2, b: Pos2, point: Pos2) -> Pos2 {
    let way = b - a;
    let t = ((point - a).dot(way) / way.length_sq().max(1.0)).clamp(0.0, 1.0);
    a + way * t
}

/// Paints the text beside the far end of the line.
fn paint_text(painter: &Painter, view: &View, to: Cell, line: &LineOfSight, color: Color32) {
    let head = if line.is_clear() { "Clear" } else { "Blocked" };
    let mut rows = vec![format!("{head}  ·  {}", line.rule)];
    rows.extend(line.obstacles.iter().take(TOLD).map(|obstacle| obstacle.reason.clone()));
    if line.obstacles.len() > TOLD {
        rows.push(format!("and {} more", line.obstacles.len() - TOLD));
    }
    overlay::board(painter, view, to, &rows, color);
}
