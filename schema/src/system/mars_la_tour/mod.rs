//! The file of the `mars-la-tour` system: single-unit moves and attacks, ER, HQ focus, blown units.

mod face;
mod lints;
mod plug;
mod rules;
mod view;
mod words;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

pub use face::{battle_face, march_face};
pub use rules::{
    AfterDeathride, AttackResult, AttackRow, AttackTable, DieModifiers, EntryCleared, EntryRoadRate, MovementAllowance,
    MovementTable, RuleChanges, Rules, TableChanges, Tables,
};

use crate::common::entry::Exit;
use crate::common::map::{Look, Map, TerrainFacts as _};
use crate::common::side::Color;

use crate::id::{EntryId, ExitId, HexId, PlaceId, SideId, UnitId};

crate::system::root! {
    /// A scenario of the `mars-la-tour` system.
    MarsLaTour,
    /// `mars-la-tour`
    "mars-la-tour"
    after turns {}
    after entry {
        /// The exits where units may leave the map.
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

/// The meaning of a letter of the map (3.8).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Terrain {
    /// Its name, such as `"Woods"`.
    pub name: SmolStr,
    /// Its look on the map.
    #[serde(default)]
    pub look: Look,
    /// Its ground color. The default is the color of the look.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
    /// Is defensible (3.8): a unit that defends here adds to its die, and a retreat may end here early (3.3).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub defensible: bool,
}

impl crate::common::map::TerrainFacts for Terrain {
    fn name(&self) -> &str {
        &self.name
    }

    fn look(&self) -> Look {
        self.look
    }

    fn color(&self) -> Option<Color> {
        self.color
    }
}

/// `[side.ID]`: one of the two sides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Side {
    /// The name of its soldiers, such as `"Germans"`.
    pub name: SmolStr,
    /// The color of its counters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
    /// Artillery ammunition points (AP) at the start of the game (5.1), from 0 to 99.
    #[schemars(range(min = 0, max = 99))]
    pub ammunition: u8,
    /// Its headquarters marker (3.2).
    pub hq: Hq,
    /// The number of hexes that each unit may still move after it enters an EZOC, in one Movement Phase (4.0 2b): 1 for
    /// the Germans, otherwise 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[schemars(range(min = 0, max = 9))]
    pub moves_after_ezoc: u8,
    /// The bonus to the die of its units that defend in open terrain (3.1 4c): 1 for the French with
    /// their Chassepots, otherwise 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[schemars(range(min = 0, max = 9))]
    pub chassepot: u8,
    /// Wins the ties of artillery duels (4.0 3c): the Germans do.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub wins_duel_ties: bool,
    /// The first turn when it places a mitrailleuse marker (4.0 1c): 3 for the French. The default is never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 99))]
    pub mitrailleuse_from_turn: Option<u8>,
}

/// A headquarters marker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hq {
    /// The name on the marker, such as `"Bazaine"`.
    pub name: SmolStr,
    /// Its command range in hexes (4.0 2c).
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

/// `[[unit]]`: a counter. It has either `at` or `enters`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
// Some validators close every object that does not say that it is open, parts of conditions included.
#[schemars(extend(
    "if" = { "required": ["at"], "additionalProperties": true },
    "then" = { "not": { "required": ["enters"], "additionalProperties": true }, "additionalProperties": true },
    "else" = { "required": ["enters"], "additionalProperties": true },
))]
pub struct Unit {
    /// Its id, such as `"de-iii-5"`.
    pub id: UnitId,
    /// Its full name, such as `"5th Division"`.
    pub name: SmolStr,
    /// The label on the counter, such as `"5/III"`; the id if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<SmolStr>,
    /// The corps or division it belongs to, such as `"III Corps"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub formation: Option<SmolStr>,
    /// Its side.
    pub side: SideId,
    /// Its arm.
    pub kind: Kind,
    /// Its Efficiency Rating (ER), the stars on the counter, from 0 to 6.
    #[schemars(range(min = 0, max = 6))]
    pub er: u8,
    /// The hex in which it starts the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<HexId>,
    /// Its turn and entry as a reinforcement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enters: Option<Enters>,
    /// The source of its strength and position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<SmolStr>,
}

/// When and where a reinforcement enters (4.0 2d).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Enters {
    /// The turn, from 1.
    #[schemars(range(min = 1, max = 99))]
    pub turn: u8,
    /// The entry, such as `"C"`.
    pub at: EntryId,
}

/// `[victory]`: the victory conditions (6.0). In addition, each eliminated enemy unit scores 1 VP.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Victory {
    /// The side that wins when VPs are equal.
    pub tie: SideId,
    /// Places whose hexes score at the end of the game for the side that holds them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hold: Vec<Hold>,
    /// Victory by leaving the map.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub escape: Option<Escape>,
}

/// A place that scores for one side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hold {
    /// The place.
    pub place: PlaceId,
    /// The side that scores.
    pub side: SideId,
    /// VPs for each hex of the place that the side holds at the end.
    #[schemars(range(min = 1, max = 99))]
    pub points_per_hex: u8,
}

/// Victory by leaving the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Escape {
    /// The side that tries to leave.
    pub side: SideId,
    /// The exits that count, such as `["E", "F"]`.
    pub exits: Vec<ExitId>,
    /// The number of infantry units that must leave for a major victory, which ends the game at once.
    #[schemars(range(min = 1, max = 99))]
    pub infantry: u8,
    /// VPs for the other side if no unit has left by the end of the game.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[schemars(range(min = 0, max = 99))]
    pub points_if_none: u8,
}

impl MarsLaTour {
    /// The rules this scenario is played by: the published ones with its own changes.
    pub fn ruleset(&self) -> Rules {
        self.rules.over(Rules::published())
    }

    /// The terrain of the hex at `cell`, if the map has it.
    pub fn terrain(&self, cell: crate::common::grid::Cell) -> Option<&Terrain> {
        let letter = self.map.hexes.get(usize::from(cell.column), usize::from(cell.row))?;
        self.map.terrain.get(&crate::common::map::Letter(letter))
    }

    /// The look of the hex at `cell`, if the map has it.
    pub fn look(&self, cell: crate::common::grid::Cell) -> Option<Look> {
        self.terrain(cell).map(Terrain::look)
    }
}

fn is_zero(n: &u8) -> bool {
    *n == 0
}
