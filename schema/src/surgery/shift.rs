//! Shifting the contents of the map.

use super::draft::{Draft, Steps};
use crate::{Grid, MapFrame};

/// A move of everything on the map over the sheet, whose size and numbers stay. What leaves it falls away;
/// what is laid bare gets new ground.
///
/// By an odd number of columns, the columns that sit lower become those of the other parity, or
/// the map would be distorted; so with rows that sit further right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shift {
    /// Columns to the right; to the left, if below 0.
    pub columns: i32,
    /// Rows down; up, if below 0.
    pub rows: i32,
}

impl Shift {
    pub(super) fn draft(self, grid: &Grid, frame: MapFrame<'_>) -> Draft {
        let same = Draft::same(grid, frame);
        let [columns, rows] = [self.columns, self.rows].map(|steps| steps.clamp(-100_000, 100_000));
        Draft { steps: Steps { columns, rows, ..same.steps }, ..same }
    }
}
