//! 4.0 3.5 Blown, and 3.6 Eliminated.

use super::MarsLaTour;
use super::event::Event;
use super::state::{At, UnitIx};
use crate::game::Log;

impl MarsLaTour {
    /// `unit` leaves the map for the turn track; in the last turns it is eliminated instead.
    pub(super) fn blow(&mut self, unit: UnitIx, log: &mut impl Log<Event>) {
        if self.blown_is_eliminated() {
            self.eliminate(unit, log);
            return;
        }
        let due = self.state.turn.saturating_add(self.board.rules.blown_delay);
        self.unit_mut(unit).at = At::Blown(due);
        log.push(Event::Blown(unit, due));
    }

    /// Whether it is one of the last turns, in which a blown unit is eliminated.
    pub(super) fn blown_is_eliminated(&self) -> bool {
        self.state.turn > self.board.turns.saturating_sub(self.board.rules.blown_last_turns)
    }

    /// `unit` is out of the game, and a VP for the enemy (6.0).
    pub(super) fn eliminate(&mut self, unit: UnitIx, log: &mut impl Log<Event>) {
        self.unit_mut(unit).at = At::Eliminated;
        log.push(Event::Eliminated(unit));
    }
}
