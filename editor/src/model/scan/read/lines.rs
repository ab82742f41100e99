//! Streams and rivers along hexsides, and roads from hex to hex.
//!
//! The color of a line is learned from the lines that the map has already; without any, from the places that stand out.
//! A line counts if it runs along the whole band, so that a road that crosses a hexside is no stream. A line that
//! continues at both ends counts more than one that stands alone.

use std::collections::BTreeMap;

use battlewright_schema::{Cell, Grid};

use super::band::{Band, STEP};
use super::ink::{Contrast, Line, Usual, contrast, direction, line, minus, size};
use super::window::ScanWindow;
use super::{MOST_HEXES, ReadRefusal, percentile, real};
use crate::model::survey::net::{NeighborPair, pair};

/// A kind of line on a printed map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PrintedLine {
    /// A thin line of water along a hexside.
    Stream,
    /// A broad line of water along a hexside.
    River,
    /// A line from the center of a hex to that of the next.
    Road,
}

/// A suggested line between two adjacent hexes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LineGuess {
    /// The kind of line.
    pub kind: PrintedLine,
    /// The confidence from 0 to 1: 0 at the border between a line and none, 1 for a line as strong as the examples.
    pub confidence: f64,
}

/// The direction in which water differs from the ground: mainly to blue, and darker.
const BLUE: Contrast = [-0.35, -0.15, -0.92];
/// The minimum agreement of the color of water with [`BLUE`], as a cosine, if there are no examples.
const BLUISH: f64 = 0.6;
/// The minimum contrast of a line that stands out.
const FAINT: f64 = 0.012;
/// The contrast of a line that stands out, in usual deviations.
const STANDS_OUT: f64 = 5.0;
/// The contrast of examples that differ from other places, in usual deviations.
const LEARNED: f64 = 3.5;
/// The agreement of two contrasts of the same color, as a cosine.
const SAME_COLOR: f64 = 0.8;
/// The minimum number of places that stand out.
const FEWEST: usize = 3;
/// The likeness to the examples from which a line is suggested.
const LINE: f64 = 0.5;
/// The greatest change of likeness by lines at both ends.
const SUPPORT: f64 = 0.5;
/// The likeness that counts as a continuation beyond the edge of the map.
const EDGE: f64 = 0.6;
/// The ratio of widths from which water without examples of both kinds is told apart into streams and rivers.
const BROAD: f64 = 1.6;

/// Returns the pairs of adjacent hexes of the map.
fn pairs(grid: &Grid, has: &dyn Fn(Cell) -> bool) -> Vec<NeighborPair> {
    let of = |cell: Cell| grid.neighbors(cell).into_iter().flatten().filter(move |other| *other > cell);
    let all = grid.cells().filter(|cell| has(*cell)).flat_map(|cell| of(cell).map(move |other| pair(cell, other)));
    all.filter(|(a, b)| has(*a) && has(*b)).collect()
}

/// The likeness of each place to a line, and the widths of the lines.
struct Likeness {
    /// 0 for the usual place without a line, 1 for the usual example.
    values: BTreeMap<NeighborPair, f64>,
    lines: BTreeMap<NeighborPair, Line>,
}

/// Finds the contrast that stands out among all, and which have it.
type StandingOut<'a> = dyn Fn(&[Contrast], Usual) -> Option<(Contrast, Vec<usize>)> + 'a;

/// Measures lines in the bands of all `pairs`.
fn measure(
    window: &ScanWindow<'_>,
    pairs: &[NeighborPair],
    band: &dyn Fn(NeighborPair) -> Band,
    examples: &dyn Fn(&NeighborPair) -> bool,
    standing_out: &StandingOut<'_>,
) -> Result<Likeness, ReadRefusal> {
    let mut seen: Vec<NeighborPair> = Vec::new();
    let mut contrasts: Vec<Contrast> = Vec::new();
    for pair in pairs {
        if let Some(strip) = band(*pair).strip(window) {
            seen.push(*pair);
            contrasts.push(contrast(&strip));
        }
    }
    if seen.len() < FEWEST {
        return Err(ReadRefusal::OffPicture);
    }
    let usual = Usual::of(&contrasts);
    let shown: Vec<usize> = seen.iter().enumerate().filter(|(_, pair)| examples(pair)).map(|(n, _)| n).collect();
    let refusal = if shown.is_empty() { ReadRefusal::NoLines } else { ReadRefusal::PlainExamples };
    let learned = {
        let channel = |n: usize| percentile(&mut shown.iter().map(|at| contrasts[*at][n]).collect::<Vec<_>>(), 0.5);
        let far = minus([channel(0), channel(1), channel(2)], usual.median);
        let is_clear = !shown.is_empty() && size(far) > FAINT.max(LEARNED * usual.deviation);
        direction(far).filter(|_| is_clear).map(|ink| (ink, shown))
    };
    // The lines of a new scenario are not on the scan, so that they are no examples.
    let (ink, seeds) = learned.or_else(|| standing_out(&contrasts, usual)).ok_or(refusal)?;
    // The strips are sampled again, since those of a large map would take hundreds of megabytes.
    let lines: Vec<Line> =
        seen.iter().map(|pair| band(*pair).strip(window).map(|strip| line(&strip, ink)).unwrap_or_default()).collect();
    let base = percentile(&mut lines.iter().map(|line| line.strength).collect::<Vec<_>>(), 0.5);
    let top = percentile(&mut seeds.iter().map(|at| lines[*at].strength).collect::<Vec<_>>(), 0.5);
    let mut off: Vec<f64> = lines.iter().map(|line| (line.strength - base).abs()).collect();
    // Lines that are not stronger than the usual deviation cannot be told from none.
    if top - base < (2.5 * percentile(&mut off, 0.5)).max(FAINT) {
        return Err(refusal);
    }
    let value = |line: &Line| (line.strength - base) / (top - base);
    let values = seen.iter().copied().zip(lines.iter().map(value)).collect();
    Ok(Likeness { values, lines: seen.into_iter().zip(lines).collect() })
}

/// Returns the color of the bluest places, and their indices, or `None` if no place is markedly bluer than usual.
fn blue(contrasts: &[Contrast], usual: Usual) -> Option<(Contrast, Vec<usize>)> {
    let least = FAINT.max(STANDS_OUT * usual.deviation);
    let blue = |ink: Contrast| -> Vec<usize> {
        let score = |contrast: &Contrast| -> f64 { (0..3).map(|n| (contrast[n] - usual.median[n]) * ink[n]).sum() };
        contrasts.iter().enumerate().filter(|(_, contrast)| score(contrast) > least).map(|(n, _)| n).collect()
    };
    let color = |places: &[usize]| direction(sum(places, contrasts, usual));
    let first = blue(direction(BLUE)?);
    let ink = color(&first).filter(|_| first.len() >= FEWEST)?;
    let places = blue(ink);
    let ink = color(&places).filter(|_| places.len() >= FEWEST)?;
    let likeness: f64 = (0..3).map(|n| ink[n] * BLUE[n]).sum();
    (likeness > BLUISH).then_some((ink, places))
}

/// Returns the most common color of the places that stand out, and their indices, or `None` if there are few.
fn commonest(contrasts: &[Contrast], usual: Usual) -> Option<(Contrast, Vec<usize>)> {
    /// The maximum number of places that are compared with each other.
    const COMPARED: usize = 500;
    let least = FAINT.max(STANDS_OUT * usual.deviation);
    let far = |n: &usize| contrasts.get(*n).map_or([0.0; 3], |contrast| minus(*contrast, usual.median));
    let mut out: Vec<usize> = (0..contrasts.len()).filter(|n| size(far(n)) > least).collect();
    out.sort_by(|a, b| size(far(b)).total_cmp(&size(far(a))));
    out.truncate(COMPARED);
    let same = |a: &usize, b: &usize| match (direction(far(a)), direction(far(b))) {
        (Some(a), Some(b)) => (0..3).map(|n| a[n] * b[n]).sum::<f64>() > SAME_COLOR,
        _ => false,
    };
    let alike = |of: &usize| -> Vec<usize> { out.iter().filter(|other| same(of, other)).copied().collect() };
    let places = out.iter().map(alike).max_by_key(Vec::len).filter(|places| places.len() >= FEWEST)?;
    Some((direction(sum(&places, contrasts, usual))?, places))
}

/// Returns the sum of the differences of some contrasts from the usual one.
fn sum(places: &[usize], contrasts: &[Contrast], usual: Usual) -> Contrast {
    places.iter().filter_map(|at| contrasts.get(*at)).fold([0.0; 3], |sum, contrast| {
        let far = minus(*contrast, usual.median);
        std::array::from_fn(|n| sum[n] + far[n])
    })
}

/// Reads the streams and rivers along the hexsides of `grid`. `has` tells which hexes the map has, and `examples`
/// contains the water that is known.
///
/// # Errors
/// The map is too large, is off the picture, or no water stands out.
pub fn water(
    window: &ScanWindow<'_>,
    grid: &Grid,
    has: &dyn Fn(Cell) -> bool,
    examples: &BTreeMap<NeighborPair, PrintedLine>,
) -> Result<BTreeMap<NeighborPair, LineGuess>, ReadRefusal> {
    check_size(grid)?;
    let is_example = |pair: &NeighborPair| examples.contains_key(pair);
    let found = measure(window, &pairs(grid, has), &|(a, b)| Band::along(grid, a, b), &is_example, &blue)?;
    let next = |(a, b): NeighborPair| -> Vec<Vec<NeighborPair>> {
        corners(grid, a, b).into_iter().map(|c| vec![pair(a, c), pair(b, c)]).collect()
    };
    let values = supported(&found.values, examples, &next);
    let kind = widths(&found, &values, examples);
    let guess = |(place, value): (&NeighborPair, &f64)| {
        let line = found.lines.get(place)?;
        let confidence = ((value - LINE) * 2.0).clamp(0.0, 1.0);
        (*value > LINE && !is_example(place)).then_some((*place, LineGuess { kind: kind(line.width), confidence }))
    };
    Ok(values.iter().filter_map(guess).collect())
}

/// Reads the roads between the centers of adjacent hexes of `grid`. `has` tells which hexes the map has, and `examples`
/// contains the roads that are known.
///
/// # Errors
/// The map is too large, is off the picture, or no roads stand out.
pub fn roads(
    window: &ScanWindow<'_>,
    grid: &Grid,
    has: &dyn Fn(Cell) -> bool,
    examples: &BTreeMap<NeighborPair, PrintedLine>,
) -> Result<BTreeMap<NeighborPair, LineGuess>, ReadRefusal> {
    check_size(grid)?;
    let is_example = |pair: &NeighborPair| examples.contains_key(pair);
    let found = measure(window, &pairs(grid, has), &|(a, b)| Band::between(grid, a, b), &is_example, &commonest)?;
    let next = |(a, b): NeighborPair| -> Vec<Vec<NeighborPair>> {
        let steps = |from: Cell, not: Cell| -> Vec<NeighborPair> {
            let others = grid.neighbors(from).into_iter().flatten();
            // A road does not turn back sharply, so only steps to other sides count as a continuation.
            let ahead = others.filter(|other| *other != not && grid.distance(*other, not) > 1);
            ahead.map(|other| pair(from, other)).collect()
        };
        vec![steps(a, b), steps(b, a)]
    };
    let values = supported(&found.values, examples, &next);
    let value = |a: Cell, b: Cell| values.get(&pair(a, b)).copied().unwrap_or_default();
    let is_shortcut = |(a, b): &NeighborPair| {
        // Of three roads between three hexes that meet in a corner, the faintest is the corner of the other two.
        corners(grid, *a, *b).into_iter().any(|c| value(*a, c).min(value(*b, c)) > value(*a, *b).max(LINE))
    };
    let guess = |(place, value): (&NeighborPair, &f64)| {
        let is_road = *value > LINE && !is_example(place) && !is_shortcut(place);
        let confidence = ((value - LINE) * 2.0).clamp(0.0, 1.0);
        is_road.then_some((*place, LineGuess { kind: PrintedLine::Road, confidence }))
    };
    Ok(values.iter().filter_map(guess).collect())
}

fn check_size(grid: &Grid) -> Result<(), ReadRefusal> {
    let hexes = usize::from(grid.columns()) * usize::from(grid.rows());
    if hexes > MOST_HEXES { Err(ReadRefusal::TooManyHexes) } else { Ok(()) }
}

/// Returns the hexes that meet `a` and its neighbor `b` in a corner.
fn corners(grid: &Grid, a: Cell, b: Cell) -> Vec<Cell> {
    grid.neighbors(a).into_iter().flatten().filter(|other| *other != b && grid.distance(*other, b) == 1).collect()
}

/// Returns the likeness of all places after taking their continuations into account: `next` returns the places that
/// continue a line, for each of its ends. A clear case does not change.
fn supported(
    values: &BTreeMap<NeighborPair, f64>,
    examples: &BTreeMap<NeighborPair, PrintedLine>,
    next: &dyn Fn(NeighborPair) -> Vec<Vec<NeighborPair>>,
) -> BTreeMap<NeighborPair, f64> {
    const ROUNDS: usize = 2;
    let mut now = values.clone();
    for _ in 0..ROUNDS {
        let known = |place: &NeighborPair| {
            if examples.contains_key(place) { Some(1.0) } else { now.get(place).map(|value| value.clamp(0.0, 1.0)) }
        };
        let with_support = |(place, value): (&NeighborPair, &f64)| {
            let ends = next(*place);
            let end = |at: usize| match ends.get(at).map(|places| places.iter().filter_map(known).collect::<Vec<_>>()) {
                Some(values) if !values.is_empty() => values.into_iter().fold(0.0, f64::max),
                _ => EDGE,
            };
            let doubt = (1.0 - (2.0 * value - 1.0).abs()).max(0.0);
            (*place, value + SUPPORT * doubt * ((end(0) + end(1)) / 2.0 - 0.5))
        };
        now = values.iter().map(with_support).collect();
    }
    now
}

/// Returns the function that tells a stream from a river by its width. With examples of both, the nearer one counts;
/// with examples of one kind, widths far from it; without any, the widest gap between two groups.
fn widths(
    found: &Likeness,
    values: &BTreeMap<NeighborPair, f64>,
    examples: &BTreeMap<NeighborPair, PrintedLine>,
) -> impl Fn(f64) -> PrintedLine + use<> {
    let known = |kind: PrintedLine| -> Option<f64> {
        let of_kind = examples.iter().filter(|(_, other)| **other == kind);
        let mut widths: Vec<f64> = of_kind.filter_map(|(place, _)| Some(found.lines.get(place)?.width)).collect();
        (!widths.is_empty()).then(|| percentile(&mut widths, 0.5).max(STEP))
    };
    let border = match (known(PrintedLine::Stream), known(PrintedLine::River)) {
        (Some(stream), Some(river)) => (stream * river).sqrt(),
        (Some(stream), None) => stream * BROAD,
        (None, Some(river)) => river / BROAD,
        (None, None) => {
            let suggested = values.iter().filter(|(_, value)| **value > LINE);
            let widths: Vec<f64> = suggested.filter_map(|(place, _)| Some(found.lines.get(place)?.width)).collect();
            two_groups(widths)
        }
    };
    move |width| if width > border { PrintedLine::River } else { PrintedLine::Stream }
}

/// Returns the border between two groups of widths, or infinity if they are one group. The border is where the groups
/// on both sides vary least.
fn two_groups(mut widths: Vec<f64>) -> f64 {
    /// The minimum size of a group.
    const GROUP: usize = 3;
    widths.sort_by(f64::total_cmp);
    let mean = |part: &[f64]| part.iter().sum::<f64>() / real(part.len()).max(1.0);
    let vary = |part: &[f64]| part.iter().map(|width| (width - mean(part)).powi(2)).sum::<f64>();
    let cuts = GROUP..widths.len().saturating_sub(GROUP - 1);
    let cut = cuts.min_by(|a, b| {
        let at = |cut: &usize| {
            let (low, high) = widths.split_at(*cut);
            vary(low) + vary(high)
        };
        at(a).total_cmp(&at(b))
    });
    let Some((low, high)) = cut.map(|cut| widths.split_at(cut)) else { return f64::INFINITY };
    let border = (mean(low) + mean(high)) / 2.0;
    if mean(high) > BROAD * mean(low).max(STEP) { border } else { f64::INFINITY }
}

#[cfg(test)]
mod tests;
