//! Arrows of advice for computer players, and of their plans.

use battlewright_schema::AdvicePosture;
use egui::{Align2, Color32, FontId, Painter, Pos2, Shape, Stroke, Vec2, vec2};

use crate::model::advice::{AdviceArrow, AdviceSpot};

/// The length of a dash and of a gap of a broken shaft, in widths of the shaft.
const DASH: [f32; 2] = [3.0, 2.0];

/// Paints arrows from groups to objectives, each in the color of its side. `place` returns the position of a spot on the screen, and
/// `width` is that of a shaft.
pub fn paint(
    painter: &Painter,
    arrows: &[AdviceArrow],
    colors: [Color32; 2],
    width: f32,
    place: impl Fn(AdviceSpot) -> Pos2,
) {
    for arrow in arrows {
        let color = colors.get(arrow.side).copied().unwrap_or(Color32::GRAY);
        let Some(to) = middle(&arrow.to, &place) else { continue };
        let ring = width * 3.0;
        for (color, width) in [(Color32::WHITE, width * 0.9 + 2.0), (color, width * 0.9)] {
            painter.circle_stroke(to, ring, Stroke::new(width, color));
        }
        let from = middle(&arrow.from, &place).filter(|from| from.distance(to) > ring * 2.0);
        if let Some(from) = from {
            let end = to + (from - to).normalized() * ring;
            let is_broken = matches!(arrow.posture, Some(AdvicePosture::Delay | AdvicePosture::Reserve));
            for (color, width) in [(Color32::WHITE, width + 2.5), (color, width)] {
                shaft(painter, from, end, Stroke::new(width, color), is_broken);
            }
        }
        if let Some(posture) = arrow.posture {
            note(painter, from.unwrap_or(to).lerp(to, 0.5), posture.word(), color);
        }
    }
}

/// Returns the mean position of `spots`.
fn middle(spots: &[AdviceSpot], place: &impl Fn(AdviceSpot) -> Pos2) -> Option<Pos2> {
    let sum = spots.iter().fold(Vec2::ZERO, |sum, spot| sum + place(*spot).to_vec2());
    let count = u16::try_from(spots.len()).ok().filter(|count| *count > 0)?;
    Some((sum / f32::from(count)).to_pos2())
}

/// Paints a shaft with its head.
fn shaft(painter: &Painter, from: Pos2, to: Pos2, stroke: Stroke, is_broken: bool) {
    if is_broken {
        painter.extend(Shape::dashed_line(&[from, to], stroke, stroke.width * DASH[0], stroke.width * DASH[1]));
    } else {
        painter.line_segment([from, to], stroke);
    }
    let back = (from - to).normalized() * (stroke.width * 2.0 + 6.0);
    for turned in [0.5, -0.5] {
        painter.line_segment([to, to + egui::emath::Rot2::from_angle(turned) * back], stroke);
    }
}

/// Paints the word of the order on the shaft.
fn note(painter: &Painter, at: Pos2, word: &str, color: Color32) {
    let galley = painter.layout_no_wrap(word.to_owned(), FontId::proportional(12.0), color);
    let rect = Align2::CENTER_CENTER.anchor_size(at, galley.size()).expand2(vec2(4.0, 1.0));
    painter.rect_filled(rect, 3.0, Color32::from_white_alpha(235));
    painter.galley(rect.min + vec2(4.0, 1.0), galley, color);
}
