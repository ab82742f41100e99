//! Parsing of untrusted drawings on a separate thread with a sufficient stack and a deadline, because the SVG and XML
//! parsers have no configurable limits.

use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use super::ArtError;

/// The time that may be taken. No drawing that is within the other limits takes a tenth of it.
const DEADLINE: Duration = Duration::from_secs(20);

/// The stack, in bytes: that of a thread is 2 MB, which elements deep in each other can use up.
const STACK: usize = 64 << 20;

/// The result of `work`.
///
/// # Errors
/// It takes too long, or there is no room for a thread, or `work` panics. Work that takes too long is left to itself until
/// the program ends.
pub(super) fn bounded<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, ArtError> {
    within(DEADLINE, work)
}

fn within<T: Send + 'static>(deadline: Duration, work: impl FnOnce() -> T + Send + 'static) -> Result<T, ArtError> {
    let (to, from) = sync_channel(1);
    let thread = thread::Builder::new().name("artwork".to_owned()).stack_size(STACK);
    thread
        // Nobody may be waiting any more.
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
        assert!(bounded(move || from.recv().unwrap()).unwrap_err().to_string().contains("more than the reader"));
    }
}
