//! Spreadsheet files: comma-separated values as in RFC 4180, and common variants.
//!
//! A cell that begins with `=`, `+`, `-` or `@` is a formula to a spreadsheet, and a formula in a file
//! from a stranger can do harm. Texts that begin so are written with an apostrophe before them, which
//! is what a spreadsheet's user would type; reading takes it away again. Numbers are left alone.

use csv::{QuoteStyle, ReaderBuilder, StringRecord, Terminator, WriterBuilder};

use super::column::{Column, unit};
use crate::Scenario;
use crate::common::limits::LONGEST_TEXT;

/// The most that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CsvLimits {
    /// Bytes of the file.
    pub bytes: usize,
    /// Rows.
    pub rows: usize,
    /// Cells of a row.
    pub columns: usize,
    /// Letters of a cell.
    pub letters: usize,
}

/// The limits that hold: several times what the largest order of battle needs.
pub const LIMITS: CsvLimits = CsvLimits { bytes: 16 << 20, rows: 50_000, columns: 256, letters: LONGEST_TEXT };

/// Why a file of a spreadsheet, or a block from its clipboard, is not read. Nothing of it is taken then.
#[derive(Debug, thiserror::Error)]
pub enum SheetError {
    /// The file has more bytes than [`LIMITS`] allow.
    #[error("it is larger than {} MiB", LIMITS.bytes >> 20)]
    TooLong,
    /// The file has more rows than [`LIMITS`] allow.
    #[error("it has more than {} rows", LIMITS.rows)]
    TooManyRows,
    /// A row has more cells than [`LIMITS`] allow.
    #[error("line {line} has {cells} cells; the limit is {}", LIMITS.columns)]
    TooManyCells {
        /// The line of the row.
        line: u64,
        /// The number of cells.
        cells: usize,
    },
    /// A cell has more letters than [`LIMITS`] allow.
    #[error("line {line} has a cell with more than {} letters: {begins}…", LIMITS.letters)]
    CellTooLong {
        /// The line of the row.
        line: u64,
        /// The first letters of the cell.
        begins: String,
    },
    /// The block has more bytes than a file may have.
    #[error("the clipboard content is too large")]
    BlockTooLong,
    /// The block has more rows or cells than a file may have.
    #[error("{rows} rows of {cells} cells are too many")]
    BlockTooLarge {
        /// The number of rows.
        rows: usize,
        /// The number of cells of the longest.
        cells: usize,
    },
    /// The file is UTF-16.
    #[error("it is UTF-16 text; save it as \"CSV UTF-8\"")]
    Utf16,
    /// The file is no text, such as a workbook.
    #[error("it is not text; save the sheet as CSV")]
    NotText,
    /// The reader of rows refuses the text.
    #[error("{0}")]
    Malformed(#[from] csv::Error),
}

/// The character that parts the cells of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delimiter {
    /// A comma.
    Comma,
    /// A semicolon, where commas part a number from its fraction.
    Semicolon,
    /// A tab, as spreadsheets put cells onto the clipboard.
    Tab,
}

impl Delimiter {
    /// Every delimiter.
    pub const ALL: [Self; 3] = [Self::Comma, Self::Semicolon, Self::Tab];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Comma => "comma",
            Self::Semicolon => "semicolon",
            Self::Tab => "tab",
        }
    }

    fn byte(self) -> u8 {
        match self {
            Self::Comma => b',',
            Self::Semicolon => b';',
            Self::Tab => b'\t',
        }
    }
}

/// The content of a file of a spreadsheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// The rows, without those that are empty.
    pub rows: Vec<Record>,
    /// The character that parted the cells.
    pub delimiter: Delimiter,
    /// Notices about how it was read.
    pub notices: Vec<String>,
}

/// A row of a sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The line on which it begins, from 1.
    pub line: u64,
    /// Its cells.
    pub cells: Vec<String>,
}

/// Reads a sheet; without a delimiter the one that fits best is taken.
///
/// # Errors
/// The reason why it is no such file, and what can be done.
pub fn read(bytes: &[u8], delimiter: Option<Delimiter>) -> Result<Sheet, SheetError> {
    if bytes.len() > LIMITS.bytes {
        return Err(SheetError::TooLong);
    }
    let (text, mut notices) = decoded(bytes)?;
    let delimiter = delimiter.unwrap_or_else(|| likely(&text));
    let mut reader =
        ReaderBuilder::new().has_headers(false).flexible(true).delimiter(delimiter.byte()).from_reader(text.as_bytes());
    let mut rows = Vec::new();
    let mut lines = LineCounter::default();
    let mut record = StringRecord::new();
    while reader.read_record(&mut record)? {
        let from = record.position().map_or(0, csv::Position::byte);
        let line = lines.at(text.as_bytes(), usize::try_from(from).unwrap_or(usize::MAX));
        if rows.len() == LIMITS.rows {
            return Err(SheetError::TooManyRows);
        }
        if record.len() > LIMITS.columns {
            return Err(SheetError::TooManyCells { line, cells: record.len() });
        }
        if record.iter().all(str::is_empty) {
            continue;
        }
        if let Some(cell) = record.iter().find(|cell| cell.chars().nth(LIMITS.letters).is_some()) {
            return Err(SheetError::CellTooLong { line, begins: cell.chars().take(20).collect() });
        }
        rows.push(Record { line, cells: record.iter().map(bare).collect() });
    }
    if rows.is_empty() {
        notices.push("It has no rows.".to_owned());
    }
    Ok(Sheet { rows, delimiter, notices })
}

/// The cells of a block from a spreadsheet's clipboard: rows of cells with tabs between them. Unlike
/// in a file, empty rows count.
///
/// # Errors
/// When it is larger than what is read of a file.
pub fn block(text: &str) -> Result<Vec<Vec<String>>, SheetError> {
    if text.len() > LIMITS.bytes {
        return Err(SheetError::BlockTooLong);
    }
    let text = text.replace("\r\n", "\n");
    let mut rows = vec![vec![String::new()]];
    let mut quoted = false;
    let mut letters = text.strip_suffix('\n').unwrap_or(&text).chars().peekable();
    while let Some(letter) = letters.next() {
        let Some(row) = rows.last_mut() else { break };
        let Some(cell) = row.last_mut() else { break };
        match letter {
            '"' if quoted && letters.next_if_eq(&'"').is_some() => cell.push('"'),
            '"' if quoted || cell.is_empty() => quoted = !quoted,
            '\t' if !quoted => row.push(String::new()),
            '\n' | '\r' if !quoted => rows.push(vec![String::new()]),
            letter => cell.push(letter),
        }
    }
    let widest = rows.iter().map(Vec::len).max().unwrap_or(0);
    if rows.len() > LIMITS.rows || widest > LIMITS.columns {
        return Err(SheetError::BlockTooLarge { rows: rows.len(), cells: widest });
    }
    for cell in rows.iter_mut().flatten() {
        *cell = bare(cell);
    }
    Ok(rows)
}

/// Counts lines while a text is read.
#[derive(Default)]
struct LineCounter {
    /// The place that they have been counted to, and how many ended there.
    at: usize,
    ended: u64,
}

impl LineCounter {
    /// The line, from 1, of the first row at `from` or behind the line ends that stand there.
    fn at(&mut self, text: &[u8], from: usize) -> u64 {
        while let Some(byte) = text.get(self.at) {
            let is_end = matches!(byte, b'\n' | b'\r');
            if self.at >= from && !is_end {
                break;
            }
            // Of a line feed behind a carriage return the one counts.
            self.ended += u64::from(*byte == b'\n' || (is_end && text.get(self.at + 1) != Some(&b'\n')));
            self.at += 1;
        }
        self.ended + 1
    }
}

/// The text that `bytes` are.
fn decoded(bytes: &[u8]) -> Result<(String, Vec<String>), SheetError> {
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err(SheetError::Utf16);
    }
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let read = std::str::from_utf8(bytes);
    // A text of ours may have a stray one in a cell; other texts have none, and files that are no text have many.
    let nulls = bytes.iter().filter(|byte| **byte == 0).count();
    if nulls > if read.is_ok() { bytes.len() / 8 } else { 0 } {
        return Err(SheetError::NotText);
    }
    match read {
        Ok(text) => Ok((text.to_owned(), Vec::new())),
        Err(error) => {
            let line = bytes.iter().take(error.valid_up_to()).filter(|byte| **byte == b'\n').count() + 1;
            let notice = format!(
                "Line {line} is not UTF-8, so the file was read as Windows-1252. Check names with accents. If they are wrong, save the \
                file as \"CSV UTF-8\"."
            );
            Ok((bytes.iter().map(|byte| western(*byte)).collect(), vec![notice]))
        }
    }
}

/// The letter that `byte` is in Windows-1252.
fn western(byte: u8) -> char {
    const HIGH: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘',
        '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
    ];
    let high = byte.checked_sub(0x80).and_then(|at| HIGH.get(usize::from(at)));
    high.copied().unwrap_or(char::from(byte))
}

/// The delimiter that is met most often outside quotes in the first line. Of two the rarer in
/// texts, which is the later.
fn likely(text: &str) -> Delimiter {
    let mut counts = [0_usize; 3];
    let mut quoted = false;
    for letter in text.chars().take(LIMITS.letters) {
        match letter {
            '"' => quoted = !quoted,
            '\n' | '\r' if !quoted && counts != [0; 3] => break,
            ',' if !quoted => counts[0] += 1,
            ';' if !quoted => counts[1] += 1,
            '\t' if !quoted => counts[2] += 1,
            _ => {}
        }
    }
    let mut best = (0, Delimiter::Comma);
    for (count, delimiter) in counts.into_iter().zip(Delimiter::ALL) {
        if count > 0 && count >= best.0 {
            best = (count, delimiter);
        }
    }
    best.1
}

/// The text of a CSV file of the units at `rows`, or of all, under a line of headings.
pub fn write(scenario: &Scenario, columns: &[Column], rows: Option<&[usize]>) -> String {
    let all: Vec<usize> = (0..scenario.common().unit_count()).collect();
    let heads = columns.iter().map(Column::key).collect();
    let units = rows.unwrap_or(&all).iter().filter_map(|at| scenario.get(&unit(*at)));
    let cells = units.map(|row| columns.iter().map(|column| column.safe_text(column.text(&row))).collect());
    joined(Delimiter::Comma, std::iter::once(heads).chain(cells))
}

/// Rows of cells as text, quoted where that is needed. With tabs it is what spreadsheets take from
/// the clipboard.
pub fn joined(delimiter: Delimiter, rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let end = if delimiter == Delimiter::Tab { Terminator::Any(b'\n') } else { Terminator::CRLF };
    let mut builder = WriterBuilder::new();
    builder.delimiter(delimiter.byte()).terminator(end).quote_style(QuoteStyle::Necessary).flexible(true);
    let mut writer = builder.from_writer(Vec::new());
    for row in rows {
        // Writing to memory cannot fail.
        let _ = writer.write_record(row);
    }
    let bytes = writer.into_inner().unwrap_or_default();
    String::from_utf8(bytes).unwrap_or_default()
}

/// Returns `true` if a spreadsheet would take `text`, without apostrophes before it, for a formula.
fn is_formula(text: &str) -> bool {
    text.trim_start_matches('\'').starts_with(['=', '+', '-', '@', '\t', '\r'])
}

/// A cell's text as it was meant: without the apostrophe that keeps it from being a formula.
fn bare(text: &str) -> String {
    let meant = text.strip_prefix('\'').filter(|_| is_formula(text));
    meant.unwrap_or(text).to_owned()
}

impl Column {
    /// A text of this column as it goes to a spreadsheet: never a formula.
    pub fn safe_text(&self, text: String) -> String {
        if !self.is_number() && is_formula(&text) { format!("'{text}") } else { text }
    }
}
