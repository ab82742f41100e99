//! The edited scenario: its content, its file and its problems.

mod artwork;
mod checks;
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
use crate::model::history::{Content, History};
use crate::model::store;
use crate::model::text::{OutlinedText, TextPatch};
use battlewright_export::draw::Counters;

/// The scenario being edited.
#[derive(Debug)]
pub struct Document {
    /// The scenario, the text that saving changes, and what is typed but cannot be read.
    content: Content,
    /// The text that is being typed.
    typing: Option<TypedSource>,
    /// Why the last change was refused, until somebody asks.
    refusal: Option<String>,
    /// The text it was opened with.
    opened: Arc<OutlinedText>,
    /// The file it came from and goes to.
    path: Option<PathBuf>,
    /// Its name while it has no file.
    untitled: String,
    /// The step of the history that the file holds.
    saved_step: Option<u64>,
    /// The content of the file when it was last read or written.
    known: Option<ContentStamp>,
    /// The way in which the file stands to that now.
    standing: FileState,
    /// `true` if the file holds bytes that are no text, which saving would lose.
    mangled: bool,
    history: History,
    keeping: Journaling,
    checks: Checks,
    artwork: Artwork,
    /// Grows with every change of the scenario.
    revision: u64,
    /// The revision in which something else than the ground and the counters changed last.
    lists: u64,
    /// The revision in which something else than the ground changed last.
    counters: u64,
    /// The counters, once they have been asked for.
    crowd: OnceCell<Counters>,
    /// The places of everything that its lists name, once they have been asked for.
    sites: OnceCell<FeatureIndex>,
    /// Grows with every change of the text.
    edition: u64,
    /// The number of times that something was typed.
    typed: u64,
}

impl Document {
    /// A document from `text`, without a file. It is called `name` until it has one. A text that cannot be read shows an
    /// empty scenario and its problems.
    pub fn from_text(name: &str, text: String) -> Self {
        Self::of(name, text, LintLevels::default())
    }

    /// The same with the levels of its collection.
    fn of(name: &str, text: String, levels: LintLevels) -> Self {
        let mut read = store::read_with(&text, &levels);
        let draft = read.scenario.is_none().then(TextPatch::default);
        let checks = Checks::new(text.clone(), &mut read);
        Self {
            opened: checks.text(),
            checks,
            content: Content { scenario: read.scenario.unwrap_or_else(empty), text, draft, levels },
            typing: None,
            refusal: None,
            path: None,
            untitled: name.to_owned(),
            saved_step: Some(0),
            known: None,
            standing: FileState::AsKnown,
            mangled: false,
            history: History::default(),
            keeping: Journaling::default(),
            artwork: Artwork::default(),
            revision: 0,
            lists: 0,
            counters: 0,
            crowd: OnceCell::new(),
            sites: OnceCell::new(),
            edition: 0,
            typed: 0,
        }
    }

    /// A new scenario from the template of the first system.
    pub fn template() -> Self {
        Self::template_of(System::default())
    }

    /// A new scenario from the template of `system`.
    pub fn template_of(system: System) -> Self {
        Self::begun(template(system).to_owned())
    }

    /// A new scenario with this text.
    pub fn begun(text: String) -> Self {
        Self::from_text("New scenario", text)
    }

    /// The first scenario that comes with the program, Mars-la-Tour.
    pub fn bundled() -> Self {
        Self::from_shelf(0)
    }

    /// One of the scenarios that come with the program, by its place on the shelf; the first if it
    /// has no such place.
    pub fn from_shelf(n: usize) -> Self {
        let bundled = store::SHELF.get(n).unwrap_or(&store::SHELF[0]);
        Self::from_text(bundled.file, bundled.text.to_owned())
    }

    /// The document in the file at `path`.
    ///
    /// # Errors
    /// When the file cannot be read at all. A file with mistakes in it opens, and so does one that
    /// is not text: the problem list says where.
    pub fn open(path: &Path) -> io::Result<Self> {
        let version = file_content::read(path)?;
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let mangled = version.is_mangled();
        let mut document = Self::of(&name, version.text, Collection::levels_of(path));
        document.path = Some(path.to_owned());
        document.mangled = mangled;
        document.known = Some(version.stamp);
        Ok(document)
    }

    /// Writes the document to `path`, which becomes its file, and keeps the version that was there.
    /// When only the keeping failed, why it did is returned.
    ///
    /// # Errors
    /// When the file cannot be written; the old one, if any, is then untouched.
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
            self.heed_collection();
            self.move_journal();
        } else {
            self.note(&JournalRecord::Save { disk: hash });
        }
        Ok(unkept)
    }

    /// Notes that the file holds what the document is.
    fn saved(&mut self, stamp: ContentStamp) {
        self.known = Some(stamp);
        self.standing = FileState::AsKnown;
        self.saved_step = Some(self.history.now());
        self.history.seal();
        self.mangled = false;
    }

    /// Applies `edit` as a step called `name`; changes of the same `field` that follow one another
    /// are one step. Returns `true` if anything changed: while the text cannot be read nothing is, since the
    /// text would not follow; nor is what the types do not take.
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
            // What is there already is no change; what does not fit is told.
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

    /// Takes the last step back; its name.
    pub fn undo(&mut self) -> Option<String> {
        self.settle();
        let reach = self.history.undo_edit().map_or(EditScope::All, Edit::reach);
        let name = self.history.undo(&mut self.content)?;
        self.changed(reach);
        self.note(&JournalRecord::Undo);
        Some(name)
    }

    /// Does the step last taken back again; its name.
    pub fn redo(&mut self) -> Option<String> {
        self.settle();
        let reach = self.history.redo_edit().map_or(EditScope::All, Edit::reach);
        let name = self.history.redo(&mut self.content)?;
        self.changed(reach);
        self.note(&JournalRecord::Redo);
        Some(name)
    }

    /// Ends the step that typing into a field has opened.
    pub fn seal(&mut self) {
        self.settle();
        self.history.seal();
    }

    /// The scenario.
    pub fn scenario(&self) -> &Scenario {
        &self.content.scenario
    }

    /// The counters as they start, and where.
    pub fn crowd(&self) -> &Counters {
        self.crowd.get_or_init(|| Counters::of(self.scenario(), self.art()))
    }

    /// The places of everything that its lists name.
    pub fn sites(&self) -> &FeatureIndex {
        self.sites.get_or_init(|| FeatureIndex::of(self.scenario()))
    }

    /// The text that it was opened with.
    pub fn opened(&self) -> &Arc<OutlinedText> {
        &self.opened
    }

    /// Undo and redo, to be read.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The file, if it has one.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// The file's name, or what it is called without one.
    pub fn name(&self) -> String {
        match self.path.as_deref().and_then(Path::file_name) {
            Some(name) => name.to_string_lossy().into_owned(),
            None => self.untitled.clone(),
        }
    }

    /// Returns `true` if there are changes that the file does not have.
    pub fn is_dirty(&self) -> bool {
        Some(self.history.now()) != self.saved_step || self.standing == FileState::Gone || self.typing.is_some()
    }

    /// The number of steps that the file does not have.
    pub fn unsaved_steps(&self) -> usize {
        self.history.since(self.saved_step) + usize::from(self.typing.is_some())
    }

    /// Returns `true` if the file holds bytes that are no text, which saving would lose.
    pub fn is_mangled(&self) -> bool {
        self.mangled
    }

    /// A number that grows with every change.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The revision in which something else than the ground and the counters changed last: roads, places and the like
    /// are as they were then.
    pub fn lists_revision(&self) -> u64 {
        self.lists
    }

    /// The revision in which something else than the ground changed last: every unit is as it was then.
    pub fn counters_revision(&self) -> u64 {
        self.counters
    }

    /// Notes that the scenario, and with it the text, is another.
    fn changed(&mut self, reach: EditScope) {
        self.edition += 1;
        self.revised(reach);
    }

    /// Notes that the scenario is another.
    fn revised(&mut self, reach: EditScope) {
        self.revision += 1;
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

/// The scenario that is shown where nothing could be read.
fn empty() -> Scenario {
    #[expect(clippy::expect_used, reason = "the template is part of the program and a test reads it")]
    store::new_scenario().expect("the template is readable")
}
