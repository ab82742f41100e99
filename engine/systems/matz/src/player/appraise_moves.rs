//! The worth of moves: of the pieces that may move, and of the hexes on their way.
//!
//! The first piece that gains by a move makes it: fighting units first, then guns, then headquarters. Its whole way is decided
//! with it.

use crate::Matz;
use crate::action::Action;
use crate::player::appraise::Scratch;
use crate::player::appraise_ground::Placement;
use crate::player::reach::Reach;
use crate::player::weights::Appraiser;
use crate::rules::r05_movement::Motion;
use crate::state::UnitIx;
use battlewright_core::kit::hex_map::HexIx;

impl Appraiser<'_> {
    /// The worth of each piece to move: the first that gains by it moves. Pieces before the last one that has moved were found
    /// to gain nothing before.
    pub(crate) fn appraise_moves(&self, actions: &[Action], scratch: &mut Scratch, worths: &mut Vec<i32>) {
        let Scratch { strengths, reach, end, .. } = scratch;
        strengths.survey_for_moves(self);
        *end = None;
        worths.extend(actions.iter().map(|action| if *action == Action::Pass { 0 } else { -1 }));
        let order = |unit: UnitIx| {
            let facts = self.board.unit(unit);
            (!facts.arm.fights(), facts.is_hq(), unit)
        };
        let moved = self.board.ground_units(self.state.active).iter().filter(|unit| self.unit(**unit).moved);
        let last = moved.map(|unit| order(*unit)).max();
        let mut units: Vec<(usize, UnitIx)> = actions
            .iter()
            .enumerate()
            .filter_map(|(place, action)| match action {
                Action::Move(unit) => Some((place, *unit)),
                _ => None,
            })
            .filter(|(_, unit)| last.is_none_or(|last| order(*unit) > last))
            .collect();
        units.sort_unstable_by_key(|(_, unit)| order(*unit));
        for (place, unit) in units {
            let motion = self.motion_of(unit);
            let placement = Placement::new(self, unit, strengths);
            let stays = motion.hex.map_or(-self.weights.step * 100, |hex| placement.worth(hex));
            let goes = self.best_end(&motion, &placement, reach);
            if let Some((hex, _)) = goes.filter(|(_, worth)| *worth > stays.saturating_add(self.weights.effort)) {
                worths[place] = 10;
                *end = Some((unit, hex));
                break;
            }
        }
    }

    /// The best hex in which `motion` can end, and its worth. `reach` finds the hexes.
    fn best_end(&self, motion: &Motion, placement: &Placement<'_>, reach: &mut Reach) -> Option<(HexIx, i32)> {
        reach.explore(self, motion);
        let mut best: Option<(HexIx, i32)> = None;
        reach.each_hex(|hex| {
            let worth = placement.worth(hex);
            if best.is_none_or(|(_, known)| worth > known) {
                best = Some((hex, worth));
            }
        });
        best
    }

    /// The worth of each next hex of a move, and of its end.
    pub(crate) fn appraise_steps(
        &self,
        motion: &Motion,
        actions: &[Action],
        scratch: &mut Scratch,
        worths: &mut Vec<i32>,
    ) {
        let Scratch { strengths, reach, end, .. } = scratch;
        strengths.survey_for_moves(self);
        let placement = Placement::new(self, motion.unit, strengths);
        let here = motion.hex.map_or(i32::MIN, |hex| placement.worth(hex));
        let best = self.best_end(motion, &placement, reach);
        *end = best.map(|(hex, _)| (motion.unit, hex));
        let first = best.and_then(|(hex, _)| reach.back_from(hex).last()?.hex);
        worths.extend(actions.iter().map(|action| match (action, best) {
            (Action::Hex(hex), Some((_, worth))) if Some(*hex) == first => worth,
            (Action::Stop, Some((_, worth))) if here >= worth => here.saturating_add(1),
            (Action::Stop, None) => 0,
            (Action::Stop, Some((_, worth))) => worth.saturating_sub(1),
            _ => i32::MIN / 2,
        }));
    }
}

impl Matz {
    /// Puts the choices of the path to the best end into `route`, those after `choice`, which begins it or is on it.
    pub(crate) fn rest_of_path(&self, choice: &Action, scratch: &Scratch, route: &mut Vec<Action>) {
        let Scratch { reach, end: Some((unit, end)), .. } = scratch else { return };
        let mut path: Vec<Motion> = reach.back_from(*end).collect();
        path.reverse();
        let done = match *choice {
            Action::Move(chosen) if chosen == *unit => 0,
            Action::Hex(hex) if path.first().is_some_and(|first| first.hex == Some(hex)) => 1,
            _ => return,
        };
        route.extend(path.iter().skip(done).filter_map(|motion| motion.hex).map(Action::Hex));
        // A move ends by itself where it cannot go on.
        let goes_on = |last: &Motion| {
            let mut goes_on = false;
            self.each_next_hex(last, |hex| goes_on = goes_on || self.next_motion(last, hex).is_ok());
            goes_on
        };
        route.extend(path.last().filter(|last| goes_on(last)).map(|_| Action::Stop));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::games::first_day;
    use battlewright_core::game::{Game as _, Turn};
    use battlewright_core::play::Dice;
    use battlewright_core::players::{Greedy, Player as _};

    #[test]
    fn a_move_is_decided_once_and_goes_all_its_way() {
        let (mut game, mut dice) = (first_day(), Dice::new(1));
        let mut players = [1, 2].map(|side| Greedy::<Matz>::new(Dice::new(side)));
        let (mut actions, mut steps, mut stops) = (Vec::new(), 0, 0);
        loop {
            match game.turn() {
                Turn::Over(_) => break,
                Turn::Chance(chance) => game.resolve(&dice.roll(chance), &mut ()),
                Turn::Choose(side) => {
                    let player = &mut players[side.index()];
                    let (seen, planned) = (game.seen_by(side), player.planned(&game));
                    game.actions(&mut actions);
                    let choice = player.choose(&seen, &actions).expect("there is a choice");
                    if game.moving().is_some() {
                        assert_eq!(planned, Some(choice), "the next step is known");
                        steps += 1;
                        stops += usize::from(choice == Action::Stop);
                    } else {
                        assert_eq!(planned, None, "no plan is left");
                    }
                    game.apply_listed(&choice, &mut ());
                }
            }
        }
        assert!(steps > 300 && stops > 5, "{steps} steps, {stops} stops");
    }
}
