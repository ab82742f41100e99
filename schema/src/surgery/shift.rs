//! Shifting the contents of the map.

use super::draft::{Draft, Steps};
use crate::{Grid, MapFrame};

/// Moves everything on the map by columns and rows; the size and the numbering stay. Hexes that leave the map are lost, and
/// uncovered positions get new terrain.
///
/// After an odd number of columns, the lower columns have the other parity, because the map would be distorted otherwise. The
/// same applies to rows that are further right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shift {
    /// The number of columns to the right; negative to the left.
    pub columns: i32,
    /// The number of rows down; negative up.
    pub rows: i32,
}

impl Shift {
    pub(super) fn draft(self, grid: &Grid, frame: MapFrame<'_>) -> Draft {
        let same = Draft::same(grid, frame);
        let [columns, rows] = [self.columns, self.rows].map(|steps| steps.clamp(-100_000, 100_000));
        Draft { steps: Steps { columns, rows, ..same.steps }, ..same }
    }
}
