//! Phases that rows skip.

use battlewright_schema::mars_la_tour::vocabulary::Skip;

use crate::MarsLaTour;
use crate::event::Phase;
use battlewright_core::game::Rule;
use battlewright_core::kit::extra::Given;

impl MarsLaTour {
    /// Returns the rule by which `phase` does not take place if it begins now; `None` if it does.
    #[inline]
    pub(crate) fn skipped(&self, phase: Phase) -> Option<Rule> {
        let skip = match phase {
            // HQs are placed in it.
            Phase::Command => return None,
            Phase::Movement => Skip::Movement,
            Phase::Attack => Skip::Attack,
        };
        let rules = self.board.extra.skipping(skip.number())?;
        rules.skips(skip.number(), &self.asked_before(phase), &Given::of([])).map(|row| row.rule)
    }
}
