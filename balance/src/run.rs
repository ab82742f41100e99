//! Many games on many threads, delivered in the order of their seeds.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use battlewright_engine::any::AnyGame;
use battlewright_export::parallel::{Workers, in_order};

use crate::observe::observe;
use crate::plan::OpenedPlan;
use crate::record::Record;
use crate::seating::Seating;

/// Plays the games of `seeds` from `start` on up to this many `threads`, and passes the records to `each` in the order of
/// the seeds. The results do not depend on the number of threads. Seeds selected by `skip` are not played.
///
/// No further game starts after an error of `each` or once `cancel` is set; games in progress are then abandoned.
///
/// # Errors
/// The first error of `each`.
pub fn run<E>(
    start: &AnyGame,
    players: &impl Seating,
    seeds: Range<u64>,
    skip: impl Fn(u64) -> bool + Sync,
    threads: usize,
    cancel: &AtomicBool,
    mut each: impl FnMut(Record) -> Result<(), E>,
) -> Result<(), E> {
    let games = seeds.end.saturating_sub(seeds.start);
    let play = |seed, ends: &[&AtomicBool]| if skip(seed) { None } else { observe(start, players, seed, ends) };
    in_order((seeds.start, games), Workers::new(threads), cancel, play, |_, record| record.map_or(Ok(()), &mut each))
}

/// The number of rounds into which the games of several versions are split.
const ROUNDS: u64 = 20;

/// Plays the games of `seeds` of several `versions` in rounds, so that they can be compared before the run ends. `each`
/// receives the index of the version with each record; the records of a version come in the order of their seeds.
///
/// # Errors
/// The first error of `each`, as in [`run`].
pub fn run_in_turns<E>(
    versions: &[OpenedPlan],
    seeds: Range<u64>,
    threads: usize,
    cancel: &AtomicBool,
    mut each: impl FnMut(usize, Record) -> Result<(), E>,
) -> Result<(), E> {
    let games = seeds.end.saturating_sub(seeds.start);
    // Threads idle at the end of each round, so that rounds must not be too short. A single version needs only one.
    let threads_games = u64::try_from(threads).unwrap_or(1).saturating_mul(8);
    let turn = if versions.len() < 2 { games } else { (games / ROUNDS).max(threads_games) }.max(1);
    let mut from = seeds.start;
    while from < seeds.end && !cancel.load(Ordering::Relaxed) {
        let to = from.saturating_add(turn).min(seeds.end);
        for (at, version) in versions.iter().enumerate() {
            run(&version.game, &version.players, from..to, |_| false, threads, cancel, |record| each(at, record))?;
        }
        from = to;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use battlewright_engine::players::Kind;

    use super::*;
    use crate::testing::tutorial;

    const PLAYERS: [Kind; 2] = [Kind::Random, Kind::Greedy];

    fn played(seeds: Range<u64>, threads: usize) -> Vec<Record> {
        let (mut played, start, never) = (Vec::new(), tutorial().open().unwrap().game, AtomicBool::new(false));
        run(
            &start,
            &PLAYERS,
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
        assert_eq!(played(3..15, usize::MAX), alone);
        assert_eq!(played(0..1100, usize::MAX).len(), 1100, "no machine has so many threads");
        assert_eq!(played(5..6, 2), alone[2..3]);
        assert_eq!(played(u64::MAX - 2..u64::MAX, 3).len(), 2);
    }

    #[test]
    fn nothing_is_played_on_when_nobody_can_be_told() {
        let (mut told, start, never) = (0, tutorial().open().unwrap().game, AtomicBool::new(false));
        let result = run(
            &start,
            &PLAYERS,
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
            &PLAYERS,
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
        assert!(told.len() >= 5 && told.len() < 100_000 && told[..5] == [10, 11, 12, 13, 14], "{told:?}");
    }

    #[test]
    fn versions_take_turns() {
        let (versions, never) = ([tutorial().open().unwrap(), tutorial().open().unwrap()], AtomicBool::new(false));
        let mut told = Vec::new();
        let mut each = |at: usize, record: Record| {
            told.push((at, record.seed));
            Ok::<(), ()>(())
        };
        run_in_turns(&versions, 1..61, 2, &never, &mut each).unwrap();
        let of = |version: usize| told.iter().filter(move |(at, _)| *at == version).map(|(_, seed)| *seed);
        assert!(of(0).eq(1..61) && of(1).eq(1..61));
        let first_of_second = told.iter().position(|(at, _)| *at == 1).unwrap();
        assert!(first_of_second < 30, "the second waits for {first_of_second} games of the first");
    }
}
