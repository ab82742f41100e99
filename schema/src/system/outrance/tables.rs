//! The tables of the calculation, and the effects of terrain. The published program does not show its own; each table says where
//! it comes from.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::results::{CombatEffect, StoppedResult};
use super::{Cover, GroundGoing, Nation, ObstacleKind, Posture, Quality, SightHeight, TerrainKind, TroopType};
use crate::common::inches::Length;
use crate::system::settings::settings;

/// Units that count alike in the tables of fire and assault (II, VI).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum UnitClass {
    /// French infantry.
    #[default]
    FrenchInfantry,
    /// Prussian infantry.
    PrussianInfantry,
    /// French artillery, mitrailleuses included.
    FrenchArtillery,
    /// Prussian artillery.
    PrussianArtillery,
    /// Cavalry of both sides.
    Cavalry,
}

impl UnitClass {
    /// All classes, in the order of the declaration.
    pub const ALL: [Self; 5] =
        [Self::FrenchInfantry, Self::PrussianInfantry, Self::FrenchArtillery, Self::PrussianArtillery, Self::Cavalry];

    /// Returns the class of troops of an army; `None` for generals, who have no part in combat.
    pub fn of(nation: Nation, troops: TroopType) -> Option<Self> {
        Some(match (nation, troops) {
            (Nation::French, TroopType::Infantry) => Self::FrenchInfantry,
            (Nation::Prussian, TroopType::Infantry) => Self::PrussianInfantry,
            (Nation::French, TroopType::Artillery) => Self::FrenchArtillery,
            (Nation::Prussian, TroopType::Artillery) => Self::PrussianArtillery,
            (_, TroopType::Cavalry) => Self::Cavalry,
            (_, TroopType::General) => return None,
        })
    }
}

/// The size of the bases of some troops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BaseSize {
    /// The troops.
    pub troops: TroopType,
    /// The width of the front.
    pub width: Length,
    /// The depth.
    pub depth: Length,
}

/// The sizes of bases (II).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BaseSizeTable {
    /// The origin of the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provenance: Option<SmolStr>,
    /// The sizes, a row for each kind of troops.
    pub sizes: Vec<BaseSize>,
}

/// The base movement of some troops, in inches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BaseMove {
    /// The troops.
    pub troops: TroopType,
    /// The quality. Artillery and generals have a row for `"line"` only.
    #[serde(default)]
    pub quality: Quality,
    /// The base movement of a maneuver; of a general, of every move.
    pub maneuver: Length,
    /// The base movement of a march.
    pub march: Length,
    /// The base movement of a route march.
    pub route_march: Length,
}

/// The base movements (III, IV).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BaseMoveTable {
    /// The origin of the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provenance: Option<SmolStr>,
    /// The movements, a row for each kind of troops and quality.
    pub moves: Vec<BaseMove>,
}

/// The case of an order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OrderCase {
    /// A general is near.
    #[default]
    General,
    /// Prussians without a general.
    Prussian,
    /// French without a general.
    French,
}

/// The chances of an order, in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OrderRow {
    /// The case.
    pub orders: OrderCase,
    /// The chance that the order is received.
    #[schemars(range(min = 0, max = 100))]
    pub received: u8,
    /// The chance that it is delayed.
    #[schemars(range(min = 0, max = 100))]
    pub delayed: u8,
    /// The chance that it is lost.
    #[schemars(range(min = 0, max = 100))]
    pub lost: u8,
}

/// The chances of orders (III, IX).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OrderTable {
    /// The origin of the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provenance: Option<SmolStr>,
    /// The chances, a row for each case.
    pub cases: Vec<OrderRow>,
}

settings! {
    /// The change of the chances of orders for a disordered unit, in percent.
    complete OrderDisorder;
    /// The change of the chances of orders for a disordered unit, in percent. Omitted values stay as they are.
    changes OrderDisorderChanges;

    /// The origin of the table.
    provenance: SmolStr,
    /// The change of the chance that the order is received.
    received: i8,
    /// The change of the chance that it is delayed.
    delayed: i8,
    /// The change of the chance that it is lost.
    lost: i8,
}

/// An action of fire (III).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FireAction {
    /// Deployed fire.
    #[default]
    Deployed,
    /// Advancing fire.
    Advancing,
}

impl FireAction {
    /// Returns the fire action of a unit in this formation; `None` in march formation, which cannot fire (VI).
    pub fn of(posture: Posture) -> Option<Self> {
        match posture {
            Posture::Deployed => Some(Self::Deployed),
            Posture::Maneuver => Some(Self::Advancing),
            Posture::March => None,
        }
    }
}

/// The fire of a class of units.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FireRow {
    /// The class of the firing unit.
    pub firer: UnitClass,
    /// The action.
    pub action: FireAction,
    /// The index for each range band, from the nearest on. Further bands are out of range.
    #[schemars(length(min = 1, max = 8))]
    pub index: Vec<u8>,
}

/// The index of fire before modifiers (VI).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FireIndexTable {
    /// The origin of the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provenance: Option<SmolStr>,
    /// The indices, a row for each class and action.
    pub fire: Vec<FireRow>,
}

settings! {
    /// The modifiers of the index of fire.
    complete FireModifiers;
    /// The modifiers of the index of fire. Omitted values stay as they are.
    changes FireModifiersChanges;

    /// The origin of the modifiers.
    provenance: SmolStr,
    /// A target in maneuver formation.
    target_maneuver: i8,
    /// A target in march formation.
    target_march: i8,
    /// A target of deployed French infantry, which digs rifle pits (VIII).
    target_rifle_pits: i8,
    /// A target of cavalry.
    target_cavalry: i8,
    /// Soft cover of the target.
    soft_cover: i8,
    /// Hard cover of the target.
    hard_cover: i8,
    /// A fortification of the target.
    fortification: i8,
    /// A disordered or demoralized target.
    target_disordered: i8,
    /// An outnumbered target.
    target_outnumbered: i8,
    /// An outnumbered actor.
    actor_outnumbered: i8,
    /// A disordered actor.
    actor_disordered: i8,
    /// An actor of Guard quality.
    actor_guard: i8,
    /// An actor of Landwehr quality.
    actor_landwehr: i8,
    /// A target of Guard quality.
    target_guard: i8,
    /// A target of Landwehr quality.
    target_landwehr: i8,
}

/// The results of fire (VI).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FireResultTable {
    /// The origin of the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provenance: Option<SmolStr>,
    /// The effects on the target, from the mildest to the worst.
    pub columns: Vec<CombatEffect>,
    /// The chances in percent, a row for each index from 0 on. Each row adds up to 100.
    pub rows: Vec<Vec<u8>>,
}

/// The fire of a class of units under assault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AssaultRow {
    /// The class of the target.
    pub target: UnitClass,
    /// The index of a deployed target.
    pub deployed: u8,
    /// The index of a target in maneuver formation.
    pub maneuver: u8,
    /// The index of a target in march formation.
    pub march: u8,
}

/// The index of the fire that may stop an assault, before modifiers (VII).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AssaultTable {
    /// The origin of the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provenance: Option<SmolStr>,
    /// The indices, a row for each class.
    pub targets: Vec<AssaultRow>,
}

settings! {
    /// The modifiers of the index of the fire that may stop an assault. A demoralized target has index 0 whatever else (V).
    complete AssaultModifiers;
    /// The modifiers of the index of the fire that may stop an assault. A demoralized target has index 0 whatever else (V).
    /// Omitted values stay as they are.
    changes AssaultModifiersChanges;

    /// The origin of the modifiers.
    provenance: SmolStr,
    /// An assault that is not frontal.
    not_frontal: i8,
    /// A disordered target.
    target_disordered: i8,
    /// An assault of cavalry.
    cavalry: i8,
    /// A disordered actor.
    actor_disordered: i8,
    /// An actor of Guard quality.
    actor_guard: i8,
    /// An actor of Landwehr quality.
    actor_landwehr: i8,
    /// A target of Guard quality.
    target_guard: i8,
    /// A target of Landwehr quality.
    target_landwehr: i8,
    /// Hard cover of the target.
    hard_cover: i8,
    /// A fortification of the target.
    fortification: i8,
    /// An outnumbered target.
    target_outnumbered: i8,
    /// An outnumbered actor.
    actor_outnumbered: i8,
}

/// A chance for each index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct IndexTable {
    /// The origin of the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provenance: Option<SmolStr>,
    /// The chances in percent, one for each index from 0 on.
    pub percent: Vec<u8>,
}

/// The results of assaults that are stopped (VII).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StoppedTable {
    /// The origin of the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provenance: Option<SmolStr>,
    /// The results for the actor, from the mildest to the worst.
    pub columns: Vec<StoppedResult>,
    /// The chances in percent, a row for each index from 0 on. Each row adds up to 100.
    pub rows: Vec<Vec<u8>>,
}

settings! {
    /// The index of close combat and its modifiers (VII).
    complete CloseCombatModifiers;
    /// The index of close combat and its modifiers (VII). Omitted values stay as they are.
    changes CloseCombatModifiersChanges;

    /// The origin of the modifiers.
    provenance: SmolStr,
    /// The index before modifiers.
    base: u8,
    /// A disordered target.
    target_disordered: i8,
    /// A demoralized target.
    target_demoralized: i8,
    /// A target in march formation.
    target_march: i8,
    /// Cavalry in the open against any target (ruling o37).
    cavalry_in_the_open: i8,
    /// Cavalry in the open against a target in maneuver formation.
    cavalry_on_maneuver: i8,
    /// An assault that is not frontal.
    not_frontal: i8,
    /// A target of artillery.
    target_artillery: i8,
    /// Cavalry in the open against disordered or demoralized infantry.
    cavalry_on_shaken_infantry: i8,
    /// A disordered actor.
    actor_disordered: i8,
    /// An outnumbered target.
    target_outnumbered: i8,
    /// An outnumbered actor.
    actor_outnumbered: i8,
    /// Each step of quality by which the actor is better; the same against it for each step by which it is worse.
    quality_step: i8,
    /// Soft cover of the target against infantry.
    soft_cover: i8,
    /// Hard cover of the target against infantry.
    hard_cover: i8,
    /// A fortification of the target against infantry.
    fortification: i8,
    /// Soft cover of the target against cavalry.
    soft_cover_cavalry: i8,
    /// Hard cover or a fortification of the target against cavalry.
    hard_cover_cavalry: i8,
}

/// A result of close combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CombatOutcome {
    /// The chance in percent.
    #[schemars(range(min = 0, max = 100))]
    pub percent: u8,
    /// The effect on the target.
    pub target: CombatEffect,
    /// The effect on a target that was demoralized before. The default is that of `target`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub demoralized_target: Option<CombatEffect>,
    /// The effect on the actor.
    pub actor: CombatEffect,
}

/// The results of a close combat that one side wins (VII).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CombatOutcomeTable {
    /// The origin of the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provenance: Option<SmolStr>,
    /// The results. Their chances add up to 100.
    pub results: Vec<CombatOutcome>,
}

settings! {
    /// The chances of regrouping, in percent (IX).
    complete RegroupTable;
    /// The chances of regrouping, in percent (IX). Omitted values stay as they are.
    changes RegroupChanges;

    /// The origin of the table.
    provenance: SmolStr,
    /// The chance of a disordered unit.
    #[limits(min = 0, max = 100)]
    disordered: u8,
    /// The chance of a demoralized unit.
    #[limits(min = 0, max = 100)]
    demoralized: u8,
    /// The change for a general within the command radius.
    general: i8,
    /// The change for Guard quality.
    guard: i8,
    /// The change for Landwehr quality.
    landwehr: i8,
    /// The change for an enemy near.
    enemy_near: i8,
    /// The change for a unit in a town, in woods or behind a hill from all enemies.
    sheltered: i8,
    /// The least chance.
    #[limits(min = 0, max = 100)]
    least: u8,
    /// The greatest chance.
    #[limits(min = 0, max = 100)]
    most: u8,
}

/// The effects of a kind of terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TerrainEffect {
    /// The kind of terrain.
    pub kind: TerrainKind,
    /// The going for infantry.
    pub infantry: GroundGoing,
    /// The going for cavalry and generals.
    pub cavalry: GroundGoing,
    /// The going for artillery.
    pub artillery: GroundGoing,
    /// Counts as a road for units in march formation (VIII).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub march_road: bool,
    /// The cover for units in it.
    #[serde(default)]
    pub cover: Cover,
    /// The height for lines of sight.
    #[serde(default)]
    pub height: SightHeight,
}

/// The Terrain Effects Table (VIII).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TerrainTable {
    /// The origin of the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provenance: Option<SmolStr>,
    /// The effects, a row for each kind.
    pub kinds: Vec<TerrainEffect>,
}

/// The effects of a kind of obstacle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ObstacleEffect {
    /// The kind of obstacle.
    pub kind: ObstacleKind,
    /// The going across it.
    pub going: GroundGoing,
    /// The cover for troops behind it.
    #[serde(default)]
    pub cover: Cover,
    /// The height for lines of sight.
    #[serde(default)]
    pub height: SightHeight,
}

/// The Obstacle Effects Table (VIII).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ObstacleTable {
    /// The origin of the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provenance: Option<SmolStr>,
    /// The effects, a row for each kind.
    pub kinds: Vec<ObstacleEffect>,
}

impl BaseMoveTable {
    /// Returns the base movements of troops of a quality; `None` if the table has no row for them. Artillery and generals have
    /// no quality.
    pub fn of(&self, troops: TroopType, quality: Quality) -> Option<&BaseMove> {
        let quality = if troops.has_quality() { quality } else { Quality::Line };
        self.moves.iter().find(|row| row.troops == troops && row.quality == quality)
    }
}

impl FireIndexTable {
    /// Returns the index of fire in the range band `band`, from 0; `None` beyond the range of the class.
    pub fn index(&self, firer: UnitClass, action: FireAction, band: usize) -> Option<u8> {
        let row = self.fire.iter().find(|row| row.firer == firer && row.action == action)?;
        row.index.get(band).copied()
    }
}

impl AssaultTable {
    /// Returns the index of the fire of a target against an assault, before modifiers; `None` if the table has no row for it.
    pub fn index(&self, target: UnitClass, posture: Posture) -> Option<u8> {
        let row = self.targets.iter().find(|row| row.target == target)?;
        Some(match posture {
            Posture::Deployed => row.deployed,
            Posture::Maneuver => row.maneuver,
            Posture::March => row.march,
        })
    }
}

impl OrderTable {
    /// Returns the chances of an order to a unit of `nation`; `None` if the table has no row for it.
    pub fn of(&self, nation: Nation, general_near: bool) -> Option<&OrderRow> {
        let case = match (general_near, nation) {
            (true, _) => OrderCase::General,
            (false, Nation::Prussian) => OrderCase::Prussian,
            (false, Nation::French) => OrderCase::French,
        };
        self.cases.iter().find(|row| row.orders == case)
    }
}
