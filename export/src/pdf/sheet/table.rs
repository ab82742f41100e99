//! Tables of rich cells: heads, groups, rows with a tint for every second one.

use emath::{Rect, pos2, vec2};

use super::rich::{Align, Lines, Rich};
use super::widths::{ColumnNeed, widths};
use super::{GROUP, HEAD, INK, Laid, ROW, SheetPen, THIN, ZEBRA};
use crate::draw::{Shape, Stroke};

/// A column of a table.
#[derive(Clone, Debug, Default)]
pub(super) struct Column {
    pub(super) head: Rich,
    pub(super) align: Align,
    /// `true` for sentences, which take the room that is left.
    pub(super) is_text: bool,
    /// `true` for pictures, which need no more room than they have.
    pub(super) is_fixed: bool,
}

/// A line of a table.
#[derive(Clone, Debug)]
pub(super) enum TableLine {
    /// Other heads for the rows below.
    Heads(Vec<Rich>),
    /// The head of a group of rows.
    Group(Rich),
    /// A row with the facts of a chart.
    Row(Vec<Rich>),
    /// A small text across the table.
    Note(Rich),
}

/// A table.
#[derive(Clone, Debug, Default)]
pub(super) struct SheetTable {
    /// Heads over several columns, with the number of their columns.
    pub(super) bands: Vec<(Rich, usize)>,
    pub(super) columns: Vec<Column>,
    pub(super) lines: Vec<TableLine>,
}

impl SheetTable {
    /// Draws the table at this width.
    pub(super) fn lay(&self, pen: &SheetPen<'_>, width: f32) -> Laid {
        let side = pen.style.side;
        let (widths, is_cramped) = self.widths(width, side);
        let laid = Laid { is_cramped, ..Laid::default() };
        let mut table = PlacedTable { pen, widths: &widths, width, side, laid, is_odd: false };
        table.bands(&self.bands);
        if self.columns.iter().any(|column| !column.head.is_empty()) {
            let heads: Vec<&Rich> = self.columns.iter().map(|column| &column.head).collect();
            table.heads(&heads, &self.columns);
        }
        for line in &self.lines {
            match line {
                TableLine::Heads(heads) => table.heads(&heads.iter().collect::<Vec<_>>(), &self.columns),
                TableLine::Group(words) => table.group(words),
                TableLine::Row(cells) => table.row(cells, &self.columns),
                TableLine::Note(words) => table.note(words),
            }
        }
        table.laid
    }

    /// Returns the widths of the columns, and `true` if the room is too narrow for the longest words.
    fn widths(&self, room: f32, side: f32) -> (Vec<f32>, bool) {
        // Heads stay on one line where there is room for them; else a long head wraps rather than widen a column of numbers.
        let (needs, cells) = self.needs(f32::INFINITY, side);
        if needs.iter().map(|need| need.most).sum::<f32>() <= room {
            return (widths(&needs, &cells, room), false);
        }
        let needs = self.needs(HEAD_WIDTH, side).0;
        let least: f32 = needs.iter().map(|need| need.least).sum();
        (widths(&needs, &cells, room), least > room)
    }

    /// Returns what the columns need if heads up to `longest` stay on one line, and the widths of all cells on one line.
    fn needs(&self, longest: f32, side: f32) -> (Vec<ColumnNeed>, Vec<Vec<f32>>) {
        let pad = 2.0 * side;
        let need = |column: &Column| {
            let (is_text, is_fixed) = (column.is_text, column.is_fixed);
            ColumnNeed { is_text, is_fixed, ..ColumnNeed::default() }
        };
        let mut needs: Vec<ColumnNeed> = self.columns.iter().map(need).collect();
        let mut wish = |at: usize, rich: &Rich, is_head: bool| {
            if let Some(need) = needs.get_mut(at) {
                need.least = need.least.max(rich.least_width() + pad);
                let most = if is_head { rich.least_width().max(rich.width().min(longest)) } else { rich.width() };
                need.most = need.most.max(most + pad + 0.2);
            }
        };
        for (at, column) in self.columns.iter().enumerate() {
            wish(at, &column.head, true);
        }
        let mut cells = Vec::new();
        for line in &self.lines {
            let (TableLine::Heads(row) | TableLine::Row(row)) = line else { continue };
            let is_head = matches!(line, TableLine::Heads(_));
            row.iter().enumerate().for_each(|(at, cell)| wish(at, cell, is_head));
            cells.push(row.iter().map(|cell| cell.width() + pad).collect());
        }
        (needs, cells)
    }
}

/// The width up to which the head of a column is kept on one line, in points.
const HEAD_WIDTH: f32 = 44.0;

/// A table that grows line by line.
struct PlacedTable<'t> {
    pen: &'t SheetPen<'t>,
    widths: &'t [f32],
    width: f32,
    /// The room left and right of the text in a column.
    side: f32,
    laid: Laid,
    is_odd: bool,
}

impl PlacedTable<'_> {
    /// Adds a ground of this height and returns its rectangle.
    fn ground(&mut self, height: f32, fill: Option<ecolor::Color32>) -> Rect {
        let rect = Rect::from_min_size(pos2(0.0, self.laid.height), vec2(self.width, height));
        if let Some(fill) = fill {
            self.laid.shapes.push(Shape::filled(rect, 0.0, fill));
        }
        self.laid.height += height;
        rect
    }

    fn line_below(&mut self, stroke: Stroke) {
        let y = self.laid.height;
        self.laid.shapes.push(Shape::segment([pos2(0.0, y), pos2(self.width, y)], stroke));
    }

    fn bands(&mut self, bands: &[(Rich, usize)]) {
        if bands.iter().all(|(words, _)| words.is_empty()) {
            return;
        }
        let leading = self.pen.style.leading;
        let mut at = 0;
        let mut x = 0.0;
        let texts: Vec<(f32, Lines)> = bands
            .iter()
            .map(|(words, count)| {
                let wide: f32 = self.widths.iter().skip(at).take(*count).sum();
                at += count;
                let left = x;
                x += wide;
                (left, Lines::new(words, (wide - 2.0 * self.side).max(1.0), leading))
            })
            .collect();
        let height = texts.iter().map(|(_, text)| text.size.y).fold(0.0, f32::max) + self.pen.style.pad;
        let rect = self.ground(height, Some(HEAD));
        for (left, text) in texts.iter().filter(|(_, text)| text.count() > 0) {
            let corner = pos2(left + self.side, rect.bottom() - text.size.y - 0.6);
            text.draw(corner, Align::Center, &mut self.laid.shapes, &mut self.laid.pictures);
            let ends = [left + self.side, left + self.side + text.size.x].map(|x| pos2(x, rect.bottom() - 0.2));
            self.laid.shapes.push(Shape::segment(ends, Stroke::new(0.4, INK)));
        }
    }

    fn heads(&mut self, heads: &[&Rich], columns: &[Column]) {
        let texts = self.texts(heads);
        let height = tallest(&texts) + 2.0 * self.pen.style.pad.max(1.0);
        let rect = self.ground(height, Some(HEAD));
        let mut x = 0.0;
        for ((text, column), wide) in texts.iter().zip(columns).zip(self.widths) {
            let corner = pos2(x + self.side, rect.bottom() - text.size.y - self.pen.style.pad.max(1.0));
            text.draw(corner, column.align, &mut self.laid.shapes, &mut self.laid.pictures);
            x += wide;
        }
        self.line_below(Stroke::new(0.8, INK));
        self.is_odd = false;
    }

    fn group(&mut self, words: &Rich) {
        let text = Lines::new(words, self.width - 2.0 * self.side, self.pen.style.leading);
        let rect = self.ground(text.size.y + 2.0 * self.pen.style.pad.max(0.8), Some(GROUP));
        let corner = pos2(self.side, rect.center().y - text.size.y / 2.0);
        text.draw(corner, Align::Left, &mut self.laid.shapes, &mut self.laid.pictures);
        self.line_below(Stroke::new(THIN, ROW));
        self.is_odd = false;
    }

    fn note(&mut self, words: &Rich) {
        let text = Lines::new(words, self.width - 2.0 * self.side, self.pen.style.leading);
        let rect = self.ground(text.size.y + 2.0 * self.pen.style.pad.max(1.0), None);
        let corner = pos2(self.side, rect.center().y - text.size.y / 2.0);
        text.draw(corner, Align::Left, &mut self.laid.shapes, &mut self.laid.pictures);
        self.is_odd = false;
    }

    fn row(&mut self, cells: &[Rich], columns: &[Column]) {
        let texts = self.texts(&cells.iter().collect::<Vec<_>>());
        let height = tallest(&texts) + 2.0 * self.pen.style.pad;
        let rect = self.ground(height, self.is_odd.then_some(ZEBRA));
        let has_picture = texts.iter().any(|text| text.count() == 1 && text.size.y > 1.6 * self.pen.style.body);
        let mut x = 0.0;
        let mut fact = Vec::new();
        for ((text, column), wide) in texts.iter().zip(columns).zip(self.widths) {
            // Beside a picture all stand in the middle, else at the top.
            let top = if has_picture { rect.center().y - text.size.y / 2.0 } else { rect.top() + self.pen.style.pad };
            text.draw(pos2(x + self.side, top), column.align, &mut self.laid.shapes, &mut self.laid.pictures);
            fact.push(Rect::from_min_max(pos2(x, rect.top()), pos2(x + wide, rect.bottom())));
            x += wide;
        }
        self.laid.facts.push(fact);
        self.line_below(Stroke::new(THIN, ROW));
        self.is_odd = !self.is_odd;
    }

    fn texts(&self, cells: &[&Rich]) -> Vec<Lines> {
        let leading = self.pen.style.leading;
        let cells = cells.iter().zip(self.widths);
        cells.map(|(cell, wide)| Lines::new(cell, (wide - 2.0 * self.side).max(1.0), leading)).collect()
    }
}

fn tallest(texts: &[Lines]) -> f32 {
    texts.iter().map(|text| text.size.y).fold(0.0, f32::max)
}
