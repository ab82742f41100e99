//! Free text on the map: the names of woods, rivers and ridges.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::id::HexId;

/// `[[label]]`: a text on the map that is not a place, such as the name of a wood, a river or a ridge. The rules do not
/// use them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Label {
    /// The words, such as `"Bois de Tronville"`.
    pub text: String,
    /// The hex of the label, or its first hex if `to` is set.
    pub at: HexId,
    /// The last hex of a label along a line, such as a river or a ridge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<HexId>,
    /// The size of the words.
    #[serde(default, skip_serializing_if = "LabelSize::is_usual")]
    pub size: LabelSize,
    /// The kind of feature, which determines the style of the label.
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
