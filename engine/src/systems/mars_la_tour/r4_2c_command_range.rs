//! 4.0 2c HQ Range: units stay within reach of their HQ, and come back to it when they are not.

use super::MarsLaTour;
use super::action::Refusal;
use super::state::{Command, Motion};
use crate::game::Side;
use crate::kit::hex_map::HexIx;

impl MarsLaTour {
    /// Whether `hex` is within range of the HQ of `side`, counted in hexes whatever the terrain. A
    /// side whose HQ found no place on the map is not bound.
    pub(super) fn in_command_range(&self, side: Side, hex: HexIx) -> bool {
        self.state.hq[side.index()]
            .is_none_or(|hq| self.board.map.distance(hq, hex) <= u32::from(self.board.side(side).hq_range))
    }

    /// How `motion` is bound once it has gone on to `hex`.
    pub(super) fn command_after(&self, motion: &Motion, hex: HexIx) -> Result<Command, Refusal> {
        let side = self.side_of(motion.unit);
        match motion.command {
            Command::Free => Ok(Command::Free),
            _ if self.in_command_range(side, hex) => Ok(Command::Within),
            Command::Within => Err(Refusal::OutOfRange(hex)),
            Command::Closing => match (self.state.hq[side.index()], motion.hex) {
                (Some(hq), Some(from)) if self.board.map.distance(hq, hex) >= self.board.map.distance(hq, from) => {
                    Err(Refusal::NotCloser(hex))
                }
                _ => Ok(Command::Closing),
            },
        }
    }
}
