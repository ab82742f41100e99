//! Alternation of actions until both sides have passed, as in the Movement Phase (4.0 2e, 2f) and the Attack Phase (4.0 3.7,
//! 4.0 3.8). After the first pass the other side rolls for the number of its last actions.

use serde::{Deserialize, Serialize};

use battlewright_core::game::Side;

/// The passes of the sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Passing {
    passed: [bool; 2],
    /// The number of actions left to the side that has not passed; `None` before the roll.
    left: Option<u16>,
}

/// The next decision or roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Next {
    /// This side acts or passes.
    Act(Side),
    /// This side rolls for its last actions.
    Roll(Side),
    /// Both sides are done.
    Done,
}

/// Returns the number of last actions after a roll of `die` with the modifier `plus`.
pub(crate) fn actions_left(die: u16, plus: i32) -> u16 {
    u16::try_from(plus.saturating_add(die.into()).max(0)).unwrap_or(u16::MAX)
}

impl Passing {
    /// Records an action of `side`.
    pub(crate) fn acted(&mut self, side: Side) -> Next {
        match &mut self.left {
            None => Next::Act(side.other()),
            Some(left) => {
                *left = left.saturating_sub(1);
                if *left == 0 { Next::Done } else { Next::Act(side) }
            }
        }
    }

    /// Records a pass of `side`, which acts no more.
    pub(crate) fn pass(&mut self, side: Side) -> Next {
        self.passed[side.index()] = true;
        if self.passed[side.other().index()] { Next::Done } else { Next::Roll(side.other()) }
    }

    /// Limits the side that has not passed to `times` more actions.
    pub(crate) fn limit(&mut self, times: u16) {
        self.left = Some(times);
    }

    /// Returns the number of actions left to the side that has not passed; `None` if it is unlimited.
    pub(crate) fn left(&self) -> Option<u16> {
        self.left
    }

    /// Returns `true` if `side` has passed.
    pub(crate) fn has_passed(&self, side: Side) -> bool {
        self.passed[side.index()]
    }

    /// Records a pass of `side` that no roll follows (4.0 1d iii).
    pub(crate) fn decline(&mut self, side: Side) {
        self.passed[side.index()] = true;
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::testing::position;

    const POSITION: &str = "
        map 12x7
        german infantry g1 er 1 at 0201
        french infantry f1 er 1 at 1201";

    #[test]
    fn r4_2e_a_player_moves_or_passes() {
        let table = position(POSITION).moves();
        assert_eq!(table.choices(""), ["move g1", "pass"]);
        table.refuses("attack g1 f1", "4.0 2e");
    }

    #[test]
    fn r4_2e_who_has_passed_moves_no_more_in_this_phase() {
        let mut table = position(POSITION).moves();
        table.does("pass");
        table.logs("Germans pass [4.0 2e]");
        table.rolls(&[3]).does("move f1, stop");
        assert_eq!(table.prompt(), "French: move a unit or pass", "the Germans are not asked again");
        table.refuses("move g1", "3.6");
        table.does("pass");
        assert_eq!(table.prompt(), "Germans: attack or pass", "and may attack all the same");
    }
}
