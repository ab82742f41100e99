//! The row of a unit while its cells change. Nested tables and pairs appear and disappear with their cells.

use serde_json::{Map, Value};

use super::column::{Column, unit};
use super::names::KnownNames;
use super::plan::NeighborCells;
use crate::path::{DocPath, PathStep};
use crate::schema_json::{Shape, ValueKind};
use crate::{Scenario, System};

/// The fields for the starting position; a unit has exactly one of them.
const STARTS: [&str; 3] = ["at", "enters", "zone"];

/// A problem with a row: its path, a message and a remedy.
pub(super) struct RowProblem {
    pub(super) path: DocPath,
    pub(super) message: String,
    pub(super) help: String,
}

/// Sets `value` at `path`, or removes the value there; missing tables and lists on the way are created.
pub(super) fn put(row: &mut Value, path: &[PathStep], value: Option<Value>) {
    let Some((first, rest)) = path.split_first() else {
        *row = value.unwrap_or_default();
        return;
    };
    match first {
        PathStep::Key(key) => {
            if !row.is_object() {
                if value.is_none() {
                    return;
                }
                *row = Value::Object(Map::new());
            }
            let Some(table) = row.as_object_mut() else { return };
            match (rest.is_empty(), value) {
                (true, None) => drop(table.shift_remove(key)),
                (_, None) if !table.contains_key(key) => {}
                (_, value) => put(table.entry(key).or_insert(Value::Null), rest, value),
            }
        }
        PathStep::Index(at) => {
            if !row.is_array() {
                *row = Value::Array(Vec::new());
            }
            let Some(list) = row.as_array_mut() else { return };
            if list.len() <= *at {
                list.resize(at + 1, Value::Null);
            }
            if let Some(slot) = list.get_mut(*at) {
                put(slot, rest, value);
            }
        }
    }
}

/// Removes the other starting fields if a cell of one of them was written.
///
/// # Errors
/// Cells of two starting fields were written.
pub(super) fn one_start(row: &mut Value, written: &[&Column]) -> Result<(), RowProblem> {
    let mut ways: Vec<&Column> = Vec::new();
    for column in written {
        let field = column.field();
        if STARTS.contains(&field) && !column.required && ways.iter().all(|way| way.field() != field) {
            ways.push(column);
        }
    }
    match ways.as_slice() {
        [] => Ok(()),
        [way] => {
            for other in STARTS.iter().filter(|other| **other != way.field()) {
                put(row, &[PathStep::Key((*other).to_owned())], None);
            }
            Ok(())
        }
        [first, second, ..] => Err(RowProblem {
            path: second.path.clone(),
            message: format!("it has two starts, `{}` and `{}`", first.field(), second.field()),
            help: "leave one of them empty".to_owned(),
        }),
    }
}

/// Removes empty parts of `row`, and fills in or reports missing values.
pub(super) fn tidy(
    row: &mut Value,
    scenario: &Scenario,
    names: &KnownNames<'_>,
    gaps: NeighborCells,
) -> Vec<RowProblem> {
    let mut flaws = Vec::new();
    let Some(shape) = Shape::at(scenario.system(), &unit(0)) else { return flaws };
    let side = side(row, scenario);
    table(row, shape, &DocPath::root(), &mut |path, shape| match gaps {
        NeighborCells::Fill => filling(shape, names, side.as_deref()).or_else(|| {
            flaws.push(missing(path));
            None
        }),
        NeighborCells::Refuse => {
            flaws.push(missing(path));
            None
        }
    });
    if flaws.is_empty()
        && let Err(error) = typed(scenario.system(), row)
    {
        let message = error.to_string();
        flaws.push(RowProblem { path: DocPath::root(), message, help: "compare it with another unit".to_owned() });
    }
    flaws
}

/// Returns the side of a row, or the side of its formation.
fn side(row: &Value, scenario: &Scenario) -> Option<String> {
    if let Some(side) = row.get("side").and_then(Value::as_str) {
        return Some(side.to_owned());
    }
    let formation = row.get("formation").and_then(Value::as_str)?;
    let formations = scenario.common().formations();
    formations.iter().find(|known| known.id.as_str() == formation).map(|known| known.side.to_string())
}

/// Tidies the fields of `value`, which is at `path`. For each missing required value, `fill` is called.
fn table(value: &mut Value, shape: Shape, path: &DocPath, fill: &mut dyn FnMut(&DocPath, Shape) -> Option<Value>) {
    let Some(row) = value.as_object_mut() else { return };
    for field in shape.fields() {
        let path = path.clone().key(field.name);
        if row.get(field.name).is_some_and(is_nothing) {
            row.shift_remove(field.name);
        }
        match (row.get_mut(field.name), field.shape.kind()) {
            (Some(inner), ValueKind::Table) => table(inner, field.shape, &path, fill),
            (Some(Value::Array(list)), ValueKind::Fixed(count)) => {
                list.resize(count, Value::Null);
                let like = list.iter().find(|item| !item.is_null()).cloned();
                for (at, item) in list.iter_mut().enumerate().filter(|(_, item)| item.is_null()) {
                    let filled = field.shape.item().and_then(|item| fill(&path.clone().index(at), item));
                    *item = filled.and(like.clone()).unwrap_or_default();
                }
            }
            (None, ValueKind::Fixed(count)) if field.required => {
                let fills: Vec<Option<Value>> = (0..count)
                    .map(|at| field.shape.item().and_then(|item| fill(&path.clone().index(at), item)))
                    .collect();
                if let Some(items) = fills.into_iter().collect::<Option<Vec<Value>>>() {
                    row.insert(field.name.to_owned(), Value::Array(items));
                }
            }
            (None, _) if field.required => {
                if let Some(filled) = fill(&path, field.shape) {
                    row.insert(field.name.to_owned(), filled);
                }
            }
            _ => {}
        }
    }
}

/// Returns `true` if all parts of a nested value are gone.
fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(list) => !list.is_empty() && list.iter().all(Value::is_null),
        Value::Object(table) => table.is_empty(),
        _ => false,
    }
}

/// Returns a value for a cell that became required because its neighbor was filled in.
fn filling(shape: Shape, names: &KnownNames<'_>, side: Option<&str>) -> Option<Value> {
    match shape.kind() {
        ValueKind::Id(id) => names.first(id, side).map(Value::from),
        _ => Some(shape.blank()),
    }
}

/// Returns the problem of an empty required cell. The caller adds the allowed values of the column.
fn missing(path: &DocPath) -> RowProblem {
    RowProblem { path: path.clone(), message: "it is missing".to_owned(), help: String::new() }
}

/// Checks that `row` is a valid unit of `system`.
fn typed(system: System, row: &Value) -> Result<(), serde_json::Error> {
    crate::of_system!(system, Root => serde_json::from_value::<<Root as crate::system::ScenarioRoot>::Unit>(row.clone()).map(drop))
}
