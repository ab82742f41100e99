//! The flow of texts, tables and counters over pages.

use battlewright_engine::show::Piece;
use ecolor::Color32;
use emath::{Align2, Rect, Vec2, pos2, vec2};

use super::page::{Item, PdfPage};
use super::{INK, MARGIN};
use crate::draw::counters::{self, CounterStyle};
use crate::draw::{Shape, Stroke, Text, text};

/// The font size of body text, in points.
const SIZE: f32 = 9.0;
/// The line height, in font sizes.
const LEADING: f32 = 1.35;
/// The padding of table cells, in points.
const PAD: f32 = 3.0;
/// The greatest height of a table head at the top of a page, in points.
const HEAD: f32 = 60.0;
/// The attempts at placing a row: in this column, in the next, and on the next page.
const TRIES: usize = 4;
/// The ground of changed values.
const CHANGED: Color32 = Color32::from_rgb(255, 236, 160);
const RULE: Stroke = Stroke { width: 0.5, color: Color32::from_rgb(150, 140, 120) };

/// A counter with a caption beneath it.
pub(super) struct CaptionedCounter {
    pub(super) piece: Piece,
    pub(super) manner: CounterStyle,
    pub(super) caption: String,
}

/// The content of a table cell.
pub(super) enum Cell {
    /// Text.
    Words(String),
    /// Text of a value that the scenario changes.
    Changed(String),
    /// Shapes around the origin, and their extent from it in points.
    Drawn(Vec<Shape>, f32),
}

impl From<String> for Cell {
    fn from(words: String) -> Self {
        Self::Words(words)
    }
}

/// Two columns below full-width content.
#[derive(Clone, Copy)]
struct Columns {
    /// The top of the columns on the page.
    top: f32,
    /// The end of the first column, once the second is in use.
    first: Option<f32>,
}

/// The gap between columns, in points.
const GUTTER: f32 = 18.0;

/// A builder of pages that fill from top to bottom.
pub(super) struct Flow {
    title: String,
    size: Vec2,
    pages: Vec<PdfPage>,
    shapes: Vec<Shape>,
    /// The current position down the page, in points.
    y: f32,
    columns: Option<Columns>,
}

impl Flow {
    /// Starts pages of this size, titled `title`.
    pub(super) fn new(title: impl Into<String>, size: Vec2) -> Self {
        Self { title: title.into(), size, pages: Vec::new(), shapes: Vec::new(), y: MARGIN, columns: None }
    }

    /// Ends the last page and returns all pages.
    pub(super) fn finish(mut self) -> Vec<PdfPage> {
        self.turn();
        self.pages
    }

    /// Returns the available line width.
    fn width(&self) -> f32 {
        if self.columns.is_some() { self.column() } else { self.size.x - 2.0 * MARGIN }
    }

    /// Returns the width of a column.
    fn column(&self) -> f32 {
        (self.size.x - 2.0 * MARGIN - GUTTER) / 2.0
    }

    /// Returns the left edge of the current column or page.
    fn left(&self) -> f32 {
        let second = self.columns.is_some_and(|columns| columns.first.is_some());
        MARGIN + if second { self.column() + GUTTER } else { 0.0 }
    }

    /// Returns `true` if a table fits in a column.
    pub(super) fn is_narrow(&self, heads: &[String], lines: &[Vec<Cell>]) -> bool {
        natural_widths(heads, lines).iter().sum::<f32>() <= self.column()
    }

    /// Switches to columns if the next table fits in one, else to the full width.
    pub(super) fn place(&mut self, heads: &[String], lines: &[Vec<Cell>]) {
        let narrow = self.is_narrow(heads, lines);
        match self.columns {
            None if narrow => self.columns = Some(Columns { top: self.y, first: None }),
            Some(columns) if !narrow => {
                self.y = self.y.max(columns.first.unwrap_or(MARGIN));
                self.columns = None;
            }
            _ => {}
        }
    }

    /// Moves to the next column or page.
    fn next_column(&mut self) {
        match &mut self.columns {
            Some(columns) if columns.first.is_none() => {
                columns.first = Some(self.y);
                self.y = columns.top;
            }
            _ => self.turn(),
        }
    }

    /// Ends the current page, unless it is empty.
    pub(super) fn turn(&mut self) {
        if self.shapes.is_empty() {
            return;
        }
        let mut page = PdfPage::new(self.title.clone(), self.size);
        page.items.push(Item::Shapes(std::mem::take(&mut self.shapes)));
        self.pages.push(page);
        self.y = MARGIN;
        self.columns = self.columns.map(|_| Columns { top: MARGIN, first: None });
    }

    /// Moves to the next column or page unless `height` is left on this one.
    fn need(&mut self, height: f32) {
        // Twice, since the second column is no longer than the first if the columns begin far down.
        for _ in 0..2 {
            if self.y + height > self.size.y - MARGIN {
                self.next_column();
            }
        }
    }

    /// Adds a heading above a table of this number of lines, kept together with the table unless it is long.
    pub(super) fn heading_of_table(&mut self, words: &str, lines: usize) {
        let lines = f32::from(u16::try_from(lines).unwrap_or(u16::MAX));
        let all = (lines + 2.0) * (SIZE * LEADING + 2.0 * PAD);
        self.heading(words, 12.0, all.min(self.size.y * 0.4));
    }

    /// Adds a heading, kept together with the next `more` points of content.
    pub(super) fn heading(&mut self, words: &str, size: f32, more: f32) {
        let above = if self.y > MARGIN { size * 0.7 } else { 0.0 };
        self.need(above + size * 1.6 + more);
        if self.y > MARGIN {
            self.y += above;
        }
        let at = pos2(self.left(), self.y + size * 0.7);
        self.shapes.push(Text::new(at, words, size, INK).bold().anchored(Align2::LEFT_CENTER).into());
        self.y += size * 1.6;
    }

    /// Adds a paragraph.
    pub(super) fn words(&mut self, words: &str) {
        for line in wrapped(words, self.width(), SIZE) {
            self.need(SIZE * LEADING);
            let at = pos2(self.left(), self.y + SIZE * LEADING / 2.0);
            self.shapes.push(Text::new(at, line, SIZE, INK).anchored(Align2::LEFT_CENTER).into());
            self.y += SIZE * LEADING;
        }
        self.y += SIZE * 0.4;
    }

    /// Adds a table with a head, unless `heads` is empty. It fills the available width up to twice its natural width;
    /// wide columns shrink if there is too little.
    pub(super) fn table(&mut self, heads: &[String], lines: &[Vec<Cell>]) {
        let mut widths = natural_widths(heads, lines);
        if widths.is_empty() {
            return;
        }
        let all: f32 = widths.iter().sum();
        if all > self.width() {
            // Narrow columns keep their width; wide ones share the rest.
            let fair = self.width() / f32::from(u16::try_from(widths.len()).unwrap_or(u16::MAX));
            let kept: f32 = widths.iter().filter(|width| **width <= fair).sum();
            let wide: f32 = all - kept;
            let room = self.width();
            for width in widths.iter_mut().filter(|width| **width > fair) {
                *width *= (room - kept) / wide;
            }
        } else {
            let wider = (self.width() / all.max(1.0)).min(2.0);
            widths.iter_mut().for_each(|width| *width *= wider);
        }
        let head: Vec<Cell> = heads.iter().map(|head| Cell::Words(head.clone())).collect();
        self.head(&head, &widths);
        for line in lines {
            // A row that does not fit moves to the next column or page, below a repeated head.
            for _ in 0..TRIES {
                if !self.line(line, &widths, false) {
                    break;
                }
                self.head(&head, &widths);
            }
        }
        self.y += SIZE * 0.6;
    }

    /// Adds the head of a table, unless empty.
    fn head(&mut self, head: &[Cell], widths: &[f32]) {
        if !head.is_empty() {
            let _ = (0..TRIES).any(|_| !self.line(head, widths, true));
        }
    }

    /// Adds a row of a table. Returns `true` without adding it if the next column or page had to be started.
    fn line(&mut self, cells: &[Cell], widths: &[f32], head: bool) -> bool {
        let texts: Vec<Vec<String>> = cells
            .iter()
            .zip(widths)
            .map(|(cell, width)| match cell {
                Cell::Words(words) | Cell::Changed(words) => wrapped(words, width - 2.0 * PAD, SIZE),
                Cell::Drawn(..) => Vec::new(),
            })
            .collect();
        let rows = texts.iter().map(Vec::len).max().unwrap_or(1).max(1);
        let drawn = cells.iter().map(|cell| if let Cell::Drawn(_, reach) = cell { 2.0 * reach } else { 0.0 });
        let rows = f32::from(u16::try_from(rows).unwrap_or(u16::MAX));
        let height = drawn.fold(rows * SIZE * LEADING, f32::max) + 2.0 * PAD;
        // A row higher than a page is placed at the top of one.
        let begun = self.y > MARGIN + if head { 0.0 } else { HEAD };
        if begun && self.y + height > self.size.y - MARGIN {
            self.next_column();
            return true;
        }
        let wide: f32 = widths.iter().sum();
        let (top, bottom, left) = (self.y, self.y + height, self.left());
        if head {
            let ground = Rect::from_min_max(pos2(left, top), pos2(left + wide, bottom));
            self.shapes.push(Shape::filled(ground, 0.0, Color32::from_rgb(232, 224, 204)));
        }
        let mut x = left;
        for ((cell, lines), width) in cells.iter().zip(texts).zip(widths) {
            match cell {
                Cell::Words(_) | Cell::Changed(_) => {
                    let is_changed = matches!(cell, Cell::Changed(_));
                    if is_changed {
                        let ground = Rect::from_min_max(pos2(x, top), pos2(x + width, bottom));
                        self.shapes.push(Shape::filled(ground, 0.0, CHANGED));
                    }
                    let count = f32::from(u16::try_from(lines.len()).unwrap_or(u16::MAX));
                    let first = f32::midpoint(top, bottom) - SIZE * LEADING * count / 2.0;
                    for (n, line) in lines.into_iter().enumerate() {
                        let n = f32::from(u16::try_from(n).unwrap_or(u16::MAX));
                        let at = pos2(x + PAD, first + SIZE * LEADING * (n + 0.5));
                        let text = Text::new(at, line, SIZE, INK).anchored(Align2::LEFT_CENTER);
                        self.shapes.push(if head || is_changed { text.bold() } else { text }.into());
                    }
                }
                Cell::Drawn(shapes, reach) => {
                    let to = vec2(x + PAD + reach, f32::midpoint(top, bottom));
                    self.shapes.extend(shapes.iter().cloned().map(|shape| shape.mapped(1.0, to)));
                }
            }
            x += width;
        }
        self.shapes.push(Shape::segment([pos2(left, bottom), pos2(left + wide, bottom)], RULE));
        self.y = bottom;
        false
    }

    /// Adds counters in rows, each with its caption.
    pub(super) fn counters(&mut self, counters: &[CaptionedCounter], width: f32) {
        let step = vec2(width * 1.35, width + SIZE * 1.7);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a few dozen at most, at least one"
        )]
        let per_line = (self.width() / step.x).floor().max(1.0) as usize;
        for line in counters.chunks(per_line) {
            self.need(step.y);
            for (n, one) in line.iter().enumerate() {
                let n = f32::from(u16::try_from(n).unwrap_or(u16::MAX));
                let center = pos2(MARGIN + (n + 0.5) * step.x, self.y + width / 2.0);
                counters::counter(&mut self.shapes, center, width, &one.piece, &one.manner);
                let beneath =
                    Rect::from_center_size(center + vec2(0.0, width / 2.0 + SIZE * 0.7), vec2(step.x * 0.96, SIZE));
                self.shapes
                    .push(Text::new(beneath.center(), one.caption.as_str(), SIZE * 0.85, INK).within(beneath).into());
            }
            self.y += step.y;
        }
    }
}

impl Cell {
    fn width(&self) -> f32 {
        match self {
            Self::Words(words) | Self::Changed(words) => text::width(words) * SIZE,
            Self::Drawn(_, reach) => 2.0 * reach,
        }
    }
}

/// Returns the natural widths of the columns of a table.
fn natural_widths(heads: &[String], lines: &[Vec<Cell>]) -> Vec<f32> {
    let count = lines.iter().map(Vec::len).max().unwrap_or(0).max(heads.len());
    let mut widths = vec![12.0_f32; count];
    let mut wish = |column: usize, width: f32| widths[column] = widths[column].max(width);
    for (column, head) in heads.iter().enumerate() {
        wish(column, text::width(head) * SIZE * 1.04 + 2.0 * PAD);
    }
    for line in lines {
        for (column, cell) in line.iter().enumerate() {
            wish(column, cell.width() + 2.0 * PAD);
        }
    }
    widths
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

    #[test]
    fn narrow_tables_stand_in_two_columns_beneath_a_wide_one() {
        let mut flow = Flow::new("Aid", vec2(500.0, 480.0));
        let table = |name: &str, width: usize| -> Vec<Vec<Cell>> {
            (0..8).map(|n| vec![format!("{name}{n}{}", "-".repeat(width)).into()]).collect()
        };
        for (name, width) in [("wide", 110), ("a", 3), ("b", 3), ("c", 3), ("last", 110)] {
            let lines = table(name, width);
            flow.place(&[], &lines);
            flow.heading_of_table(name, lines.len());
            flow.table(&[], &lines);
        }
        let pages = flow.finish();
        let at = |start: &str| {
            let found = pages.iter().enumerate().flat_map(|(page, shapes)| {
                shapes.shapes().filter_map(move |shape| match shape {
                    Shape::Text(text) if text.words.starts_with(start) => Some((page, text.at)),
                    _ => None,
                })
            });
            found.collect::<Vec<_>>()
        };
        assert_eq!(pages.len(), 2);
        for name in ["wide", "a", "b", "c", "last"] {
            assert_eq!((0..8).map(|n| at(&format!("{name}{n}")).len()).sum::<usize>(), 8, "{name}: every line once");
        }
        let ((a, left), (b, right)) = (at("a0")[0], at("b0")[0]);
        assert_eq!((a, b), (0, 0), "side by side on a page");
        assert!(right.x > left.x + 200.0 && (right.y - left.y).abs() < 0.1, "{left:?} {right:?}");
    }

    #[test]
    fn a_line_higher_than_a_page_ends() {
        let mut flow = Flow::new("Aid", vec2(300.0, 200.0));
        let high = "word ".repeat(500);
        let heads = [high.clone(), "b".to_owned()];
        flow.table(&heads, &[vec![high.clone().into(), "last".to_owned().into()]]);
        assert!(flow.finish().len() < 10);
    }

    #[test]
    fn a_long_table_goes_on_on_the_next_page_under_its_heads() {
        let mut flow = Flow::new("Table", vec2(400.0, 300.0));
        let lines: Vec<Vec<Cell>> = (0..60).map(|n| vec![format!("row {n}").into(), "x".to_owned().into()]).collect();
        flow.table(&["Head".to_owned(), "Other".to_owned()], &lines);
        let pages = flow.finish();
        assert!(pages.len() > 2);
        let mut rows = 0;
        for page in &pages {
            let words: Vec<String> = page
                .shapes()
                .filter_map(|shape| if let Shape::Text(text) = shape { Some(text.words) } else { None })
                .collect();
            assert_eq!(words[0], "Head");
            rows += words.iter().filter(|word| word.starts_with("row ")).count();
        }
        assert_eq!(rows, 60);
    }
}
