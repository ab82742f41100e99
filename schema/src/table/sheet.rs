//! Spreadsheet files: comma-separated values as in RFC 4180, and common variants.
//!
//! A spreadsheet runs a cell that begins with `=`, `+`, `-` or `@` as a formula, which is a risk in files from strangers. Such
//! texts are written with an apostrophe in front, the usual escape in spreadsheets; reading removes it again. Numbers are
//! written unchanged.

use csv::{QuoteStyle, ReaderBuilder, StringRecord, Terminator, WriterBuilder};
use serde::{Deserialize, Serialize};

use super::column::{Column, unit};
use super::import::HEAD_ROWS;
use crate::Scenario;
use crate::common::limits::LONGEST_TEXT;

/// Limits for reading spreadsheet files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CsvLimits {
    /// The maximum size of the file in bytes.
    pub bytes: usize,
    /// The maximum number of rows.
    pub rows: usize,
    /// The maximum number of cells in a row.
    pub columns: usize,
    /// The maximum number of characters in a cell.
    pub letters: usize,
}

/// The limits in force, several times the needs of the largest order of battle.
pub const LIMITS: CsvLimits = CsvLimits { bytes: 16 << 20, rows: 50_000, columns: 256, letters: LONGEST_TEXT };

/// The reason that a spreadsheet file or a block from the clipboard is refused as a whole.
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
    /// A cell has more characters than [`LIMITS`] allow.
    #[error("line {line} has a cell with more than {} letters: {begins}…", LIMITS.letters)]
    CellTooLong {
        /// The line of the row.
        line: u64,
        /// The first 20 characters of the cell.
        begins: String,
    },
    /// The block has more bytes than [`LIMITS`] allow.
    #[error("the clipboard content is too large")]
    BlockTooLong,
    /// The block has more rows or cells than [`LIMITS`] allow.
    #[error("{rows} rows of {cells} cells are too many")]
    BlockTooLarge {
        /// The number of rows.
        rows: usize,
        /// The number of cells in the longest row.
        cells: usize,
    },
    /// The file is UTF-16 text.
    #[error("it is UTF-16 text; save it as \"CSV UTF-8\"")]
    Utf16,
    /// The file is not text, such as a workbook.
    #[error("it is not text; save the sheet as CSV")]
    NotText,
    /// The first line announces a separator that is none of [`Delimiter`].
    #[error("its first line announces the separator {0:?}; save the sheet with commas, semicolons or tabs")]
    Separator(char),
    /// The CSV reader refuses the text.
    #[error("{0}")]
    Malformed(#[from] csv::Error),
}

/// The character between the cells of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Delimiter {
    /// A comma.
    Comma,
    /// A semicolon, used where the comma is the decimal separator.
    Semicolon,
    /// A tab, used by spreadsheets on the clipboard.
    Tab,
}

impl Delimiter {
    /// All delimiters.
    pub const ALL: [Self; 3] = [Self::Comma, Self::Semicolon, Self::Tab];

    /// Returns the English name, such as `"comma"`.
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

/// The content of a spreadsheet file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sheet {
    /// The rows that are not empty.
    pub rows: Vec<Record>,
    /// The delimiter of the cells.
    pub delimiter: Delimiter,
    /// Notices about the reading, such as a guessed encoding.
    pub notices: Vec<String>,
}

/// A row of a sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The line on which the row begins, from 1.
    pub line: u64,
    /// The cells of the row.
    pub cells: Vec<String>,
}

/// Reads a spreadsheet file. Without a given `delimiter`, the likely one is used.
///
/// # Errors
/// The file is too large, or is not CSV text.
pub fn read(bytes: &[u8], delimiter: Option<Delimiter>) -> Result<Sheet, SheetError> {
    if bytes.len() > LIMITS.bytes {
        return Err(SheetError::TooLong);
    }
    let (text, mut notices) = decoded(bytes)?;
    let (said, text) = announced(&text);
    let delimiter = match (delimiter, said) {
        (Some(delimiter), _) | (None, Some(Ok(delimiter))) => delimiter,
        (None, Some(Err(separator))) => return Err(SheetError::Separator(separator)),
        (None, None) => likely(text),
    };
    let mut reader =
        ReaderBuilder::new().has_headers(false).flexible(true).delimiter(delimiter.byte()).from_reader(text.as_bytes());
    let mut rows = Vec::new();
    let mut lines = LineCounter { ended: u64::from(said.is_some()), ..LineCounter::default() };
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

/// Parses a block from the clipboard of a spreadsheet: rows of cells with tabs between them. Unlike in a file, empty rows are
/// kept.
///
/// # Errors
/// The block is larger than [`LIMITS`] allow.
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

/// Counts lines while a text is read forward.
#[derive(Default)]
struct LineCounter {
    /// The byte offset up to which line ends have been counted, and the number of line ends.
    at: usize,
    ended: u64,
}

impl LineCounter {
    /// Returns the line number, from 1, of the byte at `from`. Line ends at `from` are skipped first.
    fn at(&mut self, text: &[u8], from: usize) -> u64 {
        while let Some(byte) = text.get(self.at) {
            let is_end = matches!(byte, b'\n' | b'\r');
            if self.at >= from && !is_end {
                break;
            }
            // A carriage return before a line feed is not counted as another line end.
            self.ended += u64::from(*byte == b'\n' || (is_end && text.get(self.at + 1) != Some(&b'\n')));
            self.at += 1;
        }
        self.ended + 1
    }
}

/// Decodes `bytes` as UTF-8, or else as Windows-1252 with a notice.
fn decoded(bytes: &[u8]) -> Result<(String, Vec<String>), SheetError> {
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err(SheetError::Utf16);
    }
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let read = std::str::from_utf8(bytes);
    // Valid UTF-8 from this program may contain a stray null byte in a cell. Other texts contain none, and binary files many.
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

/// Returns the character for `byte` in Windows-1252.
fn western(byte: u8) -> char {
    const HIGH: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘',
        '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
    ];
    let high = byte.checked_sub(0x80).and_then(|at| HIGH.get(usize::from(at)));
    high.copied().unwrap_or(char::from(byte))
}

/// Returns the delimiter that the first line announces, as Excel does with `sep=;`, or the separator that is none, and the text
/// after that line.
fn announced(text: &str) -> (Option<Result<Delimiter, char>>, &str) {
    let line = text.split(['\n', '\r']).next().unwrap_or_default();
    let said = line.trim_matches('"').split_once('=').filter(|(key, _)| key.eq_ignore_ascii_case("sep"));
    let mut letters = said.map_or("", |(_, separator)| separator).chars();
    let (Some(separator), None) = (letters.next(), letters.next()) else { return (None, text) };
    let delimiter = Delimiter::ALL.into_iter().find(|delimiter| char::from(delimiter.byte()) == separator);
    let rest = text.get(line.len()..).unwrap_or_default();
    let rest = rest.strip_prefix("\r\n").or(rest.strip_prefix(['\n', '\r'])).unwrap_or(rest);
    (Some(delimiter.ok_or(separator)), rest)
}

/// Returns the delimiter that is the most frequent in most of the first lines, outside quotes: a title may stand above the
/// headings. In a tie, the later one in [`Delimiter::ALL`] wins, as it is rarer in texts.
fn likely(text: &str) -> Delimiter {
    let (mut lines, mut counts) = (Vec::new(), [0_usize; 3]);
    let mut quoted = false;
    for letter in text.chars().take(LIMITS.letters) {
        match letter {
            '"' => quoted = !quoted,
            '\n' | '\r' if !quoted && counts != [0; 3] => {
                lines.push(std::mem::take(&mut counts));
                if lines.len() == HEAD_ROWS {
                    break;
                }
            }
            ',' if !quoted => counts[0] += 1,
            ';' if !quoted => counts[1] += 1,
            '\t' if !quoted => counts[2] += 1,
            _ => {}
        }
    }
    lines.extend((counts != [0; 3]).then_some(counts));
    let usual = [0, 1, 2].map(|at| {
        let mut counts: Vec<usize> = lines.iter().map(|line| line[at]).collect();
        counts.sort_unstable();
        counts.get(counts.len() / 2).copied().unwrap_or(0)
    });
    let mut best = (0, Delimiter::Comma);
    for (count, delimiter) in usual.into_iter().zip(Delimiter::ALL) {
        if count > 0 && count >= best.0 {
            best = (count, delimiter);
        }
    }
    best.1
}

/// Returns the units at `rows`, or all units, as the text of a CSV file with a line of headings.
pub fn write(scenario: &Scenario, columns: &[Column], rows: Option<&[usize]>) -> String {
    let all: Vec<usize> = (0..scenario.common().unit_count()).collect();
    let heads = columns.iter().map(Column::key).collect();
    let units = rows.unwrap_or(&all).iter().filter_map(|at| scenario.get(&unit(*at)));
    let cells = units.map(|row| columns.iter().map(|column| column.safe_text(column.text(&row))).collect());
    joined(Delimiter::Comma, std::iter::once(heads).chain(cells))
}

/// Joins rows of cells to a text, with quotes where necessary. With tabs, spreadsheets accept the text from the clipboard.
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

/// Returns `true` if a spreadsheet would treat `text`, without leading apostrophes, as a formula.
fn is_formula(text: &str) -> bool {
    text.trim_start_matches('\'').starts_with(['=', '+', '-', '@', '\t', '\r'])
}

/// Returns a cell's text without the apostrophe that prevents a formula.
fn bare(text: &str) -> String {
    let meant = text.strip_prefix('\'').filter(|_| is_formula(text));
    meant.unwrap_or(text).to_owned()
}

impl Column {
    /// Returns a text of this column in a form that a spreadsheet never treats as a formula.
    pub fn safe_text(&self, text: String) -> String {
        if !self.is_number() && is_formula(&text) { format!("'{text}") } else { text }
    }
}
