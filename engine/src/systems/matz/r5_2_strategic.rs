//! 5.2 Strategic movement: a piece that enters no enemy zone of control in its whole move has twice its allowance.

use super::action::Refusal;
use super::r5_movement::Motion;
use super::state::UnitIx;
use super::{Matz, rulebook as rule};

impl Matz {
    /// The allowance of `unit` with strategic movement.
    pub(super) fn strategic_allowance(&self, unit: UnitIx) -> u8 {
        self.plain_allowance(unit).saturating_mul(self.board.rules.strategic_factor)
    }

    /// Checks whether `unit` may use strategic movement: it is in command and not neutralized (6.1, 9.0, 12.1).
    fn may_use_strategic(&self, unit: UnitIx) -> Result<(), Refusal> {
        if self.unit(unit).neutralized {
            Err(Refusal::Because(rule::NEUTRALIZATION, "a neutralized unit has no strategic movement"))
        } else if self.unit(unit).out_of_command {
            Err(Refusal::Because(rule::STRATEGIC_MOVEMENT, "a unit out of command has no strategic movement"))
        } else {
            Ok(())
        }
    }

    /// Checks whether `unit` may spend `spent` movement points, which are more than its plain allowance, on a step into an
    /// enemy zone of control or not, after it has entered one in this move or not.
    pub(super) fn may_spend(&self, unit: UnitIx, spent: u8, in_zoc: bool, enters_zoc: bool) -> Result<(), Refusal> {
        let poor = Refusal::Because(rule::MOVEMENT, "it has not enough movement points left");
        if in_zoc {
            return Err(poor);
        }
        if spent > self.strategic_allowance(unit) {
            return Err(poor);
        }
        self.may_use_strategic(unit)?;
        if enters_zoc {
            return Err(Refusal::Because(
                rule::STRATEGIC_MOVEMENT,
                "strategic movement does not enter an enemy zone of control",
            ));
        }
        Ok(())
    }

    /// The movement points that `motion` may spend in all: those of strategic movement while it is possible.
    pub(super) fn allowance_of(&self, motion: &Motion) -> u8 {
        let is_plain = motion.in_zoc || motion.halted || self.may_use_strategic(motion.unit).is_err();
        if is_plain { self.plain_allowance(motion.unit) } else { self.strategic_allowance(motion.unit) }
    }
}
