//! The value of a position for the searching player, as the lead of the first side over the second: points, steps, and the
//! nearness of units to what they fight for.

use crate::player::appraise::POINT;
use crate::player::weights::Appraiser;
use crate::state::{At, Task};
use battlewright_core::game::Side;
use battlewright_core::players::WON;
use battlewright_core::players::appraisal::{lead_at_the_end, signed};

impl Appraiser<'_> {
    /// The lead of the first side.
    pub(crate) fn lead(&self) -> i32 {
        if let Some(Task::Over(outcome)) = self.state.stack.last() {
            return lead_at_the_end(outcome);
        }
        let points = signed(self.board.victory.scorer, self.half_points() * POINT / 2);
        let [first, second] = Side::BOTH.map(|side| self.worth_of_army(side));
        (points + first - second).clamp(1 - WON, WON - 1)
    }

    /// The worth of the steps of `side`, and of their nearness to the places that the enemy holds.
    fn worth_of_army(&self, side: Side) -> i32 {
        let lacks: Vec<_> = self
            .board
            .control
            .iter()
            .zip(&self.state.control)
            .filter(|(_, holder)| **holder != Some(side))
            .map(|((hex, _), _)| *hex)
            .collect();
        let mut worth = 0;
        for unit in self.board.ground_units(side) {
            let facts = self.board.unit(*unit);
            match self.unit(*unit).at {
                At::Hex(hex) if facts.arm.fights() => {
                    let value = i32::from(self.combat_value(*unit, false));
                    worth += i32::from(self.steps_left(*unit)) * self.weights.step / 2 + 25 * value;
                    let nearest = lacks.iter().map(|goal| self.board.map.distance(hex, *goal)).min().unwrap_or(0);
                    worth -= i32::try_from(nearest.min(20)).unwrap_or(0);
                    worth -= if self.unit(*unit).neutralized { 10 } else { 0 };
                    worth -= if self.unit(*unit).out_of_command { 5 } else { 0 };
                }
                At::Hex(_) => worth += 30 * i32::from(facts.bombardment.max(3)),
                At::Due { .. } | At::Reserve => worth += self.weights.step,
                _ => {}
            }
        }
        worth
    }
}
