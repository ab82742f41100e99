//! Moves the contents of the map by half a hex.

use super::draft::Draft;
use crate::{Grid, MapFrame, Orientation};

/// Moves everything by half a hex: down on maps with flat tops, to the right on maps with pointed tops. The other columns or
/// rows become the shifted ones, while their numbers stay.
///
/// The map grows by a row (or a column); at each end, every other hex of it is new.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HalfStep;

impl HalfStep {
    pub(super) fn draft(self, grid: &Grid, frame: MapFrame<'_>) -> Draft {
        let same = Draft::same(grid, frame);
        let first_is_shifted = !same.first_is_shifted;
        // Hexes that were shifted move by a whole row or column, the others only by the shift.
        match same.orientation {
            Orientation::Flat => Draft {
                rows: same.rows + 1,
                first_is_shifted,
                to: |steps, column, row| (column, row + i32::from(column.rem_euclid(2) == steps.shifted_index)),
                ..same
            },
            Orientation::Pointy => Draft {
                columns: same.columns + 1,
                first_is_shifted,
                to: |steps, column, row| (column + i32::from(row.rem_euclid(2) == steps.shifted_index), row),
                ..same
            },
        }
    }
}
