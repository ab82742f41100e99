//! Side tags: the name of a side on its color, that of the second side striped as its counters are.

use ecolor::Color32;
use emath::{Align2, Pos2, Rect, pos2, vec2};

use crate::draw::{Shape, Stroke, Text, ink, text};

/// The most that a stripe differs in brightness from the color of its side.
const STRIPE: f32 = 0.12;

/// The name of a side on its color.
#[derive(Clone, Debug)]
pub(super) struct Tag {
    pub(super) name: String,
    /// The size of the letters, in points.
    pub(super) size: f32,
    pub(super) color: Color32,
    /// `true` for the second side.
    pub(super) is_striped: bool,
    /// The outline; none on paper, unless in black and white.
    pub(super) outline: Option<Color32>,
}

impl Tag {
    pub(super) fn width(&self) -> f32 {
        text::width(&self.name) * self.size + self.size * 0.8
    }

    pub(super) fn height(&self) -> f32 {
        self.size * 1.22
    }

    /// Draws the tag with the middle of its left edge at `at`.
    pub(super) fn draw(&self, at: Pos2, shapes: &mut Vec<Shape>) {
        let rect = Rect::from_min_size(pos2(at.x, at.y - self.height() / 2.0), vec2(self.width(), self.height()));
        let edge = self.outline.map_or(Stroke::NONE, |color| Stroke::new(0.6, color));
        let (ink, stripe) = self.inks();
        shapes.push(Shape::Box { rect, round: 1.2, fill: self.color, edge: Stroke::NONE });
        if self.is_striped {
            stripes(shapes, rect.shrink2(vec2(0.6, 0.0)), stripe);
        }
        if !edge.is_none() {
            shapes.push(Shape::frame(rect, 1.2, edge));
        }
        let words = Text::new(rect.center(), self.name.as_str(), self.size, ink).anchored(Align2::CENTER_CENTER);
        shapes.push(words.into());
    }

    /// Returns the color of the letters, legible on the color of the side and on its stripes, and that of the stripes.
    pub(super) fn inks(&self) -> (Color32, Color32) {
        let ink = ink::on(self.color);
        // Stripes go away from the letters, and towards them only where the color leaves no other way.
        let away = if ink::luminance(ink) > 0.5 { Color32::BLACK } else { Color32::WHITE };
        let stripe = self.color.lerp_to_gamma(away, STRIPE);
        let is_seen = ink::contrast(stripe, self.color) > 1.08;
        let towards = if away == Color32::BLACK { Color32::WHITE } else { Color32::BLACK };
        (ink, if is_seen { stripe } else { self.color.lerp_to_gamma(towards, STRIPE) })
    }
}

/// Draws diagonal stripes within `rect`.
fn stripes(shapes: &mut Vec<Shape>, rect: Rect, color: Color32) {
    let high = rect.height();
    let (step, wide) = (high * 0.8, high * 0.36);
    let mut left = rect.left() + step * 0.3;
    while left + wide + high <= rect.right() {
        let rim = [
            pos2(left, rect.bottom()),
            pos2(left + high, rect.top()),
            pos2(left + high + wide, rect.top()),
            pos2(left + wide, rect.bottom()),
        ];
        shapes.push(Shape::area(rim.to_vec(), color));
        left += step;
    }
}
