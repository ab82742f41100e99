//! Changes of a scenario as a tree of TOML values.

use std::collections::BTreeMap;
use std::ops::Range;

use toml::{Table, Value};

use super::SurgeryRefusal;
use crate::path::{DocPath, PathStep};
use crate::tree::of_toml;
use crate::{Scenario, System};

/// An action on the value at a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// Replaces the value with this text.
    Write(String),
    /// Renames the key.
    Rename(String),
    /// Removes the value.
    Remove,
    /// Splits a row with a `path` into one row for each of these index ranges.
    Cut(Vec<Range<usize>>),
}

/// The actions by path.
pub(super) type Actions = BTreeMap<DocPath, Action>;

/// Returns the value at `path`.
pub(super) fn find<'t>(tree: &'t Table, path: &DocPath) -> Option<&'t Value> {
    let mut steps = path.0.iter();
    let Some(PathStep::Key(first)) = steps.next() else { return None };
    steps.try_fold(tree.get(first)?, |here, step| match step {
        PathStep::Key(key) => here.get(key),
        PathStep::Index(index) => here.get(index),
    })
}

/// Returns `tree` with `actions` applied.
pub(super) fn changed(tree: Table, actions: &Actions) -> Table {
    table(tree, &DocPath::root(), actions)
}

fn table(tree: Table, path: &DocPath, actions: &Actions) -> Table {
    let mut new = Table::new();
    for (key, value) in tree {
        let path = path.clone().key(key.as_str());
        let name = match actions.get(&path) {
            Some(Action::Remove) => continue,
            Some(Action::Rename(name)) => name.clone(),
            _ => key,
        };
        new.insert(name, one(value, &path, actions));
    }
    new
}

fn one(value: Value, path: &DocPath, actions: &Actions) -> Value {
    if let Some(Action::Write(text)) = actions.get(path) {
        return Value::String(text.clone());
    }
    match value {
        Value::Table(tree) => Value::Table(table(tree, path, actions)),
        Value::Array(list) => {
            let mut new = Vec::with_capacity(list.len());
            for (index, value) in list.into_iter().enumerate() {
                let path = path.clone().index(index);
                match actions.get(&path) {
                    Some(Action::Remove) => {}
                    Some(Action::Cut(parts)) => {
                        let row = one(value, &path, actions);
                        new.extend(parts.iter().map(|part| cut(&row, part)));
                    }
                    _ => new.push(one(value, &path, actions)),
                }
            }
            Value::Array(new)
        }
        value => value,
    }
}

/// Returns `row` with only the range `part` of its `path`.
fn cut(row: &Value, part: &Range<usize>) -> Value {
    let mut row = row.clone();
    if let Some(Value::Array(path)) = row.get_mut("path") {
        *path = path.get(part.clone()).unwrap_or_default().to_vec();
    }
    row
}

/// Converts `tree` to a scenario of `system`.
pub(super) fn read(system: System, tree: Table) -> Result<Scenario, SurgeryRefusal> {
    of_toml(system, tree).map_err(|error| SurgeryRefusal::Unreadable(error.to_string()))
}
