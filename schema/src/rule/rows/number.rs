//! Numbers of rules: a whole number, or an expression for one.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use smol_str::SmolStr;

/// A whole number, or the text of an expression for one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum RuleNumber {
    /// A whole number.
    Whole(i32),
    /// An expression.
    Expression(SmolStr),
}

impl fmt::Display for RuleNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole(number) => write!(f, "{number}"),
            Self::Expression(text) => f.write_str(text),
        }
    }
}

impl<'de> Deserialize<'de> for RuleNumber {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NumberOrText;

        impl Visitor<'_> for NumberOrText {
            type Value = RuleNumber;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number, or an expression in quotes")
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<RuleNumber, E> {
                i32::try_from(number).map(RuleNumber::Whole).map_err(|_| E::custom("the number is too large"))
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<RuleNumber, E> {
                i32::try_from(number).map(RuleNumber::Whole).map_err(|_| E::custom("the number is too large"))
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<RuleNumber, E> {
                Ok(RuleNumber::Expression(text.into()))
            }

            fn visit_bool<E: de::Error>(self, yes: bool) -> Result<RuleNumber, E> {
                Err(E::invalid_value(Unexpected::Bool(yes), &self))
            }

            // The stand-in of the loader for a missing value.
            fn visit_unit<E: de::Error>(self) -> Result<RuleNumber, E> {
                Ok(RuleNumber::Whole(0))
            }
        }

        deserializer.deserialize_any(NumberOrText)
    }
}

impl JsonSchema for RuleNumber {
    fn schema_name() -> Cow<'static, str> {
        "RuleNumber".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "anyOf": [{ "type": "integer" }, { "type": "string" }],
            "description": "A whole number, or an expression for one in quotes.",
        })
    }
}
