//! Changes of untyped values, and of typed values by conversion to untyped ones.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::ValueProblem;
use crate::path::PathStep;

/// A change of the value at a path.
#[derive(Clone, Debug)]
pub(crate) enum PathChange {
    /// Sets the value, or removes it if `None`.
    Put(Option<Value>),
    /// Inserts a row into a list, before the row at the path.
    Insert(Value),
}

/// Changes the part of `slot` at `steps`; on an error, `slot` stays unchanged.
pub(super) fn typed<T: Serialize + DeserializeOwned>(
    slot: &mut T,
    steps: &[PathStep],
    change: PathChange,
) -> Result<(), ValueProblem> {
    let mut tree = serde_json::to_value(&*slot)?;
    untyped(&mut tree, steps, change)?;
    *slot = read(tree)?;
    Ok(())
}

/// Converts `tree` to a typed value.
pub(super) fn read<T: DeserializeOwned>(tree: Value) -> Result<T, ValueProblem> {
    Ok(serde_json::from_value(tree)?)
}

/// Returns the value at `steps` in `tree`.
pub(super) fn find<'v>(tree: &'v Value, steps: &[PathStep]) -> Option<&'v Value> {
    steps.iter().try_fold(tree, |here, step| match step {
        PathStep::Key(key) => here.get(key),
        PathStep::Index(at) => here.get(at),
    })
}

fn untyped(tree: &mut Value, steps: &[PathStep], change: PathChange) -> Result<(), ValueProblem> {
    let Some((first, rest)) = steps.split_first() else {
        match change {
            PathChange::Put(value) => *tree = value.unwrap_or_default(),
            PathChange::Insert(_) => return Err(ValueProblem::NotAList),
        }
        return Ok(());
    };
    if tree.is_null() {
        *tree = match first {
            PathStep::Key(_) => Value::Object(Map::new()),
            PathStep::Index(_) => Value::Array(Vec::new()),
        };
    }
    match (first, tree) {
        (PathStep::Key(key), Value::Object(table)) => match change {
            PathChange::Put(None) if rest.is_empty() => {
                table.shift_remove(key);
                Ok(())
            }
            change => untyped(table.entry(key).or_insert(Value::Null), rest, change),
        },
        (PathStep::Index(at), Value::Array(list)) if rest.is_empty() => row(list, *at, change),
        (PathStep::Index(at), Value::Array(list)) => {
            let row = list.get_mut(*at).ok_or(ValueProblem::NoRow(*at))?;
            untyped(row, rest, change)
        }
        (PathStep::Key(_), _) => Err(ValueProblem::NoTable),
        (PathStep::Index(_), _) => Err(ValueProblem::NoList),
    }
}

/// Changes, inserts or removes the row at `at` of `list`.
pub(super) fn row<T: DeserializeOwned>(list: &mut Vec<T>, at: usize, change: PathChange) -> Result<(), ValueProblem> {
    match change {
        PathChange::Put(None) if at < list.len() => {
            list.remove(at);
        }
        PathChange::Insert(value) if at <= list.len() => list.insert(at, read(value)?),
        PathChange::Put(Some(value)) if at == list.len() => list.push(read(value)?),
        PathChange::Put(Some(value)) => *list.get_mut(at).ok_or(ValueProblem::NoRow(at))? = read(value)?,
        PathChange::Put(None) | PathChange::Insert(_) => return Err(ValueProblem::NoRow(at)),
    }
    Ok(())
}
