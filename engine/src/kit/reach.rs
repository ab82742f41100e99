//! The hexes within reach of a moving piece, and the path to each.

use super::hex_map::{HexIx, HexMap, PerHex};
use super::inline_list::InlineList;

/// A step of a piece in motion.
#[derive(Clone, Copy, Debug)]
pub struct MotionStep<M> {
    /// The motion after the step.
    pub motion: M,
    /// The index of the previous step in the list; `None` for the first.
    pub before: Option<usize>,
}

/// Returns the hexes of those motions in `reached` that `may_stop` accepts, sorted and without duplicates; `hex` returns the
/// hex of a motion.
pub fn ends<M>(
    reached: &[MotionStep<M>],
    hex: impl Fn(&M) -> Option<HexIx>,
    may_stop: impl Fn(&M) -> bool,
) -> Vec<HexIx> {
    let ends = reached.iter().map(|step| &step.motion).filter(|motion| may_stop(motion));
    let mut hexes: Vec<HexIx> = ends.filter_map(hex).collect();
    hexes.sort_unstable();
    hexes.dedup();
    hexes
}

/// Returns the hexes on the path to index `end` of `reached`, first to last; empty if `end` is `None`.
pub fn way<M>(reached: &[MotionStep<M>], end: Option<usize>, hex: impl Fn(&M) -> Option<HexIx>) -> Vec<HexIx> {
    let start = end.and_then(|end| reached.get(end));
    let back = std::iter::successors(start, |step| step.before.and_then(|before| reached.get(before)));
    let mut way: Vec<HexIx> = back.filter_map(|step| hex(&step.motion)).collect();
    way.reverse();
    way
}

/// Returns `true` if a motion that is at `start` can come to an end, hex by hex. `hex` is where a motion is, and `step` the
/// motion after a step to a neighbor, if it may go there. It goes on from a motion that `is_worth` it, besides those from
/// which it goes on already.
pub fn can_come<M: Copy>(
    map: &HexMap,
    start: M,
    hex: impl Fn(&M) -> Option<HexIx>,
    step: impl Fn(&M, HexIx) -> Option<M>,
    is_end: impl Fn(&M) -> bool,
    mut is_worth: impl FnMut(&M, &[M]) -> bool,
) -> bool {
    let mut motions = InlineList::<M, 128>::new();
    motions.push(start);
    let mut next = 0;
    while let Some(motion) = motions.get(next).copied() {
        next += 1;
        let Some(from) = hex(&motion) else { continue };
        for to in map.neighbors(from) {
            let Some(further) = step(&motion, to) else { continue };
            if is_end(&further) {
                return true;
            }
            if is_worth(&further, &motions) {
                motions.push(further);
            }
        }
    }
    false
}

/// Goes on from `start` hex by hex, as far as `step` gives a motion; from each hex by the cheapest of the ways to it. `at` is
/// where a motion is, and the movement that it has spent.
pub fn spread<M: Copy>(
    map: &HexMap,
    start: M,
    at: impl Fn(&M) -> (Option<HexIx>, u16),
    mut step: impl FnMut(&M, HexIx, HexIx) -> Option<M>,
) {
    let (Some(hex), spent) = at(&start) else { return };
    let mut least: PerHex<u16> = map.each(u16::MAX);
    least[hex.index()] = spent;
    let mut motions = InlineList::<M, 256>::new();
    motions.push(start);
    let mut next = 0;
    while let Some(motion) = motions.get(next).copied() {
        next += 1;
        let (hex, spent) = at(&motion);
        // Skips a motion that a cheaper path has replaced.
        let Some(from) = hex.filter(|hex| spent <= least[hex.index()]) else { continue };
        for to in map.neighbors(from) {
            let Some(further) = step(&motion, from, to) else { continue };
            let (_, spent) = at(&further);
            if spent < least[to.index()] {
                least[to.index()] = spent;
                motions.push(further);
            }
        }
    }
}
