//! Stripes that distinguish the counters of the second side without color.

use ecolor::Color32;
use emath::{Rect, pos2};

use super::{Shape, Stroke, ink};

/// The least contrast of stripes with the color beneath.
const SEEN: f32 = 1.25;

/// Draws stripes over `rect`, which is filled with `color`, without reducing the contrast of text on it much.
pub fn draw(shapes: &mut Vec<Shape>, rect: Rect, color: Color32) {
    let stripe = stripe(color);
    let (wide, high) = (rect.width(), rect.height());
    let step = wide.max(high) * 0.2;
    let line = Stroke::new((step * 0.36).max(0.8), stripe);
    let mut far = step * 0.75;
    while far < wide + high {
        let from = pos2(rect.left() + (far - high).max(0.0), rect.top() + far.min(high));
        let to = pos2(rect.left() + far.min(wide), rect.top() + (far - wide).max(0.0));
        shapes.push(Shape::segment([from, to], line));
        far += step;
    }
}

/// Returns the stripe color on `color`: away from the text color if that leaves enough contrast.
fn stripe(color: Color32) -> Color32 {
    let (away, towards) = match ink::luminance(ink::on(color)) {
        light if light > 0.5 => (Color32::BLACK, Color32::WHITE),
        _ => (Color32::WHITE, Color32::BLACK),
    };
    let stripe = color.lerp_to_gamma(away, 0.38);
    if ink::contrast(color, stripe) > SEEN { stripe } else { color.lerp_to_gamma(towards, 0.2) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the linear light seen without the cones for red (protanopia) or green (deuteranopia), after Viénot,
    /// Brettel and Mollon (1999).
    fn seen_without(red: bool, color: Color32) -> [f32; 3] {
        let [r, g, b] = [color.r(), color.g(), color.b()].map(ink::linear);
        if red {
            let same = 0.112 * r + 0.888 * g;
            [same, same, 0.004 * r - 0.004 * g + b]
        } else {
            let same = 0.293 * r + 0.707 * g;
            [same, same, -0.022 * r + 0.022 * g + b]
        }
    }

    #[test]
    fn the_default_colors_of_the_sides_differ_for_every_eye() {
        let [a, b] = [ink::side(0), ink::side(1)];
        assert!(ink::contrast(a, b) >= 2.0, "in gray: {}", ink::contrast(a, b));
        for red in [true, false] {
            let light = |color| {
                let [r, g, b] = seen_without(red, color);
                0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
            };
            let (a, b): (f32, f32) = (light(a), light(b));
            assert!(a.max(b) / a.min(b) >= 2.0, "{a} {b}");
        }
    }

    #[test]
    fn stripes_are_seen_and_do_not_harm_what_is_written_over_them() {
        for color in [ink::side(0), ink::side(1), Color32::from_rgb(60, 66, 74), Color32::from_rgb(222, 210, 180)] {
            let text = ink::on(color);
            assert!(ink::contrast(text, stripe(color)) >= 4.5, "{color:?}");
            assert!(ink::contrast(color, stripe(color)) > SEEN, "{color:?}: {}", ink::contrast(color, stripe(color)));
        }
    }
}
