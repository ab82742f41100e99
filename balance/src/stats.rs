//! Statistics: rates and means with intervals, regressions, and differences of paired games.
//!
//! [`Sampling`] distinguishes runs with a fixed number of games from runs that are watched.
//!
//! Sources: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927),
//! 209–212 for rates; S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of
//! Statistics 6 (1979), 65–70 for many tests at once; R. A. Fisher, "On the probable error of a coefficient of correlation
//! deduced from a small sample", Metron 1 (1921), 3–32 for correlations. The sources for sequential runs are in
//! `sequential.rs`.

use serde::Serialize;
use statrs::distribution::{Binomial, ContinuousCDF, DiscreteCDF, StudentsT};

pub use crate::estimate::Estimate;
use crate::estimate::float;
use crate::sequential;

/// The normal quantile of 95 % intervals.
const Z: f64 = 1.959_963_984_540_054;

/// The rule for the number of games, on which intervals and tests depend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Sampling {
    /// The number was fixed in advance, and all games were played.
    Fixed,
    /// The run may be watched and stopped at any time: intervals hold after every number of games at once.
    Sequential,
}

impl Sampling {
    /// Returns the heading of a column of intervals.
    pub fn heading(self) -> &'static str {
        match self {
            Self::Fixed => "95 %",
            Self::Sequential => "anytime 95 %",
        }
    }

    /// Returns the share of `times` in `of` games; a draw may count as half a time.
    pub fn rate(self, times: f64, of: usize) -> Estimate {
        match self {
            Self::Fixed => rate(times, of),
            Self::Sequential => sequential::rate(times, of),
        }
    }

    /// Summarizes `numbers`; all 0 if there are none.
    pub fn summary(self, numbers: impl IntoIterator<Item = f64>) -> Summary {
        let mut brief = Summary::default();
        let mut sorted: Vec<f64> = numbers.into_iter().collect();
        sorted.sort_by(f64::total_cmp);
        let (Some(least), Some(most)) = (sorted.first().copied(), sorted.last().copied()) else { return brief };
        (brief.mean, brief.deviation) = mean_and_deviation(&sorted);
        let quantile = |part: f64| {
            let at = part * float(sorted.len() - 1);
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a place in the list")]
            let below = at.floor() as usize;
            let (low, high) = (sorted[below], sorted[(below + 1).min(sorted.len() - 1)]);
            low + (high - low) * (at - at.floor())
        };
        let margin = self.margin(brief.deviation, sorted.len());
        Summary { margin, least, lower: quantile(0.25), median: quantile(0.5), upper: quantile(0.75), most, ..brief }
    }

    /// Returns the mean of `numbers` with its interval; `None` for fewer than two.
    pub fn mean(self, numbers: &[f64]) -> Option<Estimate> {
        if numbers.len() < 2 {
            return None;
        }
        let (value, deviation) = mean_and_deviation(numbers);
        let half = self.margin(deviation, numbers.len());
        Some(Estimate { low: value - half, value, high: value + half })
    }

    /// Returns half the width of the interval of a mean.
    fn margin(self, deviation: f64, count: usize) -> f64 {
        let errors = match self {
            Self::Fixed => student(count).map_or(0.0, |t| t.inverse_cdf(0.975)),
            Self::Sequential => sequential::reach(count),
        };
        errors * deviation / float(count).sqrt()
    }

    /// Returns the share of the variance of the pairs' second numbers that linear regression on the first explains, from
    /// 0 to 1, with Fisher's interval; `None` if either does not vary, or for fewer than four pairs.
    pub fn explained(self, pairs: &[(f64, f64)]) -> Option<Estimate> {
        let n = float(pairs.len().max(1));
        let mean_x = pairs.iter().map(|pair| pair.0).sum::<f64>() / n;
        let mean_y = pairs.iter().map(|pair| pair.1).sum::<f64>() / n;
        let sum = |of: &dyn Fn(f64, f64) -> f64| pairs.iter().map(|(x, y)| of(x - mean_x, y - mean_y)).sum::<f64>();
        let (xx, yy, xy) = (sum(&|x, _| x * x), sum(&|_, y| y * y), sum(&|x, y| x * y));
        // Rounding gives constant numbers a tiny variance.
        let varies = |squares: f64| squares > 1e-9 * n;
        if pairs.len() < 4 || !varies(xx) || !varies(yy) {
            return None;
        }
        let errors = match self {
            Self::Fixed => Z,
            Self::Sequential => sequential::reach(pairs.len()),
        };
        let value = (xy * xy / (xx * yy)).min(1.0);
        let (middle, half) = (value.sqrt().atanh(), errors / (n - 3.0).sqrt());
        let square = |correlation: f64| correlation.max(0.0).tanh().powi(2);
        Some(Estimate { low: square(middle - half), value, high: square(middle + half) })
    }

    /// Returns the p-value of a sign test on paired games, of which `up` improved and `down` worsened; for a fixed number
    /// of games, McNemar's exact test.
    pub fn sign_test(self, up: usize, down: usize) -> f64 {
        if self == Self::Sequential {
            return sequential::chance_of_signs(up, down);
        }
        let games = up + down;
        if games == 0 {
            return 1.0;
        }
        let fewer = up.min(down) as u64;
        Binomial::new(0.5, games as u64).map_or(1.0, |coin| (2.0 * coin.cdf(fewer)).min(1.0))
    }

    /// Returns the p-value of the mean of `numbers` against 0; for a fixed number of games, Student's t test.
    pub fn mean_test(self, numbers: &[f64]) -> f64 {
        let (mean, deviation) = mean_and_deviation(numbers);
        if deviation == 0.0 {
            return if mean == 0.0 || numbers.len() < 2 { 1.0 } else { 0.0 };
        }
        let errors = mean.abs() / (deviation / float(numbers.len()).sqrt());
        match self {
            Self::Fixed => student(numbers.len()).map_or(1.0, |t| 2.0 * t.sf(errors)),
            Self::Sequential => sequential::chance_of_mean(errors, numbers.len()),
        }
    }
}

/// Returns the share of `times` in `of` games with Wilson's interval; a draw may count as half a time. Without games, the
/// interval is 0 to 1.
pub(crate) fn rate(times: f64, of: usize) -> Estimate {
    if of == 0 {
        return Estimate { low: 0.0, value: 0.5, high: 1.0 };
    }
    let n = float(of);
    let p = times / n;
    let middle = (p + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
    let half = Z / (1.0 + Z * Z / n) * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    Estimate { low: (middle - half).max(0.0), value: p, high: (middle + half).min(1.0) }
}

/// A summary of numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Summary {
    /// The mean.
    pub mean: f64,
    /// Half the width of the mean's 95 % interval.
    pub margin: f64,
    /// The standard deviation.
    pub deviation: f64,
    /// The minimum.
    pub least: f64,
    /// The lower quartile.
    pub lower: f64,
    /// The median.
    pub median: f64,
    /// The upper quartile.
    pub upper: f64,
    /// The maximum.
    pub most: f64,
}

fn mean_and_deviation(numbers: &[f64]) -> (f64, f64) {
    let n = float(numbers.len().max(1));
    let mean = numbers.iter().sum::<f64>() / n;
    let squares = numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>();
    (mean, if numbers.len() < 2 { 0.0 } else { (squares / (n - 1.0)).sqrt() })
}

/// Returns Student's distribution for the mean of `count` numbers.
fn student(count: usize) -> Option<StudentsT> {
    StudentsT::new(0.0, 1.0, float(count.saturating_sub(1))).ok()
}

/// Corrects the p-values of simultaneous tests after Holm: each below 0.05 is significant.
pub fn holm(probabilities: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..probabilities.len()).collect();
    order.sort_by(|a, b| probabilities[*a].total_cmp(&probabilities[*b]));
    let mut corrected = vec![1.0; probabilities.len()];
    let mut least = 0.0_f64;
    for (rank, at) in order.into_iter().enumerate() {
        least = least.max(probabilities[at] * float(probabilities.len() - rank)).min(1.0);
        corrected[at] = least;
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64) {
        assert!((a - b).abs() < 5e-4, "{a} is not {b}");
    }

    #[test]
    fn rates_have_the_intervals_that_wilson_gives_them() {
        // Newcombe (1998), "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17,
        // 857-872, table I, method 3.
        for (times, of, low, high) in [
            (81.0, 263, 0.2553, 0.3662),
            (15.0, 148, 0.0624, 0.1605),
            (0.0, 20, 0.0, 0.1611),
            (1.0, 29, 0.0061, 0.1718),
        ] {
            let rate = rate(times, of);
            near(rate.low, low);
            near(rate.high, high);
            assert!(rate.covers(rate.value));
        }
        assert_eq!((rate(0.0, 0).low, rate(0.0, 0).high), (0.0, 1.0));
        near(rate(20.0, 20).low, 1.0 - 0.1611);
    }

    #[test]
    fn numbers_are_summed_up() {
        let brief = Sampling::Fixed.summary([4.0, 1.0, 3.0, 2.0, 5.0]);
        assert_eq!((brief.least, brief.lower, brief.median, brief.upper, brief.most), (1.0, 2.0, 3.0, 4.0, 5.0));
        near(brief.mean, 3.0);
        near(brief.deviation, 2.5_f64.sqrt());
        // t with 4 degrees of freedom: 2.776.
        near(brief.margin, 2.7764 * (2.5_f64 / 5.0).sqrt());
        assert_eq!(Sampling::Fixed.summary([]), Summary::default());
        assert_eq!((Sampling::Fixed.summary([7.0]).mean, Sampling::Fixed.summary([7.0]).margin), (7.0, 0.0));
        assert_eq!(Sampling::Fixed.mean(&[1.0]), None);
    }

    #[test]
    fn a_line_explains_what_lies_on_it() {
        let line: Vec<_> = (0..9).map(|x| (f64::from(x), 3.0 - 2.0 * f64::from(x))).collect();
        let explained = |pairs: &[(f64, f64)]| Sampling::Fixed.explained(pairs);
        near(explained(&line).unwrap().value, 1.0);
        let cross = [(0.0, 1.0), (0.0, -1.0), (1.0, 0.0), (-1.0, 0.0)];
        let none = explained(&cross).unwrap();
        near(none.value, 0.0);
        near(none.low, 0.0);
        assert_eq!(explained(&[(1.0, 1.0), (1.0, 2.0), (1.0, 3.0), (1.0, 4.0)]), None);
        assert_eq!(explained(&[]), None);
    }

    #[test]
    fn what_is_explained_has_an_interval() {
        // A correlation of 0.5 in 32 pairs: Fisher's z is 0.5493, and 1.96 of its errors 0.3640.
        let pair = |at: u32| (f64::from(at % 2), f64::from((at + u32::from(at % 8 < 2)) % 2));
        let pairs: Vec<_> = (0..32).map(pair).collect();
        let fixed = Sampling::Fixed.explained(&pairs).unwrap();
        near(fixed.value, 0.25);
        near(fixed.low, 0.0336);
        near(fixed.high, 0.5224);
        let watched = Sampling::Sequential.explained(&pairs).unwrap();
        assert!(watched.low <= fixed.low && fixed.high < watched.high && watched.value == fixed.value);
    }

    #[test]
    fn differences_by_chance_are_told_from_others() {
        near(Sampling::Fixed.sign_test(0, 5), 0.0625);
        near(Sampling::Fixed.sign_test(3, 3), 1.0);
        near(Sampling::Fixed.sign_test(0, 0), 1.0);
        // Of 20, 5 or fewer: 0.0207, on both sides 0.0414.
        near(Sampling::Fixed.sign_test(15, 5), 0.0414);
        near(Sampling::Fixed.mean_test(&[1.0, -1.0, 1.0, -1.0]), 1.0);
        // t = 3 / (sqrt(2.5) / sqrt(5)) = 4.2426 with 4 degrees of freedom.
        near(Sampling::Fixed.mean_test(&[1.0, 2.0, 3.0, 4.0, 5.0]), 0.0132);
        near(Sampling::Fixed.mean_test(&[2.0, 2.0]), 0.0);
        near(Sampling::Fixed.mean_test(&[0.0, 0.0]), 1.0);
    }

    #[test]
    fn many_tests_at_once_are_corrected() {
        let corrected = holm(&[0.01, 0.04, 0.03, 0.005]);
        for (found, expected) in corrected.iter().zip([0.03, 0.06, 0.06, 0.02]) {
            near(*found, expected);
        }
        assert!(holm(&[]).is_empty());
        assert_eq!(holm(&[0.9, 0.8]), [1.0, 1.0]);
    }
}
