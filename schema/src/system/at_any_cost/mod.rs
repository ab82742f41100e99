//! The file of the `at-any-cost` system: random activation with four orders, fire and assault combat by strength points,
//! elan and ammunition, event chits that can be held, Command Event tracks, earthworks and night turns.

mod effects;
mod face;
mod hours;
mod lints;
mod plug;
mod recruit;
mod rolls;
mod rules;
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

pub use effects::{
    ByArm, CohesionModifiers, CohesionModifiersChanges, CohesionRow, CohesionTable, HexsideEffects, HexsideTable,
    StrengthModifiers, StrengthModifiersChanges, TerrainEffects, TerrainTable, percent,
};
pub use face::{mitrailleuse_face, order_face, strength_face};
pub use rolls::{
    CancelTable, CommandResult, FortuneResult, FortunesTable, MisinterpretedResult, MisinterpretedTable, NightKind,
    NightRow, NightTable, OutOfCommandTable, TrackRow, TrackTable,
};
pub use rules::{RuleChanges, Rules, TableChanges, Tables};
pub use tables::{
    AssaultColumn, AssaultResult, AssaultShifts, AssaultShiftsChanges, AssaultTable, FireColumn, FireEffect,
    FireResult, FireShifts, FireShiftsChanges, FireTable, TestSeverity,
};
pub use victory::{Level as VictoryLevel, PlacePoints, PointLevel, SuddenEnding, Victory};

use crate::common::map::{Look, Map};
use crate::common::side::Color;
use crate::common::start::MarchColumn;
use crate::id::{EntryId, FormationId, HexId, SideId, UnitId};
use crate::system::rows;

crate::system::root! {
    /// A scenario of the `at-any-cost` system.
    AtAnyCost,
    /// `at-any-cost`
    "at-any-cost"
    after turns {
        /// The first turn of the game. The default is 1.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 1, max = 99))]
        first_turn: Option<u8> = leaf optional,
        /// Is a Campaign scenario, in which night turns bring back the ammunition of French heavy artillery (14.3),
        /// entrenchments (16.3) and the Fresh sides of units (18.2). The default is a Battle scenario.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        campaign: bool = leaf optional,
    }
    after entry {
        /// The other entries by which reinforcement groups may enter (15.2, 20.1).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        detour: Vec<Detour> = rows optional,
        /// The Fieldworks and Entrenchments on the map at the start (16.1).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        earthworks: Vec<Earthworks> = rows optional,
    }
    /// The two sides. The first one is asked first.
    side
    after side {
        /// The formations: corps and independent divisions, each with an HQ and an Activation Chit.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        formation: Vec<Formation> = rows optional,
    }
    after unit {
        /// The Event Chits of both sides (6.3).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        chit: Vec<EventChit> = rows optional,
    }
    /// The conditions of victory (19.0).
    victory
}

/// The meaning of a letter of the map: the terrain features of a hex, whose effects add up (12.2).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Terrain {
    /// Its name, such as `"Wooded ravine"`.
    pub name: SmolStr,
    /// Its look on the map.
    #[serde(default)]
    pub look: Look,
    /// Its ground color. The default is the color of the look.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
    /// The rows of the Terrain Effects Chart that apply, such as `["woods", "ravine"]`. The default is clear terrain.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub classes: Vec<TerrainClass>,
}

/// A row of the Terrain Effects Chart for hexes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TerrainClass {
    /// Open fields.
    #[default]
    Clear,
    /// Woods or forest.
    Woods,
    /// A quarry or gravel pit.
    Quarry,
    /// A walled farm or hamlet.
    Farm,
    /// A town.
    Town,
    /// A ravine, besides what else is in the hex.
    Ravine,
    /// A stream, besides what else is in the hex.
    Stream,
}

/// The army of 1870 that a side is: fire tables, events, tracks and recovery differ.
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
    /// The army. Each of the two sides is another one.
    pub nation: Nation,
    /// The color of its counters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
    /// The numbers with which counters of the side start, by the ids of the counters, such as `{ supply = 4 }`.
    #[serde(default, skip_serializing_if = "crate::CounterNumbers::is_empty")]
    pub counters: crate::CounterNumbers,
}

/// An order of a headquarters (7.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum HqOrder {
    /// Full movement, and every kind of combat.
    #[default]
    Attack,
    /// Half movement, fire, a little rally, and Fieldworks.
    Defend,
    /// More movement, and no combat.
    March,
    /// One hex, no combat, and full rally.
    Regroup,
}

impl HqOrder {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Attack, Self::Defend, Self::March, Self::Regroup];

    /// Its name on the counters, such as `"Attack"`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Attack => "Attack",
            Self::Defend => "Defend",
            Self::March => "March",
            Self::Regroup => "Regroup",
        }
    }
}

/// `[[formation]]`: a corps or an independent division (3.1), with its HQ (3.6) and its Activation Chit (6.1).
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
    /// Is an infantry corps, as Feu de Bataillon requires (21.0). Cavalry divisions and the artillery reserve are not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub infantry_corps: bool,
    /// The turn when its Activation Chit goes into the cup: its box on the Army of the Rhine Activation Chit Track, or
    /// the turn when its first reinforcements are due. Omitted if it has no chit of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 99))]
    pub chit_from_turn: Option<u8>,
    /// Its headquarters.
    pub hq: Hq,
}

/// A headquarters (3.6). It has one of `at` and `enters`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("anyOf" = rows::any_key(&["at", "enters"]), "not" = rows::all_keys(&["at", "enters"])))]
pub struct Hq {
    /// The name on the counter, such as `"Alvensleben"`.
    pub name: SmolStr,
    /// The front of the counter, which is up at the start.
    pub front: HqSide,
    /// The back of the counter.
    pub back: HqSide,
    /// Its Movement Allowance.
    #[schemars(range(min = 0, max = 30))]
    pub movement: u8,
    /// The hex in which it starts the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<HexId>,
    /// Its turn and entry as a reinforcement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enters: Option<Enters>,
}

/// A side of a headquarters: a Command Rating, and the orders that it is for (3.6).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HqSide {
    /// Its Command Rating, in hexes (7.3).
    #[schemars(range(min = 0, max = 20))]
    pub rating: u8,
    /// The two orders that it can give, such as `["attack", "march"]`.
    pub orders: [HqOrder; 2],
}

/// The arm of a unit (3.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Infantry.
    #[default]
    Infantry,
    /// Cavalry.
    Cavalry,
    /// Field artillery.
    FieldArtillery,
    /// Heavy artillery: its targets test their cohesion with one less (9.1).
    HeavyArtillery,
    /// Horse artillery, which may fire with half its strength and still move (8.1).
    HorseArtillery,
}

impl Kind {
    /// Returns `true` if it is artillery of any sort.
    pub fn is_artillery(self) -> bool {
        matches!(self, Self::FieldArtillery | Self::HeavyArtillery | Self::HorseArtillery)
    }
}

/// The weight class of cavalry (3.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Weight {
    /// Light: a charge adds 1 SP.
    #[default]
    Light,
    /// Medium: a charge multiplies SP by 1½.
    Medium,
    /// Heavy: a charge doubles SP.
    Heavy,
}

/// The elan of a unit that has suffered (3.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Elan {
    /// Shaken: SP and TCR are one less.
    Shaken,
    /// Disrupted: SP and TCR are two less.
    Disrupted,
}

/// The ammunition of a unit that runs out of it (3.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Ammunition {
    /// Low Ammo: no effect yet.
    Low,
    /// Rationed Ammo: only Defensive Fire, with half the SP.
    Rationed,
}

/// A Mitrailleuse marker: it fires for itself, and shares the fate of its battery (3.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Mitrailleuse {
    /// Its Strength Points on the Fresh and on the Battleworn side, such as `[4, 2]`.
    pub sp: [u8; 2],
    /// Its Effective and its Extreme Range in hexes, such as `[3, 4]`.
    pub range: [u8; 2],
}

/// `[[unit]]`: a counter with a Fresh and a Battleworn side (3.1). It has one of `at` and `enters`; a breakdown unit
/// (17.0) has neither.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend(
    "anyOf" = rows::any_key(&["at", "enters", "breakdown"]),
    "not" = rows::all_keys(&["at", "enters"]),
))]
pub struct Unit {
    /// Its id, such as `"pr-iii-9"`.
    pub id: UnitId,
    /// Its full name, such as `"9th Brigade"`.
    pub name: SmolStr,
    /// The label on the counter, such as `"9/5/III"`; the id if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<SmolStr>,
    /// The formation that it is activated with.
    pub formation: FormationId,
    /// The division, which some events require: the second part of the unit identification (3.1).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub division: Option<SmolStr>,
    /// Its arm.
    pub kind: Kind,
    /// The weight class of cavalry. The default is light.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight: Option<Weight>,
    /// Is Division artillery, which may break down (17.4).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub division_artillery: bool,
    /// Its Mitrailleuse marker (3.7).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mitrailleuse: Option<Mitrailleuse>,
    /// Is a Small Unit, without a Fresh side (3.4): its Fresh figures do not count.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub small: bool,
    /// Is an Infantry Detachment or Artillery Section, which larger units of its formation break down into (17.0).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub breakdown: bool,
    /// Its Strength Points on the Fresh and on the Battleworn side, such as `[8, 4]`.
    pub sp: [u8; 2],
    /// Its Tactical Cohesion Rating on the Fresh and on the Battleworn side, such as `[8, 7]`.
    pub tcr: [u8; 2],
    /// Its Effective and its Extreme Range in hexes, such as `[2, 3]`; none for cavalry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<[u8; 2]>,
    /// Its Movement Allowance.
    #[schemars(range(min = 0, max = 30))]
    pub movement: u8,
    /// Starts on its Battleworn side. Small Units always do.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub battleworn: bool,
    /// The elan with which it starts. The default is no marker.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elan: Option<Elan>,
    /// The ammunition with which it starts. The default is no marker.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ammunition: Option<Ammunition>,
    /// The hex in which it starts the game. Of two units in a hex, the one listed first is the Front Line unit (4.3).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<HexId>,
    /// Its turn and entry as a reinforcement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enters: Option<Enters>,
    /// The tags by which rules in rows know the unit, such as `["guard"]`, at most 8.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("maxItems" = crate::rule::MOST_TAGS))]
    pub tags: Vec<SmolStr>,
    /// The numbers with which counters of the unit start, by the ids of the counters, such as `{ fires = 4 }`.
    #[serde(default, skip_serializing_if = "crate::CounterNumbers::is_empty")]
    pub counters: crate::CounterNumbers,
    /// The source of its strength and position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<SmolStr>,
}

/// When and where a reinforcement enters (12.11). Those of one turn and entry form a column, in the order of the file
/// unless `position` says otherwise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Enters {
    /// The turn, from 1.
    #[schemars(range(min = 1, max = 99))]
    pub turn: u8,
    /// The entry, such as `"2021"`.
    pub at: EntryId,
    /// The reinforcement group (15.2), such as `"C"`. The default is everything of the formation that enters in this turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<SmolStr>,
    /// Its position in the column, from 1. By default, an HQ is first, and units follow in the order of the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 99))]
    pub position: Option<u8>,
}

impl rows::EntersField for Enters {
    fn new(turn: u8, at: EntryId, MarchColumn { group, position, .. }: MarchColumn) -> Self {
        Self { turn, at, group, position }
    }

    fn when(&self) -> (u8, &EntryId) {
        (self.turn, &self.at)
    }

    fn column(&self) -> MarchColumn {
        MarchColumn { group: self.group.clone(), position: self.position, ..MarchColumn::default() }
    }
}

/// `[[detour]]`: entries between which a reinforcement group may be moved (15.2, 20.1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Detour {
    /// The entry at which the group is due.
    pub from: EntryId,
    /// The entries that it may be moved to instead.
    pub to: Vec<EntryId>,
    /// The only group that may use it. The default is any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<SmolStr>,
}

/// A kind of earthworks (16.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Earthwork {
    /// Fieldworks: SP and TCR are one more.
    Fieldworks,
    /// Entrenchments: SP and TCR are two more.
    Entrenchments,
}

impl Earthwork {
    /// Its name on the marker, such as `"Fieldworks"`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Fieldworks => "Fieldworks",
            Self::Entrenchments => "Entrenchments",
        }
    }

    /// The number of lines in which it is drawn on the map.
    fn lines(self) -> u8 {
        match self {
            Self::Fieldworks => 1,
            Self::Entrenchments => 2,
        }
    }
}

/// `[[earthworks]]`: earthworks on the map at the start (16.1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Earthworks {
    /// Their kind.
    pub kind: Earthwork,
    /// Their hexes.
    pub hexes: Vec<HexId>,
    /// The book, map or paper that documents this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<SmolStr>,
}

/// An event (21.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// French: infantry or a mitrailleuse fires, now or later.
    BeatenZone,
    /// French: a corps stands and fires.
    FeuDeBataillon,
    /// French: an infantry unit attacks.
    FuriaFrancese,
    /// French: a unit is activated.
    MarshalBazaine,
    /// French: a Prussian infantry unit attacks out of turn.
    PrussianAggressiveTactics,
    /// Prussian: two infantry units of a division move and attack.
    Auftragstaktik,
    /// Prussian: a French formation may not be activated.
    BazainesMalaise,
    /// Prussian: artillery fires, now or later.
    KruppsGuns,
    /// Prussian: a division is activated.
    PrussianOfficers,
    /// Either: skirmishers harass a unit, or screen one from fire.
    ACloudOfSkirmishers,
    /// Either: a combat is shifted by two columns.
    BattlefieldConditions,
    /// Either: fortune helps or hinders the next chit.
    FortunesOfWar,
    /// Either: an enemy headquarters gets another order.
    MisinterpretedOrders,
}

impl Event {
    /// Every event.
    pub const ALL: [Self; 13] = [
        Self::BeatenZone,
        Self::FeuDeBataillon,
        Self::FuriaFrancese,
        Self::MarshalBazaine,
        Self::PrussianAggressiveTactics,
        Self::Auftragstaktik,
        Self::BazainesMalaise,
        Self::KruppsGuns,
        Self::PrussianOfficers,
        Self::ACloudOfSkirmishers,
        Self::BattlefieldConditions,
        Self::FortunesOfWar,
        Self::MisinterpretedOrders,
    ];

    /// Returns the ten Event Chits of an army (5.1): each of its events once, and some of them twice.
    pub fn set_of(nation: Nation) -> Vec<Self> {
        let twice: &[Self] = match nation {
            Nation::French => &[Self::BeatenZone],
            Nation::Prussian => &[Self::Auftragstaktik, Self::KruppsGuns],
        };
        let own = Self::ALL.into_iter().filter(|event| event.nation().is_none_or(|owner| owner == nation));
        own.flat_map(|event| vec![event; 1 + usize::from(twice.contains(&event))]).collect()
    }

    /// The army that has this event; `None` if both have it.
    pub fn nation(self) -> Option<Nation> {
        match self {
            Self::BeatenZone
            | Self::FeuDeBataillon
            | Self::FuriaFrancese
            | Self::MarshalBazaine
            | Self::PrussianAggressiveTactics => Some(Nation::French),
            Self::Auftragstaktik | Self::BazainesMalaise | Self::KruppsGuns | Self::PrussianOfficers => {
                Some(Nation::Prussian)
            }
            Self::ACloudOfSkirmishers
            | Self::BattlefieldConditions
            | Self::FortunesOfWar
            | Self::MisinterpretedOrders => None,
        }
    }

    /// Its name on the chit, such as `"Krupp's Guns"`.
    pub fn name(self) -> &'static str {
        match self {
            Self::BeatenZone => "Beaten Zone",
            Self::FeuDeBataillon => "Feu de Bataillon",
            Self::FuriaFrancese => "Furia Francese",
            Self::MarshalBazaine => "Marshal Bazaine",
            Self::PrussianAggressiveTactics => "Prussian Aggressive Tactics",
            Self::Auftragstaktik => "Auftragstaktik",
            Self::BazainesMalaise => "Bazaine's Malaise",
            Self::KruppsGuns => "Krupp's Guns",
            Self::PrussianOfficers => "Prussian Officers",
            Self::ACloudOfSkirmishers => "A Cloud of Skirmishers",
            Self::BattlefieldConditions => "Battlefield Conditions",
            Self::FortunesOfWar => "Fortunes of War",
            Self::MisinterpretedOrders => "Misinterpreted Orders",
        }
    }
}

/// `[[chit]]`: an Event Chit. Its back is a Command Event on one of the owner's two tracks (6.3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EventChit {
    /// The side that owns it.
    pub side: SideId,
    /// The Unique Event on its front.
    pub event: Event,
}

impl AtAnyCost {}

rows::formation_rows!(AtAnyCost);
rows::counter_rows!();
rows::start_row!(Unit);
rows::start_row!(Hq);
