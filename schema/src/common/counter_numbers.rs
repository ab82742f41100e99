//! The numbers with which counters of rules start.

use std::borrow::Cow;

use indexmap::IndexMap;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

use crate::CounterId;
use crate::rule::GREATEST_COUNT;

/// The numbers with which counters of a unit, a side or a place start, by the ids of the counters, such as `{ fires = 4 }`. The
/// others start with the number that their rows give.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CounterNumbers(pub IndexMap<CounterId, i32>);

impl CounterNumbers {
    /// Returns `true` if all counters start with the numbers of their rows.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Sets the number with which the counter `id` starts; `None` for that of its row.
    pub fn set(&mut self, id: &str, number: Option<i32>) {
        match number {
            Some(number) => self.0.insert(id.into(), number),
            None => self.0.shift_remove(&CounterId::from(id)),
        };
    }
}

impl JsonSchema for CounterNumbers {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "CounterNumbers".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "propertyNames": generator.subschema_for::<CounterId>(),
            "additionalProperties": { "type": "integer", "minimum": -GREATEST_COUNT, "maximum": GREATEST_COUNT },
        })
    }
}
