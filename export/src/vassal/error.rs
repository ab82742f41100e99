//! Errors of VASSAL modules.

use std::io;

use battlewright_schema::common::limits::ExceededLimit;
use zip::result::ZipError;

use crate::archive::{ArchiveError, XmlError};
use crate::import::{DraftError, listed};
use crate::paint::PaintError;
use crate::scene::SceneError;

/// An error while reading or writing a module.
#[derive(Debug, thiserror::Error)]
pub enum ModuleError {
    /// The file cannot be read.
    #[error("it cannot be read: {0}")]
    Unreadable(#[source] io::Error),
    /// The file is too long.
    #[error("it is longer than {} MiB", most >> 20)]
    TooLong {
        /// The limit, in bytes.
        most: u64,
    },
    /// The file is not a ZIP archive, or exceeds the limits on archives.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// The build file is malformed, or exceeds the limits on XML.
    #[error(transparent)]
    Xml(#[from] XmlError),
    /// The file is not a module: a saved game, or an extension.
    #[error("it is {0} of VASSAL, not a module")]
    OtherFile(&'static str),
    /// The archive has no build file.
    #[error("it is not a VASSAL module: there is no build file in it")]
    NoBuildFile,
    /// The module has no usable board.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The module lacks a chosen part.
    #[error(transparent)]
    Choice(#[from] ChoiceError),
    /// The chosen saved setup cannot be read.
    #[error("the saved setup {file} cannot be read: {error}")]
    SavedSetup {
        /// The path of the file in the module.
        file: String,
        /// The reason.
        #[source]
        error: SavedGameError,
    },
    /// The map found is invalid for a scenario.
    #[error(transparent)]
    Draft(#[from] DraftError),
    /// The scenario exceeds the limits on play.
    #[error("the scenario is too large for a module: {}", .0.coded())]
    ScenarioTooLarge(ExceededLimit),
    /// The board picture has too many pixels.
    #[error("a board of {width} by {height} pixels is too large: use smaller hexes")]
    BoardTooLarge {
        /// The width, in pixels.
        width: u32,
        /// The height, in pixels.
        height: u32,
    },
    /// The numbering of the scenario's hexes has no counterpart in VASSAL.
    #[error("the numbering of the hexes cannot be written")]
    Numbering,
    /// VASSAL cannot number the hexes as the scenario does, and they are too many for named regions.
    #[error(
        "VASSAL cannot number hexes as this map does, and its {hexes} hexes are too many to name one by one; the \
         limit is {most}"
    )]
    TooManyNames {
        /// The number of hexes.
        hexes: usize,
        /// The most regions.
        most: usize,
    },
    /// The numbering does not place the hexes.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// A picture of the module cannot be painted.
    #[error(transparent)]
    Paint(#[from] PaintError),
    /// The archive cannot be written.
    #[error("the module cannot be written: {0}")]
    Unwritten(#[source] io::Error),
}

impl From<ZipError> for ModuleError {
    fn from(error: ZipError) -> Self {
        Self::Unwritten(error.into())
    }
}

/// The reason why a module has no usable board.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BoardError {
    /// No board has a hex grid.
    #[error("no board of the module has a hex grid")]
    NoHexGrid,
    /// The size of the board is unknown.
    #[error(
        "the size of the board is unknown: its picture cannot be read, and neither zones nor pieces show its extent"
    )]
    NoSize,
    /// The hexes of the grid are too small or too large.
    #[error("the hexes of the grid are {dx} by {dy} pixels apart")]
    HexSize {
        /// The distance between columns, in pixels.
        dx: f64,
        /// The distance between rows, in pixels.
        dy: f64,
    },
    /// The grid has too many columns or rows.
    #[error("the map would have more than {most} columns or rows")]
    TooLarge {
        /// The limit on each.
        most: i32,
    },
    /// All hexes of the grid lie off the board.
    #[error("no hex of the grid lies on the board")]
    NoHexes,
}

/// A choice that does not match the module.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChoiceError {
    /// The module has no saved setup of this name or file.
    #[error("the module has no saved setup {name:?}; it has {}", named(known))]
    NoSetup {
        /// The name.
        name: String,
        /// The names of its saved setups.
        known: Vec<String>,
    },
    /// The module has no side of this name.
    #[error("the module has no side {name:?}; it has {}", named(known))]
    NoSide {
        /// The name.
        name: String,
        /// The names of its sides.
        known: Vec<String>,
    },
    /// A side of the module is chosen twice.
    #[error("the side {0:?} is chosen twice")]
    SideTwice(String),
    /// No side of the module is chosen for a side of the scenario.
    #[error("choose at least one of the module's sides for each side; it has {}", named(known))]
    EmptySide {
        /// The names of the module's sides.
        known: Vec<String>,
    },
}

/// An error while reading a saved game.
#[derive(Debug, thiserror::Error)]
pub enum SavedGameError {
    /// The file is not a ZIP archive, or exceeds the limits on archives.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// The archive has no saved game.
    #[error("it has no saved game")]
    Missing,
    /// The commands of the saved game are damaged.
    #[error("the saved game is damaged")]
    Damaged,
    /// The commands of the saved game are too costly to split.
    #[error("its commands are nested too deep")]
    TooDeep,
}

/// The first error in a table of pieces to keep.
#[derive(Debug, thiserror::Error)]
pub enum PieceTableError {
    /// The table is not CSV.
    #[error("{0}")]
    Malformed(#[from] csv::Error),
    /// The table lacks the column of numbers.
    #[error("it has no column {0:?}")]
    NoColumn(&'static str),
    /// The module has no free piece with this number.
    #[error("row {row}: the module has no free piece with the number {cell:?}")]
    NoPiece {
        /// The row.
        row: u64,
        /// The text of the cell.
        cell: String,
    },
    /// The piece with this number has another name: the table belongs to another module.
    #[error("row {row}: the piece {number} is {name:?}, not {said:?}: list the pieces again")]
    OtherName {
        /// The row.
        row: u64,
        /// The number of the piece.
        number: usize,
        /// The name of the piece.
        name: String,
        /// The name in the table.
        said: String,
    },
}

/// The reason why the text of a piece cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum PieceError {
    /// The text is not a command that adds a piece.
    #[error("it is not a piece")]
    NotAPiece,
    /// The pieces of the module are too costly to parse.
    #[error("the pieces are nested too deep")]
    TooMuchWork,
    /// The piece has too many nested traits.
    #[error("its traits are nested too deep")]
    TooDeep,
}

fn named(names: &[String]) -> String {
    if names.is_empty() { "none".to_owned() } else { listed(names) }
}
