//! Work on all cores, with the results handed over in order: the one runner of this workspace. Games, files, bands of a
//! picture and counters go through it.
//!
//! Libraries such as rayon hand results over when all are made, or in the order in which they end. Here each is handed over
//! as soon as all before it have been, work can be cancelled, and results that wait do not fill the memory.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

/// The number of threads that this machine runs at a time.
pub fn threads() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// The most threads that work: more than any machine runs at a time.
const MOST_THREADS: usize = 1024;

/// The threads that work, and how far they may be ahead of what has been handed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Workers {
    /// The number of threads. Where fewer can be had, fewer work; where none can, the caller's does.
    pub threads: usize,
    /// The most results that are being made, or wait to be handed over.
    pub pending: usize,
}

impl Workers {
    /// So many threads, for small results: one that takes long holds the others up only after many.
    pub fn new(threads: usize) -> Self {
        Self { threads, pending: threads.saturating_mul(64) }
    }
}

impl Default for Workers {
    /// As many threads as this machine runs at a time.
    fn default() -> Self {
        Self::new(threads())
    }
}

/// Does some `work` for each of `count` numbers from `first` on, and gives `each` what came of it, in the order of the
/// numbers. The number of threads changes nothing.
///
/// No further work is begun after `each` has answered with an error or `cancel` was set. `work` is told of both by flags,
/// any of which may end it early.
///
/// # Errors
/// The first of `each`.
///
/// # Panics
/// If `work` does.
pub fn in_order<T: Send, E>(
    (first, count): (u64, u64),
    workers: Workers,
    cancel: &AtomicBool,
    work: impl Fn(u64, &[&AtomicBool]) -> T + Sync,
    mut each: impl FnMut(u64, T) -> Result<(), E>,
) -> Result<(), E> {
    // Ends only this, while `cancel` may end more.
    let enough = AtomicBool::new(false);
    let ends = [cancel, &enough];
    let ended = || ends.iter().any(|end| end.load(Ordering::Relaxed));
    let mut numbers = (0..count).map_while(|index| first.checked_add(index));
    let (to_do, jobs) = mpsc::channel::<u64>();
    let jobs = Mutex::new(jobs);
    let (to, from) = mpsc::channel();
    // Each number that is taken is answered, with nothing if it is not worked on any more.
    let work_on = |to: &mpsc::Sender<(u64, Option<thread::Result<T>>)>| {
        loop {
            let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(number) = job else { return };
            let made = (!ended()).then(|| catch_unwind(AssertUnwindSafe(|| work(number, &ends))));
            if to.send((number, made)).is_err() {
                return;
            }
        }
    };
    let work_on = &work_on;
    thread::scope(|scope| {
        let wanted = workers.threads.clamp(1, MOST_THREADS).min(usize::try_from(count).unwrap_or(usize::MAX));
        let started = (0..wanted).take_while(|_| {
            let to = to.clone();
            thread::Builder::new().spawn_scoped(scope, move || work_on(&to)).is_ok()
        });
        let started = started.count();
        drop(to);
        if started == 0 {
            // The machine has no room for another thread.
            return numbers.by_ref().take_while(|_| !ended()).try_for_each(|number| each(number, work(number, &ends)));
        }
        // Without it, threads that have nothing to do end.
        let mut to_do = Some(to_do);
        let mut begin_next = |more: bool| {
            let next = if more { numbers.next() } else { None };
            if let (Some(queue), Some(number)) = (&to_do, next) {
                // The other end is held by this function.
                let _ = queue.send(number);
            } else {
                to_do = None;
            }
        };
        (0..workers.pending.max(started)).for_each(|_| begin_next(true));
        // Work ends in any order; each is handed over when all before it have been.
        let mut early = BTreeMap::new();
        let mut due = first;
        for (number, made) in from {
            match made {
                Some(Ok(made)) => drop(early.insert(number, made)),
                Some(Err(panic)) => {
                    enough.store(true, Ordering::Relaxed);
                    resume_unwind(panic);
                }
                None => {}
            }
            while let Some(made) = early.remove(&due) {
                let told = each(due, made);
                due = due.saturating_add(1);
                if told.is_err() {
                    enough.store(true, Ordering::Relaxed);
                    return told;
                }
                begin_next(!ended());
            }
            if ended() {
                begin_next(false);
            }
        }
        Ok(())
    })
}

/// Makes something of each of `items`, and hands it over with `take` in the order of the items.
///
/// # Errors
/// The first of `take`; nothing further is made then.
pub fn each_in_order<I: Sync, T: Send, E>(
    items: &[I],
    workers: Workers,
    make: impl Fn(usize, &I) -> T + Sync,
    mut take: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    let never = AtomicBool::new(false);
    let at = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    let count = u64::try_from(items.len()).unwrap_or(u64::MAX);
    let work = |number, _: &[&AtomicBool]| items.get(at(number)).map(|item| make(at(number), item));
    in_order((0, count), workers, &never, work, |_, made| made.map_or(Ok(()), &mut take))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::*;

    #[test]
    fn results_come_in_order_and_not_too_far_ahead() {
        for (threads, pending) in [(1, 1), (2, 2), (3, 7), (40, 64)] {
            let (begun, mut told) = (AtomicUsize::new(0), Vec::new());
            let items: Vec<u64> = (0..300).collect();
            let make = |at: usize, item: &u64| {
                begun.fetch_add(1, Ordering::SeqCst);
                (at, item * 2)
            };
            each_in_order(&items, Workers { threads, pending }, make, |made| {
                assert!(begun.load(Ordering::SeqCst) <= told.len() + pending.max(threads), "{threads}, {pending}");
                told.push(made);
                Ok::<(), ()>(())
            })
            .unwrap();
            assert!(told.iter().copied().eq((0..300).map(|at| (at as usize, at * 2))));
        }
    }

    #[test]
    fn an_error_ends_the_work_and_so_does_whoever_cancels_it() {
        for stop in [0, 5, 299] {
            let (never, mut told) = (AtomicBool::new(false), 0);
            let ended = in_order(
                (0, 300),
                Workers::new(3),
                &never,
                |number, _| number,
                |_, number| {
                    told += 1;
                    if number == stop { Err(number) } else { Ok(()) }
                },
            );
            assert_eq!((ended, told), (Err(stop), stop + 1));
            let (cancel, mut told) = (AtomicBool::new(false), 0);
            let pending = 4;
            let ended = in_order(
                (0, u64::MAX),
                Workers { threads: 3, pending },
                &cancel,
                |number, _| number,
                |_, number| {
                    cancel.store(number >= stop, Ordering::Relaxed);
                    told += 1;
                    Ok::<(), ()>(())
                },
            );
            assert_eq!(ended, Ok(()));
            assert!((stop + 1..=stop + 1 + pending as u64).contains(&told), "{told} of {stop}");
        }
    }

    #[test]
    fn a_panic_of_the_work_is_the_callers() {
        let panic = catch_unwind(|| {
            let make = |at: usize, _: &()| assert_ne!(at, 7, "the seventh");
            each_in_order(&[(); 300], Workers::new(3), make, |()| Ok::<(), ()>(()))
        });
        let words = panic.unwrap_err();
        assert!(words.downcast_ref::<String>().is_some_and(|words| words.contains("the seventh")));
    }
}
