//! References to undefined entries.

use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::lint::dangling;

finding! {
    /// # What it finds
    /// A reference to an entry that does not exist.
    ///
    /// # Why it matters
    /// `enters` refers to an `[[entry]]` by its id. The start hex of a unit on the map is written as `at`.
    ///
    /// # Example
    /// ```toml
    /// [[unit]]
    /// enters = { turn = 2, at = "Q" }
    /// ```
    ///
    /// # Remedy
    /// Write the id of an entry, or add the entry.
    UNKNOWN_ENTRY = "unknown-entry", Error
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let ids = cx.scenario.common().entry_ids();
    let known: Vec<&str> = ids.into_iter().map(crate::EntryId::as_str).collect();
    dangling::check(cx, "EntryId", &UNKNOWN_ENTRY, &known, found);
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown;

    #[test]
    fn units_enter_by_entries_that_exist() {
        assert_eq!(shown(&[("turn = 2, at = \"A\"", "turn = 2, at = \"B\"")]), ["unknown-entry \"B\""]);
    }
}
