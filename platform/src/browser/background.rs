//! Work beside the window. A page has no threads: the work is done at once.

use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError};
use std::time::Duration;

use crate::background::NoResult;

/// Runs `work` at once.
pub fn spawn(work: impl FnOnce() + Send + 'static) {
    work();
}

/// Does nothing: no other program changes the files of a page.
#[must_use = "the watch ends when this value is dropped"]
pub fn watch(_: Duration, _: impl FnMut() + Send + 'static) -> Watching {
    Watching {}
}

/// A running watch.
#[derive(Debug)]
pub struct Watching {}

/// Does nothing: a page must not wait.
pub fn pause(_: Duration) {}

/// Returns a message of work beside the window without waiting, since waiting would stop that work too.
///
/// # Errors
/// There is none yet, or the sender is gone.
pub fn receive<T>(from: &Receiver<T>, _: Duration) -> Result<T, RecvTimeoutError> {
    from.try_recv().map_err(|error| match error {
        TryRecvError::Empty => RecvTimeoutError::Timeout,
        TryRecvError::Disconnected => RecvTimeoutError::Disconnected,
    })
}

/// Runs `work` and returns its result.
///
/// # Errors
/// Never; a page can neither interrupt work nor survive its panic.
pub fn within<T: Send + 'static>(
    _: Duration,
    _: usize,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, NoResult> {
    Ok(work())
}
