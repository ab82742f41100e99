//! Anytime-valid intervals and tests, which hold regardless of interim looks and of the stopping time.
//!
//! An interval for a number of games fixed in advance contains the true value in 95 of 100 runs at that number. Repeated
//! looks with a free choice of stopping make it miss far more often. A confidence sequence contains the true value after
//! every number of games at once in 95 of 100 runs.
//!
//! Sources: S. R. Howard, A. Ramdas, J. McAuliffe and J. Sekhon, "Time-uniform, nonparametric, nonasymptotic confidence
//! sequences", Annals of Statistics 49 (2021), 1055–1080, proposition 7 (two-sided beta-binomial mixture) inverted as in
//! section 4, for shares, which are means of numbers from 0 to 1 and so sub-Bernoulli; I. Waudby-Smith, D. Arbour,
//! R. Sinha, E. H. Kennedy and A. Ramdas, "Time-uniform central limit theory and asymptotic confidence sequences",
//! Annals of Statistics 52 (2024), 2613–2640, theorem 2.2, for other means. Both rest on Ville's inequality and on
//! mixtures of H. Robbins, "Statistical methods related to the law of the iterated logarithm", Annals of Mathematical
//! Statistics 41 (1970), 1397–1409.

use statrs::function::gamma::ln_gamma;

use crate::estimate::{Estimate, float};

/// The share of runs in which a sequence ever misses the true value.
const MISSES: f64 = 0.05;

/// The weight of the mixture, in games. Any weight is valid; this one gives the narrowest intervals at 250 games, intervals
/// 3 % wider than optimal at 1,000, and 13 % at 10,000.
const PRIOR: f64 = 30.0;

/// The weight of the mixture for games of people, which are few: it gives the narrowest intervals at 25 games, and at 1,000 games
/// intervals 12 % wider than those of [`PRIOR`].
const PRIOR_OF_FEW: f64 = 3.0;

/// The number of bisection steps for an end of an interval: nine digits.
const HALVINGS: u32 = 30;

/// Returns the share of `times` in `of` games, a draw counted as half a time, with an anytime-valid interval.
pub(crate) fn rate(times: f64, of: usize) -> Estimate {
    rate_with(PRIOR, times, of)
}

/// Returns the same for tens of games instead of hundreds: narrower if they are few, and wider if they are many.
pub(crate) fn rate_of_few(times: f64, of: usize) -> Estimate {
    rate_with(PRIOR_OF_FEW, times, of)
}

fn rate_with(prior: f64, times: f64, of: usize) -> Estimate {
    if of == 0 {
        return Estimate { low: 0.0, value: 0.5, high: 1.0 };
    }
    let share = times / float(of);
    let holds = |rate: f64| evidence(prior, rate, times, of) < -MISSES.ln();
    // The evidence is convex in the rate, and is least at the share itself.
    let end = |edge: f64| {
        let (mut inside, mut outside) = (share, edge);
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(inside, outside);
            if holds(middle) {
                inside = middle;
            } else {
                outside = middle;
            }
        }
        outside
    };
    Estimate { low: end(0.0), value: share, high: end(1.0) }
}

/// Returns the logarithm of the likelihood ratio of a mixture with weight `prior` against the true rate `rate`.
fn evidence(prior: f64, rate: f64, times: f64, of: usize) -> f64 {
    let rising = |from: f64, steps: f64| ln_gamma(from + steps) - ln_gamma(from);
    let side = |rate: f64, times: f64| {
        if times == 0.0 { 0.0 } else { rising(prior * rate, times) - times * rate.ln() }
    };
    let games = float(of);
    side(rate, times) + side(1.0 - rate, games - times) - rising(prior, games)
}

/// Returns the half-width of an interval of the mean of `count` numbers, in standard errors.
pub(crate) fn reach(count: usize) -> f64 {
    let games = float(count.max(1));
    ((1.0 + PRIOR / games) * ((1.0 + games / PRIOR) / (MISSES * MISSES)).ln()).sqrt()
}

/// Returns the anytime-valid p-value of a mean this many standard `errors` from 0.
pub(crate) fn chance_of_mean(errors: f64, count: usize) -> f64 {
    let games = float(count.max(1));
    let evidence = (errors * errors * games / (games + PRIOR) - (1.0 + games / PRIOR).ln()) / 2.0;
    (-evidence).exp().min(1.0)
}

/// Returns the anytime-valid p-value of paired games, of which `up` improved and `down` worsened.
pub(crate) fn chance_of_signs(up: usize, down: usize) -> f64 {
    (-evidence(PRIOR, 0.5, float(up), up + down)).exp().min(1.0)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use rand::{Rng, SeedableRng};
    use rand_pcg::Pcg64;

    use super::*;
    use crate::stats;

    #[test]
    fn the_mixture_is_that_of_other_programs() {
        // `beta_binomial_log_mixture(10, 100, 100, 0.2, 0.8, 0.05, false)` of confseq: 135 of 625 games, 10 more than a fifth.
        let prior = 12.60056 / (0.2 * 0.8) - 1.0;
        assert!((evidence(prior, 0.2, 135.0, 625) - -0.694_101_2).abs() < 1e-6);
        // The mean over all outcomes is 1.
        for (rate, games) in [(0.5, 12_usize), (0.2, 30), (0.97, 25)] {
            let mut ways = 1.0;
            let mut sum = 0.0;
            for times in 0..=games {
                let chance = ways
                    * f64::powi(rate, i32::try_from(times).unwrap())
                    * f64::powi(1.0 - rate, i32::try_from(games - times).unwrap());
                sum += chance * evidence(PRIOR, rate, float(times), games).exp();
                ways *= float(games - times) / float(times + 1);
            }
            assert!((sum - 1.0).abs() < 1e-9, "{rate}: {sum}");
        }
    }

    #[test]
    fn intervals_are_wider_than_those_of_games_fixed_beforehand_and_shrink() {
        for times in [0.0, 3.0, 50.0, 70.5, 100.0] {
            let (fixed, any) = (stats::rate(times, 100), rate(times, 100));
            assert!(any.low <= fixed.low && fixed.high <= any.high && any.covers(any.value), "{times}: {any:?}");
            let later = rate(100.0 * times, 10_000);
            assert!(later.margin() < any.margin() / 4.0, "{times}: {later:?}");
        }
        assert_eq!((rate(0.0, 0).low, rate(0.0, 0).high), (0.0, 1.0));
        let one = rate(0.5, 1);
        assert_eq!((one.low, one.high), (0.0, 1.0));
        assert!(reach(100) > reach(300) && reach(1_000_000) > reach(300), "narrowest in between");
    }

    #[test]
    fn games_of_people_have_the_weight_of_few() {
        for (of, ratio) in [(10, 0.5..0.9), (25, 0.5..0.9), (1000, 1.1..1.15)] {
            let times = float(of) * 0.3;
            let (few, many) = (rate_of_few(times, of), rate(times, of));
            assert!(ratio.contains(&(few.margin() / many.margin())), "{of}: {few:?} {many:?}");
            assert!(few.low <= stats::rate(times, of).low && few.covers(few.value), "{of}: {few:?}");
        }
        assert_eq!((rate_of_few(0.0, 0).low, rate_of_few(0.0, 0).high), (0.0, 1.0));
    }

    #[test]
    fn chances_fall_below_one_in_twenty_where_intervals_leave_out_what_is_tested() {
        for up in 50..100 {
            let leaves_out = !rate(f64::from(up), 100).covers(0.5);
            assert_eq!(
                chance_of_signs(usize::try_from(up).unwrap(), usize::try_from(100 - up).unwrap()) < MISSES,
                leaves_out
            );
        }
        for count in [10, 100, 10_000] {
            let reach = reach(count);
            assert!((chance_of_mean(reach, count) - MISSES).abs() < 1e-9);
            assert!(chance_of_mean(0.99 * reach, count) > MISSES);
        }
        assert_eq!((chance_of_signs(0, 0), chance_of_mean(0.0, 50)), (1.0, 1.0));
    }

    /// Returns the number of 10,000 runs of a fair scenario, examined every 100 games up to 4,000, that are ever called
    /// unfair. `halves` draws the first side's half wins in 100 games.
    fn called_unfair(estimate: fn(f64, usize) -> Estimate, mut halves: impl FnMut() -> u32) -> usize {
        let mut known: BTreeMap<(usize, u32), bool> = BTreeMap::new();
        let mut unfair = 0;
        for _ in 0..10_000 {
            let mut sum = 0;
            let mut called = false;
            for games in (100..=4000).step_by(100) {
                sum += halves();
                called |=
                    *known.entry((games, sum)).or_insert_with(|| !estimate(f64::from(sum) / 2.0, games).covers(0.5));
            }
            unfair += usize::from(called);
        }
        unfair
    }

    #[test]
    fn a_fair_scenario_that_is_watched_is_called_unfair_in_at_most_one_run_of_twenty() {
        let mut dice = Pcg64::seed_from_u64(1);
        // One game per bit, each won or lost.
        let mut fair = |games: u32| (dice.next_u64() >> (64 - games)).count_ones();
        let mut decided = || 2 * (fair(50) + fair(50));
        let (fixed, any) = (called_unfair(stats::rate, &mut decided), called_unfair(rate, &mut decided));
        println!("of 10,000 runs without draws: {fixed} unfair by Wilson's interval, {any} by the sequence");
        assert!((2_900..3_500).contains(&fixed), "{fixed}");
        assert!((1..=500).contains(&any), "{any}");
        // Half of the games are draws.
        let mut drawn = || fair(50) + fair(50) + fair(50) + fair(50);
        let any = called_unfair(rate, &mut drawn);
        println!("of 10,000 runs in which half of the games are draws: {any} by the sequence");
        assert!(any <= 500, "{any}");
    }

    #[test]
    fn means_that_are_watched_are_missed_in_at_most_one_run_of_twenty() {
        let mut dice = Pcg64::seed_from_u64(2);
        let mut missed = [0_u32; 2];
        for _ in 0..2_000 {
            let (mut sum, mut squares) = (0.0, 0.0);
            let mut misses = [false; 2];
            for count in 1..=2_000_usize {
                // The points of two dice less those of two others.
                let points = f64::from((dice.next_u64() >> 40).count_ones()) - 12.0;
                sum += points;
                squares += points * points;
                if count % 100 == 0 {
                    let n = float(count);
                    let error = ((squares / n - (sum / n).powi(2)) / n).sqrt();
                    for (miss, reach) in misses.iter_mut().zip([1.96, reach(count)]) {
                        *miss |= (sum / n).abs() > reach * error;
                    }
                }
            }
            for (missed, miss) in missed.iter_mut().zip(misses) {
                *missed += u32::from(miss);
            }
        }
        println!("of 2,000 runs: {} missed by 1.96 standard errors, {} by the sequence", missed[0], missed[1]);
        assert!(missed[0] > 300 && missed[1] <= 100, "{missed:?}");
    }
}
