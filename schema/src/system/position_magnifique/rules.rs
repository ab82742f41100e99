//! `[rules]`: all numbers and rulings of the system, with the published values in `rulesets/position-magnifique.toml`.

use std::sync::LazyLock;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::tables::{
    AssaultTable, FireTable, HexsideTable, MoraleTable, OutOfCommandTable, RallyTable, ShiftChanges, TerrainTable,
};
use crate::cells::{Headings, RuleCell};
use crate::system::settings::{read_bundled, rules, settings, tables, whole};

whole!(BridgedFeatures, ChargeControl, ChargeRoads, FacedSince, PlungingArms);

tables! {
    AssaultTable: Headings::grid(2);
    FireTable: Headings::grid(2);
    HexsideTable: Headings::rows(None, &["kind"]);
    MoraleTable: Headings::rows(None, &["nation", "kinds"]);
    OutOfCommandTable: Headings::list(None, 2);
    RallyTable: Headings::rows(None, &["from", "to"]);
    TerrainTable: Headings::rows(None, &["class"]);
}

rules! {
    /// All settings of the system, with the values in force.
    complete Rules;
    /// The settings that a scenario overrides. Omitted settings keep their published values.
    changes RuleChanges;

    /// The least difference of levels for Plunging Fire (19.0): 2.
    plunging_levels: u8,
    /// Mitrailleuse Fire: its range in hexes (17.1): 3.
    mitrailleuse_range: u8,
    /// Mitrailleuse Fire: its Combat Factor at full strength (17.1): 6.
    mitrailleuse_full: u8,
    /// Mitrailleuse Fire: its Combat Factor at reduced strength (17.1): 3.
    mitrailleuse_reduced: u8,
    /// The greatest die roll with which Colonel Caprivi succeeds (17.2): 4.
    caprivi_up_to: u8,
    /// The greatest die roll with which Bazaine's Malaise applies (17.2): 5.
    malaise_up_to: u8,
    /// The greatest die roll with which a Deathride succeeds (17.2): 2.
    deathride_up_to: u8,
    /// The least modified die roll with which Prussian Aggressive Tactics succeeds (17.1): 5.
    aggressive_from: u8,
    /// Prussian Aggressive Tactics: the die roll modifier for a unit out of Command Range (17.1): 2.
    aggressive_out_of_range: u8,
    /// The greatest total of two dice that delays a reinforcement group (20.3): 2.
    group_late_up_to: u8,
    /// The least total of two dice that hurries a reinforcement group or lets it take a detour (20.3): 10.
    group_early_from: u8,
    /// The hexes with a road that cavalry may charge into (12.5, ruling): `"roman"`, as in the rule.
    charge_roads: ChargeRoads,
    /// The time since which cavalry under Defend orders must have been adjacent to an enemy to assault it (11.1, ruling):
    /// `"activation"`.
    defenders_assault: FacedSince,
    /// Lets Feu de Bataillon take effect at once with an HQ whose chit has been drawn (17.1, ruling): false, so that it has no
    /// effect.
    feu_after_activation: bool,
    /// Lets cavalry countercharge only if it could charge, that is, not Shaken and across an open hexside (12.6, ruling): true.
    countercharge_as_charge: bool,
    /// Lets a unit that cannot retreat farther from every victor go farther from one of them and nearer to none (13.7, ruling):
    /// true. Otherwise, the unit is eliminated.
    retreat_between_victors: bool,
    /// The time from which a unit that charges controls the hex of its target (16.0, ruling): `"entry"`, as in the rule.
    charge_control: ChargeControl,
    /// The arms whose fire from high ground is Plunging Fire (19.0, ruling): `"all"`.
    plunging_fire: PlungingArms,
    /// Lets reinforcements enter a hex with a road at the cost of a road (12.9, ruling): false, so that they pay the cost of its
    /// terrain.
    entry_by_road: bool,
    /// The features of a hexside that a bridge on it makes ineffective (12.2, ruling): `"water"`.
    bridged_features: BridgedFeatures,
    /// The tables in their printed layout. The values of a table of named values may be changed one by one; any other table
    /// replaces the complete one.
    tables: TableChanges,

    [cells: RuleCell, of TableChanges in PositionMagnifique]
}

/// The roads whose hexes a Charge Move may enter (12.5). In a hex without a road, the terrain decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ChargeRoads {
    /// Roman roads only: an ordinary road closes the hexes that it runs through.
    Roman,
    /// All roads: an ordinary road changes nothing.
    Any,
}

/// The time from which a unit that charges into the hex of an enemy controls that hex (16.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ChargeControl {
    /// From the moment in which it enters.
    Entry,
    /// From the end of the fight, if the enemy has left the hex.
    Fight,
}

/// The arms whose fire from high ground is Plunging Fire (19.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PlungingArms {
    /// Infantry and artillery.
    All,
    /// Artillery only.
    Artillery,
}

/// The features of a hexside that a bridge on it makes ineffective (12.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BridgedFeatures {
    /// Streams and rivers; a slope or a wall keeps its effects.
    Water,
    /// All other features.
    All,
}

/// The time since which cavalry under Defend orders must have been adjacent to the enemy that it assaults (11.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FacedSince {
    /// Since the start of its activation.
    Activation,
    /// Since the start of the turn, without leaving its hex in this turn.
    Turn,
}

settings! {
    /// All tables of the system, with the values in force.
    complete Tables;
    /// The tables that a scenario replaces. Omitted tables keep their published values.
    changes TableChanges;

    /// The Fire Combat Table (10.2).
    fire: FireTable,
    /// The Assault Combat Table (13.2).
    assault: AssaultTable,
    /// The column shifts of the Fire Combat Table and the Assault Combat Table.
    shifts: ShiftChanges,
    /// The Morale Test Table (10.7).
    morale: MoraleTable,
    /// The Out of Command Table (12.3).
    out_of_command: OutOfCommandTable,
    /// The Terrain Effects Chart: hexes (12.2).
    terrain: TerrainTable,
    /// The Terrain Effects Chart: hexsides (12.2).
    hexsides: HexsideTable,
    /// The rebuilding modifiers (14.4).
    rebuilding: RallyTable,
}

impl Rules {
    /// The file of the published rules.
    pub(crate) const TEXT: &'static str = include_str!("../../../rulesets/position-magnifique.toml");

    /// Returns the published rules, from `rulesets/position-magnifique.toml`.
    pub fn published() -> &'static Self {
        static PUBLISHED: LazyLock<Rules> = LazyLock::new(|| read_bundled(Rules::TEXT));
        &PUBLISHED
    }
}
