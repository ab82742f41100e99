//! Free text on the map: the names of woods, rivers and ridges.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::id::HexId;

/// `[[label]]`: a text on the map that is not a place, such as the name of a wood, a river or a ridge. Labels have no effect in
/// play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Label {
    /// The words of the label, such as `"Bois de Tronville"`.
    pub text: String,
    /// The hex of the label, or the first hex of its line if `to` is set.
    pub at: HexId,
    /// The last hex of a label that runs along a line, such as a river or a ridge. The default is a label in one hex.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<HexId>,
    /// The text size. The default is `"medium"`.
    #[serde(default, skip_serializing_if = "LabelSize::is_usual")]
    pub size: LabelSize,
    /// The kind of feature, which determines the style of the label. The default is `"land"`.
    #[serde(default, skip_serializing_if = "LabelStyle::is_usual")]
    pub style: LabelStyle,
}

/// The size of a label.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LabelSize {
    /// For a brook or a copse.
    Small,
    /// For a wood or a stream.
    #[default]
    Medium,
    /// For a river or a forest.
    Large,
}

impl LabelSize {
    fn is_usual(&self) -> bool {
        *self == Self::default()
    }
}

/// The kind of feature that a label names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LabelStyle {
    /// Land of any kind.
    #[default]
    Land,
    /// The name of a wood, in green.
    Woods,
    /// The name of a stream, river or lake: italic, in blue.
    Water,
    /// The name of a height or a ridge, in brown.
    Height,
}

impl LabelStyle {
    fn is_usual(&self) -> bool {
        *self == Self::default()
    }
}
