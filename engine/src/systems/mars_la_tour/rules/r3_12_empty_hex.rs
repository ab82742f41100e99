//! 3.12 Empty Hex: a hex without units and markers, without exception.

use crate::kit::hex_map::HexIx;
use crate::systems::mars_la_tour::MarsLaTour;

impl MarsLaTour {
    /// Returns `true` if `hex` is empty.
    pub(crate) fn is_empty(&self, hex: HexIx) -> bool {
        self.unit_in(hex).is_none()
            && !self.state.hq.contains(&Some(hex))
            && !self.state.mitrailleuse.contains(&Some(hex))
    }
}
