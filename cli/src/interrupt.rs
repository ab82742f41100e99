//! Ctrl-C stops the games in progress and keeps the finished games. The signals that end a job end the program at once. In both
//! cases, what is unfinished is removed, and the programs that play are ended.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use battlewright_schema::discard_unfinished;

use crate::console::Failure;
use crate::external;

/// Set on the first Ctrl-C.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);
/// Set once [`INTERRUPTED`] is watched, so that the first Ctrl-C does not exit.
static WATCHED: AtomicBool = AtomicBool::new(false);
/// The unfinished folders, each with the function that removes it. The lock is held while they change.
static FOLDERS: Mutex<Vec<(PathBuf, RemoveFolder)>> = Mutex::new(Vec::new());

/// A function that removes a folder of unfinished work.
type RemoveFolder = fn(&Path);

/// Returns the flag that Ctrl-C sets: games in progress are then abandoned, finished ones kept. A second Ctrl-C exits, as does
/// each signal that ends a job: a command may block between two looks at the flag.
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

/// Returns `true` once Ctrl-C has set the flag that is [watched].
pub(crate) fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// Makes Ctrl-C and the signals that end a job remove partly written files before exiting.
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
        block_signals().push((path.to_owned(), remove));
        Self(path.to_owned())
    }
}

impl Drop for UnfinishedFolder {
    fn drop(&mut self) {
        block_signals().retain(|(path, _)| *path != self.0);
    }
}

/// Makes Ctrl-C and the signals that end a job wait until the returned guard is dropped.
pub(crate) fn block_signals() -> MutexGuard<'static, Vec<(PathBuf, RemoveFolder)>> {
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

/// Sets the flag, or exits.
fn interrupt() {
    if !WATCHED.load(Ordering::Relaxed) || INTERRUPTED.swap(true, Ordering::Relaxed) {
        exit_by(2);
    }
}

/// Exits with the status of a program that `signal` has ended, without leaving anything unfinished.
fn exit_by(signal: i32) -> ! {
    let folders = block_signals();
    folders.iter().for_each(|(path, remove)| remove(path));
    let _no_new_names = discard_unfinished();
    external::end_all();
    std::process::exit(128 + signal)
}

/// The signals by which a system ends a job, or the terminal of a job.
#[cfg(unix)]
mod job {
    use std::process::{Command, Stdio};
    use std::sync::mpsc;
    use std::thread;

    use signal_hook::consts::{SIGHUP, SIGTERM};
    use signal_hook::iterator::Signals;

    /// Makes the signals remove what is unfinished and end the program, apart from those that the parent process chose to
    /// ignore, as `nohup` does.
    pub(super) fn listen() {
        let status = std::fs::read_to_string("/proc/self/status").ok();
        let is_ignored = |signal: &i32| match status.as_deref().and_then(|status| is_in_mask(*signal, status)) {
            Some(is_ignored) => is_ignored,
            None => *signal == SIGHUP && is_hang_up_ignored(),
        };
        let caught: Vec<i32> = [SIGTERM, SIGHUP].into_iter().filter(|signal| !is_ignored(signal)).collect();
        let (ready, wait) = mpsc::channel();
        // The thread installs the handlers itself: without the thread, the signals would be caught and end nothing. Without the
        // handlers, a temporary file may be left.
        let thread = thread::Builder::new().name("signals".to_owned()).spawn(move || {
            let signals = Signals::new(caught);
            // The receiver waits below.
            let _ = ready.send(());
            if let Some(signal) = signals.ok().and_then(|mut signals| signals.forever().next()) {
                super::exit_by(signal);
            }
        });
        if thread.is_ok() {
            // An error means that the thread has ended.
            let _ = wait.recv();
        }
    }

    /// Returns `true` if the process ignores `signal`, by the `status` that Linux gives; `None` without a mask.
    fn is_in_mask(signal: i32, status: &str) -> Option<bool> {
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
        let mask = u64::from_str_radix(mask.trim(), 16).ok()?;
        Some((mask >> (signal - 1)) & 1 == 1)
    }

    /// Returns `true` if the process ignores a hang-up, where the system gives no mask: a shell inherits that, and either survives
    /// its own signal or does not. Without a shell, the signal is not caught.
    fn is_hang_up_ignored() -> bool {
        let mut shell = Command::new("sh");
        shell.args(["-c", "kill -s HUP $$"]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        shell.status().map_or(true, |status| status.success())
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn what_the_parent_ignores_stays_ignored() {
            let status = "Name:\tx\nSigIgn:\t0000000000000001\nSigCgt:\t0000000000004000\n";
            assert_eq!([SIGHUP, SIGTERM].map(|signal| is_in_mask(signal, status)), [Some(true), Some(false)]);
            assert_eq!(is_in_mask(SIGHUP, "Name:\tx\n"), None);
        }

        /// The variable with the expected answer, for the process that the next test starts.
        const EXPECTED: &str = "BATTLEWRIGHT_TEST_HANG_UP_IGNORED";

        /// Asks in a process of the next test. Does nothing elsewhere.
        #[test]
        fn hang_up_as_expected() {
            let Ok(expected) = std::env::var(EXPECTED) else { return };
            assert_eq!(is_hang_up_ignored().to_string(), expected);
        }

        #[test]
        fn a_shell_knows_whether_a_hang_up_is_ignored() {
            for (trap, expected) in [("trap '' HUP", "true"), ("trap - HUP", "false")] {
                let asked = Command::new("sh")
                    .args(["-c", &format!("{trap}; exec \"$0\" --exact interrupt::job::tests::hang_up_as_expected")])
                    .arg(std::env::current_exe().unwrap())
                    .env(EXPECTED, expected)
                    .output()
                    .unwrap();
                // A parent of the tests may ignore it, and a shell cannot change that.
                let is_inherited = expected == "false" && is_hang_up_ignored();
                assert!(is_inherited || asked.status.success(), "{}", String::from_utf8_lossy(&asked.stdout));
            }
        }
    }
}
