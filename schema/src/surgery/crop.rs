//! Cropping to a rectangle of hexes.

use super::draft::Draft;
use super::{HexNames, Resize, SurgeryRefusal};
use crate::{Cell, Grid, MapFrame};

/// Cropping to a rectangle of hexes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Crop {
    /// A corner of the rectangle.
    pub corner: Cell,
    /// The opposite corner.
    pub across: Cell,
    /// The numbering of hexes afterwards.
    pub names: HexNames,
}

impl Crop {
    /// Returns the equivalent resizing of a map of `columns` by `rows` hexes.
    pub fn resize(&self, columns: u16, rows: u16) -> Resize {
        let range = |a: u16, b: u16, count: u16| {
            (-i32::from(a.min(b)), i32::from(a.max(b)).saturating_add(1).min(i32::from(count)) - i32::from(count))
        };
        let (left, right) = range(self.corner.column, self.across.column, columns);
        let (top, bottom) = range(self.corner.row, self.across.row, rows);
        Resize { left, right, top, bottom, names: self.names }
    }

    pub(super) fn draft(&self, grid: &Grid, frame: MapFrame<'_>) -> Result<Draft, SurgeryRefusal> {
        self.resize(grid.columns(), grid.rows()).draft(grid, frame)
    }
}
