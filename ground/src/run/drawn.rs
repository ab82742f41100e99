//! The features of the source that a map shows, with the hexsides along which they run or which they cross.

use std::fmt;

use battlewright_schema::{Grid, HexsideId};
use serde::{Deserialize, Serialize};

use super::derivation::Derivation;
use super::feature::{Feature, FeatureClass, FeatureId};
use crate::grid::Side;

/// A stream or a road of the source that is drawn, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawnFeature {
    /// The id in lists.
    pub id: FeatureId,
    /// The name; empty if it has none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The class.
    pub class: FeatureClass,
    /// The hexsides along which a stream runs, or which a road crosses, in order.
    pub between: Vec<HexsideId>,
}

impl fmt::Display for DrawnFeature {
    /// Writes the name and the id, such as `Orne (way/7)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.name.is_empty() { write!(f, "{}", self.id) } else { write!(f, "{} ({})", self.name, self.id) }
    }
}

impl Derivation {
    /// Returns the streams and roads that are drawn, with hexsides in the numbers of `names`. Streams come first, the greatest of each first.
    pub fn drawn_features(&self, names: &Grid) -> Vec<DrawnFeature> {
        let name = |side: Side| {
            let [low, high] = [side.low, side.high].map(|tile| self.grid().cell(tile).map(|cell| names.name(cell)));
            Some(HexsideId::from(format!("{}/{}", low?, high?).as_str()))
        };
        let drawn = |feature: Feature, sides: Vec<Side>| DrawnFeature {
            id: feature.id,
            name: feature.name,
            class: feature.class,
            between: sides.into_iter().filter_map(name).collect(),
        };
        let streams = self.streams().into_iter().map(|mut feature| {
            let sides = std::mem::take(&mut feature.sides);
            drawn(feature, sides)
        });
        let roads = self.road_features().into_iter().map(|feature| {
            // A road that leaves the map and comes back has a gap.
            let steps = feature.tiles.windows(2).filter_map(|pair| match pair {
                [a, b] if self.grid().neighbors(*a).contains(&Some(*b)) => Some(Side::between(*a, *b)),
                _ => None,
            });
            let sides = steps.collect();
            drawn(feature, sides)
        });
        streams.chain(roads).filter(|feature| !feature.between.is_empty()).collect()
    }
}
