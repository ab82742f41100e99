//! `[rules]`: every number and every ruling of the system, as the publisher has it in
//! `rulesets/position-magnifique.toml` and as a scenario may change it.

use std::sync::LazyLock;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::tables::{
    AssaultTable, FireTable, HexsideTable, MoraleTable, OutOfCommandTable, RallyTable, ShiftTable, TerrainTable,
};
use crate::System;
use crate::load::shape;
use crate::system::settings::{settings, whole};

whole!(
    ChargeRoads,
    FacedSince,
    AssaultTable,
    FireTable,
    HexsideTable,
    MoraleTable,
    OutOfCommandTable,
    RallyTable,
    ShiftTable,
    TerrainTable
);

settings! {
    /// Every setting of the system.
    complete Rules;
    /// The settings that a scenario changes.
    changes RuleChanges;

    /// The levels of difference that a fire must plunge to count as Plunging Fire (19.0): 2.
    plunging_levels: u8,
    /// Mitrailleuse Fire: its range in hexes (17.1): 3.
    mitrailleuse_range: u8,
    /// Mitrailleuse Fire: its Combat Factor at full strength (17.1): 6.
    mitrailleuse_full: u8,
    /// Mitrailleuse Fire: its Combat Factor at reduced strength (17.1): 3.
    mitrailleuse_reduced: u8,
    /// Colonel Caprivi succeeds on a die up to this (17.2): 4.
    caprivi_up_to: u8,
    /// Bazaine's Malaise holds on a die up to this (17.2): 5.
    malaise_up_to: u8,
    /// Deathride succeeds on a die up to this (17.2): 2.
    deathride_up_to: u8,
    /// Prussian Aggressive Tactics succeeds on a die, with its modifier, from this on (17.1): 5.
    aggressive_from: u8,
    /// Prussian Aggressive Tactics: what a unit out of Command Range adds to the die (17.1): 2.
    aggressive_out_of_range: u8,
    /// A reinforcement group is delayed on a total of the two dice up to this (20.3): 2.
    group_late_up_to: u8,
    /// A reinforcement group is hurried, or takes a detour, on a total from this on (20.3): 10.
    group_early_from: u8,
    /// Ruling (12.5): into which hexes with a road cavalry may charge: `"roman"`, as the rule has it.
    charge_roads: ChargeRoads,
    /// Ruling (11.1): since when cavalry under Defend orders must have faced an enemy to assault it: `"activation"`.
    defenders_assault: FacedSince,
    /// Ruling (17.1): whether Feu de Bataillon works at once with an HQ whose chit has been drawn; if not, it comes to
    /// nothing: false.
    feu_after_activation: bool,
    /// Ruling (12.6): cavalry countercharges only if it could charge: not Shaken, over an open hexside.
    countercharge_as_charge: bool,
    /// Ruling (13.7): a unit that cannot get further from every victor may go where it is further from one of them and
    /// nearer to none; if not, it is eliminated.
    retreat_between_victors: bool,
    /// The tables, in their printed layout; a table given here replaces the published one whole.
    tables: TableChanges,
}

/// The roads whose hexes a Charge Move may enter (12.5). A hex off all roads is entered if its terrain is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ChargeRoads {
    /// Roman roads only: an ordinary road closes the hexes that it runs through.
    Roman,
    /// All roads: an ordinary road changes nothing.
    Any,
}

/// Since when cavalry under Defend orders has stood next to the enemy that it assaults (11.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FacedSince {
    /// Since its activation began.
    Activation,
    /// Since the turn began; it has not left its hex in this turn.
    Turn,
}

settings! {
    /// The system's tables.
    complete Tables;
    /// The tables that a scenario replaces.
    changes TableChanges;

    /// The Fire Combat Table (10.2).
    fire: FireTable,
    /// The Assault Combat Table (13.2).
    assault: AssaultTable,
    /// Column shifts of both.
    shifts: ShiftTable,
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
    /// The rules as published: `rulesets/position-magnifique.toml`.
    pub fn published() -> &'static Self {
        static PUBLISHED: LazyLock<Rules> = LazyLock::new(|| {
            #[expect(clippy::expect_used, reason = "the text is part of this crate and a test reads it")]
            shape::sound(include_str!("../../../rulesets/position-magnifique.toml"), System::PositionMagnifique)
                .expect("the bundled ruleset is complete")
        });
        &PUBLISHED
    }
}
