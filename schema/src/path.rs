//! Paths of values in a document, such as `unit[3].enters.at`.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A step into a document.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum PathStep {
    /// Into a table, by key.
    Key(String),
    /// Into an array, by index from 0.
    Index(usize),
}

/// A path into a document, from its root.
///
/// ```
/// use battlewright_schema::DocPath;
/// let path = DocPath::root().key("unit").index(3).key("enters").key("at");
/// assert_eq!(path.to_string(), "unit[3].enters.at");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct DocPath(pub Vec<PathStep>);

impl DocPath {
    /// Returns the path of the document itself.
    pub fn root() -> Self {
        Self::default()
    }

    /// Returns the path of `key` in the table at this path.
    #[must_use]
    pub fn key(mut self, key: impl Into<String>) -> Self {
        self.0.push(PathStep::Key(key.into()));
        self
    }

    /// Returns the path of the element at `index`, from 0, in the array at this path.
    #[must_use]
    pub fn index(mut self, index: usize) -> Self {
        self.0.push(PathStep::Index(index));
        self
    }

    /// Returns the last key of the path, such as `at` in `unit[3].enters.at`.
    pub fn last_key(&self) -> Option<&str> {
        self.0.iter().rev().find_map(|step| match step {
            PathStep::Key(key) => Some(key.as_str()),
            PathStep::Index(_) => None,
        })
    }

    /// Returns the path of the row that contains this path: `unit[3]` for `unit[3].enters.at`; `None` outside of lists.
    pub fn row(&self) -> Option<Self> {
        let end = self.0.iter().position(|step| matches!(step, PathStep::Index(_)))?;
        Some(Self(self.0.get(..=end)?.to_vec()))
    }

    /// Returns the path of the table or list that contains the value; `None` for the root.
    pub fn parent(&self) -> Option<Self> {
        let (_, steps) = self.0.split_last()?;
        Some(Self(steps.to_vec()))
    }

    /// Returns `true` if this path equals `other` or leads into it.
    pub fn is_within(&self, other: &Self) -> bool {
        self.0.starts_with(&other.0)
    }

    /// Returns the path without indices: `unit[].enters.at`.
    pub fn pattern(&self) -> String {
        let mut pattern = String::new();
        for step in &self.0 {
            match step {
                PathStep::Key(key) => {
                    if !pattern.is_empty() {
                        pattern.push('.');
                    }
                    pattern.push_str(key);
                }
                PathStep::Index(_) => pattern.push_str("[]"),
            }
        }
        pattern
    }
}

impl fmt::Display for DocPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, step) in self.0.iter().enumerate() {
            match step {
                PathStep::Key(key) => {
                    if at > 0 {
                        f.write_str(".")?;
                    }
                    let bare =
                        !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-');
                    if bare { f.write_str(key)? } else { write!(f, "{key:?}")? }
                }
                PathStep::Index(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_read_like_toml() {
        let path = DocPath::root().key("map").key("terrain").key(".").key("name");
        assert_eq!(path.to_string(), "map.terrain.\".\".name");
        let path = DocPath::root().key("unit").index(3).key("at");
        assert_eq!(path.pattern(), "unit[].at");
        assert_eq!(path.row(), Some(DocPath::root().key("unit").index(3)));
        assert!(path.is_within(&DocPath::root().key("unit")));
        assert_eq!(DocPath::root().to_string(), "");
    }
}
