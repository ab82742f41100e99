//! 3.10 Zone of Influence: all hexes within two hexes of a unit.

use super::MarsLaTour;
use crate::game::Side;
use crate::kit::hex_map::HexIx;

impl MarsLaTour {
    /// Whether `hex` is in an EZOI for `side`. The mitrailleuse marker has none (5.3).
    pub(super) fn in_ezoi(&self, side: Side, hex: HexIx) -> bool {
        let reach = u32::from(self.board.rules.zoi);
        self.on_map(side.other()).any(|(_, at)| self.board.map.distance(at, hex) <= reach)
    }
}
