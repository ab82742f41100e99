//! The reasons to refuse an operation.

use std::fmt;

use crate::{DocPath, HexId, NumberingProblem};

/// A reason to refuse an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SurgeryRefusal {
    /// The numbering of the old map is invalid, so that the names of its hexes are unknown.
    Unnamed,
    /// The name of the new first hex has an unknown form.
    Numbering(NumberingProblem),
    /// The numbering that begins with this name has too few digits for the new map.
    NoRoom(HexId),
    /// The hexes cannot keep their names, because new hexes would have negative numbers.
    BelowFirst,
    /// The new map would have no hexes.
    NothingLeft,
    /// The new map would have more than a thousand columns or rows.
    TooLarge,
    /// The operation concerns hexes, and a table has none.
    NoHexes,
    /// The new table would have no width or no depth.
    NoTableLeft,
    /// The new table would be wider or deeper than a thousand inches.
    TableTooLarge,
    /// A required value would fall off the map.
    Needed {
        /// The path of the required value.
        path: DocPath,
        /// The removed name to which the value refers.
        name: String,
    },
    /// The new scenario cannot be read; the text is the message of the reader.
    Unreadable(String),
}

impl fmt::Display for SurgeryRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unnamed => f.write_str("the numbering of the map is invalid; correct it first"),
            Self::Numbering(problem) => problem.fmt(f),
            Self::NoRoom(first) => {
                write!(
                    f,
                    "the numbering from {first} has too few digits for so many hexes; use more digits, or a separator"
                )
            }
            Self::BelowFirst => f.write_str("new hexes before the first would have no number; restart the numbering"),
            Self::NothingLeft => f.write_str("no hex would be left"),
            Self::TooLarge => f.write_str("a map has at most 1000 columns and 1000 rows"),
            Self::NoHexes => f.write_str("a table has no hexes; resize, shift or turn it instead"),
            Self::NoTableLeft => f.write_str("nothing of the table would be left"),
            Self::TableTooLarge => f.write_str("a table is at most 1000 inches wide and 1000 inches deep"),
            Self::Needed { path, name } => write!(f, "`{path}` needs {name}, which would be removed"),
            Self::Unreadable(problem) => write!(f, "the result would be invalid: {problem}"),
        }
    }
}

impl std::error::Error for SurgeryRefusal {}
