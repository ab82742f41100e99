//! The comparison of plans: sequential halving over playouts with equal seeds, and a lead that luck seldom gives.

use std::cmp::Reverse;

use super::thought::Thought;
use super::trial::{ONE, PlayoutJob, Trials};
use super::{Command, Plan};
use crate::game::Side;

/// The comparison of plans in one position. A plan keeps its scores from one comparison to the next.
pub(super) struct Contest<'a, G: Command> {
    seen: &'a G,
    side: Side,
    trials: &'a mut Trials<G>,
    pub(super) thought: Thought<'a>,
    /// The plans of the enemy, the free one first.
    enemies: Vec<Plan>,
    /// The scores of each plan against each of those.
    scores: Vec<(Plan, Vec<Vec<i64>>)>,
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
        trials: &'a mut Trials<G>,
        thought: Thought<'a>,
        enemies: Vec<Plan>,
    ) -> Self {
        let enemies = [vec![Plan::FREE], enemies].concat();
        Self { seen, side, trials, thought, enemies, scores: Vec::new(), left: 0, is_late: false }
    }

    /// Returns the scores of `plan` against all enemies so far; playout k against each has the seed k.
    fn scores(&self, plan: &Plan) -> &[Vec<i64>] {
        self.scores.iter().find(|(known, _)| known == plan).map_or(&[], |(_, scores)| scores.as_slice())
    }

    /// Returns the number of `plan` among those with scores.
    fn number(&mut self, plan: &Plan) -> usize {
        self.scores.iter().position(|(known, _)| known == plan).unwrap_or_else(|| {
            self.scores.push((plan.clone(), vec![Vec::new(); self.enemies.len()]));
            self.scores.len() - 1
        })
    }

    /// Plays all of `field` and `holder` until they have `count` scores against this enemy. Returns `false` if the budget does
    /// not suffice.
    fn play_all(&mut self, holder: &Plan, field: &[Plan], enemy: usize, count: usize) -> bool {
        let known: Vec<(usize, usize)> = [holder]
            .into_iter()
            .chain(field)
            .map(|plan| {
                let number = self.number(plan);
                (number, self.scores[number].1[enemy].len())
            })
            .collect();
        // One after the other: a budget may be as good as endless.
        let mut wanted =
            known.into_iter().flat_map(|(number, from)| (from..count).map(move |nth| (number, nth as u64)));
        loop {
            // Between two looks at the clock, each thread makes one playout.
            let most = self.trials.threads().min(usize::try_from(self.left).unwrap_or(usize::MAX));
            let part: Vec<(usize, u64)> = wanted.by_ref().take(most).collect();
            if part.is_empty() {
                return wanted.next().is_none();
            }
            if self.is_late || !self.thought.goes_on() {
                self.is_late = true;
                return false;
            }
            let jobs: Vec<PlayoutJob<'_>> = part
                .iter()
                .map(|(number, seed)| {
                    let plan = &self.scores[*number].0;
                    let mut plans = [&self.enemies[enemy]; 2];
                    plans[self.side.index()] = plan;
                    PlayoutJob { plans, seed: *seed }
                })
                .collect();
            let scores = self.trials.scores(self.seen, self.side, &jobs);
            for ((number, _), score) in part.iter().zip(scores) {
                self.scores[*number].1[enemy].push(score);
                self.left -= 1;
                self.thought.count();
            }
        }
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
            let first = |plan: &Plan| self.scores(plan).first().map(|scores| scores.iter().take(count).sum::<i64>());
            field.sort_by_key(|plan| Reverse(first(plan)));
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
        let is_better = |plan: &Plan| leads(pairs(self.scores(plan), self.scores(holder)));
        field.into_iter().next().filter(is_better).unwrap_or_else(|| holder.clone())
    }

    /// Returns the plans that were played, each with its share. That of `chosen` is the mean of its scores; that of another
    /// differs from it as in the playouts that both have, so that no plan seems better for easier playouts.
    pub(super) fn shares(&self, chosen: &Plan) -> impl Iterator<Item = (&Plan, i64)> {
        let ours = self.scores(chosen);
        let all = mean(ours.iter().flatten().copied());
        self.scores.iter().filter_map(move |(plan, theirs)| {
            let lead = mean(pairs(ours, theirs).map(|(ours, theirs)| ours - theirs))?;
            Some((plan, (all? - lead).clamp(0, ONE)))
        })
    }
}

/// Returns the scores of two plans in the playouts that both have: those with the same enemy and the same seed.
fn pairs<'s>(ours: &'s [Vec<i64>], theirs: &'s [Vec<i64>]) -> impl Iterator<Item = (i64, i64)> + 's {
    ours.iter().zip(theirs).flat_map(|(ours, theirs)| ours.iter().copied().zip(theirs.iter().copied()))
}

/// Returns the playouts for each of so many plans, at least one.
fn share(tries: u32, plans: usize) -> usize {
    (usize::try_from(tries).unwrap_or(usize::MAX) / plans).max(1)
}

/// Returns the mean; `None` without scores.
fn mean(scores: impl Iterator<Item = i64>) -> Option<i64> {
    let (sum, count) = scores.fold((0, 0), |(sum, count), score| (sum + score, count + 1));
    (count > 0).then(|| sum / count)
}

/// Returns `true` if the first scores of `pairs` lead the second, pair by pair, by more than half a standard error.
fn leads(pairs: impl Iterator<Item = (i64, i64)>) -> bool {
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
        let leads = |pairs: &[(i64, i64)]| leads(pairs.iter().copied());
        assert!(!leads(&[]) && !leads(&[(5, 5), (5, 5)]) && !leads(&[(4, 5), (4, 5)]));
        assert!(!leads(&[(9, 5)]), "one says nothing");
        assert!(leads(&[(6, 5), (7, 6), (6, 5)]), "it is always better");
        // Nine of ten are equal, and one is better: a mean of 1 with an error of 1.
        assert!(leads(&[vec![(0, 0); 9], vec![(10, 0)]].concat()));
        // One up and one down of a hundred, and one more up by a little: a mean of 1 with an error of 14.
        assert!(!leads(&[vec![(0, 0); 97], vec![(1_000, 0), (0, 1_000), (100, 0)]].concat()));
    }

    #[test]
    fn only_playouts_with_the_same_enemy_and_seed_are_compared() {
        let [ours, theirs] = [[vec![5, 6, 7], vec![8]], [vec![1, 2], vec![]]];
        assert_eq!(pairs(&ours, &theirs).collect::<Vec<_>>(), [(5, 1), (6, 2)]);
        assert_eq!(mean(pairs(&ours, &theirs).map(|(ours, theirs)| ours - theirs)), Some(4));
        assert_eq!(mean(pairs(&ours, &[]).map(|(ours, _)| ours)), None);
    }
}
