//! Journals that a crash left behind.

use std::path::Path;
use std::time::SystemTime;

use crate::document::Document;
use crate::edit::Edit;

use super::Place;
use super::journal::{self, Journal};
use super::record::{Head, Record, VERSION, value};

/// Work that a journal holds whose program is gone.
#[derive(Debug)]
pub struct Found {
    journal: Journal,
    document: Document,
    when: SystemTime,
}

/// The work in `places` of the document in `file`. Journals that another program is writing, and
/// those that cannot be read from the start, are left alone.
pub fn find(places: &[Place], file: Option<&Path>) -> Vec<Found> {
    let journals = journal::all(places).into_iter();
    let mut found: Vec<_> = journals
        .filter_map(|(place, path)| {
            let when = path.metadata().and_then(|metadata| metadata.modified()).ok()?;
            let mut journal = Journal::take_over(place, &path).ok()??;
            let document = read(&mut journal, file)?;
            Some(Found { journal, document, when })
        })
        .collect();
    found.sort_by_key(|found| std::cmp::Reverse(found.when));
    found
}

/// The document that `journal` leads to, as far as it can be read.
fn read(journal: &mut Journal, file: Option<&Path>) -> Option<Document> {
    let bytes = journal.bytes().ok()?;
    let mut lines = bytes.split_inclusive(|byte| *byte == b'\n').map(|line| std::str::from_utf8(line).unwrap_or(""));
    let (head, snapshot) = (lines.next()?, lines.next()?);
    let mut length = head.len() + snapshot.len();
    let head: Head = value(head).filter(|head: &Head| head.journal == VERSION)?;
    let mut document = Document::from_snapshot(&head.name, file, value(snapshot)?);
    for line in lines {
        if !value(line).is_some_and(|record| document.replay(record)) {
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
        let _ = journal.add(&Record::<&Edit>::Save { disk });
    }
    Some(document)
}

impl Found {
    /// When the last of it was done.
    pub fn when(&self) -> SystemTime {
        self.when
    }

    /// The document as the work left it.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// Whether some of it is in no file.
    pub fn is_unsaved(&self) -> bool {
        self.document.is_dirty()
    }

    /// How many steps are in no file.
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
