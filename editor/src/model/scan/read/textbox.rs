//! The place of the number in a hex: the part that differs from hex to hex, and does so in most hexes.

use battlewright_schema::{Cell, Grid};

use super::band::even;
use super::window::ScanWindow;
use super::{percentile, real};
use crate::model::scan::scheme::lattice;

/// The number of samples across a hex.
const SIDE: usize = 56;
/// The half width of the surroundings with which a sample is compared, in samples.
const AROUND: usize = 5;
/// The distance from the center of a side at which samples are taken as the outline of the hex, in hexes.
const RIM: f64 = 0.46;
/// The share of the greatest variation that counts as text.
const TEXT: f64 = 0.4;
/// The ratio of the variation of text to that of other places.
const CLEARER: f64 = 1.6;
/// The maximum height of text, in hexes.
const HIGHEST: f64 = 0.4;

/// The place of the number in a hex, in hexes from the center.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TextBox {
    pub(super) top: f64,
    pub(super) bottom: f64,
    pub(super) left: f64,
    pub(super) right: f64,
}

/// Returns the offset of a sample from the center, in hexes.
fn offset(n: usize) -> f64 {
    (real(n) + 0.5) / real(SIDE) - 0.5
}

/// Returns `true` if the sample is inside the outline of a hex. `flat` is `true` for flat tops.
fn is_inside(x: f64, y: f64, flat: bool) -> bool {
    let (a, b) = if flat { (x, y) } else { (y, x) };
    let slope = 0.75_f64.sqrt();
    b.abs().max((a * slope + b / 2.0).abs()).max((a * slope - b / 2.0).abs()) < RIM
}

/// Returns the differences of the samples of a hex from their surroundings, or `None` off the picture.
fn details(window: &ScanWindow<'_>, grid: &Grid, cell: Cell, inside: &[bool]) -> Option<Vec<f64>> {
    let [du, dv] = even(grid);
    let [u, v] = lattice(grid, cell);
    let mut luma = Vec::with_capacity(SIDE * SIDE);
    for y in 0..SIDE {
        for x in 0..SIDE {
            luma.push(match inside.get(y * SIDE + x) {
                Some(true) => window.luma([u + offset(x) / du, v + offset(y) / dv])?,
                _ => 0.0,
            });
        }
    }
    // Sums over all rectangles that begin at the top left, so that the surroundings cost four look-ups.
    let wide = SIDE + 1;
    let mut sums = vec![[0.0; 2]; wide * wide];
    for y in 0..SIDE {
        let mut row = [0.0; 2];
        for x in 0..SIDE {
            let part = if inside[y * SIDE + x] { [luma[y * SIDE + x], 1.0] } else { [0.0; 2] };
            for n in 0..2 {
                row[n] += part[n];
                sums[(y + 1) * wide + x + 1][n] = sums[y * wide + x + 1][n] + row[n];
            }
        }
    }
    let mut details = Vec::with_capacity(SIDE * SIDE);
    for y in 0..SIDE {
        for x in 0..SIDE {
            let (left, right) = (x.saturating_sub(AROUND), (x + AROUND + 1).min(SIDE));
            let (top, bottom) = (y.saturating_sub(AROUND), (y + AROUND + 1).min(SIDE));
            let of = |n: usize| {
                sums[bottom * wide + right][n] - sums[top * wide + right][n] - sums[bottom * wide + left][n]
                    + sums[top * wide + left][n]
            };
            details.push(luma[y * SIDE + x] - of(0) / of(1).max(1.0));
        }
    }
    Some(details)
}

/// Finds the number in the hexes `cells`, or returns `None` if no place differs from hex to hex.
pub(super) fn find(window: &ScanWindow<'_>, grid: &Grid, cells: &[Cell]) -> Option<TextBox> {
    let flat = even(grid)[0] < even(grid)[1];
    let inside: Vec<bool> = (0..SIDE * SIDE).map(|n| is_inside(offset(n % SIDE), offset(n / SIDE), flat)).collect();
    let hexes: Vec<Vec<f64>> = cells.iter().filter_map(|cell| details(window, grid, *cell, &inside)).collect();
    if hexes.len() < 6 {
        return None;
    }
    // Woods and villages vary, too, but at other places in each hex, or in few hexes: the range between the quartiles
    // leaves them out.
    let mut variation = vec![0.0; SIDE * SIDE];
    for (n, slot) in variation.iter_mut().enumerate().filter(|(n, _)| inside[*n]) {
        let mut values: Vec<f64> = hexes.iter().map(|hex| hex[n]).collect();
        *slot = percentile(&mut values, 0.8) - percentile(&mut values, 0.2);
    }
    let smooth: Vec<f64> = (0..SIDE * SIDE)
        .map(|n| {
            let (x, y) = (n % SIDE, n / SIDE);
            let near = |at: usize| at.saturating_sub(1)..=(at + 1).min(SIDE - 1);
            let all: Vec<f64> =
                near(y).flat_map(|y| near(x).map(move |x| y * SIDE + x)).map(|n| variation[n]).collect();
            all.iter().sum::<f64>() / real(all.len()).max(1.0)
        })
        .collect();
    let usual = percentile(&mut (0..SIDE * SIDE).filter(|n| inside[*n]).map(|n| smooth[n]).collect::<Vec<_>>(), 0.4);
    let most = smooth.iter().copied().fold(0.0, f64::max);
    if most < CLEARER * usual.max(1e-3) {
        return None;
    }
    let is_text: Vec<bool> = smooth.iter().map(|value| *value > usual + TEXT * (most - usual)).collect();
    let found = largest(&is_text, &smooth)?;
    (found.bottom - found.top < HIGHEST && found.bottom > found.top).then_some(found)
}

/// Returns the frame of the group of marked samples with the greatest sum of `weights`. Samples belong together across
/// the gap between two letters.
fn largest(marked: &[bool], weights: &[f64]) -> Option<TextBox> {
    const GAP: usize = 4;
    let mut seen = vec![false; marked.len()];
    let mut best: Option<(f64, [usize; 4])> = None;
    for start in (0..marked.len()).filter(|n| marked[*n]) {
        if seen[start] {
            continue;
        }
        let mut open = vec![start];
        seen[start] = true;
        let (mut sum, mut frame) = (0.0, [SIDE, SIDE, 0, 0]);
        while let Some(n) = open.pop() {
            let (x, y) = (n % SIDE, n / SIDE);
            sum += weights[n];
            frame = [frame[0].min(x), frame[1].min(y), frame[2].max(x), frame[3].max(y)];
            for y in y.saturating_sub(1)..=(y + 1).min(SIDE - 1) {
                for x in x.saturating_sub(GAP)..=(x + GAP).min(SIDE - 1) {
                    let next = y * SIDE + x;
                    if marked[next] && !seen[next] {
                        seen[next] = true;
                        open.push(next);
                    }
                }
            }
        }
        if best.is_none_or(|(most, _)| sum > most) {
            best = Some((sum, frame));
        }
    }
    let half = 0.5 / real(SIDE);
    best.map(|(_, [left, top, right, bottom])| TextBox {
        left: offset(left) - half,
        top: offset(top) - half,
        right: offset(right) + half,
        bottom: offset(bottom) + half,
    })
}
