//! Changes of numbers and answers.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::{RuleNumber, rule_row};

rule_row! {
    /// `[[rules.modifier]]`: a change of a number or an answer of the rules. It has one of `add`, `times`, `at_least`, `at_most` and
    /// `be`.
    ModifierRow {
        /// The number or answer that changes, such as `"attack.defender"`.
        to: SmolStr,
        /// Adds a number: a whole number, or an expression in quotes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        add: Option<RuleNumber>,
        /// Multiplies by a fraction, such as `"1/2"`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(extend("pattern" = "^[0-9]{1,4}(/[0-9]{1,4})?$"))]
        times: Option<SmolStr>,
        /// The way in which the result of `times` is made whole. The default is down.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        round: Option<Rounding>,
        /// Raises a lower number to this one: a whole number, or an expression in quotes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at_least: Option<RuleNumber>,
        /// Lowers a higher number to this one: a whole number, or an expression in quotes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at_most: Option<RuleNumber>,
        /// The answer, for an answer of yes or no. One false outweighs every true.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        be: Option<bool>,
    }
}

/// A way to make a number whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Rounding {
    /// To the next lower number.
    Down,
    /// To the next higher number.
    Up,
}
