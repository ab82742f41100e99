//! Rows in two columns on pages.

use std::collections::{BTreeMap, VecDeque};

use emath::{Rect, Vec2, pos2, vec2};

use super::rows::{BookletRow, Measure, RowBlock};
use crate::draw::Shape;

/// The gap between columns, in points.
const GUTTER: f32 = 13.0;
/// The least room for beginning a block at the foot of a page.
const LEAST: f32 = 36.0;
/// The part of a page up to which a table is not divided.
const SHORT: f32 = 0.35;
/// The room between a chart and the columns below it.
const BELOW: f32 = 7.0;
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

impl ComposedPage {
    /// Returns the part of `room` that is filled, from the top.
    pub(super) fn fill(&self, room: Rect) -> f32 {
        let lowest = self.shapes.iter().map(|shape| shape.reach().bottom()).fold(room.top(), f32::max);
        (lowest - room.top()) / room.height().max(1.0)
    }
}

/// A builder of pages.
pub(super) struct Composer {
    /// The part of a page that is filled.
    room: Rect,
    pages: Vec<ComposedPage>,
    /// The place down the page.
    y: f32,
    /// The end of the room for columns: what floats at the foot of the page lies below.
    bottom: f32,
    /// Rows of columns that are not placed yet.
    waiting: Vec<BookletRow>,
    /// Rows of the whole width that go to the top of the next page.
    floats: VecDeque<BookletRow>,
    /// Rows of the whole width at the foot of this page.
    foot: Vec<BookletRow>,
}

impl Composer {
    /// Starts pages of which `room` is filled.
    pub(super) fn new(room: Rect) -> Self {
        let pages = vec![ComposedPage::default()];
        let (y, bottom) = (room.top(), room.bottom());
        Self { room, pages, y, bottom, waiting: Vec::new(), floats: VecDeque::new(), foot: Vec::new() }
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
                RowBlock::Landing => {
                    self.columns(None);
                    self.land();
                }
                RowBlock::Float(rows) => match self.waiting.last_mut() {
                    Some(row) => row.floats.extend(rows),
                    None => rows.into_iter().for_each(|row| self.float(row)),
                },
            }
        }
    }

    /// Starts a new page, unless this one is empty.
    pub(super) fn turn(&mut self) {
        self.columns(None);
        self.land();
        if self.y > self.room.top() {
            self.next();
        }
    }

    /// Ends the last page and returns all pages.
    pub(super) fn finish(mut self) -> Vec<ComposedPage> {
        self.columns(None);
        self.land();
        self.stand();
        if self.pages.len() > 1 && self.pages.last().is_some_and(|page| page.shapes.is_empty()) {
            self.pages.pop();
        }
        self.pages
    }

    /// Starts a page, without what floats.
    fn blank(&mut self) {
        self.stand();
        self.pages.push(ComposedPage::default());
        self.y = self.room.top();
        self.bottom = self.room.bottom();
    }

    /// Places the foot of the page.
    fn stand(&mut self) {
        for row in std::mem::take(&mut self.foot) {
            self.bottom += row.above;
            self.put(&row, pos2(self.room.left(), self.bottom));
            self.bottom += row.height;
        }
    }

    /// Starts a page with all floating rows that fit at its top.
    fn next(&mut self) {
        self.blank();
        while let Some(row) = self.floats.front() {
            let is_top = self.y <= self.room.top();
            let above = if is_top { 0.0 } else { row.above };
            if !is_top && self.y + above + row.height > self.bottom {
                break;
            }
            let Some(row) = self.floats.pop_front() else { break };
            self.put(&row, pos2(self.room.left(), self.y + above));
            self.y += above + row.height;
        }
        if self.y > self.room.top() {
            self.y += BELOW;
        }
    }

    /// Places all floating rows.
    fn land(&mut self) {
        self.settle();
        while !self.floats.is_empty() {
            self.next();
        }
    }

    /// Places the floating rows that fit here.
    fn settle(&mut self) {
        for row in std::mem::take(&mut self.floats) {
            self.float(row);
        }
    }

    /// Places a floating row here, or keeps it for the next page.
    fn float(&mut self, row: BookletRow) {
        let above = if self.y > self.room.top() { row.above } else { 0.0 };
        let fits = self.y + above + row.height <= self.bottom;
        if !self.floats.is_empty() || !fits && self.y > self.room.top() {
            self.floats.push_back(row);
            return;
        }
        self.put(&row, pos2(self.room.left(), self.y + above));
        self.y += above + row.height + BELOW;
    }

    /// Places rows of the whole width.
    fn wide(&mut self, rows: Vec<BookletRow>, head: Option<&BookletRow>) {
        let height = |count: usize| rows.iter().take(count).map(|row| row.above + row.height).sum::<f32>();
        // A short table is not divided.
        let whole = height(rows.len());
        let first = if whole < self.room.height() * SHORT { whole } else { height(3) };
        self.columns(Some(first));
        if self.y > self.room.top() && self.y + first.min(self.room.height() * 0.5) > self.bottom {
            self.next();
        }
        for (at, row) in rows.into_iter().enumerate() {
            let above = if self.y > self.room.top() { row.above } else { 0.0 };
            if self.y > self.room.top() && self.y + above + row.height > self.bottom {
                // A table is not divided by what floats.
                self.blank();
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
        self.settle();
    }

    /// Places the waiting rows in two columns, and what floats with them at the foot of the page, or else at the top of the next. Columns
    /// that do not fill the page are of equal height. Rows at the end that are to stay with wide ones go to the next page with them if
    /// `next` points do not fit below.
    fn columns(&mut self, next: Option<f32>) {
        let mut rows = std::mem::take(&mut self.waiting);
        while !rows.is_empty() {
            let height = self.bottom - self.y;
            let first = fill(&rows, height);
            let second = fill(rows.get(first..).unwrap_or_default(), height);
            let count = first + second;
            if count >= rows.len() {
                let (_, used) = balanced(&rows, height);
                if next.is_some_and(|next| self.y + used + next.min(self.room.height() * 0.5) > self.bottom) {
                    // Headings of what follows go with it.
                    let tail = rows.iter().rev().take_while(|row| row.keep).count();
                    if tail == rows.len() && self.y > self.room.top() {
                        self.next();
                        continue;
                    }
                    if tail > 0 && tail < rows.len() {
                        let kept = rows.split_off(rows.len() - tail);
                        self.last(&mut rows, false);
                        self.next();
                        rows = kept;
                        continue;
                    }
                }
                let is_head = next.is_some() && rows.last().is_some_and(|row| row.keep);
                self.last(&mut rows, is_head);
                return;
            }
            let is_top = self.y <= self.room.top();
            if !is_top && (height < LEAST || first == 0) {
                self.next();
                continue;
            }
            if self.sink(&mut rows, count) {
                continue;
            }
            // A row higher than a page stands at the top of one.
            let first = first.max(1);
            let second = second.min(rows.len() - first);
            let mut rest = rows.split_off(first + second);
            self.floats.extend(rows.iter_mut().flat_map(|row| std::mem::take(&mut row.floats)));
            self.pair(&rows, first);
            self.next();
            std::mem::swap(&mut rows, &mut rest);
        }
    }

    /// Places rows that fit into two columns, and below them what floats, unless their last is the head of what follows.
    fn last(&mut self, rows: &mut [BookletRow], is_head: bool) {
        let (split, used) = balanced(rows, self.bottom - self.y);
        let floats: Vec<BookletRow> = rows.iter_mut().flat_map(|row| std::mem::take(&mut row.floats)).collect();
        self.pair(rows, split);
        self.y += used;
        if is_head {
            self.floats.extend(floats);
        } else {
            floats.into_iter().for_each(|row| self.float(row));
        }
    }

    /// Moves the first floating row of the `count` rows that fill this page to its foot, if the row that it belongs to still fits.
    fn sink(&mut self, rows: &mut [BookletRow], count: usize) -> bool {
        if !self.floats.is_empty() {
            return false;
        }
        let Some(at) = rows.iter().take(count).position(|row| !row.floats.is_empty()) else { return false };
        let Some(float) = rows.get(at).and_then(|row| row.floats.first()) else { return false };
        let bottom = self.bottom - float.height - float.above;
        let height = bottom - self.y;
        if height < 2.0 * LEAST {
            return false;
        }
        let first = fill(rows, height);
        if first + fill(rows.get(first..).unwrap_or_default(), height) <= at {
            return false;
        }
        let Some(float) = rows.get_mut(at).map(|row| row.floats.remove(0)) else { return false };
        self.foot.push(float);
        self.bottom = bottom;
        true
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
    fn what_floats_stands_near_and_the_text_fills_its_pages() {
        let rows = |from: usize, to: usize| -> Vec<BookletRow> {
            (from..to).map(|n| row(&format!("r{n}"), 9.0, false)).collect()
        };
        let mut blocks = Vec::new();
        for n in 0..12 {
            blocks.push(RowBlock::Narrow(rows(n * 10, n * 10 + 10)));
            blocks.push(RowBlock::Float(vec![row(&format!("f{n}"), 25.0 + 6.0 * n as f32, false)]));
        }
        blocks.push(RowBlock::Wide(vec![row("w", 9.0, false)], None));
        let pages = composed(blocks);
        let page =
            |name: &str| pages.iter().position(|page| page.anchors.iter().any(|(anchor, _)| anchor == name)).unwrap();
        for n in 0..12 {
            let (text, float) = (page(&format!("r{}", n * 10 + 9)), page(&format!("f{n}")));
            assert!((text..=text + 4).contains(&float), "f{n} on {float}, its text on {text}");
        }
        let order: Vec<String> = pages
            .iter()
            .flat_map(|page| {
                let mut floats: Vec<_> = page.anchors.iter().filter(|(name, _)| name.starts_with('f')).collect();
                floats.sort_by(|(_, a), (_, b)| a.y.total_cmp(&b.y));
                floats.into_iter().map(|(name, _)| name.clone())
            })
            .collect();
        assert_eq!(order, (0..12).map(|n| format!("f{n}")).collect::<Vec<_>>());
        for (n, page) in pages.iter().enumerate() {
            let mut taken: Vec<Rect> = Vec::new();
            for (name, at) in &page.anchors {
                let height = name.strip_prefix('f').map_or(9.0, |n| 25.0 + 6.0 * n.parse::<f32>().unwrap());
                let width = if name.starts_with('r') { 90.0 } else { 200.0 };
                let rect = Rect::from_min_size(*at, vec2(width, height));
                assert!(rect.bottom() <= 110.1, "{name} on page {n}: {rect:?}");
                assert!(taken.iter().all(|other| !other.shrink(0.1).intersects(rect)), "{name} on page {n}");
                taken.push(rect);
            }
        }
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
