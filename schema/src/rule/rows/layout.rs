//! Rows in the layout in which their expressions are compared.

use serde_json::Value;

use crate::rule::print::{canonical, canonical_effect};

/// The keys of rows that hold a condition or a number.
const EXPRESSIONS: [&str; 6] = ["is", "when", "add", "at_least", "at_most", "points"];

/// The key of the effects of an event.
const EFFECTS: &str = "do";

/// Lays out the expressions of `row`, whose layout has no meaning. One that cannot be read has one space between its words.
pub(crate) fn lay_out(row: &mut Value) {
    let Value::Object(fields) = row else { return };
    for (key, value) in fields {
        match value {
            Value::String(text) if EXPRESSIONS.contains(&key.as_str()) => *text = laid_out(text, canonical),
            Value::Array(effects) if key == EFFECTS => {
                for effect in effects {
                    if let Value::String(text) = effect {
                        *text = laid_out(text, canonical_effect);
                    }
                }
            }
            _ => {}
        }
    }
}

fn laid_out(text: &str, canonical: fn(&str) -> Option<String>) -> String {
    canonical(text).unwrap_or_else(|| text.split_whitespace().collect::<Vec<_>>().join(" "))
}
