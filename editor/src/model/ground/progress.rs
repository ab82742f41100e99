//! The progress of the work beside the window, and its end on request.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use battlewright_ground::run::{RunProgress, RunStep};

/// The progress of a run. The work and the window share it.
#[derive(Clone, Debug, Default)]
pub struct GroundProgress(Arc<SharedProgress>);

#[derive(Debug, Default)]
struct SharedProgress {
    is_canceled: AtomicBool,
    told: Mutex<Option<RunProgress>>,
}

impl GroundProgress {
    /// Ends the work.
    pub fn cancel(&self) {
        self.0.is_canceled.store(true, Ordering::Relaxed);
    }

    /// Returns `true` if the work is to end.
    pub fn is_canceled(&self) -> bool {
        self.0.is_canceled.load(Ordering::Relaxed)
    }

    /// Tells how far the work is.
    pub(super) fn tell(&self, progress: RunProgress) {
        *self.0.told.lock().unwrap_or_else(PoisonError::into_inner) = Some(progress);
    }

    /// Returns how far the work is; `None` before the first report.
    pub fn told(&self) -> Option<RunProgress> {
        *self.0.told.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns a line about a step, such as `Reading lorraine.osm.pbf, 40 %`, with the names of `files`.
pub fn progress_line(progress: RunProgress, files: &[String]) -> String {
    let what = match progress.step {
        RunStep::Read(file) => format!("Reading {}", files.get(file).map_or("a file", String::as_str)),
        RunStep::Places => "Placing towns and villages".to_owned(),
        RunStep::Rivers => "Laying rivers along hexsides".to_owned(),
        RunStep::Areas => "Counting woods and towns".to_owned(),
        RunStep::Levels => "Dividing levels".to_owned(),
        RunStep::Roads => "Laying roads".to_owned(),
        RunStep::Railways => "Laying railways".to_owned(),
    };
    let percent = progress.done.saturating_mul(100).checked_div(progress.all);
    match percent.filter(|_| matches!(progress.step, RunStep::Read(_))) {
        Some(percent) => format!("{what}, {} %", percent.min(100)),
        None => format!("{what}…"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_tells_the_file_and_its_part() {
        let files = ["a.osm".to_owned()];
        let line = |step, done, all| progress_line(RunProgress { step, done, all }, &files);
        assert_eq!(line(RunStep::Read(0), 30, 120), "Reading a.osm, 25 %");
        assert_eq!(line(RunStep::Read(1), 0, 0), "Reading a file…");
        assert_eq!(line(RunStep::Roads, 0, 1), "Laying roads…");
    }

    #[test]
    fn the_window_ends_the_work_and_hears_of_it() {
        let window = GroundProgress::default();
        let work = window.clone();
        work.tell(RunProgress { step: RunStep::Rivers, done: 0, all: 1 });
        assert_eq!(window.told().map(|told| told.step), Some(RunStep::Rivers));
        window.cancel();
        assert!(work.is_canceled() && !GroundProgress::default().is_canceled());
    }
}
