//! Phases that rows skip, and those that are still to come.

use super::Asked;
use crate::Matz;
use crate::event::Phase;
use crate::rules::r02_sequence::SequenceTask;
use crate::state::Task;
use battlewright_core::game::Rule;
use battlewright_core::kit::extra::{Given, side_value};

impl Matz {
    /// Returns the rule by which `phase` of the active side does not take place if it begins now; `None` if it does.
    #[inline]
    pub(crate) fn skipped(&self, phase: Phase) -> Option<Rule> {
        let skip = phase.skip()?.number();
        let rules = self.board.extra.skipping(skip)?;
        let asked = Asked { phase, ..self.asked() };
        let given = Given::of([side_value(self.state.active)]);
        rules.skips(skip, &asked, &given).map(|row| row.rule)
    }

    /// Returns `true` if one of `phases` is still to come in this player turn, as far as can be told now. In the published sequence,
    /// what computer players count on always comes.
    pub(crate) fn comes(&self, phases: &[Phase]) -> bool {
        let is_skipped =
            |phase: Phase| phase.skip().is_some_and(|skip| self.board.extra.skipping(skip.number()).is_some());
        if self.board.phases == Phase::OF_PLAYER_TURN && !Phase::OF_PLAYER_TURN.into_iter().any(is_skipped) {
            return true;
        }
        let comes = |phase: &Phase| {
            let task = Task::Sequence(SequenceTask::Begin(*phase));
            self.state.stack.contains(&task) && self.skipped(*phase).is_none()
        };
        phases.iter().any(comes)
    }
}
