//! The document and the records of its map from the ground.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::model::autosave::journal_record::JournalRecord;
use crate::model::ground::records::GroundRecords;

use super::Document;

impl Document {
    /// Creates a new scenario from `text`, the map of which is from the ground, with the `record` of the run. Unlike a template, it is unsaved
    /// work.
    pub fn from_ground(text: String, record: String) -> Self {
        let mut document = Self::begun(text);
        document.ground = GroundRecords::begun(record);
        document.saved_step = None;
        document
    }

    /// Returns the record of the last run from the ground that was not undone.
    pub fn ground_record(&self) -> Option<&Arc<str>> {
        self.ground.current(&self.history)
    }

    /// Adds the `record` of a run, whose change of the scenario is the last undo step. The journal has it too.
    pub fn add_ground_record(&mut self, record: String) {
        self.ground.add(self.history.now(), record.clone());
        self.note(&JournalRecord::Ground { record });
    }

    /// Writes the record beside the scenario that was saved to `path`, if it is another than that of the file. Returns its path if it was
    /// written.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn save_ground_record(&mut self, path: &Path, is_new_path: bool) -> io::Result<Option<PathBuf>> {
        self.ground.save(&self.history, path, is_new_path)
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::Cell;

    use super::*;
    use crate::model::autosave::JournalFolder;
    use crate::model::autosave::unsaved_work::find;
    use crate::model::edit::Edit;
    use crate::model::store::BUNDLED;

    /// Returns the document that a crash left behind, which goes on with its journal.
    fn restored(keeper: &JournalFolder, path: Option<&Path>) -> Document {
        let mut found = find(&keeper.places(path), path);
        assert_eq!(found.len(), 1);
        let mut document = found.remove(0).restore();
        document.keep(keeper);
        document
    }

    fn record(document: &Document) -> Option<&str> {
        document.ground_record().map(AsRef::as_ref)
    }

    #[test]
    fn a_crash_loses_no_record_of_a_run() {
        let folder = tempfile::tempdir().unwrap();
        let (path, beside) = (folder.path().join("a.toml"), folder.path().join("a.ground"));
        std::fs::write(&path, BUNDLED).unwrap();
        std::fs::write(&beside, "first").unwrap();
        let keeper = JournalFolder::at(&folder.path().join("state"));
        let mut document = Document::open(&path).unwrap();
        document.keep(&keeper);
        assert_eq!(record(&document), Some("first"));
        let title = |title: &str| BUNDLED.replacen("Mars-la-Tour", title, 1);
        for (name, text) in [("second", title("Two")), ("third", title("Three"))] {
            assert!(document.take_text("Merge map from the ground", &text));
            document.add_ground_record(name.to_owned());
        }
        // Once with the journal as it grew, and once written anew, as after a save to another file.
        for _ in 0..2 {
            drop(document);
            document = restored(&keeper, Some(&path));
            assert_eq!(record(&document), Some("third"));
            document.undo().unwrap();
            assert_eq!(record(&document), Some("second"));
            document.undo().unwrap();
            assert_eq!(record(&document), Some("first"), "the record of the file");
            document.redo().unwrap();
            document.redo().unwrap();
            let other = folder.path().join("b.toml");
            document.save(&other).unwrap();
            document.save(&path).unwrap();
        }
        assert_eq!(document.save_ground_record(&path, false).unwrap(), Some(beside.clone()));
        assert_eq!(std::fs::read_to_string(&beside).unwrap(), "third");
        // The file has the last record now. An undone run still counts for nothing after a crash.
        drop(document);
        document = restored(&keeper, Some(&path));
        assert_eq!(document.save_ground_record(&path, false).unwrap(), None, "it is written already");
        document.undo().unwrap();
        assert_eq!(record(&document), Some("second"));
    }

    #[test]
    fn a_new_map_is_unsaved_work_with_its_record() {
        let folder = tempfile::tempdir().unwrap();
        let keeper = JournalFolder::at(&folder.path().join("state"));
        let mut document = Document::from_ground(BUNDLED.to_owned(), "first".to_owned());
        document.keep(&keeper);
        document.begin_keeping();
        assert!(document.is_dirty());
        drop(document);
        let mut document = restored(&keeper, None);
        assert!(document.is_dirty());
        assert_eq!((record(&document), document.text().as_str()), (Some("first"), BUNDLED));
        // Its first edit, and a crash after that.
        assert!(document.apply("Paint", None, Edit::Paint(vec![(Cell { column: 0, row: 0 }, 'h')])));
        drop(document);
        let mut document = restored(&keeper, None);
        assert_eq!(record(&document), Some("first"));
        let path = folder.path().join("a.toml");
        document.save(&path).unwrap();
        assert!(!document.is_dirty());
        let written = document.save_ground_record(&path, true).unwrap();
        assert_eq!(std::fs::read_to_string(written.unwrap()).unwrap(), "first");
    }

    #[test]
    fn a_journal_of_a_program_that_kept_no_records_has_that_of_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.toml");
        std::fs::write(&path, BUNDLED).unwrap();
        std::fs::write(folder.path().join("a.ground"), "first").unwrap();
        let text = serde_json::json!({
            "text": BUNDLED, "scenario": null, "draft": null, "typing": null,
            "history": { "done": [], "undone": [], "steps": 0 }, "saved": 0, "disk": null,
        });
        let snapshot = serde_json::from_value(text).unwrap();
        let document = Document::from_snapshot("a.toml", Some(&path), snapshot);
        assert_eq!(record(&document), Some("first"));
    }
}
