//! Turning and mirroring of the map.

use super::draft::{Draft, Steps};
use crate::{Grid, MapFrame, Orientation, Slant};

/// Turns or mirrors the map; the numbers restart at the top left.
///
/// Only operations that turn a rectangle of hexes into a rectangle are offered. A turn by 60 degrees would not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A turn by 180 degrees.
    Half,
    /// A turn by 90 degrees to the right. Flat tops become pointed tops and vice versa.
    QuarterRight,
    /// A turn by 90 degrees to the left. Flat tops become pointed tops and vice versa.
    QuarterLeft,
    /// A reflection that swaps left and right.
    LeftRight,
    /// A reflection that swaps top and bottom.
    TopBottom,
}

impl Turn {
    /// All turns and reflections.
    pub const ALL: [Self; 5] = [Self::Half, Self::QuarterRight, Self::QuarterLeft, Self::LeftRight, Self::TopBottom];

    /// Returns the display name, such as `"Turn by 180°"`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Half => "Turn by 180°",
            Self::QuarterRight => "Turn right by 90°",
            Self::QuarterLeft => "Turn left by 90°",
            Self::LeftRight => "Mirror left to right",
            Self::TopBottom => "Mirror top to bottom",
        }
    }

    pub(super) fn draft(self, grid: &Grid, frame: MapFrame<'_>) -> Draft {
        let mut same = Draft::same(grid, frame);
        if self != Self::Half {
            same.numbering.slant = match same.numbering.slant {
                Slant::None => Slant::None,
                Slant::Rising => Slant::Falling,
                Slant::Falling => Slant::Rising,
            };
        }
        let flat = same.orientation == Orientation::Flat;
        let steps = Steps { columns: same.columns - 1, rows: same.rows - 1, ..same.steps };
        let (columns, rows) = (same.columns, same.rows);
        let other = if flat { Orientation::Pointy } else { Orientation::Flat };
        // A shifted hex sits half a hex further in one direction. If that direction is reversed, its neighbors are the shifted
        // ones.
        match self {
            Self::Half => Draft {
                first_is_shifted: !same.first_is_shifted,
                to: |steps, column, row| (steps.columns - column, steps.rows - row),
                steps,
                ..same
            },
            Self::QuarterRight => Draft {
                orientation: other,
                columns: rows,
                rows: columns,
                first_is_shifted: same.first_is_shifted != flat,
                to: |steps, column, row| (steps.rows - row, column),
                steps,
                ..same
            },
            Self::QuarterLeft => Draft {
                orientation: other,
                columns: rows,
                rows: columns,
                first_is_shifted: same.first_is_shifted == flat,
                to: |steps, column, row| (row, steps.columns - column),
                steps,
                ..same
            },
            Self::LeftRight => Draft {
                first_is_shifted: same.first_is_shifted == flat,
                to: |steps, column, row| (steps.columns - column, row),
                steps,
                ..same
            },
            Self::TopBottom => Draft {
                first_is_shifted: same.first_is_shifted != flat,
                to: |steps, column, row| (column, steps.rows - row),
                steps,
                ..same
            },
        }
    }
}
