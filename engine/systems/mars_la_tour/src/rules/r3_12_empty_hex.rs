//! 3.12 Empty Hex: a hex without units and markers, without exception.

use crate::MarsLaTour;
use battlewright_core::kit::hex_map::HexIx;

impl MarsLaTour {
    /// Returns `true` if `hex` is empty.
    pub(crate) fn is_empty(&self, hex: HexIx) -> bool {
        self.unit_in(hex).is_none()
            && !self.state.hq.contains(&Some(hex))
            && !self.state.mitrailleuse.contains(&Some(hex))
    }
}
