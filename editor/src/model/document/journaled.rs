//! The document and its journal, to which each edit is written at once.

use std::io;
use std::path::Path;
use std::time::Duration;

use crate::model::autosave::file_content::ContentStamp;
use crate::model::autosave::journal::Journal;
use crate::model::autosave::journal_record::{JournalHeader, JournalRecord, Snapshot, VERSION};
use crate::model::autosave::{JournalFolder, RecoveryPath};
use crate::model::edit::{Edit, EditScope};
use crate::model::ground::records::GroundRecords;
use crate::model::history::History;

use super::Document;
use super::reading::TypedSource;

/// The state of journaling for a document.
#[derive(Debug, Default)]
pub struct Journaling {
    keeper: Option<JournalFolder>,
    places: Vec<RecoveryPath>,
    /// The journal, which is created with the first change.
    journal: Option<Journal>,
    /// The error of the last write, until a write succeeds.
    failed: Option<io::Error>,
    /// `true` if another program has the same file open.
    rivals: bool,
}

impl Journaling {
    pub(super) fn is_on(&self) -> bool {
        self.keeper.is_some()
    }

    /// Returns the possible locations of journals of the document.
    pub fn places(&self) -> &[RecoveryPath] {
        &self.places
    }

    /// Returns the error of the last write, or `None` if it succeeded.
    pub fn failed(&self) -> Option<&io::Error> {
        self.failed.as_ref()
    }

    /// Returns `true` if another program has the same file open.
    pub fn has_rivals(&self) -> bool {
        self.rivals
    }

    /// Returns the journal, if one was created.
    pub fn journal(&self) -> Option<&Journal> {
        self.journal.as_ref()
    }
}

impl Document {
    /// Turns journaling on, with locations from `keeper`.
    pub fn keep(&mut self, keeper: &JournalFolder) {
        self.keeping.places = keeper.places(self.path.as_deref());
        self.keeping.keeper = Some(keeper.clone());
        if self.keeping.journal.is_some() {
            self.register();
        }
        self.watch_rivals();
    }

    /// Registers the file as one with a journal.
    fn register(&self) {
        if let (Some(keeper), Some(path)) = (&self.keeping.keeper, &self.path) {
            // Without the registration, the journal is still found when the file is opened.
            let _ = keeper.register(path);
        }
    }

    /// Creates the journal from the current state, if there is none yet.
    pub(crate) fn begin_keeping(&mut self) {
        if self.keeping.is_on() && self.keeping.journal.is_none() {
            self.keeping.failed = self.begin_journal(&self.snapshot(), None).err();
        }
    }

    /// Returns the state of journaling.
    pub fn keeping(&self) -> &Journaling {
        &self.keeping
    }

    /// Checks whether another program has the same file open.
    pub fn watch_rivals(&mut self) {
        let keeping = &mut self.keeping;
        // Documents without a file share a location but no work.
        keeping.rivals = self.path.is_some() && Journal::rivals(&keeping.places, keeping.journal.as_ref());
    }

    /// Flushes the journal to disk if it is due. Returns the time until the next flush, or `None` if all is flushed.
    pub fn sync(&mut self) -> Option<Duration> {
        self.keeping.journal.as_mut()?.sync()
    }

    /// Removes the journal when the document is closed.
    pub fn close(&mut self) {
        let keeper = self.keeping.keeper.take();
        if let Some(journal) = self.keeping.journal.take() {
            journal.remove();
            keeper.map(|keeper| keeper.registered());
        }
    }

    /// Continues `journal`, from which the document was restored.
    pub(crate) fn continue_journal(&mut self, journal: Journal) {
        self.keeping.journal = Some(journal);
    }

    /// Appends `record` to the journal after the change was made.
    pub(super) fn note(&mut self, record: &JournalRecord<&Edit>) {
        if !self.keeping.is_on() {
            return;
        }
        let first = self.is_first(record);
        let written = match self.keeping.journal.as_mut() {
            Some(journal) if self.keeping.failed.is_none() && !journal.is_long() => journal.add(record),
            Some(_) => self.begin_anew(record),
            // For the very first record, the text contains the complete earlier state.
            None if first => {
                let history = History::default();
                let snapshot = Snapshot { scenario: None, draft: None, typing: None, history, ..self.snapshot() };
                self.begin_journal(&snapshot, Some(record))
            }
            None => self.begin_journal(&self.snapshot(), None),
        };
        self.keeping.failed = written.err();
    }

    /// Returns `true` if `record` is the first change of the document.
    fn is_first(&self, record: &JournalRecord<&Edit>) -> bool {
        match record {
            JournalRecord::Edit { .. } => self.history.ever() == 1,
            JournalRecord::Type(_) => self.history.ever() == 0 && self.typed == 1,
            _ => false,
        }
    }

    fn begin_journal(&mut self, snapshot: &Snapshot, record: Option<&JournalRecord<&Edit>>) -> io::Result<()> {
        let mut journal = Journal::begin(&self.keeping.places, &self.head(), snapshot)?;
        let added = record.map_or(Ok(()), |record| journal.add(record));
        self.keeping.journal = Some(journal);
        self.register();
        added
    }

    /// Rewrites the journal with the current state, which includes `record`.
    fn begin_anew(&mut self, record: &JournalRecord<&Edit>) -> io::Result<()> {
        let (head, snapshot) = (self.head(), self.snapshot());
        let keeping = &mut self.keeping;
        let Some(journal) = &mut keeping.journal else { return Ok(()) };
        journal.begin_anew(&head, &snapshot).or_else(|error| {
            // Rewriting may fail for lack of space where appending still works.
            if keeping.failed.is_none() { journal.add(record) } else { Err(error) }
        })
    }

    /// Moves the journal to the location for the document's new file.
    pub(super) fn move_journal(&mut self) {
        let Some(keeper) = self.keeping.keeper.clone() else { return };
        self.keeping.places = keeper.places(self.path.as_deref());
        if let Some(old) = self.keeping.journal.take() {
            match self.begin_journal(&self.snapshot(), None) {
                Ok(()) => old.remove(),
                // The earlier work is in the file; the old journal continues from here.
                Err(error) => (self.keeping.journal, self.keeping.failed) = (Some(old), Some(error)),
            }
        }
        self.watch_rivals();
    }

    fn head(&self) -> JournalHeader {
        JournalHeader { journal: VERSION, program: env!("CARGO_PKG_VERSION").to_owned(), name: self.name() }
    }

    fn snapshot(&self) -> Snapshot {
        Snapshot {
            text: self.content.text.clone(),
            scenario: Some(self.content.scenario.clone()),
            draft: self.content.draft.clone(),
            typing: self.typing.as_ref().map(TypedSource::text),
            history: self.history.clone(),
            saved: self.saved_step,
            disk: self.disk(),
            ground: Some(self.ground.held().to_vec()),
        }
    }

    /// Restores the document from the first records of its journal. `path` is its file.
    pub(crate) fn from_snapshot(name: &str, path: Option<&Path>, snapshot: Snapshot) -> Self {
        let mut document = Self::from_text(name, snapshot.text);
        document.path = path.map(Path::to_owned);
        document.ground = match snapshot.ground {
            Some(held) => GroundRecords::restored(path, held),
            None => GroundRecords::beside(path),
        };
        document.known = snapshot.disk.map(ContentStamp::of_hash);
        document.saved_step = snapshot.saved;
        document.history = snapshot.history;
        if let Some(scenario) = snapshot.scenario {
            document.content.scenario = scenario;
            document.content.draft = snapshot.draft;
            document.changed(EditScope::All);
        }
        document.typed = u64::from(snapshot.typing.is_some());
        document.typing = snapshot.typing.map(TypedSource::found);
        document
    }

    /// Repeats the change of a `record`. Returns `true` if that was possible.
    pub(crate) fn replay(&mut self, record: JournalRecord<Edit>) -> bool {
        if !matches!(record, JournalRecord::Type(_) | JournalRecord::Write { .. }) {
            self.seal();
        }
        match record {
            JournalRecord::Edit { name, joins: false, edit } => self.apply(&name, None, edit),
            JournalRecord::Edit { joins: true, edit, .. } => {
                let changed = edit.apply(&mut self.content.scenario).is_some();
                if changed {
                    self.history.join();
                    self.changed(EditScope::All);
                }
                changed
            }
            JournalRecord::Type(splice) => self.write(self.edition, &splice).is_ok(),
            JournalRecord::Write { name, joins, edit, text } => {
                self.typing = None;
                self.rewrite(&name, joins, edit, text);
                true
            }
            JournalRecord::Undo => self.undo().is_some(),
            JournalRecord::Redo => self.redo().is_some(),
            JournalRecord::Save { disk } => {
                self.saved(ContentStamp::of_hash(disk));
                true
            }
            JournalRecord::Take { name, text, disk } => self.take(&name, &text, disk.map(ContentStamp::of_hash)),
            JournalRecord::Keep { disk } => {
                self.keep_over(ContentStamp::of_hash(disk));
                true
            }
            JournalRecord::Ground { record } => {
                self.add_ground_record(record);
                true
            }
        }
    }
}
