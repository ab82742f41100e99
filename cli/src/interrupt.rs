//! Ctrl-C: stops the games in progress, keeps the finished games, and removes partly written files.

use std::sync::atomic::{AtomicBool, Ordering};

use battlewright_schema::discard_unfinished;

use crate::console::Failure;

/// Set on the first Ctrl-C.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);
/// Set once [`INTERRUPTED`] is watched, so that the first Ctrl-C does not exit.
static WATCHED: AtomicBool = AtomicBool::new(false);

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

fn listen() -> Result<(), ctrlc::Error> {
    static ASKED: AtomicBool = AtomicBool::new(false);
    if ASKED.swap(true, Ordering::Relaxed) {
        return Ok(());
    }
    ctrlc::try_set_handler(|| {
        if !WATCHED.load(Ordering::Relaxed) || INTERRUPTED.swap(true, Ordering::Relaxed) {
            let _no_new_names = discard_unfinished();
            std::process::exit(130);
        }
    })
}
