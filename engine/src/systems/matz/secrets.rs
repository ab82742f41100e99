//! Secrets: air draws, missions, the support of a combat, and attachments are hidden from the enemy until the text reveals them.

use super::Matz;
use crate::game::Side;

impl Matz {
    /// The game in the view of `side`.
    pub(super) fn hiding_secrets(&self, _: Side) -> Self {
        todo!()
    }

    /// Returns `true` if the enemy of `side` can have secrets.
    pub(super) fn hides_from(&self, _: Side) -> bool {
        todo!()
    }
}
