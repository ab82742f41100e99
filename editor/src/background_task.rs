//! Work on a background thread. An answer names the edition of the text, or another key, that it belongs to.

use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// The most hexes that are worked on while the user waits. A limit of size, not of time, makes the same work behave the
/// same on every machine.
pub(crate) const MOST_HEXES_AT_ONCE: usize = 50_000;

/// Work beside the window; one at a time.
#[derive(Debug)]
pub(crate) struct BackgroundTask<T>(Option<(u64, Receiver<T>)>);

impl<T> Default for BackgroundTask<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T: Send + 'static> BackgroundTask<T> {
    /// Returns `true` if there is work whose answer was not taken.
    pub(crate) fn is_busy(&self) -> bool {
        self.0.is_some()
    }

    /// Begins `work` on an `edition`, and calls `wake` when it is done. The answer to what was begun before is not
    /// waited for any more.
    pub(crate) fn begin(
        &mut self,
        edition: u64,
        wake: impl FnOnce() + Send + 'static,
        work: impl FnOnce() -> T + Send + 'static,
    ) {
        let (send, receive) = channel();
        self.0 = Some((edition, receive));
        std::thread::spawn(move || {
            // It may be that nobody waits for it any more.
            let _ = send.send(work());
            wake();
        });
    }

    /// The answer and its edition, if it has come; told once.
    pub(crate) fn poll(&mut self) -> Option<(u64, T)> {
        self.poll_for(Duration::ZERO)
    }

    /// The same, if it has come or comes within `time`.
    pub(crate) fn poll_for(&mut self, time: Duration) -> Option<(u64, T)> {
        let (edition, receive) = self.0.take()?;
        match receive.recv_timeout(time) {
            Ok(answer) => Some((edition, answer)),
            Err(RecvTimeoutError::Timeout) => {
                self.0 = Some((edition, receive));
                None
            }
            // The thread has failed; it will be asked again.
            Err(RecvTimeoutError::Disconnected) => None,
        }
    }

    /// The answer and its edition, which is waited for; told once.
    pub(crate) fn wait(&mut self) -> Option<(u64, T)> {
        let (edition, receive) = self.0.take()?;
        Some((edition, receive.recv().ok()?))
    }

    /// Waits until the answer has come, which [`Self::poll`] then tells.
    pub(crate) fn finish(&mut self) {
        if let Some((edition, answer)) = self.wait() {
            let (send, receive) = channel();
            // The receiver is here.
            let _ = send.send(answer);
            self.0 = Some((edition, receive));
        }
    }
}
