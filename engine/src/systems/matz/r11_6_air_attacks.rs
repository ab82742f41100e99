//! 11.6 Bombardment and ground support: an air unit attacks one hex of the mega-hex in which it is.

use super::Matz;
use super::state::{At, Mission, UnitIx};
use crate::game::Side;
use crate::kit::hex_map::HexIx;

impl Matz {
    /// Returns `true` if a fighter of the enemy of `side` is in the mega-hex of `hex` (8.4).
    pub(super) fn has_enemy_fighter(&self, side: Side, hex: HexIx) -> bool {
        let Some(here) = self.board.mega.of(hex) else { return false };
        let is_here = |at| match at {
            At::Patrol(mega) | At::Mission { mega, .. } => mega == here,
            _ => false,
        };
        self.aircraft_at(side.other(), is_here).any(|unit| self.is_fighter(unit))
    }

    /// Returns `true` if the air unit may still attack `hex` on `mission`: it is in its mega-hex and has not attacked. Escorts
    /// that have not fought may give ground support.
    pub(super) fn may_attack_from_air(&self, unit: UnitIx, mission: Mission, hex: HexIx) -> bool {
        let state = self.unit(unit);
        let At::Mission { mission: own, mega } = state.at else { return false };
        let is_free = own == mission || (own == Mission::Escort && mission == Mission::Support && !state.intercepted);
        let can_attack = self.board.unit(unit).bombardment > 0;
        is_free && can_attack && !state.fired && self.board.mega.of(hex) == Some(mega)
    }
}
