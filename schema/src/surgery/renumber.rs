//! Renumbering of hexes.

use super::draft::Draft;
use crate::{Grid, MapFrame, Numbering};

/// The hexes get other numbers; all else stays as it is.
///
/// The first hex's name says it all: how many digits, letters or digits, from 0 or from 1, with
/// what separator. Where the first column's number changes between odd and even, so does the word
/// for the columns that sit lower.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renumber {
    /// The numbering of hexes from now on.
    pub numbering: Numbering,
}

impl Renumber {
    pub(super) fn draft(&self, grid: &Grid, frame: MapFrame<'_>) -> Draft {
        Draft { numbering: self.numbering.clone(), ..Draft::same(grid, frame) }
    }
}
