//! 3.12 Empty Hex: no unit and no marker in it, without exception.

use super::MarsLaTour;
use crate::kit::hex_map::HexIx;

impl MarsLaTour {
    /// Returns `true` if `hex` is empty.
    pub(super) fn is_empty(&self, hex: HexIx) -> bool {
        self.unit_in(hex).is_none()
            && !self.state.hq.contains(&Some(hex))
            && !self.state.mitrailleuse.contains(&Some(hex))
    }
}
