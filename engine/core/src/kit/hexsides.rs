//! The features along the hexsides of a map.

use battlewright_schema::{Hexside, HexsideKind};

use super::hex_map::{HexIx, Hexes};

/// The features of all hexsides of a map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hexsides {
    /// Each feature with its two hexes, the lower index first; sorted.
    features: Vec<(HexIx, HexIx, HexsideKind)>,
    /// The index of the first feature of each hex that is the lower of its pair.
    starts: Vec<usize>,
}

impl Hexsides {
    /// Creates the features of `list` on `hexes`; features beside hexes that the map does not have are ignored.
    pub fn new(hexes: &Hexes, list: &[Hexside]) -> Self {
        let mut features = Vec::new();
        for feature in list {
            for side in &feature.between {
                if let Some((a, b)) = side.hexes()
                    && let (Some(a), Some(b)) = (hexes.find(&a), hexes.find(&b))
                {
                    features.push((a.min(b), a.max(b), feature.kind));
                }
            }
        }
        features.sort_unstable();
        features.dedup();
        let start = |hex: usize| features.partition_point(|(lower, ..)| lower.index() < hex);
        let starts = (0..=hexes.cells().len()).map(start).collect();
        Self { features, starts }
    }

    /// The features between `a` and `b`, in the order of [`HexsideKind`].
    pub fn between(&self, a: HexIx, b: HexIx) -> impl Iterator<Item = HexsideKind> + use<'_> {
        let (a, b) = (a.min(b), a.max(b));
        let [start, end] = [0, 1].map(|next| self.starts.get(a.index() + next).copied().unwrap_or(0));
        let of_a = self.features.get(start..end).unwrap_or(&[]);
        of_a.iter().filter(move |(_, other, _)| *other == b).map(|(_, _, kind)| *kind)
    }
}
