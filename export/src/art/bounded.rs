//! Parsing of untrusted drawings on a separate thread with a sufficient stack and a deadline, because the SVG and XML
//! parsers have no configurable limits.

use std::time::Duration;

use battlewright_platform::background::{self, NoResult};

use super::ArtError;

/// The deadline. A drawing within the other limits takes less than a tenth of it.
const DEADLINE: Duration = Duration::from_secs(20);

/// The stack size, in bytes. The default of 2 MB is too small for deeply nested elements.
const STACK: usize = 64 << 20;

/// Runs `work` on a separate thread and returns its result.
///
/// # Errors
/// `work` takes longer than the deadline or panics, or no thread can be started. Overdue work goes on until it ends or
/// the process does.
pub(super) fn bounded<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, ArtError> {
    background::within(DEADLINE, STACK, work).map_err(|none| match none {
        NoResult::NoThread(error) => ArtError::NoThread(error),
        NoResult::Overdue => ArtError::Timeout(DEADLINE),
        NoResult::Panicked => ArtError::ReaderFailed,
    })
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::sync_channel;

    use super::*;

    #[test]
    fn work_that_panics_is_an_error() {
        assert_eq!(bounded(|| 7).unwrap(), 7);
        let (to, from) = sync_channel::<()>(0);
        drop(to);
        assert!(bounded(move || from.recv().unwrap()).unwrap_err().to_string().contains("parser failed"));
    }
}
