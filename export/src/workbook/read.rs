//! Reading an untrusted workbook within limits.

use std::collections::BTreeMap;
use std::io::Cursor;

use battlewright_schema::table::{self, Delimiter, Record, Sheet};
use calamine::{DataRef, Reader as _, SheetType, Xlsx};

use super::{SheetLimit, UNITS, WorkbookError, cell_name, ods};
use crate::archive::{Archive, Limits};

/// The longest workbook, in bytes.
pub const LONGEST: usize = 16 << 20;

/// The limits on the archive of a workbook. Its rows and cells have the limits of all spreadsheet files
/// ([`table::LIMITS`]).
pub const LIMITS: Limits = Limits { files: 1000, file: 128 << 20, total: 128 << 20, ratio: 1000 };

/// The outcome of reading a workbook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadWorkbook {
    /// The name of the sheet read.
    pub name: String,
    /// The rows.
    pub sheet: Sheet,
}

/// Reads the units of a workbook from the sheet called `Units`, letter case aside, or else from the first sheet.
///
/// # Errors
/// The file is not a readable workbook, or exceeds a limit.
pub fn read(bytes: &[u8]) -> Result<ReadWorkbook, WorkbookError> {
    if within_limits(bytes)? {
        return Ok(ods::read(&mut Archive::open(bytes, LIMITS)?)?.finish());
    }
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes))?;
    let sheets: Vec<_> = book.sheets_metadata().iter().filter(|sheet| sheet.typ == SheetType::WorkSheet).collect();
    let units = sheets.iter().find(|sheet| sheet.name.eq_ignore_ascii_case(UNITS)).or(sheets.first());
    let name = units.map(|sheet| sheet.name.clone()).ok_or(WorkbookError::NoSheet)?;
    let mut cells = book.worksheet_cells_reader(&name)?;
    let mut filling = ReadSheet::of(name);
    while let Some(cell) = cells.next_cell()? {
        let (row, column) = cell.get_position();
        let (line, at) = (u64::from(row), usize::try_from(column).unwrap_or(usize::MAX));
        let text = text(cell.get_value(), &cell_name(at.min(1 << 20), line + 1), &mut filling);
        filling.put(line, at, &text)?;
    }
    Ok(filling.finish())
}

/// The most bytes of text in all cells together: cells may share a text that is stored once.
pub(super) const MOST_TEXT: usize = 64 << 20;

/// The most notices kept.
const MOST_NOTICES: usize = 20;

/// A sheet under construction, within limits.
#[derive(Debug)]
pub(super) struct ReadSheet {
    name: String,
    rows: BTreeMap<u64, Vec<String>>,
    notices: Vec<String>,
    /// The number of cells left, skipped ones included, and the number of bytes of text left.
    room: usize,
    text: usize,
}

impl ReadSheet {
    /// Returns an empty sheet called `name`.
    pub(super) fn of(name: String) -> Self {
        let room = table::LIMITS.rows * table::LIMITS.columns / 8;
        Self { name, rows: BTreeMap::new(), notices: Vec::new(), room, text: MOST_TEXT }
    }

    /// Adds a notice, up to a limit.
    pub(super) fn note(&mut self, note: String) {
        if self.notices.len() < MOST_NOTICES {
            self.notices.push(note);
        }
    }

    /// Sets the text of a cell; `line` and `at` count from 0.
    ///
    /// # Errors
    /// The cell exceeds a limit of the sheet.
    pub(super) fn put(&mut self, line: u64, at: usize, text: &str) -> Result<(), SheetLimit> {
        if text.is_empty() {
            return Ok(());
        }
        let place = || format!("{}!{}", self.name, cell_name(at.min(1 << 20), line.saturating_add(1)));
        let most = table::LIMITS;
        if at >= most.columns {
            return Err(SheetLimit::Columns(place()));
        }
        if usize::try_from(line).unwrap_or(usize::MAX) >= most.rows {
            return Err(SheetLimit::Rows(place()));
        }
        if text.chars().nth(most.letters).is_some() {
            return Err(SheetLimit::Letters(place()));
        }
        self.text = self.text.checked_sub(text.len()).ok_or_else(|| SheetLimit::Text(place()))?;
        let cells = self.rows.entry(line).or_default();
        if cells.len() <= at {
            self.room = self.room.checked_sub(at + 1 - cells.len()).ok_or_else(|| {
                let place = format!("{}!{}", self.name, cell_name(at, line.saturating_add(1)));
                SheetLimit::Cells(place)
            })?;
            cells.resize(at + 1, String::new());
        }
        if let Some(slot) = cells.get_mut(at) {
            text.clone_into(slot);
        }
        Ok(())
    }

    /// Returns the sheet with rows as wide as the first row.
    fn finish(mut self) -> ReadWorkbook {
        if self.rows.is_empty() {
            self.notices.push("It has no rows.".to_owned());
        }
        // Spreadsheets omit empty cells at the end of a row.
        let widest = self.rows.values().next().map_or(0, Vec::len);
        let rows = self.rows.into_iter().map(|(line, mut cells)| {
            cells.resize(cells.len().max(widest), String::new());
            Record { line: line.saturating_add(1), cells }
        });
        let sheet = Sheet { rows: rows.collect(), delimiter: Delimiter::Comma, notices: self.notices };
        ReadWorkbook { name: self.name, sheet }
    }
}

/// Unpacks every file once to enforce the limits, since the listed sizes are untrusted. Returns `true` for an
/// OpenDocument workbook.
fn within_limits(bytes: &[u8]) -> Result<bool, WorkbookError> {
    if bytes.len() > LONGEST {
        return Err(WorkbookError::TooLong);
    }
    let mut archive = Archive::open(bytes, LIMITS)?;
    let names: Vec<String> = archive.names().collect();
    for name in &names {
        let bytes = archive.read(name)?.unwrap_or_default();
        check_claims(name, &bytes)?;
        check_references(name, &bytes)?;
    }
    Ok(names.iter().any(|name| name == ods::CONTENT))
}

/// Refuses references to cells that are too long to be those of a sheet, whose last cell is `XFD1048576`: the reader counts rows and
/// columns in 32 bits, and would take another cell for the one meant.
fn check_references(name: &str, bytes: &[u8]) -> Result<(), WorkbookError> {
    // As many as always fit.
    const DIGITS: usize = 9;
    const LETTERS: usize = 6;
    let longest = |value: &[u8], is: fn(&u8) -> bool| value.split(|byte| !is(byte)).map(<[u8]>::len).max().unwrap_or(0);
    for (at, _) in bytes.windows(2).enumerate().filter(|(_, two)| two[0].is_ascii_whitespace() && two[1] == b'r') {
        let rest = &bytes[at + 2..];
        let rest = rest.strip_prefix(b"ef").unwrap_or(rest).trim_ascii_start();
        let Some(rest) = rest.strip_prefix(b"=").map(<[u8]>::trim_ascii_start) else { continue };
        let Some(quote @ (b'"' | b'\'')) = rest.first() else { continue };
        let value = rest[1..].split(|byte| byte == quote).next().unwrap_or_default();
        if longest(value, u8::is_ascii_digit) > DIGITS || longest(value, u8::is_ascii_alphabetic) > LETTERS {
            let cell = String::from_utf8_lossy(value).chars().take(40).collect();
            return Err(WorkbookError::Reference { file: name.to_owned(), cell });
        }
    }
    Ok(())
}

/// Refuses a string table that claims more strings than its length allows: the reader allocates as many as claimed.
fn check_claims(name: &str, bytes: &[u8]) -> Result<(), WorkbookError> {
    const CLAIM: &[u8] = b"uniqueCount";
    // The shortest string is `<si/>`.
    let most = bytes.len() / 5;
    for at in 0..bytes.len() {
        if !bytes[at..].starts_with(CLAIM) {
            continue;
        }
        let value = bytes[at + CLAIM.len()..].iter().skip_while(|byte| b"= \t\r\n\"'+".contains(byte));
        let claimed = value
            .take_while(|byte| byte.is_ascii_digit())
            .fold(0_usize, |number, digit| number.saturating_mul(10).saturating_add(usize::from(digit - b'0')));
        if claimed > most {
            return Err(WorkbookError::Claim { file: name.to_owned(), claimed, most });
        }
    }
    Ok(())
}

/// Returns the content of a cell as it would be typed.
fn text(value: &DataRef<'_>, place: &str, filling: &mut ReadSheet) -> String {
    let mut note = |what: &str| filling.note(format!("{place} {what}"));
    match value {
        DataRef::Empty | DataRef::Bool(false) => String::new(),
        DataRef::Bool(true) => "yes".to_owned(),
        DataRef::Int(number) => number.to_string(),
        // Whole numbers are written without a fraction.
        DataRef::Float(number) => number.to_string(),
        DataRef::String(text) | DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => text.clone(),
        DataRef::SharedString(text) => (*text).to_owned(),
        DataRef::DateTime(moment) => {
            let (year, month, day, ..) = moment.to_ymd_hms_milli();
            note("is a date to the spreadsheet: format the column as text, and type it again");
            format!("{year:04}-{month:02}-{day:02}")
        }
        DataRef::Error(error) => {
            note("is a formula that has no value");
            error.to_string()
        }
    }
}
