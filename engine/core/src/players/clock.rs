//! Clocks of players: the time that thinking may take, its progress, and its end on request. The engine itself has no clock.

use serde::{Deserialize, Serialize};

use super::plan::GivenPlan;

/// A clock of a player, and the connection to those who wait for its choice.
pub trait Clock {
    /// Returns the milliseconds since a fixed moment.
    fn milliseconds(&mut self) -> u64;

    /// Returns `false` if the player is to stop thinking and to choose the best so far. It is asked before each playout.
    fn goes_on(&mut self) -> bool {
        true
    }

    /// Returns `true` if the progress is to be reported now. It is asked after each playout.
    fn wants_progress(&mut self) -> bool {
        false
    }

    /// Takes note of the progress.
    fn report(&mut self, progress: ThinkingProgress) {
        let _ = progress;
    }
}

/// Creates the clock of a player.
pub type Clocks = fn() -> Box<dyn Clock + Send>;

/// The progress of a player that thinks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThinkingProgress {
    /// The number of playouts for this decision or order point.
    pub playouts: u32,
    /// The number at which it ends; `None` if only the time is limited.
    pub most: Option<u32>,
    /// The group whose missions are compared. Only the side of the player may read it while the game goes on.
    pub about: Option<String>,
    /// The best plan so far.
    pub plan: Option<GivenPlan>,
    /// The index of the best choice so far among all legal ones.
    pub choice: Option<usize>,
}

/// The clock of a player, if it has one, with the end of the time for the current thinking.
#[derive(Default)]
pub(super) struct ThinkingLimit {
    clock: Option<Box<dyn Clock + Send>>,
    begun: u64,
    until: Option<u64>,
}

impl ThinkingLimit {
    pub(super) fn new(clock: Box<dyn Clock + Send>) -> Self {
        Self { clock: Some(clock), begun: 0, until: None }
    }

    /// Begins to think, for at most this number of milliseconds.
    pub(super) fn start(&mut self, time: Option<u64>) {
        self.begun = self.clock.as_mut().map_or(0, |clock| clock.milliseconds());
        self.until = time.map(|time| self.begun.saturating_add(time));
    }

    /// Returns `true` if there is time for another playout.
    pub(super) fn goes_on(&mut self) -> bool {
        let Some(clock) = &mut self.clock else { return true };
        clock.goes_on() && self.until.is_none_or(|until| clock.milliseconds() < until)
    }

    /// Returns the milliseconds since the start.
    pub(super) fn elapsed(&mut self) -> u64 {
        self.clock.as_mut().map_or(0, |clock| clock.milliseconds().saturating_sub(self.begun))
    }

    /// Reports the progress, if somebody wants to know it now.
    pub(super) fn report(&mut self, progress: impl FnOnce() -> ThinkingProgress) {
        if let Some(clock) = &mut self.clock
            && clock.wants_progress()
        {
            clock.report(progress());
        }
    }
}

/// A clock for tests that advances by a millisecond with each playout, and stops after a number of them.
#[cfg(test)]
pub(super) mod fake {
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::sync::{Arc, Mutex};

    use super::{Clock, ThinkingProgress};

    /// The state of a clock, which its player and the test share.
    #[derive(Default)]
    pub(crate) struct Ticks {
        /// The number of playouts since the last reset.
        pub(crate) playouts: AtomicU64,
        /// The time, which is never reset.
        time: AtomicU64,
        /// All reports.
        pub(crate) reports: Mutex<Vec<ThinkingProgress>>,
    }

    /// The clock.
    pub(crate) struct TickingClock {
        /// The number of playouts that are allowed since the last reset.
        pub(crate) most: u64,
        /// The shared state.
        pub(crate) ticks: Arc<Ticks>,
    }

    impl TickingClock {
        /// Creates a clock that stops its player after `most` playouts, and its shared state.
        pub(crate) fn stopping_after(most: u64) -> (Box<Self>, Arc<Ticks>) {
            let ticks = Arc::<Ticks>::default();
            (Box::new(Self { most, ticks: Arc::clone(&ticks) }), ticks)
        }
    }

    impl Clock for TickingClock {
        fn milliseconds(&mut self) -> u64 {
            self.ticks.time.load(Ordering::Relaxed)
        }

        fn goes_on(&mut self) -> bool {
            self.ticks.time.fetch_add(1, Ordering::Relaxed);
            self.ticks.playouts.fetch_add(1, Ordering::Relaxed) < self.most
        }

        fn wants_progress(&mut self) -> bool {
            true
        }

        fn report(&mut self, progress: ThinkingProgress) {
            self.ticks.reports.lock().unwrap().push(progress);
        }
    }
}
