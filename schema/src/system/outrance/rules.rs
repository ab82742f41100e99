//! `[rules]`: all numbers and rulings of the system, with the published values in `rulesets/outrance.toml`.
//!
//! The rulings answer the questions that the text leaves open. Each is a setting with a default.

use std::sync::LazyLock;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::tables::{
    AssaultModifiersChanges, AssaultTable, BaseMove, BaseMoveTable, BaseSizeTable, CloseCombatModifiersChanges,
    CombatOutcomeTable, FireIndexTable, FireModifiersChanges, FireResultTable, IndexTable, ObstacleTable,
    OrderDisorderChanges, OrderTable, RegroupChanges, StoppedTable, TerrainTable,
};
use super::units::{Nation, Quality, TroopType};
use crate::cells::{Headings, RuleCell};
use crate::common::inches::Length;
use crate::system::settings::{read_bundled, rules, settings, tables, whole};

whole!(
    CommandMeasure,
    CoverShare,
    GeneralReach,
    InitiativeRule,
    Length,
    MeasuringPoint,
    RetreatSource,
    TableEdge,
    Vec<Length>,
    WithdrawalChoice
);

tables! {
    AssaultTable: Headings::rows(Some("targets"), &["target"]);
    BaseMoveTable: Headings::rows(Some("moves"), &["quality", "troops"]);
    BaseSizeTable: Headings::rows(Some("sizes"), &["troops"]);
    CombatOutcomeTable: Headings::rows(Some("results"), &[]);
    FireIndexTable: Headings::rows(Some("fire"), &["firer", "action"]);
    FireResultTable: Headings::grid(0);
    IndexTable: Headings::list(Some("percent"), 0);
    ObstacleTable: Headings::rows(Some("kinds"), &["kind"]);
    OrderTable: Headings::rows(Some("cases"), &["orders"]);
    StoppedTable: Headings::grid(0);
    TerrainTable: Headings::rows(Some("kinds"), &["kind"]);
}

rules! {
    /// All settings of the system, with the values in force.
    complete Rules;
    /// The settings that a scenario overrides. Omitted settings keep their published values.
    changes RuleChanges;

    /// The ends of the range bands, from the nearest to the farthest (VIII): `["3", "6", "9", "12"]`. A range on the end belongs
    /// to the nearer band.
    range_bands: Vec<Length>,
    /// The zone of control: the least distance from enemy bases (IV): `"1"`.
    zone_of_control: Length,
    /// The distance from a general within which he helps orders and regrouping (IX): `"6"`.
    command_radius: Length,
    /// The distance within which an enemy hinders regrouping: `"6"`.
    regroup_enemy: Length,
    /// The least distance of a line of fire from friendly bases (VI): `"0.5"`.
    friend_clearance: Length,
    /// The greatest length of a line of sight within woods (VI): `"3"`.
    woods_sight: Length,
    /// The distance from enemies to which a general gets out of their way (IV, IX): `"3"`.
    general_safety: Length,
    /// The distance by which the reference base of a unit that deploys may shift (III): `"1"`.
    deploy_shift: Length,
    /// The base movement that an obstacle or a choke point costs (IV): `"0.5"`.
    obstacle_cost: Length,
    /// The factor of rough ground for infantry and artillery (IV): 2.
    #[limits(min = 1, max = 9)]
    rough_factor: u8,
    /// The factor of rough ground for cavalry and generals (IV): 4.
    #[limits(min = 1, max = 9)]
    rough_factor_cavalry: u8,
    /// The distance along a road, in march formation, in percent of the base movement (IV): 150.
    #[limits(min = 100, max = 250)]
    road_percent: u8,
    /// The distance from a road within which a unit in march formation follows it (IV): `"0.25"`. A road is a line without width.
    road_reach: Length,
    /// The greatest angle between a march and the road that it follows, in degrees (IV): 45. Other marches cross the road.
    #[limits(min = 0, max = 90)]
    road_angle: u8,
    /// The distance from a choke point within which the center of a front crosses a line by it (IV): `"0.5"`. The whole unit then
    /// crosses there, in any formation.
    choke_reach: Length,
    /// The reach of an infantry assault (VII): `"6"`.
    assault_infantry: Length,
    /// The reach of a cavalry assault (VII): `"12"`.
    assault_cavalry: Length,
    /// The reach of an infantry assault whose order is delayed (VII): `"3"`.
    delayed_infantry: Length,
    /// The reach of a cavalry assault whose order is delayed (VII): `"6"`.
    delayed_cavalry: Length,
    /// The part of the base movement that is left if the order is delayed, in percent (IV): 50.
    #[limits(min = 0, max = 100)]
    delayed_percent: u8,
    /// The distance by which the reference base of a unit may shift if its order to deploy is delayed (III): `"0"`.
    delayed_shift: Length,
    /// The distance from its target at which a stopped assault ends (V): `"1"`.
    stopped_distance: Length,
    /// The widest angle between neighboring bases of a deployed line, in degrees (IV): 30.
    #[limits(min = 0, max = 90)]
    deployed_bend: u8,
    /// The distance between a low obstacle and the troops behind it within which it covers them (VIII, ruling o21): `"1"`.
    cover_distance: Length,
    /// The distance behind a crest beyond which units are hidden from lower ground (VIII, 4.1): `"1"`.
    crest_distance: Length,
    /// The distance from an objective within which a unit takes it: `"1"`.
    objective_radius: Length,

    /// Ruling (III): the chance of the next initiative. The default is in proportion to the units that have not acted:
    /// `"by-units"`.
    initiative: InitiativeRule,
    /// Ruling o1 (III): a march has the base movement of a route march. Otherwise, the one in the table of base movements: false.
    march_as_route_march: bool,
    /// Ruling (III): orders to French units have the chances of those to Prussian units. Otherwise, those of their own rows: false.
    equal_orders: bool,
    /// Ruling o5 (VI): artillery bases that fired at the target before count for both outnumbered boxes. Otherwise, for the box
    /// of the target only: true.
    battery_counts_for_actor: bool,
    /// Ruling o6 (VI): artillery that fired and was destroyed afterward still counts: true.
    destroyed_guns_count: bool,
    /// Ruling (VI): artillery that fired at the target from beyond its range counts as well: false.
    guns_out_of_range_count: bool,
    /// Ruling o11 (V): the one who chooses where a unit withdraws "up to" a distance: `"owner"`.
    withdrawal: WithdrawalChoice,
    /// Ruling o13 (IV): the point from which a unit falls back: `"nearest-point"`.
    retreat_from: RetreatSource,
    /// Ruling o14 (IV): the distance by which a unit slides on that would end its retreat on friends: `"1"`.
    retreat_slide: Length,
    /// Ruling (IV): terrain shortens retreats and withdrawals as it shortens moves. Otherwise, impassable terrain alone affects
    /// them: true.
    retreat_pays_terrain: bool,
    /// Ruling (IV, V): a unit that can fall back only over the edge of the table surrenders, or leaves the game: `"closed"`.
    table_edge: TableEdge,
    /// Ruling o32 (IV): a unit may fall back toward the source, if its rear lies there. Otherwise, it surrenders: false.
    retreat_toward_source: bool,
    /// Ruling o33 (IV): the point of each base from which its way is measured: `"front"`.
    measured_from: MeasuringPoint,
    /// Ruling o34 (III, IV): no unit ends its movement on a general, and no general on a unit. Otherwise, generals share the ground
    /// with all: true.
    generals_hold_ground: bool,
    /// Ruling o35 (VI): fire keeps its distance from friendly generals as from friendly troops: false.
    generals_stop_fire: bool,
    /// Ruling o36 (V): a result that breaks a unit destroys a demoralized one. Otherwise, it remains demoralized: false.
    demoralized_break: bool,
    /// Ruling o16 (III): a unit within an enemy zone of control may deploy, but not closer to the enemy: true.
    deploy_in_zone: bool,
    /// Ruling o17 (III): disorder of the actor hinders orders. The interface of the published program does not ask for it:
    /// false.
    disorder_hinders_orders: bool,
    /// Ruling o18 (III, IV): a unit whose order is lost may fire or regroup in the same initiative. Otherwise, its action is
    /// used: true.
    lost_order_may_fire: bool,
    /// Ruling o20 (IX): the units that a general commands: `"any-formation"`.
    generals: GeneralReach,
    /// Ruling o41 (IX): enemies near and shelter change the chance of regrouping. Otherwise, the unit and a general alone do: false.
    regroup_by_place: bool,
    /// Ruling o38 (VIII): a ford costs movement in march formation as well, unlike a bridge: true.
    fords_slow_marches: bool,
    /// Ruling o28 (VIII): assaults through towns count them as rough ground. Otherwise, as roads: true.
    town_assault_is_rough: bool,
    /// Ruling (IV): an assault keeps out of the zones of control of other enemies than its target: false.
    assault_keeps_zones: bool,
    /// Ruling (VIII): the bases of a unit that an area holds if it covers the unit, by their centers: `"half"`.
    area_cover: CoverShare,
    /// Ruling o29 (VI): cavalry may fire: true.
    cavalry_fires: bool,
    /// Ruling (VII): cavalry that wins a close combat is always disordered: true.
    winning_cavalry_disordered: bool,
    /// Ruling (IX): the points between which the command radius is measured: `"edge"`.
    command_measure: CommandMeasure,
    /// Ruling (VIII): ground between two units that is higher than both blocks their line of sight: true.
    high_ground_blocks: bool,
    /// Ruling o39 (VIII): a hill no higher than the viewer hides a strip of lower ground behind it, as a tall obstruction does: true.
    hills_cast_shadows: bool,
    /// Ruling (VIII): the edge of a hill hides units behind it from lower ground, beyond `crest_distance`: true.
    crest_hides: bool,
    /// Ruling (VI, VIII): sight passes through towns for `woods_sight`, as through woods. Otherwise, only into them and out of them:
    /// false.
    sight_through_towns: bool,
    /// Ruling (VIII): enemy units in between block a line of sight, as tall obstructions do: false.
    enemies_block_sight: bool,
    /// Ruling (VIII): fire passes over friends also if only the target stands high enough to see over them. Otherwise, the firing
    /// unit must: true.
    mutual_overhead_fire: bool,
    /// The tables. The values of a table of named values may be changed one by one; any other table replaces the complete one.
    tables: TableChanges,

    [cells: RuleCell, of TableChanges in Outrance]
}

/// The chance of the next initiative (III).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum InitiativeRule {
    /// In proportion to the units that have not acted.
    ByUnits,
    /// Even, until one side has no unit left to act.
    Even,
}

/// The one who chooses where a unit withdraws "up to" a distance (V).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WithdrawalChoice {
    /// The owner, among the points that make the unit safer.
    Owner,
    /// Nobody: the nearest safe point is taken.
    Nearest,
}

/// The point from which a unit falls back (IV).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RetreatSource {
    /// The nearest point of the unit that caused the retreat.
    NearestPoint,
    /// The center of its front.
    Center,
}

/// The point of a base from which its way is measured (IV).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MeasuringPoint {
    /// The middle of its front.
    Front,
    /// Its center; the head of a column measures from the front all the same.
    Center,
}

/// The units that a general commands (IX).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum GeneralReach {
    /// All friendly units within the command radius.
    AnyFormation,
    /// Units of his own formation; of all formations for a general of an army.
    OwnFormation,
}

/// The points between which the command radius is measured (IX).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CommandMeasure {
    /// The edge of the general's base and the nearest edge of a base.
    Edge,
    /// The center of the general's base and the nearest center of a base.
    Center,
}

/// What becomes of a unit that can fall back only over the edge of the table (IV, V).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TableEdge {
    /// It surrenders: the edge is impassable.
    Closed,
    /// It leaves the table and the game; it is neither destroyed nor surrendered.
    Leaves,
}

/// The bases of a unit that an area must hold to cover or shelter it (VIII).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CoverShare {
    /// One base.
    Any,
    /// Half of them or more.
    Half,
    /// All of them.
    All,
}

impl CoverShare {
    /// Returns `true` if an area that holds `held` of `bases` bases covers the unit.
    pub fn covers(self, held: usize, bases: usize) -> bool {
        match self {
            Self::Any => held > 0,
            Self::Half => held > 0 && 2 * held >= bases,
            Self::All => held > 0 && held >= bases,
        }
    }
}

settings! {
    /// All tables of the system, with the values in force.
    complete Tables;
    /// The tables that a scenario replaces. Omitted tables keep their published values.
    changes TableChanges;

    /// The sizes of bases (II).
    base_sizes: BaseSizeTable,
    /// The base movements (III, IV).
    base_moves: BaseMoveTable,
    /// The chances of orders (III, IX).
    orders: OrderTable,
    /// The change of these chances for a disordered unit (ruling o17).
    orders_disordered: OrderDisorderChanges,
    /// The index of fire (VI).
    fire: FireIndexTable,
    /// The modifiers of fire (VI, VIII).
    fire_modifiers: FireModifiersChanges,
    /// The results of fire (V, VI).
    fire_results: FireResultTable,
    /// The index of the fire that may stop an assault (VII).
    assault: AssaultTable,
    /// The modifiers of this index (VII).
    assault_modifiers: AssaultModifiersChanges,
    /// The chance that an assault is stopped (VII).
    assault_stopped: IndexTable,
    /// The results of stopped assaults (VII).
    stopped_results: StoppedTable,
    /// The index of close combat and its modifiers (VII).
    close_combat: CloseCombatModifiersChanges,
    /// The chance that the actor wins the close combat (VII).
    close_combat_won: IndexTable,
    /// The results if the actor wins (V, VII).
    actor_wins: CombatOutcomeTable,
    /// The results if the target wins (V, VII).
    target_wins: CombatOutcomeTable,
    /// The chances of regrouping (IX).
    regroup: RegroupChanges,
    /// The Terrain Effects Table (VIII).
    terrain: TerrainTable,
    /// The Obstacle Effects Table (VIII).
    obstacles: ObstacleTable,
}

impl Rules {
    /// The file of the published rules.
    pub(crate) const TEXT: &'static str = include_str!("../../../rulesets/outrance.toml");

    /// Returns the published rules, from `rulesets/outrance.toml`.
    pub fn published() -> &'static Self {
        static PUBLISHED: LazyLock<Rules> = LazyLock::new(|| read_bundled(Rules::TEXT));
        &PUBLISHED
    }

    /// Returns the base movements of some troops; `None` if the table has no row for them. A march may count as a route march
    /// (ruling o1).
    pub fn base_move(&self, troops: TroopType, quality: Quality) -> Option<BaseMove> {
        let mut row = *self.tables.base_moves.of(troops, quality)?;
        if self.march_as_route_march {
            row.march = row.route_march;
        }
        Some(row)
    }

    /// Returns the army whose chances of orders hold for the units of an army: its own, or that of the Prussians for all (III).
    pub fn orders_of(&self, nation: Nation) -> Nation {
        if self.equal_orders { Nation::Prussian } else { nation }
    }

    /// Returns the number of the range band, from 0, of a range in thousandths of an inch; `None` beyond the last one. A range
    /// on the end of a band belongs to this band (VIII).
    pub fn range_band(&self, range: i32) -> Option<usize> {
        self.range_bands.iter().position(|band| range <= band.thousandths())
    }
}
