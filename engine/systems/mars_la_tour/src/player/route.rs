//! The rest of a move: the way to the end for which the unit was chosen.

use crate::player::survey::{Scratch, Survey};
use crate::state::{Motion, Step};
use crate::{Action, MarsLaTour};
use battlewright_core::players::route::{Ties, mix};

impl MarsLaTour {
    /// Finds the rest of the move that begins or continues with `choice`, and its mark: the unit. Nothing happens to a unit on its
    /// way.
    pub(crate) fn find_route(&self, choice: &Action, scratch: &mut Scratch, route: &mut Vec<Action>) -> u64 {
        route.clear();
        let start = match (*choice, self.state.step) {
            (Action::Move(unit), Step::Move(_)) => self.hex_of(unit).map(|hex| self.motion_from(unit, hex)),
            (Action::Step(hex), Step::Moving(motion)) => self.next_motion(&motion, hex).ok(),
            _ => None,
        };
        let Some(start) = start else { return 0 };
        let mut best: Option<(usize, Action, i32)> = None;
        let mut ties = Ties::new(mix(u64::from(self.state.turn), start.unit.index() as u64), 0);
        Survey::of(self, scratch).each_end(&start, |place, end, worth| {
            if ties.accept(best.map(|(_, _, worth)| worth), worth) {
                best = Some((place, end, worth));
            }
        });
        if let Some((place, end, _)) = best {
            scratch.reach.way_to(place, &mut scratch.way);
            route.extend(scratch.way.iter().copied().map(Action::Step).chain([end]));
        }
        mark_of(&start)
    }

    /// Returns the mark of the move in progress, if any.
    pub(crate) fn mark_of_route(&self) -> u64 {
        match &self.state.step {
            Step::Moving(motion) => mark_of(motion),
            _ => 0,
        }
    }
}

/// Returns the mark of a move of the unit of `motion`.
fn mark_of(motion: &Motion) -> u64 {
    1 + motion.unit.index() as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::testing::position;
    use battlewright_core::game::Game as _;
    use battlewright_core::players::Appraise as _;

    #[test]
    fn a_move_is_planned_to_the_end_for_which_its_unit_is_chosen() {
        let mut table = position(
            "map 9x7
            german infantry g1 er 1 at 0101
            french infantry f1 er 1 at 0907",
        )
        .moves();
        let mut route = vec![Action::Stop];
        let mark = table.game.rest_of_move(&table.action("move g1"), &mut Scratch::default(), &mut route);
        assert_eq!(table.game.route_mark(), 0, "nobody moves");
        let asked = table.prompt();
        table.does("move g1");
        let worth = |game: &MarsLaTour, action: &Action| game.appraise(action);
        for action in &route {
            if table.game.route_mark() != mark {
                // The unit has to stop, and has done so.
                assert_eq!(*action, Action::Stop);
                break;
            }
            let mut legal = Vec::new();
            table.game.actions(&mut legal);
            assert!(legal.contains(action), "{action:?}");
            assert!(legal.iter().all(|other| worth(&table.game, other) <= worth(&table.game, action)), "{action:?}");
            table.game.apply(action, &mut ());
        }
        assert!(route.len() > 2 && table.game.route_mark() == 0);
        assert_ne!(table.prompt(), asked, "the French move");
    }
}
