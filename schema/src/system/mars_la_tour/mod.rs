//! The file of the `mars-la-tour` system: single-unit moves and attacks, ER, HQ focus, blown units.

mod face;
mod lints;
mod plug;
mod rules;
mod view;
pub mod vocabulary;
mod words;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

pub use face::{battle_face, march_face};
pub use rules::{
    AfterDeathride, AllowanceChanges, AttackResult, AttackRow, AttackTable, DieModifiers, DieModifiersChanges,
    EntryCleared, EntryRoadRate, MovementAllowance, MovementChanges, MovementTable, RuleChanges, Rules, TableChanges,
    Tables,
};

use crate::common::entry::Exit;
use crate::common::map::{Look, Map, TerrainFacts as _};
use crate::common::side::Color;

use crate::common::start::MarchColumn;
use crate::id::{EntryId, ExitId, HexId, PlaceId, SideId, UnitId};
use crate::system::rows::{self, is_zero};

crate::system::root! {
    /// A scenario of the `mars-la-tour` system.
    MarsLaTour,
    /// `mars-la-tour`
    "mars-la-tour"
    after turns {}
    after entry {
        /// The exits by which units may leave the map.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        exit: Vec<Exit> = rows optional,
    }
    /// The two sides. The first one acts first where the rules define an order (4.0).
    side
    after side {}
    after unit {}
    /// The conditions of victory (6.0).
    victory
}

/// The meaning of a letter on the map (3.8).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Terrain {
    /// The name in the terrain chart, such as `"Woods"`.
    pub name: SmolStr,
    /// The drawing style of the terrain. The default is `"clear"`.
    #[serde(default)]
    pub look: Look,
    /// The ground color. The default is the color of the look.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
    /// Makes the terrain defensible (3.8): a unit that defends here gets a bonus to its die, and a retreat may end here early
    /// (3.3). The default is false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub defensible: bool,
}

/// `[side.ID]`: one of the two sides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Side {
    /// The name of the side's soldiers, such as `"Germans"`.
    pub name: SmolStr,
    /// The color of the side's counters. The default depends on the order of the sides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
    /// The artillery ammunition points (AP) at the start of the game (5.1), from 0 to 99.
    #[schemars(range(min = 0, max = 99))]
    pub ammunition: u8,
    /// The headquarters marker of the side (3.2).
    pub hq: Hq,
    /// The number of hexes that each unit may still move in one Movement Phase after it enters an EZOC (4.0 2b): 1 for the
    /// Germans. The default is 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[schemars(range(min = 0, max = 9))]
    pub moves_after_ezoc: u8,
    /// The bonus to the die of the side's units that defend in open terrain (3.1 4c): 1 for the French with their Chassepots.
    /// The default is 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[schemars(range(min = 0, max = 9))]
    pub chassepot: u8,
    /// Lets the side win the ties of artillery duels (4.0 3c): true for the Germans. The default is false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub wins_duel_ties: bool,
    /// The first turn in which the side places a mitrailleuse marker (4.0 1c): 3 for the French. The default is never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 99))]
    pub mitrailleuse_from_turn: Option<u8>,
    /// The numbers with which counters of the side start, by the ids of the counters, such as `{ supply = 4 }`.
    #[serde(default, skip_serializing_if = "crate::CounterNumbers::is_empty")]
    pub counters: crate::CounterNumbers,
}

/// A headquarters marker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hq {
    /// The name on the marker, such as `"Bazaine"`.
    pub name: SmolStr,
    /// The command range in hexes (4.0 2c).
    #[schemars(range(min = 1, max = 99))]
    pub range: u8,
}

/// The arm of a unit (3.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Infantry.
    #[default]
    Infantry,
    /// Cavalry.
    Cavalry,
}

/// `[[unit]]`: a counter in the order of battle. It has either `at` or `enters`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
// The conditions repeat "additionalProperties": some validators apply a closed schema to every subschema.
#[schemars(extend(
    "if" = { "required": ["at"], "additionalProperties": true },
    "then" = { "not": { "required": ["enters"], "additionalProperties": true }, "additionalProperties": true },
    "else" = { "required": ["enters"], "additionalProperties": true },
))]
pub struct Unit {
    /// The id of the unit, such as `"de-iii-5"`.
    pub id: UnitId,
    /// The full name, such as `"5th Division"`.
    pub name: SmolStr,
    /// The label on the counter, such as `"5/III"`. The default is the id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<SmolStr>,
    /// The corps or division of the unit, such as `"III Corps"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub formation: Option<SmolStr>,
    /// The side of the unit.
    pub side: SideId,
    /// The arm: infantry or cavalry.
    pub kind: Kind,
    /// The Efficiency Rating (ER), printed as stars on the counter, from 0 to 6.
    #[schemars(range(min = 0, max = 6))]
    pub er: u8,
    /// The hex of the unit at the start of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<HexId>,
    /// The turn and the entry of the unit, if it is a reinforcement.
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

/// The turn and the entry of a reinforcement (4.0 2d).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Enters {
    /// The turn of entry, from 1.
    #[schemars(range(min = 1, max = 99))]
    pub turn: u8,
    /// The entry by which the unit comes on, such as `"C"`.
    pub at: EntryId,
}

impl rows::EntersField for Enters {
    fn new(turn: u8, at: EntryId, _: MarchColumn) -> Self {
        Self { turn, at }
    }

    fn when(&self) -> (u8, &EntryId) {
        (self.turn, &self.at)
    }
}

/// `[victory]`: the victory conditions (6.0). In addition, each eliminated enemy unit scores 1 VP.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Victory {
    /// The side that wins if both sides have the same number of VPs.
    pub tie: SideId,
    /// The places that score at the end of the game for the side that holds their hexes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hold: Vec<Hold>,
    /// A victory by leaving the map. The default is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub escape: Option<Escape>,
}

/// A place that scores for one side at the end of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hold {
    /// The place that scores.
    pub place: PlaceId,
    /// The side that scores for the place.
    pub side: SideId,
    /// The VPs for each hex of the place that the side holds at the end of the game.
    #[schemars(range(min = 1, max = 99))]
    pub points_per_hex: u8,
}

/// Victory by leaving the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Escape {
    /// The side that tries to leave the map.
    pub side: SideId,
    /// The exits by which units must leave, such as `["E", "F"]`.
    pub exits: Vec<ExitId>,
    /// The number of infantry units that must leave for a major victory, which ends the game at once.
    #[schemars(range(min = 1, max = 99))]
    pub infantry: u8,
    /// The VPs for the other side if no unit has left by the end of the game. The default is 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[schemars(range(min = 0, max = 99))]
    pub points_if_none: u8,
}

impl MarsLaTour {
    /// Returns the look of the hex at `cell`; `None` off the map or for an unknown letter.
    pub fn look(&self, cell: crate::common::grid::Cell) -> Option<Look> {
        self.terrain(cell).map(Terrain::look)
    }
}

rows::start_row!(Unit);
