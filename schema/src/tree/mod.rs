//! A scenario as a tree of values: any field can be read and changed by its path, whatever the
//! system.
//!
//! A change takes only the row or section that it lies in through serde, so that a unit of a large
//! scenario costs what a unit costs. What the types refuse leaves the scenario as it was.

mod change;
mod ids;
pub(crate) mod ways;

use serde_json::Value;

pub use ids::{Id, NamedItem};

use crate::path::DocPath;
use crate::{Scenario, VOID};
pub(crate) use change::PathChange;
pub(crate) use ways::{FieldParts, fields};

/// Why a value was refused: [`Scenario::put`] and its like return it, and change nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{path}: {problem}")]
pub struct ValueRefusal {
    /// The place where it should have gone.
    pub path: DocPath,
    /// The problem with it.
    pub problem: ValueProblem,
}

/// The problem with a value, or with the place where it should have gone.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ValueProblem {
    /// The path names a field that the table does not have.
    #[error("there is no such field")]
    NoField,
    /// The path names an entry that the table does not have.
    #[error("there is no such entry")]
    NoEntry,
    /// The path names a row that the list does not have.
    #[error("there is no row {0}")]
    NoRow(usize),
    /// The path names a row of what is no list.
    #[error("there is no list")]
    NoList,
    /// The path names a field of what is no table.
    #[error("there is no table")]
    NoTable,
    /// A row was to be inserted into what is no list.
    #[error("only a list can have new rows")]
    NotAList,
    /// The file must have the field.
    #[error("it is required")]
    Required,
    /// The value has not the type that belongs there: the words of the reader.
    #[error("{0}")]
    WrongType(String),
    /// The new id is empty; with the noun of what it is of.
    #[error("a {0} needs an id")]
    EmptyId(String),
    /// The new id belongs to another of the kind.
    #[error("another {noun} already has the name `{id}`")]
    IdTaken {
        /// The noun of the kind.
        noun: String,
        /// The id.
        id: String,
    },
    /// The new letter of a terrain is none.
    #[error("a letter is one character other than `{VOID}`")]
    NotALetter,
}

impl From<serde_json::Error> for ValueProblem {
    fn from(error: serde_json::Error) -> Self {
        Self::WrongType(error.to_string())
    }
}

impl Scenario {
    /// The value at `path`, as the file would hold it; `None` where the file leaves it out.
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

    /// The number of rows that the list at `path` has, or entries the table; `None` where there is neither. A list
    /// that the file leaves out has none. Long lists are not made into values for it.
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

    /// Puts `value` at `path`, `None` to leave it out; what was there before.
    ///
    /// In a list, a place just behind the last row adds one, and `None` removes a row. In a table
    /// whose keys are the author's own, a new key comes last.
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
    /// When there is no such path, or the value is not what belongs there. Nothing is changed then.
    pub fn put(&mut self, path: &DocPath, value: Option<Value>) -> Result<Option<Value>, ValueRefusal> {
        let was = self.get(path);
        self.set(path, value)?;
        Ok(was)
    }

    /// Puts `value` at `path` as [`put`](Self::put) does, for those who know what was there.
    ///
    /// # Errors
    /// When there is no such path, or the value is not what belongs there. Nothing is changed then.
    pub fn set(&mut self, path: &DocPath, value: Option<Value>) -> Result<(), ValueRefusal> {
        self.change(path, PathChange::Put(value.filter(|value| !value.is_null())))
    }

    /// Puts `value` into a list before the row at `path`, or behind the last.
    ///
    /// # Errors
    /// When there is no such place in a list, or the value is no such row. Nothing is changed then.
    pub fn insert(&mut self, path: &DocPath, value: Value) -> Result<(), ValueRefusal> {
        self.change(path, PathChange::Insert(value))
    }

    fn change(&mut self, path: &DocPath, change: PathChange) -> Result<(), ValueRefusal> {
        let changed = crate::of_scenario!(self, own => ways::change(&mut **own, &path.0, change));
        changed.map_err(|problem| ValueRefusal { path: path.clone(), problem })
    }

    fn parts(&self) -> &dyn FieldParts {
        crate::of_scenario!(self, own => &**own)
    }
}

#[cfg(test)]
mod tests;
