//! Free text on the map: the names of woods, rivers and ridges.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::id::HexId;

/// `[[label]]`: words printed on the map that are no place: the name of a wood, a river or a ridge.
/// Nothing in the rules speaks of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Label {
    /// The words, such as `"Bois de Tronville"`.
    pub text: String,
    /// The hex in whose middle they stand, or where they begin if `to` says where they end.
    pub at: HexId,
    /// The hex where they end, if they run along a line: a river's or a ridge's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<HexId>,
    /// The size of the words.
    #[serde(default, skip_serializing_if = "LabelSize::is_usual")]
    pub size: LabelSize,
    /// The thing that they name, which says how they are printed.
    #[serde(default, skip_serializing_if = "LabelStyle::is_usual")]
    pub style: LabelStyle,
}

/// The size of a label.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LabelSize {
    /// A brook, a copse.
    Small,
    /// A wood, a stream.
    #[default]
    Medium,
    /// A river, a forest.
    Large,
}

impl LabelSize {
    fn is_usual(&self) -> bool {
        *self == Self::default()
    }
}

/// The thing that a label names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LabelStyle {
    /// Land of any kind.
    #[default]
    Land,
    /// A wood, in green.
    Woods,
    /// Water, slanted and in blue.
    Water,
    /// A height or a ridge, in brown.
    Height,
}

impl LabelStyle {
    fn is_usual(&self) -> bool {
        *self == Self::default()
    }
}
