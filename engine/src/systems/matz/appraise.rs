//! The worth of actions to the greedy player.

use super::{Action, Matz};
use crate::game::Side;
use crate::play::Dice;
use crate::players::Appraise;

impl Appraise for Matz {
    type Scratch = ();

    fn appraise(&self, _: &Action) -> i32 {
        0
    }

    fn value(&self, _: Side) -> i32 {
        0
    }

    fn imagine(&self, side: Side, dice: &mut Dice) -> Option<Self> {
        // A view knows that it is one; a game without secrets has no views.
        self.state.view_of.map(|_| self.imagined(side, dice))
    }
}
