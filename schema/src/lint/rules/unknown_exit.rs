//! References to undefined exits.

use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::lint::dangling;

finding! {
    /// # What it finds
    /// A reference to an exit that does not exist.
    ///
    /// # Why it matters
    /// `exits` refers to each `[[exit]]` by its id.
    ///
    /// # Example
    /// ```toml
    /// [victory.escape]
    /// side = "french"
    /// exits = ["E", "Q"]   # there is no [[exit]] with the id "Q"
    /// infantry = 4
    /// ```
    ///
    /// # Remedy
    /// Write the id of an exit, or add the exit.
    UNKNOWN_EXIT = "unknown-exit", Error
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let known: Vec<&str> = cx.exits.iter().map(|exit| exit.id.as_str()).collect();
    dangling::check(cx, "ExitId", &UNKNOWN_EXIT, &known, found);
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown;

    #[test]
    fn escapes_are_by_exits_that_exist() {
        let escape = "[victory.escape]\nside = \"red\"\nexits = [\"X\", \"Y\"]\ninfantry = 1\n\n[[victory.hold]]";
        assert_eq!(shown(&[("[[victory.hold]]", escape)]), ["unknown-exit \"Y\""]);
    }
}
