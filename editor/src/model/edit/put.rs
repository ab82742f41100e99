//! Changes of any field by its path, and their inverses.

use battlewright_schema::schema_json::Shape;
use battlewright_schema::{DocPath, Id, PathStep, Scenario, ValueRefusal};
use serde_json::Value;

use super::Edit;

/// Sets the field at `path` and returns the inverse edit, or `None` if nothing changed.
pub(super) fn put(scenario: &mut Scenario, path: DocPath, value: Option<Value>) -> Option<Edit> {
    let was = scenario.get(&path);
    if value.is_some() && value == was {
        return None;
    }
    let undo = undo(scenario, &path, was.clone(), value.is_some());
    let row_goes = value.is_none() && matches!(path.0.last(), Some(PathStep::Index(_)));
    scenario.set(&path, value).ok()?;
    // After a row is removed, the next row has its index, so the values may be equal.
    (row_goes || scenario.get(&path) != was).then_some(undo)
}

/// Inserts a row before the index at the end of `path` and returns the inverse edit.
pub(super) fn insert(scenario: &mut Scenario, path: DocPath, row: Value) -> Option<Edit> {
    scenario.insert(&path, row).ok()?;
    Some(Edit::Put(path, None))
}

/// Returns the edit that restores the value `was` at `path`. `comes` is `true` if a value is set there, `false` if it
/// is removed.
fn undo(scenario: &Scenario, path: &DocPath, was: Option<Value>, comes: bool) -> Edit {
    match (path.0.last(), was) {
        (Some(PathStep::Index(_)), Some(row)) if !comes => Edit::Insert(path.clone(), row),
        // The position of an entry in its table is lost with it, so the edit restores the whole table.
        (Some(PathStep::Key(_)), Some(_)) if !comes && is_entry(scenario, path) => {
            let all = path.parent().unwrap_or_default();
            let table = scenario.get(&all);
            Edit::Put(all, table)
        }
        (_, Some(was)) => Edit::Put(path.clone(), Some(was)),
        (_, None) => {
            // The inverse also removes the tables that the change creates along the path.
            let mut made = path.clone();
            while let Some(parent) = made.parent().filter(|parent| !parent.0.is_empty()) {
                if scenario.get(&parent).is_some() {
                    break;
                }
                made = parent;
            }
            Edit::Put(made, None)
        }
    }
}

/// Returns `true` if `path` is an entry of a table with keys of the author's choice, such as the sides.
fn is_entry(scenario: &Scenario, path: &DocPath) -> bool {
    let table = path.parent().and_then(|table| Shape::at(scenario.system(), &table));
    table.is_some_and(|table| table.key().is_some())
}

impl Edit {
    /// Returns the edit that removes the value at `path`, together with optional tables and lists around it that
    /// contain nothing else.
    pub fn leave_out(scenario: &Scenario, mut path: DocPath) -> Self {
        while let Some(parent) = path.parent() {
            let alone = scenario.get(&parent).is_some_and(|table| match table {
                Value::Object(table) => table.len() == 1,
                Value::Array(list) => list.len() == 1,
                _ => false,
            });
            let needed = parent.parent().and_then(|table| {
                let field = parent.last_key().map(str::to_owned);
                Some(Shape::at(scenario.system(), &table)?.field(&field?)?.required)
            });
            // Rows of lists and entries of keyed tables stay, even if they become empty.
            if !alone || needed != Some(false) {
                break;
            }
            path = parent;
        }
        Self::Put(path, None)
    }

    /// Returns the edit that changes the id `from` into `to` in its row and in all references.
    ///
    /// # Errors
    /// Returns an error if `to` is not a valid id or is already in use.
    pub fn rename(scenario: &Scenario, id: Id, from: &str, to: &str) -> Result<Self, ValueRefusal> {
        let puts = scenario.renaming(id, from, to)?;
        Ok(Self::All(puts.into_iter().map(|(path, value)| Self::Put(path, Some(value))).collect()))
    }
}
