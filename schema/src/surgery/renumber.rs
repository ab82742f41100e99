//! Renumbering of hexes.

use super::draft::Draft;
use crate::{Grid, MapFrame, Numbering};

/// Gives the hexes other numbers; everything else stays unchanged.
///
/// The first hex's name defines the form of all names: digits or letters, their number, the start and the separator. If the
/// first column's number changes between odd and even, the parity of the lower columns changes with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renumber {
    /// The new numbering.
    pub numbering: Numbering,
}

impl Renumber {
    pub(super) fn draft(&self, grid: &Grid, frame: MapFrame<'_>) -> Draft {
        Draft { numbering: self.numbering.clone(), ..Draft::same(grid, frame) }
    }
}
