//! Ctrl-C and the signals that end a job: stop the games in progress, keep the finished games, and remove what is
//! unfinished.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use battlewright_schema::discard_unfinished;

use crate::console::Failure;

/// Set on the first signal.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);
/// Set once [`INTERRUPTED`] is watched, so that the first signal does not exit.
static WATCHED: AtomicBool = AtomicBool::new(false);
/// The unfinished folders, each with the function that removes it. The lock is held while they change.
static FOLDERS: Mutex<Vec<(PathBuf, RemoveFolder)>> = Mutex::new(Vec::new());

/// A function that removes a folder of unfinished work.
type RemoveFolder = fn(&Path);

/// Returns the flag that Ctrl-C sets: games in progress are then abandoned, finished ones kept. A second Ctrl-C exits.
///
/// # Errors
/// The signal handler cannot be installed.
pub(crate) fn watched() -> Result<&'static AtomicBool, Failure> {
    WATCHED.store(true, Ordering::Relaxed);
    match listen() {
        // The parent process chose to ignore the signal.
        Ok(()) | Err(ctrlc::Error::MultipleHandlers) => Ok(&INTERRUPTED),
        Err(ctrlc::Error::System(error)) => {
            Err(Failure::new(format!("cannot start the thread that waits for Ctrl-C: {error}"))
                .help("let this user have more processes and threads: see `ulimit -u`"))
        }
        Err(error) => Err(Failure::new(format!("cannot listen for Ctrl-C: {error}"))),
    }
}

/// Makes Ctrl-C remove partly written files before exiting.
pub(crate) fn leave_nothing() {
    // Without a signal handler, a temporary file may be left.
    let _ = listen();
}

/// A folder of unfinished work, which Ctrl-C removes before exiting, until this value is dropped.
#[derive(Debug)]
pub(crate) struct UnfinishedFolder(PathBuf);

impl UnfinishedFolder {
    /// Lists the folder at `path`, which `remove` removes.
    pub(crate) fn new(path: &Path, remove: RemoveFolder) -> Self {
        hold().push((path.to_owned(), remove));
        Self(path.to_owned())
    }
}

impl Drop for UnfinishedFolder {
    fn drop(&mut self) {
        hold().retain(|(path, _)| *path != self.0);
    }
}

/// Lets Ctrl-C wait until the returned guard is dropped.
pub(crate) fn hold() -> MutexGuard<'static, Vec<(PathBuf, RemoveFolder)>> {
    // Each change of the list is a single operation, so the list is valid even after a panic.
    FOLDERS.lock().unwrap_or_else(PoisonError::into_inner)
}

fn listen() -> Result<(), ctrlc::Error> {
    static ASKED: AtomicBool = AtomicBool::new(false);
    if ASKED.swap(true, Ordering::Relaxed) {
        return Ok(());
    }
    #[cfg(unix)]
    job::listen();
    ctrlc::try_set_handler(interrupt)
}

/// Sets the flag, or exits without leaving anything unfinished.
fn interrupt() {
    if !WATCHED.load(Ordering::Relaxed) || INTERRUPTED.swap(true, Ordering::Relaxed) {
        let folders = hold();
        folders.iter().for_each(|(path, remove)| remove(path));
        let _no_new_names = discard_unfinished();
        std::process::exit(130);
    }
}

/// The signals by which a system ends a job, or the terminal of a job.
#[cfg(unix)]
mod job {
    use std::thread;

    use signal_hook::consts::{SIGHUP, SIGTERM};
    use signal_hook::iterator::Signals;

    /// Treats the signals as Ctrl-C, apart from those that the parent process chose to ignore, as `nohup` does.
    pub(super) fn listen() {
        let status = std::fs::read_to_string("/proc/self/status").ok();
        let heard: Vec<i32> =
            [SIGTERM, SIGHUP].into_iter().filter(|signal| !is_ignored(*signal, status.as_deref())).collect();
        // Without a signal handler, a temporary file may be left.
        let Ok(mut signals) = Signals::new(heard) else { return };
        let _ = thread::Builder::new().name("signals".to_owned()).spawn(move || {
            signals.forever().for_each(|_| super::interrupt());
        });
    }

    /// Returns `true` if the process ignores `signal`, by the `status` that Linux tells. Elsewhere only a hang-up may be ignored.
    fn is_ignored(signal: i32, status: Option<&str>) -> bool {
        let mask = status.and_then(|status| status.lines().find_map(|line| line.strip_prefix("SigIgn:")));
        match mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()) {
            Some(mask) => (mask >> (signal - 1)) & 1 == 1,
            None => signal == SIGHUP,
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn what_the_parent_ignores_stays_ignored() {
            let status = "Name:\tx\nSigIgn:\t0000000000000001\nSigCgt:\t0000000000004000\n";
            assert!(is_ignored(SIGHUP, Some(status)) && !is_ignored(SIGTERM, Some(status)));
            assert!(is_ignored(SIGHUP, None) && !is_ignored(SIGTERM, None));
        }
    }
}
