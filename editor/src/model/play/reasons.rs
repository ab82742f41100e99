//! The reasons of computer players for their choices, and who may read them.

use battlewright_engine::game::Side;

use super::Session;

/// The reasons of players: the number of the choice as an input, the side, and a line each.
pub(super) type ReasonList = Vec<(usize, Side, Vec<String>)>;

impl Session {
    /// Takes note of the `reasons` of `side` for the last input.
    pub(super) fn add_reasons(&mut self, side: Side, reasons: Vec<String>) {
        if !reasons.is_empty() {
            self.reasons.push((self.game.len(), side, reasons));
        }
    }

    /// Drops the reasons for the inputs after input `n`, and the end of the game if it comes after it.
    pub(super) fn forget_reasons_after(&mut self, n: usize) {
        self.reasons.retain(|(input, ..)| *input <= n);
        self.ended_at = self.ended_at.filter(|end| *end <= n);
    }

    /// Returns `true` if the plans of `side` may be shown: to those who know its secrets, and in the review of a game that has
    /// come to its end.
    pub(super) fn may_read_plans(&self, side: Side) -> bool {
        self.ended_at.is_some() || self.viewer().knows(side)
    }

    /// Returns the reasons for the choices so far that may be shown, such as the missions of a plan: the number of the choice as
    /// an input, the side, and a line each.
    pub fn reasons(&self) -> impl Iterator<Item = (usize, Side, &[String])> {
        let past = self.reasons.iter().take_while(|(input, ..)| *input <= self.game.len());
        past.filter(|(_, side, _)| self.may_read_plans(*side))
            .map(|(input, side, lines)| (*input, *side, lines.as_slice()))
    }
}
