//! The moments at which a file that grows is synchronized to the disk.

use battlewright_platform::background;
use battlewright_platform::clock::{Duration, Instant};
use battlewright_platform::fs::File;

/// The idle time after which written records are synchronized to the disk.
const PAUSE: Duration = Duration::from_secs(1);

/// The time after which written records are synchronized to the disk, even without a pause.
const PATIENCE: Duration = Duration::from_secs(5);

/// The writes to a file that are not synchronized to the disk yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SyncTimer {
    /// The times of the first and the last of them.
    unsynced: Option<(Instant, Instant)>,
}

impl SyncTimer {
    /// Takes note of a write.
    pub(super) fn written(&mut self) {
        let now = Instant::now();
        self.unsynced = Some((self.unsynced.map_or(now, |(first, _)| first), now));
    }

    /// Synchronizes `file` if that is due. Returns the time until it is, or `None` if nothing is pending.
    pub(super) fn sync(&mut self, file: &File) -> Option<Duration> {
        let (first, last) = self.unsynced?;
        let wait = PAUSE.saturating_sub(last.elapsed()).min(PATIENCE.saturating_sub(first.elapsed()));
        if !wait.is_zero() {
            return Some(wait);
        }
        self.unsynced = None;
        // A slow disk must not block the window.
        if let Ok(file) = file.try_clone() {
            background::spawn(move || drop(file.sync_data()));
        }
        None
    }
}
