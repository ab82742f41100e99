//! The comparison of two versions of a scenario played with the same dice.

use battlewright_engine::game::Side;
use serde::Serialize;

use crate::estimate::{Estimate, float};
use crate::record::Record;
use crate::stats::{Sampling, holm};

/// The effect of a change, measured by games with the same seeds before and after it.
///
/// Dice and players draw the same numbers in both games of a seed as long as the games run alike. Luck thus cancels out,
/// so that fewer games are needed than with independent dice.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// The number of seeds whose games ended in both versions.
    pub games: usize,
    /// The first side's share of wins before the change, a draw counted as half a win.
    pub before: Estimate,
    /// The same share after the change.
    pub after: Estimate,
    /// The increase of the share.
    pub difference: Estimate,
    /// The mean increase of the margin of victory points.
    pub margin: Estimate,
    /// The number of games in which the first side did better after the change.
    pub better: usize,
    /// The number of games in which the first side did worse.
    pub worse: usize,
    /// The probability of at least as many changed winners if the change has no effect on wins.
    pub chance_of_wins: f64,
    /// The probability of at least as great a shift of the margin if the change has no effect on it.
    pub chance_of_margin: f64,
}

impl Comparison {
    /// Compares games with the same seeds; `None` if fewer than two ended in both versions.
    pub fn of(before: &[Record], after: &[Record], sampling: Sampling) -> Option<Self> {
        let pairs = pairs(before, after);
        let share = |record: &Record| record.score(Side::First).map(|halves| f64::from(halves) / 2.0);
        let shares: Vec<(f64, f64)> = pairs.iter().filter_map(|(a, b)| Some((share(a)?, share(b)?))).collect();
        let margins: Vec<f64> =
            pairs.iter().filter_map(|(a, b)| Some(f64::from(b.margin()?) - f64::from(a.margin()?))).collect();
        let differences: Vec<f64> = shares.iter().map(|(a, b)| b - a).collect();
        let better = differences.iter().filter(|difference| **difference > 0.0).count();
        let worse = differences.iter().filter(|difference| **difference < 0.0).count();
        Some(Self {
            games: shares.len(),
            before: sampling.rate(shares.iter().map(|(a, _)| a).sum(), shares.len()),
            after: sampling.rate(shares.iter().map(|(_, b)| b).sum(), shares.len()),
            difference: sampling.mean(&differences)?,
            margin: sampling.mean(&margins)?,
            better,
            worse,
            chance_of_wins: sampling.sign_test(better, worse),
            chance_of_margin: sampling.mean_test(&margins),
        })
    }

    /// Returns the share of seeds whose winner changed.
    pub fn changed(&self) -> f64 {
        float(self.better + self.worse) / float(self.games.max(1))
    }
}

/// Returns the pairs of games with the same seed.
fn pairs<'r>(before: &'r [Record], after: &'r [Record]) -> Vec<(&'r Record, &'r Record)> {
    let find = |seed: u64| after.binary_search_by_key(&seed, |record| record.seed).ok().and_then(|at| after.get(at));
    before.iter().filter_map(|record| Some((record, find(record.seed)?))).collect()
}

/// Returns the probabilities of several comparisons, corrected for their number after Holm: below 0.05 a change has an
/// effect.
pub fn corrected<'c>(comparisons: impl IntoIterator<Item = &'c Comparison>) -> Vec<f64> {
    holm(&comparisons.into_iter().map(|comparison| comparison.chance_of_wins).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use battlewright_engine::game::{Level, Outcome};

    use super::*;
    use crate::record::End;
    use crate::testing::record;

    fn won(seed: u64, winner: Option<Side>, points: [i32; 2]) -> Record {
        Record { end: End::Over(Outcome { winner, level: Level::Victory, points }), ..record(seed) }
    }

    #[test]
    fn games_of_the_same_seed_are_compared() {
        let (first, second) = (Some(Side::First), Some(Side::Second));
        let before: Vec<_> = (0..10).map(|seed| won(seed, if seed < 4 { first } else { second }, [3, 3])).collect();
        let mut after: Vec<_> = (2..12).map(|seed| won(seed, if seed < 9 { first } else { None }, [5, 3])).collect();
        after[3].end = End::Broken("stuck".to_owned());
        let comparison = Comparison::of(&before, &after, Sampling::Fixed).unwrap();
        assert_eq!(comparison.games, 7, "seeds 2 to 9 but 5");
        assert_eq!((comparison.better, comparison.worse), (5, 0));
        assert!(
            (comparison.before.value - 2.0 / 7.0).abs() < 1e-9 && (comparison.after.value - 6.5 / 7.0).abs() < 1e-9
        );
        assert!((comparison.difference.value - 4.5 / 7.0).abs() < 1e-9 && comparison.difference.low > 0.0);
        assert!((comparison.margin.value - 2.0).abs() < 1e-9);
        assert!((comparison.chance_of_wins - 0.0625).abs() < 1e-9 && comparison.chance_of_margin < 1e-9);
        assert!((comparison.changed() - 5.0 / 7.0).abs() < 1e-9);
        assert!(corrected([&comparison, &comparison]).iter().all(|chance| (chance - 0.125).abs() < 1e-9));
        assert_eq!(Comparison::of(&before, &[], Sampling::Fixed), None);
    }
}
