//! The parts of lints that several systems have in common: combat tables, counters, events, detours and endings. Each
//! system lists the findings among its own, and says what its rows and figures are.

pub(crate) mod assault_table;
pub(crate) mod bad_counter;
pub(crate) mod detours;
pub(crate) mod earthworks;
pub(crate) mod endings;
pub(crate) mod events;
pub(crate) mod fire_table;
pub(crate) mod nations;
pub(crate) mod tables;

use crate::path::DocPath;

/// Returns the path of a table that replaces the published one.
pub(crate) fn table(name: &str) -> DocPath {
    DocPath::root().key("rules").key("tables").key(name)
}
