//! The search for a small change that balances a scenario. All changes play a few games first, and those without hope are
//! dropped early. The best so far is known at any time.

use std::fmt::Write as _;

use battlewright_schema::Scenario;
use serde::Serialize;

use crate::default_player::DefaultPlayer;
use crate::estimate::Estimate;
use crate::figures::{interval, percent};
use crate::plan::Plan;
use crate::record::Record;
use crate::stats::Sampling;
use crate::sweep::score;
use crate::text::table;
use crate::vary::{Change, Variant, Vary, VaryError, variants};

/// Returns the default changes to try: the [system](battlewright_schema::SystemInfo::usual_changes)'s usual ones that
/// apply to `scenario`.
pub fn usual(scenario: &Scenario) -> Vec<Vary> {
    let varied = scenario.system().info().usual_changes.iter().filter_map(|text| text.parse().ok());
    varied.filter(|vary: &Vary| vary.changes(scenario).is_ok()).collect()
}

/// The number of promising changes that are played again.
const AGAIN: usize = 5;

/// The factor by which the second round has more games.
const MORE: u64 = 4;

/// The parts of the games of the first round after which changes without hope are dropped, as divisors of their number.
const STAGES: [u64; 4] = [8, 4, 2, 1];

/// Suggested changes that bring a scenario to a wanted share of wins.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Suggestions {
    /// The first side, whose share of wins is given.
    pub side: String,
    /// The names of the players.
    pub players: [String; 2],
    /// The choice of the players, if nobody named them.
    pub default_player: Option<DefaultPlayer>,
    /// Its wanted share of wins.
    pub wanted: f64,
    /// The number of changes to try.
    pub tried: usize,
    /// The number of changes that were dropped before they had played all games of the first round.
    pub dropped: usize,
    /// The number of games per change in the first round.
    pub games: u64,
    /// The side's share of wins without changes, in the games of the last round that was played.
    pub as_it_is: Estimate,
    /// The best changes, smallest first. In a complete search, the shares of wins come from a second round with other dice, free
    /// of the luck that favored a change in the first.
    pub best: Vec<Suggestion>,
    /// `true` if the search is complete; `false` if these are the best changes so far.
    pub complete: bool,
}

/// A change that may bring a scenario to a wanted share of wins.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Suggestion {
    /// The name of the change.
    pub name: String,
    /// The changed fields.
    #[serde(skip)]
    pub changes: Vec<Change>,
    /// The number of steps from the current values.
    pub size: u64,
    /// The first side's share of wins with the change.
    pub score: Estimate,
    /// `true` if the interval contains the wanted share.
    pub reaches: bool,
}

/// A search that has ended early: an error of the games, and the best changes so far, if there are any.
#[derive(Clone, Debug, PartialEq)]
pub struct EndedSearch<E> {
    /// The error.
    pub error: E,
    /// The best changes so far.
    pub best: Option<Box<Suggestions>>,
}

/// Returns the candidate versions of the scenario of `plan`: one for each single change in `varied`.
///
/// # Errors
/// See [`variants`].
pub fn single_changes(plan: &Plan, varied: &[Vary]) -> Result<Vec<Variant>, VaryError> {
    let mut tried: Vec<Variant> = Vec::new();
    for vary in varied {
        tried.extend(
            variants(plan, std::slice::from_ref(vary))?.into_iter().filter(|variant| !variant.changes.is_empty()),
        );
    }
    Ok(tried)
}

/// Searches the [`single_changes`] of `plan` in `tried` for the smallest one that brings the first side's share of wins
/// to `wanted`. `play` plays the games of a version; it also receives the total number of games over all versions, as far as it
/// is known.
///
/// # Errors
/// The first error of `play`, with the best changes so far.
pub fn suggest<E>(
    plan: &Plan,
    side: &str,
    wanted: f64,
    tried: Vec<Variant>,
    play: impl FnMut(&Variant, u64) -> Result<Vec<Record>, E>,
) -> Result<Suggestions, EndedSearch<E>> {
    let mut search = Search::new(plan, wanted, tried);
    match search.run(play) {
        Ok(()) => Ok(search.suggestions(side, true)),
        Err(error) => {
            let has_played = !search.as_it_is.records.is_empty();
            Err(EndedSearch { error, best: has_played.then(|| Box::new(search.suggestions(side, false))) })
        }
    }
}

/// A change with its games.
struct Candidate {
    variant: Variant,
    records: Vec<Record>,
    dropped: bool,
    /// The records of the second round; empty before it.
    again: Vec<Record>,
}

impl Candidate {
    fn new(variant: Variant) -> Self {
        Self { variant, records: Vec::new(), dropped: false, again: Vec::new() }
    }

    /// Returns the share of wins: that of the second round, if it was played.
    fn score(&self) -> Estimate {
        score(if self.again.is_empty() { &self.records } else { &self.again }, Sampling::Fixed)
    }
}

/// The state of a search.
struct Search<'p> {
    plan: &'p Plan,
    wanted: f64,
    as_it_is: Candidate,
    candidates: Vec<Candidate>,
    played: u64,
}

impl<'p> Search<'p> {
    fn new(plan: &'p Plan, wanted: f64, tried: Vec<Variant>) -> Self {
        let as_it_is = Candidate::new(Variant { changes: Vec::new(), plan: plan.clone() });
        Self { plan, wanted, as_it_is, candidates: tried.into_iter().map(Candidate::new).collect(), played: 0 }
    }

    fn run<E>(&mut self, mut play: impl FnMut(&Variant, u64) -> Result<Vec<Record>, E>) -> Result<(), E> {
        let mut done = 0;
        for divisor in STAGES {
            let upto = (self.plan.games / divisor).max(1).min(self.plan.games);
            if upto <= done {
                continue;
            }
            let part = |variant: &Variant| Variant {
                changes: variant.changes.clone(),
                plan: Plan { seed: variant.plan.seed.saturating_add(done), games: upto - done, ..variant.plan.clone() },
            };
            let all = self.total(done);
            let records = play(&part(&self.as_it_is.variant), all)?;
            self.as_it_is.records.extend(records);
            for candidate in self.candidates.iter_mut().filter(|candidate| !candidate.dropped) {
                candidate.records.extend(play(&part(&candidate.variant), all)?);
            }
            let remaining = 1 + self.remaining().count() as u64;
            self.played += remaining.saturating_mul(upto - done);
            done = upto;
            if done < self.plan.games {
                self.drop_hopeless();
            }
        }
        let again = |variant: &Variant| Variant {
            changes: variant.changes.clone(),
            plan: Plan {
                seed: variant.plan.seed.saturating_add(self.plan.games),
                games: variant.plan.games.saturating_mul(MORE),
                ..variant.plan.clone()
            },
        };
        let all = self.total(done);
        for at in self.order().into_iter().take(AGAIN) {
            if let Some(candidate) = self.candidates.get_mut(at) {
                candidate.again = play(&again(&candidate.variant), all)?;
            }
        }
        self.as_it_is.again = play(&again(&self.as_it_is.variant), all)?;
        Ok(())
    }

    fn remaining(&self) -> impl Iterator<Item = &Candidate> {
        self.candidates.iter().filter(|candidate| !candidate.dropped)
    }

    /// Returns the number of games over all versions, if no other change is dropped after the first `done` games.
    fn total(&self, done: u64) -> u64 {
        let remaining = self.remaining().count() as u64;
        let again = MORE.saturating_mul(self.plan.games).saturating_mul(1 + remaining.min(AGAIN as u64));
        let first = (1 + remaining).saturating_mul(self.plan.games.saturating_sub(done));
        self.played.saturating_add(first).saturating_add(again)
    }

    fn distance(&self, score: &Estimate) -> f64 {
        (score.value - self.wanted).abs()
    }

    /// Drops the changes whose interval does not contain the wanted share, except those that are nearest to it.
    fn drop_hopeless(&mut self) {
        let mut remaining: Vec<(usize, Estimate)> = Vec::new();
        for (at, candidate) in self.candidates.iter().enumerate().filter(|(_, candidate)| !candidate.dropped) {
            remaining.push((at, candidate.score()));
        }
        remaining.sort_by(|a, b| self.distance(&a.1).total_cmp(&self.distance(&b.1)));
        for (at, score) in remaining.into_iter().skip(AGAIN) {
            if !score.covers(self.wanted)
                && let Some(candidate) = self.candidates.get_mut(at)
            {
                candidate.dropped = true;
            }
        }
    }

    /// Returns the changes that have played, the best first: those that were played again, then those that may reach the wanted
    /// share, then smaller changes, then nearer shares. Dropped ones come last.
    fn order(&self) -> Vec<usize> {
        let with_games = |(_, candidate): &(usize, &Candidate)| !candidate.records.is_empty();
        let mut order: Vec<(usize, &Candidate, Estimate)> = self
            .candidates
            .iter()
            .enumerate()
            .filter(with_games)
            .map(|(at, candidate)| (at, candidate, candidate.score()))
            .collect();
        order.sort_by(|(_, a, score_a), (_, b, score_b)| {
            let rank = |candidate: &Candidate, score: &Estimate| {
                let misses = !score.covers(self.wanted);
                let size = if misses { 0 } else { candidate.variant.size() };
                (candidate.dropped, candidate.again.is_empty(), misses, size)
            };
            let nearer = self.distance(score_a).total_cmp(&self.distance(score_b));
            rank(a, score_a).cmp(&rank(b, score_b)).then(nearer)
        });
        order.into_iter().map(|(at, ..)| at).collect()
    }

    /// Returns the best changes so far.
    fn suggestions(&self, side: &str, complete: bool) -> Suggestions {
        let best = self.order().into_iter().take(AGAIN).filter_map(|at| self.candidates.get(at));
        let mut best: Vec<Suggestion> = best
            .map(|candidate| {
                let (variant, score) = (&candidate.variant, candidate.score());
                Suggestion {
                    name: variant.name(),
                    changes: variant.changes.clone(),
                    size: variant.size(),
                    reaches: score.covers(self.wanted),
                    score,
                }
            })
            .collect();
        best.sort_by(|a, b| {
            let nearer = self.distance(&a.score).total_cmp(&self.distance(&b.score));
            (!a.reaches, a.size).cmp(&(!b.reaches, b.size)).then(nearer)
        });
        Suggestions {
            side: side.to_owned(),
            players: self.plan.players.clone(),
            default_player: self.plan.default_player,
            wanted: self.wanted,
            tried: self.candidates.len(),
            dropped: self.candidates.iter().filter(|candidate| candidate.dropped).count(),
            games: self.plan.games,
            as_it_is: self.as_it_is.score(),
            best,
            complete,
        }
    }
}

impl Suggestions {
    /// Formats the suggestions as text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = self.write_text(&mut text);
        text
    }

    /// Describes the wanted share and the current one.
    pub fn aim(&self) -> String {
        let (wanted, now) = (percent(self.wanted), percent(self.as_it_is.value));
        let [first, second] = &self.players;
        let why = self.default_player.map_or_else(String::new, |player| format!(" {}.", player.reason()));
        format!(
            "{} should win {wanted}; it wins {now} of the games of {first} against {second} without a change.{why}",
            self.side
        )
    }

    /// Explains the origin of the figures.
    pub fn note(&self) -> String {
        let Self { tried, games, dropped, .. } = self;
        let early = match dropped {
            0 => String::new(),
            1 => " One of them was far from the wanted share and was dropped early.".to_owned(),
            _ => format!(" {dropped} of them were far from the wanted share and were dropped early."),
        };
        if !self.complete {
            return format!(
                "The search is not complete: of {tried} changes, these are the best so far. Their first games favor the chosen \
                changes.{early}"
            );
        }
        format!(
            "{tried} changes were tried with {games} games each.{early} The results above come from {} other games each, because the \
            first games favor the chosen changes.",
            games.saturating_mul(MORE)
        )
    }

    /// The header of [`Suggestions::rows`].
    pub const HEAD: [&str; 5] = ["change", "steps", "wins", "95 %", "sufficient"];

    /// Returns a row for each suggestion, for [`Suggestions::HEAD`].
    pub fn rows(&self) -> Vec<Vec<String>> {
        let row = |found: &Suggestion| {
            let reaches = if found.reaches { "yes" } else { "no" };
            vec![
                found.name.clone(),
                found.size.to_string(),
                percent(found.score.value),
                interval(&found.score),
                reaches.to_owned(),
            ]
        };
        self.best.iter().map(row).collect()
    }

    fn write_text(&self, to: &mut String) -> std::fmt::Result {
        writeln!(to, "{}", self.aim())?;
        table(to, &Self::HEAD, &self.rows())?;
        writeln!(to, "\n{}", self.note())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{played, tutorial};

    fn tried() -> Vec<Variant> {
        let varied = ["unit.red-1.er=-1,+1".parse().unwrap(), "side.*.ammunition=+1".parse().unwrap()];
        single_changes(&tutorial(), &varied).unwrap()
    }

    #[test]
    fn what_is_suggested_was_played_again_with_other_dice() {
        let (mut plans, mut told) = (Vec::new(), Vec::new());
        let found = suggest(&tutorial(), "Red", 0.5, tried(), |variant, all| {
            plans.push((variant.plan.seed, variant.plan.games));
            told.push(all);
            Ok::<_, String>(played(&variant.plan))
        })
        .unwrap();
        assert_eq!((found.tried, found.games, found.dropped, found.complete), (4, 40, 0, true));
        // The scenario as it is and four changes, in four stages, then all of them again.
        let stages = [(1, 5), (6, 5), (11, 10), (21, 20), (41, 160)];
        assert_eq!(plans, stages.map(|stage| [stage; 5]).concat());
        let played: u64 = plans.iter().map(|(_, games)| games).sum();
        assert!(told.iter().all(|all| *all == played), "{told:?} of {played}");
        assert!(found.best.iter().all(|change| change.reaches == change.score.covers(0.5)));
        assert!(found.best.is_sorted_by_key(|change| (!change.reaches, change.size)), "{found:?}");
        assert!(found.text().contains("4 changes were tried with 40 games each"));
    }

    #[test]
    fn a_search_that_ends_early_keeps_the_best_so_far() {
        let search = |most: usize| {
            let mut rounds = 0;
            suggest(&tutorial(), "Red", 0.5, tried(), |variant, _| {
                rounds += 1;
                if rounds > most { Err("canceled") } else { Ok(played(&variant.plan)) }
            })
        };
        let nothing = search(0).unwrap_err();
        assert_eq!((nothing.error, nothing.best), ("canceled", None));
        let first = search(3).unwrap_err().best.unwrap();
        assert_eq!((first.best.len(), first.complete), (2, false), "two changes have played");
        assert!(first.note().contains("best so far"), "{}", first.note());
        let again = search(22).unwrap_err().best.unwrap();
        assert_eq!(again.best.len(), 4);
        assert!(!again.complete);
    }

    #[test]
    fn changes_without_hope_are_dropped_early() {
        let varied: Vec<Vary> = ["unit.*.er=-1,+1".parse().unwrap(), "side.*.ammunition=-1,+1".parse().unwrap()].into();
        let plan = tutorial();
        let tried = single_changes(&plan, &varied).unwrap();
        let count = tried.len() as u64;
        assert!(count > 8, "{count}");
        let mut games = 0;
        let found = suggest(&plan, "Red", 0.99, tried, |variant, _| {
            games += variant.plan.games;
            Ok::<_, String>(played(&variant.plan))
        })
        .unwrap();
        let again = 6 * MORE * plan.games;
        assert!(found.dropped > 0, "{found:?}");
        assert!(games - again < (count + 1) * plan.games * 3 / 4, "{games} games for {count} changes");
        assert!(found.note().contains("dropped early"), "{}", found.note());
    }
}
