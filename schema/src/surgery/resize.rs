//! Adding or removing columns and rows on each side.

use super::SurgeryRefusal;
use super::draft::{Draft, Steps};
use crate::{Cell, Grid, MapFrame};

/// Columns and rows come or go at each side; below 0 they go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Resize {
    /// Columns at the left.
    pub left: i32,
    /// Columns at the right.
    pub right: i32,
    /// Rows at the top.
    pub top: i32,
    /// Rows at the bottom.
    pub bottom: i32,
    /// The names of hexes afterwards.
    pub names: HexNames,
}

/// The names of hexes when the first one is another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HexNames {
    /// Each keeps the number that it has; the map begins with another one.
    #[default]
    Stay,
    /// The map begins with the same number; the others follow from it.
    Restart,
}

impl Resize {
    pub(super) fn draft(&self, grid: &Grid, frame: MapFrame<'_>) -> Result<Draft, SurgeryRefusal> {
        let same = Draft::same(grid, frame);
        let mut numbering = same.numbering.clone();
        // No map is so large that a greater number would mean anything.
        let [left, right, top, bottom] =
            [self.left, self.right, self.top, self.bottom].map(|steps| steps.clamp(-100_000, 100_000));
        if self.names == HexNames::Stay {
            numbering.first = grid.name_beyond(-left, -top).ok_or(SurgeryRefusal::BelowFirst)?;
        }
        let draft = Draft {
            columns: same.columns + left + right,
            rows: same.rows + top + bottom,
            numbering,
            steps: Steps { columns: left, rows: top, ..same.steps },
            ..same
        };
        // A first hex written with more digits, such as 100 for 99, would be read in another way.
        if self.names == HexNames::Stay {
            let first = Grid::of(MapFrame { numbering: &draft.numbering, ..frame }, 1, 1).ok();
            let (column, row) = grid.printed(Cell::default());
            if first.is_none_or(|first| first.printed(Cell::default()) != (column - left, row - top)) {
                return Err(SurgeryRefusal::NoRoom(draft.numbering.first));
            }
        }
        Ok(draft)
    }
}
