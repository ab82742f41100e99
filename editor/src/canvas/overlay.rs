//! Temporary overlays on the map: the hex under the pointer, the selection, previews and marks.

use battlewright_schema::Cell;
use egui::{Color32, Mesh, Painter, Pos2, Rect, Shape, Stroke, vec2};

use super::pen::{self, ShapePainter as _};
use super::{View, ink, outline as group, overview};

/// Draws an outline around a group of hexes, without the hexsides inside.
pub fn outline(painter: &Painter, view: &View, cells: &[Cell]) {
    outline_in(painter, view, cells, ink::ACCENT);
}

/// Draws an outline in `color` around a group of hexes.
pub fn outline_in(painter: &Painter, view: &View, cells: &[Cell], color: Color32) {
    painter.draw(|shapes| group::around(shapes, view, cells, color));
}

/// Draws an outline in `color` around the visible hexes that satisfy `within`.
pub fn outline_where(painter: &Painter, view: &View, within: &dyn Fn(Cell) -> bool, color: Color32) {
    // At low zoom, lines would be wider than hexes.
    if view.detail() >= overview::FAR {
        let cells = view.cells().filter(|cell| within(*cell));
        painter.draw(|shapes| group::rim(shapes, view, cells, within, color));
    }
}

/// Outlines the hex under the idle pointer.
pub fn hover(painter: &Painter, view: &View, cell: Option<Cell>) {
    if let Some(cell) = cell {
        outline_in(painter, view, &[cell], ink::LINE.gamma_multiply(0.55));
    }
}

/// Fills hexes with a color.
pub fn tint(painter: &Painter, view: &View, cells: &[Cell], color: Color32) {
    painter.draw(|shapes| group::tint(shapes, view, cells, color));
}

/// Fills the visible hexes that satisfy `within` with a color.
pub fn tint_where(painter: &Painter, view: &View, within: &dyn Fn(Cell) -> bool, color: Color32) {
    if view.detail() < overview::FAR {
        let cells = overview::in_lines(view).filter(|cell| within(*cell)).map(|cell| (cell, color));
        painter.add(Shape::mesh(overview::bricks(view, cells)));
        return;
    }
    let mut mesh = Mesh::default();
    for cell in view.cells().filter(|cell| within(*cell)) {
        pen::fan(&mut mesh, view.center(cell), &view.corners(cell), color);
    }
    painter.add(Shape::mesh(mesh));
}

/// Outlines a hex in which the tool has no effect.
pub fn refused(painter: &Painter, view: &View, cell: Cell) {
    outline_in(painter, view, &[cell], ink::WRONG.gamma_multiply(0.7));
}

/// Marks the hexes of legal choices with dots.
pub fn choices(painter: &Painter, view: &View, cells: &[Cell]) {
    let r = view.radius();
    tint(painter, view, cells, ink::ACCENT.gamma_multiply(0.17));
    outline_in(painter, view, cells, ink::ACCENT.gamma_multiply(0.85));
    for cell in cells {
        let dot = (r * 0.11).min(7.0);
        painter.circle(view.center(*cell), dot, ink::ACCENT, Stroke::new((dot * 0.3).max(1.0), Color32::WHITE));
    }
}

/// Hatches a hex with thin slanted lines, for command range and ZOC.
pub fn hatch(painter: &Painter, view: &View, cell: Cell, color: Color32, dense: bool) {
    let r = view.radius();
    let clip = view.corners(cell);
    let (center, step) = (view.center(cell), if dense { r * 0.22 } else { r * 0.40 });
    let along = egui::vec2(0.707, -0.707);
    let across = along.rot90();
    let mut offset = -r;
    while offset <= r {
        if let Some(ends) = cut(center + across * offset, along, &clip) {
            painter.line_segment(ends, Stroke::new((r * 0.03).clamp(0.7, 1.6), color));
        }
        offset += step;
    }
}

/// Draws a burst of fire with this radius.
pub fn burst(painter: &Painter, center: Pos2, radius: f32) {
    const RAYS: u8 = 8;
    let star = |radius: f32| -> Vec<Pos2> {
        let ray = |n: u8| {
            let length = if n.is_multiple_of(2) { radius } else { radius * 0.5 };
            center + egui::Vec2::angled(f32::from(n) * std::f32::consts::PI / f32::from(RAYS)) * length
        };
        (0..2 * RAYS).map(ray).collect()
    };
    let mut mesh = Mesh::default();
    let rim = (radius * 0.25).clamp(0.8, 2.5);
    for (radius, color) in [(radius + rim, Color32::WHITE), (radius, ink::WRONG)] {
        pen::fan(&mut mesh, center, &star(radius), color);
    }
    painter.add(Shape::mesh(mesh));
}

/// Draws broken lines of fire from hexes to the hexes that they fire at.
pub fn fire_lines(painter: &Painter, view: &View, lines: &[(Cell, Cell)]) {
    let width = (view.radius() * 0.06).clamp(1.5, 4.0);
    for (from, to) in lines {
        let (from, to) = (view.center(*from), view.center(*to));
        // From edge to edge of the counters.
        let (from, to) = (from.lerp(to, 0.25), to.lerp(from, 0.2));
        for (color, width) in [(Color32::WHITE, width + 1.5), (ink::WRONG, width)] {
            painter.extend(Shape::dashed_line(&[from, to], Stroke::new(width, color), width * 3.0, width * 2.0));
        }
    }
}

/// Returns the part of the line through `point` along `way` inside a convex polygon.
fn cut(point: Pos2, way: egui::Vec2, corners: &[Pos2; 6]) -> Option<[Pos2; 2]> {
    let mut hits: Vec<f32> = Vec::with_capacity(2);
    for n in 0..6 {
        let (a, b) = (corners[n], corners[(n + 1) % 6]);
        let side = b - a;
        let det = way.x * -side.y + way.y * side.x;
        if det.abs() < 1e-4 {
            continue;
        }
        let to = a - point;
        let t = (to.x * -side.y + to.y * side.x) / det;
        let u = (way.x * to.y - way.y * to.x) / det;
        if (0.0..=1.0).contains(&u) {
            hits.push(t);
        }
    }
    let (least, most) = (hits.iter().copied().reduce(f32::min)?, hits.iter().copied().reduce(f32::max)?);
    (most - least > 1.0).then(|| [point + way * least, point + way * most])
}

/// Paints lines of text beside `cell`, the first as a heading. The board is moved to stay within the view.
pub fn board(painter: &Painter, view: &View, cell: Cell, rows: &[String], color: Color32) {
    let text = |(n, row): (usize, &String)| {
        let color = if n == 0 { Color32::WHITE } else { Color32::from_gray(228) };
        painter.layout_no_wrap(row.clone(), egui::FontId::proportional(if n == 0 { 14.0 } else { 12.5 }), color)
    };
    let rows: Vec<_> = rows.iter().enumerate().map(text).collect();
    let size =
        rows.iter().fold(vec2(0.0, 0.0), |size, row| vec2(size.x.max(row.size().x), size.y + row.size().y + 2.0));
    let at = view.center(cell) + vec2(view.radius() * 0.9, -size.y - 8.0);
    let room = view.rect().shrink(12.0);
    let at =
        Pos2::new(at.x.min(room.right() - size.x).max(room.left()), at.y.min(room.bottom() - size.y).max(room.top()));
    let back = Rect::from_min_size(at, size).expand2(vec2(9.0, 6.0));
    painter.rect(back, 5.0, Color32::from_black_alpha(205), Stroke::new(1.5, color), egui::StrokeKind::Inside);
    let mut y = at.y;
    for row in rows {
        let height = row.size().y + 2.0;
        painter.galley(Pos2::new(at.x, y), row, Color32::WHITE);
        y += height;
    }
}
