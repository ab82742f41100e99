//! Journals of other versions of the program, and damaged journals. They are kept, and their readable parts are
//! offered.

use std::io;
use std::path::{Path, PathBuf};

use battlewright_platform::clock::SystemTime;

use battlewright_schema::Scenario;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::model::document::Document;
use crate::model::edit::Edit;
use crate::model::history::History;

use super::journal::Journal;
use crate::model::autosave::journal_record::{JournalHeader, JournalRecord, Snapshot, VERSION, value};

/// The reason why a journal cannot be read completely.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JournalError {
    /// The journal has the format of another program version, which is given.
    Version(String),
    /// The header or the snapshot is damaged.
    Damaged,
    /// A record between others is damaged.
    Gap,
}

/// A journal that cannot be read completely, with its readable part.
#[derive(Debug)]
pub struct Damaged {
    journal: Journal,
    name: String,
    when: SystemTime,
    trouble: JournalError,
    document: Option<Document>,
    lost: usize,
}

impl Damaged {
    /// Reads as much as possible of `journal`, which contains `bytes` and belongs to the document in `file`.
    pub(super) fn of(journal: Journal, when: SystemTime, bytes: &[u8], file: Option<&Path>) -> Self {
        let text = String::from_utf8_lossy(bytes);
        let mut lines = text.split_inclusive('\n');
        let (head, start) = (lines.next().unwrap_or_default(), lines.next().unwrap_or_default());
        let head: Option<JournalHeader> = value(head);
        let name = head.as_ref().map(|head| head.name.clone());
        let name = name.or_else(|| Some(file?.file_name()?.to_string_lossy().into_owned()));
        let name = name.unwrap_or_else(|| "a scenario without a file".to_owned());
        let trouble = match head {
            Some(head) if head.journal != VERSION => JournalError::Version(head.program),
            Some(_) if value::<Snapshot>(start).is_some() => JournalError::Gap,
            _ => JournalError::Damaged,
        };
        let snapshot = value(start).or_else(|| pieces(start));
        let mut document = snapshot.map(|snapshot| Document::from_snapshot(&name, file, snapshot));
        let mut lost = 0;
        for line in lines {
            let done = match (&mut document, value::<JournalRecord<Edit>>(line)) {
                // Records after a damaged one do not fit the document.
                (Some(document), Some(record)) if lost == 0 => document.replay(record),
                (document @ None, Some(JournalRecord::Take { text, .. })) => {
                    *document = Some(Document::from_snapshot(&name, file, without_history(text, None)));
                    lost = 0;
                    true
                }
                _ => false,
            };
            lost += usize::from(!done);
        }
        if let Some(document) = &mut document {
            document.look(true);
        }
        Self { journal, name, when, trouble, document, lost }
    }

    /// Returns the name of the document.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the time of the last write to the journal.
    pub fn when(&self) -> SystemTime {
        self.when
    }

    /// Returns the reason why the journal cannot be read completely.
    pub fn trouble(&self) -> &JournalError {
        &self.trouble
    }

    /// Returns the document as far as it can be read, or `None` if nothing can.
    pub fn document(&self) -> Option<&Document> {
        self.document.as_ref()
    }

    /// Returns the number of records that cannot be read or applied.
    pub fn lost(&self) -> usize {
        self.lost
    }

    /// Returns the path of the journal.
    pub fn path(&self) -> &Path {
        self.journal.path()
    }

    /// Returns `true` if all records were applied and the file contains all of them.
    pub fn is_harmless(&self) -> bool {
        self.lost == 0 && self.document.as_ref().is_some_and(|document| !document.is_dirty())
    }

    /// Returns the document as far as it can be read. The journal is renamed so that it is not found again; its new
    /// path is returned too.
    ///
    /// # Errors
    /// Returns an error if nothing can be read or the journal cannot be renamed.
    pub fn restore(self) -> io::Result<(Document, PathBuf)> {
        let document = self.document.ok_or(io::ErrorKind::InvalidData)?;
        Ok((document, self.journal.put_aside()?))
    }

    /// Deletes the journal.
    pub fn discard(self) {
        self.journal.remove();
    }
}

/// Returns the text of a damaged or foreign snapshot in `line`, with its scenario if that is intact.
fn pieces(line: &str) -> Option<Snapshot> {
    let text: String = piece(line, "\"text\":")?;
    Some(without_history(text, piece::<Scenario>(line, "\"scenario\":")))
}

/// Returns the JSON value after `key` in `line`.
fn piece<T: DeserializeOwned>(line: &str, key: &str) -> Option<T> {
    let (_, rest) = line.split_once(key)?;
    let value: Value = serde_json::Deserializer::from_str(rest).into_iter().next()?.ok()?;
    serde_json::from_value(value).ok()
}

/// Returns the snapshot of an unsaved document of which only `text`, and possibly `scenario`, is known.
fn without_history(text: String, scenario: Option<Scenario>) -> Snapshot {
    let history = History::default();
    Snapshot { text, scenario, draft: None, typing: None, history, saved: None, disk: None, ground: None }
}
