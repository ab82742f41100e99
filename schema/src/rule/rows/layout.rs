//! Rows in the layout in which their expressions are compared.

use serde_json::Value;

use super::RowKind;
use crate::rule::print::{canonical, canonical_effect};
use crate::ruleset::RuleSection;
use crate::system::ScenarioRoot;
use crate::{Scenario, of_scenario};

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

/// Returns the canonical layout of `text`, the value at `key` of a row in `list`, or one of its elements; `None` if it is no expression
/// or cannot be read.
pub(crate) fn canonical_value(list: &str, key: &str, text: &str) -> Option<String> {
    RowKind::of_list(list)?;
    match key {
        EFFECTS => canonical_effect(text),
        key if EXPRESSIONS.contains(&key) => canonical(text),
        _ => None,
    }
}

impl Scenario {
    /// Returns the same scenario with the expressions of its rows in the canonical layout.
    #[must_use]
    pub(crate) fn with_rules_laid_out(mut self) -> Self {
        of_scenario!(&mut self, own => lay_out_rules(&mut **own));
        self
    }
}

fn lay_out_rules<Root: ScenarioRoot>(own: &mut Root) {
    if own.changes().rows().is_empty() {
        return;
    }
    let Ok(mut changes) = serde_json::to_value(own.changes()) else { return };
    for kind in RowKind::ALL {
        let rows = changes.get_mut(kind.list()).and_then(Value::as_array_mut);
        rows.into_iter().flatten().for_each(lay_out);
    }
    if let Ok(changes) = serde_json::from_value(changes) {
        *own.changes_mut() = changes;
    }
}

fn laid_out(text: &str, canonical: fn(&str) -> Option<String>) -> String {
    canonical(text).unwrap_or_else(|| text.split_whitespace().collect::<Vec<_>>().join(" "))
}
