//! Moving the contents by half a hex.

use super::draft::Draft;
use crate::{Grid, MapFrame, Orientation};

/// Everything moves by half a hex, down on flat-topped maps, to the right on pointy-topped ones, so
/// that the other columns or rows become the shifted ones without a change of their numbers.
///
/// The map grows by a row (or a column), of which every other hex is new at either end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HalfStep;

impl HalfStep {
    pub(super) fn draft(self, grid: &Grid, frame: MapFrame<'_>) -> Draft {
        let same = Draft::same(grid, frame);
        let first_is_shifted = !same.first_is_shifted;
        // Hexes that were shifted already are now so by a whole hex.
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
