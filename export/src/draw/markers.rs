//! Markers and chits: on units, on tracks and on the map.

use battlewright_engine::show::Piece;
use ecolor::Color32;
use emath::{Pos2, Rect, vec2};

use super::counters::{CounterStyle, DETAIL, PAPER, fit_text};
use super::{Shape, Stroke, Text, ink};

/// The color of a marker's disk.
const BADGE: Color32 = Color32::from_rgb(168, 44, 32);
/// The length of a text line before a word wraps, in characters.
const LINE: usize = 10;

/// Draws the first letter of `marker` on a disk.
pub(super) fn disk(shapes: &mut Vec<Shape>, center: Pos2, radius: f32, marker: &str) {
    let letter: String = marker.chars().take(1).collect();
    let edge = Stroke::new((radius * 0.14).max(0.6), PAPER);
    shapes.push(Shape::Disc { center, radius, fill: BADGE, edge });
    shapes.push(Text::new(center, &letter, radius * 1.45, PAPER).bold().into());
}

/// Draws a marker of neither side: the disk that appears on marked counters, above the marker's text.
pub(super) fn badge(shapes: &mut Vec<Shape>, rect: Rect, piece: &Piece, manner: &CounterStyle) {
    let w = rect.width();
    if manner.density.pixels(w) < DETAIL {
        disk(shapes, rect.center(), w * 0.40, &piece.label);
        return;
    }
    disk(shapes, rect.min + vec2(0.5, 0.35) * w, w * 0.25, &piece.label);
    words(shapes, part(rect, [0.06, 0.64, 0.94, 0.95]), &piece.label, w * 0.16, ink::on(PAPER));
}

/// Draws a side's flag on a pole, the marker of control.
pub(super) fn flag(shapes: &mut Vec<Shape>, rect: Rect, piece: &Piece, manner: &CounterStyle) {
    let w = rect.width();
    standard(shapes, rect.min + vec2(0.45, 0.40) * w, w * 0.30, manner.band());
    if manner.density.pixels(w) >= DETAIL {
        fit_text(shapes, part(rect, [0.06, 0.74, 0.94, 0.96]), &piece.label, w * 0.17, manner.ink());
    }
}

/// Draws a flag on a pole, centered at `at`, twice as high as `size`.
pub fn standard(shapes: &mut Vec<Shape>, at: Pos2, size: f32, color: Color32) {
    let foot = at + vec2(-size * 0.5, size);
    let top = at + vec2(-size * 0.5, -size);
    shapes.push(Shape::segment([foot, top], Stroke::new((size * 0.2).max(1.0), ink::LINE)));
    let cloth = Rect::from_min_size(top, vec2(size * 1.5, size));
    let edge = Stroke::new((size * 0.1).max(0.7), ink::shade(color, 0.5));
    shapes.push(Shape::Box { rect: cloth, round: 0.0, fill: color, edge });
}

/// Draws a chit or another playing piece without a unit: text alone, in its formation's color if it has one.
pub(super) fn token(shapes: &mut Vec<Shape>, rect: Rect, piece: &Piece, manner: &CounterStyle) {
    let w = rect.width();
    let field = part(rect, [0.05, 0.18, 0.95, 0.82]);
    let beneath = if piece.formation.is_some() { manner.band() } else { manner.color };
    let color = if piece.formation.is_some() { ink::on(beneath) } else { manner.ink() };
    let edge = Stroke::new((w * 0.02).max(0.7), manner.ink());
    shapes.push(Shape::Box { rect: field, round: w * 0.04, fill: beneath, edge });
    if manner.density.pixels(w) >= DETAIL {
        words(shapes, field.shrink(w * 0.03), &piece.label, w * 0.19, color);
    }
}

/// Draws the machine gun of a mitrailleuse battery. Figures of the marker go below it, and its words above.
pub(super) fn machine_gun(shapes: &mut Vec<Shape>, rect: Rect, piece: &Piece, manner: &CounterStyle) {
    let w = rect.width();
    let at = |x: f32, y: f32| rect.min + vec2(x, y) * w;
    let text = manner.ink();
    let line = Stroke::new((w * 0.045).max(0.8), text);
    // A gun on its wheel.
    shapes.push(Shape::circle(at(0.42, 0.50), w * 0.15, line));
    shapes.push(Shape::segment([at(0.28, 0.56), at(0.82, 0.32)], Stroke::new(w * 0.08, text)));
    shapes.push(Shape::segment([at(0.42, 0.50), at(0.18, 0.66)], line));
    if manner.density.pixels(w) >= DETAIL {
        let below = part(rect, [0.06, 0.72, 0.94, 0.95]);
        match piece.face.text() {
            Some(figures) => {
                fit_text(shapes, part(rect, [0.06, 0.06, 0.94, 0.27]), &piece.label, w * 0.15, text);
                fit_text(shapes, below, figures, w * 0.23, text);
            }
            None => fit_text(shapes, below, &piece.label, w * 0.15, text),
        }
    }
}

/// Returns a part of a counter: left, top, right and bottom as fractions of its width.
fn part(rect: Rect, [left, top, right, bottom]: [f32; 4]) -> Rect {
    let w = rect.width();
    Rect::from_min_max(rect.min + vec2(left, top) * w, rect.min + vec2(right, bottom) * w)
}

/// Draws text centered in `rect`, wrapped and reduced until it fits.
fn words(shapes: &mut Vec<Shape>, rect: Rect, text: &str, size: f32, color: Color32) {
    let lines = lines(text);
    let count = f32::from(u8::try_from(lines.len()).unwrap_or(u8::MAX)).max(1.0);
    let size = size.min(rect.height() / count / 1.08);
    let high = rect.height().min(size * 1.12 * count) / count;
    let top = rect.center().y - high * count / 2.0;
    for (n, line) in (0_u8..).zip(lines) {
        let corner = Pos2::new(rect.left(), top + high * f32::from(n));
        fit_text(shapes, Rect::from_min_size(corner, vec2(rect.width(), high)), &line, size, color);
    }
}

/// Wraps text into lines.
fn lines(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < LINE => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_go_into_lines_that_fit_a_counter() {
        assert_eq!(lines("Shaken"), ["Shaken"]);
        assert_eq!(lines("Low Ammo"), ["Low Ammo"]);
        assert_eq!(lines("Out of Command"), ["Out of", "Command"]);
        assert_eq!(lines("Prussian Aggressive Tactics"), ["Prussian", "Aggressive", "Tactics"]);
        assert_eq!(lines(""), [""; 0]);
    }
}
