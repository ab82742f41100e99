//! Earthworks in the same hex.

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

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    let mut first = lookup(own.earthworks.len());
    for (row, earthworks) in own.earthworks.iter().enumerate() {
        let list = DocPath::root().key("earthworks").index(row).key("hexes");
        for (index, hex) in earthworks.hexes.iter().enumerate() {
            let path = list.clone().index(index);
            let before = first.entry(hex).or_insert_with(|| path.clone());
            if *before != path {
                let fix = cx.take_one(format!("remove {hex} here"), &path, earthworks.hexes.len());
                let finding = EARTHWORKS_TWICE
                    .at(path, format!("{hex} already has earthworks"))
                    .related(before.clone(), "the other earthworks")
                    .help("a hex has at most one marker");
                found.push(finding.fix(fix));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown_any_cost as shown;

    fn with(rows: &[(&str, &str)]) -> Vec<String> {
        let row = |(kind, hexes): &(&str, &str)| format!("[[earthworks]]\nkind = \"{kind}\"\nhexes = [{hexes}]\n\n");
        let rows: String = rows.iter().map(row).collect();
        shown(&[("# One side is French", &format!("{rows}# One side is French"))])
    }

    #[test]
    fn a_hex_has_one_marker() {
        assert_eq!(with(&[("fieldworks", "\"0202\""), ("entrenchments", "\"0203\"")]), [] as [&str; 0]);
        let twice = with(&[("fieldworks", "\"0202\""), ("entrenchments", "\"0203\", \"0202\"")]);
        assert_eq!(twice, ["earthworks-twice \"0202\""]);
        assert_eq!(with(&[("fieldworks", "\"0202\", \"0202\"")]), ["earthworks-twice \"0202\""]);
        assert_eq!(with(&[("fieldworks", "\"9902\"")]), ["hex-off-map \"9902\""]);
    }
}
