//! References to undefined places.

use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::lint::dangling;

finding! {
    /// # What it finds
    /// A reference to a place that does not exist.
    ///
    /// # Why it matters
    /// References use the `id` of a place, not the `name` on the map.
    ///
    /// # Example
    /// ```toml
    /// [[victory.hold]]
    /// place = "Mars-la-Tour"   # the id is "mars-la-tour"
    /// ```
    ///
    /// # Remedy
    /// Write the id of a place, or add the place.
    UNKNOWN_PLACE = "unknown-place", Error
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let ids = cx.scenario.common().place_ids();
    let known: Vec<&str> = ids.into_iter().map(crate::PlaceId::as_str).collect();
    dangling::check(cx, "PlaceId", &UNKNOWN_PLACE, &known, found);
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown;

    #[test]
    fn victory_is_at_places_that_exist() {
        assert_eq!(shown(&[("place = \"village\"", "place = \"The Village\"")]), ["unknown-place \"The Village\""]);
    }
}
