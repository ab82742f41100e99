//! Ctrl-C: stops the games in progress, keeps the finished games, and removes partly written files.

use std::sync::atomic::{AtomicBool, Ordering};

use battlewright_schema::discard_unfinished;

use crate::console::Failure;

/// Set when Ctrl-C was pressed.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);
/// Set when somebody looks at it, so that Ctrl-C does not end the program at once.
static WATCHED: AtomicBool = AtomicBool::new(false);

/// Returns what is set when Ctrl-C is pressed: the games under way are given up, those played are kept. A second time it
/// ends the program.
///
/// # Errors
/// The system does not let us know.
pub(crate) fn watched() -> Result<&'static AtomicBool, Failure> {
    WATCHED.store(true, Ordering::Relaxed);
    match listen() {
        // Who started the program wants it to take no notice.
        Ok(()) | Err(ctrlc::Error::MultipleHandlers) => Ok(&INTERRUPTED),
        Err(error) => Err(Failure::new(format!("cannot listen for Ctrl-C: {error}"))),
    }
}

/// Has Ctrl-C remove the files that are being written before it ends the program.
pub(crate) fn leave_nothing() {
    // Where the system does not let us know, a file with a name of its own may be left.
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
