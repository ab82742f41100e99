//! Formations that do not exist.

use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::lint::dangling;

finding! {
    /// # What it finds
    /// A reference to a formation that does not exist.
    ///
    /// # Why it matters
    /// Units are activated, commanded and rallied with their formation. A unit without one would never move. Advice for a
    /// formation that does not exist has no effect.
    ///
    /// # Example
    /// ```toml
    /// [[formation]]
    /// id = "fr-ii"
    ///
    /// [[unit]]
    /// formation = "fr-11"  # "fr-ii"
    /// ```
    ///
    /// # Remedy
    /// Write the id of a `[[formation]]`, or add the formation.
    UNKNOWN_FORMATION = "unknown-formation", Error
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    dangling::check(cx, "FormationId", &UNKNOWN_FORMATION, &cx.scenario.common().formation_names(), found);
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown_magnifique as shown;

    #[test]
    fn a_unit_names_its_formation() {
        let typo = ("name = \"Dragoons\"\nformation = \"red-corps\"", "name = \"Dragoons\"\nformation = \"red-crops\"");
        assert_eq!(shown(&[typo]), ["unknown-formation \"red-crops\""]);
    }
}
