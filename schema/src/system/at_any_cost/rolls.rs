//! Tables by a die, Command Event tracks, and night turns.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::HqOrder;

/// A result of the Out of Command Range Table (7.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CommandResult {
    /// A courier gets through: In Command.
    Courier,
    /// Cautious: half movement, and nothing else.
    Cautious,
    /// Hesitates: nothing at all.
    Hesitates,
}

/// The Out of Command Range Table: a result for each die from 1 to 10.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OutOfCommandTable(pub Vec<CommandResult>);

/// A result of the Fortunes of War (6.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FortuneResult {
    /// No effect.
    NoEffect,
    /// The next chit is degraded.
    Degrade,
    /// The next chit is enhanced.
    Enhance,
    /// The next HQ to be activated loses its leader.
    LeaderCasualty,
}

/// The table of the Fortunes of War: a result for each die from 1 to 10.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FortunesTable(pub Vec<FortuneResult>);

/// A result of Misinterpreted Orders (21.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MisinterpretedResult {
    /// Any order, as the player of the chit chooses.
    Any,
    /// An Attack order.
    Attack,
    /// A Defend order.
    Defend,
    /// A March order.
    March,
    /// A Regroup order.
    Regroup,
    /// National doctrine: the French defend, the Prussians attack.
    Doctrine,
}

impl MisinterpretedResult {
    /// Returns the order that it prescribes to every army; `None` if that depends.
    pub fn order(self) -> Option<HqOrder> {
        match self {
            Self::Attack => Some(HqOrder::Attack),
            Self::Defend => Some(HqOrder::Defend),
            Self::March => Some(HqOrder::March),
            Self::Regroup => Some(HqOrder::Regroup),
            Self::Any | Self::Doctrine => None,
        }
    }
}

/// The table of the Misinterpreted Orders: a result for each die from 1 to 10.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MisinterpretedTable(pub Vec<MisinterpretedResult>);

/// A Command Event track that cancels an enemy event (20.1): the greatest die that cancels it, for each number of
/// Command Event Chits on the track from 0 on; 0 for never.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CancelTable(pub Vec<u8>);

/// A row of a table that moves activation chits or reinforcement groups (20.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TrackRow {
    /// The least modified die: a ten-sided die, and one for each Command Event Chit on the track.
    pub from: u8,
    /// The number of steps: a box or turn earlier, or another entry, each.
    pub steps: u8,
}

/// The Activation Chit Table or the Reinforcement Chart, from the lowest roll to the highest. Lower rolls have no effect.
pub type TrackTable = Vec<TrackRow>;

/// A kind of night turn (18.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum NightKind {
    /// Dusk (18.1).
    Dusk,
    /// Evening (18.2).
    Evening,
    /// Deep night (18.3).
    DeepNight,
    /// Dawn (18.4).
    Dawn,
}

impl NightKind {
    /// Its name, such as `"Deep night"`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Dusk => "Dusk",
            Self::Evening => "Evening",
            Self::DeepNight => "Deep night",
            Self::Dawn => "Dawn",
        }
    }
}

/// A kind of night turn, with its hours and effects (18.0).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NightRow {
    /// The kind.
    pub kind: NightKind,
    /// The hours of the clock in which a turn of this kind begins, such as `[22, 23]`.
    #[schemars(inner(range(min = 0, max = 23)))]
    pub hours: Vec<u8>,
    /// The number that is added to every TCR.
    pub tcr: i8,
    /// The longest line of sight, in hexes. The default is no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sight: Option<u8>,
    /// Allows no combat of any kind.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub no_combat: bool,
    /// Allows movement on road hexes only, which disrupts the unit that moves; the allowance is halved there, too.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub roads_only: bool,
    /// Allows what the night of a Campaign is for: ammunition of French heavy artillery, entrenchments, and Fresh sides.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rest: bool,
}

/// The kinds of night turns.
pub type NightTable = Vec<NightRow>;
