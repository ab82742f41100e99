//! The printed hex numbers: their numbering, and the hexes that are numbered otherwise.
//!
//! No font is known. A numbering predicts which hexes have the same digit at the same place. The right one explains best
//! how the samples of the text differ: its classes are the map's own digits. First the places of the units are found,
//! then the starts of both parts, then each hex is read by the mean of the others with the same digit.

mod axes;
mod explanation;
mod forms;
mod reader;

use battlewright_schema::{Cell, Grid, HexId, Numbering, Order, Orientation, Parity, Slant};
use hexx::HexOrientation;

use super::digits::{Classes, TextSamples, TextShape};
use super::window::ScanWindow;
use super::{MOST_HEXES, ReadRefusal, real, textbox};
use crate::model::scan::affine::Affine;
use crate::model::scan::scheme::{Scheme, lattice};
use axes::{Axis, PartSums, axes, peak, profile};
use explanation::{Explanation, NamedTexts};
use forms::{FORMS, NumberForm, Typesetting, rounded, starts_of};
use reader::{read_all, registered};

/// The maximum number of hexes from which the numbering is found.
const SAMPLED: usize = 400;
/// The minimum number of hexes with a text.
const FEWEST: usize = 12;
/// The handicap of letters, which explain more by their number.
const LETTERS: f64 = 0.7;
/// The number of numberings of a form whose typesetting is refined.
const REFINED: usize = 2;
/// The width of a digit, in samples; a digit is between a third of its height and a little more than it wide.
const WIDTHS: std::ops::RangeInclusive<f64> = 3.5..=15.0;
/// The share of the greatest explanation from which the present numbering is kept: a small map leaves starts open.
const AS_GOOD: f64 = 0.985;
/// The share of the greatest explanation from which the present numbering is kept if nearly all hexes agree with it.
const PLAUSIBLE: f64 = 0.5;
/// The share of hexes that counts as nearly all.
const ALL_AGREE: f64 = 0.97;
/// The minimum share of hexes that must agree with the numbering.
const AGREED: f64 = 0.6;

/// The numbers that are printed on a map.
#[derive(Clone, Debug, PartialEq)]
pub struct NumberReading {
    /// The numbering that explains the printed numbers best.
    pub numbering: Numbering,
    /// The number of hexes that could be read.
    pub read: usize,
    /// The number of hexes that have the number that the numbering gives them.
    pub agreed: usize,
    /// The hexes that have another number, the surest first.
    pub others: Vec<OddNumber>,
}

/// A hex whose printed number is another than the numbering gives it.
#[derive(Clone, Debug, PartialEq)]
pub struct OddNumber {
    /// The hex.
    pub cell: Cell,
    /// The printed number.
    pub printed: String,
    /// The number by the numbering.
    pub expected: HexId,
    /// The confidence from 0 to 1.
    pub confidence: f64,
}

impl NumberReading {
    /// Returns the confidence in the numbering from 0 to 1: the share of hexes that agree.
    pub fn confidence(&self) -> f64 {
        real(self.agreed) / real(self.read).max(1.0)
    }
}

/// A numbering with its explanation of the samples.
#[derive(Clone)]
struct NumberCandidate {
    grid: Grid,
    numbering: Numbering,
    typesetting: Typesetting,
    explanation: Explanation,
}

/// Returns `grid` with another numbering and the same hexes, or `None` if hexes cannot be named that way.
fn renumbered(grid: &Grid, numbering: &Numbering) -> Option<Grid> {
    let orientation = match grid.orientation() {
        HexOrientation::Flat => Orientation::Flat,
        HexOrientation::Pointy => Orientation::Pointy,
    };
    // The parity of the shifted lines is by printed number, so it depends on the first one.
    let next = [Cell { column: 1, row: 0 }, Cell { column: 0, row: 1 }];
    [Parity::Odd, Parity::Even].into_iter().find_map(|shifted| {
        let scheme = Scheme { orientation, order: numbering.order, shifted, slant: numbering.slant };
        let other = scheme.grid(&numbering.first, (grid.columns(), grid.rows()))?;
        next.iter().all(|cell| lattice(&other, *cell) == lattice(grid, *cell)).then_some(other)
    })
}

/// Reads the numbers that are printed in the hexes of `grid`. `has` tells which hexes the map has. `grid` has the
/// present numbering, which is kept where the print leaves a choice.
///
/// # Errors
/// The map is too large, has no text in its hexes, or a text that no numbering explains.
pub fn read(
    window: &ScanWindow<'_>,
    grid: &Grid,
    present: &Numbering,
    has: &dyn Fn(Cell) -> bool,
) -> Result<NumberReading, ReadRefusal> {
    if usize::from(grid.columns()) * usize::from(grid.rows()) > MOST_HEXES {
        return Err(ReadRefusal::TooManyHexes);
    }
    let on_picture = |cell: &Cell| has(*cell) && window.luma(lattice(grid, *cell)).is_some();
    let all: Vec<Cell> = grid.cells().filter(on_picture).collect();
    if all.len() < FEWEST {
        return Err(ReadRefusal::OffPicture);
    }
    // Scattered over the map, so that all numbers are among them.
    let step = all.len().div_ceil(SAMPLED);
    let some: Vec<Cell> = all
        .iter()
        .enumerate()
        .filter(|(n, _)| (n * 7919 % all.len()).is_multiple_of(step))
        .map(|(_, cell)| *cell)
        .collect();
    let text = textbox::find(window, grid, &some).ok_or(ReadRefusal::NoText)?;
    let shape = TextShape::of(&text);
    let mut correction = Affine { origin: [0.0, 0.0], u: [1.0, 0.0], v: [0.0, 1.0] };
    let sample = |cells: &[Cell], correction: &Affine| -> Vec<TextSamples> {
        cells.iter().filter_map(|cell| TextSamples::take(window, grid, correction, *cell, shape)).collect()
    };
    let mut found = search(&sample(&some, &correction), grid, present, shape)?;
    // The clicks of the tracing are some pixels off, which blurs the digits. The text itself shows by how much.
    if let Some(better) = registered(&sample(&some, &correction), grid, &found, shape) {
        correction = better;
        found = search(&sample(&some, &correction), grid, present, shape)?;
    }
    let reading = read_all(&sample(&all, &correction), found);
    if reading.read < FEWEST || reading.confidence() < AGREED {
        return Err(ReadRefusal::NoNumbering);
    }
    Ok(reading)
}

/// Finds the numbering that explains the samples best.
fn search(
    samples: &[TextSamples],
    grid: &Grid,
    present: &Numbering,
    shape: TextShape,
) -> Result<NumberCandidate, ReadRefusal> {
    /// The minimum share of the differences in a column of samples that the units must explain.
    const CLEAR: f64 = 0.12;
    if samples.len() < FEWEST {
        return Err(ReadRefusal::NoText);
    }
    let cells: Vec<Cell> = samples.iter().map(|text| text.cell).collect();
    let axes = axes(grid, &cells);
    // Without leading zeros, texts with fewer digits stand elsewhere. Near the first hex, all numbers have one digit.
    let low: Vec<TextSamples> =
        samples.iter().filter(|text| text.cell.column.max(text.cell.row) < 9).cloned().collect();
    // The axis of the columns or of the rows, and the place of its units or letters in the text.
    let place = |samples: &[TextSamples], is_column: bool, letter: bool| {
        let profiled = axes.iter().filter(|axis| axis.is_column == is_column).filter_map(|axis| {
            let number = |cell: Cell| axis.numbers.get(&cell).copied();
            let class = |cell: Cell| number(cell).map(|number| if letter { number } else { number.rem_euclid(10) });
            let (profile, share) = profile(samples, shape.wide, &class);
            let (at, high) = peak(&profile).filter(|_| share > CLEAR)?;
            Some((axis, at, high))
        });
        let best = profiled.max_by(|a, b| a.2.total_cmp(&b.2));
        best.map(|(axis, at, _)| (axis, at))
    };
    let mut candidates: Vec<NumberCandidate> = Vec::new();
    for is_low in [false, true] {
        let some = if is_low { &low[..] } else { samples };
        if some.len() < FEWEST {
            continue;
        }
        // Letters explain more by their number, so they are tried only if the map has them.
        let has_letters = present.first.as_str().contains(char::is_alphabetic);
        for letter in [false, true].into_iter().filter(|letter| !*letter || has_letters) {
            let numbers = [true, false].map(|is_column| place(some, is_column, false));
            let firsts = if letter { [true, false].map(|is_column| place(some, is_column, true)) } else { numbers };
            let column_first = (firsts[0], numbers[1], Order::ColumnRow);
            let row_first = (firsts[1], numbers[0], Order::RowColumn);
            for (first, second, order) in [column_first, row_first] {
                let (Some(first), Some(second)) = (first, second) else { continue };
                let fits = |form: &&NumberForm| form.letter == letter && form.is_natural() == is_low;
                for form in FORMS.iter().filter(fits).filter(|_| first.1 < second.1) {
                    candidates.extend(numberings(samples, grid, present, form, order, [first, second]));
                }
            }
        }
    }
    let score = |candidate: &NumberCandidate| {
        let letters = candidate.numbering.first.as_str().contains(char::is_alphabetic);
        candidate.explanation.score() * if letters { LETTERS } else { 1.0 }
    };
    let most = candidates.iter().map(score).fold(0.0, f64::max);
    // A small map leaves its first number open. The present numbering is kept if it explains the text as well, or if all
    // hexes agree with it.
    let agrees = |candidate: &NumberCandidate| read_all(samples, candidate.clone()).confidence() > ALL_AGREE;
    let kept = candidates.iter().position(|candidate| {
        let is_present = candidate.numbering == *present && candidate.explanation.share > CLEAR;
        is_present && (score(candidate) > AS_GOOD * most || (score(candidate) > PLAUSIBLE * most && agrees(candidate)))
    });
    let best = kept.or_else(|| {
        let best = candidates.iter().enumerate().max_by(|a, b| score(a.1).total_cmp(&score(b.1)));
        best.map(|(n, _)| n)
    });
    let best = best.map(|n| candidates.swap_remove(n)).filter(|best| best.explanation.share > CLEAR);
    best.ok_or(ReadRefusal::NoNumbering)
}

/// Returns the best numberings of one form. `parts` contains the axis of each part in printed order and the column of
/// samples of its last character.
fn numberings(
    samples: &[TextSamples],
    grid: &Grid,
    present: &Numbering,
    form: &NumberForm,
    order: Order,
    parts: [(&Axis, f64); 2],
) -> Vec<NumberCandidate> {
    let [(a, a_at), (b, b_at)] = parts;
    if a.slant != Slant::None && b.slant != Slant::None {
        return Vec::new();
    }
    let slant = if a.slant == Slant::None { b.slant } else { a.slant };
    let present_starts = starts_of(present);
    let mut names: Vec<String> = Vec::new();
    let mut settings: Vec<Typesetting> = Vec::new();
    let mut setting = |lengths: [usize; 2]| {
        let width = (b_at - a_at) / form.distance(lengths[1]);
        let total = width * (real(lengths[0] + lengths[1]) + form.separator_width);
        // The first part ends half a digit after the middle of its last character.
        let center = a_at - width * (real(lengths[0]) - 0.5) + total / 2.0;
        settings.push(Typesetting { center, width, separator_width: form.separator_width });
        width
    };
    if let (true, [Some(first), Some(second)]) = (form.is_padded(), form.digits) {
        let width = setting([first, second]);
        if !WIDTHS.contains(&width) {
            return Vec::new();
        }
        let mut places = [a_at, b_at, width];
        // The first places are rough, so that digits of different places look different. The first guess improves them.
        for round in 0..2 {
            let joint = joint_starts(
                samples,
                [a, b],
                [first, second],
                places,
                present_starts.filter(|_| present.order == order),
            );
            let best = joint.first().map(|(_, starts)| form.name(*starts));
            names.extend(joint.iter().take(2).map(|(_, starts)| form.name(*starts)));
            let of_present = joint.iter().filter(|(_, starts)| Some(*starts) == present_starts);
            names.extend(of_present.map(|(_, starts)| form.name(*starts)));
            let guess = best.map(|first| Numbering { first: HexId::from(first), order, slant });
            if let (0, Some(start), Some(named)) =
                (round, settings.first().copied(), guess.and_then(|guess| renumbered(grid, &guess)))
            {
                let (better, _) = NamedTexts::new(samples, &named).refined(start);
                let total = better.width * (real(first + second) + form.separator_width);
                let left = better.center - total / 2.0;
                places = [left + better.width * (real(first) - 0.5), left + total - better.width / 2.0, better.width];
                settings.push(better);
            }
        }
    } else {
        // Without leading zeros, the places were found where numbers have one digit.
        setting([form.digits[0].unwrap_or(1), form.digits[1].unwrap_or(1)]);
        settings.retain(|setting| WIDTHS.contains(&setting.width));
        let mut firsts = vec![0, 1];
        firsts.extend(present_starts.iter().flatten().filter(|start| **start > 1));
        for one in &firsts {
            for other in &firsts {
                names.push(form.name([*one, *other]));
            }
        }
    }
    names.sort();
    names.dedup();
    let mut rough: Vec<(f64, Typesetting, NamedTexts, Numbering, Grid)> = Vec::new();
    for first in names {
        let numbering = Numbering { first: HexId::from(first), order, slant };
        let Some(named) = renumbered(grid, &numbering) else { continue };
        let texts = NamedTexts::new(samples, &named);
        let scored = settings.iter().map(|setting| (texts.explain(setting).score(), *setting));
        if let Some((score, setting)) = scored.max_by(|a, b| a.0.total_cmp(&b.0)) {
            rough.push((score, setting, texts, numbering, named));
        }
    }
    rough.sort_by(|a, b| b.0.total_cmp(&a.0));
    // The present numbering is refined in any case, since it is compared with the best.
    let rough = rough.into_iter().enumerate().filter(|(n, rough)| *n < REFINED || rough.3 == *present);
    rough
        .map(|(_, (_, setting, texts, numbering, grid))| {
            let (typesetting, explanation) = texts.refined(setting);
            NumberCandidate { grid, numbering, typesetting, explanation }
        })
        .collect()
}

/// Returns pairs of starts of both parts, the best first, with what they explain. `places` contains the middle of the
/// last character of each part and the width of a digit.
fn joint_starts(
    samples: &[TextSamples],
    axes: [&Axis; 2],
    digits: [usize; 2],
    places: [f64; 3],
    present: Option<[i32; 2]>,
) -> Vec<(f64, [i32; 2])> {
    let [a_at, b_at, width] = places;
    let columns = usize::try_from(rounded(width)).unwrap_or(2);
    let sums = [
        PartSums::new(samples, axes[0], digits[0], a_at, width, columns),
        PartSums::new(samples, axes[1], digits[1], b_at, width, columns),
    ];
    let mut starts = [sums[0].best(digits[0]), sums[1].best(digits[1])];
    // The usual starts and the present ones are always tried, since a small map may leave them open.
    for n in 0..2 {
        let usual = [Some(0), Some(1), present.map(|present| present[n])];
        for start in usual.into_iter().flatten() {
            if start + sums[n].least >= 0 && !starts[n].contains(&start) {
                starts[n].push(start);
            }
        }
    }
    let mut joint: Vec<(f64, [i32; 2])> = Vec::new();
    for one in &starts[0] {
        for other in &starts[1] {
            let mut classes = Classes::new();
            sums[0].add(*one, &mut classes);
            sums[1].add(*other, &mut classes);
            joint.push((classes.explained().0, [*one, *other]));
        }
    }
    joint.sort_by(|a, b| b.0.total_cmp(&a.0));
    joint
}

#[cfg(test)]
mod tests;
