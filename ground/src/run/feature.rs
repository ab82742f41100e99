//! The features of a map, as lists show them.

use std::fmt;
use std::str::FromStr;

use battlewright_schema::RoadKind;
use serde::{Deserialize, Serialize};

use crate::era::{EraFilter, PlaceRank};
use crate::grid::{Side, Tile};
use crate::plane::Point;
use crate::rivers::StemVerdict;
use crate::roads::RouteVerdict;

/// The id of a feature in lists, the same in each run over the same data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum FeatureId {
    /// A place: the number of its node, as in `node/7`.
    Node(i64),
    /// A stream, or a way that the era takes away: the number of a way, as in `way/7`.
    Way(i64),
    /// An area of a relation: the number of that, as in `relation/7`.
    Relation(i64),
    /// A road: the numbers of the nodes at its ends, the lower first, as in `route/7/9`.
    Route([i64; 2]),
}

impl FeatureId {
    /// Returns the number of a way.
    pub fn way(self) -> Option<i64> {
        if let Self::Way(id) = self { Some(id) } else { None }
    }

    /// Returns the ends of a route.
    pub fn route(self) -> Option<[i64; 2]> {
        if let Self::Route(ends) = self { Some(ends) } else { None }
    }

    /// Returns the number of a node.
    pub fn node(self) -> Option<i64> {
        if let Self::Node(id) = self { Some(id) } else { None }
    }

    /// Returns what tells an area, whose number is negative if it is of a way.
    pub(super) fn of_area(id: i64) -> Self {
        if id < 0 { Self::Way(id.saturating_neg()) } else { Self::Relation(id) }
    }
}

impl fmt::Display for FeatureId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Node(id) => write!(f, "node/{id}"),
            Self::Way(id) => write!(f, "way/{id}"),
            Self::Relation(id) => write!(f, "relation/{id}"),
            Self::Route([a, b]) => write!(f, "route/{a}/{b}"),
        }
    }
}

impl From<FeatureId> for String {
    fn from(id: FeatureId) -> Self {
        id.to_string()
    }
}

/// A text that tells no feature.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` tells no feature; ids are such as node/7, way/7, relation/7 or route/7/9")]
pub struct FeatureIdError(String);

impl FromStr for FeatureId {
    type Err = FeatureIdError;

    fn from_str(text: &str) -> Result<Self, FeatureIdError> {
        let number = |part: Option<&str>| part.and_then(|part| part.parse::<i64>().ok());
        let mut parts = text.split('/');
        let kind = parts.next();
        let first = number(parts.next());
        let second = parts.next();
        let id = match (kind, first, second) {
            (Some("node"), Some(id), None) => Some(Self::Node(id)),
            (Some("way"), Some(id), None) => Some(Self::Way(id)),
            (Some("relation"), Some(id), None) => Some(Self::Relation(id)),
            (Some("route"), Some(a), Some(_)) => number(second).map(|b| Self::Route([a.min(b), a.max(b)])),
            _ => None,
        };
        id.filter(|_| parts.next().is_none()).ok_or_else(|| FeatureIdError(text.chars().take(40).collect()))
    }
}

impl TryFrom<String> for FeatureId {
    type Error = FeatureIdError;

    fn try_from(text: String) -> Result<Self, FeatureIdError> {
        text.parse()
    }
}

/// The class of a feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FeatureClass {
    /// A river that troops cannot wade.
    River,
    /// A stream.
    Stream,
    /// A road.
    Road,
    /// A main road.
    MajorRoad,
    /// A Roman road.
    RomanRoad,
    /// A railway.
    Railway,
    /// A city.
    City,
    /// A town.
    Town,
    /// A village.
    Village,
    /// A hamlet.
    Hamlet,
    /// A farm.
    Farm,
    /// A line that the era takes away.
    Line,
    /// An area that the era takes away.
    Area,
    /// A place that the era takes away.
    Place,
}

impl FeatureClass {
    /// The classes of streams.
    pub const OF_STREAMS: [Self; 2] = [Self::River, Self::Stream];
    /// The classes of roads.
    pub const OF_ROADS: [Self; 3] = [Self::MajorRoad, Self::Road, Self::RomanRoad];
    /// The classes of places, the greatest first.
    pub const OF_PLACES: [Self; 5] = [Self::City, Self::Town, Self::Village, Self::Hamlet, Self::Farm];
    const ALL: [Self; 14] = [
        Self::River,
        Self::Stream,
        Self::Road,
        Self::MajorRoad,
        Self::RomanRoad,
        Self::Railway,
        Self::City,
        Self::Town,
        Self::Village,
        Self::Hamlet,
        Self::Farm,
        Self::Line,
        Self::Area,
        Self::Place,
    ];

    /// Returns the word for the class in lists and records, such as `"major-road"`.
    pub fn word(self) -> &'static str {
        match self {
            Self::River => "river",
            Self::Stream => "stream",
            Self::Road => "road",
            Self::MajorRoad => "major-road",
            Self::RomanRoad => "roman-road",
            Self::Railway => "railway",
            Self::City => "city",
            Self::Town => "town",
            Self::Village => "village",
            Self::Hamlet => "hamlet",
            Self::Farm => "farm",
            Self::Line => "line",
            Self::Area => "area",
            Self::Place => "place",
        }
    }

    /// Returns the class with a word.
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|class| class.word() == word)
    }

    /// Returns the classes that a feature of this class may be changed to, itself included; none for what cannot be changed.
    pub fn others(self) -> &'static [Self] {
        match self {
            Self::River | Self::Stream => &Self::OF_STREAMS,
            Self::Road | Self::MajorRoad | Self::RomanRoad => &Self::OF_ROADS,
            Self::City | Self::Town | Self::Village | Self::Hamlet | Self::Farm => &Self::OF_PLACES,
            Self::Railway | Self::Line | Self::Area | Self::Place => &[],
        }
    }

    /// Returns the class of a road.
    pub(super) fn of_road(kind: RoadKind) -> Self {
        match kind {
            RoadKind::Road => Self::Road,
            RoadKind::Major => Self::MajorRoad,
            RoadKind::Roman => Self::RomanRoad,
        }
    }

    /// Returns the kind of a road; `None` for other features.
    pub fn road_kind(self) -> Option<RoadKind> {
        match self {
            Self::Road => Some(RoadKind::Road),
            Self::MajorRoad => Some(RoadKind::Major),
            Self::RomanRoad => Some(RoadKind::Roman),
            _ => None,
        }
    }

    /// Returns the class of a place.
    pub(super) fn of_place(rank: PlaceRank) -> Self {
        match rank {
            PlaceRank::City => Self::City,
            PlaceRank::Town => Self::Town,
            PlaceRank::Village => Self::Village,
            PlaceRank::Hamlet => Self::Hamlet,
            PlaceRank::Farm => Self::Farm,
        }
    }

    /// Returns the rank of a place; `None` for other features.
    pub fn place_rank(self) -> Option<PlaceRank> {
        match self {
            Self::City => Some(PlaceRank::City),
            Self::Town => Some(PlaceRank::Town),
            Self::Village => Some(PlaceRank::Village),
            Self::Hamlet => Some(PlaceRank::Hamlet),
            Self::Farm => Some(PlaceRank::Farm),
            _ => None,
        }
    }
}

/// The reason why a feature is not drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LeftOut {
    /// A stream, by its figures.
    Stream(StemVerdict),
    /// A road, by its figures.
    Road(RouteVerdict),
    /// A place that shares its hex with a greater one; it became a label.
    Label,
    /// A place that the designer unchecked.
    Unchecked,
    /// The era took it away.
    Era(EraFilter),
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Stream(verdict) => verdict.reason(),
            Self::Road(verdict) => verdict.reason(),
            Self::Label => "a label: it shares its hex with a greater place",
            Self::Unchecked => "unchecked",
            Self::Era(filter) => filter.reason(),
        })
    }
}

/// A feature of a map: a stream, a road, a place, or what the era took away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feature {
    /// The id.
    pub id: FeatureId,
    /// The name; empty if it has none.
    pub name: String,
    /// The class, as the designer chose it.
    pub class: FeatureClass,
    /// The length in meters; `None` for places and areas.
    pub length: Option<u32>,
    /// `true` if it is drawn.
    pub is_checked: bool,
    /// The reason that it is not drawn; `None` if it is, except for a place that became a label.
    pub left_out: Option<LeftOut>,
    /// The line on the ground; the outline of an area; the point of a place.
    pub line: Vec<Point>,
    /// The hexes that show it: those of a road or of a place. [`GroundGrid::cell`](crate::GroundGrid::cell) tells their cells.
    pub tiles: Vec<Tile>,
    /// The hexsides that show it: those of a stream.
    pub sides: Vec<Side>,
}
