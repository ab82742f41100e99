//! The layout of expressions in rows of rules.

use toml_edit::{Formatted, Value};

use super::super::layout::with_decor;
use crate::path::{DocPath, PathStep};
use crate::rule::canonical_value;

/// Lays out the expressions in `value`, at the key `path` of a section. A text that cannot be read stays as it is.
pub(super) fn lay_out(path: &DocPath, value: &mut Value) {
    let [PathStep::Key(rules), PathStep::Key(list), PathStep::Index(_), PathStep::Key(key)] = path.0.as_slice() else {
        return;
    };
    if rules != "rules" {
        return;
    }
    match value {
        Value::Array(list_of) => list_of.iter_mut().for_each(|value| text(list, key, value)),
        value => text(list, key, value),
    }
}

fn text(list: &str, key: &str, value: &mut Value) {
    let Value::String(old) = value else { return };
    let Some(new) = canonical_value(list, key, old.value()).filter(|new| new != old.value()) else { return };
    let new = if new.contains('\n') { in_lines(&new) } else { new.into() };
    *value = with_decor(new, &old.decor().clone());
}

/// Returns a string of several lines, each with a line of its own in the file.
fn in_lines(text: &str) -> Value {
    // The texts of expressions have no quotes.
    format!("'''\n{text}'''").parse().unwrap_or_else(|_| Value::String(Formatted::new(text.to_owned())))
}
