//! 3.8 Open and Defensible Terrain.

use super::MarsLaTour;
use crate::kit::hex_map::HexIx;

impl MarsLaTour {
    /// Whether `hex` is defensible terrain; every other hex is open.
    pub(super) fn is_defensible(&self, hex: HexIx) -> bool {
        self.board.map.index_of(hex).is_some_and(|index| self.board.defensible.get(index).copied().unwrap_or(false))
    }
}
