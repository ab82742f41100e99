//! 4.0 3.5 Blown, and 4.0 3.6 Eliminated.

use crate::MarsLaTour;
use crate::event::Event;
use crate::state::{At, UnitIx};
use battlewright_core::game::Log;

impl MarsLaTour {
    /// Moves `unit` to the turn track; in the last turns it is eliminated instead.
    pub(crate) fn blow(&mut self, unit: UnitIx, log: &mut impl Log<Event>) {
        if self.blown_is_eliminated() {
            self.eliminate(unit, log);
            return;
        }
        let due = self.state.turn.saturating_add(self.board.rules.blown_delay);
        self.put_at(unit, At::Blown(due));
        log.push(Event::Blown(unit, due));
    }

    /// Returns `true` in the last turns, in which a blown unit is eliminated.
    pub(crate) fn blown_is_eliminated(&self) -> bool {
        self.state.turn > self.board.turns.saturating_sub(self.board.rules.blown_last_turns)
    }

    /// Eliminates `unit`, for a VP of the enemy (6.0).
    pub(crate) fn eliminate(&mut self, unit: UnitIx, log: &mut impl Log<Event>) {
        self.put_at(unit, At::Eliminated);
        log.push(Event::Eliminated(unit));
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::testing::{Table, position};

    /// f1 loses by three on this turn of six.
    fn beaten(turn: u8) -> Table {
        let mut table = position(&format!(
            "
            map 12x9
            german infantry g1 er 2 at 0505 battle
            french infantry f1 er 0 at 0605 battle
            french infantry f2 er 0 at 1205
            turn {turn} of 6"
        ))
        .attacks();
        table.does("attack g1 f1").rolls(&[3, 1]);
        table
    }

    #[test]
    fn r4_3_5_a_blown_unit_is_placed_two_turns_ahead() {
        for (turn, due) in [(1, "blown 3"), (2, "blown 4"), (3, "blown 5"), (4, "blown 6")] {
            assert_eq!(beaten(turn).at("f1"), due, "turn {turn}");
        }
        beaten(1).logs("f1 is blown until turn 3 [4.0 3.5]");
    }

    #[test]
    fn r4_3_5_ruling_19_on_turns_5_and_6_it_is_eliminated() {
        for turn in [5, 6] {
            let table = beaten(turn);
            assert_eq!(table.at("f1"), "eliminated", "turn {turn}");
            table.logs_nothing_with("blown");
        }
    }

    #[test]
    fn r4_3_5_ruling_19_the_ruleset_says_in_how_many_of_the_last_turns() {
        for (last, turn, at) in [(1, 5, "blown 7"), (1, 6, "eliminated"), (3, 4, "eliminated"), (0, 6, "blown 8")] {
            let mut table = position(&format!(
                "
                map 12x9
                german infantry g1 er 2 at 0505 battle
                french infantry f1 er 0 at 0605 battle
                turn {turn} of 6"
            ))
            .rules(|rules| rules.blown_last_turns = Some(last))
            .attacks();
            table.does("attack g1 f1").rolls(&[3, 1]);
            assert_eq!(table.at("f1"), at, "the last {last}, turn {turn}");
        }
    }

    #[test]
    fn r4_3_5_the_ruleset_says_how_many_turns_ahead() {
        let mut table = position(
            "
            map 12x9
            german infantry g1 er 2 at 0505 battle
            french infantry f1 er 0 at 0605 battle",
        )
        .rules(|rules| rules.blown_delay = Some(1))
        .attacks();
        table.does("attack g1 f1").rolls(&[3, 1]);
        assert_eq!(table.at("f1"), "blown 2");
    }

    #[test]
    fn r4_3_5_a_unit_blown_on_turn_4_comes_back_on_turn_6() {
        let mut table = beaten(4);
        let next_turn = |table: &mut Table| {
            table.does("pass").rolls(&[1]).does("pass");
            table.does("hq 0605, hq 1104");
        };
        table.does("pass").rolls(&[1]).does("pass, hq 0605, hq 1104, mitrailleuse 1206, march g1");
        assert_eq!(table.at("f1"), "blown 6", "turn 5");
        table.does("pass").rolls(&[1]).does("pass");
        next_turn(&mut table);
        table.does("return f1, return-to 1103");
        assert_eq!(table.at("f1"), "1103");
    }

    #[test]
    fn r4_3_6_each_eliminated_unit_is_a_vp_for_the_enemy() {
        let table = beaten(5);
        table.logs("f1 is eliminated [4.0 3.6]");
        assert_eq!(table.points(), [1, 0]);
        assert_eq!(beaten(1).points(), [0, 0], "a blown unit is none");
    }

    #[test]
    fn r4_3_6_an_eliminated_unit_never_comes_back() {
        let table = position("map 9x7\n turn 4 of 6\n german infantry g1 er 1 eliminated\n hq german 0404 range 6");
        let table = table.returns();
        assert!(!table.prompt().contains("return"), "{}", table.prompt());
    }
}
