//! 4.0 2c HQ Range: units stay within range of their HQ, and return to it if they are outside.

use crate::MarsLaTour;
use crate::action::Refusal;
use crate::rules::r4_2a_moves::Mover;
use crate::state::{Command, Motion};
use battlewright_core::game::Side;
use battlewright_core::kit::hex_map::HexIx;

impl MarsLaTour {
    /// Returns `true` if `hex` is within range of the HQ of `side`, counted in hexes regardless of terrain. A side without an
    /// HQ on the map has no limit.
    #[inline]
    pub(crate) fn in_command_range(&self, side: Side, hex: HexIx) -> bool {
        self.ground.to_hq(side, hex) <= self.hq_range(side)
    }

    /// Returns the range of the HQ of `side` in hexes.
    #[inline]
    pub(crate) fn hq_range(&self, side: Side) -> u16 {
        self.asked().hq_range(side)
    }

    /// Refuses to end `motion`, which has not come into range yet, if the ruling requires it to go on and a step is left.
    pub(crate) fn may_stop_out_of_range(&self, motion: &Motion) -> Result<(), Refusal> {
        if self.board.rules.out_of_range_goes_on && self.has_step(motion) { Err(Refusal::MustClose) } else { Ok(()) }
    }

    /// Returns the command status of `motion` of `mover` after a step to `hex`.
    #[inline]
    pub(crate) fn command_after(&self, mover: &Mover, motion: &Motion, hex: HexIx) -> Result<Command, Refusal> {
        let to_hq = |hex| self.ground.to_hq(mover.side, hex);
        match motion.command {
            Command::Free => Ok(Command::Free),
            _ if to_hq(hex) <= mover.hq_range => Ok(Command::Within),
            Command::Within => Err(Refusal::OutOfRange(hex)),
            Command::Closing => match motion.hex {
                Some(from) if to_hq(hex) >= to_hq(from) => Err(Refusal::NotCloser(hex)),
                _ => Ok(Command::Closing),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::testing::position;

    /// The HQ's range ends at column 03.
    const SHORT: &str = "
        map 12x7
        german infantry near er 1 at 0104
        german infantry far er 1 at 0804
        german cavalry horse er 1 at 0801
        french infantry f1 er 1 at 1207
        hq german 0104 range 2";

    #[test]
    fn r4_2c_ruling_2_a_unit_in_range_stays_in_range() {
        let mut table = position(SHORT).moves();
        table.does("move near, step 0204, step 0304");
        table.refuses("step 0404", "4.0 2c");
        table.allows("step 0303");
    }

    #[test]
    fn r4_2c_ruling_2_the_scenario_says_how_far_each_hq_reaches() {
        let mut table = position(&SHORT.replace("range 2", "range 3")).moves();
        table.does("move near, step 0204, step 0304, step 0404");
        table.refuses("step 0504", "4.0 2c");
    }

    #[test]
    fn r4_2c_ruling_2_range_is_counted_in_hexes_whatever_lies_between() {
        let table = position(
            "
            map 5x3
            only 0101 0102 0103 0203 0303 0302 0301
            german infantry g1 er 1 at 0301
            hq german 0101 range 2",
        )
        .moves();
        assert!(table.game.in_command_range(super::Side::First, table.hex("0301")), "two hexes as the crow flies");
    }

    #[test]
    fn r4_2c_ruling_3_a_unit_out_of_range_comes_closer_with_every_hex() {
        let mut table = position(SHORT).moves();
        table.does("move far");
        table.refuses("step 0904", "4.0 2c");
        table.refuses("step 0803", "4.0 2c"); // no closer
        table.does("step 0704, step 0604");
        table.refuses("step 0603", "4.0 2c");
        table.does("step 0504, step 0404");
        assert_eq!(table.prompt(), "French: move a unit or pass");
    }

    #[test]
    fn r4_2c_ruling_3_once_in_range_it_does_not_leave_it_again() {
        let mut table = position(&SHORT.replace("0804", "0404")).moves();
        table.does("move far, step 0304");
        table.refuses("step 0404", "4.0 2c");
        table.allows("step 0303"); // as far from the HQ, but in range
    }

    #[test]
    fn r4_2c_ruling_28_a_unit_out_of_range_goes_on_as_far_as_it_can() {
        let mut table = position(SHORT).moves();
        table.does("move far");
        table.refuses("stop", "4.0 2c");
        table.does("step 0704");
        table.refuses("stop", "4.0 2c");
        table.does("step 0604, step 0504, step 0404");
        assert_eq!(table.prompt(), "French: move a unit or pass", "out of points, and still out of range");
        // In range the unit may stop.
        let mut table = position(&SHORT.replace("0804", "0504")).moves();
        table.does("move far, step 0404");
        table.refuses("stop", "4.0 2c");
        table.does("step 0304, stop");
        // The unit need not be moved at all.
        let mut table = position(SHORT).moves();
        table.does("pass");
    }

    #[test]
    fn r4_2c_ruling_28_a_unit_out_of_range_stops_where_friends_leave_no_way_on() {
        let lane = "
            map 12x7
            only 0104 0204 0304 0404 0504 0604 0704 0804 1207
            german infantry far er 1 at 0804
            german infantry g2 er 1 at 0604 battle
            german infantry g3 er 1 at 0504 battle
            german infantry g4 er 1 at 0404 battle
            french infantry f1 er 1 at 1207
            hq german 0104 range 2";
        let mut table = position(lane).moves();
        table.does("move far, step 0704");
        assert_eq!((table.at("far").as_str(), table.prompt().as_str()), ("0704", "French: move a unit or pass"));
    }

    #[test]
    fn r4_2c_ruling_28_the_ruleset_may_let_it_stop_on_the_way() {
        let mut table = position(SHORT).rules(|rules| rules.out_of_range_goes_on = Some(false)).moves();
        table.does("move far, step 0704, stop");
        assert_eq!(table.at("far"), "0704");
    }

    #[test]
    fn r4_2c_ruling_3_a_unit_out_of_range_that_cannot_come_closer_does_not_move() {
        let table = position(
            "
            map 9x3
            only 0101 0201 0501 0601
            german infantry g1 er 1 at 0501
            hq german 0101 range 2",
        )
        .moves();
        table.refuses("move g1", "4.0 2c");
    }

    #[test]
    fn r4_2c_ruling_3_the_move_that_brings_a_reinforcement_on_is_free() {
        let mut table = position(
            "
            map 12x7
            entry C german 1204
            german infantry g1 er 1 enters 1 by C
            hq german 0104 range 2",
        )
        .moves();
        table.does("enter g1, step 1204, step 1203, stop, pass").rolls(&[1]).does("pass");
        let mut table = position(
            "
            map 12x7
            entry C german 1204
            german infantry g1 er 1 enters 1 by C
            french infantry f1 er 1 at 0101
            hq german 0104 range 2",
        )
        .moves();
        table.does("enter g1, step 1204, stop, move f1, stop, move g1");
        table.refuses("step 1203", "4.0 2c"); // its next move is not
    }

    #[test]
    fn r6_ruling_25_a_unit_out_of_range_does_not_leave_the_map_unless_the_ruleset_lets_it() {
        let far = || {
            position(
                "
                map 12x7
                exit E french 0104
                french infantry f1 er 1 at 0104
                hq french 0904 range 2",
            )
        };
        let mut table = far().moves_of_the_french();
        table.does("move f1");
        table.refuses("exit", "4.0 2c");
        let mut table = far().rules(|rules| rules.exit_out_of_range = Some(true)).moves_of_the_french();
        table.does("move f1, exit");
        assert_eq!(table.at("f1"), "left by E");
    }
}
