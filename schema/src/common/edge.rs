//! The edges of the map, for sides that have one of their own.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An edge of the map. North is up on the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MapEdge {
    /// The top edge.
    #[default]
    North,
    /// The right edge.
    East,
    /// The bottom edge.
    South,
    /// The left edge.
    West,
}

impl MapEdge {
    /// All edges, clockwise from the top.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// Returns the name in the file, such as `"north"`.
    pub fn name(self) -> &'static str {
        match self {
            Self::North => "north",
            Self::East => "east",
            Self::South => "south",
            Self::West => "west",
        }
    }

    /// Returns the edge on the other side of the map.
    #[must_use]
    pub fn opposite(self) -> Self {
        match self {
            Self::North => Self::South,
            Self::East => Self::West,
            Self::South => Self::North,
            Self::West => Self::East,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_edge_has_one_opposite_and_one_word() {
        for edge in MapEdge::ALL {
            assert_ne!(edge.opposite(), edge);
            assert_eq!(edge.opposite().opposite(), edge);
            assert_eq!(serde_json::to_value(edge).unwrap(), edge.name());
        }
    }
}
