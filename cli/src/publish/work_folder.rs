//! The folder in which a site is written, beside its place. The next `publish` removes what a killed one has left, and
//! puts back the site that it had moved away.

use std::ffi::OsStr;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use battlewright_platform::fs::open_file;

use crate::files::slashed;
use crate::interrupt::UnfinishedFolder;

/// The start of the name of each such folder.
const PREFIX: &str = ".battlewright-site-";

/// The name of the new site in the folder, and of the old one after they have changed places.
const NEW: &str = "made";

/// The name of the old site in the folder, where the two cannot change places in one step.
const OLD: &str = "old";

/// The name of the file that is locked while a program uses the folder. It holds the name of the site's place.
const LOCK: &str = "lock";

/// The length of the longest name of a place, in bytes.
const LONGEST: u64 = 4096;

/// The number of times that another program may take the folder for a left one in the moment of its creation.
const ATTEMPTS: usize = 10;

/// The folder in which a site is written. It is removed when this value is dropped, or by Ctrl-C.
#[derive(Debug)]
pub(super) struct WorkFolder {
    path: PathBuf,
    /// The locked file; `None` on disks without locks.
    lock: Option<File>,
    unfinished: Option<UnfinishedFolder>,
}

impl WorkFolder {
    /// Creates the folder for a site at `out`.
    ///
    /// # Errors
    /// The parent of `out` is not writable.
    pub(super) fn new(out: &Path) -> io::Result<Self> {
        let name = out.file_name().unwrap_or_default();
        for _ in 0..ATTEMPTS {
            let path = tempfile::Builder::new().prefix(PREFIX).tempdir_in(parent(out))?.keep();
            let unfinished = Some(UnfinishedFolder::new(&path, remove_hard));
            let mut work = Self { path, lock: None, unfinished };
            if work.take(name)? {
                fs::create_dir(work.new_site())?;
                return Ok(work);
            }
        }
        Err(io::Error::new(io::ErrorKind::ResourceBusy, "another program removes its new folders"))
    }

    /// Locks the new folder for a site called `name`; `false` if another program has taken it for a left one.
    fn take(&mut self, name: &OsStr) -> io::Result<bool> {
        let path = self.path.join(LOCK);
        let mut lock = match File::create_new(&path) {
            Ok(lock) => lock,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
            Err(error) => return Err(error),
        };
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(false),
            // On a disk without locks, no other program can lock the file, and none removes the folder.
            Err(TryLockError::Error(_)) => {}
        }
        lock.write_all(name.as_encoded_bytes())?;
        self.lock = Some(lock);
        // The other program may have removed the file before it was locked here.
        Ok(path.is_file())
    }

    /// Returns the place of the new site.
    pub(super) fn new_site(&self) -> PathBuf {
        self.path.join(NEW)
    }

    /// Returns the place to which the old site is moved.
    pub(super) fn old_site(&self) -> PathBuf {
        self.path.join(OLD)
    }

    /// Leaves the folder to the next `publish`.
    pub(super) fn keep(mut self) {
        self.path = PathBuf::new();
    }

    /// Leaves the folder as a killed program does, whose locks end with it.
    #[cfg(test)]
    pub(super) fn leave(mut self) {
        self.lock = None;
        self.keep();
    }
}

impl Drop for WorkFolder {
    fn drop(&mut self) {
        self.unfinished = None;
        if !self.path.as_os_str().is_empty() {
            // Windows removes no open file. What cannot be removed is left to the next `publish`.
            self.lock = None;
            let _ = remove(&self.path);
        }
    }
}

/// A folder that a killed `publish` had left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SweptFolder {
    /// It was removed.
    Removed(PathBuf),
    /// The site at this place, which was missing, was in it and has been put back.
    PutBack(PathBuf),
}

impl SweptFolder {
    /// Returns a sentence about it.
    pub(super) fn sentence(&self) -> String {
        match self {
            Self::Removed(path) => format!("{} was left by a command that was ended; it is removed", slashed(path)),
            Self::PutBack(path) => format!("{} was moved by a command that was ended; it is put back", slashed(path)),
        }
    }
}

/// Looks for folders beside `out` that a killed `publish` has left, puts back the sites in them that are missing at their
/// places, and removes the rest. Folders in use are left alone, as are those that cannot be removed.
pub(super) fn sweep(out: &Path) -> Vec<SweptFolder> {
    let is_work = |name: &OsStr| name.to_str().is_some_and(|name| name.starts_with(PREFIX));
    let entries = fs::read_dir(parent(out)).into_iter().flatten().flatten();
    let folders =
        entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()) && is_work(&entry.file_name()));
    folders.flat_map(|entry| sweep_folder(&entry.path())).collect()
}

fn sweep_folder(path: &Path) -> Vec<SweptFolder> {
    let mut swept = Vec::new();
    // A lock that is a pipe or a device is of others, and opening a pipe would block.
    let lock = match open_file(&path.join(LOCK)) {
        Ok(lock) => lock,
        // It was left before it had a lock, and is empty; only then can it be removed.
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            swept.extend(fs::remove_dir(path).is_ok().then(|| SweptFolder::Removed(path.to_owned())));
            return swept;
        }
        Err(_) => return swept,
    };
    if lock.try_lock().is_err() {
        return swept;
    }
    let old = path.join(OLD);
    if old.is_dir() {
        let Some(place) = place(&lock, path) else { return swept };
        if place.symlink_metadata().is_err() {
            if fs::rename(&old, &place).is_err() {
                return swept;
            }
            swept.push(SweptFolder::PutBack(place));
        }
    }
    drop(lock);
    swept.extend(remove(path).is_ok().then(|| SweptFolder::Removed(path.to_owned())));
    swept
}

/// Returns the place of the site that was written in the folder at `path`; `None` if `lock` does not tell it.
fn place(lock: &File, path: &Path) -> Option<PathBuf> {
    let mut name = String::new();
    lock.take(LONGEST).read_to_string(&mut name).ok()?;
    let is_name = Path::new(&name).file_name() == Some(OsStr::new(&name));
    is_name.then(|| path.with_file_name(name))
}

/// Removes the folder at `path`, the lock last, so that an interrupted removal is finished by the next [`sweep`]. Files of
/// others in it stay, with the folder.
fn remove(path: &Path) -> io::Result<()> {
    let gone = |result: io::Result<()>| match result {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        result => result,
    };
    for name in [NEW, OLD] {
        gone(fs::remove_dir_all(path.join(name)))?;
    }
    gone(fs::remove_file(path.join(LOCK)))?;
    fs::remove_dir(path)
}

/// Removes the folder at `path`, in which other threads may still write.
fn remove_hard(path: &Path) {
    for _ in 0..ATTEMPTS {
        if remove(path).is_ok() {
            return;
        }
    }
}

/// Returns the folder of `out`.
pub(super) fn parent(out: &Path) -> &Path {
    out.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the names in a folder.
    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    /// Leaves a folder as a killed program does.
    fn killed(work: WorkFolder) -> PathBuf {
        let path = work.path.clone();
        work.leave();
        path
    }

    #[test]
    fn a_folder_in_use_is_left_alone_and_removed_in_the_end() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("site");
        let work = WorkFolder::new(&out).unwrap();
        assert_eq!((sweep(&out), names(folder.path()).len()), (vec![], 1));
        drop(work);
        assert!(names(folder.path()).is_empty());
    }

    #[test]
    fn a_left_folder_is_removed_whatever_it_holds_of_its_own() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("site");
        let whole = killed(WorkFolder::new(&out).unwrap());
        fs::write(whole.join("made/index.html"), "new").unwrap();
        fs::create_dir(folder.path().join(".battlewright-site-empty")).unwrap();
        let with_a_letter = killed(WorkFolder::new(&out).unwrap());
        fs::write(with_a_letter.join("letter.txt"), "mine").unwrap();
        let strange = folder.path().join(".battlewright-site-strange");
        fs::create_dir(&strange).unwrap();
        fs::write(strange.join("file"), "mine").unwrap();
        let swept = sweep(&out);
        assert!(swept.len() == 2 && swept.contains(&SweptFolder::Removed(whole)), "{swept:?}");
        assert_eq!(names(&with_a_letter), ["letter.txt"]);
        assert_eq!(names(folder.path()).len(), 2);
    }

    #[cfg(unix)]
    #[test]
    fn a_lock_that_is_a_pipe_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let strange = folder.path().join(".battlewright-site-strange");
        fs::create_dir(&strange).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(strange.join(LOCK)).status().unwrap().success());
        assert_eq!(sweep(&folder.path().join("site")), []);
        assert_eq!(names(&strange), [LOCK]);
    }

    #[test]
    fn a_site_that_was_moved_away_is_put_back() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("site");
        let left = killed(WorkFolder::new(&out).unwrap());
        fs::create_dir(left.join(OLD)).unwrap();
        fs::write(left.join("old/index.html"), "old").unwrap();
        // Another site in the same folder may be the next to be published.
        let swept = sweep(&folder.path().join("other"));
        assert_eq!(swept, [SweptFolder::PutBack(out.clone()), SweptFolder::Removed(left)]);
        assert_eq!(fs::read(out.join("index.html")).unwrap(), b"old");
        assert_eq!(names(folder.path()), ["site"]);
    }

    #[test]
    fn a_lock_leads_to_no_other_folder() {
        let folder = tempfile::tempdir().unwrap();
        let here = folder.path().join("here");
        fs::create_dir(&here).unwrap();
        let left = killed(WorkFolder::new(&here.join("site")).unwrap());
        fs::create_dir(left.join(OLD)).unwrap();
        for name in ["../elsewhere", "", "..", "a/b"] {
            fs::write(left.join(LOCK), name).unwrap();
            assert_eq!(sweep(&here.join("site")), [], "{name}");
            assert!(left.join(OLD).is_dir(), "{name}");
        }
        assert_eq!(names(folder.path()), ["here"]);
    }
}
