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
    #[error("it is not a readable workbook: {0}")]
    Archive(#[from] ArchiveError),
    /// The XML of an OpenDocument workbook is refused.
    #[error("it is not a readable workbook: {0}")]
    Xml(#[from] XmlError),
    /// The Excel reader refuses the file.
    #[error("it is not a readable workbook: {0}")]
    Xlsx(#[from] XlsxError),
    /// A string table claims more strings than its length allows.
    #[error("it is not a readable workbook: {file} claims {claimed} strings, but has room for {most} at most")]
    Claim {
        /// The file in the archive.
        file: String,
        /// The number claimed.
        claimed: usize,
        /// The most that its length allows.
        most: usize,
    },
    /// A cell has a name that no cell of a sheet has.
    #[error("it is not a readable workbook: {file} names a cell {cell}, and the last cell of a sheet is XFD1048576")]
    Reference {
        /// The file in the archive.
        file: String,
        /// The begin of the name.
        cell: String,
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
    #[error("it has content in {0}, beyond the limit of {most} columns", most = table::LIMITS.columns)]
    Columns(String),
    /// The number of rows.
    #[error("it has content in {0}, beyond the limit of {most} rows", most = table::LIMITS.rows)]
    Rows(String),
    /// The length of a cell.
    #[error("{0} has more than {most} characters", most = table::LIMITS.letters)]
    Letters(String),
    /// The length of all cells together.
    #[error("its cells have more than {most} MiB of text, from {0} on", most = MOST_TEXT >> 20)]
    Text(String),
    /// The number of cells.
    #[error("it has too many cells, from {0} on")]
    Cells(String),
}
