//! The Terrain Effects Chart and the Tactical Cohesion Test.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Elan, Kind, TerrainClass};
use crate::common::road::HexsideKind;

/// Numbers by arm.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ByArm {
    /// Infantry and headquarters.
    pub infantry: u8,
    /// Cavalry.
    pub cavalry: u8,
    /// Field and horse artillery.
    pub field: u8,
    /// Heavy artillery.
    pub heavy: u8,
}

impl ByArm {
    /// Returns the number for `kind`.
    pub fn of(&self, kind: Kind) -> u8 {
        match kind {
            Kind::Infantry => self.infantry,
            Kind::Cavalry => self.cavalry,
            Kind::FieldArtillery | Kind::HorseArtillery => self.field,
            Kind::HeavyArtillery => self.heavy,
        }
    }
}

/// A row of the Terrain Effects Chart for hexes (12.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TerrainEffects {
    /// The class of the terrain.
    pub class: TerrainClass,
    /// The movement points to enter.
    pub cost: ByArm,
    /// Adds its cost to that of the other terrain of the hex, which is clear if there is none.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub adds: bool,
    /// Blocks the line of sight (8.3).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub blocks_sight: bool,
    /// Its cost for Command Range, in hexes (7.3). The default is 1.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub command: u8,
    /// The column shift of fire at a unit in it (8.6).
    #[serde(default, skip_serializing_if = "is_none")]
    pub fire: i8,
    /// The column shift of an assault on a unit in it (13.4).
    #[serde(default, skip_serializing_if = "is_none")]
    pub assault: i8,
    /// The column shift of an assault by a unit that attacks from it (13.4).
    #[serde(default, skip_serializing_if = "is_none")]
    pub assault_from: i8,
    /// Is open to charges (12.7).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub charge: bool,
    /// Shelters a retreating unit (13.7), and makes Fieldworks easier to build (16.2).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shelter: bool,
}

fn one() -> u8 {
    1
}

fn is_one(cost: &u8) -> bool {
    *cost == 1
}

fn is_none(shift: &i8) -> bool {
    *shift == 0
}

/// The Terrain Effects Chart for hexes.
pub type TerrainTable = Vec<TerrainEffects>;

/// A row of the Terrain Effects Chart for hexsides (12.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HexsideEffects {
    /// The kind of feature.
    pub kind: HexsideKind,
    /// The movement points that crossing it adds, uphill or on the level.
    pub up: ByArm,
    /// The movement points that crossing it downhill adds.
    pub down: ByArm,
    /// The column shift of an assault across it from a lower to a higher elevation (13.4).
    #[serde(default, skip_serializing_if = "is_none")]
    pub assault_up: i8,
    /// May be crossed by a charge (12.7).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub charge: bool,
}

/// The Terrain Effects Chart for hexsides.
pub type HexsideTable = Vec<HexsideEffects>;

/// A row of the TCT Result Table (9.2): the greatest differential of the white die and the modified TCR, and the Elan
/// Hits that it brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CohesionRow {
    /// The greatest differential. The default is no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<i8>,
    /// The Elan Hits.
    pub elan: u8,
}

/// The TCT Result Table, from the least differential to the greatest.
pub type CohesionTable = Vec<CohesionRow>;

/// Modifiers of the TCR in a Tactical Cohesion Test (9.1), besides the severity of the test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CohesionModifiers {
    /// The unit is Shaken.
    pub shaken: i8,
    /// The unit is Disrupted.
    pub disrupted: i8,
    /// A mitrailleuse caused the test.
    pub mitrailleuse: i8,
    /// Heavy artillery caused the test.
    pub heavy_artillery: i8,
    /// A fire with the Moulin à Café option caused the test.
    pub moulin: i8,
    /// The unit is in Fieldworks (16.1).
    pub fieldworks: i8,
    /// The unit is in Entrenchments (16.1).
    pub entrenchments: i8,
}

impl CohesionModifiers {
    /// Returns the modifier of a unit with this elan marker.
    pub fn elan(&self, elan: Option<Elan>) -> i8 {
        match elan {
            None => 0,
            Some(Elan::Shaken) => self.shaken,
            Some(Elan::Disrupted) => self.disrupted,
        }
    }
}
