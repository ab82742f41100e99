//! The progress of a run, and the wish to end it.

/// A step of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RunStep {
    /// A file is read; its position in the list of files. The progress is in bytes.
    Read(usize),
    /// Places are put into hexes.
    Places,
    /// Rivers are derived.
    Rivers,
    /// Terrain is derived.
    Areas,
    /// Levels are derived.
    Levels,
    /// Roads are derived.
    Roads,
    /// Railways are derived.
    Railways,
}

/// The progress of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunProgress {
    /// The step.
    pub step: RunStep,
    /// The part that is done: bytes of a file, or parts. A file may be read several times, so that this begins again.
    pub done: u64,
    /// All that is to be done; 0 if unknown.
    pub all: u64,
}

/// A watcher of a run, which is told how far it is, and may end it. It is asked every few milliseconds.
#[derive(Clone, Copy)]
pub struct Watch<'a> {
    is_canceled: &'a dyn Fn() -> bool,
    tell: &'a dyn Fn(RunProgress),
}

impl<'a> Watch<'a> {
    /// Returns a watch that ends a run as soon as `is_canceled` returns `true`, and that is told of progress with `tell`.
    pub fn new(is_canceled: &'a dyn Fn() -> bool, tell: &'a dyn Fn(RunProgress)) -> Self {
        Self { is_canceled, tell }
    }
}

impl Watch<'static> {
    /// Returns a watch that never ends a run.
    pub fn none() -> Self {
        Self { is_canceled: &|| false, tell: &|_| {} }
    }
}

impl Watch<'_> {
    /// Returns `true` if the run is to end.
    pub fn is_canceled(&self) -> bool {
        (self.is_canceled)()
    }

    /// Tells of progress.
    pub fn tell(&self, step: RunStep, done: u64, all: u64) {
        (self.tell)(RunProgress { step, done, all });
    }
}
