//! The verdicts of many games, with the names that the rules give them.

use std::collections::BTreeMap;

use battlewright_engine::any::AnyGame;
use battlewright_engine::game::{Level, Outcome, Side};
use battlewright_engine::show::Show as _;
use serde::Serialize;

use crate::estimate::{Estimate, float};
use crate::record::Record;
use crate::stats::Sampling;

/// A verdict with its frequency.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Verdict {
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// The degree of the victory in the words of the rules.
    pub level: String,
    /// The degree of the victory.
    #[serde(skip)]
    pub degree: Level,
    /// The number of games with this verdict.
    pub games: usize,
    /// The share of games with this verdict.
    pub rate: Estimate,
}

/// Counts the verdicts of the games that ended, from the best for the first side to the worst.
pub(crate) fn verdicts(game: &AnyGame, ended: &[(&Record, &Outcome)], sampling: Sampling) -> Vec<Verdict> {
    let standing = |winner: Option<Side>, level: Level| match winner {
        Some(Side::First) => -(level as i32) - 1,
        None => 0,
        Some(Side::Second) => level as i32 + 1,
    };
    let mut counted: BTreeMap<i32, Verdict> = BTreeMap::new();
    for (_, outcome) in ended {
        let verdict = counted.entry(standing(outcome.winner, outcome.level)).or_insert_with(|| Verdict {
            winner: outcome.winner,
            level: game.degree(outcome).to_owned(),
            degree: outcome.level,
            games: 0,
            rate: sampling.rate(0.0, 0),
        });
        verdict.games += 1;
    }
    for verdict in counted.values_mut() {
        verdict.rate = sampling.rate(float(verdict.games), ended.len());
    }
    counted.into_values().collect()
}
