//! Lines of points: their length, points along them, and smoothing.

use crate::plane::Point;

/// Returns the length of a line, in centimeters.
pub fn length(line: &[Point]) -> f64 {
    line.windows(2).map(|pair| pair[0].distance(pair[1])).sum()
}

/// Returns the distance from the start to each point of a line, in centimeters.
pub fn distances(line: &[Point]) -> Vec<f64> {
    let mut sum = 0.0;
    let mut all = Vec::with_capacity(line.len());
    for (n, point) in line.iter().enumerate() {
        if let Some(last) = n.checked_sub(1).and_then(|last| line.get(last)) {
            sum += last.distance(*point);
        }
        all.push(sum);
    }
    all
}

/// Returns points at equal distances of about `step` centimeters along a line, its ends included.
pub fn sampled(line: &[Point], step: f64) -> Vec<Point> {
    let (Some(first), Some(last)) = (line.first(), line.last()) else { return Vec::new() };
    let along = distances(line);
    let total = along.last().copied().unwrap_or(0.0);
    // A line of a million points at most, whatever its length.
    let count = libm::round(total / step.max(1.0)).clamp(1.0, 1e6) as usize;
    let mut samples = vec![*first];
    let mut piece = 0;
    for n in 1..count {
        let at = total * n as f64 / count as f64;
        while along.get(piece + 1).is_some_and(|end| *end < at) {
            piece += 1;
        }
        samples.push(between(line, &along, piece, at));
    }
    samples.push(*last);
    samples
}

/// Returns the point `at` centimeters from the start of a line, which lies on the piece `piece`.
fn between(line: &[Point], along: &[f64], piece: usize, at: f64) -> Point {
    let (Some(a), Some(b)) = (line.get(piece), line.get(piece + 1)) else {
        return line.last().copied().unwrap_or_default();
    };
    let (Some(from), Some(to)) = (along.get(piece), along.get(piece + 1)) else { return *a };
    let part = if to > from { (at - from) / (to - from) } else { 0.0 };
    a.toward(*b, part.clamp(0.0, 1.0))
}

/// Returns a line whose points are means of those near them along the line, weighted by a bell curve with the width `sigma`, in
/// centimeters. Near the ends the bell gets narrower, so that they stay where they are.
pub fn smoothed(line: &[Point], sigma: f64) -> Vec<Point> {
    // Four samples a width make the mean as good as an integral.
    let step = sigma / 4.0;
    if sigma < 1.0 || line.len() < 2 {
        return line.to_vec();
    }
    let samples = sampled(line, step);
    let total = length(line);
    let spacing = total / (samples.len() - 1).max(1) as f64;
    if spacing <= 0.0 {
        return line.to_vec();
    }
    let last = samples.len() - 1;
    (0..=last)
        .map(|n| {
            let to_end = n.min(last - n) as f64 * spacing;
            let width = sigma.min(to_end / 2.0);
            let reach = (libm::floor(2.0 * width / spacing) as usize).min(n).min(last - n);
            if reach == 0 {
                return samples.get(n).copied().unwrap_or_default();
            }
            let (mut x, mut y, mut weights) = (0.0, 0.0, 0.0);
            for (k, sample) in samples.iter().enumerate().take(n + reach + 1).skip(n - reach) {
                let off = k.abs_diff(n) as f64 * spacing / width;
                let weight = libm::exp(-off * off / 2.0);
                x += weight * f64::from(sample.x);
                y += weight * f64::from(sample.y);
                weights += weight;
            }
            Point::rounded(x / weights, y / weights)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: i32, y: i32) -> Point {
        Point { x, y }
    }

    #[test]
    fn samples_lie_on_the_line_at_equal_distances() {
        let line = [at(0, 0), at(1000, 0), at(1000, 0), at(1000, 500)];
        assert_eq!(length(&line), 1500.0);
        assert_eq!(distances(&line), [0.0, 1000.0, 1000.0, 1500.0]);
        let samples = sampled(&line, 300.0);
        assert_eq!(samples, [at(0, 0), at(300, 0), at(600, 0), at(900, 0), at(1000, 200), at(1000, 500)]);
        assert_eq!(sampled(&[at(5, 5), at(5, 5)], 10.0), [at(5, 5), at(5, 5)]);
        assert_eq!(sampled(&[], 10.0), []);
    }

    #[test]
    fn smoothing_keeps_ends_and_straight_lines_and_flattens_bends() {
        let straight = [at(0, 0), at(100_000, 50_000)];
        for point in smoothed(&straight, 10_000.0) {
            assert!((point.x - 2 * point.y).abs() <= 3, "{point:?}");
        }
        let zigzag: Vec<Point> = (0..40).map(|n| at(n * 1000, if n % 2 == 0 { 0 } else { 1000 })).collect();
        let smooth = smoothed(&zigzag, 5000.0);
        assert_eq!((smooth.first(), smooth.last()), (zigzag.first(), zigzag.last()));
        let middle = &smooth[smooth.len() / 3..smooth.len() * 2 / 3];
        assert!(middle.iter().all(|point| (450..550).contains(&point.y)), "{middle:?}");
    }
}
