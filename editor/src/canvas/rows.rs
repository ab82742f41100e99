//! Counters and the rows of the file that they stand for.

use battlewright_schema::{Common, Counter};

use crate::model::selection::Selection;

/// The key of the list of formations.
const FORMATION: &str = "formation";

/// The selection by a click on `counter`: a headquarters belongs to its formation.
pub fn selection_of(counter: Counter) -> Selection {
    match counter {
        Counter::Unit(at) => Selection::Unit(at),
        Counter::Hq(at) => Selection::Row(FORMATION, at),
    }
}

/// The counter that is selected, if one is.
pub fn counter_of(selection: Selection) -> Option<Counter> {
    match selection {
        Selection::Unit(at) => Some(Counter::Unit(at)),
        Selection::Row(FORMATION, at) => Some(Counter::Hq(at)),
        _ => None,
    }
}

/// The counter of the scenario that is the piece called `id`.
pub fn counter_named(common: &dyn Common, id: &str) -> Option<Counter> {
    let mut counters = common.counters().into_iter();
    counters.find(|counter| common.counter(*counter).is_some_and(|unit| unit.id.as_str() == id))
}
