//! 4.0 2f: when one side has passed, the other rolls for the number of its last moves.

use battlewright_schema::mars_la_tour::vocabulary::Hook;

use crate::MarsLaTour;
use crate::event::{Event, Phase};
use crate::rules::passing::actions_left;
use crate::state::Step;
use battlewright_core::game::{Log, Side};

impl MarsLaTour {
    /// Resolves the roll of `die` by `side`.
    pub(crate) fn roll_last_moves(&mut self, side: Side, die: u16, log: &mut impl Log<Event>) {
        let plus = self.last_moves_modifier(side);
        log.push(Event::LastActions { side, phase: Phase::Movement, die, plus });
        self.state.passing.limit(actions_left(die, plus));
        self.state.step = Step::Move(side);
    }

    /// Returns the modifier of the roll of `side`: 1 for each of its units on the map in no EZOC.
    fn last_moves_modifier(&self, side: Side) -> i32 {
        let free = self.on_map(side).filter(|(_, hex)| !self.in_ezoc(side, *hex)).count();
        let waiting = if self.board.rules.last_moves_count_waiting {
            self.board.units_of(side).filter(|unit| self.is_due_to_enter(*unit)).count()
        } else {
            0
        };
        let plus = i32::try_from(free + waiting).unwrap_or(i32::MAX);
        self.last_actions_by_rows(Hook::LastMoves, side, plus)
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::testing::position;

    /// Two French units are free and one is in an EZOC.
    const POSITION: &str = "
        map 12x7
        german infantry g1 er 1 at 0204 battle
        french infantry f1 er 1 at 0304 battle
        french infantry f2 er 1 at 1201
        french infantry f3 er 1 at 1207
        french infantry f4 er 1 eliminated";

    #[test]
    fn r4_2f_after_a_pass_the_other_side_rolls_and_adds_1_for_each_unit_not_in_an_ezoc() {
        let mut table = position(POSITION).moves();
        table.does("pass");
        assert_eq!(table.prompt(), "French roll for their last moves");
        table.rolls(&[1]);
        table.logs("French roll 1 + 2: 3 moves left [4.0 2f]");
        table.does("move f2, stop, move f2, stop");
        assert_eq!(table.prompt(), "French: move a unit or pass");
        table.does("move f3, stop");
        assert_eq!(table.prompt(), "Germans: attack or pass", "three moves, and the phase is over");
    }

    #[test]
    fn r4_2f_it_is_a_maximum() {
        let mut table = position(POSITION).moves();
        table.does("pass").rolls(&[6]).does("move f2, stop, pass");
        assert_eq!(table.prompt(), "Germans: attack or pass");
    }

    #[test]
    fn r4_2f_the_germans_roll_when_the_french_pass_first() {
        let mut table = position(POSITION).moves_of_the_french();
        table.does("pass").rolls(&[2]);
        table.logs("Germans roll 2: 2 moves left [4.0 2f]");
    }

    #[test]
    fn r4_2f_a_unit_under_the_mitrailleuses_is_in_an_ezoc() {
        let mut table = position(
            "
            map 12x7
            turn 3 of 6
            german infantry g1 er 1 at 0204 battle
            german infantry g2 er 1 at 0201
            french infantry f1 er 1 at 1201
            mitrailleuse 0204",
        )
        .moves_of_the_french();
        table.does("pass").rolls(&[2]);
        table.logs("Germans roll 2 + 1: 3 moves left [4.0 2f]");
    }

    /// Two French units are still to enter.
    const WAITING: &str = "
        map 12x7
        entry B french 1204
        german infantry g1 er 1 at 0204
        french infantry f1 er 1 at 1201
        french infantry f2 er 1 enters 1 by B
        french infantry f3 er 1 enters 1 by B
        french infantry f4 er 1 enters 2 by B";

    #[test]
    fn r4_2f_ruling_13_units_still_to_enter_are_not_counted_but_move_first() {
        let mut table = position(WAITING).moves();
        table.does("pass").rolls(&[2]);
        table.logs("French roll 2 + 1: 3 moves left [4.0 2f]");
        table.refuses("move f1", "4.0 2d");
        table.refuses("pass", "4.0 2d");
        table.does("enter f2, step 1204, step 1205, stop, enter f3, step 1204, stop");
        table.does("move f1, stop");
        assert_eq!(table.prompt(), "Germans: attack or pass");
    }

    #[test]
    fn r4_2f_ruling_13_reinforcements_for_whom_no_move_is_left_wait() {
        let mut table = position(&WAITING.replace("at 1201", "enters 1 by B")).moves();
        table.does("pass").rolls(&[1]);
        table.does("enter f1, step 1204, stop");
        assert_eq!(table.prompt(), "Germans: attack or pass");
        assert_eq!(table.at("f2"), "waiting");
    }

    #[test]
    fn r4_2f_ruling_13_the_ruleset_may_count_those_that_are_due() {
        let mut table = position(WAITING).rules(|rules| rules.last_moves_count_waiting = Some(true)).moves();
        table.does("pass").rolls(&[2]);
        table.logs("French roll 2 + 3: 5 moves left [4.0 2f]");
    }
}
