//! The foot of a page: what it belongs to at the left, its number at the right, each wrapped in a box of its own.

use battlewright_charts::Chart;
use battlewright_schema::{Scenario, words};
use ecolor::Color32;
use emath::{Align2, Rect, pos2};

use super::paper::MM;
use super::{INK, MARGIN};
use crate::draw::{Shape, Stroke, Text, ink, text};
use crate::scene::Scene;
use crate::stamp::Stamp;

/// The size of letters, in points, and the height of a line.
const SIZE: f32 = 7.0;
const LINE: f32 = 8.2;
/// The room between the boxes at the left and at the right.
const BETWEEN: f32 = 12.0;
/// The room below the foot.
const BELOW: f32 = 4.0 * MM;
/// The length of the line that shows the scale.
const SCALE: f32 = 50.0 * MM;
/// The most letters about changed rules at a foot; the rest is on the player's aid.
const MOST_WORDS: usize = 150;

/// The words of a foot.
#[derive(Clone, Debug, Default)]
pub(super) struct Foot {
    /// The things that the page belongs to, in parts that a dot separates.
    parts: Vec<String>,
    /// The short hash of the scenario with a hash sign, in bold.
    stamp: String,
    /// A second line about the size of the print.
    note: Option<String>,
    right: String,
    /// `true` with the line of 50 mm that shows the scale.
    has_scale: bool,
}

impl Foot {
    /// Returns the foot of the sheets of a scenario.
    pub(super) fn new(scene: &Scene<'_>) -> Self {
        let scenario = scene.scenario();
        let system = scenario.system();
        let rules = format!("{}, edition {}", system.title(), system.published_version());
        let parts = vec![scenario.title().to_owned(), rules, changes(scenario)];
        Self { parts, stamp: format!("#{}", Stamp::of(scenario).short()), ..Self::default() }
    }

    /// Adds which charts of the page are reconstructed, in whole or in part.
    pub(super) fn about(mut self, charts: &[Chart]) -> Self {
        let is_ours =
            |chart: &&Chart| chart.provenance.is_some_and(|told| told.to_lowercase().contains("reconstructed"));
        let mut titles: Vec<&str> = charts.iter().filter(is_ours).map(|chart| chart.title.as_str()).collect();
        titles.dedup();
        if !titles.is_empty() {
            self.parts.push(format!("reconstructed in part or in whole: {}", titles.join(", ")));
        }
        self
    }

    /// Adds the number of the page.
    pub(super) fn numbered(mut self, page: usize, count: usize) -> Self {
        let name = if self.right.is_empty() { String::new() } else { format!("{} ", self.right) };
        self.right = format!("{name}{page}/{count}");
        self
    }

    /// Changes the words at the right.
    pub(super) fn right(self, right: impl Into<String>) -> Self {
        Self { right: right.into(), ..self }
    }

    /// Adds parts at the left.
    pub(super) fn with(mut self, parts: impl IntoIterator<Item = String>) -> Self {
        self.parts.extend(parts);
        self
    }

    /// Adds the line that shows the scale, and a note about the scale, which is the second line of the foot.
    pub(super) fn with_scale(self, note: Option<String>) -> Self {
        Self { has_scale: true, note, ..self }
    }

    /// Returns the width of the box at the right.
    fn right_width(&self) -> f32 {
        let scale = if self.has_scale { SCALE + 6.0 + text::width(MILLIMETERS) * SIZE } else { 0.0 };
        (text::width(&self.right) * SIZE).max(scale)
    }

    /// Returns the lines of the box at the left, which is `width` wide.
    fn lines(&self, width: f32) -> Vec<String> {
        let room = width - self.right_width() - BETWEEN;
        let parts = self.parts.iter().cloned().chain([self.stamp.clone()]).filter(|part| !part.is_empty());
        let mut lines: Vec<String> = Vec::new();
        for part in parts {
            // A part that fits in a line stays in one.
            match lines.last_mut() {
                Some(line) if text::width(&format!("{line} · {part}")) * SIZE <= room => {
                    line.push_str(" · ");
                    line.push_str(&part);
                }
                _ => lines.extend(broken(&part, room.max(40.0))),
            }
        }
        lines.extend(self.note.iter().flat_map(|note| broken(note, room.max(40.0))));
        lines
    }

    /// Returns the height at this width, with the line above.
    pub(super) fn height(&self, width: f32) -> f32 {
        let lines = u16::try_from(self.lines(width).len().max(if self.has_scale { 1 } else { 0 })).unwrap_or(u16::MAX);
        f32::from(lines) * LINE + 3.0
    }

    /// Draws the foot at the bottom of a page, as wide as `room`.
    pub(super) fn draw(&self, shapes: &mut Vec<Shape>, room: Rect) {
        let (left, right, bottom) = (room.left(), room.right(), room.bottom() - BELOW);
        let lines = self.lines(room.width());
        let count = f32::from(u16::try_from(lines.len()).unwrap_or(u16::MAX));
        let top = bottom - count * LINE;
        if !self.has_scale {
            let line = [left, right].map(|x| pos2(x, top - 2.0));
            shapes.push(Shape::segment(line, Stroke::new(0.6, INK)));
        }
        let mut y = top + LINE / 2.0;
        for line in lines {
            let mut x = left;
            // The fingerprint is the last part of its line.
            let stamp = Some(&self.stamp).filter(|stamp| line.ends_with(stamp.as_str()));
            let plain = stamp.as_ref().and_then(|stamp| line.strip_suffix(stamp.as_str())).unwrap_or(&line);
            shapes.push(Text::new(pos2(x, y), plain, SIZE, INK).anchored(Align2::LEFT_CENTER).into());
            x += text::width(plain) * SIZE;
            if let Some(stamp) = stamp {
                shapes
                    .push(Text::new(pos2(x, y), stamp.clone(), SIZE, INK).bold().anchored(Align2::LEFT_CENTER).into());
            }
            y += LINE;
        }
        let y = if self.has_scale { bottom - LINE / 2.0 } else { top + LINE / 2.0 };
        let place = if self.has_scale { pos2(right, y - LINE) } else { pos2(right, y) };
        if !self.right.is_empty() {
            shapes.push(Text::new(place, self.right.as_str(), SIZE, INK).anchored(Align2::RIGHT_CENTER).into());
        }
        if self.has_scale {
            self.scale(shapes, right, y);
        }
    }

    /// Draws a line of 50 mm that ends at `right`.
    fn scale(&self, shapes: &mut Vec<Shape>, right: f32, y: f32) {
        let stroke = Stroke::new(0.8, INK);
        let from = right - SCALE;
        shapes.push(Shape::segment([pos2(from, y), pos2(right, y)], stroke));
        for x in [from, right] {
            shapes.push(Shape::segment([pos2(x, y - 3.0), pos2(x, y + 3.0)], stroke));
        }
        shapes.push(Text::new(pos2(from - 4.0, y), MILLIMETERS, SIZE, INK).anchored(Align2::RIGHT_CENTER).into());
    }
}

/// The words beside the line that shows the scale.
const MILLIMETERS: &str = "50 mm";

/// Wraps the words of a foot; a word that is wider than a line is broken.
fn broken(words: &str, room: f32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in super::flow::wrapped(words, room, SIZE) {
        let mut part = String::new();
        for letter in line.chars() {
            part.push(letter);
            if text::width(&part) * SIZE > room + 0.2 {
                part.pop();
                lines.push(std::mem::replace(&mut part, letter.to_string()));
            }
        }
        lines.push(part);
    }
    lines
}

/// Returns what a scenario changes of the published rules, in words.
fn changes(scenario: &Scenario) -> String {
    let changed = scenario.changed_rules();
    let rows = scenario.rules_in_words().len() + scenario.dropped_modifiers().len();
    if changed.is_empty() && rows == 0 {
        return "rules as published".to_owned();
    }
    let mut told: Vec<String> = changed
        .iter()
        .map(|change| match (&change.cell, change.is_whole_table()) {
            (_, true) => words::label(scenario.system(), &change.path),
            (Some(cell), false) => {
                let table = change.table().map_or_else(String::new, |table| words::label(scenario.system(), &table));
                format!("{table} ({cell})")
            }
            (None, false) => words::label(scenario.system(), &change.path),
        })
        .collect();
    told.dedup();
    if rows > 0 {
        told.push(format!("{rows} {}", if rows == 1 { "rule of its own" } else { "rules of its own" }));
    }
    let all = format!("changed rules: {}", told.join(", "));
    if all.chars().count() <= MOST_WORDS { all } else { format!("{} changed rules", told.len()) }
}

/// Draws the foot of a page with the margins of [`MARGIN`].
pub(super) fn usual(foot: &Foot, shapes: &mut Vec<Shape>, size: emath::Vec2) {
    foot.draw(shapes, Rect::from_min_max(pos2(MARGIN, MARGIN), pos2(size.x - MARGIN, size.y)));
}

/// Returns a shape in gray, for paper without colors. Pictures keep theirs.
pub(super) fn gray(mut shape: Shape) -> Shape {
    let turn = |color: &mut Color32| *color = grayed(*color);
    match &mut shape {
        Shape::Fan { fill, .. } => turn(fill),
        Shape::Area { fill, edge, .. }
        | Shape::Polygon { fill, edge, .. }
        | Shape::Disc { fill, edge, .. }
        | Shape::Box { fill, edge, .. } => {
            turn(fill);
            turn(&mut edge.color);
        }
        Shape::Line { stroke, .. } | Shape::Segment { stroke, .. } => turn(&mut stroke.color),
        Shape::Shadow { color, .. } => turn(color),
        Shape::Picture(_) => {}
        Shape::Text(text) => {
            turn(&mut text.color);
            if let Some(halo) = &mut text.halo {
                turn(&mut halo.color);
            }
            if let Some(plate) = &mut text.plate {
                turn(&mut plate.fill);
                turn(&mut plate.edge.color);
            }
        }
    }
    shape
}

/// Returns the gray of the same luminance.
fn grayed(color: Color32) -> Color32 {
    let [r, g, b, a] = color.to_srgba_unmultiplied();
    let light = ink::luminance(Color32::from_rgb(r, g, b));
    let level = if light <= 0.003_130_8 { 12.92 * light } else { 1.055 * light.powf(1.0 / 2.4) - 0.055 };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a byte")]
    let level = (level * 255.0).round().clamp(0.0, 255.0) as u8;
    Color32::from_rgba_unmultiplied(level, level, level, a)
}

#[cfg(test)]
mod tests {
    use battlewright_schema::{System, load, template};
    use emath::vec2;

    use super::*;
    use crate::scene::Options;

    #[test]
    fn the_boxes_of_a_foot_are_apart_however_long_the_words_are() {
        let scenario = load(template(System::MarsLaTour)).readable.unwrap();
        let scene = Scene::new(&scenario, Options::default()).unwrap();
        let note = "Hexes are 23.1mm wide, not 24mm, so that fewer sheets suffice.".to_owned();
        for words in ["short", &"many words ".repeat(60), &"word".repeat(200)] {
            let foot = Foot::new(&scene).with([words.to_owned()]).with_scale(Some(note.clone()));
            let foot = foot.right("Map A1");
            let mut shapes = Vec::new();
            foot.draw(&mut shapes, Rect::from_min_size(pos2(40.0, 0.0), vec2(500.0, 800.0)));
            let lines: Vec<(String, Rect)> = shapes
                .iter()
                .filter_map(|shape| match shape {
                    Shape::Text(text) => Some((text.words.clone(), text.line().rect)),
                    _ => None,
                })
                .collect();
            for (at, (words, rect)) in lines.iter().enumerate() {
                assert!(rect.left() >= 39.9 && rect.right() <= 540.1 && rect.bottom() < 800.0, "{words} {rect:?}");
                for (other, beside) in &lines[..at] {
                    let both = rect.intersect(*beside);
                    assert!(both.width() < 1.0 || both.height() < 2.5, "{words} and {other}");
                }
            }
            assert!(lines.iter().any(|(words, _)| *words == foot.stamp));
        }
    }

    #[test]
    fn gray_keeps_the_light_of_a_color() {
        for color in [Color32::from_rgb(200, 30, 40), Color32::from_rgb(20, 60, 200), Color32::WHITE, Color32::BLACK] {
            let gray = grayed(color);
            assert!(gray.r() == gray.g() && gray.g() == gray.b());
            assert!(ink::contrast(gray, color) < 1.05, "{color:?} {gray:?}");
        }
    }
}
