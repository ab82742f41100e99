//! The parts of lints that several systems have in common: combat tables, terrain, counters, events, detours and victory. Each
//! system lists the findings among its own, and says what its rows and figures are.

pub(crate) mod assault_table;
pub(crate) mod bad_counter;
pub(crate) mod detours;
pub(crate) mod earthworks;
pub(crate) mod endings;
pub(crate) mod events;
pub(crate) mod fire_table;
pub(crate) mod free_terrain;
pub(crate) mod hq_with_enemy;
pub(crate) mod mitrailleuse;
pub(crate) mod nations;
pub(crate) mod scores;
pub(crate) mod tables;
pub(crate) mod terrain_classes;

use crate::path::DocPath;

/// Returns the path of a table that replaces the published one.
pub(crate) fn table(name: &str) -> DocPath {
    DocPath::root().key("rules").key("tables").key(name)
}
