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

/// Everywhere that `start` can lead by ever better ways, each with the place of the step before it. `steps` passes on the
/// motions one step further; one that `is_no_better` than another that is known already is left out.
pub fn explore<M: Copy>(
    start: &M,
    mut steps: impl FnMut(&M, &mut dyn FnMut(M)),
    is_no_better: impl Fn(&M, &M) -> bool,
) -> Vec<MotionStep<M>> {
    let mut reached: Vec<MotionStep<M>> = Vec::new();
    let mut before = None;
    loop {
        let motion = match before {
            None => *start,
            Some(place) => match reached.get(place) {
                Some(MotionStep { motion, .. }) => *motion,
                None => return reached,
            },
        };
        steps(&motion, &mut |further| {
            if !reached.iter().any(|known| is_no_better(&further, &known.motion)) {
                reached.push(MotionStep { motion: further, before });
            }
        });
        before = Some(before.map_or(0, |place| place + 1));
    }
}

/// The hexes of those of `reached` that `may_stop`, each once and in order; `hex` is where a motion is.
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
