//! Clocks as values: the time that each side has left. Nobody loses by itself.

use battlewright_engine::game::Side;
use serde::{Deserialize, Serialize};

/// The time that the sides have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockRule {
    /// The seconds of each side at the start.
    pub bank: u32,
    /// The seconds that a side gets with each turn of choosing that it ends.
    pub increment: u32,
    /// The most seconds up to which increments fill a clock.
    pub cap: u32,
}

/// The clocks of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ClockState {
    /// The milliseconds that each side had left when its clock was stopped or last read.
    pub left: [u64; 2],
    /// The index of the side whose clock runs; `None` while none does.
    pub running: Option<usize>,
    /// The time since which it runs, in milliseconds since 1970.
    pub since: u64,
    #[serde(skip)]
    rule: ClockRule,
}

impl ClockState {
    /// Full clocks that do not run.
    pub(crate) fn new(rule: ClockRule) -> Self {
        Self { left: [u64::from(rule.bank) * 1000; 2], running: None, since: 0, rule }
    }

    /// Lets the clock of `side` run from `now` on, and no other.
    pub(crate) fn run(&mut self, side: Option<Side>, now: u64) {
        let side = side.map(Side::index);
        if self.running != side {
            self.spend(now, now);
            self.running = side;
        }
    }

    /// Leaves out the time from `stopped` up to `now`, in which the keeper of the game did not run.
    pub(crate) fn resume(&mut self, stopped: u64, now: u64) {
        self.spend(stopped, now);
    }

    /// Adds the increment of `side`, which has ended its turn of choosing. Returns the milliseconds that the cap leaves of it.
    pub(crate) fn earn(&mut self, side: Side) -> u64 {
        let left = &mut self.left[side.index()];
        let before = *left;
        let filled = before.saturating_add(u64::from(self.rule.increment) * 1000).min(u64::from(self.rule.cap) * 1000);
        *left = before.max(filled);
        *left - before
    }

    /// Takes off what `side` has [earned](Self::earn) by a turn that is taken back. Time that has passed stays spent.
    pub(crate) fn forfeit(&mut self, side: Side, earned: u64) {
        let left = &mut self.left[side.index()];
        *left = left.saturating_sub(earned);
    }

    /// Adds time to what `side` has left at `now`, beyond the cap too, so that it has at least so much.
    pub(crate) fn add(&mut self, side: Side, seconds: u32, now: u64) {
        self.spend(now, now);
        let left = &mut self.left[side.index()];
        *left = left.saturating_add(u64::from(seconds) * 1000);
    }

    /// Takes the time up to `until` off the clock that runs, and lets it run on from `now`.
    fn spend(&mut self, until: u64, now: u64) {
        if let Some(left) = self.running.and_then(|running| self.left.get_mut(running)) {
            *left = left.saturating_sub(until.saturating_sub(self.since));
        }
        self.since = now;
    }

    /// Returns `true` if `side` has no time left at `now`.
    pub(crate) fn is_out(&self, side: Side, now: u64) -> bool {
        let spent = if self.running == Some(side.index()) { now.saturating_sub(self.since) } else { 0 };
        self.left[side.index()] <= spent
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULE: ClockRule = ClockRule { bank: 100, increment: 10, cap: 105 };

    #[test]
    fn time_runs_for_whoever_must_choose() {
        let mut clock = ClockState::new(RULE);
        clock.run(Some(Side::First), 1_000);
        clock.run(Some(Side::First), 21_000);
        assert!(!clock.is_out(Side::First, 100_000) && clock.is_out(Side::First, 101_000));
        assert!(!clock.is_out(Side::Second, 900_000), "it does not run");
        clock.run(Some(Side::Second), 31_000);
        assert_eq!(clock.left, [70_000, 100_000], "30 s spent");
        clock.run(None, 32_000);
        assert_eq!(clock.left, [70_000, 99_000]);
    }

    #[test]
    fn what_was_earned_is_forfeited() {
        let mut clock = ClockState::new(RULE);
        assert_eq!((clock.earn(Side::First), clock.left[0]), (5_000, 105_000), "no more than the cap");
        assert_eq!(clock.earn(Side::First), 0);
        clock.forfeit(Side::First, 5_000);
        assert_eq!(clock.left[0], 100_000);
        clock.forfeit(Side::First, 200_000);
        assert_eq!(clock.left[0], 0);
    }

    #[test]
    fn time_stands_still_while_the_keeper_does() {
        let mut clock = ClockState::new(RULE);
        clock.run(Some(Side::First), 0);
        clock.resume(40_000, 9_000_000);
        assert_eq!((clock.left[0], clock.since), (60_000, 9_000_000));
    }

    #[test]
    fn who_is_given_time_has_it() {
        let mut clock = ClockState::new(RULE);
        clock.run(Some(Side::First), 0);
        clock.add(Side::First, 30, 40_000);
        assert_eq!((clock.left[0], clock.since), (90_000, 40_000));
        clock.add(Side::First, 30, 900_000);
        assert_eq!(clock.left[0], 30_000, "all was spent");
        clock.add(Side::Second, 30, 900_000);
        assert_eq!(clock.left, [30_000, 130_000], "beyond the cap");
        assert_eq!((clock.earn(Side::Second), clock.left[1]), (0, 130_000), "and nothing of it falls");
    }
}
