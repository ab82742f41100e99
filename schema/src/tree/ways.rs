//! The ways into a typed table: as a whole, row by row, entry by entry, part by part.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::change::{self, Change, read};
use crate::path::Step;

/// A table whose fields are reached one by one, so that a large neighbor is not touched.
pub(crate) trait Parts {
    /// The value at `steps`.
    fn get(&self, steps: &[Step]) -> Option<Value>;
    /// The number of rows or entries of the value at `steps`.
    fn count(&self, steps: &[Step]) -> Option<usize>;
    /// Changes the field that the first of `steps` names.
    fn change_field(&mut self, key: &str, rest: &[Step], change: Change) -> Result<(), String>;
}

/// Changes `slot`, a table with [`Parts`].
pub(crate) fn change<T: Parts + DeserializeOwned>(slot: &mut T, steps: &[Step], change: Change) -> Result<(), String> {
    match (steps.split_first(), change) {
        (Some((Step::Key(key), rest)), change) => slot.change_field(key, rest, change),
        (None, Change::Put(Some(value))) => {
            *slot = read(value)?;
            Ok(())
        }
        (None, _) => Err("it cannot be left out".to_owned()),
        (Some((Step::Index(_), _)), _) => Err("there is no list".to_owned()),
    }
}

/// A field that is small, and taken as a whole.
pub(crate) mod leaf {
    use super::*;

    pub(crate) fn get<T: Serialize>(slot: &T, steps: &[Step]) -> Option<Value> {
        let tree = serde_json::to_value(slot).ok()?;
        if steps.is_empty() { Some(tree) } else { change::find(&tree, steps).cloned() }
    }

    pub(crate) fn count<T: Serialize>(slot: &T, steps: &[Step]) -> Option<usize> {
        match get(slot, steps)? {
            Value::Array(rows) => Some(rows.len()),
            Value::Object(entries) => Some(entries.len()),
            _ => None,
        }
    }

    pub(crate) fn change<T: Serialize + DeserializeOwned>(
        slot: &mut T,
        steps: &[Step],
        change: Change,
    ) -> Result<(), String> {
        change::typed(slot, steps, change)
    }
}

/// A list of rows.
pub(crate) mod rows {
    use super::*;

    pub(crate) fn get<T: Serialize>(slot: &[T], steps: &[Step]) -> Option<Value> {
        match steps.split_first() {
            None => serde_json::to_value(slot).ok(),
            Some((Step::Index(at), rest)) => leaf::get(slot.get(*at)?, rest),
            Some((Step::Key(_), _)) => None,
        }
    }

    pub(crate) fn count<T: Serialize>(slot: &[T], steps: &[Step]) -> Option<usize> {
        match steps.split_first() {
            None => Some(slot.len()),
            Some((Step::Index(at), rest)) => leaf::count(slot.get(*at)?, rest),
            Some((Step::Key(_), _)) => None,
        }
    }

    pub(crate) fn change<T: Serialize + DeserializeOwned>(
        slot: &mut Vec<T>,
        steps: &[Step],
        change: Change,
    ) -> Result<(), String> {
        match steps {
            [Step::Index(at)] => change::row(slot, *at, change),
            [Step::Index(at), rest @ ..] => {
                change::typed(slot.get_mut(*at).ok_or_else(|| change::no_row(*at))?, rest, change)
            }
            _ => change::typed(slot, steps, change),
        }
    }
}

/// A table whose keys are the author's own.
pub(crate) mod keyed {
    use std::hash::Hash;

    use indexmap::IndexMap;

    use super::*;

    pub(crate) fn get<K: Serialize + DeserializeOwned + Hash + Eq, V: Serialize>(
        slot: &IndexMap<K, V>,
        steps: &[Step],
    ) -> Option<Value> {
        match steps.split_first() {
            None => serde_json::to_value(slot).ok(),
            Some((Step::Key(key), rest)) => leaf::get(slot.get(&name::<K>(key).ok()?)?, rest),
            Some((Step::Index(_), _)) => None,
        }
    }

    pub(crate) fn count<K: Serialize + DeserializeOwned + Hash + Eq, V: Serialize>(
        slot: &IndexMap<K, V>,
        steps: &[Step],
    ) -> Option<usize> {
        match steps.split_first() {
            None => Some(slot.len()),
            Some((Step::Key(key), rest)) => leaf::count(slot.get(&name::<K>(key).ok()?)?, rest),
            Some((Step::Index(_), _)) => None,
        }
    }

    pub(crate) fn change<K, V>(slot: &mut IndexMap<K, V>, steps: &[Step], change: Change) -> Result<(), String>
    where
        K: Serialize + DeserializeOwned + Hash + Eq,
        V: Serialize + DeserializeOwned,
    {
        let [Step::Key(key), rest @ ..] = steps else { return change::typed(slot, steps, change) };
        let key = name::<K>(key)?;
        match (rest, change) {
            ([], Change::Put(None)) => {
                slot.shift_remove(&key).ok_or("there is no such entry")?;
            }
            ([], Change::Put(Some(value)) | Change::Insert(value)) => {
                slot.insert(key, read(value)?);
            }
            (rest, change) => change::typed(slot.get_mut(&key).ok_or("there is no such entry")?, rest, change)?,
        }
        Ok(())
    }

    fn name<K: DeserializeOwned>(key: &str) -> Result<K, String> {
        read(Value::String(key.to_owned()))
    }
}

/// A table with large fields of its own.
pub(crate) mod parts {
    use super::*;

    pub(crate) fn get<T: Parts>(slot: &T, steps: &[Step]) -> Option<Value> {
        slot.get(steps)
    }

    pub(crate) fn count<T: Parts>(slot: &T, steps: &[Step]) -> Option<usize> {
        slot.count(steps)
    }

    pub(crate) fn change<T: Parts + DeserializeOwned>(
        slot: &mut T,
        steps: &[Step],
        change: Change,
    ) -> Result<(), String> {
        super::change(slot, steps, change)
    }
}

/// A field that the file must have.
pub(crate) mod needed {
    pub(crate) fn is_left_out<T>(_: &T) -> bool {
        false
    }

    pub(crate) fn leave_out<T>(_: &mut T) -> Result<(), String> {
        Err("it cannot be left out".to_owned())
    }
}

/// A field that the file leaves out where it is as it is by default.
pub(crate) mod optional {
    pub(crate) fn is_left_out<T: Default + PartialEq>(slot: &T) -> bool {
        *slot == T::default()
    }

    pub(crate) fn leave_out<T: Default>(slot: &mut T) -> Result<(), String> {
        *slot = T::default();
        Ok(())
    }
}

/// A field that may be left out when it is written by hand, and is written by the program.
pub(crate) mod filled {
    pub(crate) fn is_left_out<T>(_: &T) -> bool {
        false
    }

    pub(crate) use super::optional::leave_out;
}

/// Makes a table's fields reachable one by one: for each its way in and whether it may be left out. A field that is not
/// listed is an error of the compiler.
macro_rules! fields {
    (impl [$($generic:tt)*] $type:ty { $($field:ident: $way:ident $presence:ident,)* }) => {
        impl<$($generic)*> $crate::tree::Parts for $type {
            fn get(&self, steps: &[$crate::Step]) -> Option<serde_json::Value> {
                let Self { $($field: _,)* } = self;
                let Some((first, rest)) = steps.split_first() else { return serde_json::to_value(self).ok() };
                let $crate::Step::Key(key) = first else { return None };
                match key.as_str() {
                    $(stringify!($field) => {
                        (!$crate::tree::ways::$presence::is_left_out(&self.$field)).then(|| $crate::tree::ways::$way::get(&self.$field, rest)).flatten()
                    })*
                    _ => None,
                }
            }

            fn count(&self, steps: &[$crate::Step]) -> Option<usize> {
                let Some((first, rest)) = steps.split_first() else { return $crate::tree::ways::leaf::count(self, steps) };
                let $crate::Step::Key(key) = first else { return None };
                match key.as_str() {
                    $(stringify!($field) => $crate::tree::ways::$way::count(&self.$field, rest),)*
                    _ => None,
                }
            }

            fn change_field(&mut self, key: &str, rest: &[$crate::Step], change: $crate::tree::Change) -> Result<(), String> {
                match (key, &change) {
                    $((stringify!($field), $crate::tree::Change::Put(None)) if rest.is_empty() => {
                        $crate::tree::ways::$presence::leave_out(&mut self.$field)
                    })*
                    $((stringify!($field), _) => $crate::tree::ways::$way::change(&mut self.$field, rest, change),)*
                    _ => Err("there is no such field".to_owned()),
                }
            }
        }
    };
}

pub(crate) use fields;
