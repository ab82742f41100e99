//! The hexes within reach of a moving piece, and the path to each.

use super::hex_map::HexIx;

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
