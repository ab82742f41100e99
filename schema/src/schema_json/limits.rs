//! The limits of all number fields, for fast checks of many numbers.
//!
//! Generating a schema takes longer than checking a file. Therefore, the limits are stored in a text, `limits.txt`, generated
//! from the schema. Each line has a system, a field and its limits, with `-` for no limit.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::LazyLock;

use serde_json::Value;

use super::{Limit, any_entry, limit_of, of, resolve};
use crate::System;

/// The limits of the fields of a system.
#[derive(Debug)]
pub(crate) struct FieldLimits {
    /// The limits by field, such as `unit[].enters.turn`; `*` stands for a key of the author's choice.
    fields: BTreeMap<&'static str, Limit>,
    /// The range of numbers that every field in a section or row accepts. Nearly all numbers are in it and need no lookup.
    usual: (i128, i128),
}

impl FieldLimits {
    /// Returns the limits of `system`.
    pub(crate) fn of(system: System) -> &'static Self {
        static ALL: LazyLock<Vec<FieldLimits>> = LazyLock::new(|| System::EVERY.iter().map(|own| read(*own)).collect());
        static NONE: FieldLimits = FieldLimits { fields: BTreeMap::new(), usual: (1, 0) };
        let at = System::EVERY.iter().position(|other| *other == system);
        at.and_then(|at| ALL.get(at)).unwrap_or(&NONE)
    }

    fn read(text: &'static str, system: System) -> Self {
        let mut limits = Self { fields: BTreeMap::new(), usual: (i128::MIN, i128::MAX) };
        for line in text.lines() {
            let mut words = line.split(' ');
            let (Some(name), Some(field)) = (words.next(), words.next()) else { continue };
            if name != system.name() {
                continue;
            }
            let mut number = || words.next().and_then(|word| word.parse().ok());
            let limit: Limit = (number(), number());
            if field.contains(['.', '[']) {
                let (least, greatest) = &mut limits.usual;
                *least = limit.0.map_or(*least, |own| own.max(*least));
                *greatest = limit.1.map_or(*greatest, |own| own.min(*greatest));
            }
            limits.fields.insert(field, limit);
        }
        limits
    }

    /// Returns `true` if every field in a section or row accepts `number`.
    pub(crate) fn is_usual(&self, number: i128) -> bool {
        (self.usual.0..=self.usual.1).contains(&number)
    }

    /// Returns the limits of `field`, such as `unit[].enters.turn`; `*` stands for a key of the author's choice.
    pub(crate) fn field(&self, field: &str) -> Limit {
        self.fields.get(field).copied().unwrap_or_default()
    }
}

const TEXT: &str = include_str!("limits.txt");

/// Returns the limits of `system` from the text; from the schema for an unlisted system, which the text may lack.
fn read(system: System) -> FieldLimits {
    let limits = FieldLimits::read(TEXT, system);
    if !limits.fields.is_empty() || System::ALL.contains(&system) {
        return limits;
    }
    FieldLimits::read(Box::leak(limits_of(system).into_boxed_str()), system)
}

/// Generates `limits.txt` from the current schemas.
pub fn limits() -> String {
    System::EVERY.iter().copied().map(limits_of).collect()
}

/// Generates the lines of `system`.
fn limits_of(system: System) -> String {
    let mut text = String::new();
    let root = of(system);
    let mut fields = BTreeMap::new();
    visit(root, root, String::new(), &mut fields);
    for (field, (least, greatest)) in fields {
        let word = |limit: Option<i128>| limit.map_or_else(|| "-".to_owned(), |number| number.to_string());
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{} {field} {} {}", system.name(), word(least), word(greatest));
    }
    text
}

/// Adds the limits of the value at `path` and of everything in it.
fn visit(root: &'static Value, here: &'static Value, path: String, fields: &mut BTreeMap<String, Limit>) {
    let limit = limit_of(here);
    if limit != (None, None) {
        fields.insert(path.clone(), limit);
    }
    let inside = resolve(root, here);
    let dot = if path.is_empty() { "" } else { "." };
    for (key, value) in inside.get("properties").and_then(Value::as_object).into_iter().flatten() {
        visit(root, value, format!("{path}{dot}{key}"), fields);
    }
    if let Some(value) = any_entry(inside) {
        visit(root, value, format!("{path}{dot}*"), fields);
    }
    if let Some(value) = inside.get("items") {
        visit(root, value, format!("{path}[]"), fields);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_found_by_field() {
        let limits = FieldLimits::of(System::MarsLaTour);
        assert_eq!(limits.field("unit[].er"), (Some(0), Some(6)));
        assert_eq!(limits.field("side.*.ammunition"), (Some(0), Some(99)));
        assert_eq!(limits.field("no.such"), (None, None));
        assert!(limits.is_usual(1) && !limits.is_usual(0) && !limits.is_usual(7));
    }
}
