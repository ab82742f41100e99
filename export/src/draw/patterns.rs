//! Terrain patterns that continue across hexes: dots and slanted lines.

use battlewright_schema::Cell;
use ecolor::Color32;
use emath::{Pos2, Vec2};

use super::{Shape, View, ink};

/// The distance of slanted lines, in hex radii.
const STEP: f32 = 0.24;

/// The part of a hex filled by a pattern, as a fraction of its radius.
const WITHIN: f32 = 0.86;

/// Draws dots over `cell`.
pub(super) fn dots(shapes: &mut Vec<Shape>, view: &View, cell: Cell, color: Color32) {
    let (at, r) = (view.center(cell), view.radius());
    let rows = [-0.6_f32, -0.3, 0.0, 0.3, 0.6];
    for (n, y) in rows.into_iter().enumerate() {
        let shift = if n % 2 == 0 { 0.0 } else { 0.15 };
        for x in [-0.6_f32, -0.3, 0.0, 0.3, 0.6].map(|x| x + shift) {
            if Vec2::new(x, y).length() <= 0.7 {
                shapes.push(Shape::disc(at + Vec2::new(x, y) * r, r * 0.045, color));
            }
        }
    }
}

/// Draws slanted lines over `cell`, in both directions if `crossed`. Lines of neighboring hexes align.
pub(super) fn stripes(shapes: &mut Vec<Shape>, view: &View, cell: Cell, color: Color32, crossed: bool) {
    let (center, r) = (view.center(cell), view.radius());
    let corners = view.corners(cell).map(|corner| center.lerp(corner, WITHIN));
    let stroke = ink::stroke(r * 0.028, color.gamma_multiply(0.8));
    let ways = [Vec2::new(1.0, -1.0), Vec2::new(1.0, 1.0)];
    for way in ways.into_iter().map(Vec2::normalized).take(if crossed { 2 } else { 1 }) {
        let across = way.rot90();
        // Measured from the origin of the map, so that lines continue from hex to hex.
        let far = |at: Pos2| (at - view.origin()).dot(across) / (r * STEP);
        let (least, most) =
            corners.iter().map(|corner| far(*corner)).fold((f32::MAX, f32::MIN), |(a, b), x| (a.min(x), b.max(x)));
        let mut line = least.ceil();
        while line <= most {
            if let Some(ends) = cut(&corners, &|at| far(at) - line) {
                shapes.push(Shape::segment(ends, stroke));
            }
            line += 1.0;
        }
    }
}

/// Returns the part within `corners` of the line on which `off` is 0.
fn cut(corners: &[Pos2; 6], off: &dyn Fn(Pos2) -> f32) -> Option<[Pos2; 2]> {
    let mut ends = Vec::with_capacity(2);
    for n in 0..corners.len() {
        let (from, to) = (corners[n], corners[(n + 1) % corners.len()]);
        let (a, b) = (off(from), off(to));
        if (a < 0.0) != (b < 0.0) {
            ends.push(from.lerp(to, a / (a - b)));
        }
    }
    <[Pos2; 2]>::try_from(ends).ok()
}
