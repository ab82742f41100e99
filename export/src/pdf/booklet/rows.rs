//! Blocks of text as rows of a column or of the whole page.

use ecolor::Color32;
use emath::{Align2, Rect, Vec2, pos2, vec2};

use super::super::INK;
use super::text::{RichPiece, TextBlock, plain};
use crate::draw::{Shape, Stroke, Text, text};
use crate::pdf::sheet::{ColumnNeed, widths};

/// The font size and the line height of body text, in points.
pub(super) const SIZE: f32 = 7.6;
pub(super) const LINE: f32 = 9.4;
/// The font size of tables and code.
const SMALL: f32 = 7.0;
const SMALL_LINE: f32 = 8.6;
/// The room between paragraphs.
const GAP: f32 = 3.2;
/// The indentation of a list.
const INDENT: f32 = 9.0;
/// The padding of the cells of a table.
const PAD: f32 = 2.0;
/// The most lines of a row: longer cells go on in another one.
const MOST_LINES: usize = 40;
/// The most rows of a table that is kept together.
const SHORT_TABLE: usize = 10;
/// The width from which a word in a table, such as the name of a setting, is broken rather than widen its column.
const LONGEST: f32 = 62.0;
/// The width from which the cells of a column are sentences, which take the room that is left.
const SENTENCE: f32 = 90.0;
/// The color of links.
const LINKED: Color32 = Color32::from_rgb(24, 62, 128);
/// The ground of heads and of code.
const TINT: Color32 = Color32::from_rgb(230, 222, 203);
const PALE: Color32 = Color32::from_rgb(245, 241, 230);
const RULE: Stroke = Stroke { width: 0.35, color: Color32::from_rgb(150, 140, 120) };

/// A row that is not divided, with its upper left corner at the origin.
#[derive(Clone, Debug, Default)]
pub(super) struct BookletRow {
    pub(super) height: f32,
    /// The room above, unless it stands at the top.
    pub(super) above: f32,
    pub(super) shapes: Vec<Shape>,
    /// The rectangles of links and their anchors.
    pub(super) links: Vec<(Rect, String)>,
    pub(super) anchors: Vec<String>,
    /// `true` to stay with the next row.
    pub(super) keep: bool,
    /// The level and the words of a heading.
    pub(super) heading: Option<(u8, String)>,
    /// Rows of the whole width that stand on the same page or soon after it.
    pub(super) floats: Vec<BookletRow>,
}

/// Rows of one width.
#[derive(Clone, Debug)]
pub(super) enum RowBlock {
    /// Rows of a column.
    Narrow(Vec<BookletRow>),
    /// Rows of the whole width, and the head that is repeated on another page.
    Wide(Vec<BookletRow>, Option<BookletRow>),
    /// Rows of the whole width, each of which may stand somewhat later, so that the text before and behind fills its page.
    Float(Vec<BookletRow>),
    /// The place before which all that floats stands.
    Landing,
}

/// The widths that rows may have, in points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measure {
    /// The width of a column.
    pub(super) column: f32,
    /// The width of the page within its margins.
    pub(super) page: f32,
}

/// A part of a line.
struct LinePart {
    x: f32,
    width: f32,
    piece: RichPiece,
}

/// Returns a block as rows.
pub(super) fn of(block: &TextBlock, measure: Measure) -> RowBlock {
    match block {
        TextBlock::Heading { level, text, anchors } => heading(*level, text, anchors, measure),
        TextBlock::Paragraph { text, anchors, depth, sign } => {
            let indent = INDENT * f32::from((*depth).min(6));
            let mut rows = lines(text, measure.column - indent, (SIZE, LINE), indent, false);
            if let Some(first) = rows.first_mut() {
                first.anchors.clone_from(anchors);
                first.above = if *depth == 0 { GAP } else { GAP * 0.4 };
                if let Some(sign) = sign {
                    let at = pos2(indent - INDENT + 1.0, LINE / 2.0);
                    first.shapes.push(Text::new(at, sign.as_str(), SIZE, INK).anchored(Align2::LEFT_CENTER).into());
                }
            }
            whole_paragraph(&mut rows);
            RowBlock::Narrow(rows)
        }
        TextBlock::Table { heads, rows } => table(heads, rows, measure),
        TextBlock::Code(code) => RowBlock::Narrow(code_rows(code, measure.column)),
    }
}

/// Keeps the first two and the last two lines of a paragraph together.
fn whole_paragraph(rows: &mut [BookletRow]) {
    let count = rows.len();
    for (at, row) in rows.iter_mut().enumerate() {
        row.keep = count > 1 && (at == 0 || at + 2 == count);
    }
}

fn heading(level: u8, text: &[RichPiece], anchors: &[String], measure: Measure) -> RowBlock {
    let (size, above) = match level {
        1 => (15.0, 16.0),
        2 => (10.5, 10.0),
        _ => (8.4, 6.0),
    };
    let bold: Vec<RichPiece> = text.iter().map(|piece| RichPiece { bold: true, ..piece.clone() }).collect();
    let width = if level == 1 { measure.page } else { measure.column };
    let mut rows = lines(&bold, width, (size, size * 1.25), 0.0, false);
    for row in &mut rows {
        row.keep = true;
    }
    if let Some(first) = rows.first_mut() {
        first.above = above;
        anchors.clone_into(&mut first.anchors);
        first.heading = Some((level, plain(text)));
    }
    if level > 1 {
        return RowBlock::Narrow(rows);
    }
    if let Some(last) = rows.last_mut() {
        let y = last.height + 1.0;
        last.shapes.push(Shape::segment([pos2(0.0, y), pos2(width, y)], Stroke::new(0.8, INK)));
        last.height += 5.0;
    }
    RowBlock::Wide(rows, None)
}

/// Returns lines of code on a tinted ground.
fn code_rows(code: &[String], width: f32) -> Vec<BookletRow> {
    let mut rows: Vec<BookletRow> = Vec::new();
    for line in code {
        let indent = line.len() - line.trim_start().len();
        let indent = f32::from(u16::try_from(indent.min(20)).unwrap_or(0)) * 3.0 + 3.0;
        let piece = RichPiece { text: line.trim_start().to_owned(), code: true, ..RichPiece::default() };
        let mut made = lines(&[piece], width - indent - 3.0, (SMALL, SMALL_LINE), indent, false);
        if made.is_empty() {
            made.push(BookletRow { height: SMALL_LINE, ..BookletRow::default() });
        }
        rows.extend(made);
    }
    for row in &mut rows {
        let ground = Rect::from_min_size(pos2(0.0, 0.0), vec2(width, row.height));
        row.shapes.insert(0, Shape::filled(ground, 0.0, PALE));
    }
    if let Some(first) = rows.first_mut() {
        first.above = GAP;
    }
    rows
}

/// Returns text as rows of one line each.
pub(super) fn lines(
    pieces: &[RichPiece],
    width: f32,
    (size, line): (f32, f32),
    left: f32,
    bold: bool,
) -> Vec<BookletRow> {
    let broken = broken(pieces, width, size);
    broken
        .into_iter()
        .map(|parts| {
            let mut row = BookletRow { height: line, ..BookletRow::default() };
            for part in parts {
                draw(&mut row, &part, vec2(left, 0.0), (size, line), bold);
            }
            row
        })
        .collect()
}

/// Draws a part of a line.
fn draw(row: &mut BookletRow, part: &LinePart, at: Vec2, (size, line): (f32, f32), bold: bool) {
    let piece = &part.piece;
    let color = if piece.link.is_some() { LINKED } else { INK };
    let from = pos2(at.x + part.x, at.y + line / 2.0);
    let mut text = Text::new(from, piece.text.as_str(), size, color).anchored(Align2::LEFT_CENTER);
    text.italic = piece.italic;
    row.shapes.push(if piece.bold || bold { text.bold() } else { text }.into());
    if let Some(link) = &piece.link {
        let rect = Rect::from_min_size(pos2(at.x + part.x, at.y), vec2(part.width, line));
        row.links.push((rect, link.clone()));
    }
}

/// Breaks text into lines of at most `width`; a wider word is broken within.
fn broken(pieces: &[RichPiece], width: f32, size: f32) -> Vec<Vec<LinePart>> {
    let mut lines: Vec<Vec<LinePart>> = Vec::new();
    let mut line: Vec<LinePart> = Vec::new();
    let mut x = 0.0;
    let space = text::width(" ") * size;
    for word in words(pieces) {
        let wide: f32 = word.iter().map(|piece| text::width(&piece.text) * size).sum();
        let before = if line.is_empty() { 0.0 } else { space };
        if !line.is_empty() && x + before + wide > width + 0.1 {
            lines.push(std::mem::take(&mut line));
            x = 0.0;
        } else {
            x += before;
        }
        for piece in word {
            for part in within(&piece, width - x, width, size) {
                let wide = text::width(&part) * size;
                if x > 0.0 && x + wide > width + 0.1 && !line.is_empty() {
                    lines.push(std::mem::take(&mut line));
                    x = 0.0;
                }
                add(&mut line, x, wide, RichPiece { text: part, ..piece.clone() }, space);
                x += wide;
            }
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

/// Adds a part to a line, or to the last part of the line if it has the same style.
fn add(line: &mut Vec<LinePart>, x: f32, width: f32, piece: RichPiece, space: f32) {
    if let Some(last) = line.last_mut() {
        let gap = x - (last.x + last.width);
        let is_near = gap.abs() < 0.05;
        let is_alike = RichPiece { text: String::new(), ..last.piece.clone() }
            == RichPiece { text: String::new(), ..piece.clone() };
        if is_alike && (is_near || (gap - space).abs() < 0.05) {
            if !is_near {
                last.piece.text.push(' ');
            }
            last.piece.text.push_str(&piece.text);
            last.width = x + width - last.x;
            return;
        }
    }
    line.push(LinePart { x, width, piece });
}

/// Returns a word in parts that fit into a line, the first into the rest of one.
fn within(piece: &RichPiece, first: f32, width: f32, size: f32) -> Vec<String> {
    if text::width(&piece.text) * size <= first.max(width) + 0.1 {
        return vec![piece.text.clone()];
    }
    let mut parts = Vec::new();
    let mut part = String::new();
    for letter in piece.text.chars() {
        part.push(letter);
        if text::width(&part) * size > width && part.chars().count() > 1 {
            part.pop();
            // Behind a sign within the word, if that leaves a part of some length.
            let sign = part.rfind(['_', '.', '/', '-']).map(|at| at + 1).filter(|at| *at * 3 > part.len());
            let mut rest = sign.map(|at| part.split_off(at)).unwrap_or_default();
            rest.push(letter);
            parts.push(std::mem::replace(&mut part, rest));
        }
    }
    parts.push(part);
    parts
}

/// Returns the words of a text, each in its pieces.
fn words(pieces: &[RichPiece]) -> Vec<Vec<RichPiece>> {
    let mut words: Vec<Vec<RichPiece>> = Vec::new();
    let mut is_open = false;
    for piece in pieces {
        for (n, part) in piece.text.split(char::is_whitespace).enumerate() {
            if n > 0 {
                is_open = false;
            }
            if part.is_empty() {
                continue;
            }
            let part = RichPiece { text: part.to_owned(), ..piece.clone() };
            match words.last_mut().filter(|_| is_open) {
                Some(word) => word.push(part),
                None => words.push(vec![part]),
            }
            is_open = true;
        }
    }
    words
}

/// Returns a table in a column if it fits there, else over the whole width.
fn table(heads: &[Vec<RichPiece>], rows: &[(Vec<Vec<RichPiece>>, Vec<String>)], measure: Measure) -> RowBlock {
    let count = rows.iter().map(|(cells, _)| cells.len()).max().unwrap_or(0).max(heads.len());
    let mut needs = vec![ColumnNeed::default(); count];
    let mut cells = Vec::new();
    for row in std::iter::once(heads).chain(rows.iter().map(|(cells, _)| cells.as_slice())) {
        let mut wide = Vec::new();
        for (cell, need) in row.iter().zip(&mut needs) {
            let width = text::width(&plain(cell)) * SMALL * 1.03 + 2.0 * PAD + 1.0;
            wide.push(width);
            need.most = need.most.max(width);
            let longest = words(cell).into_iter().map(|word| text::width(&plain(&word)) * SMALL);
            need.least = longest.fold(need.least, |least, wide| least.max(wide.min(LONGEST) + 2.0 * PAD + 1.0));
        }
        cells.push(wide);
    }
    for need in &mut needs {
        need.is_text = need.most > SENTENCE;
    }
    let all: f32 = needs.iter().map(|need| need.most).sum();
    let is_narrow = all <= measure.column;
    let widths = widths(&needs, &cells, if is_narrow { measure.column } else { measure.page });
    let head = (!heads.iter().all(Vec::is_empty)).then(|| {
        let mut made = table_rows(heads, &widths, true);
        for row in &mut made {
            row.keep = true;
        }
        made
    });
    let mut made: Vec<BookletRow> = head.clone().unwrap_or_default();
    if let Some(first) = made.first_mut() {
        first.above = GAP * 1.5;
    }
    for (cells, anchors) in rows {
        let mut lines = table_rows(cells, &widths, false);
        if let Some(first) = lines.first_mut() {
            anchors.clone_into(&mut first.anchors);
        }
        made.extend(lines);
    }
    if is_narrow {
        whole_table(&mut made);
        return RowBlock::Narrow(made);
    }
    RowBlock::Wide(made, head.and_then(|head| head.into_iter().next()))
}

/// Keeps a short table together, and the first and the last two rows of a longer one.
fn whole_table(rows: &mut [BookletRow]) {
    let count = rows.len();
    for (at, row) in rows.iter_mut().enumerate() {
        row.keep = at + 1 < count && (row.keep || count <= SHORT_TABLE || at < 2 || at + 2 == count);
    }
}

/// Returns a row of a table, in several ones if it is very high.
fn table_rows(cells: &[Vec<RichPiece>], widths: &[f32], head: bool) -> Vec<BookletRow> {
    let broken: Vec<Vec<Vec<LinePart>>> =
        cells.iter().zip(widths).map(|(cell, width)| broken(cell, width - 2.0 * PAD, SMALL)).collect();
    let most = broken.iter().map(Vec::len).max().unwrap_or(1).max(1);
    let all: f32 = widths.iter().sum();
    let mut rows = Vec::new();
    for from in (0..most).step_by(MOST_LINES) {
        let count = (most - from).min(MOST_LINES);
        let height = f32::from(u16::try_from(count).unwrap_or(u16::MAX)) * SMALL_LINE + 2.0 * PAD * 0.6;
        let mut row = BookletRow { height, ..BookletRow::default() };
        if head {
            let ground = Rect::from_min_size(pos2(0.0, 0.0), vec2(all, height));
            row.shapes.push(Shape::filled(ground, 0.0, TINT));
        }
        let mut x = 0.0;
        for (cell, width) in broken.iter().zip(widths) {
            for (n, line) in cell.iter().skip(from).take(count).enumerate() {
                let y = f32::from(u16::try_from(n).unwrap_or(0)) * SMALL_LINE + PAD * 0.6;
                for part in line {
                    draw(&mut row, part, vec2(x + PAD, y), (SMALL, SMALL_LINE), head);
                }
            }
            x += width;
        }
        row.shapes.push(Shape::segment([pos2(0.0, height), pos2(all, height)], RULE));
        rows.push(row);
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(text: &str) -> RichPiece {
        RichPiece { text: text.to_owned(), ..RichPiece::default() }
    }

    #[test]
    fn lines_are_no_wider_than_their_room_and_lose_nothing() {
        let bold = RichPiece { bold: true, ..piece("4.0 3.3 Retreats.") };
        let text = [
            bold,
            piece(" Three hexes, each farther from the winner ("),
            piece("R17"),
            piece(") than the one before."),
        ];
        for width in [12.0, 40.0, 90.0, 400.0] {
            let lines = broken(&text, width, SIZE);
            let mut all = String::new();
            for line in &lines {
                for part in line {
                    assert!(part.x + part.width <= width + 0.2 || part.piece.text.chars().count() == 1, "{width}");
                    all.push_str(&part.piece.text);
                }
            }
            let letters = |text: &str| text.chars().filter(|letter| !letter.is_whitespace()).collect::<String>();
            assert_eq!(letters(&all), letters(&plain(&text)));
        }
        let whole = broken(&text, 4000.0, SIZE);
        assert_eq!((whole.len(), whole[0].len()), (1, 2), "parts of one style are one text");
    }

    #[test]
    fn tables_keep_within_their_room_and_short_ones_together() {
        let measure = Measure { column: 170.0, page: 360.0 };
        let long = "Three hexes, each farther from the winner than the one before. ".repeat(4);
        for cells in
            [vec!["1", "two"], vec!["R1", "which?", &long, &long], vec!["r_1_a_name_without_a_blank_that_goes_on"; 6]]
        {
            let heads: Vec<Vec<RichPiece>> = cells.iter().map(|_| vec![piece("head")]).collect();
            let row: Vec<Vec<RichPiece>> = cells.iter().map(|cell| vec![piece(cell)]).collect();
            let made = table(&heads, &vec![(row, Vec::new()); 5], measure);
            let (rows, room) = match &made {
                RowBlock::Narrow(rows) => (rows, measure.column),
                RowBlock::Wide(rows, _) | RowBlock::Float(rows) => (rows, measure.page),
                RowBlock::Landing => panic!("a table"),
            };
            assert_eq!(rows.len(), 6);
            for shape in rows.iter().flat_map(|row| &row.shapes) {
                let Shape::Text(text) = shape else { continue };
                assert!(text.at.x + text::width(&text.words) * text.size <= room + 0.5, "{}", text.words);
            }
            if let RowBlock::Narrow(rows) = &made {
                assert_eq!(rows.iter().filter(|row| row.keep).count(), 5);
            }
        }
    }
}
