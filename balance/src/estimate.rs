//! A value with its interval: the result of every statistic.

use serde::Serialize;

/// A value with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The lower end.
    pub low: f64,
    /// The value.
    pub value: f64,
    /// The upper end.
    pub high: f64,
}

impl Estimate {
    /// Returns half the width of the interval.
    pub fn margin(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// Returns `true` if `value` lies in the interval.
    pub fn covers(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }
}

/// Converts a count to a floating-point number.
#[expect(clippy::cast_precision_loss, reason = "counts of games and units are far below 2^52")]
pub(crate) fn float(count: usize) -> f64 {
    count as f64
}
