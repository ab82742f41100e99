//! A scenario as a tree of values: any field can be read and changed by its path, in any system.
//!
//! A change converts only the affected row or section with serde, so its cost does not grow with the scenario. A value of the
//! wrong type is refused, and the scenario stays unchanged.

mod change;
mod ids;
pub(crate) mod ways;

use serde_json::Value;

pub use ids::{Id, IdUse, NamedItem};

use crate::path::DocPath;
use crate::schema_json::{Shape, ValueKind};
use crate::{Scenario, System, VOID};
pub(crate) use change::PathChange;
pub(crate) use ways::{FieldParts, fields};

/// Converts a TOML tree to a scenario of `system`. It goes by way of JSON, in which single fields are changed: a second way for all types of
/// all systems would be a megabyte of every web program.
pub(crate) fn of_toml(system: System, tree: toml::Table) -> serde_json::Result<Scenario> {
    let tree = serde_json::to_value(tree)?;
    crate::of_system!(system, Root => serde_json::from_value::<Root>(tree).map(Scenario::from))
}

/// The refusal of a value by [`Scenario::put`] and similar methods, which then change nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{path}: {problem}")]
pub struct ValueRefusal {
    /// The path where the value should have gone.
    pub path: DocPath,
    /// The problem with the value or the path.
    pub problem: ValueProblem,
}

/// A problem with a value or with its path.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ValueProblem {
    /// The table has no field with this name.
    #[error("there is no such field")]
    NoField,
    /// The table has no entry with this key.
    #[error("there is no such entry")]
    NoEntry,
    /// The list has no row with this index.
    #[error("there is no row {0}")]
    NoRow(usize),
    /// The path names a row, but the value there is not a list.
    #[error("there is no list")]
    NoList,
    /// The path names a field, but the value there is not a table.
    #[error("there is no table")]
    NoTable,
    /// A row should be inserted, but the value there is not a list.
    #[error("only a list can have new rows")]
    NotAList,
    /// The field is required and cannot be removed.
    #[error("it is required")]
    Required,
    /// The value has the wrong type; the text is the message of the reader.
    #[error("{0}")]
    WrongType(String),
    /// The value is no whole number that the field accepts.
    #[error("{value} is not {}", whole_numbers(*least, *greatest))]
    NotInRange {
        /// The value, as in the file.
        value: String,
        /// The least number.
        least: i64,
        /// The greatest number.
        greatest: i64,
    },
    /// The new id is empty; the text is the noun for the kind of item.
    #[error("a {0} needs an id")]
    EmptyId(String),
    /// The new id belongs to another item of the kind.
    #[error("another {noun} already has the name `{id}`")]
    IdTaken {
        /// The noun for the kind of item.
        noun: String,
        /// The new id.
        id: String,
    },
    /// The new id is no word of rules, and expressions of rules name the item.
    #[error("rules name the {noun}, and `{id}` is no word of rules, which has letters, digits and hyphens")]
    NotARuleWord {
        /// The noun for the kind of item.
        noun: String,
        /// The new id.
        id: String,
    },
    /// The new id means something else in expressions of rules that name the item.
    #[error("rules name the {noun}, and `{id}` means something else there")]
    OtherMeaning {
        /// The noun for the kind of item.
        noun: String,
        /// The new id.
        id: String,
    },
    /// The new terrain letter is not a valid letter.
    #[error("a letter is one character other than `{VOID}`")]
    NotALetter,
}

impl From<serde_json::Error> for ValueProblem {
    fn from(error: serde_json::Error) -> Self {
        Self::WrongType(error.to_string())
    }
}

/// Returns a description of the whole numbers of a field with these limits.
pub(crate) fn whole_numbers(least: i64, greatest: i64) -> String {
    match (least, greatest) {
        (i64::MIN, _) | (_, i64::MAX) => "a whole number".to_owned(),
        _ => format!("a whole number from {least} to {greatest}"),
    }
}

/// Returns the first part of `value` at `path` that its field cannot have, because it is no whole number within the limits.
fn misfit(system: System, path: &DocPath, value: &Value) -> Option<ValueRefusal> {
    match value {
        Value::Object(table) => table.iter().find_map(|(key, value)| misfit(system, &path.clone().key(key), value)),
        Value::Array(list) => {
            list.iter().enumerate().find_map(|(at, value)| misfit(system, &path.clone().index(at), value))
        }
        Value::Null => None,
        value => {
            let ValueKind::Number(least, greatest) = Shape::at(system, path)?.kind() else { return None };
            let fits = value.as_i64().is_some_and(|number| (least..=greatest).contains(&number));
            let problem = || ValueProblem::NotInRange { value: value.to_string(), least, greatest };
            (!fits).then(|| ValueRefusal { path: path.clone(), problem: problem() })
        }
    }
}

impl Scenario {
    /// Returns the value at `path`, as in the file; `None` if the file omits it.
    ///
    /// ```
    /// use battlewright_schema::{DocPath, Scenario, System, load, template};
    /// let scenario = load(template(System::MarsLaTour)).scenario.unwrap();
    /// let unit = DocPath::root().key("unit").index(0);
    /// assert_eq!(scenario.get(&unit.clone().key("kind")), Some("infantry".into()));
    /// assert_eq!(scenario.get(&unit.key("source")), None);
    /// ```
    pub fn get(&self, path: &DocPath) -> Option<Value> {
        self.parts().get(&path.0)
    }

    /// Returns the number of rows of the list, or of entries of the table, at `path`; `None` if the value is neither. An
    /// omitted list has no rows. Long lists are not converted for this.
    ///
    /// ```
    /// use battlewright_schema::{DocPath, System, load, template};
    /// let scenario = load(template(System::MarsLaTour)).scenario.unwrap();
    /// assert_eq!(scenario.count(&DocPath::root().key("unit")), Some(scenario.common().unit_count()));
    /// assert_eq!(scenario.count(&DocPath::root().key("title")), None);
    /// ```
    pub fn count(&self, path: &DocPath) -> Option<usize> {
        self.parts().count(&path.0)
    }

    /// Puts `value` at `path`, or removes the value there if `None`, and returns the previous value.
    ///
    /// In a list, the index after the last row adds a row, and `None` removes a row. In a table with keys of the author's
    /// choice, a new key is added at the end.
    ///
    /// ```
    /// use battlewright_schema::{DocPath, System, load, template};
    /// let mut scenario = load(template(System::MarsLaTour)).scenario.unwrap();
    /// let er = DocPath::root().key("unit").index(0).key("er");
    /// let was = scenario.put(&er, Some(5.into())).unwrap();
    /// assert_eq!(scenario.get(&er), Some(5.into()));
    /// let misfit = scenario.put(&er, Some("five".into())).unwrap_err();
    /// assert!(misfit.to_string().starts_with("unit[0].er: "));
    /// scenario.put(&er, was).unwrap();
    /// assert_eq!(scenario, load(template(System::MarsLaTour)).scenario.unwrap());
    /// ```
    ///
    /// # Errors
    /// The path does not exist, or the value has the wrong type. Nothing is changed.
    pub fn put(&mut self, path: &DocPath, value: Option<Value>) -> Result<Option<Value>, ValueRefusal> {
        let was = self.get(path);
        self.set(path, value)?;
        Ok(was)
    }

    /// Puts `value` at `path` like [`put`](Self::put), without the cost of returning the previous value.
    ///
    /// # Errors
    /// The path does not exist, or the value has the wrong type. Nothing is changed.
    pub fn set(&mut self, path: &DocPath, value: Option<Value>) -> Result<(), ValueRefusal> {
        self.change(path, PathChange::Put(value.filter(|value| !value.is_null())))
    }

    /// Inserts `value` into a list before the row at `path`, or after the last row.
    ///
    /// # Errors
    /// The path is not a position in a list, or the value has the wrong type. Nothing is changed.
    pub fn insert(&mut self, path: &DocPath, value: Value) -> Result<(), ValueRefusal> {
        self.change(path, PathChange::Insert(value))
    }

    fn change(&mut self, path: &DocPath, change: PathChange) -> Result<(), ValueRefusal> {
        let value = match &change {
            PathChange::Put(value) => value.clone(),
            PathChange::Insert(value) => Some(value.clone()),
        };
        let changed = crate::of_scenario!(self, own => ways::change(&mut **own, &path.0, change));
        changed.map_err(|problem| {
            let is_type = matches!(problem, ValueProblem::WrongType(_));
            let misfit = value.filter(|_| is_type).and_then(|value| misfit(self.system(), path, &value));
            misfit.unwrap_or_else(|| ValueRefusal { path: path.clone(), problem })
        })
    }

    fn parts(&self) -> &dyn FieldParts {
        crate::of_scenario!(self, own => &**own)
    }
}

#[cfg(test)]
mod tests;
