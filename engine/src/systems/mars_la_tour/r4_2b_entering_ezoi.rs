//! 4.0 2b: a unit that comes under the enemy's influence ends its move in Battle Formation, and a
//! unit in an EZOC stays, but for the sides that may move on.

use super::MarsLaTour;
use super::action::Refusal;
use super::event::Event;
use super::state::{Formation, Motion, UnitIx};
use crate::game::{Log, Side};
use crate::kit::hex_map::HexIx;

impl MarsLaTour {
    /// Whether `unit` of `side` may leave `hex`: not from an EZOC, unless it moved into one in
    /// this phase and its side allows a further move; never from the mitrailleuse's hex (5.3).
    pub(super) fn may_leave_hex(&self, side: Side, unit: UnitIx, hex: HexIx) -> Result<(), Refusal> {
        let state = self.unit(unit);
        if state.halted {
            return Err(Refusal::Halted(unit));
        }
        let more = state.entered_ezoc && state.moves_after_ezoc < self.board.side(side).moves_after_ezoc;
        if self.in_ezoc(side, hex) && !more { Err(Refusal::InEzoc(unit)) } else { Ok(()) }
    }

    /// Whether `motion` must end in `hex`: in an EZOC; where it enters an EZOI from outside one;
    /// and in March Formation, where it steps from one EZOI hex to another.
    pub(super) fn must_stop_in(&self, motion: &Motion, hex: HexIx) -> bool {
        let side = self.side_of(motion.unit);
        if self.in_ezoc(side, hex) {
            return true;
        }
        let from_outside = motion.hex.is_none_or(|from| !self.in_ezoi(side, from));
        let marches = self.unit(motion.unit).formation == Formation::March;
        self.in_ezoi(side, hex) && (from_outside || marches)
    }

    /// `unit` ends its move in `hex` under the enemy's influence.
    pub(super) fn come_under_influence(&mut self, unit: UnitIx, hex: HexIx, log: &mut impl Log<Event>) {
        let side = self.side_of(unit);
        let (ezoc, marker) = (self.in_ezoc(side, hex), self.has_enemy_marker(side, hex));
        self.take_battle_formation(unit, log);
        let state = self.unit_mut(unit);
        state.entered_ezoc |= ezoc;
        state.halted |= marker;
    }
}
