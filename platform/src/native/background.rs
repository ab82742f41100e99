//! Work beside the window, on threads.

use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use crate::background::NoResult;

/// Runs `work` on a thread of its own.
pub fn spawn(work: impl FnOnce() + Send + 'static) {
    thread::spawn(work);
}

/// Calls `look` at intervals of `pause` on a thread of its own until the returned value is dropped.
#[must_use = "the watch ends when this value is dropped"]
pub fn watch(pause: Duration, mut look: impl FnMut() + Send + 'static) -> Watching {
    let (alive, ended) = std::sync::mpsc::channel::<()>();
    thread::spawn(move || {
        while ended.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
            look();
        }
    });
    Watching { _alive: alive }
}

/// A running watch.
#[derive(Debug)]
pub struct Watching {
    /// A channel without messages: the thread ends when this sender is dropped.
    _alive: std::sync::mpsc::Sender<()>,
}

/// Waits for `time`.
pub fn pause(time: Duration) {
    thread::sleep(time);
}

/// Waits up to `time` for a message of work beside the window.
///
/// # Errors
/// There is none yet, or the sender is gone.
pub fn receive<T>(from: &Receiver<T>, time: Duration) -> Result<T, RecvTimeoutError> {
    from.recv_timeout(time)
}

/// Runs `work` on a thread with `stack` bytes of stack and returns its result.
///
/// # Errors
/// The work takes longer than `deadline` or panics, or no thread can be started.
pub fn within<T: Send + 'static>(
    deadline: Duration,
    stack: usize,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, NoResult> {
    let (to, from) = sync_channel(1);
    thread::Builder::new()
        .stack_size(stack)
        // After the deadline the receiver is gone, and the send fails.
        .spawn(move || drop(to.send(work())))
        .map_err(NoResult::NoThread)?;
    from.recv_timeout(deadline).map_err(|error| match error {
        RecvTimeoutError::Timeout => NoResult::Overdue,
        RecvTimeoutError::Disconnected => NoResult::Panicked,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_that_does_not_end_is_given_up() {
        let within = |deadline, work: Box<dyn FnOnce() -> bool + Send>| within(deadline, 1 << 20, work);
        let long = Duration::from_secs(20);
        assert!(within(long, Box::new(|| true)).unwrap());
        let (stop, stopped) = sync_channel::<()>(0);
        let waits = within(Duration::from_millis(1), Box::new(move || stopped.recv().is_ok()));
        assert!(matches!(waits, Err(NoResult::Overdue)));
        drop(stop);
        let (to, from) = sync_channel::<()>(0);
        drop(to);
        assert!(matches!(within(long, Box::new(move || from.recv().is_ok() || panic!())), Err(NoResult::Panicked)));
    }
}
