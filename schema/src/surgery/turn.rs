//! Turning and mirroring the map.

use super::draft::{Draft, Steps};
use crate::{Grid, MapFrame, Orientation};

/// The map is turned or mirrored; the numbers begin again at the top left.
///
/// These are the turns that a rectangle of hexes comes out of as a rectangle. By 60 degrees it
/// would not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Upside down.
    Half,
    /// By a quarter to the right: flat-topped hexes become pointy-topped ones and the other way round.
    QuarterRight,
    /// By a quarter to the left.
    QuarterLeft,
    /// Mirrored: left becomes right.
    LeftRight,
    /// Mirrored: top becomes bottom.
    TopBottom,
}

impl Turn {
    /// Every way to turn a map.
    pub const ALL: [Self; 5] = [Self::Half, Self::QuarterRight, Self::QuarterLeft, Self::LeftRight, Self::TopBottom];

    pub(super) fn draft(self, grid: &Grid, frame: MapFrame<'_>) -> Draft {
        let same = Draft::same(grid, frame);
        let flat = same.orientation == Orientation::Flat;
        let steps = Steps { columns: same.columns - 1, rows: same.rows - 1, ..same.steps };
        let (columns, rows) = (same.columns, same.rows);
        let other = if flat { Orientation::Pointy } else { Orientation::Flat };
        // A shifted hex sits half a hex further one way; where that way is reversed, its neighbors do.
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
