//! The Terrain Effects Chart and the Tactical Cohesion Test.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::tables::TestSeverity;
use super::{Elan, Kind, TerrainClass, Weight};
use crate::common::road::HexsideKind;
use crate::system::settings::settings;

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
    #[schemars(extend("default" = 1))]
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

settings! {
    /// Modifiers of the TCR in a Tactical Cohesion Test (9.1), and of that of a unit that digs (16.2).
    #[derive(Copy)]
    complete CohesionModifiers;
    /// Modifiers of the TCR in a Tactical Cohesion Test (9.1), and of that of a unit that digs (16.2).
    /// Omitted values stay as they are.
    changes CohesionModifiersChanges;

    /// A Tough Test.
    tough: i8,
    /// A Severe Test.
    severe: i8,
    /// A Critical Test.
    critical: i8,
    /// The unit is Shaken.
    shaken: i8,
    /// The unit is Disrupted.
    disrupted: i8,
    /// A mitrailleuse caused the test.
    mitrailleuse: i8,
    /// Heavy artillery caused the test.
    heavy_artillery: i8,
    /// A fire with the Moulin à Café option caused the test.
    moulin: i8,
    /// The unit is in Fieldworks (16.1).
    fieldworks: i8,
    /// The unit is in Entrenchments (16.1).
    entrenchments: i8,
    /// The unit digs in a hex that shelters it (16.2).
    sheltered_digging: i8,
}

impl CohesionModifiers {
    /// Returns the modifier of a test of this severity.
    pub fn severity(&self, severity: TestSeverity) -> i8 {
        match severity {
            TestSeverity::Routine => 0,
            TestSeverity::Tough => self.tough,
            TestSeverity::Severe => self.severe,
            TestSeverity::Critical => self.critical,
        }
    }

    /// Returns the modifier of a unit with this elan marker.
    pub fn elan(&self, elan: Option<Elan>) -> i8 {
        match elan {
            None => 0,
            Some(Elan::Shaken) => self.shaken,
            Some(Elan::Disrupted) => self.disrupted,
        }
    }
}

settings! {
    /// Modifiers of SP: parts in percent, of which fractions are dropped (2.3), and additions.
    #[derive(Copy)]
    complete StrengthModifiers;
    /// Modifiers of SP: parts in percent, of which fractions are dropped (2.3), and additions. Omitted values stay as they are.
    changes StrengthModifiersChanges;

    /// The percent of its SP with which a unit fires at Extreme Range (8.4).
    extreme_range: u8,
    /// The percent with which a Second Line unit fires (8.5) and fights in assaults (13.3).
    second_line: u8,
    /// The percent with which a unit with Rationed Ammo fires in defense (8.9).
    rationed_ammo: u8,
    /// The percent with which horse artillery fires that may still move (8.1).
    half_fire: u8,
    /// The percent with which artillery fires after an Artillery Charge (21.0).
    artillery_charge: u8,
    /// The percent with which artillery fires at Canister Range (8.4).
    canister: u8,
    /// The addition for a Shaken unit (3.7).
    shaken: i8,
    /// The addition for a Disrupted unit (3.7).
    disrupted: i8,
    /// The addition for a unit in Fieldworks (16.1).
    fieldworks: i8,
    /// The addition for a unit in Entrenchments (16.1).
    entrenchments: i8,
    /// The addition for light cavalry that charges (12.7).
    light_charge: i8,
    /// The percent with which medium cavalry charges (12.7).
    medium_charge: u8,
    /// The percent with which heavy cavalry charges (12.7).
    heavy_charge: u8,
}

impl StrengthModifiers {
    /// Returns the addition for a unit with this elan marker.
    pub fn elan(&self, elan: Option<Elan>) -> i8 {
        match elan {
            None => 0,
            Some(Elan::Shaken) => self.shaken,
            Some(Elan::Disrupted) => self.disrupted,
        }
    }

    /// Returns the SP with which cavalry of this weight and of `points` charges (12.7).
    pub fn charging(&self, weight: Weight, points: i16) -> i16 {
        match weight {
            Weight::Light => points.saturating_add(self.light_charge.into()),
            Weight::Medium => percent(points, self.medium_charge),
            Weight::Heavy => percent(points, self.heavy_charge),
        }
    }
}

/// Returns this percent of `points`, with fractions dropped (2.3). Nothing below 0 is changed.
pub fn percent(points: i16, percent: u8) -> i16 {
    if points <= 0 {
        return points;
    }
    i16::try_from(i32::from(points) * i32::from(percent) / 100).unwrap_or(i16::MAX)
}
