//! Setup areas that do not exist.

use super::own;
use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::lint::dangling;

finding! {
    /// # What it finds
    /// A reference to a setup area that does not exist.
    ///
    /// # Why it matters
    /// A unit with a `zone` is set up in one of the hexes of this area.
    ///
    /// # Example
    /// ```toml
    /// [[zone]]
    /// id = "ii-corps"
    /// hexes = ["2109", "2110"]
    ///
    /// [[unit]]
    /// zone = "ii-korps"    # "ii-corps"
    /// ```
    ///
    /// # Remedy
    /// Write the id of a `[[zone]]`, or add the zone.
    UNKNOWN_ZONE = "unknown-zone", Error
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = own(cx) else { return };
    let known: Vec<&str> = own.zone.iter().map(|zone| zone.id.as_str()).collect();
    dangling::check(cx, "ZoneId", &UNKNOWN_ZONE, &known, found);
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown_magnifique as shown;

    #[test]
    fn a_unit_names_its_area() {
        let zone = ("[side.red]", "[[zone]]\nid = \"camp\"\nhexes = [\"0303\"]\n\n[side.red]");
        let unit = |name: &str| ("movement = [5, 5]\nat = \"0202\"", format!("movement = [5, 5]\nzone = \"{name}\""));
        let (from, right) = unit("camp");
        assert_eq!(shown(&[zone, (from, &right)]), [] as [&str; 0]);
        let (from, wrong) = unit("cmap");
        assert_eq!(shown(&[zone, (from, &wrong)]), ["unknown-zone \"cmap\""]);
    }
}
