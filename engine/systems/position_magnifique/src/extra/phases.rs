//! Phases that rows skip.

use battlewright_schema::position_magnifique::vocabulary::{Skip, VOCABULARY};

use crate::PositionMagnifique;
use crate::event::Phase;
use battlewright_core::game::{Rule, Side};
use battlewright_core::kit::extra::{Given, index_value, side_value};

impl PositionMagnifique {
    /// Returns the rule by which `phase` does not take place if it begins now; `None` if it does.
    #[inline]
    pub(crate) fn skipped(&self, phase: Phase) -> Option<Rule> {
        let skip = match phase {
            Phase::Fire => Skip::Fire,
            Phase::Rally => Skip::Rally,
            Phase::Surprise | Phase::Command | Phase::Movement | Phase::Assault | Phase::Housekeeping => return None,
        };
        let rules = self.board.extra.skipping(skip.number())?;
        let name = VOCABULARY.skips.get(usize::from(skip.number()))?.name;
        let number = VOCABULARY.phases.words.iter().position(|word| *word == name).map_or(-1, index_value);
        let side = self.activation().map_or(Side::First, |activation| activation.side);
        let given = Given::of([side_value(side)]);
        rules.skips(skip.number(), &self.asked_before(number), &given).map(|row| row.rule)
    }
}
