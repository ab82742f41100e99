//! 4.0 Stacking: six steps of any kind in a hex. The limit holds at the end of the phases of movement and combat; the owner
//! chooses which steps above it are lost.

use super::Matz;
use super::r7_5_losses::LossTask;
use crate::game::Side;
use crate::kit::hex_map::HexIx;

impl Matz {
    /// The steps of `side` in `hex`: of combat units, artillery and headquarters (4.0).
    pub(super) fn steps_in(&self, side: Side, hex: HexIx) -> u8 {
        let units = self.ground.units(hex).filter(|unit| self.unit_side(*unit) == side);
        units.map(|unit| self.steps_left(unit)).fold(0, u8::saturating_add)
    }

    /// The number of steps of `side` above the limit in `hex`; 0 within it.
    pub(super) fn steps_above_limit(&self, side: Side, hex: HexIx) -> u8 {
        self.steps_in(side, hex).saturating_sub(self.board.rules.stacking)
    }

    /// Returns `true` if `steps` more steps of `side` fit in `hex`.
    pub(super) fn fits(&self, side: Side, hex: HexIx, steps: u8) -> bool {
        self.steps_in(side, hex).saturating_add(steps) <= self.board.rules.stacking
    }

    /// The end of a phase: the owner of each stack above the limit loses the steps above it, the active side first.
    pub(super) fn check_stacking(&mut self) {
        let active = self.state.active;
        for side in [active.other(), active] {
            let crowded: Vec<HexIx> =
                self.board.map.all().filter(|hex| self.steps_above_limit(side, *hex) > 0).collect();
            for hex in crowded.into_iter().rev() {
                self.push(LossTask::Crowded { side, hex });
            }
        }
    }
}
