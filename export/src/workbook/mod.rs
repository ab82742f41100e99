//! Workbooks of spreadsheet programs: export of the order of battle as sheets, and import of its units.

mod error;
mod ods;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub use error::{SheetLimit, WorkbookError};
pub use read::{LIMITS, LONGEST, ReadWorkbook, read};
pub use write::write;

/// The name of the sheet with the units.
pub const UNITS: &str = "Units";

/// Returns the spreadsheet name, such as `"H6"`, of the cell in `column`, from 0, and `line`, from 1.
///
/// ```
/// use battlewright_export::workbook::cell_name;
/// assert_eq!(cell_name(0, 1), "A1");
/// assert_eq!(cell_name(27, 10), "AB10");
/// ```
pub fn cell_name(column: usize, line: u64) -> String {
    let mut letters = Vec::new();
    let mut left = column + 1;
    while left > 0 {
        left -= 1;
        letters.push(char::from(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ"[left % 26]));
        left /= 26;
    }
    letters.iter().rev().collect::<String>() + &line.to_string()
}
