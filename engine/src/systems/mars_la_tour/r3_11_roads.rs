//! 3.11 Roads: a unit in March Formation whose whole move is along a road pays half a movement
//! point a hex.

use super::MarsLaTour;
use super::state::{Formation, Motion};
use crate::kit::hex_map::HexIx;

impl MarsLaTour {
    /// Whether `motion` may still use the road rate when it goes on to `hex`: a road must join the
    /// two hexes. A reinforcement that enters by a road hex comes along that road.
    pub(super) fn goes_by_road(&self, motion: &Motion, hex: HexIx) -> bool {
        motion.by_road
            && self.unit(motion.unit).formation == Formation::March
            && match motion.hex {
                Some(from) => self.board.map.road(from, hex),
                None => self.board.map.has_road(hex),
            }
    }

    /// Whether `motion` may leave the map by road from `hex`.
    pub(super) fn leaves_by_road(&self, motion: &Motion, hex: HexIx) -> bool {
        motion.by_road && self.unit(motion.unit).formation == Formation::March && self.board.map.has_road(hex)
    }

    /// Whether the unit of `motion` can pay for one hex more: half a movement point each if the
    /// whole move is by road, one each otherwise. Rates cannot be mixed.
    pub(super) fn can_pay(&self, motion: &Motion, by_road: bool) -> bool {
        let hexes = u16::from(motion.hexes) + 1;
        let points = u16::from(self.movement_points(motion.unit));
        if by_road { hexes <= 2 * points } else { hexes <= points }
    }
}
