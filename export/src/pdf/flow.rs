//! The flow of counters over pages.

use battlewright_engine::show::Piece;
use emath::{Align2, Rect, Vec2, pos2, vec2};

use super::foot::{self, Foot};
use super::page::{Item, PdfPage};
use super::paper::MM;
use super::{INK, MARGIN};
use crate::draw::counters::{self, CounterStyle};
use crate::draw::{Shape, Text, text};

/// The size of the letters beneath a counter, in points.
const SIZE: f32 = 8.0;

/// A counter with a caption beneath it.
#[derive(Clone)]
pub(super) struct CaptionedCounter {
    pub(super) piece: Piece,
    pub(super) manner: CounterStyle,
    pub(super) caption: String,
}

/// A builder of pages that fill from top to bottom.
pub(super) struct Flow {
    title: String,
    size: Vec2,
    pages: Vec<PdfPage>,
    shapes: Vec<Shape>,
    /// The current position down the page, in points.
    y: f32,
    /// The end of the room for counters.
    bottom: f32,
    foot: Foot,
}

impl Flow {
    /// Starts pages of this size, titled `title`.
    pub(super) fn new(title: impl Into<String>, size: Vec2, foot: Foot) -> Self {
        let bottom = size.y - (4.0 * MM + foot.height(size.x - 2.0 * MARGIN)).max(MARGIN);
        Self { title: title.into(), size, pages: Vec::new(), shapes: Vec::new(), y: MARGIN, bottom, foot }
    }

    /// Ends the last page and returns all pages, with the part of the last page that is filled.
    pub(super) fn finish(mut self) -> (Vec<PdfPage>, f32) {
        let filled = (self.y - MARGIN) / (self.bottom - MARGIN);
        self.turn();
        let count = self.pages.len();
        for (at, page) in self.pages.iter_mut().enumerate() {
            let mut shapes = Vec::new();
            foot::usual(&self.foot.clone().numbered(at + 1, count), &mut shapes, self.size);
            page.items.push(Item::Shapes(shapes));
        }
        (self.pages, filled)
    }

    /// Ends the current page, unless it is empty.
    fn turn(&mut self) {
        if self.shapes.is_empty() {
            return;
        }
        let mut page = PdfPage::new(self.title.clone(), self.size);
        page.items.push(Item::Shapes(std::mem::take(&mut self.shapes)));
        self.pages.push(page);
        self.y = MARGIN;
    }

    /// Moves to the next page unless `height` is left on this one.
    fn need(&mut self, height: f32) {
        if self.y + height > self.bottom {
            self.turn();
        }
    }

    /// Adds a heading, kept together with the next `more` points of content.
    pub(super) fn heading(&mut self, words: &str, size: f32, more: f32) {
        let above = if self.y > MARGIN { size * 0.5 } else { 0.0 };
        self.need(above + size * 1.6 + more);
        if self.y > MARGIN {
            self.y += above;
        }
        let at = pos2(MARGIN, self.y + size * 0.7);
        let room = self.size.x - 2.0 * MARGIN;
        let text = Text { fit: Some(room), ..Text::new(at, words, size, INK) };
        self.shapes.push(text.bold().anchored(Align2::LEFT_CENTER).into());
        self.y += size * 1.6;
    }

    /// Adds counters of this width in rows, each with its caption.
    pub(super) fn counters(&mut self, counters: &[CaptionedCounter], width: f32) {
        let widest = counters.iter().map(|one| text::width(&one.caption) * SIZE).fold(0.0, f32::max);
        let step = vec2((widest + 4.0).clamp(width * 1.2, width * 1.5), width + SIZE * 1.9);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a few dozen at most, at least one"
        )]
        let per_line = ((self.size.x - 2.0 * MARGIN) / step.x).floor().max(1.0) as usize;
        // Rows of equal length, rather than one counter alone in the last.
        let rows = counters.len().div_ceil(per_line).max(1);
        for line in counters.chunks(counters.len().div_ceil(rows).max(1)) {
            self.need(step.y);
            for (n, one) in line.iter().enumerate() {
                let n = f32::from(u16::try_from(n).unwrap_or(u16::MAX));
                let center = pos2(MARGIN + (n + 0.5) * step.x, self.y + width / 2.0);
                counters::counter(&mut self.shapes, center, width, &one.piece, &one.manner);
                let beneath =
                    Rect::from_center_size(center + vec2(0.0, width / 2.0 + SIZE * 0.75), vec2(step.x * 0.96, SIZE));
                self.shapes.push(Text::new(beneath.center(), one.caption.as_str(), SIZE, INK).within(beneath).into());
            }
            self.y += step.y;
        }
    }
}

/// Wraps `words` into lines of at most this width; a wider word gets a line of its own.
pub(super) fn wrapped(words: &str, width: f32, size: f32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for paragraph in words.lines() {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
            if line.is_empty() || text::width(&longer) * size <= width + 0.1 {
                line = longer;
            } else {
                lines.push(std::mem::replace(&mut line, word.to_owned()));
            }
        }
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_broken_between_words_only() {
        let lines = wrapped("Forces enter by Gorze at the earliest", 60.0, SIZE);
        assert!(lines.len() > 2);
        assert_eq!(lines.join(" "), "Forces enter by Gorze at the earliest");
        assert_eq!(wrapped("Donaudampfschifffahrtsgesellschaft", 20.0, SIZE).len(), 1);
        assert_eq!(wrapped("", 20.0, SIZE).len(), 0);
    }
}
