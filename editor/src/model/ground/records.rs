//! The records of runs, which lie beside the scenario as `NAME.ground`.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use battlewright_platform::fs;
use serde::{Deserialize, Serialize};

use crate::model::history::History;

/// A record and the undo step that it belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeldRecord {
    /// The number of the step; `None` for what the document began with.
    step: Option<u64>,
    #[serde(with = "shared_text")]
    text: Arc<str>,
}

/// The form of a shared text in a journal: the text.
mod shared_text {
    use std::sync::Arc;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(text: &Arc<str>, to: S) -> Result<S::Ok, S::Error> {
        (**text).serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Arc<str>, D::Error> {
        String::deserialize(from).map(Arc::from)
    }
}

/// The records of the open scenario: that of its file, and those of runs since. That of a step which was undone does not count.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GroundRecords {
    held: Vec<HeldRecord>,
    /// The content of the file.
    written: Option<Arc<str>>,
}

/// Returns the path of the record of the scenario at `path`.
pub fn record_path(path: &Path) -> PathBuf {
    path.with_extension("ground")
}

impl GroundRecords {
    /// Reads the record beside the scenario at `path`, if there is one that can be read.
    pub fn beside(path: Option<&Path>) -> Self {
        let text = path.and_then(|path| fs::read_file_to_string(&record_path(path)).ok()).map(Arc::<str>::from);
        let held = text.iter().map(|text| HeldRecord { step: None, text: Arc::clone(text) }).collect();
        Self { held, written: text }
    }

    /// Begins with the record of a new scenario.
    pub fn begun(text: String) -> Self {
        Self { held: vec![HeldRecord { step: None, text: text.into() }], written: None }
    }

    /// Returns the records of a journal for the scenario at `path`.
    pub(crate) fn restored(path: Option<&Path>, held: Vec<HeldRecord>) -> Self {
        Self { held, ..Self::beside(path) }
    }

    /// Returns all records, for a journal. Those of undone steps are among them, since the steps can be redone.
    pub(crate) fn held(&self) -> &[HeldRecord] {
        &self.held
    }

    /// Adds the record of a run, whose change of the scenario is the undo step with this number; 0 if it changed nothing.
    pub fn add(&mut self, step: u64, text: String) {
        self.held.push(HeldRecord { step: Some(step).filter(|step| *step > 0), text: text.into() });
    }

    /// Returns the text of the record of the last run that was not undone.
    pub fn current(&self, history: &History) -> Option<&Arc<str>> {
        // A step that is not in the history has all others after it.
        let is_done = |step: Option<u64>| step.is_none_or(|step| history.since(Some(step)) < history.len());
        self.held.iter().rev().find(|held| is_done(held.step)).map(|held| &held.text)
    }

    /// Writes the record beside the scenario that was saved to `path`, if it is another than that of the file. Returns its path if it was
    /// written.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn save(&mut self, history: &History, path: &Path, is_new_path: bool) -> io::Result<Option<PathBuf>> {
        let Some(text) = self.current(history).cloned() else { return Ok(None) };
        if self.written.as_ref() == Some(&text) && !is_new_path {
            return Ok(None);
        }
        let file = record_path(path);
        fs::write_atomic(&file, text.as_bytes())?;
        self.written = Some(text);
        Ok(Some(file))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::edit::Edit;

    fn step(history: &mut History) -> u64 {
        history.push("step", None, Edit::All(Vec::new()), None);
        history.now()
    }

    #[test]
    fn the_record_of_an_undone_run_does_not_count() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.toml");
        let mut history = History::default();
        let mut records = GroundRecords::beside(Some(&path));
        assert_eq!(records.current(&history), None);
        assert_eq!(records.save(&history, &path, true).unwrap(), None);
        let number = step(&mut history);
        records.add(number, "first".to_owned());
        step(&mut history);
        assert_eq!(records.current(&history).map(AsRef::as_ref), Some("first"));
        let written = records.save(&history, &path, false).unwrap();
        assert_eq!(written, Some(folder.path().join("a.ground")));
        assert_eq!(std::fs::read_to_string(written.unwrap()).unwrap(), "first");
        assert_eq!(records.save(&history, &path, false).unwrap(), None);
        let mut again = GroundRecords::beside(Some(&path));
        let number = step(&mut history);
        again.add(number, "second".to_owned());
        assert_eq!(again.current(&history).map(AsRef::as_ref), Some("second"));
        // Without the step, the record of the file counts.
        assert_eq!(again.current(&History::default()).map(AsRef::as_ref), Some("first"));
    }
}
