//! Places on the map of a game.

use battlewright_schema::{Cell, Inches};
use serde::{Deserialize, Serialize};

/// A place on the ground: a hex of a map, or a point of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Place {
    /// A hex.
    Hex(Cell),
    /// A point of a table.
    At(Inches),
}

impl Place {
    /// Returns the hex; `None` for a point of a table.
    pub fn cell(self) -> Option<Cell> {
        match self {
            Self::Hex(cell) => Some(cell),
            Self::At(_) => None,
        }
    }
}

impl From<Cell> for Place {
    fn from(cell: Cell) -> Self {
        Self::Hex(cell)
    }
}
