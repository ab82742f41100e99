//! Rows that other rows use: definitions and counters.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::GREATEST_COUNT;
use crate::rule::CounterOwner;
use crate::rule::vocabulary::ValueType;

/// `[[rules.define]]`: a name for a condition or a number, which the expressions of other rows use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DefineRow {
    /// The id, such as `"guard-in-cover"`: small letters, digits and hyphens. No other row of the rules has it.
    #[schemars(extend("pattern" = "^[a-z][a-z0-9-]*$"))]
    pub id: SmolStr,
    /// The kind of its subject, if it is about one: with `"unit"`, it is used as `guard-in-cover(defender)`, and its expression has
    /// the value `unit`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<DefineSubject>,
    /// The condition or the number, as an expression.
    pub is: SmolStr,
    /// The book, map or paper that documents the rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<SmolStr>,
    /// The former ids of the row.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replaces: Vec<SmolStr>,
}

/// The kind of the subject of a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DefineSubject {
    /// A unit.
    Unit,
    /// A hex.
    Hex,
    /// A side.
    Side,
    /// A formation.
    Formation,
    /// A place.
    Place,
}

impl From<DefineSubject> for ValueType {
    fn from(subject: DefineSubject) -> Self {
        match subject {
            DefineSubject::Unit => Self::Unit,
            DefineSubject::Hex => Self::Hex,
            DefineSubject::Side => Self::Side,
            DefineSubject::Formation => Self::Formation,
            DefineSubject::Place => Self::Place,
        }
    }
}

/// `[[rules.counter]]`: a number that events change and expressions ask for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CounterRow {
    /// The id, such as `"fires"`: small letters, digits and hyphens. No other row of the rules has it.
    #[schemars(extend("pattern" = "^[a-z][a-z0-9-]*$"))]
    pub id: SmolStr,
    /// The name that players read, with up to 40 letters.
    #[schemars(length(max = 40))]
    pub name: SmolStr,
    /// The number of the rule, such as `"H2"`. The default is the id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<SmolStr>,
    /// The things that have a number each.
    pub of: CounterOwner,
    /// The least number. The default is 0.
    #[serde(default, skip_serializing_if = "is_nought")]
    #[schemars(range(min = -GREATEST_COUNT, max = GREATEST_COUNT))]
    pub least: i32,
    /// The greatest number.
    #[schemars(range(min = -GREATEST_COUNT, max = GREATEST_COUNT))]
    pub most: i32,
    /// The number at the start of the game. The default is 0.
    #[serde(default, skip_serializing_if = "is_nought")]
    #[schemars(range(min = -GREATEST_COUNT, max = GREATEST_COUNT))]
    pub start: i32,
    /// Shows the number to the players. The default is true.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub shown: bool,
    /// The book, map or paper that documents the rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<SmolStr>,
    /// The former ids of the row.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replaces: Vec<SmolStr>,
}

fn is_nought(number: &i32) -> bool {
    *number == 0
}

fn yes() -> bool {
    true
}

fn is_yes(yes: &bool) -> bool {
    *yes
}
