//! Printed characters: samples of the text of each hex, and the templates of the map's own font.

use std::collections::BTreeMap;

use battlewright_schema::{Cell, Grid};

use super::band::even;
use super::real;
use super::textbox::TextBox;
use super::window::ScanWindow;
use crate::model::scan::affine::Affine;
use crate::model::scan::scheme::lattice;

/// The number of rows of samples in the height of the text, with a margin above and below.
pub(super) const HIGH: usize = 16;
/// The number of rows of the margin on each side.
const MARGIN: usize = 2;
/// The half width of the sampled part, in hexes.
const HALF: f64 = 0.46;

/// The shape of samples of text: one column for each step of `step` hexes from `left`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TextShape {
    pub(super) top: f64,
    pub(super) left: f64,
    pub(super) step: f64,
    pub(super) wide: usize,
}

impl TextShape {
    pub(super) fn of(text: &TextBox) -> Self {
        let step = (text.bottom - text.top) / real(HIGH - 2 * MARGIN);
        let top = text.top - step * real(MARGIN) + step / 2.0;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a text is at least a sample high")]
        let wide = ((2.0 * HALF / step) as usize).clamp(8, 400);
        Self { top, left: -HALF, step, wide }
    }
}

/// The samples of the text of a hex: rows from the top, each from the left.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct TextSamples {
    pub(super) cell: Cell,
    values: Vec<f64>,
    wide: usize,
}

impl TextSamples {
    /// Samples the text of `cell`, displaced by `shift` samples to the right and down, or returns `None` off the picture.
    pub(super) fn take(
        window: &ScanWindow<'_>,
        grid: &Grid,
        correction: &Affine,
        cell: Cell,
        shape: TextShape,
    ) -> Option<Self> {
        let [du, dv] = even(grid);
        let at = lattice(grid, cell);
        let [u, v] = correction.at(at);
        let mut values = Vec::with_capacity(HIGH * shape.wide);
        for y in 0..HIGH {
            for x in 0..shape.wide {
                let off = [shape.left + real(x) * shape.step, shape.top + real(y) * shape.step];
                values.push(window.luma([u + off[0] / du, v + off[1] / dv])?);
            }
        }
        flatten(&mut values, shape.wide);
        Some(Self { cell, values, wide: shape.wide })
    }

    /// Adds the samples of another text.
    pub(super) fn add(&mut self, other: &Self) {
        self.values.iter_mut().zip(&other.values).for_each(|(slot, value)| *slot += value);
    }

    /// Returns the sum of the squares in each column.
    pub(super) fn squares(&self) -> Vec<f64> {
        let mut squares = vec![0.0; self.wide];
        for row in self.values.chunks_exact(self.wide) {
            squares.iter_mut().zip(row).for_each(|(slot, value)| *slot += value * value);
        }
        squares
    }

    /// Returns the part that is `wide` columns wide from column `left`, displaced down by `down` rows. Columns and rows
    /// beyond the samples are empty.
    pub(super) fn part(&self, left: isize, wide: usize, down: isize) -> Vec<f64> {
        let mut part = vec![0.0; HIGH * wide];
        let edge = |at: isize| usize::try_from(at).unwrap_or_default();
        let (from, skipped) = (edge(left), edge(left.saturating_neg()));
        let to = edge(left.saturating_add_unsigned(wide)).min(self.wide);
        if from >= to {
            return part;
        }
        // Whole rows are copied, since most of the time of the reading goes into parts.
        for (y, row) in part.chunks_exact_mut(wide).enumerate() {
            let Some(y) = y.checked_add_signed(down) else { continue };
            let Some(known) = self.values.get(y * self.wide + from..y * self.wide + to) else { continue };
            row[skipped..skipped + known.len()].copy_from_slice(known);
        }
        part
    }
}

/// Subtracts the brightness of the ground: the mean of the surroundings of each column.
fn flatten(values: &mut [f64], wide: usize) {
    const AROUND: usize = 12;
    let column = |x: usize| (0..HIGH).map(|y| values[y * wide + x]).sum::<f64>() / real(HIGH);
    let columns: Vec<f64> = (0..wide).map(column).collect();
    let ground: Vec<f64> = (0..wide)
        .map(|x| {
            let near = &columns[x.saturating_sub(AROUND)..(x + AROUND + 1).min(wide)];
            near.iter().sum::<f64>() / real(near.len())
        })
        .collect();
    for (n, value) in values.iter_mut().enumerate() {
        *value -= ground[n % wide];
    }
}

/// The sums of samples by class.
#[derive(Clone, Debug, Default)]
pub(super) struct Classes<K> {
    sums: BTreeMap<K, (f64, Vec<f64>)>,
    /// The number of all samples, and the sum of their squares.
    count: f64,
    squares: f64,
}

impl<K: Ord + Copy> Classes<K> {
    pub(super) fn new() -> Self {
        Self { sums: BTreeMap::new(), count: 0.0, squares: 0.0 }
    }

    pub(super) fn add(&mut self, class: K, part: &[f64]) {
        let squares: f64 = part.iter().map(|value| value * value).sum();
        self.add_sum(class, 1.0, squares, part);
    }

    /// Adds `count` parts with the sum `sum`.
    pub(super) fn add_sum(&mut self, class: K, count: f64, squares: f64, sum: &[f64]) {
        let (many, all) = self.sums.entry(class).or_insert_with(|| (0.0, vec![0.0; sum.len()]));
        *many += count;
        for (slot, value) in all.iter_mut().zip(sum) {
            *slot += value;
        }
        self.count += count;
        self.squares += squares;
    }

    /// Returns the sum of all parts.
    pub(super) fn total(&self) -> Vec<f64> {
        let mut total: Vec<f64> = Vec::new();
        for (_, sum) in self.sums.values() {
            if total.is_empty() {
                total.clone_from(sum);
            } else {
                total.iter_mut().zip(sum).for_each(|(slot, value)| *slot += value);
            }
        }
        total
    }

    /// Returns the squares that the classes explain beyond the mean of all parts, less what as many classes would
    /// explain by chance, and the squares about the mean of all parts.
    pub(super) fn explained(&self) -> (f64, f64) {
        let square = |sum: &[f64], count: f64| sum.iter().map(|value| value * value).sum::<f64>() / count.max(1.0);
        let total = self.total();
        let about_mean = (self.squares - square(&total, self.count)).max(0.0);
        let between =
            self.sums.values().map(|(count, sum)| square(sum, *count)).sum::<f64>() - square(&total, self.count);
        let free = self.count - real(self.sums.len());
        if free < 1.0 {
            return (0.0, about_mean);
        }
        let within = (about_mean - between).max(0.0) / free;
        // The criterion of Schwarz, so that more classes must explain more.
        let by_chance = within * real(self.sums.len().saturating_sub(1)) * self.count.max(1.0).ln();
        (between - by_chance, about_mean)
    }

    /// Returns the mean part of a class and the number of its parts.
    pub(super) fn mean(&self, class: K) -> Option<(Vec<f64>, f64)> {
        let (count, sum) = self.sums.get(&class)?;
        Some((sum.iter().map(|value| value / count.max(1.0)).collect(), *count))
    }

    /// Returns the classes.
    pub(super) fn keys(&self) -> impl Iterator<Item = K> {
        self.sums.keys().copied()
    }
}

/// Returns the mean squared difference of two parts.
pub(super) fn apart(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>() / real(a.len()).max(1.0)
}
