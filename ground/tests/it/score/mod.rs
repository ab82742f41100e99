//! Scores of a map against its country.

pub(crate) mod ground;
pub(crate) mod rivers;
pub(crate) mod roads;

/// A part of a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Part {
    pub(crate) right: usize,
    pub(crate) all: usize,
}

impl Part {
    pub(crate) fn add(&mut self, is_right: bool) {
        self.right += usize::from(is_right);
        self.all += 1;
    }

    /// Returns the part from 0 to 1; 1 of nothing.
    pub(crate) fn value(self) -> f64 {
        if self.all == 0 { 1.0 } else { self.right as f64 / self.all as f64 }
    }
}

/// Returns the middle of `values`, and the least.
pub(crate) fn median_and_least(mut values: Vec<f64>) -> (f64, f64) {
    values.sort_by(f64::total_cmp);
    (values[values.len() / 2], values[0])
}
