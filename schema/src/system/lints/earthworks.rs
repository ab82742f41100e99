//! Earthworks in the same hex.

use crate::HexId;
use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::lint::lookup::lookup;
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// A hex with two earthworks.
    ///
    /// # Why it matters
    /// A hex has at most one Fieldworks or Entrenchments marker (16.1). The finding is reported at the later one.
    ///
    /// # Example
    /// ```toml
    /// [[earthworks]]
    /// kind = "fieldworks"
    /// hexes = ["3316"]
    ///
    /// [[earthworks]]
    /// kind = "entrenchments"
    /// hexes = ["3316", "3626"]     # "3316" has Fieldworks already
    /// ```
    ///
    /// # Remedy
    /// Remove the hex from one of the lists.
    EARTHWORKS_TWICE = "earthworks-twice", Error
}

/// Notes the hexes that are twice in the rows of the section `list`, each with the hexes of its earthworks.
pub(crate) fn check<'s>(
    cx: &Context<'_>,
    list: &str,
    rows: impl Iterator<Item = &'s Vec<HexId>>,
    found: &mut Vec<Diagnostic>,
) {
    let mut first = lookup(0);
    for (row, hexes) in rows.enumerate() {
        let list = DocPath::root().key(list).index(row).key("hexes");
        for (index, hex) in hexes.iter().enumerate() {
            let path = list.clone().index(index);
            let before = first.entry(hex).or_insert_with(|| path.clone());
            if *before != path {
                let fix = cx.take_one(format!("remove {hex} here"), &path, hexes.len());
                let finding = EARTHWORKS_TWICE
                    .at(path, format!("{hex} already has earthworks"))
                    .related(before.clone(), "the other earthworks")
                    .help("a hex has at most one marker");
                found.push(finding.fix(fix));
            }
        }
    }
}
