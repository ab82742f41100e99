//! Rich text: words with their looks, side tags and pictures, measured and wrapped.

use std::rc::Rc;

use ecolor::Color32;
use emath::{Pos2, Rect, Vec2, pos2, vec2};

use super::tag::Tag;
use super::{CHANGED, UNDERLINE};
use crate::draw::samples::Sample;
use crate::draw::{Shape, Stroke, Text, text};

/// The most letters that are written in one go, fewer than [`Text::new`] keeps.
const RUN: usize = 160;

/// The room beside a picture, in points.
const PICTURE: f32 = 2.4;

/// The look of letters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Type {
    /// The size, in points.
    pub(super) size: f32,
    pub(super) color: Color32,
    pub(super) bold: bool,
    /// `true` for a value that the scenario changes.
    pub(super) changed: bool,
}

impl Type {
    pub(super) fn bold(self) -> Self {
        Self { bold: true, ..self }
    }

    pub(super) fn sized(self, size: f32) -> Self {
        Self { size, ..self }
    }

    pub(super) fn colored(self, color: Color32) -> Self {
        Self { color, ..self }
    }
}

/// A part of a word.
#[derive(Clone, Debug)]
pub(super) enum Bit {
    /// Letters. Blanks within are kept together while there is room.
    Letters(String, Type),
    /// The tag of a side.
    Tag(Tag),
    /// A picture.
    Picture(Rc<Sample>),
}

impl Bit {
    fn width(&self) -> f32 {
        match self {
            Self::Letters(letters, kind) => text::width(letters) * kind.size,
            Self::Tag(tag) => tag.width(),
            Self::Picture(sample) => sample.size.x + PICTURE,
        }
    }

    /// Returns the height of a line with this part alone.
    fn height(&self, leading: f32) -> f32 {
        match self {
            Self::Letters(_, kind) => kind.size * leading,
            Self::Tag(tag) => (tag.size * leading).max(tag.height() + 0.6),
            Self::Picture(sample) => sample.size.y + 0.8,
        }
    }
}

/// Parts that stand together, and the look of the blank before them.
#[derive(Clone, Debug, Default)]
struct Word {
    bits: Vec<(Bit, f32)>,
    /// The look of the blank before; `None` at the start of a paragraph.
    blank: Option<Type>,
}

impl Word {
    fn width(&self) -> f32 {
        self.bits.iter().map(|(_, width)| width).sum()
    }
}

/// A text of words.
#[derive(Clone, Debug, Default)]
pub(super) struct Rich {
    words: Vec<Word>,
    /// The look of a blank that is due before the next word.
    due: Option<Type>,
}

/// A line of a wrapped text.
#[derive(Debug, Default)]
pub(super) struct RichLine {
    /// The parts, each with its offset from the start of the line.
    bits: Vec<(f32, Bit)>,
    /// The blanks between parts of one look, which are written with them.
    blanks: Vec<bool>,
    pub(super) width: f32,
    height: f32,
}

impl Rich {
    /// Returns plain words of one look.
    pub(super) fn plain(words: &str, kind: Type) -> Self {
        let mut rich = Self::default();
        rich.letters(words, kind);
        rich
    }

    /// Returns `true` without words.
    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Adds words, separated at their blanks.
    pub(super) fn letters(&mut self, words: &str, kind: Type) {
        for (at, part) in words.split([' ', '\n', '\t']).enumerate() {
            if at > 0 {
                self.due = Some(kind);
            }
            if !part.is_empty() {
                self.bit(Bit::Letters(part.to_owned(), kind));
            }
        }
    }

    /// Adds letters whose blanks stay within a line while there is room.
    pub(super) fn together(&mut self, words: &str, kind: Type) {
        if !words.is_empty() {
            self.bit(Bit::Letters(words.to_owned(), kind));
        }
    }

    /// Adds a part, beside the last one unless a blank is due.
    pub(super) fn bit(&mut self, bit: Bit) {
        let width = bit.width();
        match (self.due.take(), self.words.last_mut()) {
            (None, Some(word)) => word.bits.push((bit, width)),
            (blank, before) => {
                let blank = if before.is_some() { blank } else { None };
                self.words.push(Word { bits: vec![(bit, width)], blank });
            }
        }
    }

    /// Adds another text after a blank.
    pub(super) fn then(mut self, other: Self, kind: Type) -> Self {
        self.words.extend(other.words.into_iter().enumerate().map(|(at, word)| {
            let blank = if at == 0 { Some(kind) } else { word.blank };
            Word { blank, ..word }
        }));
        if let Some(first) = self.words.first_mut() {
            first.blank = None;
        }
        self
    }

    /// Returns the width on one line.
    pub(super) fn width(&self) -> f32 {
        self.words.iter().map(|word| word.width() + blank(word.blank)).sum()
    }

    /// Returns the width of the widest word.
    pub(super) fn least_width(&self) -> f32 {
        self.words.iter().map(Word::width).fold(0.0, f32::max)
    }

    /// Wraps the text into lines of at most this width. A word that is wider is broken at its blanks, then between letters.
    pub(super) fn wrapped(&self, width: f32, leading: f32) -> Vec<RichLine> {
        let mut lines: Vec<RichLine> = Vec::new();
        let mut line = RichLine::default();
        for word in &self.words {
            let wide = word.width();
            let before = if line.bits.is_empty() { 0.0 } else { blank(word.blank) };
            if line.width + before + wide <= width + SLACK {
                line.word(word, before, leading);
                continue;
            }
            if !line.bits.is_empty() {
                lines.push(std::mem::take(&mut line));
            }
            if wide <= width + SLACK {
                line.word(word, 0.0, leading);
                continue;
            }
            for (bit, before) in broken(word, width) {
                let wide = bit.width();
                let before = if line.bits.is_empty() { 0.0 } else { before };
                if !line.bits.is_empty() && line.width + before + wide > width + SLACK {
                    lines.push(std::mem::take(&mut line));
                    line.add(bit, wide, 0.0, leading);
                } else {
                    line.add(bit, wide, before, leading);
                }
            }
        }
        if !line.bits.is_empty() {
            lines.push(line);
        }
        lines
    }
}

/// The rounding that a line may be too wide by, in points.
const SLACK: f32 = 0.05;

fn blank(kind: Option<Type>) -> f32 {
    kind.map_or(0.0, |kind| text::width(" ") * kind.size)
}

/// Returns the parts of a word that is wider than `width`, each with the blank before it: its letters between blanks, and single
/// letters if those are wider too.
fn broken(word: &Word, width: f32) -> Vec<(Bit, f32)> {
    let mut parts = Vec::new();
    for (bit, _) in &word.bits {
        let Bit::Letters(letters, kind) = bit else {
            parts.push((bit.clone(), 0.0));
            continue;
        };
        for (at, part) in letters.split(' ').enumerate() {
            let before = if at > 0 { blank(Some(*kind)) } else { 0.0 };
            if text::width(part) * kind.size <= width + SLACK {
                parts.push((Bit::Letters(part.to_owned(), *kind), before));
                continue;
            }
            let mut piece = String::new();
            let mut first = before;
            for letter in part.chars() {
                piece.push(letter);
                if text::width(&piece) * kind.size > width + SLACK && piece.chars().count() > 1 {
                    piece.pop();
                    let full = std::mem::replace(&mut piece, letter.to_string());
                    parts.push((Bit::Letters(full, *kind), std::mem::take(&mut first)));
                }
            }
            parts.push((Bit::Letters(piece, *kind), first));
        }
    }
    parts
}

impl RichLine {
    fn word(&mut self, word: &Word, before: f32, leading: f32) {
        for (at, (bit, wide)) in word.bits.iter().enumerate() {
            self.add(bit.clone(), *wide, if at == 0 { before } else { 0.0 }, leading);
        }
    }

    fn add(&mut self, bit: Bit, wide: f32, before: f32, leading: f32) {
        self.height = self.height.max(bit.height(leading));
        self.blanks.push(before > 0.0);
        self.bits.push((self.width + before, bit));
        self.width += before + wide;
    }

    /// Draws the line with its upper left corner at `corner`. The rectangles of pictures are added to `pictures`.
    fn draw(&self, corner: Pos2, shapes: &mut Vec<Shape>, pictures: &mut Vec<Rect>) {
        let tallest = self.bits.iter().map(|(_, bit)| match bit {
            Bit::Letters(_, kind) => kind.size,
            Bit::Tag(tag) => tag.size,
            Bit::Picture(_) => 0.0,
        });
        let middle = corner.y + self.height / 2.0;
        let baseline = middle + drop(tallest.fold(0.0, f32::max));
        let mut run: Option<(f32, String, Type)> = None;
        for ((x, bit), blank) in self.bits.iter().zip(&self.blanks) {
            let x = corner.x + x;
            match bit {
                Bit::Letters(letters, kind) => match &mut run {
                    Some((_, words, before))
                        if before == kind && words.chars().count() + letters.chars().count() < RUN =>
                    {
                        if *blank {
                            words.push(' ');
                        }
                        words.push_str(letters);
                    }
                    _ => {
                        flush(run.replace((x, letters.clone(), *kind)), baseline, shapes);
                    }
                },
                Bit::Tag(tag) => {
                    flush(run.take(), baseline, shapes);
                    tag.draw(pos2(x, baseline - drop(tag.size)), shapes);
                }
                Bit::Picture(sample) => {
                    flush(run.take(), baseline, shapes);
                    let center = pos2(x + sample.size.x / 2.0, middle);
                    shapes.extend(sample.shapes.iter().cloned().map(|shape| shape.mapped(1.0, center.to_vec2())));
                    pictures.push(Rect::from_center_size(center, sample.size));
                }
            }
        }
        flush(run, baseline, shapes);
    }
}

/// Returns the distance from the middle of letters of this size down to their baseline.
fn drop(size: f32) -> f32 {
    let (over, under) = text::height();
    size * (over - under) / 2.0
}

/// Draws letters of one look on their baseline, marked if they are of a changed value.
fn flush(run: Option<(f32, String, Type)>, baseline: f32, shapes: &mut Vec<Shape>) {
    let Some((mut x, words, kind)) = run else { return };
    let middle = baseline - drop(kind.size);
    if kind.changed {
        let size = vec2(text::width(&words) * kind.size + 1.6, kind.size * 1.12);
        let ground = Rect::from_min_size(pos2(x - 0.8, middle - size.y / 2.0), size);
        shapes.push(Shape::filled(ground, 0.0, CHANGED));
        let line = [ground.left_bottom(), ground.right_bottom()].map(|end| end - vec2(0.0, 0.4));
        shapes.push(Shape::segment(line, Stroke::new(0.8, UNDERLINE)));
    }
    let letters: Vec<char> = words.chars().collect();
    for part in letters.chunks(RUN) {
        let part: String = part.iter().collect();
        let wide = text::width(&part) * kind.size;
        let line = Text::new(pos2(x, middle), part, kind.size, kind.color).anchored(emath::Align2::LEFT_CENTER);
        shapes.push(if kind.bold { line.bold() } else { line }.into());
        x += wide;
    }
}

/// The side at which lines are aligned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Align {
    #[default]
    Left,
    Center,
    Right,
}

/// Lines of text in a box.
#[derive(Debug, Default)]
pub(super) struct Lines {
    lines: Vec<RichLine>,
    pub(super) size: Vec2,
}

impl Lines {
    /// Wraps `text` to this width.
    pub(super) fn new(text: &Rich, width: f32, leading: f32) -> Self {
        let lines = text.wrapped(width, leading);
        let height = lines.iter().map(|line| line.height).sum();
        Self { lines, size: vec2(width, height) }
    }

    /// Returns the number of lines.
    pub(super) fn count(&self) -> usize {
        self.lines.len()
    }

    /// Draws the lines below `corner`, the upper left corner of their box.
    pub(super) fn draw(&self, corner: Pos2, align: Align, shapes: &mut Vec<Shape>, pictures: &mut Vec<Rect>) {
        let mut y = corner.y;
        for line in &self.lines {
            let spare = (self.size.x - line.width).max(0.0);
            let x = match align {
                Align::Left => 0.0,
                Align::Center => spare / 2.0,
                Align::Right => spare,
            };
            line.draw(pos2(corner.x + x, y), shapes, pictures);
            y += line.height;
        }
    }
}
