//! The row of a changed cell in the file.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use smol_str::SmolStr;

/// `[[rules.cell]]`: a change of a single cell of a table, found by the printed headings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RuleCell {
    /// The key of the table in `[rules.tables]`, such as `"combat"`. Tables of named values have no cells; their values are written
    /// by name.
    pub table: SmolStr,
    /// The heading of the row, such as `"3"` for a die, `"woods"` for a terrain, or `"guard infantry"`; or the name of a single
    /// value beside the table.
    pub row: SmolStr,
    /// The heading of the column, such as `"2:1"`, `"-4/-3"` or `"cost.infantry"`. A row with a single value has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<SmolStr>,
    /// The value of the cell: a whole number, text, or true or false, as the table has it.
    pub be: CellValue,
}

impl RuleCell {
    /// Returns the address of the cell in words, such as `combat 3, 2:1`.
    pub fn name(&self) -> String {
        format!("{} {}", self.table, address(&self.row, self.column.as_deref()))
    }
}

/// Returns the headings of a cell in words.
pub(super) fn address(row: &str, column: Option<&str>) -> String {
    match column {
        Some(column) => format!("{row}, {column}"),
        None => row.to_owned(),
    }
}

/// The value of a cell in the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum CellValue {
    /// A whole number.
    Whole(i64),
    /// True or false.
    YesNo(bool),
    /// A text, such as a result or a word.
    Text(SmolStr),
}

impl CellValue {
    /// Returns a value of a table as the value of a cell; `None` for lists and tables.
    pub fn of(value: &Value) -> Option<Self> {
        match value {
            Value::Number(number) => number.as_i64().map(Self::Whole),
            Value::Bool(yes) => Some(Self::YesNo(*yes)),
            Value::String(text) => Some(Self::Text(text.into())),
            _ => None,
        }
    }
}

impl fmt::Display for CellValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole(number) => write!(f, "{number}"),
            Self::YesNo(yes) => write!(f, "{yes}"),
            Self::Text(text) => f.write_str(text),
        }
    }
}

impl<'de> Deserialize<'de> for CellValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct AnyValue;

        impl Visitor<'_> for AnyValue {
            type Value = CellValue;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number, text, or true or false")
            }

            fn visit_bool<E: de::Error>(self, yes: bool) -> Result<CellValue, E> {
                Ok(CellValue::YesNo(yes))
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<CellValue, E> {
                Ok(CellValue::Whole(number))
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<CellValue, E> {
                i64::try_from(number).map(CellValue::Whole).map_err(|_| E::custom("the number is too large"))
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<CellValue, E> {
                Ok(CellValue::Text(text.into()))
            }

            // The stand-in of the loader for a missing value.
            fn visit_unit<E: de::Error>(self) -> Result<CellValue, E> {
                Ok(CellValue::Whole(0))
            }
        }

        deserializer.deserialize_any(AnyValue)
    }
}

impl JsonSchema for CellValue {
    fn schema_name() -> Cow<'static, str> {
        "CellValue".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "anyOf": [{ "type": "integer" }, { "type": "string" }, { "type": "boolean" }],
            "description": "A whole number, text, or true or false.",
        })
    }
}
