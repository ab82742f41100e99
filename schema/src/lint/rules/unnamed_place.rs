//! Places without a name.

use crate::diagnostic::{Diagnostic, finding};
use crate::fix::quoted;
use crate::lint::context::Context;
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// A place without a name.
    ///
    /// # Why it matters
    /// The map, the log and the victory conditions show the name.
    ///
    /// # Example
    /// ```toml
    /// [[place]]
    /// id = "vionville"     # name = "Vionville" is missing
    /// hexes = ["1009"]
    /// ```
    ///
    /// # Remedy
    /// Add the `name`.
    UNNAMED_PLACE = "unnamed-place", Warning
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (row, place) in cx.places.iter().enumerate().filter(|(_, place)| place.name.trim().is_empty()) {
        let path = DocPath::root().key("place").index(row).key("name");
        let fix = cx.write(&path, &quoted(&name_of(place.id.as_str())));
        let finding = UNNAMED_PLACE.at(path, format!("place `{}` has no name", place.id));
        found.push(finding.help("add `name = \"…\"`").fix(fix));
    }
}

/// Derives a name from an id such as `tronville-copses`.
fn name_of(id: &str) -> String {
    let words = id.replace(['-', '_'], " ");
    let mut letters = words.trim().chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown;

    #[test]
    fn a_place_has_a_name() {
        assert_eq!(shown(&[("name = \"The Village\"\n", "")]), ["unnamed-place [[place]]"]);
        assert_eq!(shown(&[("name = \"The Village\"", "name = \" \"")]), ["unnamed-place \" \""]);
    }
}
