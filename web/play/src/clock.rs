//! The clock of the computer players in a worker, which posts their progress.

use battlewright_engine::players::{Clock, ThinkingProgress};
use wasm_bindgen::prelude::*;

/// The time between two reports of progress, in milliseconds.
const PAUSE: u64 = 100;

#[wasm_bindgen]
extern "C" {
    /// Returns the milliseconds since the worker was started.
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn elapsed() -> f64;

    /// Sends a message from the worker to the page.
    #[wasm_bindgen(js_name = postMessage)]
    fn post_message(message: &str);
}

/// The clock of a player.
pub(crate) struct WorkerClock {
    reported: u64,
}

impl WorkerClock {
    /// Creates the clock.
    pub(crate) fn new() -> Self {
        Self { reported: milliseconds() }
    }
}

impl Clock for WorkerClock {
    fn milliseconds(&mut self) -> u64 {
        milliseconds()
    }

    fn wants_progress(&mut self) -> bool {
        let now = milliseconds();
        let is_due = now >= self.reported + PAUSE;
        if is_due {
            self.reported = now;
        }
        is_due
    }

    fn report(&mut self, progress: ThinkingProgress) {
        // What cannot be written is not needed: the choice follows.
        let _ = serde_json::to_string(&progress).map(|text| post_message(&text));
    }
}

/// Returns the milliseconds since the worker was started.
fn milliseconds() -> u64 {
    elapsed() as u64
}
