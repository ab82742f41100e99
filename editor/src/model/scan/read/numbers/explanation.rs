//! The extent to which a numbering explains the samples, and the places of the characters with which it explains them best.

use std::collections::BTreeMap;

use battlewright_schema::{Grid, HexId};

use super::super::digits::{Classes, TextSamples};
use super::forms::Typesetting;

/// The extent to which a numbering explains the samples.
#[derive(Clone, Copy)]
pub(super) struct Explanation {
    /// The squares that are explained.
    pub(super) explained: f64,
    /// Their share of all squares.
    pub(super) share: f64,
}

impl Explanation {
    /// Returns what is explained, and how well: more or broader characters explain more, and fewer explain it better.
    pub(super) fn score(self) -> f64 {
        self.explained * self.share.powi(2)
    }
}

/// Texts with the same kinds of characters, whose characters stand at the same places.
struct PrintLayout {
    /// One of the texts.
    name: HexId,
    /// The texts with the same character at the same place: their number and their sum.
    sums: BTreeMap<(usize, char), (f64, TextSamples)>,
    /// The sum of the squares of all texts in each column of samples.
    squares: Vec<f64>,
}

/// The samples of all texts by their layout and characters, so that many typesettings can be tried.
pub(super) struct NamedTexts {
    layouts: BTreeMap<String, PrintLayout>,
}

impl NamedTexts {
    /// Adds up the samples by the names of their hexes.
    pub(super) fn new(samples: &[TextSamples], grid: &Grid) -> Self {
        let mut layouts: BTreeMap<String, PrintLayout> = BTreeMap::new();
        for text in samples {
            let name = grid.name(text.cell);
            let squares = text.squares();
            let letters = || name.as_str().chars().filter(char::is_ascii_alphanumeric);
            let pattern = name.as_str().chars().map(|c| if c.is_ascii_alphanumeric() { '0' } else { c }).collect();
            let layout = layouts.entry(pattern).or_insert_with(|| PrintLayout {
                name: name.clone(),
                sums: BTreeMap::new(),
                squares: vec![0.0; squares.len()],
            });
            layout.squares.iter_mut().zip(&squares).for_each(|(slot, value)| *slot += value);
            for key in letters().enumerate() {
                let sum = layout.sums.get_mut(&key);
                match sum {
                    Some((count, sum)) => {
                        *count += 1.0;
                        sum.add(text);
                    }
                    None => _ = layout.sums.insert(key, (1.0, text.clone())),
                }
            }
        }
        Self { layouts }
    }

    /// Returns the explanation of the samples by the names of their hexes.
    pub(super) fn explain(&self, typesetting: &Typesetting) -> Explanation {
        let mut classes = Classes::new();
        let columns = typesetting.columns();
        for layout in self.layouts.values() {
            for (n, (_, left)) in typesetting.places(layout.name.as_str()).into_iter().enumerate() {
                let inside = (0..columns).filter_map(|x| layout.squares.get(x.checked_add_signed(left)?));
                let mut squares = inside.sum::<f64>();
                for ((_, c), (count, sum)) in layout.sums.range((n, char::MIN)..=(n, char::MAX)) {
                    // The squares of all texts are counted with the first class.
                    classes.add_sum(*c, *count, std::mem::take(&mut squares), &sum.part(left, columns, 0));
                }
            }
        }
        let (explained, all) = classes.explained();
        Explanation { explained, share: explained / all.max(1e-9) }
    }

    /// Improves the places of the characters in small steps, and returns them with their explanation.
    pub(super) fn refined(&self, start: Typesetting) -> (Typesetting, Explanation) {
        const MOVES: [(f64, f64); 8] =
            [(1.0, 0.0), (-1.0, 0.0), (0.0, 0.04), (0.0, -0.04), (2.0, 0.0), (-2.0, 0.0), (0.0, 0.1), (0.0, -0.1)];
        let mut best = (start, self.explain(&start));
        for _ in 0..6 {
            let (now, before) = best;
            for (shift, grow) in MOVES {
                let width = now.width * (1.0 + grow);
                if (width / start.width - 1.0).abs() > 0.17 {
                    continue;
                }
                let next = Typesetting { center: now.center + shift, width, ..now };
                let explanation = self.explain(&next);
                if explanation.score() > best.1.score() {
                    best = (next, explanation);
                }
            }
            if best.1.score() <= before.score() {
                break;
            }
        }
        best
    }
}
