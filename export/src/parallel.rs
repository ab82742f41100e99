//! Parallel execution with ordered results: the only thread pool of the workspace, for games, files, bands of a picture
//! and counters.
//!
//! Libraries such as rayon deliver results when all are done, or in order of completion. Here each result is delivered as
//! soon as all before it are, work can be cancelled, and the number of waiting results is bounded.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

/// Returns the number of threads that this machine runs in parallel; 1 if unknown.
pub fn threads() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// An upper bound on the threads started.
const MOST_THREADS: usize = 1024;

/// The number of worker threads and the bound on unfinished and waiting results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Workers {
    /// The number of threads. If fewer can be started, fewer work; if none, the calling thread does the work.
    pub threads: usize,
    /// The most results in progress or waiting for delivery.
    pub pending: usize,
}

impl Workers {
    /// Returns settings for small results: up to 64 results per thread wait for a slow one.
    pub fn new(threads: usize) -> Self {
        Self { threads, pending: threads.saturating_mul(64) }
    }
}

impl Default for Workers {
    /// One thread per core of this machine.
    fn default() -> Self {
        Self::new(threads())
    }
}

/// Runs `work` for `count` numbers from `first` on, and passes the results to `each` in the order of the numbers. The
/// results do not depend on the number of threads.
///
/// No further work starts after an error of `each` or once `cancel` is set. `work` receives flags for both and may end
/// early once any is set.
///
/// # Errors
/// The first error of `each`.
///
/// # Panics
/// If `work` panics.
pub fn in_order<T: Send, E>(
    (first, count): (u64, u64),
    workers: Workers,
    cancel: &AtomicBool,
    work: impl Fn(u64, &[&AtomicBool]) -> T + Sync,
    mut each: impl FnMut(u64, T) -> Result<(), E>,
) -> Result<(), E> {
    // `enough` ends this call only; the owner of `cancel` may end other calls with the same flag.
    let enough = AtomicBool::new(false);
    let ends = [cancel, &enough];
    let ended = || ends.iter().any(|end| end.load(Ordering::Relaxed));
    let mut numbers = (0..count).map_while(|index| first.checked_add(index));
    let (to_do, jobs) = mpsc::channel::<u64>();
    let jobs = Mutex::new(jobs);
    let (to, from) = mpsc::channel();
    // Every number taken is answered, with `None` once the work has ended.
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
            // The system refused to start a thread.
            return numbers.by_ref().take_while(|_| !ended()).try_for_each(|number| each(number, work(number, &ends)));
        }
        // Dropping the sender ends the idle threads.
        let mut to_do = Some(to_do);
        let mut begin_next = |more: bool| {
            let next = if more { numbers.next() } else { None };
            if let (Some(queue), Some(number)) = (&to_do, next) {
                // Sending cannot fail: this function holds the receiver.
                let _ = queue.send(number);
            } else {
                to_do = None;
            }
            to_do.is_some()
        };
        for _ in 0..workers.pending.max(started) {
            if !begin_next(true) {
                break;
            }
        }
        // Results arrive in any order; each waits for all before it.
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

/// Runs `make` for each of `items` in parallel and passes the results to `take` in the order of the items.
///
/// # Errors
/// The first error of `take`; no further item is started then.
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
        for (threads, pending) in [(1, 1), (2, 2), (3, 7), (40, 64), (usize::MAX, usize::MAX)] {
            let (begun, mut told) = (AtomicUsize::new(0), Vec::new());
            let items: Vec<u64> = (0..300).collect();
            let make = |at: usize, item: &u64| {
                begun.fetch_add(1, Ordering::SeqCst);
                (at, item * 2)
            };
            each_in_order(&items, Workers { threads, pending }, make, |made| {
                assert!(
                    begun.load(Ordering::SeqCst) <= pending.max(threads).saturating_add(told.len()),
                    "{threads}, {pending}"
                );
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
