//! 5.2 Strategic movement: a piece that enters no enemy zone of control in its whole move has twice its allowance.

use crate::action::RefusalCause;
use crate::rules::r05_movement::Motion;
use crate::state::UnitIx;
use crate::{Matz, rulebook as rule};

impl Matz {
    /// The allowance of `unit` with strategic movement.
    pub(crate) fn strategic_allowance(&self, unit: UnitIx) -> u8 {
        self.strategic_points(self.plain_allowance(unit))
    }

    /// The points of strategic movement of a unit that has `plain` ones without it.
    pub(crate) fn strategic_points(&self, plain: u8) -> u8 {
        plain.saturating_mul(self.board.rules.strategic_factor)
    }

    /// Checks whether `unit` may use strategic movement: it is in command and not neutralized (6.1, 9.0, 12.1).
    fn may_use_strategic(&self, unit: UnitIx) -> Result<(), RefusalCause> {
        if self.unit(unit).neutralized {
            Err(RefusalCause::Because(rule::NEUTRALIZATION, "a neutralized unit has no strategic movement"))
        } else if self.unit(unit).out_of_command {
            Err(RefusalCause::Because(rule::STRATEGIC_MOVEMENT, "a unit out of command has no strategic movement"))
        } else {
            Ok(())
        }
    }

    /// Checks whether `unit` may spend `spent` movement points, which are more than its plain allowance, on a step into an
    /// enemy zone of control or not, after it has entered one in this move or not.
    pub(crate) fn may_spend(
        &self,
        unit: UnitIx,
        spent: u8,
        in_zoc: bool,
        enters_zoc: bool,
    ) -> Result<(), RefusalCause> {
        let poor = RefusalCause::Because(rule::MOVEMENT, "it has not enough movement points left");
        if in_zoc {
            return Err(poor);
        }
        if spent > self.strategic_allowance(unit) {
            return Err(poor);
        }
        self.may_use_strategic(unit)?;
        if enters_zoc {
            return Err(RefusalCause::Because(
                rule::STRATEGIC_MOVEMENT,
                "strategic movement does not enter an enemy zone of control",
            ));
        }
        Ok(())
    }

    /// The movement points that `motion` may spend in all: those of strategic movement while it is possible.
    pub(crate) fn allowance_of(&self, motion: &Motion) -> u8 {
        let is_plain = motion.in_zoc || motion.halted || self.may_use_strategic(motion.unit).is_err();
        if is_plain { self.plain_allowance(motion.unit) } else { self.strategic_allowance(motion.unit) }
    }
}

#[cfg(test)]
mod tests {
    use crate::event::Phase;
    use crate::tests::testing::{GERMAN, position};

    #[test]
    fn r5_2_a_move_that_enters_no_zone_of_control_has_twice_the_allowance() {
        let mut table = position("german infantry g1 4/2 at 0409 move 3").only(GERMAN, Phase::Movement);
        table.does("move g1, hex 0408, hex 0407, hex 0406, hex 0405, hex 0404");
        assert_eq!(table.points(), (5, 6));
        table.does("hex 0403");
        assert!(table.game.moving().is_none() && table.at("g1") == "0403");
    }

    #[test]
    fn r5_2_a_zone_of_control_is_entered_with_the_plain_allowance_only() {
        let ground = |from: &str| {
            position(&format!("german infantry g1 4/2 at {from} move 3\nfrench infantry f1 4/2 at 0403"))
                .only(GERMAN, Phase::Movement)
        };
        let mut near = ground("0407");
        near.does("move g1, hex 0406, hex 0405, hex 0404");
        assert_eq!(near.at("g1"), "0404");
        let mut far = ground("0408");
        far.does("move g1, hex 0407, hex 0406, hex 0405");
        far.refuses("hex 0404", "5.2");
        far.does("hex 0406");
        assert_eq!(far.points(), (4, 6), "it moves on elsewhere");
    }

    #[test]
    fn r5_2_tanks_that_have_entered_a_zone_of_control_have_their_plain_allowance() {
        let mut table =
            position("german tank t1 3 at 0406 move 4\nfrench infantry f1 4/2 at 0403").only(GERMAN, Phase::Movement);
        table.does("move t1, hex 0405");
        assert_eq!(table.points(), (1, 8));
        table.does("hex 0404");
        assert_eq!(table.points(), (2, 4));
        table.does("hex 0405");
        assert_eq!(table.points(), (3, 4), "to leave the zone costs nothing in passing (m48)");
    }

    #[test]
    fn r5_2_a_unit_that_begins_in_a_zone_of_control_may_leave_it_strategically() {
        let mut table = position("german infantry g1 4/2 at 0404 move 3\nfrench infantry f1 4/2 at 0403")
            .only(GERMAN, Phase::Movement);
        table.does("move g1, hex 0405, hex 0406, hex 0407");
        assert_eq!(table.points(), (4, 6));
    }

    #[test]
    fn r5_2_units_out_of_command_or_neutralized_have_no_strategic_movement() {
        for (mark, rule) in [("out", "5.2"), ("neutralized", "9.0")] {
            let mut table =
                position(&format!("german infantry g1 4/2 at 0408 move 2 {mark}")).only(GERMAN, Phase::Movement);
            table.does("move g1, hex 0407");
            assert_eq!(table.points(), (1, 2));
            let motion = *table.game.moving().unwrap();
            let next = table.game.next_motion(&motion, table.hex("0406")).unwrap();
            let refused = table.game.next_motion(&next, table.hex("0405")).unwrap_err();
            assert_eq!(refused.explain(&table.game).rule.number, rule, "{mark}");
        }
    }

    #[test]
    fn r9_a_neutralized_unit_moves_with_its_plain_allowance() {
        let mut table = position("german infantry g1 4/2 at 0408 move 2 neutralized").only(GERMAN, Phase::Movement);
        table.does("move g1, hex 0407, hex 0406");
        assert!(table.game.moving().is_none() && table.at("g1") == "0406");
    }
}
