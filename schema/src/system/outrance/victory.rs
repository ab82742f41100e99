//! `[victory]`: the points of both sides. The published rules leave victory to the scenario.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::id::{PlaceId, SideId};
use crate::system::rows::is_zero;

/// `[victory]`: the conditions of victory.
///
/// Both sides count points after the last turn. The side with more points wins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Victory {
    /// The points for objectives that a side holds at the end.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hold: Vec<HoldPoints>,
    /// The points for each destroyed enemy unit. The default is 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[schemars(range(min = 0, max = 99))]
    pub destroyed: u8,
    /// The greatest difference of points that is a draw. The default is 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[schemars(range(min = 0, max = 99))]
    pub draw_within: u8,
    /// The least difference of points of a decisive victory. The default is no such victory.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 99))]
    pub decisive: Option<u8>,
}

/// The points of a side for an objective.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HoldPoints {
    /// The side that gets the points.
    pub side: SideId,
    /// The objective.
    pub place: PlaceId,
    /// The number of points.
    #[schemars(range(min = 1, max = 99))]
    pub points: u8,
}
