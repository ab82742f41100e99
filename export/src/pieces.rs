//! All counters of a scenario in one picture: fronts above their backs, by side and formation, then one of each marker.

use emath::{Rect, Vec2, pos2, vec2};

use crate::draw::{Shape, counters};
use crate::pdf::counters::{markers, units};
use crate::scene::Scene;

/// The width of a drawn counter, in units of the picture.
pub(crate) const WIDTH: f32 = 40.0;
/// The number of counters per row.
const ACROSS: usize = 12;

/// Draws the counters and returns the size of the picture.
pub(crate) fn picture(scene: &Scene<'_>) -> (Vec<Shape>, Vec2) {
    const STEP: Vec2 = vec2(WIDTH * 1.1, WIDTH * 2.3);
    let count = |n: usize| f32::from(u16::try_from(n).unwrap_or(u16::MAX));
    let mut printed = units(scene);
    printed.extend(markers(scene));
    let mut shapes = Vec::new();
    for (n, one) in printed.iter().enumerate() {
        let corner = pos2(count(n % ACROSS) * STEP.x, count(n / ACROSS) * STEP.y) + Vec2::splat(WIDTH * 0.1);
        let front = Rect::from_min_size(corner, Vec2::splat(WIDTH));
        let back = front.translate(vec2(0.0, WIDTH * 1.05));
        for (rect, (manner, piece)) in [front, back].into_iter().zip(&one.sides) {
            counters::counter(&mut shapes, rect.center(), WIDTH, piece, manner);
        }
    }
    let size = vec2(count(printed.len().clamp(1, ACROSS)), count(printed.len().div_ceil(ACROSS).max(1)));
    (shapes, size * STEP + Vec2::splat(WIDTH * 0.1))
}
