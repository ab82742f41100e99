//! The tuning of the weights by which computer players judge.
//!
//! New weights are found by simultaneous perturbation ([`spsa`]): all chosen weights are changed a little at once, up or down at
//! random, and players with the one change meet players with the opposite one. Each seed is played twice, with the seats
//! exchanged, by the scenarios in turn. What is found has to win against the old weights with other seeds ([`trial`]): only then it
//! is accepted. Results follow from the seed alone, whatever the number of threads.

mod games;
mod spsa;
mod text;
mod trial;

use std::sync::atomic::{AtomicBool, Ordering};

use battlewright_engine::any::AnyGame;
use battlewright_engine::players::Kind;
use battlewright_engine::players::weights::WeightTable;
use battlewright_export::parallel::{Workers, in_order};
use serde::Serialize;

use games::{MOST_SCORE, Pair};
use spsa::{Knob, Spsa};
pub use trial::{ScenarioShare, TrialResult};

/// The pairs of games with the same change of the weights.
const PAIRS_A_STEP: u64 = 8;
/// The distance between the seeds of the search and those of the trial.
const HELD_OUT: u64 = 1 << 40;
/// The greatest seed and number of games, which keep the seeds of the search below those of the trial.
pub const MOST_TUNING: u64 = 1 << 32;

/// The task of a tuning.
#[derive(Debug)]
pub struct TuningTask {
    /// The names of the scenarios, with their games at the start.
    pub scenarios: Vec<(String, AnyGame)>,
    /// The kind of the players.
    pub players: Kind,
    /// The weights to be bettered, which the new ones meet in the trial.
    pub old: WeightTable,
    /// The weights with which the search begins.
    pub from: WeightTable,
    /// The names of the weights that may change.
    pub names: Vec<String>,
    /// The first seed.
    pub seed: u64,
    /// The number of games of the search. The trial takes as many at most.
    pub games: u64,
}

/// The part of a tuning that is under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TuningPart {
    /// The search for new weights.
    Search,
    /// The trial of what was found.
    Trial,
}

/// The verdict on new weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TuningVerdict {
    /// They win with seeds that the search has not seen, and lose in no scenario.
    Better,
    /// They win in all, but lose in a scenario.
    Mixed,
    /// The trial shows no difference.
    Unsettled,
    /// They lose.
    Worse,
    /// They are the old ones.
    Unchanged,
    /// The tuning was interrupted before the end of the trial.
    Interrupted,
}

/// The result of a tuning.
#[derive(Clone, Debug, PartialEq)]
pub struct Tuned {
    /// The weights before.
    pub old: WeightTable,
    /// The weights found.
    pub new: WeightTable,
    /// The number of games of the search.
    pub searched: u64,
    /// The trial of the new weights against the old ones.
    pub trial: TrialResult,
    /// The verdict on them.
    pub verdict: TuningVerdict,
}

/// A player of pairs of games of several scenarios.
trait PairSource: Sync {
    /// Returns the score of `new` against `old` in a pair of games, of [`MOST_SCORE`]; `None` once a flag is set.
    fn play(&self, pair: &Pair<'_>, cancel: &[&AtomicBool]) -> Option<u32>;

    /// Returns the names of the scenarios.
    fn scenarios(&self) -> Vec<String>;
}

/// Tunes weights on this many `threads` until `cancel` is set. `each` is called with the number of pairs played after each pair,
/// and the number of all.
pub fn tune(task: &TuningTask, threads: usize, cancel: &AtomicBool, each: impl FnMut(TuningPart, u64, u64)) -> Tuned {
    Tuning { source: task, task, threads, cancel, each }.run()
}

/// A tuning under way.
struct Tuning<'a, S, E> {
    source: &'a S,
    task: &'a TuningTask,
    threads: usize,
    cancel: &'a AtomicBool,
    each: E,
}

impl<S: PairSource, E: FnMut(TuningPart, u64, u64)> Tuning<'_, S, E> {
    fn run(mut self) -> Tuned {
        let (new, searched) = self.search();
        let trial = TrialResult::new(&self.source.scenarios());
        let mut tuned = Tuned { old: self.task.old.clone(), new, searched, trial, verdict: TuningVerdict::Interrupted };
        if tuned.new == tuned.old {
            tuned.verdict = TuningVerdict::Unchanged;
        } else if !self.is_canceled() {
            tuned.verdict = self.try_out(&tuned.new, &mut tuned.trial);
        }
        tuned
    }

    fn is_canceled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    /// Returns the number of pairs of the search.
    fn pairs(&self) -> u64 {
        (self.task.games / 2).max(1)
    }

    /// Searches new weights, and returns them with the number of games.
    fn search(&mut self) -> (WeightTable, u64) {
        let from = &self.task.from;
        let knobs = from.weights().iter().map(|weight| Knob {
            value: weight.value,
            least: weight.least,
            most: weight.most,
            is_free: self.task.names.contains(&weight.name),
        });
        let pairs = self.pairs();
        let mut spsa = Spsa::new(knobs, pairs.div_ceil(PAIRS_A_STEP), self.task.seed);
        let mut played = 0;
        while played < pairs && !self.is_canceled() {
            let [up, down] = spsa.probes().map(|values| from.with_values(values));
            let count = PAIRS_A_STEP.min(pairs - played);
            let Some(scores) = self.play(TuningPart::Search, [&up, &down], self.task.seed, (played, count), pairs)
            else {
                break;
            };
            played += count;
            let sum: f64 = scores.iter().map(|score| f64::from(*score)).sum();
            // From -1, if all games are lost, to 1.
            spsa.learn(2.0 * sum / (f64::from(MOST_SCORE) * f64::from(u32::try_from(scores.len()).unwrap_or(1))) - 1.0);
        }
        (from.with_values(spsa.values()), 2 * played)
    }

    /// Plays `new` against the old weights with other seeds.
    fn try_out(&mut self, new: &WeightTable, trial: &mut TrialResult) -> TuningVerdict {
        let (pairs, step) = (self.pairs(), TrialResult::PAIRS_A_LOOK);
        let mut played = 0;
        while played < pairs {
            let count = step.min(pairs - played);
            let seed = self.task.seed + HELD_OUT;
            let old = &self.task.old;
            let Some(scores) = self.play(TuningPart::Trial, [new, old], seed, (played, count), pairs) else {
                return TuningVerdict::Interrupted;
            };
            trial.add(&scores);
            played += count;
            if let Some(verdict) = trial.verdict() {
                return verdict;
            }
        }
        TuningVerdict::Unsettled
    }

    /// Plays `count` pairs from number `first` on between players with these weights, of `all` pairs; `None` if it was canceled.
    fn play(
        &mut self,
        part: TuningPart,
        weights: [&WeightTable; 2],
        seed: u64,
        (first, count): (u64, u64),
        all: u64,
    ) -> Option<Vec<u32>> {
        let mut scores = Vec::new();
        let work = |number: u64, ends: &[&AtomicBool]| {
            self.source.play(&Pair { number, seed: seed.wrapping_add(number), weights }, ends)
        };
        let each = &mut self.each;
        let done = in_order((first, count), Workers::new(self.threads), self.cancel, work, |number, score| {
            scores.push(score.ok_or(())?);
            each(part, number + 1, all);
            Ok::<(), ()>(())
        });
        (done.is_ok() && scores.len() as u64 == count).then_some(scores)
    }
}

#[cfg(test)]
mod tests;
