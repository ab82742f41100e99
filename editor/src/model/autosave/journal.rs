//! The journal of a document: a file to which each edit is appended at once.
//!
//! Each record is handed to the system as soon as it is made, so that it outlives the program,
//! however that ends; after a pause, and now and then, the disk is waited for, so that it outlives
//! the machine too. Whoever writes a journal holds a lock on it, which the system takes away when
//! the program dies: a journal without a lock is what a crash left behind.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::Serialize;

use super::RecoveryPath;
use crate::model::autosave::journal_record::{JournalHeader, JournalRecord, Snapshot, line};
use crate::model::autosave::recovery_path::UNFINISHED;

/// The way in which the name of a journal ends; a second one of the same file has a number behind.
const ENDING: &str = ".journal";

/// The way in which the name of a journal ends that was put aside, before its number.
const ASIDE: &str = ".unread-";

/// After a pause of this length what was written is brought to the disk.
const PAUSE: Duration = Duration::from_secs(1);

/// The time after which what was written is brought to the disk, even without a pause.
const PATIENCE: Duration = Duration::from_secs(5);

/// A journal is not begun anew before it is so long.
const SHORT: u64 = 1 << 18;

/// A journal is begun anew when it is so many times as long as it began.
const GROWTH: u64 = 4;

/// An open journal.
#[derive(Debug)]
pub struct Journal {
    place: RecoveryPath,
    path: PathBuf,
    file: File,
    /// Its length, up to the last whole record.
    length: u64,
    /// Its length when it began.
    began: u64,
    /// When the first record was written that is not on the disk yet, and the last.
    unsynced: Option<(Instant, Instant)>,
}

impl Journal {
    /// Begins a journal in the first of `places` that can be written to.
    ///
    /// # Errors
    /// When there is no such place; why the first one is not.
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

    /// Takes over the journal at `path`, unless somebody else holds it.
    ///
    /// # Errors
    /// When it cannot be written to.
    pub fn take_over(place: &RecoveryPath, path: &Path) -> io::Result<Option<Self>> {
        let file = OpenOptions::new().read(true).write(true).open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(error)) => return Err(error),
        }
        // Between opening and locking, its owner may have put another in its place.
        let same = same_file::Handle::from_file(file.try_clone()?)? == same_file::Handle::from_path(path)?;
        let length = file.metadata()?.len();
        let journal = Self { place: place.clone(), path: path.to_owned(), file, length, began: length, unsynced: None };
        Ok(same.then_some(journal))
    }

    /// All that is written in it.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn bytes(&mut self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.file.rewind()?;
        io::Read::read_to_end(&mut self.file, &mut bytes)?;
        Ok(bytes)
    }

    /// Goes on after the first `length` bytes; what follows them is damaged.
    ///
    /// # Errors
    /// When it cannot be cut off.
    pub fn go_on(&mut self, length: u64) -> io::Result<()> {
        self.file.set_len(length)?;
        self.file.seek(io::SeekFrom::Start(length))?;
        self.length = length;
        Ok(())
    }

    /// Adds `record`.
    ///
    /// # Errors
    /// When it cannot be written; the journal is then as it was before.
    pub fn add<E: Serialize>(&mut self, record: &JournalRecord<E>) -> io::Result<()> {
        let line = line(record)?;
        if let Err(error) = self.file.write_all(line.as_bytes()) {
            // Half a record would hide those after it.
            self.go_on(self.length)?;
            return Err(error);
        }
        self.length += u64::try_from(line.len()).unwrap_or(0);
        let now = Instant::now();
        self.unsynced = Some((self.unsynced.map_or(now, |(first, _)| first), now));
        Ok(())
    }

    /// Returns `true` if it has grown so much that it is worth beginning anew.
    pub fn is_long(&self) -> bool {
        self.length > SHORT.max(self.began.saturating_mul(GROWTH))
    }

    /// Begins anew with what the document is now. Whatever happens meanwhile, the old journal or
    /// the new one is there, whole.
    ///
    /// # Errors
    /// When the new one cannot be written; the old one goes on.
    pub fn begin_anew(&mut self, head: &JournalHeader, snapshot: &Snapshot) -> io::Result<()> {
        let (file, length) = write(&self.place, head, snapshot)?;
        self.file = file.persist(&self.path)?;
        (self.length, self.began) = (length, length);
        let now = Instant::now();
        self.unsynced = Some((now, now));
        Ok(())
    }

    /// Its length, in bytes.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Brings what was written to the disk if it is time; how long until it will be.
    pub fn sync(&mut self) -> Option<Duration> {
        let (first, last) = self.unsynced?;
        let wait = PAUSE.saturating_sub(last.elapsed()).min(PATIENCE.saturating_sub(first.elapsed()));
        if !wait.is_zero() {
            return Some(wait);
        }
        self.unsynced = None;
        // A disk may take its time; the window does not wait for it.
        if let Ok(file) = self.file.try_clone() {
            std::thread::spawn(move || file.sync_data());
        }
        None
    }

    /// Returns `true` if another program holds a journal of the same document.
    pub fn rivals(places: &[RecoveryPath], own: Option<&Self>) -> bool {
        let own = own.map(|journal| journal.path.as_path());
        all(places).iter().any(|(_, path)| Some(path.as_path()) != own && is_held(path))
    }

    /// Its place.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Gives it a name under which it is kept but not found any more. Where it is then.
    ///
    /// # Errors
    /// When it cannot be renamed.
    pub fn put_aside(self) -> io::Result<PathBuf> {
        let names = (1_u32..).map(|number| self.place.join(&format!("{ASIDE}{number}")));
        let free = names.into_iter().find(|path| !path.exists()).ok_or(io::ErrorKind::AlreadyExists)?;
        std::fs::rename(&self.path, &free)?;
        Ok(free)
    }

    /// Removes it: its work is done.
    pub fn remove(self) {
        // If it stays, its work is offered once more.
        let _ = std::fs::remove_file(&self.path);
        self.place.tidy();
    }
}

/// Returns `true` if somebody holds the journal at `path`.
pub fn is_held(path: &Path) -> bool {
    let locked = |file: File| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock));
    File::open(path).is_ok_and(locked)
}

/// Every journal in `places`.
pub fn all(places: &[RecoveryPath]) -> Vec<(&RecoveryPath, PathBuf)> {
    let is_journal = |ending: &str| {
        ending.strip_prefix(ENDING).is_some_and(|number| number.bytes().all(|b| b == b'-' || b.is_ascii_digit()))
    };
    let of = |place: &RecoveryPath| {
        place.files().into_iter().filter(|(_, ending)| is_journal(ending)).map(|(path, _)| path).collect::<Vec<_>>()
    };
    places.iter().flat_map(|place| of(place).into_iter().map(move |path| (place, path))).collect()
}

/// A new journal under a name of its own, locked before anybody can find it.
fn write(
    place: &RecoveryPath,
    head: &JournalHeader,
    snapshot: &Snapshot,
) -> io::Result<(tempfile::NamedTempFile, u64)> {
    place.make()?;
    let mut file = tempfile::Builder::new().prefix(UNFINISHED).tempfile_in(&place.folder)?;
    file.as_file().try_lock()?;
    let text = line(head)? + &line(snapshot)?;
    file.write_all(text.as_bytes())?;
    Ok((file, u64::try_from(text.len()).unwrap_or(0)))
}

/// Gives a new journal the first name that is free.
fn claim(place: &RecoveryPath, mut file: tempfile::NamedTempFile, length: u64) -> io::Result<Journal> {
    for number in 1_u32.. {
        let ending = if number == 1 { ENDING.to_owned() } else { format!("{ENDING}-{number}") };
        let path = place.join(&ending);
        match file.persist_noclobber(&path) {
            Ok(file) => {
                let now = Instant::now();
                let (place, unsynced) = (place.clone(), Some((now, now)));
                return Ok(Journal { place, path, file, length, began: length, unsynced });
            }
            Err(failed) if failed.error.kind() == io::ErrorKind::AlreadyExists => file = failed.file,
            Err(failed) => return Err(failed.error),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}
