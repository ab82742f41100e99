//! A thread that checks a file and its journals at intervals and wakes the window after a change, so that the window
//! need not poll.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use battlewright_platform::background::{self, Watching};
use battlewright_schema::Collection;

use super::RecoveryPath;
use super::journal;
use crate::model::autosave::file_content::{FileStamp, file_stamp};

/// The interval between two checks, which is shorter in tests.
const PAUSE: Duration = Duration::from_millis(if cfg!(test) { 250 } else { 1000 });

/// A watch on one file, which ends when this value is dropped.
#[derive(Debug)]
pub struct Watch {
    path: PathBuf,
    has_changed: Arc<AtomicBool>,
    /// Further files to watch.
    others: Arc<Mutex<Vec<PathBuf>>>,
    /// The watch on the files, which ends with this value.
    _watching: Watching,
}

/// The stamps of the file, of its collection file and of further files, and the journals with `true` if another program
/// holds their lock.
type WatchedStamps = (Option<FileStamp>, Option<FileStamp>, Vec<(PathBuf, Option<FileStamp>)>, Vec<(PathBuf, bool)>);

impl Watch {
    /// Starts to watch the file at `path`, whose journals are in `places`. `wake` is called after a change.
    pub fn start(path: &Path, places: Vec<RecoveryPath>, wake: impl Fn() + Send + 'static) -> Self {
        let has_changed = Arc::new(AtomicBool::new(false));
        let (file, stir) = (path.to_owned(), Arc::clone(&has_changed));
        let others: Arc<Mutex<Vec<PathBuf>>> = Arc::default();
        let further = Arc::clone(&others);
        let mut before = read_stamps(path, &places, &further);
        let watching = background::watch(PAUSE, move || {
            let now = read_stamps(&file, &places, &further);
            if now != before {
                before = now;
                stir.store(true, Ordering::Relaxed);
                wake();
            }
        });
        Self { path: path.to_owned(), has_changed, others, _watching: watching }
    }

    /// Replaces the list of further files to watch.
    pub fn also(&self, files: &[PathBuf]) {
        let mut others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        if *others != files {
            *others = files.to_vec();
        }
    }

    /// Returns the path of the watched file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns `true` if anything has changed since the last call of [`Watch::settle`].
    pub fn has_changed(&self) -> bool {
        self.has_changed.load(Ordering::Relaxed)
    }

    /// Marks the changes as handled.
    pub fn settle(&self) {
        self.has_changed.store(false, Ordering::Relaxed);
    }
}

fn read_stamps(path: &Path, places: &[RecoveryPath], others: &Mutex<Vec<PathBuf>>) -> WatchedStamps {
    let look = |path: &Path| file_stamp(path).ok().flatten();
    let collection = Collection::nearest(path).and_then(|file| look(&file));
    let journals = journal::all(places).into_iter().map(|(_, path)| {
        let held = journal::is_held(&path);
        (path, held)
    });
    let mut journals: Vec<_> = journals.collect();
    journals.sort();
    let others = others.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let others = others.into_iter().map(|file| (file.clone(), look(&file))).collect();
    (look(path), collection, others, journals)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{RecvTimeoutError, channel};

    use super::*;

    #[test]
    fn a_change_wakes_the_window_and_quiet_does_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.toml");
        std::fs::write(&path, "one").unwrap();
        let (send, woken) = channel();
        let watch = Watch::start(&path, Vec::new(), move || send.send(()).unwrap());
        assert_eq!(woken.recv_timeout(PAUSE * 2), Err(RecvTimeoutError::Timeout));
        assert!(!watch.has_changed());
        std::fs::write(&path, "three").unwrap();
        assert_eq!(woken.recv_timeout(PAUSE * 20), Ok(()));
        assert!(watch.has_changed());
        watch.settle();
        std::fs::remove_file(&path).unwrap();
        assert_eq!(woken.recv_timeout(PAUSE * 20), Ok(()));
        std::fs::write(folder.path().join("battlewright.toml"), "").unwrap();
        assert_eq!(woken.recv_timeout(PAUSE * 20), Ok(()), "its collection counts too");
        drop(watch);
        assert_eq!(woken.recv_timeout(PAUSE * 20), Err(RecvTimeoutError::Disconnected), "the look-out has ended");
    }
}
