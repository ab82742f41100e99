//! Journals left by a crash.

use std::path::Path;
use std::time::SystemTime;

use crate::model::document::Document;
use crate::model::edit::Edit;

use super::RecoveryPath;
use super::journal::{self, Journal};
use crate::model::autosave::damaged_journal::Damaged;
use crate::model::autosave::journal_record::{JournalHeader, JournalRecord, VERSION, value};

/// Work that a journal holds whose program is gone.
#[derive(Debug)]
pub struct UnsavedWork {
    journal: Journal,
    document: Document,
    when: SystemTime,
}

/// Work that a journal holds whose program is gone, or what can be read of it.
#[derive(Debug)]
pub enum RecoverableWork {
    /// All of it, up to a record that was being written.
    Whole(UnsavedWork),
    /// The readable part of a journal that cannot be read from its start to its end.
    Damaged(Damaged),
}

impl RecoverableWork {
    /// When the last of it was done.
    pub fn when(&self) -> SystemTime {
        match self {
            Self::Whole(found) => found.when(),
            Self::Damaged(damaged) => damaged.when(),
        }
    }

    /// The document as the work left it, as far as it can be read.
    pub fn document(&self) -> Option<&Document> {
        match self {
            Self::Whole(found) => Some(found.document()),
            Self::Damaged(damaged) => damaged.document(),
        }
    }

    /// Throws the work away.
    pub fn discard(self) {
        match self {
            Self::Whole(found) => found.discard(),
            Self::Damaged(damaged) => damaged.discard(),
        }
    }
}

/// The work in `places` of the document in `file` that can be read from its start. Journals that another program is
/// writing are left alone.
pub fn find(places: &[RecoveryPath], file: Option<&Path>) -> Vec<UnsavedWork> {
    let whole = |left| match left {
        RecoverableWork::Whole(found) => Some(found),
        RecoverableWork::Damaged(_) => None,
    };
    all(places, file).into_iter().filter_map(whole).collect()
}

/// The work in `places` of the document in `file`, the latest first. Journals that another program is writing are left
/// alone.
pub fn all(places: &[RecoveryPath], file: Option<&Path>) -> Vec<RecoverableWork> {
    let journals = journal::all(places).into_iter();
    let mut left: Vec<_> = journals
        .filter_map(|(place, path)| {
            let when = path.metadata().and_then(|metadata| metadata.modified()).ok()?;
            let mut journal = Journal::take_over(place, &path).ok()??;
            let bytes = journal.bytes().ok()?;
            Some(match read(&mut journal, &bytes, file) {
                Some(document) => RecoverableWork::Whole(UnsavedWork { journal, document, when }),
                None => RecoverableWork::Damaged(Damaged::of(journal, when, &bytes, file)),
            })
        })
        .collect();
    left.sort_by_key(|left| std::cmp::Reverse(left.when()));
    left
}

/// The document that `journal`, which holds `bytes`, leads to; `None` if its start is damaged, or something in its midst.
fn read(journal: &mut Journal, bytes: &[u8], file: Option<&Path>) -> Option<Document> {
    let mut lines = bytes.split_inclusive(|byte| *byte == b'\n').map(|line| std::str::from_utf8(line).unwrap_or(""));
    let (head, snapshot) = (lines.next()?, lines.next()?);
    let mut length = head.len() + snapshot.len();
    let head: JournalHeader = value(head).filter(|head: &JournalHeader| head.journal == VERSION)?;
    let mut document = Document::from_snapshot(&head.name, file, value(snapshot)?);
    while let Some(line) = lines.next() {
        if !value(line).is_some_and(|record| document.replay(record)) {
            // The last record may be half written. With whole ones behind it, it is a gap, and none of them is thrown away.
            if lines.any(|later| value::<JournalRecord<Edit>>(later).is_some()) {
                return None;
            }
            break;
        }
        length += line.len();
    }
    journal.go_on(u64::try_from(length).ok()?).ok()?;
    let noted = document.disk();
    document.look(true);
    if let Some(disk) = document.disk().filter(|_| document.disk() != noted) {
        // The program was killed when it had saved, before it made a note of it. Without the note, what is done from
        // here on would make the file look as if another program had written it. If it cannot be made, the work is
        // there all the same.
        let _ = journal.add(&JournalRecord::<&Edit>::Save { disk });
    }
    Some(document)
}

impl UnsavedWork {
    /// When the last of it was done.
    pub fn when(&self) -> SystemTime {
        self.when
    }

    /// The document as the work left it.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// Returns `true` if some of it is in no file.
    pub fn is_unsaved(&self) -> bool {
        self.document.is_dirty()
    }

    /// The number of steps that are in no file.
    pub fn steps(&self) -> usize {
        self.document.unsaved_steps()
    }

    /// The document again, with its history; its journal goes on.
    pub fn restore(self) -> Document {
        let Self { journal, mut document, .. } = self;
        document.go_on_with(journal);
        document
    }

    /// Throws the work away.
    pub fn discard(self) {
        self.journal.remove();
    }
}
