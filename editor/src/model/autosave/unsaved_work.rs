//! The journals that a crash has left behind.

use std::io;
use std::path::{Path, PathBuf};

use battlewright_platform::clock::SystemTime;
use battlewright_platform::fs;

use crate::model::document::Document;
use crate::model::edit::Edit;

use super::RecoveryPath;
use super::journal::{self, Journal};
use crate::model::autosave::damaged_journal::Damaged;
use crate::model::autosave::journal_record::{JournalHeader, JournalRecord, VERSION, value};

/// The work in a journal whose program has ended.
#[derive(Debug)]
pub struct UnsavedWork {
    journal: Journal,
    document: Document,
    when: SystemTime,
}

/// The complete or partial work in a journal whose program has ended.
#[derive(Debug)]
pub enum RecoverableWork {
    /// The complete work, except for a record that was being written.
    Whole(UnsavedWork),
    /// The readable part of a damaged journal.
    Damaged(Damaged),
}

impl RecoverableWork {
    /// Returns the time of the last write to the journal.
    pub fn when(&self) -> SystemTime {
        match self {
            Self::Whole(found) => found.when(),
            Self::Damaged(damaged) => damaged.when(),
        }
    }

    /// Returns the restored document, or `None` if nothing can be read.
    pub fn document(&self) -> Option<&Document> {
        match self {
            Self::Whole(found) => Some(found.document()),
            Self::Damaged(damaged) => damaged.document(),
        }
    }

    /// Deletes the journal.
    pub fn discard(self) {
        match self {
            Self::Whole(found) => found.discard(),
            Self::Damaged(damaged) => damaged.discard(),
        }
    }
}

/// The work in the journals of a document, and the journals that cannot be read at all.
#[derive(Debug, Default)]
pub struct FoundWork {
    /// The work, latest first.
    pub work: Vec<RecoverableWork>,
    /// The unreadable journals, each with the cause. They stay.
    pub unreadable: Vec<(PathBuf, io::Error)>,
}

/// Returns the complete work in `places` for the document in `file`. Journals that another program is writing are left
/// alone.
pub fn find(places: &[RecoveryPath], file: Option<&Path>) -> Vec<UnsavedWork> {
    let whole = |left| match left {
        RecoverableWork::Whole(found) => Some(found),
        RecoverableWork::Damaged(_) => None,
    };
    all(places, file).work.into_iter().filter_map(whole).collect()
}

/// Returns all work in `places` for the document in `file`. Journals that another program is writing are left alone.
pub fn all(places: &[RecoveryPath], file: Option<&Path>) -> FoundWork {
    let mut found = FoundWork::default();
    for (place, path) in journal::all(places) {
        match recovered(place, &path, file) {
            Ok(work) => found.work.extend(work),
            Err(error) => found.unreadable.push((path, error)),
        }
    }
    found.work.sort_by_key(|left| std::cmp::Reverse(left.when()));
    found
}

/// Returns the work in the journal at `path`, or `None` if another program is writing it.
fn recovered(place: &RecoveryPath, path: &Path, file: Option<&Path>) -> io::Result<Option<RecoverableWork>> {
    let when = fs::metadata(path)?.modified()?;
    let Some(mut journal) = Journal::take_over(place, path)? else { return Ok(None) };
    let bytes = journal.bytes()?;
    Ok(Some(match read(&mut journal, &bytes, file) {
        Some(document) => RecoverableWork::Whole(UnsavedWork { journal, document, when }),
        None => RecoverableWork::Damaged(Damaged::of(journal, when, &bytes, file)),
    }))
}

/// Restores the document from `journal`, which contains `bytes`. Returns `None` if the start or a record between others
/// is damaged.
fn read(journal: &mut Journal, bytes: &[u8], file: Option<&Path>) -> Option<Document> {
    let mut lines = bytes.split_inclusive(|byte| *byte == b'\n').map(|line| std::str::from_utf8(line).unwrap_or(""));
    let (head, snapshot) = (lines.next()?, lines.next()?);
    let mut length = head.len() + snapshot.len();
    let head: JournalHeader = value(head).filter(|head: &JournalHeader| head.journal == VERSION)?;
    let mut document = Document::from_snapshot(&head.name, file, value(snapshot)?);
    while let Some(line) = lines.next() {
        if !value(line).is_some_and(|record| document.replay(record)) {
            // Only the last record may be incomplete. If valid ones follow, the journal is damaged and must not be
            // truncated.
            if lines.any(|later| value::<JournalRecord<Edit>>(later).is_some()) {
                return None;
            }
            break;
        }
        length += line.len();
    }
    journal.truncate_and_resume(u64::try_from(length).ok()?).ok()?;
    let noted = document.disk();
    document.look(true);
    if let Some(disk) = document.disk().filter(|_| document.disk() != noted) {
        // The program was killed after saving but before recording that. Without the record, the file would later seem
        // to be written by another program. If recording fails, the work is restored nevertheless.
        let _ = journal.add(&JournalRecord::<&Edit>::Save { disk });
    }
    Some(document)
}

impl UnsavedWork {
    /// Returns the time of the last write to the journal.
    pub fn when(&self) -> SystemTime {
        self.when
    }

    /// Returns the restored document.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// Returns `true` if the file does not contain all of the work.
    pub fn is_unsaved(&self) -> bool {
        self.document.is_dirty()
    }

    /// Returns the number of undo steps that the file does not contain.
    pub fn steps(&self) -> usize {
        self.document.unsaved_steps()
    }

    /// Returns the document with its undo history. It continues the same journal.
    pub fn restore(self) -> Document {
        let Self { journal, mut document, .. } = self;
        document.continue_journal(journal);
        document
    }

    /// Deletes the journal.
    pub fn discard(self) {
        self.journal.remove();
    }
}
