//! Errors of modules of VASSAL.

use std::io;

use battlewright_schema::common::limits::ExceededLimit;
use zip::result::ZipError;

use crate::archive::{ArchiveError, XmlError};
use crate::import::{DraftError, listed};
use crate::paint::PaintError;
use crate::scene::SceneError;

/// Why a module is not read, or not written.
#[derive(Debug, thiserror::Error)]
pub enum ModuleError {
    /// The file cannot be read.
    #[error("it cannot be read: {0}")]
    Unreadable(#[source] io::Error),
    /// The file is too long.
    #[error("it is longer than {} MiB", most >> 20)]
    TooLong {
        /// The most bytes that it may have.
        most: u64,
    },
    /// The file is no archive, or one that breaks the limits.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// The build file is no XML that is read.
    #[error(transparent)]
    Xml(#[from] XmlError),
    /// The file is another than a module: a saved game, or an extension.
    #[error("it is {0} of VASSAL, not a module")]
    OtherFile(&'static str),
    /// There is no build file in the archive.
    #[error("it is no module of VASSAL: there is no build file in it")]
    NoBuildFile,
    /// The board of the module is none that a scenario can start from.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The module does not have what is chosen of it.
    #[error(transparent)]
    Choice(#[from] ChoiceError),
    /// The saved setup that is chosen is not read.
    #[error("the saved setup {file} cannot be read: {error}")]
    SavedSetup {
        /// Its file in the module.
        file: String,
        /// The reason.
        #[source]
        error: SavedGameError,
    },
    /// The map is none that a scenario can have.
    #[error(transparent)]
    Draft(#[from] DraftError),
    /// The scenario to be written has more than can be played with.
    #[error("the scenario is too large for a module: {}", .0.coded())]
    ScenarioTooLarge(ExceededLimit),
    /// The board to be written has too many pixels.
    #[error("a board of {width} by {height} pixels is too large: take smaller hexes")]
    BoardTooLarge {
        /// Its width.
        width: u32,
        /// Its height.
        height: u32,
    },
    /// The numbering of the scenario's hexes has no counterpart in a module.
    #[error("the numbering of the hexes cannot be written")]
    Numbering,
    /// VASSAL cannot number the hexes as the scenario does, and there are too many to name each.
    #[error(
        "VASSAL cannot number hexes as this map does, and its {hexes} hexes are too many to be named one by one: {most} \
         are the most"
    )]
    TooManyNames {
        /// The number of hexes.
        hexes: usize,
        /// The most that can be named.
        most: usize,
    },
    /// The hexes of the scenario have no places.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// A picture of the module is not painted.
    #[error(transparent)]
    Paint(#[from] PaintError),
    /// The archive cannot be put together.
    #[error("the module cannot be put together: {0}")]
    Unwritten(#[source] io::Error),
}

impl From<ZipError> for ModuleError {
    fn from(error: ZipError) -> Self {
        Self::Unwritten(error.into())
    }
}

/// Why no board of a module is a map to start from.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BoardError {
    /// No board has a hex grid.
    #[error("no board of the module has a hex grid")]
    NoHexGrid,
    /// Nothing says how large the board is.
    #[error(
        "the size of the board is not known: its picture cannot be read, and neither zones nor pieces show how far it goes"
    )]
    NoSize,
    /// The hexes of the grid are far too small or too large.
    #[error("the hexes of the grid are {dx} by {dy} pixels apart")]
    HexSize {
        /// From a column to the next.
        dx: f64,
        /// From a row to the next.
        dy: f64,
    },
    /// The grid has too many columns or rows.
    #[error("the map would have more than {most} columns or rows")]
    TooLarge {
        /// The most that it may have.
        most: i32,
    },
    /// All hexes of the grid lie beside the board.
    #[error("no hex of the grid lies on the board")]
    NoHexes,
}

/// Why the parts that are chosen of a module are not taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChoiceError {
    /// The module has no saved setup of the name.
    #[error("the module has no saved setup {name:?}; it has {}", named(known))]
    NoSetup {
        /// The name.
        name: String,
        /// The names of those that it has.
        known: Vec<String>,
    },
    /// The module has no side of the name.
    #[error("the module has no side {name:?}; it has {}", named(known))]
    NoSide {
        /// The name.
        name: String,
        /// The names of those that it has.
        known: Vec<String>,
    },
    /// A side of the module is chosen for both sides, or twice for one.
    #[error("the side {0:?} is chosen twice")]
    SideTwice(String),
    /// No side of the module is chosen for one of the scenario's.
    #[error("each side is at least one of the module's; it has {}", named(known))]
    EmptySide {
        /// The names of those that it has.
        known: Vec<String>,
    },
}

/// Why a saved game is not read.
#[derive(Debug, thiserror::Error)]
pub enum SavedGameError {
    /// The file is no archive, or one that breaks the limits.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// The archive has no saved game.
    #[error("there is no saved game in it")]
    Missing,
    /// The commands of the saved game are cut off.
    #[error("the saved game is damaged")]
    Damaged,
}

/// Why a table of pieces does not say which are kept: the first row that is none of the module's.
#[derive(Debug, thiserror::Error)]
pub enum PieceTableError {
    /// The table is no CSV.
    #[error("{0}")]
    Malformed(#[from] csv::Error),
    /// The table has no column of numbers.
    #[error("it has no column {0:?}")]
    NoColumn(&'static str),
    /// The module has no free piece of the number.
    #[error("row {row}: the module has no free piece of the number {cell:?}")]
    NoPiece {
        /// The row.
        row: u64,
        /// The text of the number's cell.
        cell: String,
    },
    /// The piece of the number has another name: the table is of another module.
    #[error("row {row}: the piece {number} is {name:?}, not {said:?}: have the pieces listed anew")]
    OtherName {
        /// The row.
        row: u64,
        /// The number of the piece.
        number: usize,
        /// The name of the piece.
        name: String,
        /// The name that the table has.
        said: String,
    },
}

/// Why a text is no piece of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum PieceError {
    /// It does not add a piece.
    #[error("it is no piece")]
    NotAPiece,
    /// All pieces together take too much work.
    #[error("the pieces are nested too deep")]
    TooMuchWork,
    /// It has too many traits within each other.
    #[error("its traits are nested too deep")]
    TooDeep,
}

fn named(names: &[String]) -> String {
    if names.is_empty() { "none".to_owned() } else { listed(names) }
}
