//! The hexes within reach of a move, with the cheapest paths to them: the fast form of [`Matz::reachable`].

use crate::Matz;
use crate::rules::r05_movement::Motion;
use battlewright_core::kit::hex_map::HexIx;

/// The hexes within reach of a move. Its buffers are used again.
#[derive(Debug, Default)]
pub(crate) struct Reach {
    /// The motions found, each with the number of the one before it; the start is the first.
    found: Vec<(Motion, usize)>,
    /// The least movement points spent to each hex by motions of each freedom.
    least: Vec<[u8; 3]>,
}

/// The freedom of a motion to go on; the least number is the greatest: strategically, in the plain way, or not at all.
fn freedom(motion: &Motion) -> usize {
    match (motion.halted, motion.in_zoc) {
        (true, _) => 2,
        (false, true) => 1,
        (false, false) => 0,
    }
}

impl Reach {
    /// Finds the hexes within reach of `start`. Of two paths to a hex, one is better if it costs no more and leaves as much
    /// freedom.
    pub(crate) fn explore(&mut self, game: &Matz, start: &Motion) {
        self.found.clear();
        self.found.push((*start, 0));
        self.least.clear();
        self.least.resize(game.board.map.len(), [u8::MAX; 3]);
        let mut next = 0;
        while let Some((motion, _)) = self.found.get(next).copied() {
            if self.is_best(&motion) {
                game.each_next_hex(&motion, |hex| match game.next_motion(&motion, hex) {
                    Ok(further) if further.hex != start.hex => self.add(further, next),
                    _ => {}
                });
            }
            next += 1;
        }
    }

    /// Returns `true` unless a better path leads to the hex of `motion`.
    fn is_best(&self, motion: &Motion) -> bool {
        let least = motion.hex.and_then(|hex| self.least.get(hex.index()));
        least.is_none_or(|least| least.iter().take(freedom(motion) + 1).all(|spent| motion.spent <= *spent))
    }

    /// Adds `motion`, which comes after the one with this number, if it is better than those that lead to its hex.
    fn add(&mut self, motion: Motion, before: usize) {
        let Some(least) = motion.hex.and_then(|hex| self.least.get_mut(hex.index())) else { return };
        let freedom = freedom(&motion);
        if least.iter().take(freedom + 1).all(|spent| motion.spent < *spent) {
            least[freedom] = motion.spent;
            self.found.push((motion, before));
        }
    }

    /// Passes on each hex within reach once, the nearest ones first.
    pub(crate) fn each_hex(&mut self, mut visit: impl FnMut(HexIx)) {
        for (motion, _) in self.found.iter().skip(1) {
            let Some(hex) = motion.hex else { continue };
            // The costs are no longer needed.
            if std::mem::take(&mut self.least[hex.index()]) != [0; 3] {
                visit(hex);
            }
        }
    }

    /// The motions of the cheapest path to `hex`, from the last to the first.
    pub(crate) fn back_from(&self, hex: HexIx) -> impl Iterator<Item = Motion> + use<'_> {
        let ends = self.found.iter().enumerate().filter(|(_, (motion, _))| motion.hex == Some(hex));
        let end = ends.min_by_key(|(_, (motion, _))| motion.spent).map(|(number, _)| number);
        let path = std::iter::successors(end, move |number| self.found.get(*number).map(|(_, before)| *before));
        path.take_while(|number| *number > 0)
            .filter_map(move |number| self.found.get(number).map(|(motion, _)| *motion))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::tests::games::{first_day, mangin};
    use battlewright_core::game::{Game as _, Turn};
    use battlewright_core::play::Dice;
    use battlewright_core::players::{Kind, Playout};

    /// The least movement points to each hex of `motions`.
    fn least(motions: impl Iterator<Item = Motion>) -> BTreeMap<HexIx, u8> {
        let mut least = BTreeMap::new();
        for (hex, spent) in motions.filter_map(|motion| Some((motion.hex?, motion.spent))) {
            let known = least.entry(hex).or_insert(spent);
            *known = spent.min(*known);
        }
        least
    }

    #[test]
    fn the_fast_search_finds_what_the_board_shows_and_paths_that_the_rules_allow() {
        let mut reach = Reach::default();
        let mut moves = 0;
        for (start, seed) in [(first_day(), 2), (mangin(), 4)] {
            let seats = [1, 2].map(|side| Kind::Random.player(Dice::new(seed + side)));
            let mut playout = Playout::new(start, seats, Dice::new(seed));
            while playout.advance(&mut ()).unwrap().is_none() {
                let game = playout.game();
                let Some(motion) = game.moving().filter(|motion| motion.hexes == 0) else { continue };
                moves += 1;
                reach.explore(game, motion);
                let shown = least(game.reachable(motion).iter().map(|step| step.motion).filter(|end| end.hexes > 0));
                assert_eq!(least(reach.found.iter().skip(1).map(|(motion, _)| *motion)), shown);
                let mut hexes = Vec::new();
                reach.each_hex(|hex| hexes.push(hex));
                assert_eq!(hexes.len(), shown.len());
                for hex in hexes {
                    let mut path: Vec<Motion> = reach.back_from(hex).collect();
                    path.reverse();
                    assert_eq!(path.last().map(|end| (end.hex, end.spent)), Some((Some(hex), shown[&hex])));
                    let mut now = *motion;
                    for next in path {
                        now = game.next_motion(&now, next.hex.unwrap()).expect("the path is legal");
                        assert_eq!(now, next);
                    }
                }
            }
            assert!(matches!(playout.game().turn(), Turn::Over(_)));
        }
        assert!(moves > 100, "{moves} moves");
    }
}
