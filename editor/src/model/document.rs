//! The edited scenario: its content, its file and its problems.

mod artwork;
mod checks;
mod from_ground;
mod journaled;
mod on_disk;
mod reading;
#[cfg(test)]
mod tests;
mod written;

use std::cell::OnceCell;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use battlewright_schema::rule::{CheckedRules, RuleInWords};
use battlewright_schema::{Collection, LintLevels, Scenario, System, template};

use self::artwork::Artwork;
use self::checks::Checks;
pub use self::journaled::Journaling;
pub use self::on_disk::FileState;
use self::reading::TypedSource;
pub use self::written::{MOST, TypingRefusal, UnreadableText};
use crate::model::autosave::backups;
use crate::model::autosave::file_content::{self, ContentStamp};
use crate::model::autosave::journal_record::JournalRecord;
use crate::model::edit::{Edit, EditScope};
use crate::model::feature_index::FeatureIndex;
use crate::model::ground::records::GroundRecords;
use crate::model::history::{Content, History};
use crate::model::store;
use crate::model::text::{OutlinedText, TextPatch};
use battlewright_export::draw::Counters;

/// The scenario being edited.
#[derive(Debug)]
pub struct Document {
    /// The scenario, the text that saving updates, and typed text that cannot be parsed.
    content: Content,
    /// The text that is being typed and has not been parsed yet.
    typing: Option<TypedSource>,
    /// The reason why the last change was refused, until [`Self::refusal()`] takes it.
    refusal: Option<String>,
    /// The text that the document was opened with.
    opened: Arc<OutlinedText>,
    /// The path of the file; `None` for a document that was never saved.
    path: Option<PathBuf>,
    /// The display name of a document without a file.
    untitled: String,
    /// The number of the undo step that the file contains; `None` if the file contains none of them.
    saved_step: Option<u64>,
    /// The stamp of the file when it was last read or written.
    known: Option<ContentStamp>,
    /// The first problem of the file's collection.
    collection_problem: Option<String>,
    /// The state of the file compared with `known`.
    standing: FileState,
    /// `true` if the file contains bytes that are not UTF-8, which saving would lose.
    mangled: bool,
    history: History,
    /// The records of runs from the ground.
    ground: GroundRecords,
    keeping: Journaling,
    checks: Checks,
    artwork: Artwork,
    /// The number of changes of the scenario.
    revision: u64,
    /// The revision that last changed more than terrain, levels and counters.
    lists: u64,
    /// The revision that last changed more than terrain and levels.
    counters: u64,
    /// The cache of [`Self::crowd()`].
    crowd: OnceCell<Counters>,
    /// The cache of [`Self::sites()`].
    sites: OnceCell<FeatureIndex>,
    /// The cache of [`Self::rules()`].
    rules: OnceCell<CheckedRules>,
    /// The cache of [`Self::rules_in_words()`].
    rules_in_words: OnceCell<Vec<RuleInWords>>,
    /// The number of changes of the text.
    edition: u64,
    /// The number of splices that were typed.
    typed: u64,
}

impl Document {
    /// Creates a document from `text` without a file. `name` is its display name until it is saved. A text that cannot
    /// be parsed yields an empty scenario and a list of problems.
    pub fn from_text(name: &str, text: String) -> Self {
        Self::of(name, text, LintLevels::default(), None)
    }

    /// Creates a document from `text` with the lint levels of its collection. Rulesets are found from `path`.
    fn of(name: &str, text: String, levels: LintLevels, path: Option<&Path>) -> Self {
        let mut read = store::read_with(&text, &levels, path);
        let draft = read.scenario.is_none().then(TextPatch::default);
        let checks = Checks::new(text.clone(), &mut read);
        Self {
            opened: checks.text(),
            checks,
            content: Content {
                scenario: read.scenario.unwrap_or_else(empty),
                text,
                draft,
                levels,
                path: path.map(Path::to_owned),
            },
            typing: None,
            refusal: None,
            path: None,
            untitled: name.to_owned(),
            saved_step: Some(0),
            known: None,
            collection_problem: None,
            standing: FileState::AsKnown,
            mangled: false,
            history: History::default(),
            ground: GroundRecords::default(),
            keeping: Journaling::default(),
            artwork: Artwork::default(),
            revision: 0,
            lists: 0,
            counters: 0,
            crowd: OnceCell::new(),
            sites: OnceCell::new(),
            rules: OnceCell::new(),
            rules_in_words: OnceCell::new(),
            edition: 0,
            typed: 0,
        }
    }

    /// Creates a new scenario from the template of the default system.
    pub fn template() -> Self {
        Self::template_of(System::default())
    }

    /// Creates a new scenario from the template of `system`.
    pub fn template_of(system: System) -> Self {
        Self::begun(template(system).to_owned())
    }

    /// Creates a new scenario from `text`.
    pub fn begun(text: String) -> Self {
        Self::from_text("New scenario", text)
    }

    /// Creates a document from the first bundled scenario, Mars-la-Tour.
    pub fn bundled() -> Self {
        Self::from_shelf(0)
    }

    /// Creates a document from the bundled scenario with the index `n` in [`store::SHELF`], or from the first one if
    /// `n` is out of range.
    pub fn from_shelf(n: usize) -> Self {
        let bundled = store::SHELF.get(n).unwrap_or(&store::SHELF[0]);
        Self::from_text(bundled.file, bundled.text.to_owned())
    }

    /// Opens the file at `path`.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read. A file with invalid content opens nevertheless, even if it is not
    /// UTF-8: the problem list reports the errors.
    pub fn open(path: &Path) -> io::Result<Self> {
        let version = file_content::read(path)?;
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let mangled = version.is_mangled();
        let (levels, problem) = Collection::read_for(path);
        let mut document = Self::of(&name, version.text, levels, Some(path));
        document.collection_problem = problem;
        document.path = Some(path.to_owned());
        document.ground = GroundRecords::beside(Some(path));
        document.mangled = mangled;
        document.known = Some(version.stamp);
        Ok(document)
    }

    /// Writes the document to `path`, which becomes its file, and keeps a backup of the previous version. Returns the
    /// error if only the backup failed.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written. The previous version is then unchanged.
    pub fn save(&mut self, path: &Path) -> io::Result<Option<io::Error>> {
        self.settle();
        let text = self.text();
        let unkept = backups::save(path, &text)?;
        let hash = file_content::hash(&text);
        let moved = self.path.as_deref() != Some(path);
        self.path = Some(path.to_owned());
        self.saved(ContentStamp::of_hash(hash));
        self.look(true);
        if moved {
            self.apply_collection_levels();
            self.move_journal();
        } else {
            self.note(&JournalRecord::Save { disk: hash });
        }
        Ok(unkept)
    }

    /// Records that the file with this `stamp` contains the current document.
    fn saved(&mut self, stamp: ContentStamp) {
        self.known = Some(stamp);
        self.standing = FileState::AsKnown;
        self.saved_step = Some(self.history.now());
        self.history.seal();
        self.mangled = false;
    }

    /// Applies `edit` as an undo step called `name`. Consecutive changes of the same `field` form a single step.
    /// Returns `true` if the scenario changed. An edit is refused while the text cannot be parsed, since the text could
    /// not follow, and if a value does not fit the type of its field.
    pub fn apply(&mut self, name: &str, field: Option<u64>, edit: Edit) -> bool {
        self.settle();
        if let Some(unread) = self.unread() {
            self.refusal = Some(unread.refusal());
            return false;
        }
        let noted = self.keeping.is_on().then(|| edit.clone());
        let reach = edit.reach();
        let put = match &edit {
            Edit::Put(path, value) => Some((path.clone(), value.clone())),
            _ => None,
        };
        let Some(undo) = edit.apply(&mut self.content.scenario) else {
            // A value that is already there is no change; a value that does not fit is reported.
            let misfit = put.and_then(|(path, value)| self.content.scenario.clone().put(&path, value).err());
            self.refusal = misfit.map(|misfit| format!("{name} is not possible: {misfit}."));
            return false;
        };
        let joins = self.history.push(name, field, undo, self.saved_step);
        self.changed(reach);
        if let Some(edit) = noted {
            self.note(&JournalRecord::Edit { name: name.to_owned(), joins, edit: &edit });
        }
        true
    }

    /// Undoes the last step and returns its name, or `None` if there is none.
    pub fn undo(&mut self) -> Option<String> {
        self.settle();
        let reach = self.history.undo_edit().map_or(EditScope::All, Edit::reach);
        let name = self.history.undo(&mut self.content)?;
        self.changed(reach);
        self.note(&JournalRecord::Undo);
        Some(name)
    }

    /// Redoes the step that was undone last and returns its name, or `None` if there is none.
    pub fn redo(&mut self) -> Option<String> {
        self.settle();
        let reach = self.history.redo_edit().map_or(EditScope::All, Edit::reach);
        let name = self.history.redo(&mut self.content)?;
        self.changed(reach);
        self.note(&JournalRecord::Redo);
        Some(name)
    }

    /// Undoes or redoes steps until `count` steps are done, or no step is left.
    pub fn go_to_step(&mut self, count: usize) {
        while self.history.len() > count && self.undo().is_some() {}
        while self.history.len() < count && self.redo().is_some() {}
    }

    /// Ends the undo step that consecutive changes of a field belong to.
    pub fn seal(&mut self) {
        self.settle();
        self.history.seal();
    }

    /// Returns the scenario, which is the last valid one while the text cannot be parsed.
    pub fn scenario(&self) -> &Scenario {
        &self.content.scenario
    }

    /// Returns the counters at their starting positions.
    pub fn crowd(&self) -> &Counters {
        self.crowd.get_or_init(|| Counters::of(self.scenario(), self.art()))
    }

    /// Returns the index of the features in each hex.
    pub fn sites(&self) -> &FeatureIndex {
        self.sites.get_or_init(|| FeatureIndex::of(self.scenario()))
    }

    /// Returns the rows of rules in force that have no errors.
    pub fn rules(&self) -> &CheckedRules {
        self.rules.get_or_init(|| self.scenario().extra_rules().0)
    }

    /// Returns the rows of rules in force as people read them.
    pub fn rules_in_words(&self) -> &[RuleInWords] {
        self.rules_in_words.get_or_init(|| self.scenario().rules_in_words())
    }

    /// Returns the text that the document was opened with.
    pub fn opened(&self) -> &Arc<OutlinedText> {
        &self.opened
    }

    /// Returns the undo history.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Returns the path of the file, or `None` for a document that was never saved.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Returns the file name, or the display name of a document without a file.
    pub fn name(&self) -> String {
        match self.path.as_deref().and_then(Path::file_name) {
            Some(name) => name.to_string_lossy().into_owned(),
            None => self.untitled.clone(),
        }
    }

    /// Returns `true` if there are changes that the file does not contain.
    pub fn is_dirty(&self) -> bool {
        Some(self.history.now()) != self.saved_step || self.standing == FileState::Gone || self.typing.is_some()
    }

    /// Returns the number of undo steps that the file does not contain.
    pub fn unsaved_steps(&self) -> usize {
        self.history.since(self.saved_step) + usize::from(self.typing.is_some())
    }

    /// Returns `true` if the file contains bytes that are not UTF-8, which saving would lose.
    pub fn is_mangled(&self) -> bool {
        self.mangled
    }

    /// Returns the revision, a number that grows with every change of the scenario.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Returns the revision that last changed more than terrain, levels and counters. Roads, places and other lists are
    /// unchanged since then.
    pub fn lists_revision(&self) -> u64 {
        self.lists
    }

    /// Returns the revision that last changed more than terrain and levels. Units are unchanged since then.
    pub fn counters_revision(&self) -> u64 {
        self.counters
    }

    /// Records a change of the scenario and of its text.
    fn changed(&mut self, reach: EditScope) {
        self.edition += 1;
        if self.content.scenario.has_other_uses() {
            self.find_rulesets();
        }
        self.revised(reach);
    }

    /// Records a change of the scenario and drops the caches that depend on it.
    fn revised(&mut self, reach: EditScope) {
        self.revision += 1;
        self.rules.take();
        self.rules_in_words.take();
        if reach >= EditScope::Counters {
            self.counters = self.revision;
            self.crowd.take();
        }
        if reach == EditScope::All {
            self.lists = self.revision;
            self.sites.take();
        }
    }
}

/// Returns the empty scenario that replaces one that cannot be parsed.
fn empty() -> Scenario {
    #[expect(clippy::expect_used, reason = "the template is part of the program and a test reads it")]
    store::new_scenario().expect("the template is readable")
}
