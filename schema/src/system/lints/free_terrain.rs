//! Terrain that costs nothing to enter.

use crate::diagnostic::{Diagnostic, finding};
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// Terrain that costs nothing to enter.
    ///
    /// # Why it matters
    /// A unit could move back and forth between two such hexes without end, and a game might never be over.
    ///
    /// # Example
    /// ```toml
    /// [rules.tables.terrain]
    /// classes = [{ class = "open", cost = 0 }]
    /// ```
    ///
    /// # Remedy
    /// Give the terrain a cost of 1 or more for each arm. Only what adds to the other terrain of its hex may cost nothing, such
    /// as a trench.
    FREE_TERRAIN = "free-terrain", Error
}

/// Notes the free rows of the terrain table at `path`: `rows` says for each if it costs some arm nothing.
pub(crate) fn check(rows: impl Iterator<Item = bool>, path: &DocPath, found: &mut Vec<Diagnostic>) {
    for (row, _) in rows.enumerate().filter(|(_, is_free)| *is_free) {
        let finding = FREE_TERRAIN.at(path.clone().index(row).key("cost"), "this terrain costs nothing to enter");
        found.push(finding.help("units would move without end; a cost is 1 or more"));
    }
}
