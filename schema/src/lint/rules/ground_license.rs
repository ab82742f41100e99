//! Maps from OpenStreetMap under another license.

use crate::diagnostic::{Diagnostic, finding, shown};
use crate::fix::{Fix, quoted};
use crate::lint::context::Context;
use crate::path::DocPath;

/// The license of OpenStreetMap, by its SPDX identifier.
const ODBL: &str = "ODbL-1.0";

finding! {
    /// # What it finds
    /// A scenario that names OpenStreetMap among its sources, but has another license than the Open Database License.
    ///
    /// # Why it matters
    /// The hexes of a map that was proposed from OpenStreetMap may count as a database derived from it. Such a database is
    /// shared under the Open Database License (ODbL, 4.4). A picture or a print of the map needs only the notice that exports
    /// show.
    ///
    /// # Example
    /// ```toml
    /// sources = ["© OpenStreetMap contributors, ODbL 1.0"]
    /// license = "CC-BY-4.0"        # "ODbL-1.0"
    /// ```
    ///
    /// # Remedy
    /// Set the license to `"ODbL-1.0"`. If little of the map is from OpenStreetMap, or you have asked somebody who knows, allow
    /// the finding.
    GROUND_LICENSE = "ground-license", Warning
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let about = cx.scenario.common().about();
    let Some(row) = about.sources.iter().position(|source| names_osm(source)) else { return };
    let license = about.license.as_deref().unwrap_or_default();
    if license.to_ascii_lowercase().contains("odbl") {
        return;
    }
    let sources = DocPath::root().key("sources");
    let own = DocPath::root().key("license");
    let title = format!("set the license to {ODBL}");
    let (at, message, edit) = if about.license.is_some() {
        let edit = cx.text.and_then(|text| text.write(&own, quoted(ODBL)));
        (own, format!("the sources name OpenStreetMap, but the license is {}", shown(license)), edit)
    } else {
        let edit = cx.text.and_then(|text| text.add_after(&sources, "license", &quoted(ODBL)));
        (sources.index(row), "the sources name OpenStreetMap, but the scenario has no license".to_owned(), edit)
    };
    let help = format!("hexes from OpenStreetMap may have to be shared under its license, {ODBL}");
    // A license is a promise, so nobody but the designer makes it.
    found.push(GROUND_LICENSE.at(at, message).help(help).fix(Fix::offer(title, edit)));
}

/// Returns `true` if a source is OpenStreetMap.
fn names_osm(source: &str) -> bool {
    let source = source.to_lowercase();
    ["openstreetmap", "open street map"].iter().any(|name| source.contains(name))
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown;
    use crate::{System, load, template};

    const OSM: &str = "sources = [\"© OpenStreetMap contributors, ODbL 1.0\"]";

    #[test]
    fn a_map_from_openstreetmap_has_its_license() {
        let with = |lines: &str| shown(&[("authors = []", lines)]);
        let found = with(&format!("{OSM}\nlicense = \"CC-BY-4.0\""));
        assert_eq!(found, ["ground-license \"CC-BY-4.0\""]);
        assert_eq!(with(OSM), ["ground-license \"© OpenStreetMap contributors, ODbL 1.0\""]);
        for license in ["ODbL-1.0", "odbl-1.0", "ODbL-1.0 AND CC-BY-4.0"] {
            assert!(with(&format!("{OSM}\nlicense = \"{license}\"")).is_empty(), "{license}");
        }
        assert!(with("sources = [\"Howard\"]\nlicense = \"CC-BY-4.0\"").is_empty());
    }

    #[test]
    fn the_license_is_offered_and_never_set_unasked() {
        let lines =
            [OSM.to_owned(), format!("license = \"MIT\"\n{OSM}"), "sources = [\n  \"Open Street Map\",\n]".to_owned()];
        for lines in lines {
            let text = template(System::MarsLaTour).replacen("authors = []", &lines, 1);
            let found = load(&text).diagnostics;
            assert_eq!(found.len(), 1, "{found:?}");
            assert!(found[0].safe_fix().is_none());
            let fixed = found[0].fixes[0].apply(&text).unwrap();
            let read = load(&fixed);
            assert!(read.diagnostics.is_empty(), "{:?}", read.diagnostics);
            assert_eq!(read.scenario.unwrap().common().about().license.as_deref(), Some("ODbL-1.0"));
        }
    }
}
