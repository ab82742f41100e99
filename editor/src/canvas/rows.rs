//! Conversions between counters and their rows in the document.

use battlewright_schema::{Common, Counter};

use crate::model::selection::Selection;

/// The document key of the list of formations.
const FORMATION: &str = "formation";

/// Returns the selection for a click on `counter`. A headquarters selects its formation.
pub fn selection_of(counter: Counter) -> Selection {
    match counter {
        Counter::Unit(at) => Selection::Unit(at),
        Counter::Hq(at) => Selection::Row(FORMATION, at),
    }
}

/// Returns the selected counter, if any.
pub fn counter_of(selection: Selection) -> Option<Counter> {
    match selection {
        Selection::Unit(at) => Some(Counter::Unit(at)),
        Selection::Row(FORMATION, at) => Some(Counter::Hq(at)),
        _ => None,
    }
}

/// Returns the counter whose unit has this id.
pub fn counter_named(common: &dyn Common, id: &str) -> Option<Counter> {
    let mut counters = common.counters().into_iter();
    counters.find(|counter| common.counter(*counter).is_some_and(|unit| unit.id.as_str() == id))
}
