//! The shape of the new map and the moves of hexes, as an operation describes them.

use super::{HexMoves, SurgeryRefusal};
use crate::{Cell, Grid, MapFrame, Numbering, Orientation, Parity};

/// The maximum number of columns or rows.
const MOST: i32 = 1000;

/// The description of the new map before it is built.
pub(super) struct Draft {
    pub(super) orientation: Orientation,
    pub(super) columns: i32,
    pub(super) rows: i32,
    pub(super) numbering: Numbering,
    /// `true` if the old first hex is half a hex lower (or further right) than its neighbors in the new map.
    pub(super) first_is_shifted: bool,
    /// Returns the new column and row of a hex, which may lie off the new map.
    pub(super) to: fn(&Steps, i32, i32) -> (i32, i32),
    pub(super) steps: Steps,
}

/// The parameters of the function that moves a hex.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Steps {
    pub(super) columns: i32,
    pub(super) rows: i32,
    /// The parity of the index of formerly shifted columns or rows: 1 for odd, 0 for even.
    pub(super) shifted_index: i32,
}

impl Draft {
    /// Returns a draft with the shape and numbering of `grid`, in which every hex stays in place.
    pub(super) fn same(grid: &Grid, frame: MapFrame<'_>) -> Self {
        let first_is_shifted = grid.is_shifted(Cell::default());
        Self {
            orientation: frame.orientation,
            columns: i32::from(grid.columns()),
            rows: i32::from(grid.rows()),
            numbering: frame.numbering.clone(),
            first_is_shifted,
            to: |steps, column, row| (column + steps.columns, row + steps.rows),
            steps: Steps { shifted_index: i32::from(!first_is_shifted), ..Steps::default() },
        }
    }

    /// Returns the new grid, the parity of its shifted columns or rows, and the moves of the hexes of `old`.
    pub(super) fn carry_out(&self, old: &Grid) -> Result<(Grid, Parity, HexMoves), SurgeryRefusal> {
        let size = |count: i32| match count {
            ..=0 => Err(SurgeryRefusal::NothingLeft),
            1..=MOST => u16::try_from(count).map_err(|_| SurgeryRefusal::TooLarge),
            _ => Err(SurgeryRefusal::TooLarge),
        };
        let (columns, rows) = (size(self.columns)?, size(self.rows)?);
        let frame = |parity| MapFrame {
            orientation: self.orientation,
            lower_columns: Some(parity),
            right_rows: Some(parity),
            numbering: &self.numbering,
        };
        let grid = |parity| Grid::of(frame(parity), columns, rows).map_err(SurgeryRefusal::Numbering);
        // The parity refers to printed numbers, which do not depend on the parity of the grid.
        let (column, row) = grid(Parity::Odd)?.printed(Cell::default());
        let (to_column, to_row) = (self.to)(&self.steps, 0, 0);
        let number = match self.orientation {
            Orientation::Flat => column + to_column,
            Orientation::Pointy => row + to_row,
        };
        let is_odd = number.rem_euclid(2) == 1;
        let parity = if is_odd == self.first_is_shifted { Parity::Odd } else { Parity::Even };
        let new = grid(parity)?;
        if !new.is_unambiguous() {
            return Err(SurgeryRefusal::NoRoom(self.numbering.first.clone()));
        }
        let moved = HexMoves::new(old, &new, |column, row| (self.to)(&self.steps, column, row));
        Ok((new, parity, moved))
    }
}
