//! Tracks: boxes for markers.

use battlewright_charts::{Phrase, Track};
use ecolor::Color32;
use emath::{Rect, pos2, vec2};

use super::super::paper::MM;
use super::rich::{Align, Lines, Rich};
use super::{INK, Laid, SheetPen};
use crate::draw::{Shape, Stroke};

/// The least width and height of a box, enough for a counter of 15 mm.
const BOX: f32 = 16.5 * MM;
/// The room between the edge of a box and its words, in points.
const INSIDE: f32 = 3.0;

/// The most boxes of a track that are drawn; a longer track is of no use on paper.
const MOST_BOXES: i64 = 400;

/// Draws the boxes of a track at this width, below its name.
pub(super) fn lay(track: &Track, pen: &SheetPen<'_>, width: f32) -> Laid {
    let mut laid = Laid::default();
    let name = Lines::new(&pen.rich(&track.name, pen.body().bold()), width, pen.style.leading);
    name.draw(pos2(0.0, 0.0), Align::Left, &mut laid.shapes, &mut laid.pictures);
    laid.facts.push(vec![Rect::from_min_size(pos2(0.0, 0.0), name.size)]);
    laid.height = name.size.y + if name.count() > 0 { 1.5 } else { 0.0 };
    let last = track.last.min(track.first.saturating_add(MOST_BOXES));
    let numbers: Vec<i64> = (track.first..=last).collect();
    let (rows, across) = arranged(numbers.len(), width);
    let step = width / f32::from(u16::try_from(across).unwrap_or(u16::MAX));
    let mut boxes = Vec::new();
    for row in numbers.chunks(across) {
        let words: Vec<Vec<Lines>> = row.iter().map(|number| below(track, *number, pen, step)).collect();
        let tallest = words.iter().map(|words| words.iter().map(|line| line.size.y).sum::<f32>()).fold(0.0, f32::max);
        let high = BOX.max(tallest + pen.style.title * 1.5 + INSIDE);
        for (n, (number, words)) in row.iter().zip(words).enumerate() {
            let left = step * f32::from(u16::try_from(n).unwrap_or(u16::MAX));
            let rect = Rect::from_min_size(pos2(left, laid.height), vec2(step, high));
            let edge = Stroke::new(0.8, INK);
            laid.shapes.push(Shape::Box { rect, round: 0.0, fill: Color32::WHITE, edge });
            let number = Rich::plain(&minus(*number), pen.body().bold().sized(pen.style.title));
            let number = Lines::new(&number, step - 2.0 * INSIDE, pen.style.leading);
            let corner = rect.left_top() + vec2(INSIDE, 1.5);
            number.draw(corner, Align::Left, &mut laid.shapes, &mut laid.pictures);
            let mut y = rect.bottom() - words.iter().map(|line| line.size.y).sum::<f32>() - 2.0;
            let top = Rect::from_min_size(corner, number.size);
            let mut inside = Vec::new();
            for line in words {
                line.draw(pos2(rect.left() + INSIDE, y), Align::Left, &mut laid.shapes, &mut laid.pictures);
                inside.push(Rect::from_min_size(pos2(rect.left() + INSIDE, y), line.size));
                y += line.size.y;
            }
            boxes.push((top, inside));
        }
        laid.height += high;
    }
    debug_assert!(rows <= numbers.len().max(1), "a row has a box");
    // The words of starts come first in a box, then those of the box, each in their order.
    let starts: Vec<Option<i64>> = track
        .starts
        .iter()
        .map(|(start, _)| numbers.iter().copied().find(|number| start.value == (*number).into()))
        .collect();
    let of_boxes = track.words.iter().map(|(number, _)| Some(*number));
    let all: Vec<Option<i64>> = starts.into_iter().chain(of_boxes).collect();
    for (at, number) in all.iter().enumerate() {
        let before = all.iter().take(at).filter(|other| *other == number).count();
        let found = numbers.iter().position(|known| Some(*known) == *number).and_then(|place| boxes.get(place));
        laid.facts
            .push(found.map_or_else(Vec::new, |(top, inside)| {
                [*top].into_iter().chain(inside.get(before).copied()).collect()
            }));
    }
    laid
}

/// Returns the number of rows and of boxes across.
fn arranged(count: usize, width: f32) -> (usize, usize) {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few dozen at most, at least one")]
    let most = (width / BOX).floor().max(1.0) as usize;
    let rows = count.div_ceil(most).max(1);
    (rows, count.div_ceil(rows).max(1))
}

/// Returns the words at the foot of the box with this number.
fn below(track: &Track, number: i64, pen: &SheetPen<'_>, step: f32) -> Vec<Lines> {
    let starts = track.starts.iter().filter(|(start, _)| start.value == number.into()).map(|(_, whose)| whose);
    let words = track.words.iter().filter(|(at, _)| *at == number).map(|(_, words)| words);
    let lines = |phrase: &Phrase| Lines::new(&pen.rich(phrase, pen.small()), step - 2.0 * INSIDE, pen.style.leading);
    starts.chain(words).map(lines).collect()
}

/// Returns a number with the true minus sign.
fn minus(number: i64) -> String {
    if number < 0 { format!("\u{2212}{}", number.unsigned_abs()) } else { number.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_hold_a_counter_and_fill_their_rows() {
        for (count, width) in [(16, 540.0), (4, 260.0), (1, 100.0), (31, 540.0)] {
            let (rows, across) = arranged(count, width);
            assert!(rows * across >= count && (rows - 1) * across < count, "{count} {rows} {across}");
            assert!(width / f32::from(u16::try_from(across).unwrap()) >= BOX || across == 1);
        }
    }
}
