//! Journals of other versions of the program, and damaged journals. They are kept, and their readable parts are
//! offered.

use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use battlewright_schema::Scenario;
use serde::de::DeserializeOwned;

use crate::model::document::Document;
use crate::model::edit::Edit;
use crate::model::history::History;

use super::journal::Journal;
use crate::model::autosave::journal_record::{JournalHeader, JournalRecord, Snapshot, VERSION, value};

/// Why a journal cannot be read as it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JournalError {
    /// This version of the program wrote it, in another form.
    Version(String),
    /// Its beginning is damaged.
    Damaged,
    /// Something in its midst is damaged.
    Gap,
}

/// A journal that cannot be read as it should be, and what can be read of it.
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
    /// The readable part of `journal`, which holds `bytes`, of the document in `file`.
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
                // Behind a gap nothing fits.
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

    /// The name of the document.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// When the last of it was written.
    pub fn when(&self) -> SystemTime {
        self.when
    }

    /// Why it cannot be read as it should be.
    pub fn trouble(&self) -> &JournalError {
        &self.trouble
    }

    /// The document as far as it can be read, if any of it can.
    pub fn document(&self) -> Option<&Document> {
        self.document.as_ref()
    }

    /// The number of the things that were done cannot be read.
    pub fn lost(&self) -> usize {
        self.lost
    }

    /// Its place.
    pub fn path(&self) -> &Path {
        self.journal.path()
    }

    /// Returns `true` if nothing is lost with it: all of it was read, and all is in the file.
    pub fn is_harmless(&self) -> bool {
        self.lost == 0 && self.document.as_ref().is_some_and(|document| !document.is_dirty())
    }

    /// The document as far as it can be read; the journal is put aside, where it is not found again. Where it is then.
    ///
    /// # Errors
    /// When nothing of it can be read, or it cannot be put aside.
    pub fn restore(self) -> io::Result<(Document, PathBuf)> {
        let document = self.document.ok_or(io::ErrorKind::InvalidData)?;
        Ok((document, self.journal.put_aside()?))
    }

    /// Throws it away.
    pub fn discard(self) {
        self.journal.remove();
    }
}

/// The content of a snapshot whose `line` is damaged or of another version: its text, and its scenario if that is
/// whole.
fn pieces(line: &str) -> Option<Snapshot> {
    let text: String = piece(line, "\"text\":")?;
    Some(without_history(text, piece::<Scenario>(line, "\"scenario\":")))
}

/// The value behind `key` in `line`.
fn piece<T: DeserializeOwned>(line: &str, key: &str) -> Option<T> {
    let (_, rest) = line.split_once(key)?;
    serde_json::Deserializer::from_str(rest).into_iter().next()?.ok()
}

/// A document of which only its `text` is known, or its `scenario` as well, and none of it is in a file.
fn without_history(text: String, scenario: Option<Scenario>) -> Snapshot {
    Snapshot { text, scenario, draft: None, typing: None, history: History::default(), saved: None, disk: None }
}
