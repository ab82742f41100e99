//! 4.0 2f: when one side has passed, the other rolls for how often it may still move.

use super::MarsLaTour;
use super::event::{Event, Phase};
use super::state::Step;
use crate::game::{Log, Side};

impl MarsLaTour {
    /// `side` has rolled `die`, and adds 1 for each of its units that is on the map and in no EZOC.
    pub(super) fn roll_last_moves(&mut self, side: Side, die: u16, log: &mut impl Log<Event>) {
        let free = self.on_map(side).filter(|(_, hex)| !self.in_ezoc(side, *hex)).count();
        let waiting = if self.board.rules.last_moves_count_waiting {
            self.board.units_of(side).filter(|unit| self.is_due_to_enter(*unit)).count()
        } else {
            0
        };
        let plus = u16::try_from(free + waiting).unwrap_or(u16::MAX);
        log.push(Event::LastActions { side, phase: Phase::Movement, die, plus });
        self.state.passing.limit(die.saturating_add(plus));
        self.state.step = Step::Move(side);
    }
}
