//! The lines of a chart in their places: what is measured is what is drawn.

use egui::{Rect, Ui, pos2, vec2};

use super::table::{CellAlign, ChartRow, NumberedBox, PrintedCell, PrintedTable};
use super::text::{LaidWords, PrintedInks, SheetLook, WordStyle};
use super::widths::{ColumnWidths, widths};
use super::words::PrintedWords;

/// The room beside the words in a cell, and above and below them, in points.
const SIDE: f32 = 6.0;
const PAD: f32 = 3.0;

/// The room between the columns of a key, in points.
const GUTTER: f32 = 18.0;

/// The least width of a box of a track, and its least height, in points.
const BOX: [f32; 2] = [64.0, 46.0];

/// The purpose of a line, which decides its ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineKind {
    Title,
    Heads,
    Group,
    Row,
    Text,
    Boxes,
}

/// A cell in its place.
pub(super) struct PlacedCell<'t> {
    /// The cell with its margins.
    pub(super) rect: Rect,
    /// The words, each with the room that they have.
    pub(super) words: Vec<(LaidWords<'t>, Rect)>,
    /// The text as it is read aloud.
    pub(super) text: String,
    /// The cell itself, if it is one of a row.
    pub(super) cell: Option<&'t PrintedCell>,
}

/// A line in its place.
pub(super) struct PlacedLine<'t> {
    pub(super) kind: LineKind,
    pub(super) rect: Rect,
    pub(super) cells: Vec<PlacedCell<'t>>,
}

/// A chart in its place, from the origin.
pub(super) struct PlacedChart<'t> {
    pub(super) lines: Vec<PlacedLine<'t>>,
    pub(super) width: f32,
    pub(super) height: f32,
}

/// The title of a chart and the words beside it, with their colors.
pub(super) struct PrintedTitle<'t> {
    pub(super) title: &'t PrintedWords,
    pub(super) aside: &'t PrintedWords,
    pub(super) inks: PrintedInks,
}

/// Places a chart at this width. It is wider if its words need more.
pub(super) fn lay<'t>(
    ui: &Ui,
    look: &SheetLook<'t>,
    title: &PrintedTitle<'t>,
    table: &'t PrintedTable,
    width: f32,
) -> PlacedChart<'t> {
    let columns = columns(ui, look, table, width);
    let width = width.max(columns.iter().sum());
    let mut layout = ChartLayout { ui, look, table, columns, lines: Vec::new(), width, y: 0.0 };
    layout.title(title);
    for line in &table.lines {
        layout.line(line);
    }
    PlacedChart { lines: layout.lines, width, height: layout.y }
}

/// Returns the widths of the columns.
fn columns(ui: &Ui, look: &SheetLook<'_>, table: &PrintedTable, room: f32) -> Vec<f32> {
    let mut needs = vec![ColumnWidths::default(); table.columns.len()];
    let mut wish = |at: usize, words: &PrintedWords, is_head: bool| {
        if let Some(need) = needs.get_mut(at) {
            let (least, most) = look.widths(ui, words);
            // A rounding of the text must not break a line.
            let margin = 2.0 * SIDE + 1.0;
            need.least = need.least.max(least + margin);
            // A long head wraps rather than widen a column of numbers.
            let most = if is_head { most.min(least.max(90.0)) } else { most };
            need.most = need.most.max(most + margin);
        }
    };
    for line in &table.lines {
        match line {
            ChartRow::Heads(heads) => heads.iter().enumerate().for_each(|(at, head)| wish(at, head, true)),
            ChartRow::Row(cells) => cells.iter().enumerate().for_each(|(at, cell)| wish(at, &cell.words, false)),
            _ => {}
        }
    }
    widths(&needs, room, table.is_grid)
}

/// A chart that grows line by line.
struct ChartLayout<'l, 't> {
    ui: &'l Ui,
    look: &'l SheetLook<'t>,
    table: &'t PrintedTable,
    columns: Vec<f32>,
    lines: Vec<PlacedLine<'t>>,
    width: f32,
    y: f32,
}

impl<'t> ChartLayout<'_, 't> {
    fn words(&self, words: &'t PrintedWords, align: CellAlign, width: f32) -> LaidWords<'t> {
        self.inked(words, align, width, self.look.inks)
    }

    fn inked(&self, words: &'t PrintedWords, align: CellAlign, width: f32, inks: PrintedInks) -> LaidWords<'t> {
        let style = WordStyle { inks, align, is_title: false };
        self.look.lay(self.ui, words, style, width)
    }

    /// Adds a line of this height below, whose cells are placed from its upper left corner.
    fn push(&mut self, kind: LineKind, height: f32, cells: Vec<PlacedCell<'t>>) {
        let by = vec2(0.0, self.y);
        let cells = cells.into_iter().map(|cell| PlacedCell {
            rect: cell.rect.translate(by),
            words: cell.words.into_iter().map(|(words, room)| (words, room.translate(by))).collect(),
            ..cell
        });
        let rect = Rect::from_min_size(pos2(0.0, self.y), vec2(self.width, height));
        self.lines.push(PlacedLine { kind, rect, cells: cells.collect() });
        self.y += height;
    }

    /// Adds the title, with the words about the chart at its right, or below it if there is no room.
    fn title(&mut self, title: &PrintedTitle<'t>) {
        let style = |align| WordStyle { inks: title.inks, align, is_title: true };
        let room = self.width - 2.0 * SIDE;
        let words = self.look.lay(self.ui, title.title, style(CellAlign::Left), room);
        let beside = self.look.lay(self.ui, title.aside, style(CellAlign::Right), room);
        let is_beside = words.size.x + beside.size.x + 2.0 * SIDE <= room;
        let beside = if is_beside { beside } else { self.look.lay(self.ui, title.aside, style(CellAlign::Left), room) };
        let inside = LaidWords::height(title.aside, &beside);
        let top = if is_beside { (words.size.y - inside).max(0.0) } else { words.size.y };
        let low = top + inside;
        let height = words.size.y.max(low) + 2.0 * PAD;
        let text = title.title.text();
        let whole = Rect::from_min_size(pos2(0.0, 0.0), vec2(self.width, height)).shrink2(vec2(SIDE, PAD));
        let below = whole.with_min_y(whole.top() + top);
        let rect = whole.expand2(vec2(SIDE, PAD));
        let cell = PlacedCell { rect, words: vec![(words, whole), (beside, below)], text, cell: None };
        self.push(LineKind::Title, height, vec![cell]);
    }

    fn line(&mut self, line: &'t ChartRow) {
        match line {
            ChartRow::Bands(bands) => {
                let mut at = 0;
                let parts = bands.iter().map(|(words, count)| {
                    let wide = self.columns.iter().skip(at).take(*count).sum();
                    at += count;
                    (words, CellAlign::Center, wide, None)
                });
                let parts: Vec<_> = parts.collect();
                self.row(LineKind::Heads, parts);
            }
            ChartRow::Heads(heads) => {
                let parts = heads.iter().zip(&self.table.columns).zip(&self.columns);
                let parts = parts.map(|((words, align), wide)| (words, *align, *wide, None)).collect();
                self.row(LineKind::Heads, parts);
            }
            ChartRow::Row(cells) => {
                let parts = cells.iter().zip(&self.table.columns).zip(&self.columns);
                let parts = parts.map(|((cell, align), wide)| (&cell.words, *align, *wide, Some(cell))).collect();
                self.row(LineKind::Row, parts);
            }
            ChartRow::Group(words) => self.row(LineKind::Group, vec![(words, CellAlign::Left, self.width, None)]),
            ChartRow::Note(words) => self.row(LineKind::Text, vec![(words, CellAlign::Left, self.width, None)]),
            ChartRow::Items(items, least) => self.items(items, *least),
            ChartRow::Boxes(boxes) => self.boxes(boxes),
        }
    }

    /// Adds a line of words beside each other, each with its width. The first column of a grid has heads.
    fn row(&mut self, kind: LineKind, parts: Vec<(&'t PrintedWords, CellAlign, f32, Option<&'t PrintedCell>)>) {
        let mut x = 0.0;
        let mut placed = Vec::new();
        for (words, align, wide, cell) in parts {
            let mut inks = self.look.inks;
            if let Some(weight) = cell.and_then(|cell| cell.weight) {
                inks.text = self.look.tint(weight).1;
            }
            let laid = self.inked(words, align, (wide - 2.0 * SIDE).max(1.0), inks);
            placed.push((laid, words, x, wide, cell));
            x += wide;
        }
        let tallest = placed.iter().map(|(laid, words, ..)| LaidWords::height(words, laid)).fold(0.0, f32::max);
        let height = tallest + 2.0 * PAD;
        let has_pictures = placed.iter().any(|(laid, ..)| !laid.pictures.is_empty());
        let cells = placed.into_iter().map(|(laid, words, x, wide, cell)| {
            let rect = Rect::from_min_size(pos2(x, 0.0), vec2(wide, height));
            let mut room = rect.shrink2(vec2(SIDE, PAD));
            // Heads stand above their columns, and beside a picture all stand in the middle.
            let spare = room.height() - laid.size.y;
            let down = match kind {
                LineKind::Heads => spare,
                _ if has_pictures || self.table.is_grid => spare / 2.0,
                _ => 0.0,
            };
            room.min.y += down.max(0.0);
            PlacedCell { rect, words: vec![(laid, room)], text: words.text(), cell }
        });
        let cells = cells.collect();
        self.push(kind, height, cells);
    }

    /// Adds paragraphs in columns of at least this width, which are read from top to bottom.
    fn items(&mut self, items: &'t [PrintedWords], least: f32) {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few at most, at least one")]
        let most = ((self.width + GUTTER) / (least + GUTTER)).floor().max(1.0) as usize;
        let across = most.min(items.len()).max(1);
        let each = items.len().div_ceil(across).max(1);
        let count = f32::from(u16::try_from(across).unwrap_or(u16::MAX));
        let wide = (self.width - 2.0 * SIDE - GUTTER * (count - 1.0)) / count;
        let mut height = 0.0_f32;
        let mut cells = Vec::new();
        let mut x = SIDE;
        for column in items.chunks(each) {
            let mut y = PAD;
            for words in column {
                let laid = self.words(words, CellAlign::Left, wide.max(1.0));
                let room = Rect::from_min_size(pos2(x, y), vec2(wide, laid.size.y));
                y = room.bottom() + PAD;
                cells.push(PlacedCell { rect: room, words: vec![(laid, room)], text: words.text(), cell: None });
            }
            x += wide + GUTTER;
            height = height.max(y);
        }
        self.push(LineKind::Text, height, cells);
    }

    /// Adds the boxes of a track, in rows of equal boxes.
    fn boxes(&mut self, boxes: &'t [NumberedBox]) {
        let [least, high] = BOX;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few dozen, at least one")]
        let most = (self.width / least).floor().max(1.0) as usize;
        let rows = boxes.len().div_ceil(most).max(1);
        let across = boxes.len().div_ceil(rows).max(1);
        let step = self.width / f32::from(u16::try_from(across).unwrap_or(u16::MAX));
        for row in boxes.chunks(across) {
            let mut cells = Vec::new();
            let mut height = high;
            let mut x = 0.0;
            for track_box in row {
                let inside = step - 2.0 * SIDE;
                let mut y = PAD;
                let mut words = Vec::new();
                for part in std::iter::once(&track_box.number).chain(&track_box.words) {
                    let laid = self.words(part, CellAlign::Left, inside.max(1.0));
                    let room = Rect::from_min_size(pos2(x + SIDE, y), vec2(inside, laid.size.y));
                    y = room.bottom() + 1.0;
                    words.push((laid, room));
                }
                height = height.max(y + PAD);
                let text = std::iter::once(&track_box.number).chain(&track_box.words).map(PrintedWords::text);
                let text = text.collect::<Vec<_>>().join(" ");
                let rect = Rect::from_min_size(pos2(x, 0.0), vec2(step, high));
                cells.push(PlacedCell { rect, words, text, cell: None });
                x += step;
            }
            for cell in &mut cells {
                cell.rect.max.y = height;
            }
            self.push(LineKind::Boxes, height, cells);
        }
    }
}

impl LaidWords<'_> {
    /// Returns the height of words, which is none without letters and pictures.
    fn height(words: &PrintedWords, laid: &Self) -> f32 {
        if words.is_empty() { 0.0 } else { laid.size.y }
    }
}
