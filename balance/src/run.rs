//! Many games on many threads, told in the order of their seeds.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::{num::NonZero, sync::mpsc, thread};

use battlewright_engine::any::AnyGame;
use battlewright_engine::players::Kind;

use crate::observe::observe;
use crate::record::Record;

/// How many threads this machine runs at a time.
pub fn threads() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// Plays the games of `seeds` from `start` on this many `threads`, and gives `each` the records in the order of the
/// seeds, so that the number of threads changes nothing. Where `skip` says so a game is not played.
///
/// No further game is begun after `each` has answered with an error or `cancel` was set; games under way are then given
/// up.
///
/// # Errors
/// The first of `each`.
pub fn run<E>(
    start: &AnyGame,
    players: [Kind; 2],
    seeds: Range<u64>,
    skip: impl Fn(u64) -> bool + Sync,
    threads: usize,
    cancel: &AtomicBool,
    mut each: impl FnMut(Record) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicU64::new(0);
    // What ends only this run, while `cancel` may end others as well.
    let enough = AtomicBool::new(false);
    let (to, from) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let (to, next, seeds, skip, enough) = (to.clone(), &next, &seeds, &skip, &enough);
            scope.spawn(move || {
                loop {
                    if cancel.load(Ordering::Relaxed) || enough.load(Ordering::Relaxed) {
                        return;
                    }
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(seed) = seeds.start.checked_add(index).filter(|seed| seeds.contains(seed)) else { return };
                    let record = if skip(seed) { None } else { observe(start, players, seed, &[cancel, enough]) };
                    if to.send((seed, record)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(to);
        // Games end in any order; each is told when all before it have been.
        let mut early = BTreeMap::new();
        let mut due = seeds.start;
        for (seed, record) in from {
            early.insert(seed, record);
            while let Some(record) = early.remove(&due) {
                due = due.saturating_add(1);
                let told = record.map_or(Ok(()), &mut each);
                if told.is_err() {
                    enough.store(true, Ordering::Relaxed);
                    return told;
                }
            }
        }
        // What was finished behind a game that was given up is kept.
        early.into_values().flatten().try_for_each(each)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::tutorial;

    const PLAYERS: [Kind; 2] = [Kind::Random, Kind::Greedy];

    fn played(seeds: Range<u64>, threads: usize) -> Vec<Record> {
        let (mut played, start, never) = (Vec::new(), tutorial().open().unwrap().game, AtomicBool::new(false));
        run(
            &start,
            PLAYERS,
            seeds,
            |_| false,
            threads,
            &never,
            |record| {
                played.push(record);
                Ok::<(), ()>(())
            },
        )
        .unwrap();
        played
    }

    #[test]
    fn threads_change_nothing() {
        let alone = played(3..15, 1);
        assert_eq!(alone.iter().map(|record| record.seed).collect::<Vec<_>>(), (3..15).collect::<Vec<_>>());
        assert!(alone.iter().all(|record| record.outcome().is_some()));
        assert_eq!(played(3..15, 2), alone);
        assert_eq!(played(3..15, 40), alone);
        assert_eq!(played(5..6, 2), alone[2..3]);
        assert_eq!(played(u64::MAX - 2..u64::MAX, 3).len(), 2);
    }

    #[test]
    fn nothing_is_played_on_when_nobody_can_be_told() {
        let (mut told, start, never) = (0, tutorial().open().unwrap().game, AtomicBool::new(false));
        let result = run(
            &start,
            PLAYERS,
            1..1_000_000,
            |_| false,
            2,
            &never,
            |_| {
                told += 1;
                Err("full")
            },
        );
        assert_eq!((result, told), (Err("full"), 1));
    }

    #[test]
    fn what_was_played_before_is_not_played_again_and_what_was_played_when_it_is_cancelled_is_kept() {
        let (mut told, start, cancel) = (Vec::new(), tutorial().open().unwrap().game, AtomicBool::new(false));
        run(
            &start,
            PLAYERS,
            1..1_000_000,
            |seed| seed < 10,
            2,
            &cancel,
            |record| {
                told.push(record.seed);
                cancel.store(told.len() >= 5, Ordering::Relaxed);
                Ok::<(), ()>(())
            },
        )
        .unwrap();
        assert!(told.len() >= 5 && told.len() < 20 && told[..5] == [10, 11, 12, 13, 14], "{told:?}");
    }
}
