//! Rows in two columns on pages.

use std::collections::BTreeMap;

use emath::{Rect, Vec2, pos2, vec2};

use super::rows::{BookletRow, Measure, RowBlock};
use crate::draw::Shape;

/// The gap between columns, in points.
const GUTTER: f32 = 13.0;
/// The least room for beginning a block at the foot of a page.
const LEAST: f32 = 36.0;
/// The step in which the height of balanced columns is searched.
const STEP: f32 = 3.0;

/// The content of a page.
#[derive(Clone, Debug, Default)]
pub(super) struct ComposedPage {
    pub(super) shapes: Vec<Shape>,
    /// The rectangles of links and their anchors.
    pub(super) links: Vec<(Rect, String)>,
    /// The anchors with their places.
    pub(super) anchors: Vec<(String, emath::Pos2)>,
    /// The headings with their levels and places.
    pub(super) headings: Vec<(u8, String, emath::Pos2)>,
}

/// A builder of pages.
pub(super) struct Composer {
    /// The part of a page that is filled.
    room: Rect,
    pages: Vec<ComposedPage>,
    /// The place down the page.
    y: f32,
    /// Rows of columns that are not placed yet.
    waiting: Vec<BookletRow>,
}

impl Composer {
    /// Starts pages of which `room` is filled.
    pub(super) fn new(room: Rect) -> Self {
        Self { room, pages: vec![ComposedPage::default()], y: room.top(), waiting: Vec::new() }
    }

    /// Returns the widths of rows.
    pub(super) fn measure(room: Rect) -> Measure {
        Measure { column: (room.width() - GUTTER) / 2.0, page: room.width() }
    }

    /// Adds blocks.
    pub(super) fn add(&mut self, blocks: impl IntoIterator<Item = RowBlock>) {
        for block in blocks {
            match block {
                RowBlock::Narrow(rows) => self.waiting.extend(rows),
                RowBlock::Wide(rows, head) => self.wide(rows, head.as_ref()),
            }
        }
    }

    /// Starts a new page, unless this one is empty.
    pub(super) fn turn(&mut self) {
        self.columns(None);
        if self.y > self.room.top() {
            self.next();
        }
    }

    /// Ends the last page and returns all pages.
    pub(super) fn finish(mut self) -> Vec<ComposedPage> {
        self.columns(None);
        if self.pages.len() > 1 && self.pages.last().is_some_and(|page| page.shapes.is_empty()) {
            self.pages.pop();
        }
        self.pages
    }

    fn next(&mut self) {
        self.pages.push(ComposedPage::default());
        self.y = self.room.top();
    }

    /// Places rows of the whole width.
    fn wide(&mut self, rows: Vec<BookletRow>, head: Option<&BookletRow>) {
        let first: f32 = rows.iter().take(3).map(|row| row.above + row.height).sum();
        self.columns(Some(first));
        if self.y > self.room.top() && self.y + first.min(self.room.height() * 0.5) > self.room.bottom() {
            self.next();
        }
        for (at, row) in rows.into_iter().enumerate() {
            let above = if self.y > self.room.top() { row.above } else { 0.0 };
            if self.y > self.room.top() && self.y + above + row.height > self.room.bottom() {
                self.next();
                if let Some(head) = head.filter(|_| at > 0) {
                    self.put(head, pos2(self.room.left(), self.y));
                    self.y += head.height;
                }
            } else {
                self.y += above;
            }
            self.put(&row, pos2(self.room.left(), self.y));
            self.y += row.height;
        }
        self.y += 4.0;
    }

    /// Places the waiting rows in two columns of equal height. Rows at the end that are to stay with wide ones go to the next page with
    /// them if `next` points do not fit below.
    fn columns(&mut self, next: Option<f32>) {
        let mut rows = std::mem::take(&mut self.waiting);
        while !rows.is_empty() {
            let height = self.room.bottom() - self.y;
            let first = fill(&rows, height);
            let second = fill(rows.get(first..).unwrap_or_default(), height);
            if first + second >= rows.len() {
                let (split, used) = balanced(&rows, height);
                if next.is_some_and(|next| self.y + used + next.min(self.room.height() * 0.5) > self.room.bottom()) {
                    // Headings of what follows go with it.
                    let tail = rows.iter().rev().take_while(|row| row.keep).count();
                    if tail > 0 && tail < rows.len() {
                        let kept = rows.split_off(rows.len() - tail);
                        let (split, used) = balanced(&rows, height);
                        self.pair(&rows, split);
                        self.y += used;
                        self.next();
                        rows = kept;
                        continue;
                    }
                }
                self.pair(&rows, split);
                self.y += used;
                return;
            }
            let is_top = self.y <= self.room.top();
            if !is_top && (height < LEAST || first == 0) {
                self.next();
                continue;
            }
            // A row higher than a page stands at the top of one.
            let first = first.max(1);
            let second = second.min(rows.len() - first);
            let rest = rows.split_off(first + second);
            self.pair(&rows, first);
            self.next();
            rows = rest;
        }
    }

    /// Places rows, the first `split` of them in the first column.
    fn pair(&mut self, rows: &[BookletRow], split: usize) {
        let column = Self::measure(self.room).column;
        let (first, second) = rows.split_at(split.min(rows.len()));
        for (rows, x) in [(first, self.room.left()), (second, self.room.left() + column + GUTTER)] {
            let mut y = self.y;
            for (at, row) in rows.iter().enumerate() {
                y += if at > 0 { row.above } else { 0.0 };
                self.put(row, pos2(x, y));
                y += row.height;
            }
        }
    }

    fn put(&mut self, row: &BookletRow, at: emath::Pos2) {
        let by: Vec2 = at.to_vec2();
        let Some(page) = self.pages.last_mut() else { return };
        page.shapes.extend(row.shapes.iter().cloned().map(|shape| shape.mapped(1.0, by)));
        page.links.extend(row.links.iter().map(|(rect, anchor)| (rect.translate(by), anchor.clone())));
        page.anchors.extend(row.anchors.iter().map(|anchor| (anchor.clone(), at)));
        page.headings.extend(row.heading.iter().map(|(level, words)| (*level, words.clone(), at)));
    }
}

/// Returns the number of rows that fit into a column of this height, without tearing apart what stays together.
fn fill(rows: &[BookletRow], height: f32) -> usize {
    let mut y = 0.0;
    let mut count = 0;
    for row in rows {
        y += row.height + if count > 0 { row.above } else { 0.0 };
        if y > height + 0.1 {
            break;
        }
        count += 1;
    }
    if count == rows.len() {
        return count;
    }
    // Goes back to a row that may be the last.
    let mut last = count;
    while last > 0 && rows.get(last - 1).is_some_and(|row| row.keep) {
        last -= 1;
    }
    last
}

/// Returns the number of rows of the first column and the height of both, for the least height in which all rows fit.
fn balanced(rows: &[BookletRow], most: f32) -> (usize, f32) {
    let all: f32 = rows.iter().map(|row| row.height + row.above).sum();
    let mut height = (all / 2.0 - 2.0 * STEP).max(STEP);
    while height < most {
        let first = fill(rows, height);
        if first > 0 && first + fill(rows.get(first..).unwrap_or_default(), height) >= rows.len() {
            return (first, height);
        }
        height += STEP;
    }
    (fill(rows, most).max(1), most)
}

/// Returns the pages of each anchor, from 1; the first one counts.
pub(super) fn numbers(pages: &[ComposedPage]) -> BTreeMap<String, usize> {
    let mut numbers = BTreeMap::new();
    for (at, page) in pages.iter().enumerate() {
        for (anchor, _) in &page.anchors {
            numbers.entry(anchor.clone()).or_insert(at + 1);
        }
    }
    numbers
}

/// Returns a row of words at the left and of a number at the right, with a dotted line between.
pub(super) fn leader(row: &mut BookletRow, from: f32, to: f32, y: f32, color: ecolor::Color32) {
    let mut x = from;
    while x < to {
        row.shapes.push(Shape::filled(Rect::from_center_size(pos2(x, y), vec2(0.5, 0.5)), 0.0, color));
        x += 3.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::Text;

    fn row(words: &str, height: f32, keep: bool) -> BookletRow {
        let text = Text::new(pos2(0.0, 0.0), words, 7.0, ecolor::Color32::BLACK);
        BookletRow { height, keep, shapes: vec![text.into()], anchors: vec![words.to_owned()], ..BookletRow::default() }
    }

    fn composed(blocks: Vec<RowBlock>) -> Vec<ComposedPage> {
        let mut composer = Composer::new(Rect::from_min_max(pos2(10.0, 10.0), pos2(210.0, 110.0)));
        composer.add(blocks);
        composer.finish()
    }

    #[test]
    fn every_row_is_placed_once_in_order() {
        let rows: Vec<BookletRow> = (0..57).map(|n| row(&format!("r{n}"), 9.0, n % 7 == 0)).collect();
        let wide: Vec<BookletRow> = (0..23).map(|n| row(&format!("w{n}"), 11.0, false)).collect();
        let pages = composed(vec![
            RowBlock::Narrow(rows.clone()),
            RowBlock::Wide(wide, Some(row("head", 8.0, true))),
            RowBlock::Narrow(vec![row("high", 500.0, false), row("last", 9.0, false)]),
        ]);
        let mut order: Vec<(usize, i32, i32, String)> = Vec::new();
        for (n, page) in pages.iter().enumerate() {
            for (anchor, at) in &page.anchors {
                assert!(anchor == "high" || at.y <= 110.0 - 8.0, "{anchor} {at:?}");
                order.push((n, at.x as i32, at.y as i32, anchor.clone()));
            }
        }
        let names = |start: &str| {
            order.iter().map(|(.., name)| name.clone()).filter(|name| name.starts_with(start)).collect::<Vec<_>>()
        };
        assert_eq!(names("r"), (0..57).map(|n| format!("r{n}")).collect::<Vec<_>>());
        assert_eq!(names("w"), (0..23).map(|n| format!("w{n}")).collect::<Vec<_>>());
        assert!(!names("head").is_empty(), "the head is repeated");
        assert_eq!((names("high").len(), names("last").len()), (1, 1));
    }

    #[test]
    fn columns_are_of_one_height_and_keep_together_what_belongs_together() {
        let rows: Vec<BookletRow> = (0..10).map(|n| row(&format!("r{n}"), 8.0, n == 4)).collect();
        let pages = composed(vec![RowBlock::Narrow(rows)]);
        assert_eq!(pages.len(), 1);
        let left: Vec<&str> =
            pages[0].anchors.iter().filter(|(_, at)| at.x < 50.0).map(|(name, _)| name.as_str()).collect();
        // The fifth stays with the sixth.
        assert!(left == ["r0", "r1", "r2", "r3"] || left.len() == 6, "{left:?}");
    }
}
