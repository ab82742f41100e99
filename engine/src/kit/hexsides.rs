//! What lies along the hexsides of a map.

use battlewright_schema::{Hexside, HexsideKind};

use super::hex_map::{HexIx, Hexes};

/// The features of every hexside.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hexsides {
    /// Each with its two hexes, the lower index first; sorted.
    features: Vec<(HexIx, HexIx, HexsideKind)>,
}

impl Hexsides {
    /// The features of `list` on `hexes`; those between hexes that the map does not have are left out.
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
        Self { features }
    }

    /// What lies between `a` and `b`, in the order of [`HexsideKind`].
    pub fn between(&self, a: HexIx, b: HexIx) -> impl Iterator<Item = HexsideKind> + use<'_> {
        let (a, b) = (a.min(b), a.max(b));
        let start = self.features.partition_point(|(x, y, _)| (*x, *y) < (a, b));
        self.features.iter().skip(start).take_while(move |(x, y, _)| (*x, *y) == (a, b)).map(|(_, _, kind)| *kind)
    }
}
