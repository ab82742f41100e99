//! The comparison of plans: sequential halving over playouts with equal seeds, and a lead that luck seldom gives.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::thought::Thought;
use super::trial::Trial;
use super::{Command, Plan};
use crate::game::Side;

/// The comparison of plans in one position. A plan keeps its scores from one comparison to the next.
pub(super) struct Contest<'a, G: Command> {
    seen: &'a G,
    side: Side,
    trial: &'a mut Trial<G>,
    pub(super) thought: Thought<'a>,
    /// The plans of the enemy, the free one first.
    enemies: Vec<Plan>,
    /// The scores of each plan against each of those.
    scores: BTreeMap<Plan, Vec<Vec<i64>>>,
    /// The number of playouts that are left.
    pub(super) left: u32,
    /// `true` once the time has run out.
    pub(super) is_late: bool,
}

impl<'a, G: Command> Contest<'a, G> {
    /// Begins a contest of plans for `side`, which sees `seen`, against a free enemy; the last two also meet `enemies`.
    pub(super) fn new(
        seen: &'a G,
        side: Side,
        trial: &'a mut Trial<G>,
        thought: Thought<'a>,
        enemies: Vec<Plan>,
    ) -> Self {
        let enemies = [vec![Plan::FREE], enemies].concat();
        Self { seen, side, trial, thought, enemies, scores: BTreeMap::new(), left: 0, is_late: false }
    }

    /// Returns the scores of `plan` against this enemy so far; playout k has the seed k.
    fn scores(&self, plan: &Plan, enemy: usize) -> &[i64] {
        self.scores.get(plan).and_then(|scores| scores.get(enemy)).map_or(&[], Vec::as_slice)
    }

    /// Plays `plan` until it has `count` scores against this enemy. Returns `false` if the budget does not suffice.
    fn play(&mut self, plan: &Plan, enemy: usize, count: usize) -> bool {
        let Some(theirs) = self.enemies.get(enemy) else { return false };
        let mut plans = [theirs; 2];
        plans[self.side.index()] = plan;
        let all = self.scores.entry(plan.clone()).or_default();
        all.resize(all.len().max(enemy + 1), Vec::new());
        let scores = &mut all[enemy];
        while scores.len() < count {
            if self.left == 0 || self.is_late {
                return false;
            }
            if !self.thought.goes_on() {
                self.is_late = true;
                return false;
            }
            scores.push(self.trial.score(self.seen, self.side, plans, scores.len() as u64));
            self.left -= 1;
            self.thought.count();
        }
        true
    }

    /// Plays all of `field` and `holder` until they have `count` scores. Returns `false` if the budget does not suffice.
    fn play_all(&mut self, holder: &Plan, field: &[Plan], enemy: usize, count: usize) -> bool {
        [holder].into_iter().chain(field).all(|plan| self.play(plan, enemy, count))
    }

    /// Returns the best of `others` if it leads `holder`, with about `tries` playouts for all of them; otherwise `holder`.
    ///
    /// Each plan gets the same number of playouts, then the better half of the others gets more, until one is left. That one and
    /// the holder share the last round among all enemies, so that the choice does not rely on a careless one.
    pub(super) fn best(&mut self, holder: &Plan, others: Vec<Plan>, tries: u32) -> Plan {
        let mut field = others;
        field.retain(|plan| plan != holder);
        self.thought.lead(holder);
        if field.is_empty() {
            return holder.clone();
        }
        let rounds = field.len().next_power_of_two().trailing_zeros() + 1;
        let mut count = 0;
        while field.len() > 1 {
            count += share(tries / rounds, field.len() + 1);
            if !self.play_all(holder, &field, 0, count) {
                return holder.clone();
            }
            field.sort_by_key(|plan| Reverse(self.scores(plan, 0).iter().take(count).sum::<i64>()));
            field.truncate(field.len().div_ceil(2));
        }
        let last = share(tries / rounds, 2);
        let each = last / (self.enemies.len() + 1);
        for enemy in 0..self.enemies.len() {
            // A free enemy is the likeliest.
            let count = if enemy == 0 { count + last - each * (self.enemies.len() - 1) } else { each };
            if !self.play_all(holder, &field, enemy, count) {
                return holder.clone();
            }
        }
        let pairs = |plan: &Plan| {
            let of_enemy =
                |enemy| self.scores(plan, enemy).iter().copied().zip(self.scores(holder, enemy).iter().copied());
            (0..self.enemies.len()).flat_map(of_enemy).collect::<Vec<_>>()
        };
        field.into_iter().next().filter(|plan| leads(&pairs(plan))).unwrap_or_else(|| holder.clone())
    }

    /// Returns the plans that were played, each with its mean score against a free enemy.
    pub(super) fn means(&self) -> impl Iterator<Item = (&Plan, i64)> {
        self.scores.iter().filter_map(|(plan, scores)| Some((plan, mean(scores.first()?)?)))
    }
}

/// Returns the playouts for each of so many plans, at least one.
fn share(tries: u32, plans: usize) -> usize {
    (usize::try_from(tries).unwrap_or(usize::MAX) / plans).max(1)
}

/// Returns the mean; `None` without scores.
fn mean(scores: &[i64]) -> Option<i64> {
    let count = i64::try_from(scores.len()).ok().filter(|count| *count > 0)?;
    Some(scores.iter().sum::<i64>() / count)
}

/// Returns `true` if the first scores of `pairs` lead the second, pair by pair, by more than half a standard error.
fn leads(pairs: &[(i64, i64)]) -> bool {
    let (mut count, mut sum, mut squares) = (0_i128, 0_i128, 0_i128);
    for (ours, theirs) in pairs {
        let lead = i128::from(ours - theirs);
        count += 1;
        sum += lead;
        squares += lead * lead;
    }
    // The square of the mean is more than a quarter of that of its error, (squares / count - mean²) / (count - 1).
    sum > 0 && (4 * count - 3) * sum * sum > count * squares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lead_is_more_than_half_a_standard_error() {
        assert!(!leads(&[]) && !leads(&[(5, 5), (5, 5)]) && !leads(&[(4, 5), (4, 5)]));
        assert!(!leads(&[(9, 5)]), "one says nothing");
        assert!(leads(&[(6, 5), (7, 6), (6, 5)]), "it is always better");
        // Nine of ten are equal, and one is better: a mean of 1 with an error of 1.
        assert!(leads(&[vec![(0, 0); 9], vec![(10, 0)]].concat()));
        // One up and one down of a hundred, and one more up by a little: a mean of 1 with an error of 14.
        assert!(!leads(&[vec![(0, 0); 97], vec![(1_000, 0), (0, 1_000), (100, 0)]].concat()));
    }
}
