//! Examples of rules as rows: a title, a picture, and words beside it.

use battlewright_charts::{Chart, ChartKind};
use battlewright_schema::System;
use emath::{Vec2, vec2};

use super::charts::{ABOVE, Floating};
use super::rows::{self, BookletRow, LINE, SIZE};
use super::text::RichPiece;
use crate::draw::Shape;
use crate::examples::{self, CalledCounter, ExampleText, Examples};
use crate::pdf::sheet::{self, Pens};

/// The part of the page that a map takes.
const MAP: f32 = 0.56;
/// The room between a picture and words.
const GAP: f32 = 9.0;
/// The width of a counter, in points.
const COUNTER: f32 = 58.0;
/// The room between a counter and the meanings of its parts.
const CALL: f32 = 16.0;
/// The font size and the line height of the meanings.
const CALLED: (f32, f32) = (7.2, 8.8);
/// The room between meanings.
const BETWEEN: f32 = 2.4;

/// Returns the examples of `system`; those that cannot be read or played are left out. `room` is the part of a page that is filled.
pub(super) fn all(system: System, pens: &Pens<'_>, room: Vec2) -> Vec<Floating> {
    let Ok(Some(examples)) = Examples::of(system) else { return Vec::new() };
    let made = examples.list.iter().enumerate().filter_map(|(at, example)| {
        let title = format!("Example: {}", example.title);
        let (shapes, height) = body(&examples, example, room)?;
        let chart = Chart::new("example", title.as_str(), example.rule.as_str(), ChartKind::Text(Vec::new()));
        let (mut band, above) = sheet::parts(&chart, pens, room).into_iter().next()?;
        band.extend(shapes.into_iter().map(|shape| shape.mapped(1.0, vec2(0.0, above + 2.0))));
        let anchor = format!("example-{}", at + 1);
        let row = BookletRow {
            height: above + 2.0 + height,
            above: ABOVE,
            shapes: band,
            anchors: vec![anchor.clone()],
            ..BookletRow::default()
        };
        Some(Floating { title, anchor, rules: example.rule.clone(), rows: vec![row] })
    });
    made.collect()
}

fn piece(text: &str, bold: bool) -> RichPiece {
    RichPiece { text: text.to_owned(), bold, ..RichPiece::default() }
}

/// Draws an example below its title, with its height.
fn body(examples: &Examples, example: &ExampleText, room: Vec2) -> Option<(Vec<Shape>, f32)> {
    let game = examples.position(example).ok()?;
    let mut words: Vec<Vec<RichPiece>> = example.words.iter().map(|words| vec![piece(words, false)]).collect();
    let has_map = example.show.iter().any(examples::Shown::is_on_map);
    let mut shapes = Vec::new();
    let mut height = 0.0_f32;
    let mut left = 0.0;
    if has_map {
        for line in examples::captions(&examples.scenario, &game, example) {
            words.push(vec![piece(&format!("{}: ", line.head), true), piece(&line.text, false)]);
        }
        let sample = examples::map(&examples.scenario, &game, example, room.x * MAP)?;
        let by = sample.size / 2.0;
        shapes.extend(sample.shapes.into_iter().map(|shape| shape.mapped(1.0, by)));
        height = sample.size.y;
        left = sample.size.x + GAP;
    }
    let mut y = 0.0;
    for words in &words {
        let lines = rows::lines(words, room.x - left, (SIZE, LINE), left, false);
        y = stack(&mut shapes, lines, y) + 2.6;
    }
    height = height.max(y);
    let step = (room.x + GAP) / 2.0;
    let mut top = if has_map { height } else { y };
    for pair in examples::counters(&examples.scenario, example, COUNTER).chunks(2) {
        let mut lowest = 0.0_f32;
        for (counter, x) in pair.iter().zip([0.0, step]) {
            let (drawn, high) = called(counter, step - GAP);
            shapes.extend(drawn.into_iter().map(|shape| shape.mapped(1.0, vec2(x, top))));
            lowest = lowest.max(high);
        }
        top += lowest + 4.0;
    }
    Some((shapes, height.max(top)))
}

/// Adds lines below each other from `y`, and returns the place below them.
fn stack(shapes: &mut Vec<Shape>, lines: Vec<BookletRow>, mut y: f32) -> f32 {
    for line in lines {
        shapes.extend(line.shapes.into_iter().map(|shape| shape.mapped(1.0, vec2(0.0, y))));
        y += line.height;
    }
    y
}

/// Draws a counter with the meanings of its parts at the right, `width` wide, with its height.
fn called(counter: &CalledCounter, width: f32) -> (Vec<Shape>, f32) {
    let mut shapes = Vec::new();
    let top = stack(&mut shapes, rows::lines(&[piece(&counter.name, false)], width, CALLED, 0.0, true), 0.0) + 2.0;
    let x = counter.side + CALL;
    let mut below = Vec::new();
    let (mut y, mut middles) = (0.0, Vec::new());
    for (_, means) in &counter.parts {
        middles.push(y + CALLED.1 / 2.0);
        y = stack(&mut below, rows::lines(&[piece(means, false)], width - x, CALLED, x, false), y) + BETWEEN;
    }
    // The meanings stand around the middle of the counter.
    let start = ((counter.side - y) / 2.0).max(0.0);
    let down = |shape: Shape| shape.mapped(1.0, vec2(0.0, top + start));
    shapes.extend(below.into_iter().map(down));
    shapes.extend(counter.shapes.iter().cloned().map(|shape| shape.mapped(1.0, vec2(0.0, top))));
    let middles: Vec<f32> = middles.iter().map(|middle| middle + start).collect();
    shapes.extend(counter.lines(x, &middles).into_iter().map(|shape| shape.mapped(1.0, vec2(0.0, top))));
    (shapes, top + (start + y).max(counter.side + 3.0))
}
