//! The rest of a move, found at once: the way that a unit would go hex by hex, as long as nothing happens on it.

use crate::player::appraise_ground::Scratch;
use crate::player::weights::Appraiser;
use crate::state::{At, Motion, Task};
use crate::{Action, MovingPiece, PositionMagnifique};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::inline_list::InlineList;
use battlewright_core::players::route::{RouteChoice, climb, mix};

impl Appraiser<'_> {
    /// Finds the rest of the move that begins or goes on with `choice`, and its mark.
    pub(crate) fn find_route(&self, choice: &Action, scratch: &mut Scratch, route: &mut Vec<Action>) -> u64 {
        route.clear();
        let start = match (self.state.stack.last(), *choice) {
            (Some(Task::MovePhase(_)), Action::Move(piece)) => Some(self.motion(piece, self.at(piece).hex())),
            (Some(Task::Moving(motion)), Action::Hex(hex)) if motion.charge.is_none() => {
                self.step_to(motion, hex).ok().filter(|_| !self.takes_over(motion.piece, hex))
            }
            _ => None,
        };
        // A unit Out of Command may charge on its way.
        let Some(start) = start.filter(|start| !self.is_out(start.piece)) else { return 0 };
        let mark = self.mark_of_move(start.piece);
        scratch.turn_over(self.board.shared());
        scratch.places.clear();
        climb(start, mix(mark, u64::from(self.state.turn)), route, |motion, offer| {
            self.choices_on_way(motion, scratch, offer);
        });
        mark
    }

    /// Passes on the choices of `motion`, each with its worth. The player looks again where a hex changes hands, as other goals
    /// draw it then.
    fn choices_on_way(
        &self,
        motion: &Motion,
        scratch: &mut Scratch,
        offer: &mut dyn FnMut(RouteChoice<Action, Motion>),
    ) {
        let piece = motion.piece;
        let hexes: InlineList<HexIx, 6> = match motion.hex {
            Some(hex) => self.board.map.neighbors(hex).collect(),
            None => self.entry_hexes(piece).collect(),
        };
        for hex in hexes {
            let Ok(next) = self.step_to(motion, hex) else { continue };
            let [comes, _] = self.worths_on_way(piece, hex, scratch);
            let worth = comes - self.price_of_step(motion, hex);
            offer(RouteChoice {
                action: Action::Hex(hex),
                worth,
                then: Some(next).filter(|_| !self.takes_over(piece, hex)),
            });
        }
        if let Some(hex) = motion.hex.filter(|_| self.may_stop(motion).is_ok()) {
            let [_, stays] = self.worths_on_way(piece, hex, scratch);
            offer(RouteChoice { action: Action::Stop, worth: 1 + stays, then: None });
        }
    }

    /// Returns the worths of `hex` to the piece that moves; they are computed once.
    fn worths_on_way(&self, piece: MovingPiece, hex: HexIx, scratch: &mut Scratch) -> [i32; 2] {
        if let Some((_, worths)) = scratch.places.iter().find(|(known, _)| *known == hex) {
            return *worths;
        }
        let worths = self.worths_of_place(piece, hex, scratch);
        scratch.places.push((hex, worths));
        worths
    }

    /// Returns `true` if a unit gives `hex` to its side by entering it.
    fn takes_over(&self, piece: MovingPiece, hex: HexIx) -> bool {
        matches!(piece, MovingPiece::Unit(_))
            && self
                .board
                .control
                .iter()
                .zip(&self.state.control)
                .any(|((at, _), holder)| *at == hex && *holder != Some(self.side_of(piece)))
    }
}

impl PositionMagnifique {
    /// Returns the mark of a move of `piece`: the places of all others, and the condition and the Defensive Fires of all.
    pub(crate) fn mark_of_move(&self, piece: MovingPiece) -> u64 {
        let place = |at: At| match at {
            At::Hex(hex) => 1 + hex.index() as u64,
            At::Zone | At::Due { .. } | At::Eliminated(_) => 0,
        };
        let (mover, start) = match piece {
            MovingPiece::Unit(unit) => (Some(unit), 2 * unit.index() as u64),
            MovingPiece::Hq(formation) => (None, 2 * formation.index() as u64 + 1),
        };
        let mut mark = mix(1, start);
        for (unit, state) in self.board.all_units().zip(&self.state.units) {
            let condition = [u8::from(state.reduced), u8::from(state.shaken), state.low_ammo, state.defended];
            let at = if mover == Some(unit) { 0 } else { place(state.at) };
            mark = mix(mark, (at << 32) | u64::from(u32::from_le_bytes(condition)));
        }
        for (formation, hq) in self.board.all_formations().zip(&self.state.hqs) {
            let at = if piece == MovingPiece::Hq(formation) { 0 } else { place(hq.at) };
            mark = mix(mark, at);
        }
        for number in self.state.extra.counters.iter().flatten() {
            mark = mix(mark, u64::from(number.unsigned_abs()));
        }
        mark
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::testing::position;
    use battlewright_core::game::Game as _;
    use battlewright_core::players::Appraise as _;

    #[test]
    fn a_move_is_planned_to_its_end_and_its_mark_tells_of_a_loss() {
        let mut table = position(
            "map 26x9
            prussian infantry p1 5/3 at 0505
            french infantry f1 4/2 at 2401",
        )
        .moves("prussian");
        let (goal, f1) = (table.hex("2401"), table.unit("f1"));
        let begin = Action::Move(MovingPiece::Unit(table.unit("p1")));
        let mut route = vec![Action::Stop];
        let mark = table.game.rest_of_move(&begin, &mut Scratch::default(), &mut route);
        table.game.apply(&begin, &mut ());
        let mut gap = table.game.board.map.distance(table.hex("0505"), goal);
        let hexes: Vec<HexIx> = route
            .iter()
            .map_while(|action| match action {
                Action::Hex(hex) => Some(*hex),
                _ => None,
            })
            .collect();
        assert!(hexes.len() > 2 && route.len() <= hexes.len() + 1, "{route:?}");
        for hex in hexes {
            assert_eq!(table.game.route_mark(), mark);
            let left = table.game.board.map.distance(hex, goal);
            assert!(left < gap && table.game.check(&Action::Hex(hex)).is_ok());
            table.game.apply(&Action::Hex(hex), &mut ());
            gap = left;
        }
        // The mark is that of a move of p1, on its way or not.
        let before = table.game.mark_of_move(MovingPiece::Unit(table.unit("p1")));
        assert_eq!(before, mark);
        table.game.unit_mut(f1).shaken = true;
        assert_ne!(table.game.mark_of_move(MovingPiece::Unit(table.unit("p1"))), mark);
    }

    #[test]
    fn other_choices_plan_nothing() {
        let table =
            position("map 12x9\nprussian infantry p1 5/3 at 0505\nfrench infantry f1 4/2 at 1101").moves("prussian");
        let mut route = vec![Action::Stop];
        table.game.rest_of_move(&Action::Pass, &mut Scratch::default(), &mut route);
        assert_eq!((route.len(), table.game.route_mark()), (0, 0));
    }
}
