//! The file of the `position-magnifique` system: random activation, fire and assault combat, orders, event chits, elevation and
//! line of sight.

mod face;
mod lints;
mod plug;
mod recruit;
mod rules;
mod tables;
mod victory;
mod view;
pub mod vocabulary;
mod words;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

pub use face::{attack_face, defend_face, step_face};
pub use rules::{
    BridgedFeatures, ChargeControl, ChargeRoads, FacedSince, PlungingArms, RuleChanges, Rules, TableChanges, Tables,
};
pub use tables::{
    AssaultColumn, AssaultResult, AssaultTable, CommandResult, FireColumn, FireResult, FireTable, HexsideEffects,
    HexsideTable, MoraleRow, MoraleTable, MoveCost, OutOfCommandTable, RallyRow, RallyTable, ShiftChanges, ShiftTable,
    TerrainEffects, TerrainTable,
};
pub use victory::{Ending, Level as VictoryLevel, Victory};

use crate::common::map::{Look, Map};
use crate::common::side::Color;

use crate::common::start::MarchColumn;
use crate::id::{EntryId, FormationId, HexId, SideId, UnitId, ZoneId};
use crate::system::rows;

crate::system::root! {
    /// A scenario of the `position-magnifique` system.
    PositionMagnifique,
    /// `position-magnifique`
    "position-magnifique"
    after turns {
        /// The first turn of the game. The default is 1; the scenario of 20.1 begins on turn 7.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 1, max = 99))]
        first_turn: Option<u8> = leaf optional,
        /// The side that activates all its units once before the first turn and gets a bonus to every combat (20.2, Surprise
        /// Attack). The default is no side.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        surprise_attack: Option<SideId> = leaf optional,
        /// Lets both sides try to change the turn or the entry of a reinforcement group in each Housekeeping Phase (20.3). The
        /// default is false.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        variable_reinforcements: bool = leaf optional,
    }
    after entry {
        /// The other entries to which a reinforcement group may be moved (20.3).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        detour: Vec<Detour> = rows optional,
        /// The setup zones, in which units are placed freely (20.3).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        zone: Vec<Zone> = rows optional,
    }
    /// The two sides. The first one sets up first and acts first in the Rally Phase (14.1).
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

/// The meaning of a letter on the map: a row of the Terrain Effects Chart (12.2).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Terrain {
    /// The name in the terrain chart, such as `"Forest"`.
    pub name: SmolStr,
    /// The drawing style of the terrain. The default is `"clear"`.
    #[serde(default)]
    pub look: Look,
    /// The ground color. The default is the color of the look.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
    /// The row of the Terrain Effects Chart that applies.
    pub class: TerrainClass,
}

/// A row of the Terrain Effects Chart for hexes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TerrainClass {
    /// Open fields.
    #[default]
    Clear,
    /// Forest: blocks the line of sight and hampers command.
    Forest,
    /// A town: blocks the line of sight.
    Town,
}

/// The army of 1870, which determines doctrine, morale and events.
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
    /// The name of the side's soldiers, such as `"Prussians"`.
    pub name: SmolStr,
    /// The army, which determines doctrine, morale and events.
    pub nation: Nation,
    /// The color of the side's counters. The default depends on the order of the sides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
    /// The Activation Chits that the side adds to the cup in secret, one per turn from turn 1 (20.3). The default is none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chosen_chits: Vec<FormationId>,
    /// The numbers with which counters of the side start, by the ids of the counters, such as `{ supply = 4 }`.
    #[serde(default, skip_serializing_if = "crate::CounterNumbers::is_empty")]
    pub counters: crate::CounterNumbers,
}

/// `[[formation]]`: a corps or an independent division (5.0), with its HQ (4.1) and its Activation Chit (9.1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Formation {
    /// The id of the formation, such as `"fr-ii"`.
    pub id: FormationId,
    /// The name of the formation, such as `"II Corps"`.
    pub name: SmolStr,
    /// The side of the formation.
    pub side: SideId,
    /// The color of the band on the formation's counters. The default is a shade of the counter's color.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
    /// Makes the formation an infantry corps, which some events require; false for cavalry divisions and the artillery reserve.
    /// The default is false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub infantry_corps: bool,
    /// Lowers the morale of the whole side when the formation is battle worn (10.7 d): true for the Imperial Guard. The default
    /// is false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub guard: bool,
    /// The turn in which the Activation Chit goes into the cup. Omit it if the side chooses the turn (20.3).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 99))]
    pub chit_from_turn: Option<u8>,
    /// The headquarters of the formation.
    pub hq: Hq,
}

/// Returns the subschemas of a counter with at most one of `at`, `enters` and `zone`.
fn no_second_start() -> serde_json::Value {
    let pairs = [["at", "enters"], ["at", "zone"], ["enters", "zone"]];
    let not_both = |pair: &[&str; 2]| serde_json::json!({ "not": rows::all_keys(pair), "additionalProperties": true });
    pairs.iter().map(not_both).collect()
}

/// A headquarters (4.1). It has one of `at`, `enters` and `zone`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("anyOf" = rows::any_key(&["at", "enters", "zone"]), "allOf" = no_second_start()))]
pub struct Hq {
    /// The name on the counter, such as `"Alvensleben"`.
    pub name: SmolStr,
    /// The Command Rating under Attack orders (11.1), in hexes.
    #[schemars(range(min = 0, max = 20))]
    pub attack: u8,
    /// The Command Rating under Defend orders (11.1), in hexes.
    #[schemars(range(min = 0, max = 20))]
    pub defend: u8,
    /// The Movement Allowance in movement points.
    #[schemars(range(min = 0, max = 30))]
    pub movement: u8,
    /// The hex of the headquarters at the start of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<HexId>,
    /// The turn and the entry of the headquarters, if it is a reinforcement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enters: Option<Enters>,
    /// The setup zone of the headquarters.
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
    /// Heavy field artillery, on foot. The French never replenish the ammunition of theirs (14.3).
    HeavyArtillery,
    /// Horse artillery, which may fire at half strength and still move (10.1).
    HorseArtillery,
}

impl Kind {
    /// Returns `true` for field, heavy and horse artillery.
    pub fn is_artillery(self) -> bool {
        matches!(self, Self::FieldArtillery | Self::HeavyArtillery | Self::HorseArtillery)
    }
}

/// `[[unit]]`: a counter with two sides in the order of battle. It has one of `at`, `enters` and `zone`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("anyOf" = rows::any_key(&["at", "enters", "zone"]), "allOf" = no_second_start()))]
pub struct Unit {
    /// The id of the unit, such as `"pr-9-5-iii"`.
    pub id: UnitId,
    /// The full name, such as `"9th Brigade"`.
    pub name: SmolStr,
    /// The label on the counter, such as `"9/5/III"`. The default is the id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<SmolStr>,
    /// The formation with which the unit is activated.
    pub formation: FormationId,
    /// The division of the unit, which some events require: the second number of the unit ID (5.0).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub division: Option<SmolStr>,
    /// The arm of the unit.
    pub kind: Kind,
    /// Gives the unit a mitrailleuse battery: the `m` on the counter (4.1). The default is false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub mitrailleuse: bool,
    /// The Combat Factors at full and at reduced strength, such as `[9, 5]`.
    pub combat: [u8; 2],
    /// The Effective Range and the Extended Range in hexes, such as `[2, 3]`. Omit them for cavalry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<[u8; 2]>,
    /// The Movement Allowances at full and at reduced strength, such as `[6, 6]`.
    pub movement: [u8; 2],
    /// Starts the unit at reduced strength. The default is false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reduced: bool,
    /// The hex of the unit at the start of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<HexId>,
    /// The turn and the entry of the unit, if it is a reinforcement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enters: Option<Enters>,
    /// The setup zone of the unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<ZoneId>,
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

/// The turn and the entry of a reinforcement (6.2, 12.9). Reinforcements with the same turn and entry form a column, in the
/// order of the file unless `any_order` is set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Enters {
    /// The turn of entry, from 1.
    #[schemars(range(min = 1, max = 99))]
    pub turn: u8,
    /// The entry by which the counter comes on, such as `"2021"`.
    pub at: EntryId,
    /// Lets the owner choose the order of the units in the column. The default is false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub any_order: bool,
    /// The position in the column, from 1. By default, an HQ is first, and units follow in the order of the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 99))]
    pub position: Option<u8>,
}

impl rows::EntersField for Enters {
    fn new(turn: u8, at: EntryId, MarchColumn { any_order, position, .. }: MarchColumn) -> Self {
        Self { turn, at, any_order, position }
    }

    fn when(&self) -> (u8, &EntryId) {
        (self.turn, &self.at)
    }

    fn column(&self) -> MarchColumn {
        MarchColumn { any_order: self.any_order, position: self.position, ..MarchColumn::default() }
    }
}

/// `[[detour]]`: other entries to which a reinforcement group may be moved (20.3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Detour {
    /// The entry at which the group is due.
    pub from: EntryId,
    /// The entries to which the group may be moved instead.
    pub to: Vec<EntryId>,
    /// The only formation that may use the detour. The default is any formation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub formation: Option<FormationId>,
    /// Lets the group be moved without a roll of the dice. The default is false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub free: bool,
}

/// `[[zone]]`: a setup zone, in which units are placed freely (20.3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Zone {
    /// The id of the zone, to which units refer, such as `"ii-corps"`.
    pub id: ZoneId,
    /// The display name of the zone. The default is the id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<SmolStr>,
    /// The hexes of the zone.
    pub hexes: Vec<HexId>,
    /// The two ends of a string of adjacent hexes in which the units are set up, one unit per hex. The default is no string.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub string: Option<[HexId; 2]>,
}

/// An event on an Event Chit (17.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// French: artillery fires between chits, or returns fire.
    ArtilleryBarrage,
    /// French: infantry fires between chits, returns fire, or fires at a moving unit (interdiction).
    BeatenZone,
    /// French: an infantry corps holds its position and fires better.
    FeuDeBataillon,
    /// French: a mitrailleuse battery fires.
    MitrailleuseFire,
    /// French: lures a Prussian infantry unit into an assault.
    PrussianAggressiveTactics,
    /// Prussian: a division moves and attacks.
    Auftragstaktik,
    /// Prussian: may cost a French corps its activation.
    BazainesMalaise,
    /// Prussian: a unit recovers and is activated.
    ColonelCaprivi,
    /// Prussian: a cavalry charge is not halted and has a bonus.
    Deathride,
    /// Prussian: artillery fires between chits, returns fire, or fires at a moving unit (interdiction).
    KruppGuns,
    /// Prussian: infantry fires between chits, or returns fire.
    NeedlegunFire,
    /// Either side: smoke hampers an enemy fire, or the ground hides an own assault.
    BattlefieldConditions,
    /// Either side: after an assault, a unit that held its ground may inflict a step loss.
    BloodyStruggle,
}

impl Event {
    /// Returns the army that has this event; `None` if both armies have it (17.3).
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
    /// The side that owns the chit.
    pub side: SideId,
    /// The event on the front.
    pub front: Event,
    /// The event on the back. One chit has the same event on both sides (17.0).
    pub back: Event,
}

impl PositionMagnifique {}

rows::formation_rows!(PositionMagnifique);
rows::counter_rows!();
rows::start_row!(Unit, zone);
rows::start_row!(Hq, zone);
