//! The document and changes of its file by other programs.

use std::path::Path;

use battlewright_schema::{Collection, Surroundings};

use crate::model::autosave::file_content::{self, ContentStamp, FileReading, FileVersion};
use crate::model::autosave::journal_record::JournalRecord;
use crate::model::edit::{Edit, EditScope};
use crate::model::history::{Content, Rewrite};
use crate::model::store;
use crate::model::text::TextPatch;

use super::Document;

/// The names of the undo steps that take over a whole file.
const LOAD: &str = "Load the changed file";
const RESTORE: &str = "Restore an earlier version";

/// The state of the file compared with the last read or write.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum FileState {
    /// The file is unchanged, or the document has none.
    #[default]
    AsKnown,
    /// Another program has written this version.
    Changed(FileVersion),
    /// The file no longer exists. Saving creates it again.
    Gone,
}

impl Document {
    /// Checks whether the file has changed on disk. If `thorough`, the content is read even if time and length are
    /// unchanged.
    pub fn look(&mut self, thorough: bool) {
        self.apply_collection_levels();
        let (Some(path), Some(known)) = (&self.path, self.known) else { return };
        // A changed version that was already read is not read again.
        let seen = match &self.standing {
            FileState::Changed(version) if !thorough => version.stamp,
            _ => known,
        };
        let Ok(look) = file_content::look(path, seen, thorough) else { return };
        match look {
            FileReading::Same(stamp) if seen.hash == known.hash => {
                self.known = Some(stamp);
                self.standing = FileState::AsKnown;
            }
            FileReading::Same(_) => {}
            FileReading::Changed(version) if version.stamp.hash == known.hash => {
                self.known = Some(version.stamp);
                self.standing = FileState::AsKnown;
            }
            // Another program has written the current text, or this one saved it and was killed before it could record
            // that.
            FileReading::Changed(version) if version.text == self.text() => {
                self.saved(version.stamp);
                self.note(&JournalRecord::Save { disk: version.stamp.hash });
            }
            FileReading::Changed(version) => self.standing = FileState::Changed(version),
            FileReading::Gone => self.standing = FileState::Gone,
        }
    }

    /// Returns the hash of the file when it was last read or written.
    pub(crate) fn disk(&self) -> Option<u64> {
        self.known.map(|stamp| stamp.hash)
    }

    /// Applies the lint levels of the file's collection.
    pub(super) fn apply_collection_levels(&mut self) {
        let (levels, problem) = self.path.as_deref().map(Collection::read_for).unwrap_or_default();
        self.collection_problem = problem;
        self.content.path.clone_from(&self.path);
        self.look_at_rulesets();
        if levels != self.content.levels {
            self.content.levels = levels;
            self.checks.look_again();
        }
    }

    /// Finds the rulesets that the scenario uses.
    pub(super) fn find_rulesets(&mut self) {
        let Content { scenario, path, .. } = &mut self.content;
        store::with_rulesets(path.as_deref(), |rulesets| scenario.resolve_rulesets(rulesets));
    }

    /// Calls `with` with the surroundings in which the text of the document is checked.
    pub(crate) fn with_surroundings<T>(&self, with: impl FnOnce(&Surroundings<'_>) -> T) -> T {
        let Content { levels, path, .. } = &self.content;
        store::with_rulesets(path.as_deref(), |rulesets| with(&Surroundings { levels, rulesets }))
    }

    /// Finds the rulesets again, whose files another program may have written.
    fn look_at_rulesets(&mut self) {
        if self.content.scenario.use_count() == 0 {
            return;
        }
        let before = self.content.scenario.rules_in_force();
        self.find_rulesets();
        // The check reads the files as well, so that it sees problems which change no rule.
        if self.content.scenario.rules_in_force() != before {
            self.revised(EditScope::All);
            self.checks.look_again();
        }
    }

    /// Returns the first problem of the file's collection, whose readable levels apply.
    pub fn collection_problem(&self) -> Option<&str> {
        self.collection_problem.as_deref()
    }

    /// Returns the state of the file compared with the last read or write.
    pub fn standing(&self) -> &FileState {
        &self.standing
    }

    /// Takes over the version that another program wrote, as an undo step. Returns `false` if there is none or it
    /// cannot be parsed.
    pub fn load_theirs(&mut self) -> bool {
        let FileState::Changed(version) = self.standing.clone() else { return false };
        self.take(LOAD, &version.text, Some(version.stamp))
    }

    /// Takes over an earlier version of the file, as an undo step. Returns `true` if it could be parsed and differs
    /// from the current text.
    ///
    /// # Errors
    /// Returns an error if the file at `backup` cannot be read.
    pub fn restore(&mut self, backup: &Path) -> std::io::Result<bool> {
        let version = file_content::read(backup)?;
        Ok(version.text != self.text() && self.take(RESTORE, &version.text, None))
    }

    /// Replaces the text and the scenario, as an undo step called `name`. Returns `true` if the text could be parsed and differs from the
    /// current text.
    pub fn take_text(&mut self, name: &str, text: &str) -> bool {
        text != self.text() && self.take(name, text, None)
    }

    /// Keeps the document. Saving will overwrite the version that another program wrote.
    pub fn keep_mine(&mut self) {
        if let FileState::Changed(version) = std::mem::take(&mut self.standing) {
            self.keep_over(version.stamp);
        }
    }

    pub(super) fn keep_over(&mut self, theirs: ContentStamp) {
        self.known = Some(theirs);
        self.saved_step = None;
        self.history.seal();
        self.note(&JournalRecord::Keep { disk: theirs.hash });
    }

    /// Replaces the text and the scenario, as an undo step called `name`. `stamp` is the stamp of the file if `text`
    /// comes from it.
    pub(super) fn take(&mut self, name: &str, text: &str, stamp: Option<ContentStamp>) -> bool {
        self.settle();
        let Some(scenario) = store::read_with(text, &self.content.levels, self.content.path.as_deref()).scenario else {
            return false;
        };
        let edit = Edit::between(&self.content.scenario, &scenario);
        let undo = edit.and_then(|edit| edit.apply(&mut self.content.scenario));
        let patch = TextPatch::between(&self.content.text, text);
        let back = Rewrite { patches: vec![patch], draft: None }.apply(&mut self.content);
        self.history.rewrite(name, None, undo.unwrap_or(Edit::All(Vec::new())), back);
        self.changed(EditScope::All);
        if let Some(stamp) = stamp {
            self.known = Some(stamp);
            self.standing = FileState::AsKnown;
            self.saved_step = Some(self.history.now());
        }
        self.mangled = false;
        let disk = stamp.map(|stamp| stamp.hash);
        self.note(&JournalRecord::Take { name: name.to_owned(), text: text.to_owned(), disk });
        true
    }
}
