//! Figures as text: numbers, shares, intervals, durations.

use crate::estimate::Estimate;

/// Formats a number with three significant digits or so.
pub fn number(value: f64) -> String {
    if value.abs() >= 100.0 {
        format!("{value:.0}")
    } else if value.abs() >= 10.0 {
        format!("{value:.1}")
    } else {
        format!("{value:.2}")
    }
}

/// Formats a share in percent.
pub fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// Formats an interval of shares in percent.
pub fn interval(rate: &Estimate) -> String {
    format!("{:.1} to {:.1}", 100.0 * rate.low, 100.0 * rate.high)
}

/// Formats a duration in the largest suitable unit, such as `"3 min"`.
pub fn duration(seconds: u64) -> String {
    match seconds {
        0..100 => format!("{seconds} s"),
        100..6000 => format!("{} min", seconds.div_ceil(60)),
        _ => format!("{} h", seconds.div_ceil(3600)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_the_unit_that_tells_them() {
        assert_eq!([7, 99, 100, 5999, 6000].map(duration), ["7 s", "99 s", "2 min", "100 min", "2 h"]);
    }
}
