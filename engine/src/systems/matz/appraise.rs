//! The worth of actions to the greedy player.

use super::{Action, Matz};
use crate::game::Side;
use crate::players::Appraise;

impl Appraise for Matz {
    type Scratch = ();

    fn appraise(&self, _: &Action) -> i32 {
        0
    }

    fn value(&self, _: Side) -> i32 {
        0
    }
}
