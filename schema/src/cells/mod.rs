//! Changes of single cells of the rules' tables, addressed by the printed headings.
//!
//! Each table type declares its [`Headings`]. Everything else is the same for all tables: the names of rows and columns, the
//! search of a cell, the check of its value, and the comparison of two tables cell by cell.

mod change;
mod changed;
mod find;
mod headings;
mod memo;
mod offers;
mod scenario;
mod span;
#[cfg(test)]
mod tests;

use std::sync::LazyLock;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::System;
use crate::path::{DocPath, PathStep};
use crate::schema_json::{Shape, ValueKind};
use crate::system::ScenarioRoot;

pub use change::{CellValue, RuleCell};
pub use changed::ChangedRule;
pub(crate) use changed::differences;
pub(crate) use find::{CellIndex, FoundCell, RuleCellProblem, find};
pub use headings::{FirstRow, Headings, TableCell, TableRow};
pub(crate) use memo::LastRules;

/// Returns the path of a table of the rules.
pub(crate) fn table_path(name: &str) -> DocPath {
    DocPath::root().key("rules").key("tables").key(name)
}

/// Returns the path of a row of `[[rules.cell]]`.
pub(crate) fn row_path(row: usize) -> DocPath {
    DocPath::root().key("rules").key("cell").index(row)
}

/// Returns the steps of a path of the rules within the rules.
fn within_rules(path: &DocPath) -> &[PathStep] {
    path.0.get(1..).unwrap_or_default()
}

/// Returns the headings of the rules of `system`.
pub(crate) fn headings(system: System) -> Headings {
    crate::of_system!(system, Root => <Root as ScenarioRoot>::HEADINGS)
}

/// Returns the headings of the tables of `system`, with their keys, in the order of the format.
pub(crate) fn headings_of_tables(system: System) -> &'static [(&'static str, Headings)] {
    match headings(system).part("tables") {
        Some(Headings::Group(tables)) => tables,
        _ => &[],
    }
}

/// Returns the names of the tables that have cells.
fn cell_tables(system: System) -> Vec<String> {
    let tables = headings_of_tables(system).iter().filter(|(_, headings)| !headings.is_group());
    tables.map(|(name, _)| (*name).to_owned()).collect()
}

/// Returns `true` if the values of the table `name` have names, by which a scenario changes each of them alone.
pub fn is_named(system: System, name: &str) -> bool {
    headings_of_tables(system).iter().any(|(key, headings)| *key == name && headings.is_group())
}

/// Returns the rows of the table `name` with the values `table`.
pub fn rows_of(system: System, name: &str, table: &Value) -> Vec<TableRow> {
    let headings = headings_of_tables(system).iter().find(|(key, _)| *key == name);
    match (headings, Shape::at(system, &table_path(name))) {
        (Some((_, headings)), Some(shape)) => headings.table_rows(shape, table),
        _ => Vec::new(),
    }
}

/// The number of changes of cells that count. No tables have as many cells.
pub(crate) const MOST_CELLS: usize = 1000;

/// Returns `rules` with the changes of `cells`. A change that names no cell, or has a value that does not fit, is left out; a lint
/// reports it.
pub(crate) fn over<R: Serialize + DeserializeOwned>(system: System, rules: R, cells: &[RuleCell]) -> R {
    let Ok(mut all) = serde_json::to_value(&rules) else { return rules };
    // The headings are those of the tables before any cell is changed.
    let tables = all.get("tables").cloned().unwrap_or_default();
    let index = CellIndex::new(system, &tables, cells);
    for cell in cells.iter().take(MOST_CELLS) {
        let Ok(found) = index.find(cell) else { continue };
        let Ok(value) = found.value(&cell.be) else { continue };
        if found.misfit(&value).is_none() {
            put(&mut all, within_rules(&found.path), value);
        }
    }
    serde_json::from_value(all).unwrap_or(rules)
}

/// Returns the tables that `changes` and `cells` touch, with their values in `in_force`.
pub(crate) fn touched<T, C>(changes: Option<&T>, cells: &[RuleCell], in_force: &C) -> T
where
    T: Serialize + DeserializeOwned + Default,
    C: Serialize,
{
    let changes = changes.and_then(|changes| serde_json::to_value(changes).ok()).unwrap_or_default();
    let Ok(Value::Object(in_force)) = serde_json::to_value(in_force) else { return T::default() };
    let is_touched = |name: &str| changes.get(name).is_some() || cells.iter().any(|cell| cell.table.as_str() == name);
    let tables: Map<String, Value> = in_force.into_iter().filter(|(name, _)| is_touched(name)).collect();
    serde_json::from_value(Value::Object(tables)).unwrap_or_default()
}

/// Returns the value at `path` within `value`.
pub(crate) fn value_at<'v>(value: &'v Value, path: &[PathStep]) -> Option<&'v Value> {
    path.iter().try_fold(value, |here, step| match step {
        PathStep::Key(key) => here.get(key),
        PathStep::Index(at) => here.get(at),
    })
}

/// Returns the value of an omitted field of this shape: its default, or else false, or 0 for a shift. Other numbers that are omitted
/// set no limit.
pub(crate) fn omitted(shape: Shape) -> Option<&'static Value> {
    static NO: Value = Value::Bool(false);
    static ZERO: LazyLock<Value> = LazyLock::new(|| 0.into());
    shape.default().or_else(|| match shape.kind() {
        ValueKind::Bool => Some(&NO),
        ValueKind::Number(least, _) if least < 0 => Some(LazyLock::force(&ZERO)),
        _ => None,
    })
}

/// Puts `new` at `path` within `value`. The last key may be new.
fn put(value: &mut Value, path: &[PathStep], new: Value) {
    let Some((last, before)) = path.split_last() else { return };
    let place = before.iter().try_fold(value, |here, step| match step {
        PathStep::Key(key) => here.get_mut(key),
        PathStep::Index(at) => here.get_mut(at),
    });
    match (place, last) {
        (Some(Value::Object(table)), PathStep::Key(key)) => {
            table.insert(key.clone(), new);
        }
        (Some(Value::Array(list)), PathStep::Index(at)) => {
            if let Some(place) = list.get_mut(*at) {
                *place = new;
            }
        }
        _ => {}
    }
}
