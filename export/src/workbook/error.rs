//! Errors of workbooks.

use battlewright_schema::table;
use calamine::XlsxError;

use super::read::{LONGEST, MOST_TEXT};
use crate::archive::{ArchiveError, XmlError};

/// An error while reading or writing a workbook.
#[derive(Debug, thiserror::Error)]
pub enum WorkbookError {
    /// The file is longer than [`LONGEST`].
    #[error("it is larger than {} MiB", LONGEST >> 20)]
    TooLong,
    /// The file is not a ZIP archive, or exceeds the limits on archives.
    #[error("it is no workbook that can be read: {0}")]
    Archive(#[from] ArchiveError),
    /// The XML of an OpenDocument workbook is refused.
    #[error("it is no workbook that can be read: {0}")]
    Xml(#[from] XmlError),
    /// The Excel reader refuses the file.
    #[error("it is no workbook that can be read: {0}")]
    Xlsx(#[from] XlsxError),
    /// A string table claims more strings than its length allows.
    #[error(
        "it is no workbook that can be read: {file} claims to have {claimed} strings, and has room for {most} at most"
    )]
    Claim {
        /// The file in the archive.
        file: String,
        /// The number claimed.
        claimed: usize,
        /// The most that its length allows.
        most: usize,
    },
    /// The workbook has no worksheet.
    #[error("it has no sheet with cells")]
    NoSheet,
    /// The sheet exceeds a limit.
    #[error(transparent)]
    Limit(#[from] SheetLimit),
    /// A text of the scenario is too long for a cell, or there are too many rows for a sheet.
    #[error("the workbook cannot be written: {0}")]
    Unwritten(#[from] rust_xlsxwriter::XlsxError),
}

/// A limit that a sheet exceeds, with the name of the first cell beyond it, such as `Units!A50001`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SheetLimit {
    /// The number of columns.
    #[error("it has something in {0}; more than {most} columns are not read", most = table::LIMITS.columns)]
    Columns(String),
    /// The number of rows.
    #[error("it has something in {0}; no order of battle has more than {most} rows", most = table::LIMITS.rows)]
    Rows(String),
    /// The length of a cell.
    #[error("{0} has more than {most} letters", most = table::LIMITS.letters)]
    Letters(String),
    /// The length of all cells together.
    #[error("its cells have more than {most} MiB of text: {0} is one too many", most = MOST_TEXT >> 20)]
    Text(String),
    /// The number of cells.
    #[error("it has too many cells: {0} is one too many")]
    Cells(String),
}
