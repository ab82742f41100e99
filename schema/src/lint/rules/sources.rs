//! Missing and empty sources.

use crate::diagnostic::{Diagnostic, finding, shown};
use crate::lint::context::Context;
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// An empty source, or a question mark as source.
    ///
    /// # Why it matters
    /// `source` and `sources` document the origin of a strength or a position. An empty one looks like an answer
    /// without being one.
    ///
    /// # Example
    /// ```toml
    /// [[unit]]
    /// source = "?"                 # "Howard, p. 152", or leave it out
    /// ```
    ///
    /// # Remedy
    /// Name the source, or remove the key.
    EMPTY_SOURCE = "empty-source", Warning
}

finding! {
    /// # What it finds
    /// A unit or a place without a source.
    ///
    /// # Why it matters
    /// The finding is silent unless a level asks for it, because many scenarios name their sources once, at the top. A
    /// collection that wants a source for each row sets the level in its `battlewright.toml`.
    ///
    /// # Example
    /// ```toml
    /// [lints]
    /// no-source = "warn"
    ///
    /// [[unit]]
    /// id = "de-iii-5"
    /// name = "5th Division"        # source = "Generalstab, I, p. 523"
    /// ```
    ///
    /// # Remedy
    /// Name the source of the row.
    NO_SOURCE = "no-source", Warning, silent
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (path, text) in &cx.names.empty_sources {
        let message = format!("the source {} is empty", shown(text));
        let help = "name the source, or remove the key";
        let out = cx.take_out("remove the source", path);
        found.push(EMPTY_SOURCE.at(path.clone(), message).help(help).fix(out));
    }
    if !cx.asks_for(&NO_SOURCE) {
        return;
    }
    let units = cx.units.iter().filter(|unit| !unit.stacks()).map(|unit| (unit.has_source, "unit", unit.path()));
    let places = cx.places.iter().enumerate();
    let places = places.map(|(row, place)| (place.source.is_some(), "place", DocPath::root().key("place").index(row)));
    for (_, list, path) in units.chain(places).filter(|(has_source, ..)| !has_source) {
        let finding = NO_SOURCE.at(path, format!("the {list} has no `source`"));
        found.push(finding.help("name a book and a page, a map, or your own estimate"));
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown;

    #[test]
    fn a_source_says_something() {
        assert_eq!(shown(&[("at = \"0704\"", "at = \"0704\"\nsource = \" ?\"")]), ["empty-source \" ?\""]);
        assert_eq!(shown(&[("authors = []", "sources = [\"Howard\", \"TODO\"]")]), ["empty-source \"TODO\""]);
    }

    #[test]
    fn every_row_has_a_source_where_that_is_asked_for() {
        let ask = ("[victory]", "[lints]\nno-source = \"warn\"\n[victory]");
        assert_eq!(shown(&[ask]).len(), 5);
        let source = ("at = \"0704\"", "at = \"0704\"\nsource = \"Howard\"");
        assert_eq!(shown(&[ask, source]).len(), 4);
    }
}
