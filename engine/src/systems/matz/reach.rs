//! The hexes within reach of the piece in motion, and the path to each, for the board view.

use battlewright_schema::Cell;

use super::Matz;
use super::action::Action;
use super::r5_movement::Motion;
use crate::kit::reach::{self, MotionStep};
use crate::show::Movement;

impl Matz {
    /// The movement of the piece in motion; `None` when no piece is in motion.
    pub(super) fn movement_now(&self) -> Option<Movement> {
        let motion = self.moving()?;
        Some(Movement { spent: 2 * u16::from(motion.spent), allowance: 2 * u16::from(self.allowance_of(motion)) })
    }

    /// The actions that bring the piece in motion to `cell`; the end of its move if it is there.
    pub(super) fn route_to(&self, cell: Cell) -> Vec<Action> {
        let (Some(motion), Some(goal)) = (self.moving(), self.board.map.at(cell)) else { return Vec::new() };
        if motion.hex == Some(goal) {
            let stops = self.may_stop(motion).is_ok();
            return if stops { vec![Action::Stop] } else { Vec::new() };
        }
        let reached = self.reachable(motion);
        let ends = (0..).zip(&reached).filter(|(_, step)| step.motion.hex == Some(goal));
        let cheapest = ends.min_by_key(|(_, step)| step.motion.spent).map(|(place, _)| place);
        reach::way(&reached, cheapest, |motion| motion.hex).into_iter().map(Action::Hex).collect()
    }

    /// The hexes that the piece in motion can reach.
    pub(super) fn reached_cells(&self) -> Vec<Cell> {
        let Some(motion) = self.moving() else { return Vec::new() };
        let reached = self.reachable(motion);
        let ends = reach::ends(&reached, |motion| motion.hex, |end| self.may_stop(end).is_ok());
        ends.into_iter().map(|hex| self.board.map.cell(hex)).collect()
    }

    /// Everywhere that `start` can lead by ever better ways, without a return to its hex. Of two ways to a hex, one is better
    /// if it costs no more and allows no less.
    pub(super) fn reachable(&self, start: &Motion) -> Vec<MotionStep<Motion>> {
        let steps = |motion: &Motion, found: &mut dyn FnMut(Motion)| {
            self.each_next_hex(motion, |hex| match self.next_motion(motion, hex) {
                Ok(next) if next.hex != start.hex => found(next),
                _ => {}
            });
        };
        reach::explore(start, steps, |next, known| {
            known.hex == next.hex
                && known.spent <= next.spent
                && known.in_zoc <= next.in_zoc
                && known.halted <= next.halted
        })
    }
}
