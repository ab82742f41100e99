//! Counters with contradictory values.

use crate::diagnostic::{Diagnostic, finding};
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// A counter with contradictory values.
    ///
    /// # Why it matters
    /// Cavalry has no `range`, and all other arms have one. The longer range is at least the shorter one. A worn unit is
    /// not stronger than a fresh one. Only artillery has a mitrailleuse, only cavalry has a weight, and only artillery is
    /// Division artillery. A Tactical Cohesion Rating is at most 10.
    ///
    /// # Example
    /// ```toml
    /// [[unit]]
    /// kind = "cavalry"
    /// combat = [2, 3]      # [3, 2]
    /// range = [2, 3]       # cavalry does not fire
    /// ```
    ///
    /// # Remedy
    /// Correct the values of the counter.
    BAD_COUNTER = "bad-counter", Error
}

/// The figures of a counter that every system has.
pub(crate) struct CounterFacts<'c> {
    /// Its row in the order of battle.
    pub(crate) row: usize,
    pub(crate) id: &'c str,
    /// Its strength on both sides, and the key of that.
    pub(crate) strength: (&'static str, [u8; 2]),
    /// `true` if units of its arm fire.
    pub(crate) fires: bool,
    pub(crate) range: Option<[u8; 2]>,
    pub(crate) mitrailleuse: bool,
    pub(crate) is_artillery: bool,
}

/// Notes what contradicts itself on a counter.
pub(crate) fn check(counter: &CounterFacts<'_>, found: &mut Vec<Diagnostic>) {
    let CounterFacts { row, id, strength: (key, [full, worn]), .. } = *counter;
    let mut note = |key: Option<&str>, message: String| found.push(bad(row, key, message));
    if worn > full {
        note(Some(key), format!("`{id}` is stronger when reduced ({worn}) than at full strength ({full})"));
    }
    match counter.range {
        Some(_) if !counter.fires => note(Some("range"), format!("`{id}` is cavalry and does not fire")),
        Some([effective, extended]) if extended < effective => {
            note(
                Some("range"),
                format!("the longer range of `{id}`, {extended}, is less than its Effective Range, {effective}"),
            );
        }
        None if counter.fires => note(None, format!("`{id}` has no `range`")),
        _ => {}
    }
    if counter.mitrailleuse && !counter.is_artillery {
        note(Some("mitrailleuse"), format!("`{id}` has a mitrailleuse but is not artillery"));
    }
}

/// The finding at the field `key` of the unit in `row`, or at the unit.
pub(crate) fn bad(row: usize, key: Option<&str>, message: String) -> Diagnostic {
    let unit = DocPath::root().key("unit").index(row);
    let path = match key {
        Some(key) => unit.key(key),
        None => unit,
    };
    BAD_COUNTER
        .at(path, message)
        .help("the first number is the front of the counter, or the Effective Range; cavalry has no range")
}
