//! The trial of new weights against the old ones: pairs of games with seeds that the search has not seen.
//!
//! A pair in which both weights win once goes to the one with more points, and says nothing if they have as many. Of the others, equal
//! weights would win half: a sign test that may be looked at as often as one likes
//! ([`sequential`](crate::stats::Sampling::Sequential)) decides. The new weights also have to lose in no scenario.

use crate::estimate::{Estimate, float};
use crate::stats::Sampling;

use super::TuningVerdict;
use super::games::MOST_SCORE;

/// The probability of a decision by luck alone.
const LUCK: f64 = 0.05;
/// The pairs of each scenario before a decision for the new weights.
const LEAST_PAIRS: usize = 20;
/// The share below one half that new weights may have in a scenario by luck.
const LEEWAY: f64 = 0.02;

/// The score of the new weights in a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct ScenarioShare {
    /// The name of the scenario.
    pub name: String,
    /// The score of the new weights in each pair of games, 1 for two wins.
    shares: Vec<f64>,
}

impl ScenarioShare {
    /// Returns the number of games.
    pub fn games(&self) -> usize {
        2 * self.shares.len()
    }

    /// Returns the mean score of the new weights with its interval.
    pub fn share(&self) -> Estimate {
        share(&self.shares)
    }
}

/// The trial of new weights.
#[derive(Clone, Debug, PartialEq)]
pub struct TrialResult {
    /// The scenarios, in turn.
    pub scenarios: Vec<ScenarioShare>,
    /// The number of pairs.
    pairs: usize,
}

impl TrialResult {
    /// The pairs between two looks at the result, independent of the threads.
    pub(super) const PAIRS_A_LOOK: u64 = 32;

    /// Begins a trial in scenarios of these names.
    pub(super) fn new(names: &[String]) -> Self {
        let scenarios = names.iter().map(|name| ScenarioShare { name: name.clone(), shares: Vec::new() });
        Self { scenarios: scenarios.collect(), pairs: 0 }
    }

    /// Adds the scores of the new weights in the next pairs.
    pub(super) fn add(&mut self, scores: &[u32]) {
        let count = self.scenarios.len().max(1);
        for score in scores {
            if let Some(scenario) = self.scenarios.get_mut(self.pairs % count) {
                scenario.shares.push(f64::from(*score) / f64::from(MOST_SCORE));
            }
            self.pairs += 1;
        }
    }

    fn all(&self) -> Vec<f64> {
        self.scenarios.iter().flat_map(|scenario| scenario.shares.iter().copied()).collect()
    }

    /// Returns the number of games.
    pub fn games(&self) -> usize {
        2 * self.pairs
    }

    /// Returns the mean score of the new weights in all scenarios with its interval.
    pub fn share(&self) -> Estimate {
        share(&self.all())
    }

    /// Returns the pairs that the new weights and the old ones have won.
    pub fn signs(&self) -> [usize; 2] {
        let all = self.all();
        [all.iter().filter(|share| **share > 0.5).count(), all.iter().filter(|share| **share < 0.5).count()]
    }

    /// Returns the p-value of the signs.
    pub fn chance(&self) -> f64 {
        let [up, down] = self.signs();
        Sampling::Sequential.sign_test(up, down)
    }

    /// Returns the verdict; `None` if more pairs are needed.
    pub(super) fn verdict(&self) -> Option<TuningVerdict> {
        let [up, down] = self.signs();
        if self.chance() > LUCK {
            return None;
        }
        if up < down {
            return Some(TuningVerdict::Worse);
        }
        if self.scenarios.iter().any(|scenario| scenario.shares.len() < LEAST_PAIRS) {
            return None;
        }
        let is_lost = |scenario: &ScenarioShare| mean(&scenario.shares) < 0.5 - LEEWAY;
        Some(if self.scenarios.iter().any(is_lost) { TuningVerdict::Mixed } else { TuningVerdict::Better })
    }
}

fn mean(shares: &[f64]) -> f64 {
    if shares.is_empty() { 0.5 } else { shares.iter().sum::<f64>() / float(shares.len()) }
}

/// Returns the mean of the shares of pairs with its anytime-valid interval.
fn share(shares: &[f64]) -> Estimate {
    match Sampling::Sequential.mean(shares) {
        // Pairs that are all alike tell nothing of how much others would differ.
        Some(Estimate { low, high, .. }) if low >= high => Sampling::Sequential.rate(shares.iter().sum(), shares.len()),
        Some(Estimate { low, value, high }) => Estimate { low: low.max(0.0), value, high: high.min(1.0) },
        None => Estimate { low: 0.0, value: mean(shares), high: 1.0 },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(scores: impl IntoIterator<Item = [u32; 2]>) -> TrialResult {
        let mut result = TrialResult::new(&["one".to_owned(), "other".to_owned()]);
        scores.into_iter().for_each(|pair| result.add(&pair));
        result
    }

    #[test]
    fn equal_pairs_decide_nothing_and_unequal_ones_do() {
        let equal = result([[2, 2]; 500]);
        assert_eq!((equal.verdict(), equal.signs(), equal.games()), (None, [0, 0], 2000));
        assert_eq!((equal.share().value, equal.chance()), (0.5, 1.0));
        assert!(equal.share().low < 0.5 && equal.share().high > 0.5);
        assert_eq!(result([[3, 3]; 30]).verdict(), Some(TuningVerdict::Better));
        assert_eq!(result([[1, 1]; 30]).verdict(), Some(TuningVerdict::Worse));
        assert_eq!(result([[3, 3]; 12]).verdict(), None, "a few pairs decide nothing");
        let share = result([[3, 3], [2, 4], [1, 3]]).share();
        assert!((share.value - 16.0 / 24.0).abs() < 1e-9 && share.low < 0.5, "{share:?}");
    }

    #[test]
    fn what_loses_in_a_scenario_is_not_better() {
        let mixed = result([[4, 2], [3, 1], [3, 2]].into_iter().cycle().take(90));
        assert_eq!(mixed.verdict(), Some(TuningVerdict::Mixed));
        let [one, other] = &mixed.scenarios[..] else { panic!("two scenarios") };
        assert_eq!((one.games(), other.games()), (180, 180));
        assert!(one.share().low > 0.5 && other.share().value < 0.48);
    }
}
