//! A check of the tree that a search keeps, for the tests of systems: each position and each score in it must be what the choices
//! lead to.

use super::tree::{NodeIx, ROOT, Tree};
use super::{Appraise, Dice, Player as _, Search, Side};

/// The parts of a search tree that were checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VerifiedTree {
    /// The number of positions that were reached again.
    pub positions: usize,
    /// The number of playouts that were finished again.
    pub scores: usize,
}

/// Searches `seen` with `tries` playouts for `side`, whose choices are `legal`, and checks the tree that it keeps, before and
/// after the choice is made.
///
/// # Panics
/// If a position or a score in the tree is not what the choices lead to.
pub fn verify_tree<G: Appraise>(seen: &G, side: Side, legal: &[G::Action], dice: Dice, tries: u32) -> VerifiedTree {
    let mut search = Search::new(dice, tries);
    let mut verified = VerifiedTree::default();
    let Some(chosen) = search.choose(seen, legal) else { return verified };
    let Some((mut tree, ..)) = search.kept else { return verified };
    let is_seen = tree.position(ROOT) == Some(seen);
    verified.positions += check_positions(&mut tree, ROOT);
    verified.scores += check_settled(&mut tree, ROOT, seen.value(Side::First));
    let mut next = seen.clone();
    next.apply(&chosen, &mut ());
    let mut legal = Vec::new();
    next.actions(&mut legal);
    if tree.follow(&chosen, side, &legal) {
        assert!(!is_seen || tree.position(ROOT).is_none_or(|position| *position == next));
        check_positions(&mut tree, ROOT);
        assert_eq!(check_settled(&mut tree, ROOT, 0), 0, "scores are relative to another position now");
    }
    verified
}

/// Replays the tree below `index`, and counts the cached positions, which must be right.
fn check_positions<G: Appraise>(tree: &mut Tree<G>, index: NodeIx) -> usize {
    let Some(position) = tree.position(index).cloned() else { return 0 };
    let actions: Vec<_> = tree.node(index).edges.iter().map(|edge| edge.action).collect();
    let mut right = 1;
    for (nth, action) in actions.iter().enumerate() {
        if let Some(next) = tree.known_outcome(index, nth) {
            let mut then = position.clone();
            then.apply(action, &mut ());
            assert!(tree.position(next) == Some(&then));
            right += check_positions(tree, next);
        }
    }
    right
}

/// Finishes the settled playouts below `index` again, and counts them; the scores must be the same.
fn check_settled<G: Appraise>(tree: &mut Tree<G>, index: NodeIx, now: i32) -> usize {
    let position = tree.position(index).cloned();
    let node = tree.node(index);
    let mut right = 0;
    if let (Some(settled), Some(mut position)) = (node.settled, position) {
        assert!(!position.is_quiet());
        assert_eq!(Search::new(Dice::new(0), 0).score_from(None, &mut position, true, now), settled);
        right += 1;
    }
    for edge in 0..node.edges.len() {
        right += tree.known_outcome(index, edge).map_or(0, |next| check_settled(tree, next, now));
    }
    right
}
