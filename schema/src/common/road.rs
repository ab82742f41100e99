//! Roads, which join hex centers, and hexside features, which lie between hexes.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use crate::id::{HexId, HexsideId};

/// `[[road]]`: a road from hex to hex. It connects only consecutive hexes of its path.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Road {
    /// The name of the road, such as `"Verdun road"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<SmolStr>,
    /// The kind of road. The default is `"road"`. Some systems distinguish them: in `position-magnifique`, they affect
    /// cavalry charges (12.5); in `at-any-cost`, marches (12.10).
    #[serde(default, skip_serializing_if = "RoadKind::is_default")]
    pub kind: RoadKind,
    /// The hexes of the road in order, each adjacent to the previous one, such as `["0107", "0207", "0308"]`.
    pub path: Vec<HexId>,
    /// The book, map or paper that documents the road.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<SmolStr>,
}

/// A kind of road.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RoadKind {
    /// An ordinary road, between hedges and ditches.
    #[default]
    Road,
    /// A paved high road.
    Major,
    /// A Roman road: straight and open.
    Roman,
}

impl RoadKind {
    /// Returns the name in the file, such as `"roman"`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Road => "road",
            Self::Major => "major",
            Self::Roman => "roman",
        }
    }

    /// Returns `true` for an ordinary road, the default in the file.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// A feature that runs along a hexside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum HexsideKind {
    /// A brook that troops can wade.
    Stream,
    /// A river that troops cannot wade.
    River,
    /// A bridge or ford over the stream or river of the same hexside.
    Bridge,
    /// A steep slope.
    Slope,
    /// A wall, hedge or embankment.
    Wall,
}

impl HexsideKind {
    /// Returns the name in the file, such as `"stream"`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Stream => "stream",
            Self::River => "river",
            Self::Bridge => "bridge",
            Self::Slope => "slope",
            Self::Wall => "wall",
        }
    }
}

/// `[[hexside]]`: a feature that runs along hexsides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hexside {
    /// The kind of feature.
    pub kind: HexsideKind,
    /// The name of the feature, such as `"Yron"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<SmolStr>,
    /// The hexsides of the feature, each written as its two hexes, such as `["0412/0413", "0412/0512"]`.
    #[schemars(length(min = 1))]
    pub between: Vec<HexsideId>,
    /// The book, map or paper that documents the feature.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<SmolStr>,
}
