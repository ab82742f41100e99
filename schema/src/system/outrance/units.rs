//! Formations and units (II): brigades of bases, artillery and generals.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use crate::common::inches::TablePoint;
use crate::common::side::Color;
use crate::id::{EntryId, FormationId, SideId, UnitId};
use crate::system::rows::{self, is_zero};

/// The army of 1870 that a side is: weapons and doctrine differ (II).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Nation {
    /// The French.
    #[default]
    French,
    /// The Prussians and their German allies.
    Prussian,
}

impl Nation {
    /// Returns the name in the file, such as `"french"`.
    pub fn name(self) -> &'static str {
        match self {
            Self::French => "french",
            Self::Prussian => "prussian",
        }
    }
}

/// The size of a formation, which decides whom its generals command (IX).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CommandLevel {
    /// An army. Its generals command all units of the side.
    Army,
    /// An army corps.
    #[default]
    Corps,
    /// A division of its own, such as a cavalry division.
    Division,
}

/// `[[formation]]`: an army, a corps or a division, to which units belong.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Formation {
    /// The id, such as `"fr-ii"`.
    pub id: FormationId,
    /// The name, such as `"II Corps"`.
    pub name: SmolStr,
    /// The side.
    pub side: SideId,
    /// The color of the band on the counters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
    /// The size of the formation. The default is a corps.
    #[serde(default)]
    pub level: CommandLevel,
}

/// The troops of a unit (II).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TroopType {
    /// Infantry: a brigade of four bases, or a regiment of two.
    #[default]
    Infantry,
    /// Cavalry: a brigade of four or six bases, or a regiment of two.
    Cavalry,
    /// Artillery: each base is two batteries.
    Artillery,
    /// A general and his staff. A general has neither bases nor a formation, and no part in combat.
    General,
}

impl TroopType {
    /// All troops, in the order of the declaration.
    pub const ALL: [Self; 4] = [Self::Infantry, Self::Cavalry, Self::Artillery, Self::General];

    /// Returns the name in the file, such as `"infantry"`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Infantry => "infantry",
            Self::Cavalry => "cavalry",
            Self::Artillery => "artillery",
            Self::General => "general",
        }
    }

    /// Returns `true` for troops of three qualities: infantry and cavalry.
    pub fn has_quality(self) -> bool {
        matches!(self, Self::Infantry | Self::Cavalry)
    }
}

/// The quality of infantry and cavalry (II), from the worst to the best.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Quality {
    /// Second-rate troops: Landwehr or Mobilisé.
    Landwehr,
    /// Average troops.
    #[default]
    Line,
    /// Exceptionally good troops.
    Guard,
}

impl Quality {
    /// All qualities, from the worst to the best.
    pub const ALL: [Self; 3] = [Self::Landwehr, Self::Line, Self::Guard];

    /// Returns the name in the file, such as `"line"`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Landwehr => "landwehr",
            Self::Line => "line",
            Self::Guard => "guard",
        }
    }

    fn is_line(&self) -> bool {
        *self == Self::Line
    }
}

/// The formation of the bases of a unit on the table (IV).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Posture {
    /// Deployed: the bases stand side by side, one deep. The line may bend.
    #[default]
    Deployed,
    /// Maneuver: ranks of bases, at least two deep; artillery is one wide.
    Maneuver,
    /// March: a column, one base wide. It may bend.
    March,
}

impl Posture {
    /// Returns the name in the file, such as `"deployed"`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Deployed => "deployed",
            Self::Maneuver => "maneuver",
            Self::March => "march",
        }
    }

    fn is_deployed(&self) -> bool {
        *self == Self::Deployed
    }
}

/// The status of a unit (V).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum UnitStatus {
    /// OK: no marker.
    #[default]
    Ok,
    /// Disordered.
    Disordered,
    /// Demoralized.
    Demoralized,
}

impl UnitStatus {
    /// Returns the name in the file, such as `"disordered"`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Disordered => "disordered",
            Self::Demoralized => "demoralized",
        }
    }

    fn is_ok(&self) -> bool {
        *self == Self::Ok
    }
}

/// `[[unit]]`: a unit or a general (II). It has one of `at` and `enters`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("not" = rows::all_keys(&["at", "enters"])))]
pub struct Unit {
    /// The id of the unit, such as `"fr-micheler"`.
    pub id: UnitId,
    /// The full name, such as `"Micheler's brigade"`.
    pub name: SmolStr,
    /// The label on the counter, such as `"1/3"`. The default is the id; for a general, the name, or its last word if the name is
    /// long.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<SmolStr>,
    /// The army, corps or division of the unit, which decides its side.
    pub formation: FormationId,
    /// The division within a corps, such as `"3"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub division: Option<SmolStr>,
    /// The troops.
    pub troops: TroopType,
    /// The quality of infantry or cavalry. The default is `"line"`. Artillery and generals have none.
    #[serde(default, skip_serializing_if = "Quality::is_line")]
    pub quality: Quality,
    /// The army whose weapons and doctrine the unit has. The default is that of its side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weapons: Option<Nation>,
    /// The number of bases of the full unit. Half of them lost destroy it (V). Omit it for generals.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[schemars(range(min = 0, max = 12))]
    pub bases: u8,
    /// The number of bases that the unit has lost at the start of the game. The default is 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[schemars(range(min = 0, max = 12))]
    pub lost: u8,
    /// The status at the start of the game. The default is `"ok"`.
    #[serde(default, skip_serializing_if = "UnitStatus::is_ok")]
    pub status: UnitStatus,
    /// The posture at the start of the game: the tactical formation of the bases on the table (IV). The default is `"deployed"`. Omit
    /// it for generals, and for reinforcements, which come on in march formation.
    #[serde(default, skip_serializing_if = "Posture::is_deployed")]
    pub posture: Posture,
    /// The number of bases in the first rank of a unit in maneuver formation. The default is the usual width.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 12))]
    pub front: Option<u8>,
    /// The center of the front of the unit at the start of the game; for a general, the center of the base.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<TablePoint>,
    /// The facing in degrees, clockwise from the upper edge of the table: 90 is to the right. The default is 0.
    #[serde(default, skip_serializing_if = "is_none")]
    #[schemars(range(min = 0, max = 359))]
    pub facing: u16,
    /// The turn of each base against the facing, in degrees clockwise: of a line, from left to right; of a column, from front
    /// to rear. The default is a straight line or column.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 12), inner(range(min = -180, max = 180)))]
    pub bend: Vec<i16>,
    /// The turn and the point at which the unit comes on, if it is a reinforcement (III).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enters: Option<Enters>,
    /// The tags by which rules in rows know the unit, such as `["guard"]`, at most 8.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("maxItems" = crate::rule::MOST_TAGS))]
    pub tags: Vec<SmolStr>,
    /// The numbers with which counters of the unit start, by the ids of the counters, such as `{ fires = 4 }`.
    #[serde(default, skip_serializing_if = "crate::CounterNumbers::is_empty")]
    pub counters: crate::CounterNumbers,
    /// The book, map or paper that documents the strength and the position of the unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<SmolStr>,
}

fn is_none(degrees: &u16) -> bool {
    *degrees == 0
}

impl Unit {
    /// Returns the number of bases on the table at the start of the game.
    pub fn bases_left(&self) -> u8 {
        self.bases.saturating_sub(self.lost)
    }

    /// Returns the number of lost bases at which the unit is destroyed: half of the full unit, rounded up (V).
    pub fn destroyed_at(&self) -> u8 {
        self.bases.div_ceil(2)
    }
}

/// The arrival of a reinforcement by route march (III).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Enters {
    /// The turn of entry, from 1.
    #[schemars(range(min = 1, max = 99))]
    pub turn: u8,
    /// The entry, such as `"saarbrucken"`.
    pub at: EntryId,
    /// The point to which the unit marches. The default is no point in particular.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub toward: Option<TablePoint>,
    /// The least die of six with which the unit comes on, rolled each turn from `turn` on. The default is no die: it comes for
    /// certain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 2, max = 6))]
    pub roll: Option<u8>,
}
