//! A player that tries out what its choices lead to.
//!
//! Monte-Carlo tree search over information sets: each try imagines what the side cannot know
//! ([`Appraise::imagine`]), goes down a tree of decisions by the choices that have done well or look good, rolls the dice
//! where they are asked for, and adds one decision to the tree. From there the greedy player goes on until nothing is
//! half done, and the position is scored ([`Appraise::value`]). Of many choices those that look best are tried first, and
//! more the longer it thinks; for the decision at hand, the better half of them is tried further, and the better half of
//! those, until one is left (sequential halving; Karnin, Koren and Somekh, 2013).
//!
//! All numbers are whole, so that a seed decides a game on every machine. Decisions that different dice or secrets led
//! to are told apart by what may be chosen in them.

mod tree;

use std::cmp::Reverse;

use super::{Appraise, Clock, Player, WON};
use crate::game::{Side, Turn};
use crate::play::Dice;
use tree::{Edge, NodeIx, ONE, Score, Tree};

/// A try goes no deeper than this into the tree.
const DEEPEST: usize = 60;
/// After the tree the greedy player makes at most so many choices.
const LONGEST: usize = 12;
/// Who is given time tries so often at first, then twice as often, and so on.
const FIRST_TRIES: u32 = 32;
/// A lead this much greater than now is half of the way to a game that is won.
const MUCH: i64 = 150;

/// How much a search may try for a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Budget {
    /// So many tries, besides what was found out for the decision before.
    Iterations(u32),
    /// As many tries as can be made in so many milliseconds.
    Milliseconds(u32),
}

/// Tries out what its choices lead to, and makes the one that came out best.
pub struct Search<G: Appraise> {
    dice: Dice,
    limit: Limit,
    /// What is known of the decision after the one that was made last, and where that choice leads.
    kept: Option<(Tree<G>, G::Action, G)>,
    /// Lists to be filled again and again.
    legal: Vec<G::Action>,
    worths: Vec<i32>,
    sheet: G::Sheet,
    picks: Vec<u16>,
    path: Vec<(NodeIx, usize)>,
}

/// When to stop.
enum Limit {
    Tries(u32),
    Clock(Box<dyn Clock + Send>),
}

impl<G: Appraise> Search<G> {
    /// A player that makes at most so many tries for a decision, and draws from `dice`. None at all takes what looks
    /// best at once.
    pub fn new(dice: Dice, iterations: u32) -> Self {
        Self::with(dice, Limit::Tries(iterations))
    }

    /// A player that tries as long as `clock` lets it.
    pub fn timed(dice: Dice, clock: Box<dyn Clock + Send>) -> Self {
        Self::with(dice, Limit::Clock(clock))
    }

    fn with(dice: Dice, limit: Limit) -> Self {
        Self {
            dice,
            limit,
            kept: None,
            legal: Vec::new(),
            worths: Vec::new(),
            sheet: G::Sheet::default(),
            picks: Vec::new(),
            path: Vec::new(),
        }
    }

    /// What is known of the decision at hand from the one before, or nothing.
    fn take_up(&mut self, seen: &G, side: Side, legal: &[G::Action]) -> Tree<G> {
        if let Some((mut tree, action, led_to)) = self.kept.take()
            && led_to == *seen
            && tree.follow(&action, side, legal)
        {
            return tree;
        }
        Tree::new(side, legal)
    }

    /// Gives each of the choices that look best as many tries, then the better half of them more, and so on until one is
    /// left: its place among the edges. `None` if there was no time for all of it.
    fn halve(&mut self, tree: &mut Tree<G>, seen: &G, side: Side, now: i32, tries: u32) -> Option<usize> {
        let root = tree.root();
        // So many that each is tried often enough: 2 with 10 tries, 4 with 100, 12 with 1,000.
        let most = 1 + (tries / 8).isqrt();
        let mut field: Vec<usize> = (0..tree.node(root).edges.len()).take(most as usize).collect();
        let mut left = tries;
        while field.len() > 1 {
            let rounds = field.len().next_power_of_two().trailing_zeros();
            let count = u32::try_from(field.len()).unwrap_or(u32::MAX);
            for _ in 0..left / rounds / count {
                for index in &field {
                    if !self.has_time() {
                        return None;
                    }
                    self.attempt(tree, seen, side, now, *index);
                }
            }
            left -= left / rounds / count * count;
            let edges = &tree.node(root).edges;
            field.sort_by_key(|index| Reverse(edges.get(*index).and_then(Edge::mean)));
            field.truncate(field.len().div_ceil(2));
        }
        field.first().copied()
    }

    /// Whether the clock, if there is one, lets it go on.
    fn has_time(&mut self) -> bool {
        match &mut self.limit {
            Limit::Tries(_) => true,
            Limit::Clock(clock) => clock.goes_on(),
        }
    }

    /// One try from `seen` on, by the choice with this place at first.
    fn attempt(&mut self, tree: &mut Tree<G>, seen: &G, side: Side, now: i32, first: usize) {
        let mut game = seen.imagine(side, &mut self.dice);
        let mut index = tree.root();
        self.path.clear();
        while self.path.len() < DEEPEST {
            let node = tree.node(index);
            if node.edges.is_empty() {
                game.appraise_all(&node.legal, &mut self.sheet, &mut self.worths);
                node.weigh(&self.worths);
                // What is forced is no decision: the try goes on.
                if node.edges.len() != 1 {
                    break;
                }
            }
            let chosen = if self.path.is_empty() { first } else { tree.select(index) };
            let Some(edge) = tree.node(index).edges.get(chosen) else { break };
            let action = edge.action;
            self.path.push((index, chosen));
            game.apply(&action, &mut ());
            self.roll(&mut game);
            let Turn::Choose(chooser) = game.turn() else { break };
            game.actions(&mut self.legal);
            index = tree.outcome(index, chosen, chooser, &self.legal);
        }
        self.settle(&mut game);
        tree.learn(&self.path, score(game.value(Side::First), now));
    }

    /// Rolls what is asked for.
    fn roll(&mut self, game: &mut G) {
        while let Turn::Chance(chance) = game.turn() {
            self.dice.roll_into(chance, &mut self.picks);
            game.resolve(&self.picks, &mut ());
        }
    }

    /// Goes on as the greedy player would until nothing is half done.
    fn settle(&mut self, game: &mut G) {
        for _ in 0..LONGEST {
            if game.is_quiet() || !matches!(game.turn(), Turn::Choose(_)) {
                return;
            }
            game.actions(&mut self.legal);
            if self.legal.len() == 1 {
                self.worths.clear();
                self.worths.push(0);
            } else {
                game.appraise_all(&self.legal, &mut self.sheet, &mut self.worths);
            }
            let best = self.legal.iter().zip(&self.worths).rev().max_by_key(|(_, worth)| **worth);
            let Some((action, _)) = best else { return };
            let action = *action;
            game.apply(&action, &mut ());
            self.roll(game);
        }
    }
}

impl<G: Appraise> Player<G> for Search<G> {
    fn choose(&mut self, seen: &G, legal: &[G::Action]) -> Option<G::Action> {
        let (Turn::Choose(side), [first, _, ..]) = (seen.turn(), legal) else { return legal.first().copied() };
        let mut tree = self.take_up(seen, side, legal);
        let root = tree.root();
        if tree.node(root).edges.is_empty() {
            seen.appraise_all(legal, &mut self.sheet, &mut self.worths);
            tree.node(root).weigh(&self.worths);
        }
        let now = seen.value(Side::First);
        if let Limit::Clock(clock) = &mut self.limit {
            clock.start();
        }
        let mut best = 0;
        match &self.limit {
            Limit::Tries(tries) => {
                let tries = *tries;
                best = self.halve(&mut tree, seen, side, now, tries).unwrap_or(best);
            }
            Limit::Clock(_) => {
                let mut tries = FIRST_TRIES;
                while let Some(found) = self.halve(&mut tree, seen, side, now, tries) {
                    best = found;
                    tries = tries.saturating_mul(2);
                }
            }
        }
        let favorite = tree.node(root).edges.get(best).map_or(*first, |edge| edge.action);
        let mut next = seen.clone();
        next.apply(&favorite, &mut ());
        if next.turn() == Turn::Choose(side) {
            self.kept = Some((tree, favorite, next));
        }
        Some(favorite)
    }
}

/// What a value of the first side is worth where the game stands at `now`: leads near that of now count most.
fn score(value: i32, now: i32) -> Score {
    if value.abs() >= WON {
        return if value > 0 { ONE } else { 0 };
    }
    let lead = i64::from(value) - i64::from(now);
    ONE / 2 + lead * (ONE / 2) / (lead.abs() + MUCH)
}

#[cfg(test)]
mod tests;
