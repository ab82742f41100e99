//! Reading of each text by the mean of the others with the same characters.

use std::collections::BTreeMap;

use battlewright_schema::{Cell, Grid, HexId};

use super::super::band::even;
use super::super::digits::{Classes, TextSamples, TextShape, apart};
use super::super::percentile;
use super::{FEWEST, NumberCandidate, NumberReading, OddNumber};
use crate::model::scan::affine::{Affine, Point, least_squares};
use crate::model::scan::scheme::lattice;

/// The confidence from which a number counts as another one.
const ODD: f64 = 0.55;
/// The ratio of a difference to the usual one from which a text is unreadable.
const UNREADABLE: f64 = 4.0;

/// The mean samples of each character.
pub(super) fn templates(samples: &[TextSamples], found: &NumberCandidate) -> Classes<char> {
    let mut classes = Classes::new();
    for text in samples {
        for (c, left) in found.typesetting.places(found.grid.name(text.cell).as_str()) {
            classes.add(c, &text.part(left, found.typesetting.columns(), 0));
        }
    }
    classes
}

/// Returns the correction of the placement by which the texts lie best on the templates, or `None` if too few texts
/// show one.
pub(super) fn registered(
    samples: &[TextSamples],
    grid: &Grid,
    found: &NumberCandidate,
    shape: TextShape,
) -> Option<Affine> {
    const FAR: isize = 4;
    let classes = templates(samples, found);
    let means: BTreeMap<char, Vec<f64>> =
        classes.keys().filter_map(|c| classes.mean(c).map(|(mean, _)| (c, mean))).collect();
    let [du, dv] = even(grid);
    let columns = found.typesetting.columns();
    let mut pairs: Vec<(Point, Point)> = Vec::new();
    for text in samples {
        let places = found.typesetting.places(found.grid.name(text.cell).as_str());
        let far = |right: isize, down: isize| -> f64 {
            let one = |(c, left): &(char, isize)| {
                means.get(c).map(|mean| apart(&text.part(left + right, columns, down), mean))
            };
            places.iter().filter_map(one).sum()
        };
        let shifts = (-FAR..=FAR).flat_map(|right| (-FAR..=FAR).map(move |down| (right, down)));
        let shifts = shifts.map(|(right, down)| (far(right, down), right, down));
        let (_, right, down) = shifts.min_by(|a, b| a.0.total_cmp(&b.0))?;
        if right.abs() == FAR || down.abs() == FAR {
            continue;
        }
        let at = lattice(grid, text.cell);
        let off = |steps: isize, even: f64| f64::from(i32::try_from(steps).unwrap_or_default()) * shape.step / even;
        pairs.push((at, [at[0] + off(right, du), at[1] + off(down, dv)]));
    }
    (pairs.len() >= FEWEST).then(|| least_squares(&pairs)).flatten()
}

/// A character as it was read.
#[derive(Clone, Copy)]
struct ReadCharacter {
    best: char,
    /// The difference from the template of the best character.
    far: f64,
    /// The confidence from 0 to 1 that it is the best character and not the expected one; 0 if they are the same.
    odd: f64,
}

/// The mean samples of a character and their number.
type Template = (char, Vec<f64>, f64);

/// Returns the place of `part` on the way from one template to another: 0 at the first, 1 at the second. Only the
/// samples in which they differ count, since the others are full of grain.
fn between(part: &[f64], from: &[f64], to: &[f64]) -> f64 {
    let (mut along, mut all) = (0.0, 0.0);
    for ((value, from), to) in part.iter().zip(from).zip(to) {
        along += (value - from) * (to - from);
        all += (to - from).powi(2);
    }
    along / all.max(1e-12)
}

/// Reads the text of a hex, or returns `None` if it has no character that can be compared.
fn read(
    text: &TextSamples,
    places: &[(char, isize)],
    columns: usize,
    templates: &[Template],
) -> Option<Vec<ReadCharacter>> {
    let nearest = |part: &[f64]| {
        let far = templates.iter().map(|(c, mean, _)| (*c, apart(part, mean)));
        far.min_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or(('?', f64::INFINITY))
    };
    // The whole text may be a sample off its place.
    let shifts = (-1..=1).flat_map(|right| (-1..=1).map(move |down| (right, down)));
    let parts = |(right, down): (isize, isize)| -> Vec<Vec<f64>> {
        places.iter().map(|(_, left)| text.part(left + right, columns, down)).collect()
    };
    let shifted = shifts.map(|shift| {
        let parts = parts(shift);
        (parts.iter().map(|part| nearest(part).1).sum::<f64>(), parts)
    });
    let (_, parts) = shifted.min_by(|a, b| a.0.total_cmp(&b.0))?;
    let character = |((expected, left), part): (&(char, isize), &Vec<f64>)| {
        let (best, far) = nearest(part);
        let (_, mean, count) = templates.iter().find(|(c, _, count)| c == expected && *count > 1.5)?;
        let (_, other, _) = templates.iter().find(|(c, _, _)| *c == best)?;
        // A text must not be compared with itself.
        let own = text.part(*left, columns, 0);
        let others: Vec<f64> = mean.iter().zip(&own).map(|(mean, own)| (mean * count - own) / (count - 1.0)).collect();
        let odd = if best == *expected { 0.0 } else { (2.0 * between(part, &others, other) - 1.0).clamp(0.0, 1.0) };
        Some(ReadCharacter { best, far, odd })
    };
    let read: Vec<ReadCharacter> = places.iter().zip(&parts).filter_map(character).collect();
    (!read.is_empty() && read.len() == places.len()).then_some(read)
}

/// Reads the text of each hex by the templates of the others.
pub(super) fn read_all(samples: &[TextSamples], found: NumberCandidate) -> NumberReading {
    let classes = templates(samples, &found);
    let templates: Vec<Template> =
        classes.keys().filter_map(|c| classes.mean(c).map(|(mean, count)| (c, mean, count))).collect();
    let columns = found.typesetting.columns();
    let texts: Vec<(Cell, HexId, Vec<ReadCharacter>)> = samples
        .iter()
        .filter_map(|text| {
            let name = found.grid.name(text.cell);
            let read = read(text, &found.typesetting.places(name.as_str()), columns, &templates)?;
            Some((text.cell, name, read))
        })
        .collect();
    let worst = |read: &[ReadCharacter]| read.iter().map(|read| read.far).fold(0.0, f64::max);
    let usual = percentile(&mut texts.iter().map(|(_, _, read)| worst(read)).collect::<Vec<_>>(), 0.5);
    let (mut count, mut agreed) = (0, 0);
    let mut others: Vec<OddNumber> = Vec::new();
    for (cell, expected, read) in texts {
        if worst(&read) > UNREADABLE * usual {
            continue;
        }
        count += 1;
        let confidence = read.iter().map(|read| read.odd).fold(0.0, f64::max);
        if confidence < ODD {
            agreed += 1;
            continue;
        }
        let mut letters = read.iter().map(|read| read.best);
        let letter = |c: char| if c.is_ascii_alphanumeric() { letters.next().unwrap_or('?') } else { c };
        let printed = expected.as_str().chars().map(letter).collect();
        others.push(OddNumber { cell, printed, expected, confidence });
    }
    others.sort_by(|a, b| b.confidence.total_cmp(&a.confidence));
    NumberReading { numbering: found.numbering, read: count, agreed, others }
}
