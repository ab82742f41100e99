//! Entries that nobody defined.

use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::lint::dangling;

finding! {
    /// An entry that the scenario does not have.
    ///
    /// A unit that `enters` names an `[[entry]]` by its id. A unit that is on the map when the game
    /// starts has `at` instead.
    ///
    /// ```toml
    /// [[unit]]
    /// enters = { turn = 2, at = "Q" }
    /// ```
    UNKNOWN_ENTRY = "unknown-entry", Error
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let known: Vec<&str> = cx.entries.iter().map(|entry| entry.id.as_str()).collect();
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
