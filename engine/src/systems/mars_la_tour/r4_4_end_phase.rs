//! 4.0 4 End Phase: the next turn, or the end of the game.

use super::MarsLaTour;
use super::event::Event;
use crate::game::Log;

impl MarsLaTour {
    /// Both sides have passed their attacks.
    pub(super) fn end_turn(&mut self, log: &mut impl Log<Event>) {
        if self.state.turn >= self.board.turns {
            self.judge(log);
        } else {
            self.begin_turn(self.state.turn + 1, log);
        }
    }
}
