//! The file of the `position-magnifique` system: random activation, fire and assault combat, orders,
//! event chits, elevation and line of sight.

mod face;
mod lints;
mod plug;
mod recruit;
mod rules;
mod tables;
mod victory;
mod view;
mod words;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

pub use face::{attack_face, defend_face, step_face};
pub use rules::{ChargeRoads, FacedSince, RuleChanges, Rules, TableChanges, Tables};
pub use tables::{
    AssaultColumn, AssaultResult, AssaultTable, CommandResult, FireColumn, FireResult, FireTable, HexsideEffects,
    HexsideTable, MoraleRow, MoraleTable, MoveCost, OutOfCommandTable, RallyRow, RallyTable, ShiftTable,
    TerrainEffects, TerrainTable,
};
pub use victory::{Ending, Level as VictoryLevel, Victory};
pub(crate) use view::NOBODY;

use crate::common::map::{Look, Map};
use crate::common::side::Color;

use crate::id::{EntryId, FormationId, HexId, SideId, UnitId, ZoneId};

crate::system::root! {
    /// A scenario of the `position-magnifique` system.
    PositionMagnifique,
    /// `position-magnifique`
    "position-magnifique"
    after turns {
        /// The first turn of the game (20.1 begins on turn 7). The default is 1.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 1, max = 99))]
        first_turn: Option<u8> = leaf optional,
        /// The side with a free activation of all its units before the first turn, and a bonus to every combat (20.2,
        /// Surprise Attack). The default is no side.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        surprise_attack: Option<SideId> = leaf optional,
        /// Lets both sides try to change a reinforcement group's turn or entry in each Housekeeping Phase (20.3).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        variable_reinforcements: bool = leaf optional,
    }
    after entry {
        /// The entries that a group may be moved to (20.3).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        detour: Vec<Detour> = rows optional,
        /// Areas in which units are set up freely (20.3).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        zone: Vec<Zone> = rows optional,
    }
    /// The two sides. The first one sets up first, and acts first in the Rally Phase (14.1).
    side
    after side {
        /// The formations: corps and independent divisions, each with an HQ and an Activation Chit.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        formation: Vec<Formation> = rows optional,
    }
    after unit {
        /// The Event Chits in the cup (9.2).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        chit: Vec<EventChit> = rows optional,
    }
    /// The conditions of victory (16.0).
    victory
}

/// The meaning of a letter of the map: a row of the Terrain Effects Chart (12.2).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Terrain {
    /// Its name, such as `"Forest"`.
    pub name: SmolStr,
    /// Its look on the map.
    #[serde(default)]
    pub look: Look,
    /// Its ground color. The default is the color of the look.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
    /// The row of the Terrain Effects Chart that applies.
    pub class: TerrainClass,
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

/// A row of the Terrain Effects Chart for hexes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TerrainClass {
    /// Open fields.
    #[default]
    Clear,
    /// Forest: blocks sight, hampers command.
    Forest,
    /// A town: blocks sight.
    Town,
}

/// The army of 1870 that a side is: doctrine, morale and events differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Nation {
    /// The French.
    #[default]
    French,
    /// The Prussians and their allies.
    Prussian,
}

/// `[side.ID]`: one of the two sides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Side {
    /// The name of its soldiers, such as `"Prussians"`.
    pub name: SmolStr,
    /// The army, which determines doctrine, morale and events.
    pub nation: Nation,
    /// The color of its counters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
    /// Activation Chits that the side adds to the cup in secret, one per turn from turn 1 (20.3).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chosen_chits: Vec<FormationId>,
}

/// `[[formation]]`: a corps or an independent division (5.0), with its HQ (4.1) and its Activation
/// Chit (9.1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Formation {
    /// Its id, such as `"fr-ii"`.
    pub id: FormationId,
    /// Its name, such as `"II Corps"`.
    pub name: SmolStr,
    /// Its side.
    pub side: SideId,
    /// The color of the band on its counters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
    /// Is an infantry corps, which some events require. Cavalry divisions and the artillery reserve are not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub infantry_corps: bool,
    /// Lowers the morale of the whole side when it is battle worn (10.7 d): the Imperial Guard.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub guard: bool,
    /// The turn when its Activation Chit goes into the cup; omitted if its side chooses the turn (20.3).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 99))]
    pub chit_from_turn: Option<u8>,
    /// Its headquarters.
    pub hq: Hq,
}

/// The schema of a counter that has at least one of `at`, `enters` and `zone`.
// Some validators close every object that does not say that it is open, parts of conditions included.
fn some_start() -> serde_json::Value {
    serde_json::json!([
        { "required": ["at"], "additionalProperties": true },
        { "required": ["enters"], "additionalProperties": true },
        { "required": ["zone"], "additionalProperties": true },
    ])
}

/// The schema of one that has no two of them.
fn no_second_start() -> serde_json::Value {
    serde_json::json!([
        { "not": { "required": ["at", "enters"], "additionalProperties": true }, "additionalProperties": true },
        { "not": { "required": ["at", "zone"], "additionalProperties": true }, "additionalProperties": true },
        { "not": { "required": ["enters", "zone"], "additionalProperties": true }, "additionalProperties": true },
    ])
}

/// A headquarters (4.1). It has one of `at`, `enters` and `zone`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("anyOf" = some_start(), "allOf" = no_second_start()))]
pub struct Hq {
    /// The name on the counter, such as `"Alvensleben"`.
    pub name: SmolStr,
    /// Its Command Rating under Attack orders (11.1), in hexes.
    #[schemars(range(min = 0, max = 20))]
    pub attack: u8,
    /// Its Command Rating under Defend orders (11.1), in hexes.
    #[schemars(range(min = 0, max = 20))]
    pub defend: u8,
    /// Its Movement Allowance.
    #[schemars(range(min = 0, max = 30))]
    pub movement: u8,
    /// The hex in which it starts the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<HexId>,
    /// Its turn and entry as a reinforcement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enters: Option<Enters>,
    /// The area in which it is set up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<ZoneId>,
}

/// The arm of a unit (4.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Infantry.
    #[default]
    Infantry,
    /// Cavalry.
    Cavalry,
    /// Field artillery, on foot.
    FieldArtillery,
    /// Heavy field artillery, on foot; the French never replenish theirs (14.3).
    HeavyArtillery,
    /// Horse artillery, which may fire at half strength and still move (10.1).
    HorseArtillery,
}

impl Kind {
    /// Returns `true` if it is artillery of any sort.
    pub fn is_artillery(self) -> bool {
        matches!(self, Self::FieldArtillery | Self::HeavyArtillery | Self::HorseArtillery)
    }
}

/// `[[unit]]`: a counter of two sides. It has one of `at`, `enters` and `zone`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("anyOf" = some_start(), "allOf" = no_second_start()))]
pub struct Unit {
    /// Its id, such as `"pr-9-5-iii"`.
    pub id: UnitId,
    /// Its full name, such as `"9th Brigade"`.
    pub name: SmolStr,
    /// The label on the counter, such as `"9/5/III"`; the id if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<SmolStr>,
    /// The formation that it is activated with.
    pub formation: FormationId,
    /// The division, which some events require: the second number of the unit ID (5.0).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub division: Option<SmolStr>,
    /// Its arm.
    pub kind: Kind,
    /// Has a mitrailleuse battery: the `m` on the counter (4.1).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub mitrailleuse: bool,
    /// Its Combat Factor at full and at reduced strength, such as `[9, 5]`.
    pub combat: [u8; 2],
    /// Its Effective and its Extended Range in hexes, such as `[2, 3]`; none for cavalry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<[u8; 2]>,
    /// Its Movement Allowance at full and at reduced strength, such as `[6, 6]`.
    pub movement: [u8; 2],
    /// Starts at reduced strength.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reduced: bool,
    /// The hex in which it starts the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<HexId>,
    /// Its turn and entry as a reinforcement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enters: Option<Enters>,
    /// The area in which it is set up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<ZoneId>,
    /// The source of its strength and position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<SmolStr>,
}

/// When and where a reinforcement enters (6.2, 12.9). Those of one turn and entry form a column, in
/// the order of the file unless `any_order` is set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Enters {
    /// The turn, from 1.
    #[schemars(range(min = 1, max = 99))]
    pub turn: u8,
    /// The entry, such as `"2021"`.
    pub at: EntryId,
    /// Lets the owner choose the order of the units in the column.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub any_order: bool,
    /// Its position in the column, from 1. By default, an HQ is first, and units follow in the order of the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 99))]
    pub position: Option<u8>,
}

/// `[[detour]]`: entries between which a reinforcement group may be moved (20.3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Detour {
    /// The entry at which the group is due.
    pub from: EntryId,
    /// The entries that it may be moved to instead.
    pub to: Vec<EntryId>,
    /// The only formation that may use it. The default is any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub formation: Option<FormationId>,
    /// Lets it be moved without a roll of the dice.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub free: bool,
}

/// `[[zone]]`: an area in which units are set up freely (20.3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Zone {
    /// Its id, which units refer to, such as `"ii-corps"`.
    pub id: ZoneId,
    /// Its name, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<SmolStr>,
    /// Its hexes.
    pub hexes: Vec<HexId>,
    /// The two ends of a string of adjacent hexes, in which the units are set up with one unit in each hex. The default
    /// is no string.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub string: Option<[HexId; 2]>,
}

/// An event (17.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// French: artillery fires free or in return.
    ArtilleryBarrage,
    /// French: infantry fires free, in return, or to interdict.
    BeatenZone,
    /// French: a corps stands and fires.
    FeuDeBataillon,
    /// French: a mitrailleuse battery fires.
    MitrailleuseFire,
    /// French: a Prussian unit attacks out of turn.
    PrussianAggressiveTactics,
    /// Prussian: a division moves and attacks.
    Auftragstaktik,
    /// Prussian: a French corps may not be activated.
    BazainesMalaise,
    /// Prussian: a unit is activated again.
    ColonelCaprivi,
    /// Prussian: a reckless charge.
    Deathride,
    /// Prussian: artillery fires free, in return, or to interdict.
    KruppGuns,
    /// Prussian: infantry fires free or in return.
    NeedlegunFire,
    /// Either: smoke hampers a fire, or ground hides an assault.
    BattlefieldConditions,
    /// Either: the loser of an assault draws blood.
    BloodyStruggle,
}

impl Event {
    /// The army that has this event; `None` if both have it (17.3).
    pub fn nation(self) -> Option<Nation> {
        match self {
            Self::ArtilleryBarrage
            | Self::BeatenZone
            | Self::FeuDeBataillon
            | Self::MitrailleuseFire
            | Self::PrussianAggressiveTactics => Some(Nation::French),
            Self::Auftragstaktik
            | Self::BazainesMalaise
            | Self::ColonelCaprivi
            | Self::Deathride
            | Self::KruppGuns
            | Self::NeedlegunFire => Some(Nation::Prussian),
            Self::BattlefieldConditions | Self::BloodyStruggle => None,
        }
    }
}

/// `[[chit]]`: an Event Chit with an event on each side (9.2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EventChit {
    /// The side that owns it.
    pub side: SideId,
    /// The event on the front.
    pub front: Event,
    /// The event on the back; the same as on the front for one chit (17.0).
    pub back: Event,
}

impl PositionMagnifique {
    /// The rules this scenario is played by: the published ones with its own changes.
    pub fn ruleset(&self) -> Rules {
        self.rules.over(Rules::published())
    }

    /// The terrain of the hex at `cell`, if the map has it.
    pub fn terrain(&self, cell: crate::common::grid::Cell) -> Option<&Terrain> {
        let letter = self.map.hexes.get(usize::from(cell.column), usize::from(cell.row))?;
        self.map.terrain.get(&crate::common::map::Letter(letter))
    }
}
