//! The tables in their printed layout. Each says where it comes from.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::results::{BombardmentResult, CombatResult, Crossing};
use super::{Nation, TerrainClass};
use crate::common::as_text::as_text;
use crate::common::road::HexsideKind;
use crate::system::settings::settings;

/// A column of the Combat Results Table (7.4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OddsColumn {
    /// The heading, such as `"1.5:1"`.
    pub odds: SmolStr,
    /// The least ratio of the attacker's points to the defender's, in hundredths: 130 is 1.30.
    pub from: u16,
}

/// The Combat Results Table (7.5).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CombatTable {
    /// The origin of the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provenance: Option<SmolStr>,
    /// The columns, from left to right. The last one has no upper limit, but each further step of `above` adds to the die.
    pub columns: Vec<OddsColumn>,
    /// The modified die of the first row, such as -1. Lower dice use the first row, higher ones the last.
    pub first_die: i8,
    /// The results, a row for each modified die.
    pub rows: Vec<Vec<CombatResult>>,
    /// The least ratio that allows an attack, in hundredths.
    pub least: u16,
    /// The ratio above the last column, in hundredths, for which the die is one higher (7.3).
    pub above: u16,
}

settings! {
    /// The modifiers of combat that terrain does not make (7.3). A column shift is to the right if above 0.
    complete CombatModifiers;
    /// The modifiers of combat that terrain does not make (7.3). A column shift is to the right if above 0.
    /// Omitted values stay as they are.
    changes CombatModifiersChanges;

    /// The origin of the modifiers.
    provenance: SmolStr,
    /// Die: an attacking unit out of command.
    attacker_out_of_command: i8,
    /// Die: a defending unit out of command.
    defender_out_of_command: i8,
    /// Die: a neutralized attacking unit.
    attacker_neutralized: i8,
    /// Die: a neutralized defending unit.
    defender_neutralized: i8,
    /// Die: attacking tanks; the same against the attacker for defending ones.
    tanks: i8,
    /// Die: attacking Stosstruppen; the same against the attacker for defending ones.
    stosstruppen: i8,
    /// Die: attackers of different divisions (7.6).
    divisions: i8,
    /// Columns: a concentric attack (7.7).
    concentric: i8,
    /// Columns: artillery support from a mega-hex with enemy fighters (8.4).
    enemy_fighters: i8,
}

/// A column of the Bombardment Table: the bombardment values that it is for, such as `"0"`, `"3-4"` or `"14+"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ValueBand {
    /// The least value.
    pub from: u8,
    /// The greatest value; `None` for no limit.
    pub to: Option<u8>,
}

impl ValueBand {
    fn parse(text: &str) -> Option<Self> {
        let value = |digits: &str| {
            let plain = digits == "0" || digits.starts_with(|first: char| ('1'..='9').contains(&first));
            digits.parse::<u8>().ok().filter(|value| plain && *value <= 99)
        };
        if let Some(from) = text.strip_suffix('+') {
            return Some(Self { from: value(from)?, to: None });
        }
        let (from, to) = text.split_once('-').unwrap_or((text, text));
        let (from, to) = (value(from)?, value(to)?);
        (from <= to).then_some(Self { from, to: Some(to) })
    }
}

impl fmt::Display for ValueBand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.from, self.to) {
            (from, None) => write!(f, "{from}+"),
            (from, Some(to)) if from == to => write!(f, "{from}"),
            (from, Some(to)) => write!(f, "{from}-{to}"),
        }
    }
}

as_text!(ValueBand, r"^(0|[1-9][0-9]?)(-[1-9][0-9]?|\+)?$", "a column: a value, a span such as `3-4`, or `14+`");

/// The Bombardment Table (8.1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BombardmentTable {
    /// The origin of the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provenance: Option<SmolStr>,
    /// The columns, from left to right.
    pub columns: Vec<ValueBand>,
    /// The results, a row for each die from 1 to 6.
    pub rows: Vec<Vec<BombardmentResult>>,
}

settings! {
    /// The column shifts of bombardments (8.4), to the right if above 0. Those of terrain are in the Terrain Effects Table.
    complete BombardmentShifts;
    /// The column shifts of bombardments (8.4), to the right if above 0. Those of terrain are in the Terrain Effects Table.
    /// Omitted values stay as they are.
    changes BombardmentShiftsChanges;

    /// The origin of the shifts.
    provenance: SmolStr,
    /// An enemy fighter in the mega-hex of a bombarding unit.
    enemy_fighters: i8,
    /// A bombarding unit out of command (10.2).
    out_of_command: i8,
    /// A target in a trench within a village, in place of both of them.
    trenched_village: i8,
}

/// A row of the Terrain Effects Table for hexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GroundRow {
    /// The class of terrain.
    pub class: TerrainClass,
    /// The movement points to enter. A trench adds to the other terrain of its hex.
    pub cost: u8,
    /// The movement points that enemies of its owner pay besides to enter a trench.
    #[serde(default, skip_serializing_if = "crate::system::rows::is_zero")]
    #[schemars(extend("default" = 0))]
    pub enemy_cost: u8,
    /// The column shift of an attack on a unit in it (7.3).
    #[serde(default, skip_serializing_if = "is_none")]
    pub combat: i8,
    /// The column shift of a bombardment of a unit in it (8.1). Of several, the greatest counts.
    #[serde(default, skip_serializing_if = "is_none")]
    pub bombardment: i8,
}

fn is_none(shift: &i8) -> bool {
    *shift == 0
}

/// The Terrain Effects Table: hexes (5.3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GroundTable {
    /// The origin of the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provenance: Option<SmolStr>,
    /// The rows, one for each class.
    pub classes: Vec<GroundRow>,
}

/// A row of the Terrain Effects Table for hexsides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CrossingRow {
    /// The kind of hexside.
    pub kind: HexsideKind,
    /// The cost for infantry, Stosstruppen and headquarters.
    pub infantry: Crossing,
    /// The cost for tanks.
    pub tanks: Crossing,
    /// The cost for artillery.
    pub artillery: Crossing,
    /// The column shift of an attack across it (7.3).
    #[serde(default, skip_serializing_if = "is_none")]
    pub combat: i8,
    /// The die modifier of an attack across it (7.3).
    #[serde(default, skip_serializing_if = "is_none")]
    pub die: i8,
    /// Blocks zones of control (3.2).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub blocks_zoc: bool,
}

/// The Terrain Effects Table: hexsides (5.3). A bridge takes the place of the water that it crosses for movement only.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CrossingTable {
    /// The origin of the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provenance: Option<SmolStr>,
    /// The rows, one for each kind.
    pub kinds: Vec<CrossingRow>,
}

/// The air units that an army has in an interphase (11.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AirDraw {
    /// The army.
    pub nation: Nation,
    /// The number that is added to the total of two dice.
    pub bonus: i8,
    /// The least number of units.
    pub least: u8,
    /// The greatest number of units.
    pub most: u8,
}

/// The air draws of both armies (11.3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AirDrawTable {
    /// The origin of the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provenance: Option<SmolStr>,
    /// The rows, one for each army.
    pub armies: Vec<AirDraw>,
}

settings! {
    /// The greatest die with which tanks lose another step (7.5).
    complete TankLossTable;
    /// The greatest die with which tanks lose another step (7.5). Omitted values stay as they are.
    changes TankLossChanges;

    /// The origin of the table.
    provenance: SmolStr,
    /// German tanks.
    german: u8,
    /// French tanks.
    french: u8,
}
