//! Themes: colors and artwork for maps and counters, in a separate file.
//!
//! A theme sets colors, patterns, symbols and pictures. Omitted values have the defaults of the program. This module
//! defines the file; `battlewright-export` draws, and checks pictures.

mod read;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::common::arm::Arm;
use crate::common::map::Look;
use crate::common::scan::ArtPath;
use crate::common::side::Color;
use crate::id::{SideId, UnitId};

pub(crate) use read::{FINDINGS, is, of};
pub use read::{ReadTheme, ThemeProblem, mismatched};

/// The version of the format of themes that this program reads.
pub const VERSION: u8 = 1;

/// A theme: colors and artwork for maps and counters.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Theme {
    /// The version of the format of themes: `1`. This key distinguishes themes from scenarios.
    #[schemars(range(min = 1, max = 1))]
    pub theme: u8,
    /// The name of the theme, such as `"Sepia"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The colors of the map features.
    #[serde(default)]
    pub map: MapColors,
    /// The styles of terrain, by the look in the scenario.
    #[serde(default)]
    pub look: Looks,
    /// The styles of terrain, by the terrain's name in the scenario. They override the style of the look.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub terrain: IndexMap<String, TerrainStyle>,
    /// The style of all counters.
    #[serde(default)]
    pub counters: ThemeStyle,
    /// The styles of counters by arm. They override the style of all counters.
    #[serde(default)]
    pub arm: Arms,
    /// The styles of counters by the id of the side. They override the style of the arm.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub side: IndexMap<SideId, ThemeStyle>,
    /// The styles of counters by the id of the side and the name of the formation. They override the style of the side.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub formation: IndexMap<SideId, IndexMap<String, ThemeStyle>>,
    /// The styles of counters by the id of the unit. They override all other styles.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub unit: IndexMap<UnitId, ThemeStyle>,
}

/// `[map]` of a theme: the colors of the map features.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct MapColors {
    /// The color of the lines between hexes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grid: Option<Color>,
    /// The color of hex numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub numbers: Option<Color>,
    /// The color of place names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub names: Option<Color>,
    /// The color of the outline around names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub halo: Option<Color>,
    /// The color of streams and rivers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub water: Option<Color>,
    /// The color of roads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub road: Option<Color>,
    /// The color of the edges of roads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub road_edge: Option<Color>,
    /// The color of slopes along hexsides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slope: Option<Color>,
    /// The color of walls along hexsides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wall: Option<Color>,
    /// The color of the edges between levels, and of the level numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub levels: Option<Color>,
}

/// `[look]` of a theme: the styles of terrain, by look.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Looks {
    /// Open fields. Their color is that of the paper.
    pub clear: TerrainStyle,
    /// Trees.
    pub woods: TerrainStyle,
    /// Houses of a town.
    pub town: TerrainStyle,
    /// A few houses.
    pub village: TerrainStyle,
    /// A farm or another strong building.
    pub farm: TerrainStyle,
    /// Rising ground.
    pub hill: TerrainStyle,
    /// Broken or rough ground.
    pub rough: TerrainStyle,
    /// Wet ground.
    pub marsh: TerrainStyle,
    /// Open water.
    pub water: TerrainStyle,
    /// A fortress or earthworks.
    pub fort: TerrainStyle,
}

impl Looks {
    /// Returns the style of `look`.
    pub fn of(&self, look: Look) -> &TerrainStyle {
        match look {
            Look::Clear => &self.clear,
            Look::Woods => &self.woods,
            Look::Town => &self.town,
            Look::Village => &self.village,
            Look::Farm => &self.farm,
            Look::Hill => &self.hill,
            Look::Rough => &self.rough,
            Look::Marsh => &self.marsh,
            Look::Water => &self.water,
            Look::Fort => &self.fort,
        }
    }
}

/// The style of a kind of terrain.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct TerrainStyle {
    /// The color of the ground.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
    /// The color of the pattern and of the edge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Color>,
    /// The pattern drawn on the ground. The default depends on the look.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pattern: Option<Pattern>,
    /// The picture of the ground, an SVG or PNG file, drawn in each hex: its path relative to the theme's folder, such as
    /// `"art/woods.svg"`. A pattern is drawn over the picture only if the theme sets `pattern`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<ArtPath>,
}

/// A pattern drawn on a terrain, which identifies it without color.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Pattern {
    /// No pattern.
    Plain,
    /// Scattered furrows of fields.
    Fields,
    /// Trees.
    Trees,
    /// Rows of houses.
    Houses,
    /// A few houses.
    Hamlet,
    /// Buildings around a yard, within a wall.
    Farm,
    /// Hachures down a slope.
    Hachures,
    /// Broken stones.
    Stones,
    /// Tufts of reed.
    Reeds,
    /// Waves.
    Waves,
    /// The lines of a fortress.
    Bastion,
    /// Dots.
    Dots,
    /// Diagonal lines.
    Stripes,
    /// Diagonal lines in both directions.
    Hatching,
}

impl Pattern {
    /// All patterns.
    pub const ALL: [Self; 14] = [
        Self::Plain,
        Self::Fields,
        Self::Trees,
        Self::Houses,
        Self::Hamlet,
        Self::Farm,
        Self::Hachures,
        Self::Stones,
        Self::Reeds,
        Self::Waves,
        Self::Bastion,
        Self::Dots,
        Self::Stripes,
        Self::Hatching,
    ];

    /// Returns the default pattern of `look`.
    pub fn of(look: Look) -> Self {
        match look {
            Look::Clear => Self::Fields,
            Look::Woods => Self::Trees,
            Look::Town => Self::Houses,
            Look::Village => Self::Hamlet,
            Look::Farm => Self::Farm,
            Look::Hill => Self::Hachures,
            Look::Rough => Self::Stones,
            Look::Marsh => Self::Reeds,
            Look::Water => Self::Waves,
            Look::Fort => Self::Bastion,
        }
    }
}

/// `[arm]` of a theme: the styles of counters, by arm.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Arms {
    /// Infantry.
    pub infantry: ThemeStyle,
    /// Cavalry.
    pub cavalry: ThemeStyle,
    /// Artillery.
    pub artillery: ThemeStyle,
    /// Tanks.
    pub tank: ThemeStyle,
    /// Aircraft.
    pub aircraft: ThemeStyle,
    /// Headquarters.
    pub headquarters: ThemeStyle,
}

impl Arms {
    /// Returns the style of `arm`.
    pub fn of(&self, arm: Arm) -> &ThemeStyle {
        match arm {
            Arm::Infantry => &self.infantry,
            Arm::Cavalry => &self.cavalry,
            Arm::Artillery => &self.artillery,
            Arm::Tank => &self.tank,
            Arm::Aircraft => &self.aircraft,
            Arm::Headquarters => &self.headquarters,
        }
    }
}

/// The style of a group of counters. Omitted values come from larger groups.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ThemeStyle {
    /// The background color of the counter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<Color>,
    /// The color of the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ink: Option<Color>,
    /// The color of the band with the name, and of the flag of a headquarters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub band: Option<Color>,
    /// The style of the symbols of arms.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symbols: Option<Symbols>,
    /// The picture of the front, an SVG or PNG file: its path relative to the theme's folder, such as `"art/line.svg"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub front: Option<ArtPath>,
    /// The picture of the back. The default is the picture of the front.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub back: Option<ArtPath>,
    /// The parts drawn over a picture: `label`, `rating` and `movement`. The default is the parts without a placeholder
    /// in the picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over: Option<Vec<CounterPart>>,
}

/// The style of the symbols of arms on counters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Symbols {
    /// Symbols in a box, as in NATO APP-6.
    #[default]
    Nato,
    /// Figures of the period: infantrymen, a horseman, a gun.
    Silhouettes,
}

/// A part of a counter that the program draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CounterPart {
    /// The label, on its band.
    Label,
    /// The symbol of the arm.
    Symbol,
    /// The rating, in stars or numbers.
    Rating,
    /// The movement points.
    Movement,
}

#[cfg(test)]
mod tests;
