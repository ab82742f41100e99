//! `[victory]`: the victory conditions (16.0, 20.1).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::id::{HexId, PlaceId, SideId};

/// The victory conditions (16.0).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Victory {
    /// Endings that are checked after every move. The first that holds decides the game and ends it at once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sudden: Vec<Ending>,
    /// Endings that are checked after the last turn. The first that holds decides the game. If none holds, the game is
    /// a draw.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub last: Vec<Ending>,
}

/// The degree of a victory (16.0).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// Neither side wins.
    Draw,
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

/// An ending of the game. All its conditions must hold. A place is controlled by the side whose units were the last to enter
/// each of its hexes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ending {
    /// The side that wins. The default is a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<SideId>,
    /// The degree of the victory. The default is `"victory"`.
    pub level: Level,
    /// The turn after which the ending can hold. The default is any turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 99))]
    pub after_turn: Option<u8>,
    /// Requires a unit of the winner in one of these hexes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub enters: Vec<HexId>,
    /// Requires the winner to control all of these hexes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub controls_hexes: Vec<HexId>,
    /// Requires the winner to control all of these places.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub controls: Vec<PlaceId>,
    /// Requires the winner to control at least one of these places.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub controls_any: Vec<PlaceId>,
    /// Requires that the enemy of the winner does not control all of these places.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub enemy_lacks: Vec<PlaceId>,
    /// Requires the winner to control more of these places than the enemy.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub controls_more_of: Vec<PlaceId>,
}
