//! Adding or removing columns and rows on each side.

use super::SurgeryRefusal;
use super::draft::{Draft, Steps};
use crate::{Cell, Grid, MapFrame};

/// Adds columns and rows on each side, or removes them with negative numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Resize {
    /// The number of columns at the left.
    pub left: i32,
    /// The number of columns at the right.
    pub right: i32,
    /// The number of rows at the top.
    pub top: i32,
    /// The number of rows at the bottom.
    pub bottom: i32,
    /// The numbering of hexes afterwards.
    pub names: HexNames,
}

/// The numbering of hexes if the first hex changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HexNames {
    /// Hexes keep their numbers; the map begins with another number.
    #[default]
    Stay,
    /// The map begins with the same number; all hexes are renumbered.
    Restart,
}

impl Resize {
    pub(super) fn draft(&self, grid: &Grid, frame: MapFrame<'_>) -> Result<Draft, SurgeryRefusal> {
        let same = Draft::same(grid, frame);
        let mut numbering = same.numbering.clone();
        // Clamping prevents overflow; larger numbers exceed the size limit of a map anyway.
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
        // A first name with an additional digit, such as 100 after 99, would be split into other parts.
        if self.names == HexNames::Stay {
            let first = Grid::of(MapFrame { numbering: &draft.numbering, ..frame }, 1, 1).ok();
            let printed = grid.printed_beyond(-left, -top);
            if first.is_none_or(|first| first.printed(Cell::default()) != printed) {
                return Err(SurgeryRefusal::NoRoom(draft.numbering.first));
            }
        }
        Ok(draft)
    }
}
