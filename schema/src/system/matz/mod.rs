//! The file of the `matz` system: phases instead of chits, odds, zones of control, artillery at range, tanks, assault troops
//! and aircraft in mega-hexes.

mod face;
mod lints;
mod plug;
mod recruit;
mod results;
mod rules;
mod sequence;
mod tables;
#[cfg(test)]
mod tests;
mod victory;
mod view;
pub mod vocabulary;
mod words;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

pub use face::{gun_face, headquarters_face, step_face};
pub use results::{BombardmentResult, CombatResult, Crossing, SideFate};
pub use rules::{FireLimit, RuleChanges, Rules, SlopeRule, SupportRange, TableChanges, Tables};
pub use sequence::{OrderProblem, PhaseOrder, Sequence, SequenceChanges, TurnPhase};
pub use tables::{
    AirDraw, AirDrawTable, BombardmentShifts, BombardmentShiftsChanges, BombardmentTable, CombatModifiers,
    CombatModifiersChanges, CombatTable, CrossingRow, CrossingTable, GroundRow, GroundTable, OddsColumn,
    TankLossChanges, TankLossTable, ValueBand,
};
pub use victory::{HalfPoints, Level as VictoryLevel, LevelPoints, Victory};

use crate::common::edge::MapEdge;
use crate::common::map::{Look, Map};
use crate::common::mega::MegaHexes;
use crate::common::side::Color;
use crate::common::start::MarchColumn;
use crate::id::{EntryId, FormationId, HexId, SideId, UnitId};
use crate::system::rows::{self, is_zero};

crate::system::root! {
    /// A scenario of the `matz` system.
    Matz,
    /// `matz`
    "matz"
    after turns {
        /// The first turn of the game. The default is 1.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 1, max = 99))]
        first_turn: Option<u8> = leaf optional,
    }
    after entry {
        /// The mega-hexes, in which aircraft move and fight (0.2). The default is none, for a game without aircraft.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mega_hexes: Option<MegaHexes> = leaf optional,
        /// The trenches on the map (7.3).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        trench: Vec<Trench> = rows optional,
        /// The front line, and the sides that place their units along it (14). The default is no free setup.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        front: Option<Front> = leaf optional,
        /// The surprise of the first turns (14). The default is none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        surprise: Option<Surprise> = leaf optional,
    }
    /// The two sides. The first one is the attacker, which moves first in each turn (2).
    side
    after side {
        /// The formations: corps with their HQs, armies, independent divisions and air forces (1.5).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        formation: Vec<Formation> = rows optional,
    }
    after unit {
        /// The reserves that a side may call up at a cost in points (12.2, 12.3).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        reserve: Vec<Reserve> = rows optional,
    }
    /// The conditions of victory (13).
    victory
}

/// The meaning of a letter of the map: the terrain of a hex, whose features add up (7.3).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Terrain {
    /// The name in the terrain chart, such as `"Wooded hill"`.
    pub name: SmolStr,
    /// The drawing style.
    #[serde(default)]
    pub look: Look,
    /// The ground color. The default is the color of the look.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
    /// The rows of the Terrain Effects Table that apply, such as `["woods", "village"]`. The default is open ground.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub classes: Vec<TerrainClass>,
}

/// A row of the Terrain Effects Table for hexes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TerrainClass {
    /// Open ground.
    #[default]
    Open,
    /// Woods.
    Woods,
    /// A village or a farm.
    Village,
    /// A town.
    Town,
    /// A trench. It comes from `[[trench]]`, and no letter needs it.
    Trench,
}

impl TerrainClass {
    /// Its name in the calculation of a combat or a bombardment, such as `"woods"`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Open => "open ground",
            Self::Woods => "woods",
            Self::Village => "village",
            Self::Town => "town",
            Self::Trench => "trench",
        }
    }
}

/// The army of 1918 that a side is: air draws and the losses of tanks differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Nation {
    /// The Germans.
    #[default]
    German,
    /// The French.
    French,
}

/// `[side.ID]`: one of the two sides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Side {
    /// The name of its soldiers, such as `"Germans"`.
    pub name: SmolStr,
    /// The army. Each of the two sides is another one.
    pub nation: Nation,
    /// The friendly edge of the map, to which its units retreat and its places keep a line (7.6, 13).
    pub edge: MapEdge,
    /// The color of its counters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
    /// The numbers with which counters of the side start, by the ids of the counters, such as `{ supply = 4 }`.
    #[serde(default, skip_serializing_if = "crate::CounterNumbers::is_empty")]
    pub counters: crate::CounterNumbers,
}

/// `[[trench]]`: a line of trenches (7.3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Trench {
    /// The name, such as `"Second position"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<SmolStr>,
    /// The side that dug the trenches. The other side pays more to enter them.
    pub side: SideId,
    /// The hexes.
    pub hexes: Vec<HexId>,
    /// The book, map or paper that documents the trenches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<SmolStr>,
}

/// `[front]`: the front line at the start of the game (14).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Front {
    /// The side that holds the hexes of the line.
    pub side: SideId,
    /// The foremost hexes of this side, from one end of the line to the other.
    pub hexes: Vec<HexId>,
    /// The sides that place their units along the line before the game, in this order. The units of the others start where the
    /// file has them, which is the default for both.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub free_setup: Vec<SideId>,
}

/// `[surprise]`: the bonus of a side in the combats of the first turns (14).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Surprise {
    /// The side that has surprised its enemy.
    pub side: SideId,
    /// The last turn with the bonus.
    #[schemars(range(min = 1, max = 99))]
    pub through_turn: u8,
    /// The columns by which its attacks are shifted to the right.
    #[schemars(range(min = 1, max = 9))]
    pub columns: u8,
}

/// The sort of a formation, which decides whom its artillery supports (8.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Echelon {
    /// An army corps, with an HQ. Its artillery supports its own divisions.
    #[default]
    Corps,
    /// An army. Its artillery outside divisions supports every unit of the side, and its tanks are attached to corps (6.1).
    Army,
    /// A division outside the corps.
    Division,
    /// An air force, whose aircraft are the pot that is drawn from (11.3).
    Air,
}

/// `[[formation]]`: a corps or another formation, with its color (1.5).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Formation {
    /// The id, such as `"fr-34"`.
    pub id: FormationId,
    /// The name, such as `"34e corps d'armée"`.
    pub name: SmolStr,
    /// The side.
    pub side: SideId,
    /// The color of the band on the counters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
    /// The sort of formation. The default is a corps.
    #[serde(default)]
    pub echelon: Echelon,
    /// Keeps all its units in command, as of the army artillery and the 38th Division (14). The default is false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub always_in_command: bool,
    /// Other formations whose artillery may support its units (14). The default is none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub supported_by: Vec<FormationId>,
    /// The headquarters (1.4). Each corps has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hq: Option<Hq>,
}

/// A headquarters (1.4). It has one of `at`, `enters` and `returns`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("not" = rows::all_keys(&["at", "enters"])))]
pub struct Hq {
    /// The name on the counter, such as `"Nudant"`.
    pub name: SmolStr,
    /// The combat value, which counts in defense only.
    pub combat: u8,
    /// The command distance in hexes (10.1).
    #[schemars(range(min = 0, max = 20))]
    pub range: u8,
    /// The movement points.
    #[schemars(range(min = 0, max = 30))]
    pub movement: u8,
    /// Starts with its neutralized side up (9). The default is false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub neutralized: bool,
    /// The hex of the headquarters at the start of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<HexId>,
    /// The turn and the entry of the headquarters, if it is a reinforcement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enters: Option<Enters>,
    /// The turn in which the owner places the headquarters again, if it is destroyed at the start of the game (1.4). If that is
    /// after the last turn, it does not return.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 100))]
    pub returns: Option<u8>,
    /// The numbers with which counters of the headquarters start, by the ids of the counters, such as `{ fires = 4 }`.
    #[serde(default, skip_serializing_if = "crate::CounterNumbers::is_empty")]
    pub counters: crate::CounterNumbers,
}

/// The kind of a unit (1.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// An infantry regiment.
    #[default]
    Infantry,
    /// Assault troops (6.2).
    Stosstruppen,
    /// A tank groupement or battalion (6.1).
    Tank,
    /// Artillery (8).
    Artillery,
    /// Fighters (11.1).
    Fighter,
    /// Bombers (11.1).
    Bomber,
}

impl Kind {
    /// Returns `true` for units on the ground that exert a zone of control and attack (3.1): infantry of all sorts and tanks.
    pub fn fights(self) -> bool {
        matches!(self, Self::Infantry | Self::Stosstruppen | Self::Tank)
    }

    /// Returns `true` for fighters and bombers.
    pub fn flies(self) -> bool {
        matches!(self, Self::Fighter | Self::Bomber)
    }
}

/// `[[unit]]`: a counter in the order of battle. A ground unit has one of `at` and `enters`, unless it is in a reserve; aircraft
/// have neither, as they are drawn in play.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("not" = rows::all_keys(&["at", "enters"])))]
pub struct Unit {
    /// The id of the unit, such as `"de-4-gd-5"`.
    pub id: UnitId,
    /// The full name, such as `"5th Guard Regiment"`.
    pub name: SmolStr,
    /// The label on the counter, such as `"5/4G"`. The default is the id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<SmolStr>,
    /// The formation of the unit.
    pub formation: FormationId,
    /// The division, such as `"4 GD"`. Corps and army artillery, tanks and aircraft have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub division: Option<SmolStr>,
    /// The kind of unit.
    pub kind: Kind,
    /// The combat value for each step, from full strength to the last step, such as `[5, 3]`; for aircraft, the value in air
    /// combat. Omit it for artillery, whose value in contact is in the rules.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 6))]
    pub combat: Vec<u8>,
    /// The bombardment value of artillery or aircraft.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bombardment: Option<u8>,
    /// The defense value of artillery.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub defense: Option<u8>,
    /// The range of artillery in hexes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 30))]
    pub range: Option<u8>,
    /// The movement points. Omit them for aircraft.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[schemars(range(min = 0, max = 30))]
    pub movement: u8,
    /// The number of steps that the unit has lost at the start of the game. The default is 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub lost: u8,
    /// Starts neutralized (9). The default is false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub neutralized: bool,
    /// The corps to which a tank unit of an army is attached at the start of the game (6.1). The default is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attached: Option<FormationId>,
    /// The hex of the unit at the start of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<HexId>,
    /// The turn and the entry of the unit, if it is a reinforcement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enters: Option<Enters>,
    /// Is a reinforcement beyond the lists of the rules (12.2, 12.3), which comes only by the setting
    /// `further_reinforcements`. The default is false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub further: bool,
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

/// The turn and the entry of a reinforcement (12.1).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Enters {
    /// The turn of entry, from 1.
    #[schemars(range(min = 1, max = 99))]
    pub turn: u8,
    /// The entry, such as `"1020"`.
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

/// `[[reserve]]`: units that a side may call up, or call up earlier than they would come, at a cost in points (12.2, 12.3).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Reserve {
    /// The name, such as `"13th Infantry Division"`.
    pub name: SmolStr,
    /// The side that decides.
    pub side: SideId,
    /// The first turn in which the units may be called up.
    #[schemars(range(min = 1, max = 99))]
    pub turn: u8,
    /// The last turn in which they may be called up. The default is `turn` (12.2, 12.3), or the last turn of the game by the
    /// setting `reserves_wait`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 99))]
    pub through_turn: Option<u8>,
    /// The change of the points of the side that scores, in halves: -8 costs it four points.
    #[schemars(range(min = -99, max = 99))]
    pub half_points: i8,
    /// The corps to which the units are attached for the rest of the game. The default is a corps that the owner chooses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attach: Option<FormationId>,
    /// The units, by their entries.
    pub arrival: Vec<Arrival>,
}

/// Units of a reserve that come on by one entry.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Arrival {
    /// The entry.
    pub at: EntryId,
    /// The ids of the units.
    pub units: Vec<UnitId>,
}

impl Matz {
    /// Returns the last turn in which `reserve` may be called up (ruling m71).
    pub fn last_call(&self, reserve: &Reserve) -> u8 {
        let waits = self.rules.reserves_wait.unwrap_or(self.basis().reserves_wait);
        reserve.through_turn.unwrap_or(if waits { self.turns.count.max(reserve.turn) } else { reserve.turn })
    }
}

rows::formation_rows!(Matz);
rows::counter_rows!();
rows::start_row!(Unit);
rows::start_row!(Hq);
