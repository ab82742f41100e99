//! `[victory]`: the points of one side and the levels of its victory (13).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::id::{PlaceId, SideId};

/// `[victory]`: the conditions of victory (13).
///
/// One side counts points after the last turn. The highest level that it reaches is its victory; below all levels, the other
/// side wins. Points are written in halves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Victory {
    /// The side that counts points.
    pub scorer: SideId,
    /// The points that this side already has, in halves. The default is 0.
    #[serde(default, skip_serializing_if = "is_none")]
    #[schemars(range(min = -198, max = 198))]
    pub half_points: i16,
    /// The places for which the side gains points if it controls them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gain: Vec<HalfPoints>,
    /// The places for which the side loses points if its enemy controls them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub loss: Vec<HalfPoints>,
    /// The levels of victory of the side.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub levels: Vec<LevelPoints>,
}

fn is_none(points: &i16) -> bool {
    *points == 0
}

/// The points for a place.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HalfPoints {
    /// The place.
    pub place: PlaceId,
    /// The points in halves: 1 is half a point, 2 is one point.
    #[schemars(range(min = 1, max = 99))]
    pub half_points: u8,
    /// Gives the points for one hex of the place. Otherwise, all its hexes have to be controlled. The default is false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub any_hex: bool,
}

/// The level of a victory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// A tactical victory.
    #[default]
    Tactical,
    /// An operational victory.
    Operational,
    /// A strategic victory.
    Strategic,
}

impl Level {
    /// Returns the name, such as `"tactical"`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Tactical => "tactical",
            Self::Operational => "operational",
            Self::Strategic => "strategic",
        }
    }
}

/// The points that a level of victory needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LevelPoints {
    /// The level.
    pub level: Level,
    /// The least number of points, in whole points.
    #[schemars(range(min = 1, max = 99))]
    pub points: u8,
}
