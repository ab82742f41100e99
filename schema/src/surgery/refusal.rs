//! Reasons against an operation.

use std::fmt;

use crate::{DocPath, HexId, NumberingProblem};

/// Reasons against an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SurgeryRefusal {
    /// The hexes of the map as it is have no proper names, so that nothing can be known to be on them.
    Unnamed,
    /// The name of the new first hex has none of the known forms.
    Numbering(NumberingProblem),
    /// The numbering that begins so has too few digits for the new map.
    NoRoom(HexId),
    /// Hexes cannot keep their names, since the new ones would have numbers below the first.
    BelowFirst,
    /// No hex would be left.
    NothingLeft,
    /// The map would have more than a thousand columns or rows.
    TooLarge,
    /// Something that the scenario cannot do without would fall off the map.
    Needed {
        /// Its place.
        path: DocPath,
        /// The thing that would fall away.
        name: String,
    },
    /// The scenario cannot be taken apart and put together again.
    Unreadable(String),
}

impl fmt::Display for SurgeryRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unnamed => f.write_str("the numbering of the map is invalid; correct it first"),
            Self::Numbering(problem) => problem.fmt(f),
            Self::NoRoom(first) => {
                write!(f, "numbers from {first} have no room for so many hexes; use more digits, or a separator")
            }
            Self::BelowFirst => f.write_str("new hexes before the first would have no number; restart the numbers"),
            Self::NothingLeft => f.write_str("no hex would be left"),
            Self::TooLarge => f.write_str("a map has at most 1000 columns and 1000 rows"),
            Self::Needed { path, name } => write!(f, "`{path}` needs {name}, which would be removed"),
            Self::Unreadable(problem) => write!(f, "the result would be invalid: {problem}"),
        }
    }
}

impl std::error::Error for SurgeryRefusal {}
