//! The time until a run ends that is told to: the longest time between two questions whether it is to go on.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use battlewright_ground::run::{Derivation, GroundData, GroundFile, GroundRequest, RunProgress, RunStep, Watch};

use crate::run::{files, request};

/// The longest time.
const LONGEST: Duration = Duration::from_millis(100);
/// A machine that does something else makes single runs late, but hardly all of them.
const RUNS: usize = 5;

/// Returns the longest time between two questions in each step of a run over `files`; the time from the last question to the end counts for `None`.
pub(crate) fn gaps(files: Vec<GroundFile<'_>>, request: &GroundRequest) -> BTreeMap<Option<RunStep>, Duration> {
    let (longest, last) = (RefCell::new(BTreeMap::new()), Cell::new(Instant::now()));
    let step = Cell::new(Some(RunStep::Read(0)));
    let asked = |at: Option<RunStep>| {
        let now = Instant::now();
        let own = now.duration_since(last.replace(now));
        let mut longest = longest.borrow_mut();
        let most = longest.entry(at).or_insert(own);
        *most = own.max(*most);
        false
    };
    let goes_on = || asked(step.get());
    let tell = |progress: RunProgress| step.set(Some(progress.step));
    let watch = Watch::new(&goes_on, &tell);
    let data = GroundData::read(files, &request.place, watch).unwrap();
    Derivation::new(Arc::new(data), request, watch).unwrap();
    asked(None);
    longest.into_inner()
}

#[test]
fn a_run_ends_within_a_tenth_of_a_second() {
    let mut best = BTreeMap::<Option<RunStep>, Duration>::new();
    for _ in 0..RUNS {
        for (step, gap) in gaps(files(7), &request()) {
            let own = best.entry(step).or_insert(gap);
            *own = gap.min(*own);
        }
        if best.values().all(|gap| *gap < LONGEST) {
            break;
        }
    }
    println!("{best:?}");
    assert!(best.values().all(|gap| *gap < LONGEST), "{best:?}");
}
