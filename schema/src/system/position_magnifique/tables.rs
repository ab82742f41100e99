//! The tables of the system, in their printed layout.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Kind, Nation, TerrainClass};
use crate::common::as_text::as_text;
use crate::common::road::HexsideKind;
use crate::system::settings::settings;

/// A column of the Fire Combat Table: a Combat Factor, or one of the columns to the left of 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FireColumn(
    /// The Combat Factor; 0, -1 and -2 for the columns A, B and C.
    pub i8,
);

impl FireColumn {
    fn parse(text: &str) -> Option<Self> {
        match text {
            "A" => Some(Self(0)),
            "B" => Some(Self(-1)),
            "C" => Some(Self(-2)),
            digits => digits.parse().ok().filter(|factor| (1..=99).contains(factor)).map(Self),
        }
    }
}

impl fmt::Display for FireColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("A"),
            -1 => f.write_str("B"),
            -2 => f.write_str("C"),
            factor => write!(f, "{factor}"),
        }
    }
}

as_text!(FireColumn, "^([ABC]|[1-9][0-9]?)$", "a column: `C`, `B`, `A`, or a Combat Factor");

/// The effect of a fire on its target (10.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub enum FireResult {
    /// No Effect.
    #[serde(rename = "-")]
    NoEffect,
    /// Morale Test.
    #[serde(rename = "MT")]
    MoraleTest,
    /// Shaken; a step loss if it already is.
    #[serde(rename = "SH")]
    Shaken,
    /// Step Loss.
    #[serde(rename = "SL")]
    StepLoss,
}

/// The Fire Combat Table (10.2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FireTable {
    /// The columns, from left to right.
    pub columns: Vec<FireColumn>,
    /// The results: one row for each total of two dice from 2 to 12.
    pub rows: Vec<Vec<FireResult>>,
}

/// A column of the Assault Combat Table, with its range of Combat Factor Differentials.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AssaultColumn {
    /// The least differential. The default is no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<i8>,
    /// The greatest differential. The default is no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<i8>,
}

/// The result of an assault (13.6): the loser and the number of hits, such as `"D2"` or `"A1*"`; `"-"` for no effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AssaultResult {
    /// `true` if the attacker loses; otherwise the defender.
    pub attacker: bool,
    /// The total of hexes to retreat and steps to lose; 0 for no effect.
    pub hits: u8,
    /// `true` if at least one hit must be a step loss.
    pub must_lose_step: bool,
}

impl AssaultResult {
    /// No effect on either side.
    pub const NONE: Self = Self { attacker: false, hits: 0, must_lose_step: false };

    fn parse(text: &str) -> Option<Self> {
        if text == "-" {
            return Some(Self::NONE);
        }
        let (who, rest) = text.split_at_checked(1)?;
        let attacker = match who {
            "A" => true,
            "D" => false,
            _ => return None,
        };
        let (digits, must_lose_step) = match rest.strip_suffix('*') {
            Some(digits) => (digits, true),
            None => (rest, false),
        };
        let hits = digits.parse().ok().filter(|hits| (1..=9).contains(hits))?;
        Some(Self { attacker, hits, must_lose_step })
    }
}

impl fmt::Display for AssaultResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.hits == 0 {
            return f.write_str("-");
        }
        let who = if self.attacker { "A" } else { "D" };
        let star = if self.must_lose_step { "*" } else { "" };
        write!(f, "{who}{}{star}", self.hits)
    }
}

as_text!(AssaultResult, r"^(-|[AD][1-9]\*?)$", "a result: `A` or `D`, a number, and perhaps a `*`; or `-`");

/// The Assault Combat Table (13.2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AssaultTable {
    /// The columns, from left to right.
    pub columns: Vec<AssaultColumn>,
    /// The results: one row for each total of two dice from 2 to 12.
    pub rows: Vec<Vec<AssaultResult>>,
    /// The modifier to the dice for a Flank Attack (13.3).
    pub flank_attack: i8,
}

/// A row of the Morale Test Table (10.7).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MoraleRow {
    /// The army to which the row applies.
    pub nation: Nation,
    /// The arms to which the row applies.
    pub kinds: Vec<Kind>,
    /// The morale rating at full strength.
    pub full: u8,
    /// The morale rating at reduced strength.
    pub reduced: u8,
}

/// The Morale Test Table.
pub type MoraleTable = Vec<MoraleRow>;

/// The effect of the dice on a unit out of command (12.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CommandResult {
    /// The unit must move a hex away from the nearest enemy.
    Withdraw,
    /// The unit may not move.
    NoMovement,
    /// The unit may use half its Movement Allowance.
    HalfMovement,
    /// The unit moves normally.
    NormalMovement,
    /// The unit must move a hex toward the nearest enemy, or assault it.
    Advance,
}

/// The Out of Command Table: one result for each total of two dice from 2 to 12.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OutOfCommandTable(pub Vec<CommandResult>);

/// The cost of entering a hex or crossing a hexside in movement points, by arm (12.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MoveCost {
    /// The cost for infantry and headquarters.
    pub infantry: u8,
    /// The cost for cavalry.
    pub cavalry: u8,
    /// The cost for artillery of every kind.
    pub artillery: u8,
}

/// A row of the Terrain Effects Chart for hexes (12.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TerrainEffects {
    /// The terrain class of the row.
    pub class: TerrainClass,
    /// The cost of entering a hex of the class, in movement points.
    pub cost: MoveCost,
    /// Blocks the line of sight (10.3).
    #[serde(default)]
    pub blocks_sight: bool,
    /// The cost of a hex of the class for Command Range, in hexes (11.2).
    pub command: u8,
    /// The column shift of fire at a unit in the hex. Negative numbers shift to the left.
    #[serde(default)]
    pub fire: i8,
    /// The column shift of an assault on infantry in the hex. Negative numbers shift to the left.
    #[serde(default)]
    pub assault_infantry: i8,
    /// Lets charging cavalry enter the hex (12.5).
    #[serde(default)]
    pub charge: bool,
}

/// The Terrain Effects Chart for hexes.
pub type TerrainTable = Vec<TerrainEffects>;

/// A row of the Terrain Effects Chart for hexsides (12.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HexsideEffects {
    /// The kind of hexside feature.
    pub kind: HexsideKind,
    /// The additional cost of crossing the hexside, in movement points.
    pub cost: MoveCost,
    /// The column shift of an assault across the hexside. Negative numbers shift to the left.
    #[serde(default)]
    pub assault: i8,
    /// Lets charging cavalry cross the hexside (12.5).
    #[serde(default)]
    pub charge: bool,
    /// Cancels the effects of a stream on the same hexside.
    #[serde(default)]
    pub bridges: bool,
}

/// The Terrain Effects Chart for hexsides.
pub type HexsideTable = Vec<HexsideEffects>;

settings! {
    /// The column shifts, as listed below the two combat tables. Negative numbers shift to the left.
    #[derive(Copy)]
    complete ShiftTable;
    /// The column shifts, as listed below the two combat tables. Negative numbers shift to the left.
    /// Omitted values stay as they are.
    changes ShiftChanges;

    /// The shift of fire beyond Effective Range (10.4).
    extended_range: i8,
    /// The shift of fire with a Low Ammo marker (10.8).
    low_ammo: i8,
    /// The shift of artillery fire from a higher level (19.0).
    plunging_fire: i8,
    /// The shift of fire at artillery or cavalry.
    fire_at_soft: i8,
    /// The shift for smoke, by Battlefield Conditions (17.3).
    smoke: i8,
    /// The shift for ground that hides an assault, by Battlefield Conditions (17.3).
    undulations: i8,
    /// The shift for Feu de Bataillon (17.1).
    feu_de_bataillon: i8,
    /// The shift of the assaults that Auftragstaktik allows (17.2).
    auftragstaktik: i8,
    /// The shift for a Deathride (17.2).
    deathride: i8,
    /// The shift of every combat of the side with a Surprise Attack (20.2).
    surprise: i8,
    /// The shift of an assault uphill, from a lower level.
    assault_uphill: i8,
}

/// A row of the rebuilding modifiers (14.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RallyRow {
    /// The least Command Rating of the row.
    pub from: u8,
    /// The greatest Command Rating of the row.
    pub to: u8,
    /// The modifier to the dice.
    pub die: i8,
}

/// The rebuilding modifiers.
pub type RallyTable = Vec<RallyRow>;
