//! 4.0 4 End Phase: the next turn, or the end of the game.

use battlewright_schema::mars_la_tour::vocabulary::Trigger;
use battlewright_schema::rule::WinTime;

use crate::MarsLaTour;
use crate::event::Event;
use crate::state::AfterEvents;
use battlewright_core::game::Log;

impl MarsLaTour {
    /// Ends the turn after both sides have passed their attacks.
    pub(crate) fn end_turn(&mut self, log: &mut impl Log<Event>) {
        self.events_of(Trigger::TurnEnds, AfterEvents::TurnEnded, log);
    }

    /// Continues after the events at the end of the turn.
    pub(crate) fn turn_ended(&mut self, log: &mut impl Log<Event>) {
        if self.wins_by_row(WinTime::TurnEnd, log) {
            return;
        }
        if self.state.turn >= self.board.turns {
            self.judge(log);
        } else {
            self.begin_turn(self.state.turn + 1, log);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::testing::position;

    #[test]
    fn r4_4_after_both_have_passed_the_next_turn_begins() {
        let mut table =
            position("map 9x7\n german infantry g1 er 1 at 0101\n french infantry f1 er 1 at 0907").attacks();
        table.does("pass").rolls(&[6]).does("pass");
        assert_eq!(table.prompt(), "Germans: place the HQ, Friedrich Karl");
        table.logs("Turn 2, 11:30 [4.0 4]");
    }

    #[test]
    fn r4_4_after_turn_6_the_winner_is_determined() {
        let table = position("map 9x7\n turn 5 of 6").end();
        assert_eq!(table.prompt(), "Germans: place the HQ, Friedrich Karl");
        let table = position("map 9x7\n turn 6 of 6").end();
        table.outcome();
    }

    #[test]
    fn r4_4_a_game_has_as_many_turns_as_the_scenario_says() {
        let table = position("map 9x7\n turn 3 of 3").end();
        table.outcome();
    }
}
