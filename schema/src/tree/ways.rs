//! Access to the parts of typed tables. The access depends on the field: as a whole, by row, by key or by nested field.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::ValueProblem;
use super::change::{self, PathChange, read};
use crate::path::PathStep;

/// A table with access to single fields, so that a change of one field does not convert large neighbors.
pub(crate) trait FieldParts {
    /// Returns the value at `steps`.
    fn get(&self, steps: &[PathStep]) -> Option<Value>;
    /// Returns the number of rows or entries of the value at `steps`.
    fn count(&self, steps: &[PathStep]) -> Option<usize>;
    /// Changes the field `key`, or its part at `rest`.
    fn change_field(&mut self, key: &str, rest: &[PathStep], change: PathChange) -> Result<(), ValueProblem>;
}

/// Changes `slot`, a table with [`FieldParts`], at `steps`.
pub(crate) fn change<T: FieldParts + DeserializeOwned>(
    slot: &mut T,
    steps: &[PathStep],
    change: PathChange,
) -> Result<(), ValueProblem> {
    match (steps.split_first(), change) {
        (Some((PathStep::Key(key), rest)), change) => slot.change_field(key, rest, change),
        (None, PathChange::Put(Some(value))) => {
            *slot = read(value)?;
            Ok(())
        }
        (None, _) => Err(ValueProblem::Required),
        (Some((PathStep::Index(_), _)), _) => Err(ValueProblem::NoList),
    }
}

/// Access to a small field, which is converted as a whole.
pub(crate) mod leaf {
    use super::*;

    pub(crate) fn get<T: Serialize>(slot: &T, steps: &[PathStep]) -> Option<Value> {
        let tree = serde_json::to_value(slot).ok()?;
        if steps.is_empty() { Some(tree) } else { change::find(&tree, steps).cloned() }
    }

    pub(crate) fn count<T: Serialize>(slot: &T, steps: &[PathStep]) -> Option<usize> {
        match get(slot, steps)? {
            Value::Array(rows) => Some(rows.len()),
            Value::Object(entries) => Some(entries.len()),
            _ => None,
        }
    }

    pub(crate) fn change<T: Serialize + DeserializeOwned>(
        slot: &mut T,
        steps: &[PathStep],
        change: PathChange,
    ) -> Result<(), ValueProblem> {
        change::typed(slot, steps, change)
    }
}

/// Access to a list of rows, by index.
pub(crate) mod rows {
    use super::*;

    pub(crate) fn get<T: Serialize>(slot: &[T], steps: &[PathStep]) -> Option<Value> {
        match steps.split_first() {
            None => serde_json::to_value(slot).ok(),
            Some((PathStep::Index(at), rest)) => leaf::get(slot.get(*at)?, rest),
            Some((PathStep::Key(_), _)) => None,
        }
    }

    pub(crate) fn count<T: Serialize>(slot: &[T], steps: &[PathStep]) -> Option<usize> {
        match steps.split_first() {
            None => Some(slot.len()),
            Some((PathStep::Index(at), rest)) => leaf::count(slot.get(*at)?, rest),
            Some((PathStep::Key(_), _)) => None,
        }
    }

    pub(crate) fn change<T: Serialize + DeserializeOwned>(
        slot: &mut Vec<T>,
        steps: &[PathStep],
        change: PathChange,
    ) -> Result<(), ValueProblem> {
        match steps {
            [PathStep::Index(at)] => change::row(slot, *at, change),
            [PathStep::Index(at), rest @ ..] => {
                change::typed(slot.get_mut(*at).ok_or(ValueProblem::NoRow(*at))?, rest, change)
            }
            _ => change::typed(slot, steps, change),
        }
    }
}

/// Access to a table with keys of the author's choice.
pub(crate) mod keyed {
    use std::hash::Hash;

    use indexmap::IndexMap;

    use super::*;

    pub(crate) fn get<K: Serialize + DeserializeOwned + Hash + Eq, V: Serialize>(
        slot: &IndexMap<K, V>,
        steps: &[PathStep],
    ) -> Option<Value> {
        match steps.split_first() {
            None => serde_json::to_value(slot).ok(),
            Some((PathStep::Key(key), rest)) => leaf::get(slot.get(&name::<K>(key).ok()?)?, rest),
            Some((PathStep::Index(_), _)) => None,
        }
    }

    pub(crate) fn count<K: Serialize + DeserializeOwned + Hash + Eq, V: Serialize>(
        slot: &IndexMap<K, V>,
        steps: &[PathStep],
    ) -> Option<usize> {
        match steps.split_first() {
            None => Some(slot.len()),
            Some((PathStep::Key(key), rest)) => leaf::count(slot.get(&name::<K>(key).ok()?)?, rest),
            Some((PathStep::Index(_), _)) => None,
        }
    }

    pub(crate) fn change<K, V>(
        slot: &mut IndexMap<K, V>,
        steps: &[PathStep],
        change: PathChange,
    ) -> Result<(), ValueProblem>
    where
        K: Serialize + DeserializeOwned + Hash + Eq,
        V: Serialize + DeserializeOwned,
    {
        let [PathStep::Key(key), rest @ ..] = steps else { return change::typed(slot, steps, change) };
        let key = name::<K>(key)?;
        match (rest, change) {
            ([], PathChange::Put(None)) => {
                slot.shift_remove(&key).ok_or(ValueProblem::NoEntry)?;
            }
            ([], PathChange::Put(Some(value)) | PathChange::Insert(value)) => {
                slot.insert(key, read(value)?);
            }
            (rest, change) => change::typed(slot.get_mut(&key).ok_or(ValueProblem::NoEntry)?, rest, change)?,
        }
        Ok(())
    }

    fn name<K: DeserializeOwned>(key: &str) -> Result<K, ValueProblem> {
        read(Value::String(key.to_owned()))
    }
}

/// Access to a nested table with large fields.
pub(crate) mod parts {
    use super::*;

    pub(crate) fn get<T: FieldParts>(slot: &T, steps: &[PathStep]) -> Option<Value> {
        slot.get(steps)
    }

    pub(crate) fn count<T: FieldParts>(slot: &T, steps: &[PathStep]) -> Option<usize> {
        slot.count(steps)
    }

    pub(crate) fn change<T: FieldParts + DeserializeOwned>(
        slot: &mut T,
        steps: &[PathStep],
        change: PathChange,
    ) -> Result<(), ValueProblem> {
        super::change(slot, steps, change)
    }
}

/// Access to a field that the file does not have.
pub(crate) mod hidden {
    use super::{PathChange, PathStep, Value, ValueProblem};

    pub(crate) fn get<T>(_: &T, _: &[PathStep]) -> Option<Value> {
        None
    }

    pub(crate) fn count<T>(_: &T, _: &[PathStep]) -> Option<usize> {
        None
    }

    pub(crate) fn change<T>(_: &mut T, _: &[PathStep], _: PathChange) -> Result<(), ValueProblem> {
        Err(ValueProblem::NoField)
    }
}

/// The presence rule of a required field.
pub(crate) mod needed {
    use super::ValueProblem;

    pub(crate) fn is_left_out<T>(_: &T) -> bool {
        false
    }

    pub(crate) fn leave_out<T>(_: &mut T) -> Result<(), ValueProblem> {
        Err(ValueProblem::Required)
    }
}

/// The presence rule of a field that the file does not have.
pub(crate) mod absent {
    use super::ValueProblem;

    pub(crate) fn is_left_out<T>(_: &T) -> bool {
        true
    }

    pub(crate) fn leave_out<T>(_: &mut T) -> Result<(), ValueProblem> {
        Err(ValueProblem::NoField)
    }
}

/// The presence rule of a field that the file omits if it has the default value.
pub(crate) mod optional {
    use super::ValueProblem;

    pub(crate) fn is_left_out<T: Default + PartialEq>(slot: &T) -> bool {
        *slot == T::default()
    }

    pub(crate) fn leave_out<T: Default>(slot: &mut T) -> Result<(), ValueProblem> {
        *slot = T::default();
        Ok(())
    }
}

/// The presence rule of a field that may be omitted in the file, but is always written by the program.
pub(crate) mod filled {
    pub(crate) fn is_left_out<T>(_: &T) -> bool {
        false
    }

    pub(crate) use super::optional::leave_out;
}

/// Implements access to the fields of a table. Each field is listed with its access and its presence rule. A missing field is a
/// compile error.
macro_rules! fields {
    (impl [$($generic:tt)*] $type:ty { $($field:ident: $way:ident $presence:ident,)* }) => {
        impl<$($generic)*> $crate::tree::FieldParts for $type {
            fn get(&self, steps: &[$crate::PathStep]) -> Option<serde_json::Value> {
                let Self { $($field: _,)* } = self;
                let Some((first, rest)) = steps.split_first() else { return serde_json::to_value(self).ok() };
                let $crate::PathStep::Key(key) = first else { return None };
                match key.as_str() {
                    $(stringify!($field) => {
                        (!$crate::tree::ways::$presence::is_left_out(&self.$field)).then(|| $crate::tree::ways::$way::get(&self.$field, rest)).flatten()
                    })*
                    _ => None,
                }
            }

            fn count(&self, steps: &[$crate::PathStep]) -> Option<usize> {
                let Some((first, rest)) = steps.split_first() else { return $crate::tree::ways::leaf::count(self, steps) };
                let $crate::PathStep::Key(key) = first else { return None };
                match key.as_str() {
                    $(stringify!($field) => $crate::tree::ways::$way::count(&self.$field, rest),)*
                    _ => None,
                }
            }

            fn change_field(&mut self, key: &str, rest: &[$crate::PathStep], change: $crate::tree::PathChange) -> Result<(), $crate::ValueProblem> {
                match (key, &change) {
                    $((stringify!($field), $crate::tree::PathChange::Put(None)) if rest.is_empty() => {
                        $crate::tree::ways::$presence::leave_out(&mut self.$field)
                    })*
                    $((stringify!($field), _) => $crate::tree::ways::$way::change(&mut self.$field, rest, change),)*
                    _ => Err($crate::ValueProblem::NoField),
                }
            }
        }
    };
}

pub(crate) use fields;
