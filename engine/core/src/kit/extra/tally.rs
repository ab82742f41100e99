//! Counts of the rows that have an effect in a game.
//!
//! Expressions are evaluated for much that is not the game itself: odds, views, players that try choices. A row therefore counts
//! only during work that its caller names with [`RowTally::during`], and on the thread of that work. Other threads, and all that
//! is asked outside of it, leave no trace.

use std::cell::RefCell;

use super::rows::{ExtraRules, RowIx, RowKind};

thread_local! {
    /// The rows with an effect during the work in progress; `None` outside of it.
    static HEARD: RefCell<Option<Vec<bool>>> = const { RefCell::new(None) };
}

/// Notes that a row has an effect.
#[inline]
pub(super) fn hear(row: RowIx) {
    HEARD.with_borrow_mut(|heard| {
        if let Some(heard) = heard.as_mut().and_then(|heard| heard.get_mut(row.index())) {
            *heard = true;
        }
    });
}

/// The number of steps of a game at which each row has had an effect. A step is a choice or a roll. Without rows it is empty, and
/// counting costs a branch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowTally {
    kinds: Vec<RowKind>,
    /// The rows with an effect at the present step.
    heard: Vec<bool>,
    steps: Vec<u32>,
}

impl RowTally {
    /// A tally of the rows of a scenario; `None` for a scenario without rows.
    pub fn new(rules: Option<&ExtraRules>) -> Self {
        let kinds: Vec<RowKind> =
            rules.map_or_else(Vec::new, |rules| rules.rows().iter().map(|row| row.kind).collect());
        Self { heard: vec![false; kinds.len()], steps: vec![0; kinds.len()], kinds }
    }

    /// Returns `true` if there are no rows to count.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// Does `work`, a part of the present step, and notes the rows that have an effect in it.
    #[inline]
    pub fn during<T>(&mut self, work: impl FnOnce() -> T) -> T {
        if self.is_empty() {
            return work();
        }
        let before = HEARD.replace(Some(std::mem::take(&mut self.heard)));
        let _end = EndOfWork { heard: &mut self.heard, before };
        work()
    }

    /// Ends the present step: each row that had an effect in it counts once. Rows of points count only at the
    /// [end](Self::end) of the game.
    #[inline]
    pub fn end_step(&mut self) {
        self.add(|kind| kind != RowKind::Score);
    }

    /// Ends the game: the rows of points that are heard while `count` counts the points of the game count once.
    pub fn end<T>(&mut self, count: impl FnOnce() -> T) -> T {
        let counted = self.during(count);
        self.add(|kind| kind == RowKind::Score);
        counted
    }

    /// Returns the number of steps by the places of the [rows](ExtraRules::rows); 1 for rows of points that counted at the end.
    pub fn into_steps(self) -> Vec<u32> {
        self.steps
    }

    fn add(&mut self, counts: impl Fn(RowKind) -> bool) {
        for ((heard, steps), kind) in self.heard.iter_mut().zip(&mut self.steps).zip(&self.kinds) {
            *steps = steps.saturating_add(u32::from(std::mem::take(heard) && counts(*kind)));
        }
    }
}

/// The end of work, even if it panics.
struct EndOfWork<'t> {
    heard: &'t mut Vec<bool>,
    /// The rows that the work around it has heard.
    before: Option<Vec<bool>>,
}

impl Drop for EndOfWork<'_> {
    fn drop(&mut self) {
        *self.heard = HEARD.replace(self.before.take()).unwrap_or_default();
    }
}
