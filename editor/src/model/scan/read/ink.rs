//! The color of printed lines: learned from examples or from what stands out, and the strength of such a line in a band.

use super::band::{ACROSS, MIDDLE, STATIONS, STEP, Strip};
use super::{percentile, real};

/// The weight of each Oklab channel. Lightness varies with folds and grain, while hue does not.
const WEIGHTS: [f64; 3] = [1.0, 2.0, 2.0];
/// The half width of the part of a band whose colors are learned, in samples.
const CORE: usize = 8;
/// The distances from a line at which its sides are sampled, in samples: for thin and for broad lines.
const SIDES: [usize; 2] = [4, 8];
/// The number of samples that are averaged on a side.
const SIDE_WIDTH: usize = 3;
/// The maximum distance of a line from the axis of its band, in samples.
const REACH: usize = 10;
/// The fraction of the places that may be weaker than the strength of a line. A line that only crosses the band is
/// strong at few places; a number or a symbol hides a line at few places.
const WEAK_PLACES: f64 = 0.3;
/// The loss of strength of a line that moves sideways by one sample from place to place.
const BEND: f64 = 0.004;
/// The fraction of the strength at the middle of a line at which the line counts as broad.
const BREADTH_AT: f64 = 0.5;

/// A weighted difference of colors.
pub type Contrast = [f64; 3];

/// Returns the scalar product of two contrasts.
fn dot(a: Contrast, b: Contrast) -> f64 {
    (0..3).map(|n| a[n] * b[n]).sum()
}

/// Returns the size of a contrast.
pub fn size(contrast: Contrast) -> f64 {
    dot(contrast, contrast).sqrt()
}

/// Returns `a` minus `b`.
pub fn minus(a: Contrast, b: Contrast) -> Contrast {
    std::array::from_fn(|n| a[n] - b[n])
}

/// Returns the direction of `contrast` with size 1, or `None` for zero.
pub fn direction(contrast: Contrast) -> Option<Contrast> {
    let size = size(contrast);
    (size > 1e-6).then(|| contrast.map(|n| n / size))
}

/// Returns the mean of each channel over a range of samples.
fn mean(station: &[[f64; 3]], range: std::ops::RangeInclusive<usize>) -> Contrast {
    let part = station.get(range).unwrap_or_default();
    let count = real(part.len()).max(1.0);
    std::array::from_fn(|n| part.iter().map(|color| color[n]).sum::<f64>() / count * WEIGHTS[n])
}

/// Returns the differences of the color at sample `at` from the colors on both sides, at the distance `side`.
fn differences(station: &[[f64; 3]], at: usize, side: usize) -> Option<[Contrast; 2]> {
    let (low, high) = (at.checked_sub(side + SIDE_WIDTH - 1)?, at + side + SIDE_WIDTH - 1);
    if high >= ACROSS {
        return None;
    }
    let center = mean(station, at - 1..=at + 1);
    Some([minus(center, mean(station, low..=at - side)), minus(center, mean(station, at + side..=high))])
}

/// Returns how the core of a band differs from both of its sides. An edge between two areas, which differs from one side
/// only, counts as no difference. The median over all places leaves out what only crosses the band.
pub fn contrast(strip: &Strip) -> Contrast {
    let mut sums: [Vec<f64>; 3] = std::array::from_fn(|_| Vec::with_capacity(STATIONS));
    for station in strip.stations() {
        let mut sum = [0.0; 3];
        for at in MIDDLE - CORE..=MIDDLE + CORE {
            let Some([left, right]) = differences(station, at, SIDES[1]) else { continue };
            for n in 0..3 {
                sum[n] +=
                    if left[n] * right[n] > 0.0 { left[n].signum() * left[n].abs().min(right[n].abs()) } else { 0.0 };
            }
        }
        for n in 0..3 {
            sums[n].push(sum[n] / real(2 * CORE + 1));
        }
    }
    sums.map(|mut sums| percentile(&mut sums, 0.5))
}

/// The median of many contrasts and their usual deviation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Usual {
    /// The median of each channel: the printed outline of the hexes, for one.
    pub median: Contrast,
    /// The median distance from it.
    pub deviation: f64,
}

impl Usual {
    /// Returns the usual contrast among `contrasts`.
    pub fn of(contrasts: &[Contrast]) -> Self {
        let channel = |n: usize| percentile(&mut contrasts.iter().map(|contrast| contrast[n]).collect::<Vec<_>>(), 0.5);
        let median = [channel(0), channel(1), channel(2)];
        let mut far: Vec<f64> = contrasts.iter().map(|contrast| size(minus(*contrast, median))).collect();
        Self { median, deviation: percentile(&mut far, 0.5) }
    }
}

/// The strength and the width of a line in a band.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Line {
    /// The contrast in the direction of the learned color, at the weakest places that count.
    pub strength: f64,
    /// The width in hexes.
    pub width: f64,
}

/// Returns the line of the color `ink` that runs along the whole band.
pub fn line(strip: &Strip, ink: Contrast) -> Line {
    let mut table = Vec::with_capacity(STATIONS);
    for station in strip.stations() {
        let strength = |at: usize| {
            let of = |side: usize| {
                let [left, right] = differences(station, at, side)?;
                Some(dot(left, ink).min(dot(right, ink)))
            };
            SIDES.iter().filter_map(|side| of(*side)).fold(0.0, f64::max)
        };
        table.push((MIDDLE - REACH..=MIDDLE + REACH).map(strength).collect::<Vec<f64>>());
    }
    let path = best_path(&table);
    let mut along: Vec<f64> =
        path.iter().zip(&table).map(|(at, station)| station.get(*at).copied().unwrap_or_default()).collect();
    let strength = percentile(&mut along, WEAK_PLACES);
    let mut widths: Vec<f64> =
        strip.stations().zip(&path).map(|(station, at)| width(station, at + MIDDLE - REACH, ink)).collect();
    Line { strength, width: percentile(&mut widths, 0.5) * STEP }
}

/// Returns the number of samples around `at` that have at least half of its contrast.
fn width(station: &[[f64; 3]], at: usize, ink: Contrast) -> f64 {
    let value = |at: usize| station.get(at).map(|color| dot(std::array::from_fn(|n| color[n] * WEIGHTS[n]), ink));
    // The ground is what the wider surroundings have least of.
    let ground = |range: std::ops::Range<usize>| range.filter_map(value).fold(f64::INFINITY, f64::min);
    let base = ground(at.saturating_sub(MIDDLE)..at).max(ground(at + 1..(at + MIDDLE).min(ACROSS)));
    let top = (at.saturating_sub(1)..=at + 1).filter_map(value).fold(f64::NEG_INFINITY, f64::max);
    let is_line = |at: &usize| value(*at).is_some_and(|value| value > base + (top - base) * BREADTH_AT);
    if !(top > base && base.is_finite()) {
        return 0.0;
    }
    let right = (at..ACROSS).take_while(is_line).count();
    let left = (0..at).rev().take_while(is_line).count();
    real(left + right)
}

/// Returns the sideways position at each place of the strongest line that does not jump.
fn best_path(table: &[Vec<f64>]) -> Vec<usize> {
    const JUMP: usize = 3;
    let count = 2 * REACH + 1;
    let mut sums: Vec<f64> = vec![0.0; count];
    let mut from: Vec<Vec<usize>> = Vec::with_capacity(table.len());
    for station in table {
        let mut next = vec![0.0; count];
        let mut back = vec![0; count];
        for at in 0..count {
            let near = at.saturating_sub(JUMP)..=(at + JUMP).min(count - 1);
            let sum = |before: &usize| sums[*before] - BEND * real(before.abs_diff(at));
            let best = near.max_by(|a, b| sum(a).total_cmp(&sum(b))).unwrap_or(at);
            next[at] = sum(&best) + station.get(at).copied().unwrap_or_default();
            back[at] = best;
        }
        sums = next;
        from.push(back);
    }
    let mut at = (0..count).max_by(|a, b| sums[*a].total_cmp(&sums[*b])).unwrap_or_default();
    let mut path = Vec::with_capacity(table.len());
    for back in from.iter().rev() {
        path.push(at);
        at = back[at];
    }
    path.reverse();
    path
}
