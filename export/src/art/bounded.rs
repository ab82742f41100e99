//! Parsing of untrusted drawings on a separate thread with a sufficient stack and a deadline, because the SVG and XML
//! parsers have no configurable limits.

use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use super::ArtError;

/// The deadline for `work`. A drawing within the other limits takes less than a tenth of it.
const DEADLINE: Duration = Duration::from_secs(20);

/// The stack size, in bytes. The default of 2 MB is too small for deeply nested elements.
const STACK: usize = 64 << 20;

/// Runs `work` on a separate thread and returns its result.
///
/// # Errors
/// `work` takes longer than the deadline or panics, or no thread can be started. Overdue work goes on until it ends or
/// the process does.
pub(super) fn bounded<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, ArtError> {
    within(DEADLINE, work)
}

fn within<T: Send + 'static>(deadline: Duration, work: impl FnOnce() -> T + Send + 'static) -> Result<T, ArtError> {
    let (to, from) = sync_channel(1);
    let thread = thread::Builder::new().name("artwork".to_owned()).stack_size(STACK);
    thread
        // After the deadline the receiver is gone, and the send fails.
        .spawn(move || drop(to.send(work())))
        .map_err(ArtError::NoThread)?;
    from.recv_timeout(deadline).map_err(|error| match error {
        RecvTimeoutError::Timeout => ArtError::Timeout(deadline),
        RecvTimeoutError::Disconnected => ArtError::ReaderFailed,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_that_does_not_end_is_given_up() {
        assert_eq!(bounded(|| 7).unwrap(), 7);
        let (stop, stopped) = sync_channel::<()>(0);
        let waits = within(Duration::from_millis(1), move || stopped.recv().is_ok());
        assert_eq!(waits.unwrap_err().to_string(), "it takes more than 0 seconds to read");
        drop(stop);
        let (to, from) = sync_channel::<()>(0);
        drop(to);
        assert!(bounded(move || from.recv().unwrap()).unwrap_err().to_string().contains("parser failed"));
    }
}
