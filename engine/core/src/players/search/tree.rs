//! The search tree: decisions, with the results of the playouts through each choice.
//!
//! A decision that no dice lead to always has the same position. The tree caches that position, so that a playout need not
//! repeat the inputs before it.

use crate::game::{Game, Side};
use crate::players::Appraise;

/// The score of a playout for the first side: 0 is a loss, [`ONE`] is a win.
pub(super) type Score = i64;

/// The best score, and the sum of all priors.
pub(super) const ONE: i64 = 1 << 16;

/// The index of a node in the tree.
pub(super) type NodeIx = usize;

/// A choice with the statistics of its playouts.
#[derive(Clone, Debug)]
pub(super) struct Edge<A> {
    pub(super) action: A,
    /// The prior from its first appraisal, as a share of [`ONE`].
    prior: i64,
    pub(super) visits: i64,
    /// The sum of the scores, from the viewpoint of the side that chooses.
    sum: i64,
    /// The decisions that the choice may lead to; dice and hidden data can make several.
    outcomes: Vec<NodeIx>,
}

/// A decision of a side. Its legal actions distinguish it from other decisions after the same choices.
pub(super) struct TreeNode<G: Game> {
    pub(super) side: Side,
    pub(super) legal: Vec<G::Action>,
    /// The same choices, the most promising first. Empty until the decision has been appraised.
    pub(super) edges: Vec<Edge<G::Action>>,
    visits: i64,
    /// The game at this decision, if no dice lead from the root to it.
    pub(super) position: Option<G>,
    /// The score of a playout that ends here and that the greedy player finishes, if it is always the same.
    pub(super) settled: Option<Score>,
}

impl<G: Game> TreeNode<G> {
    fn new(side: Side, legal: &[G::Action]) -> Self {
        Self { side, legal: legal.to_vec(), edges: Vec::new(), visits: 0, position: None, settled: None }
    }

    /// Sorts the choices by `worths`, listed in the order of the game; ties keep that order.
    pub(super) fn weigh(&mut self, worths: &[i32]) {
        let mut worth: Vec<(i32, G::Action)> = worths.iter().copied().zip(self.legal.iter().copied()).collect();
        worth.sort_by_key(|(worth, _)| std::cmp::Reverse(*worth));
        // The first gets about as much as the next two together, and so on: a share of 1/1, 1/2, 1/3, …
        let shares = || (1..).map(|rank| ONE / rank).take(worth.len());
        let whole: i64 = shares().sum();
        self.edges = worth
            .iter()
            .zip(shares())
            .map(|((_, action), share)| Edge {
                action: *action,
                prior: ONE * share / whole.max(1),
                visits: 0,
                sum: 0,
                outcomes: Vec::new(),
            })
            .collect();
    }

    /// Returns the number of choices under consideration: it grows with the visits, the most promising first.
    fn width(&self) -> usize {
        let grown = 2 + root(2 * self.visits);
        usize::try_from(grown).unwrap_or(usize::MAX).min(self.edges.len())
    }

    /// Selects the next choice to try, by its mean score and its prior. Scores are stretched from `span`, the range of known
    /// means, to the full range.
    fn select(&self, span: &Span) -> usize {
        let tried = root(self.visits * ONE); // in 256ths
        let unknown = self.mean().map_or(ONE / 2, |mean| span.stretch(mean)) - ONE / 8;
        let urge = |edge: &Edge<G::Action>| {
            let known = edge.mean().map_or(unknown, |mean| span.stretch(mean));
            known + EXPLORE * edge.prior / ONE * tried / (1 + edge.visits)
        };
        let mut best = (0, i64::MIN);
        for (index, edge) in self.edges.iter().take(self.width()).enumerate() {
            let urge = urge(edge);
            if urge > best.1 {
                best = (index, urge);
            }
        }
        best.0
    }

    fn mean(&self) -> Option<i64> {
        let (sum, visits) =
            self.edges.iter().fold((0, 0), |(sum, visits), edge| (sum + edge.sum, visits + edge.visits));
        (visits > 0).then(|| sum / visits)
    }
}

impl<G: Appraise> TreeNode<G> {
    /// Appraises the choices in the cached position, or else in `game`, unless that has been done.
    pub(super) fn appraise(&mut self, game: &G, scratch: &mut G::Scratch, worths: &mut Vec<i32>) {
        if self.edges.is_empty() {
            self.position.as_ref().unwrap_or(game).appraise_all(&self.legal, scratch, worths);
            self.weigh(worths);
        }
    }
}

/// The weight of the prior in the selection: a quarter of [`ONE`], in 256ths.
const EXPLORE: i64 = ONE / 1024;

impl<A> Edge<A> {
    /// Returns the mean score; `None` before the first playout.
    pub(super) fn mean(&self) -> Option<i64> {
        (self.visits > 0).then(|| self.sum / self.visits)
    }
}

/// The range of mean scores so far, from the viewpoint of either side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    least: i64,
    greatest: i64,
}

impl Span {
    fn new() -> Self {
        Self { least: i64::MAX, greatest: i64::MIN }
    }

    fn widen(&mut self, mean: i64) {
        self.least = self.least.min(mean).min(ONE - mean);
        self.greatest = self.greatest.max(mean).max(ONE - mean);
    }

    /// Stretches `mean` from the span to the full range up to [`ONE`].
    fn stretch(&self, mean: i64) -> i64 {
        let span = self.greatest.saturating_sub(self.least).max(ONE / 256);
        if self.least > self.greatest { mean } else { (mean - self.least) * ONE / span }
    }
}

/// A tree of decisions; its root is the current one.
pub(super) struct Tree<G: Game> {
    nodes: Vec<TreeNode<G>>,
    span: Span,
    /// The number of cached positions.
    positions: usize,
}

/// The index of the root.
pub(super) const ROOT: NodeIx = 0;
/// The maximum number of cached positions, which limits the memory of a long search.
const MOST_POSITIONS: usize = 4096;

impl<G: Game> Tree<G> {
    /// Creates a tree of the current decision alone.
    pub(super) fn new(side: Side, legal: &[G::Action]) -> Self {
        Self { nodes: vec![TreeNode::new(side, legal)], span: Span::new(), positions: 0 }
    }

    /// Returns the node with this index, which must come from this tree.
    pub(super) fn node(&mut self, index: NodeIx) -> &mut TreeNode<G> {
        &mut self.nodes[index]
    }

    /// Moves the root to the decision that `action` led to, identified by `side` and `legal`, and drops the rest of the tree.
    /// Returns `false` if the tree does not have that decision.
    pub(super) fn follow(&mut self, action: &G::Action, side: Side, legal: &[G::Action]) -> bool {
        let edge = self.nodes[ROOT].edges.iter().find(|edge| edge.action == *action);
        let next = edge.and_then(|edge| self.outcome_among(&edge.outcomes, side, legal));
        if let Some(next) = next {
            self.cut_down_to(next);
        }
        next.is_some()
    }

    /// Makes `root` the root and keeps its subtree only.
    fn cut_down_to(&mut self, root: NodeIx) {
        let mut old: Vec<Option<TreeNode<G>>> = self.nodes.drain(..).map(Some).collect();
        self.nodes.extend(old[root].take());
        let mut done = 0;
        while done < self.nodes.len() {
            let mut edges = std::mem::take(&mut self.nodes[done].edges);
            for outcome in edges.iter_mut().flat_map(|edge| &mut edge.outcomes) {
                let node = old[*outcome].take();
                *outcome = self.nodes.len();
                self.nodes.extend(node);
            }
            self.nodes[done].edges = edges;
            done += 1;
        }
        self.positions = self.nodes.iter().filter(|node| node.position.is_some()).count();
        // Scores are relative to the current decision.
        self.nodes.iter_mut().for_each(|node| node.settled = None);
    }

    /// Clears all cached positions.
    pub(super) fn forget_positions(&mut self) {
        self.nodes.iter_mut().for_each(|node| node.position = None);
        self.positions = 0;
    }

    /// Returns the cached position at `index`, if any.
    pub(super) fn position(&self, index: NodeIx) -> Option<&G> {
        self.nodes[index].position.as_ref()
    }

    /// Caches the position at `index`, which no dice lead to, unless the cache is full.
    pub(super) fn keep(&mut self, index: NodeIx, position: &G) {
        let kept = &mut self.nodes[index].position;
        if kept.is_none() && self.positions < MOST_POSITIONS {
            *kept = Some(position.clone());
            self.positions += 1;
        }
    }

    /// Returns the decision after this choice, if its position is cached.
    pub(super) fn known_outcome(&self, from: NodeIx, edge: usize) -> Option<NodeIx> {
        let outcome = *self.nodes[from].edges[edge].outcomes.first()?;
        self.nodes[outcome].position.is_some().then_some(outcome)
    }

    /// Selects the next choice to try at `index`; returns its index among the edges.
    pub(super) fn select(&self, index: NodeIx) -> usize {
        self.nodes[index].select(&self.span)
    }

    /// Returns the decision of `side` among `legal` after this choice, and `true` if it is new.
    pub(super) fn outcome(&mut self, from: NodeIx, edge: usize, side: Side, legal: &[G::Action]) -> (NodeIx, bool) {
        let known = self.outcome_among(&self.nodes[from].edges[edge].outcomes, side, legal);
        let index = known.unwrap_or(self.nodes.len());
        if known.is_none() {
            self.nodes.push(TreeNode::new(side, legal));
            self.nodes[from].edges[edge].outcomes.push(index);
        }
        (index, known.is_none())
    }

    fn outcome_among(&self, outcomes: &[NodeIx], side: Side, legal: &[G::Action]) -> Option<NodeIx> {
        outcomes.iter().copied().find(|index| self.nodes[*index].side == side && self.nodes[*index].legal == legal)
    }

    /// Records the result `score` of a playout along `path`.
    pub(super) fn learn(&mut self, path: &[(NodeIx, usize)], score: Score) {
        for (index, edge) in path {
            let node = &mut self.nodes[*index];
            node.visits += 1;
            let seen = match node.side {
                Side::First => score,
                Side::Second => ONE - score,
            };
            if let Some(edge) = node.edges.get_mut(*edge) {
                edge.visits += 1;
                edge.sum += seen;
                self.span.widen(edge.sum / edge.visits);
            }
        }
    }
}

/// Returns the integer square root of `n`; 0 for negative numbers.
fn root(n: i64) -> i64 {
    i64::try_from(n.max(0).unsigned_abs().isqrt()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::race::{Action as Act, Race};

    #[test]
    fn what_looks_best_comes_first_and_what_does_well_is_tried_most() {
        let legal = [Act::Walk(1), Act::Walk(2), Act::Run];
        let mut tree = Tree::<Race>::new(Side::First, &legal);
        tree.node(ROOT).weigh(&[1, 1, 5]);
        let order: Vec<Act> = tree.node(ROOT).edges.iter().map(|edge| edge.action).collect();
        assert_eq!(order, [Act::Run, Act::Walk(1), Act::Walk(2)]);
        for _ in 0..200 {
            let chosen = tree.select(ROOT);
            // Walking by one wins, regardless of its first appraisal.
            tree.learn(&[(ROOT, chosen)], if chosen == 1 { ONE } else { ONE / 4 });
        }
        let visits: Vec<i64> = tree.node(ROOT).edges.iter().map(|edge| edge.visits).collect();
        assert_eq!(visits.iter().sum::<i64>(), 200);
        assert!(visits.iter().all(|visits| *visits > 0), "{visits:?}");
        assert!(visits[1] > visits[0] && visits[1] > visits[2], "{visits:?}");
    }

    #[test]
    fn the_other_side_wants_the_contrary() {
        let legal = [Act::Walk(1), Act::Walk(2)];
        let mut tree = Tree::<Race>::new(Side::Second, &legal);
        tree.node(ROOT).weigh(&[0, 0]);
        for _ in 0..100 {
            let chosen = tree.select(ROOT);
            tree.learn(&[(ROOT, chosen)], if chosen == 0 { ONE } else { 0 });
        }
        assert!(tree.node(ROOT).edges[1].visits > tree.node(ROOT).edges[0].visits);
    }

    #[test]
    fn decisions_are_told_apart_by_their_choices_and_followed() {
        let legal = [Act::Walk(1), Act::Run];
        let mut tree = Tree::<Race>::new(Side::First, &legal);
        tree.node(ROOT).weigh(&[0, 0]);
        let (one, is_new) = tree.outcome(ROOT, 0, Side::First, &[Act::Run]);
        assert!(is_new);
        assert_eq!(tree.outcome(ROOT, 0, Side::First, &[Act::Run]), (one, false));
        assert!(tree.outcome(ROOT, 0, Side::Second, &[Act::Run]).1, "another side");
        assert!(tree.outcome(ROOT, 0, Side::First, &[Act::Walk(1)]).1, "another choice");
        assert!(!tree.follow(&Act::Run, Side::First, &[Act::Run]), "nobody has been there");
        tree.node(one).weigh(&[0]);
        let (next, _) = tree.outcome(one, 0, Side::Second, &[Act::Walk(2)]);
        let race = Race::along(30);
        tree.keep(one, &race);
        tree.keep(next, &race);
        assert!(tree.follow(&Act::Walk(1), Side::First, &[Act::Run]));
        assert_eq!(tree.node(ROOT).legal, [Act::Run], "it is the root now");
        let next = tree.known_outcome(ROOT, 0).expect("what follows from it is kept");
        assert_eq!(tree.node(next).legal, [Act::Walk(2)]);
        assert_eq!((tree.nodes.len(), tree.positions), (2, 2), "the rest is forgotten");
    }

    #[test]
    fn positions_have_a_limit() {
        let mut tree = Tree::<Race>::new(Side::First, &[Act::Run]);
        tree.node(ROOT).weigh(&[0]);
        for length in 0..2 * u16::try_from(MOST_POSITIONS).unwrap() {
            let (index, _) = tree.outcome(ROOT, 0, Side::First, &[Act::Walk(length)]);
            tree.keep(index, &Race::along(30));
        }
        assert_eq!(tree.nodes.iter().filter(|node| node.position.is_some()).count(), MOST_POSITIONS);
    }
}
