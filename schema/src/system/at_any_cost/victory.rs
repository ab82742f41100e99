//! `[victory]`: sudden endings, victory points and what they are worth (19.0 leaves them to the scenario).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::id::{HexId, PlaceId, SideId};
use crate::system::rows::is_zero;

/// `[victory]`: the conditions of victory (19.0).
///
/// A sudden ending ends the game when it comes to hold. After the last turn, the points of both sides are counted, and
/// the first of `levels` that holds decides; if none does, the game is a draw.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Victory {
    /// Endings that end the game at once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sudden: Vec<SuddenEnding>,
    /// The points for places, which their holder has at the end.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub points: Vec<PlacePoints>,
    /// The points of the enemy for each unit that is Broken at the end (10.2). The default is 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub broken: u8,
    /// The points of the enemy for each Small Unit that is Broken at the end. The default is 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub broken_small: u8,
    /// The outcomes after the last turn. The first one that holds decides.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub levels: Vec<PointLevel>,
}

/// The degree of a victory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// A minor victory.
    Minor,
    /// A victory.
    #[default]
    Victory,
    /// A major victory.
    Major,
    /// An overwhelming victory.
    Overwhelming,
}

/// An ending that ends the game at once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SuddenEnding {
    /// The side that wins.
    pub winner: SideId,
    /// The degree of the victory. The default is a victory.
    #[serde(default)]
    pub level: Level,
    /// The turn that must be over. The default is no such turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 99))]
    pub after_turn: Option<u8>,
    /// Hexes of which a combat unit of the winner must have entered one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub enters: Vec<HexId>,
    /// Hexes that the winner must all control.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub controls: Vec<HexId>,
}

/// The points for a place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlacePoints {
    /// The place. Each of its hexes belongs to the side whose combat unit was the last to enter it.
    pub place: PlaceId,
    /// The points for each of its hexes.
    #[schemars(range(min = 1, max = 99))]
    pub points: u8,
    /// The only side that can score them. The default is either.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<SideId>,
}

/// An outcome after the last turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PointLevel {
    /// The side that wins.
    pub winner: SideId,
    /// The degree of the victory. The default is a victory.
    #[serde(default)]
    pub level: Level,
    /// The least points of the winner. The default is no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<u8>,
    /// The least lead over the enemy's points. The default is no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lead: Option<u8>,
}
