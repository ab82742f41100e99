//! The numbers that hexes can have, and the places of the text that depend on them.

use std::collections::BTreeMap;

use battlewright_schema::{Cell, Grid, HexId, Numbering, Order, Slant};
use hexx::HexOrientation;

use super::super::digits::{Classes, TextSamples};
use super::super::real;
use super::forms::rounded;
use super::renumbered;

/// A number that hexes can have: their column or row, along one direction of lines.
pub(super) struct Axis {
    pub(super) slant: Slant,
    pub(super) is_column: bool,
    /// The number of each hex, relative to the first one.
    pub(super) numbers: BTreeMap<Cell, i32>,
}

/// Returns all numbers that hexes of the map can have.
pub(super) fn axes(grid: &Grid, cells: &[Cell]) -> Vec<Axis> {
    const FIRST: i32 = 50_000;
    let mut axes = Vec::new();
    for slant in [Slant::None, Slant::Rising, Slant::Falling] {
        let numbering = Numbering { first: HexId::from("50000.50000"), order: Order::ColumnRow, slant };
        let Some(other) = renumbered(grid, &numbering) else { continue };
        for (part, is_column) in [(0, true), (1, false)] {
            // Slanted lines change the rows of maps with flat tops and the columns of the others.
            if slant != Slant::None && is_column == (grid.orientation() == HexOrientation::Flat) {
                continue;
            }
            let number = |cell: &Cell| Some((*cell, other.parts(*cell)[part].parse::<i32>().ok()? - FIRST));
            axes.push(Axis { slant, is_column, numbers: cells.iter().filter_map(number).collect() });
        }
    }
    axes
}

/// Returns how much of the differences in each column of samples the classes explain, and the greatest share.
pub(super) fn profile(samples: &[TextSamples], wide: usize, class: &dyn Fn(Cell) -> Option<i32>) -> (Vec<f64>, f64) {
    let mut share = 0.0_f64;
    let column = |x: usize| {
        let mut classes = Classes::new();
        for text in samples {
            if let Some(class) = class(text.cell) {
                classes.add(class, &text.part(isize::try_from(x).unwrap_or_default(), 1, 0));
            }
        }
        let (explained, all) = classes.explained();
        share = share.max(explained / all.max(1e-9));
        explained.max(0.0)
    };
    let raw: Vec<f64> = (0..wide).map(column).collect();
    let smooth = |x: usize| {
        let near = &raw[x.saturating_sub(1)..(x + 2).min(wide)];
        near.iter().sum::<f64>() / real(near.len())
    };
    ((0..wide).map(smooth).collect(), share)
}

/// Returns the middle of the highest part of a profile and its height.
pub(super) fn peak(profile: &[f64]) -> Option<(f64, f64)> {
    let at = (0..profile.len()).max_by(|a, b| profile[*a].total_cmp(&profile[*b]))?;
    let high = profile[at];
    let is_high = |x: &usize| profile[*x] > 0.4 * high;
    let left = (0..=at).rev().take_while(is_high).last()?;
    let right = (at..profile.len()).take_while(is_high).last()?;
    let weight: f64 = profile[left..=right].iter().sum();
    let middle = (left..=right).map(|x| real(x) * profile[x]).sum::<f64>() / weight.max(1e-12);
    (high > 0.0).then_some((middle + 0.5, high))
}

/// The largest start of a part that is tried.
const LARGEST_START: i32 = 120;
/// The number of starts of each part that are tried with those of the other.
const BEST_STARTS: usize = 5;

/// The digit of `number` at a place from the right.
pub(super) fn digit(number: i32, place: usize) -> Option<u8> {
    let power = 10_i32.checked_pow(u32::try_from(place).ok()?)?;
    u8::try_from(number / power % 10).ok()
}

/// The sums of samples of a part of the text, by number along an axis and by place from the right.
pub(super) struct PartSums {
    pub(super) sums: BTreeMap<(i32, usize), (f64, f64, Vec<f64>)>,
    pub(super) most: i32,
    pub(super) least: i32,
}

impl PartSums {
    pub(super) fn new(
        samples: &[TextSamples],
        axis: &Axis,
        digits: usize,
        units: f64,
        width: f64,
        columns: usize,
    ) -> Self {
        let mut sums: BTreeMap<(i32, usize), (f64, f64, Vec<f64>)> = BTreeMap::new();
        let (mut least, mut most) = (0, 0);
        for text in samples {
            let Some(number) = axis.numbers.get(&text.cell) else { continue };
            (least, most) = (least.min(*number), most.max(*number));
            for place in 0..digits {
                let part = text.part(rounded(units - width * (real(place) + 0.5)), columns, 0);
                let slot = sums.entry((*number, place)).or_insert_with(|| (0.0, 0.0, vec![0.0; part.len()]));
                slot.0 += 1.0;
                slot.1 += part.iter().map(|value| value * value).sum::<f64>();
                slot.2.iter_mut().zip(&part).for_each(|(slot, value)| *slot += value);
            }
        }
        Self { sums, most, least }
    }

    /// Adds all parts to the classes of their digits, if the first hex has the number `start`.
    pub(super) fn add(&self, start: i32, classes: &mut Classes<u8>) {
        for ((number, place), (count, squares, sum)) in &self.sums {
            if let Some(digit) = digit(number + start, *place) {
                classes.add_sum(digit, *count, *squares, sum);
            }
        }
    }

    /// Returns the starts that explain this part best.
    pub(super) fn best(&self, digits: usize) -> Vec<i32> {
        let limit = 10_i32.pow(u32::try_from(digits.min(6)).unwrap_or(6)) - 1;
        let starts = -self.least..=(limit - self.most).min(LARGEST_START);
        let score = |start: i32| {
            let mut classes = Classes::new();
            self.add(start, &mut classes);
            classes.explained().0
        };
        let mut scored: Vec<(f64, i32)> = starts.map(|start| (score(start), start)).collect();
        scored.sort_by(|a, b| b.0.total_cmp(&a.0));
        scored.truncate(BEST_STARTS);
        scored.into_iter().map(|(_, start)| start).collect()
    }
}
