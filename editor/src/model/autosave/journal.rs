//! The journal of a document: a file to which each edit is appended at once.
//!
//! Each record is passed to the operating system at once, so that it survives a crash of the program. At intervals, the
//! file is synchronized to the disk, so that it survives a crash of the machine too. The writing program holds a lock
//! on the journal, which the operating system releases when the program ends. A journal without a lock was left behind
//! by a crash.

use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};

use battlewright_platform::clock::Duration;
use battlewright_platform::fs::{self, File, OpenOptions, TryLockError};
use battlewright_platform::temporary::{Builder, NamedTempFile};

use serde::Serialize;

use super::RecoveryPath;
use crate::model::autosave::journal_record::{JournalHeader, JournalRecord, Snapshot, line};
use crate::model::autosave::recovery_path::UNFINISHED;
use crate::model::autosave::sync_timer::SyncTimer;

/// The suffix of journal names. Further journals of the same file have a number after it.
const ENDING: &str = ".journal";

/// The suffix of the names of journals that were put aside, before their number.
const ASIDE: &str = ".unread-";

/// The length in bytes below which a journal is not rewritten.
const SHORT: u64 = 1 << 18;

/// The length in bytes of the longest journal that is read. A journal holds the text and all steps several times.
const MOST_BYTES: u64 = 512 << 20;

/// The growth factor, relative to its initial length, at which a journal is rewritten.
const GROWTH: u64 = 4;

/// An open journal.
#[derive(Debug)]
pub struct Journal {
    place: RecoveryPath,
    path: PathBuf,
    file: File,
    /// The length in bytes, up to the last complete record.
    length: u64,
    /// The initial length in bytes.
    began: u64,
    timer: SyncTimer,
}

impl Journal {
    /// Creates a journal in the first of `places` that is writable.
    ///
    /// # Errors
    /// Returns the error of the first location if none is writable.
    pub fn begin(places: &[RecoveryPath], head: &JournalHeader, snapshot: &Snapshot) -> io::Result<Self> {
        let mut failed = None;
        for place in places {
            match write(place, head, snapshot).and_then(|(file, length)| claim(place, file, length)) {
                Ok(journal) => return Ok(journal),
                Err(error) => failed = failed.or(Some(error)),
            }
        }
        Err(failed.unwrap_or_else(|| io::ErrorKind::NotFound.into()))
    }

    /// Opens the journal at `path` and locks it. Returns `None` if another program holds the lock.
    ///
    /// # Errors
    /// Returns an error if the journal is no regular file, or cannot be opened for writing.
    pub fn take_over(place: &RecoveryPath, path: &Path) -> io::Result<Option<Self>> {
        fs::check_file(path)?;
        let file = OpenOptions::new().read(true).write(true).open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(error)) => return Err(error),
        }
        // Between opening and locking, the owner may have replaced the file.
        let same = fs::is_same_file(&file, path)?;
        let length = file.metadata()?.len();
        let timer = SyncTimer::default();
        let journal = Self { place: place.clone(), path: path.to_owned(), file, length, began: length, timer };
        Ok(same.then_some(journal))
    }

    /// Reads the whole content.
    ///
    /// # Errors
    /// Returns an error if the journal cannot be read, or is too large.
    pub fn bytes(&mut self) -> io::Result<Vec<u8>> {
        self.file.rewind()?;
        fs::read_within(&mut self.file, MOST_BYTES)
    }

    /// Truncates the journal to `length` bytes and continues there. The rest is damaged.
    ///
    /// # Errors
    /// Returns an error if the journal cannot be truncated.
    pub fn truncate_and_resume(&mut self, length: u64) -> io::Result<()> {
        self.file.set_len(length)?;
        self.file.seek(io::SeekFrom::Start(length))?;
        self.length = length;
        Ok(())
    }

    /// Appends `record`.
    ///
    /// # Errors
    /// Returns an error if the record cannot be written. The journal is then unchanged.
    pub fn add<E: Serialize>(&mut self, record: &JournalRecord<E>) -> io::Result<()> {
        let line = line(record)?;
        if let Err(error) = self.file.write_all(line.as_bytes()) {
            // A partial record would make later ones unreadable.
            self.truncate_and_resume(self.length)?;
            return Err(error);
        }
        self.length += u64::try_from(line.len()).unwrap_or(0);
        self.timer.written();
        Ok(())
    }

    /// Returns `true` if the journal has grown so much that it should be rewritten.
    pub fn is_long(&self) -> bool {
        self.length > SHORT.max(self.began.saturating_mul(GROWTH))
    }

    /// Replaces the content by `snapshot`. The replacement is atomic: either the old or the new journal exists at any
    /// time.
    ///
    /// # Errors
    /// Returns an error if the new journal cannot be written. The old one stays in use.
    pub fn begin_anew(&mut self, head: &JournalHeader, snapshot: &Snapshot) -> io::Result<()> {
        let (file, length) = write(&self.place, head, snapshot)?;
        self.file = file.persist(&self.path)?;
        (self.length, self.began) = (length, length);
        self.timer.written();
        Ok(())
    }

    /// Returns the length in bytes.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Synchronizes the file to the disk if that is due. Returns the time until it is, or `None` if nothing is pending.
    pub fn sync(&mut self) -> Option<Duration> {
        self.timer.sync(&self.file)
    }

    /// Returns `true` if another program holds a journal of the same document.
    pub fn rivals(places: &[RecoveryPath], own: Option<&Self>) -> bool {
        let own = own.map(|journal| journal.path.as_path());
        all(places).iter().any(|(_, path)| Some(path.as_path()) != own && is_held(path))
    }

    /// Returns the path of the journal.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Renames the journal so that it is kept but not found again. Returns the new path.
    ///
    /// # Errors
    /// Returns an error if the journal cannot be renamed.
    pub fn put_aside(self) -> io::Result<PathBuf> {
        let names = (1_u32..).map(|number| self.place.join(&format!("{ASIDE}{number}")));
        let free =
            names.into_iter().find(|path| !fs::exists(path).unwrap_or(true)).ok_or(io::ErrorKind::AlreadyExists)?;
        fs::rename(&self.path, &free)?;
        Ok(free)
    }

    /// Deletes the journal.
    pub fn remove(self) {
        // A failure has the effect that its work is offered again.
        let _ = fs::remove_file(&self.path);
        self.place.tidy();
    }
}

/// Returns `true` if a program holds the lock of the journal at `path`.
pub fn is_held(path: &Path) -> bool {
    let locked = |file: File| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock));
    fs::open_file(path).is_ok_and(locked)
}

/// Returns all journals in `places`, each with its location.
pub fn all(places: &[RecoveryPath]) -> Vec<(&RecoveryPath, PathBuf)> {
    let is_journal = |ending: &str| {
        ending.strip_prefix(ENDING).is_some_and(|number| number.bytes().all(|b| b == b'-' || b.is_ascii_digit()))
    };
    let of = |place: &RecoveryPath| {
        place.files().into_iter().filter(|(_, ending)| is_journal(ending)).map(|(path, _)| path).collect::<Vec<_>>()
    };
    places.iter().flat_map(|place| of(place).into_iter().map(move |path| (place, path))).collect()
}

/// Writes a new journal to a temporary file, which is locked before other programs can find it.
fn write(place: &RecoveryPath, head: &JournalHeader, snapshot: &Snapshot) -> io::Result<(NamedTempFile, u64)> {
    place.make()?;
    let mut file = Builder::new().prefix(UNFINISHED).tempfile_in(&place.folder)?;
    file.as_file().try_lock()?;
    let text = line(head)? + &line(snapshot)?;
    file.write_all(text.as_bytes())?;
    Ok((file, u64::try_from(text.len()).unwrap_or(0)))
}

/// Renames a new journal to the first free name.
fn claim(place: &RecoveryPath, mut file: NamedTempFile, length: u64) -> io::Result<Journal> {
    for number in 1_u32.. {
        let ending = if number == 1 { ENDING.to_owned() } else { format!("{ENDING}-{number}") };
        let path = place.join(&ending);
        match file.persist_noclobber(&path) {
            Ok(file) => {
                let (place, mut timer) = (place.clone(), SyncTimer::default());
                timer.written();
                return Ok(Journal { place, path, file, length, began: length, timer });
            }
            Err(failed) if failed.error.kind() == io::ErrorKind::AlreadyExists => file = failed.file,
            Err(failed) => return Err(failed.error),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}
