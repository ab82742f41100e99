//! One task at a time on a background thread. Each result comes with a key, such as the edition of the text that it was
//! computed from.

use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use battlewright_platform::background;
use battlewright_platform::tasks::{FileTask, start_file_task};

/// The most hexes that an operation may handle on the window's thread. A limit of size, not of time, makes the same
/// work behave the same on every machine.
pub(crate) const MOST_HEXES_AT_ONCE: usize = 50_000;

/// A slot for one task on a background thread: the key of the task and the channel of its result.
#[derive(Debug)]
pub(crate) struct BackgroundTask<T>(Option<(u64, Receiver<T>)>);

impl<T> Default for BackgroundTask<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T: Send + 'static> BackgroundTask<T> {
    /// Returns `true` from [`Self::begin`] until the result is taken.
    pub(crate) fn is_busy(&self) -> bool {
        self.0.is_some()
    }

    /// Starts `work` under the key `edition` and calls `wake` when it is done. The result of an earlier task that was
    /// not taken is dropped.
    pub(crate) fn begin(
        &mut self,
        edition: u64,
        wake: impl FnOnce() + Send + 'static,
        work: impl FnOnce() -> T + Send + 'static,
    ) {
        let (send, receive) = channel();
        self.0 = Some((edition, receive));
        background::spawn(move || {
            // The receiver may be gone, if another task was started since.
            let _ = send.send(work());
            wake();
        });
    }

    /// Starts `task` like [`Self::begin`], in a browser in a worker. Its result is made of the outcome by `result`.
    pub(crate) fn begin_task<F: FileTask>(
        &mut self,
        edition: u64,
        wake: impl FnOnce() + Send + 'static,
        task: F,
        result: impl FnOnce(F::Outcome) -> T + Send + 'static,
    ) {
        let (send, receive) = channel();
        self.0 = Some((edition, receive));
        start_file_task(task, move |outcome| {
            // As above.
            let _ = send.send(result(outcome));
            wake();
        });
    }

    /// Returns the key and the result if the task is done. The result is taken: a second call returns `None`.
    pub(crate) fn poll(&mut self) -> Option<(u64, T)> {
        self.poll_for(Duration::ZERO)
    }

    /// Like [`Self::poll`], but waits up to `time` for the result.
    pub(crate) fn poll_for(&mut self, time: Duration) -> Option<(u64, T)> {
        let (edition, receive) = self.0.take()?;
        match background::receive(&receive, time) {
            Ok(answer) => Some((edition, answer)),
            Err(RecvTimeoutError::Timeout) => {
                self.0 = Some((edition, receive));
                None
            }
            // The thread has panicked. The caller finds no task and starts it again.
            Err(RecvTimeoutError::Disconnected) => None,
        }
    }

    /// Blocks until the task is done and takes its key and result. Returns `None` if there is no task or its thread has
    /// panicked.
    pub(crate) fn wait(&mut self) -> Option<(u64, T)> {
        let (edition, receive) = self.0.take()?;
        Some((edition, receive.recv().ok()?))
    }

    /// Blocks until the task is done and leaves the result for [`Self::poll`].
    pub(crate) fn finish(&mut self) {
        if let Some((edition, answer)) = self.wait() {
            let (send, receive) = channel();
            // Sending cannot fail: the receiver is stored below.
            let _ = send.send(answer);
            self.0 = Some((edition, receive));
        }
    }
}
