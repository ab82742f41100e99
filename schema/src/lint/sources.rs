//! Where things are known from.

use super::context::Context;
use crate::diagnostic::{Diagnostic, finding, shown};
use crate::path::{DocPath, Step};

finding! {
    /// A source that says nothing.
    ///
    /// `source` and `sources` tell the next designer where a strength or a position is known from. An
    /// empty one, or a question mark, looks like an answer and is none.
    ///
    /// ```toml
    /// [[unit]]
    /// source = "?"                 # "Howard, p. 152", or leave it out
    /// ```
    EMPTY_SOURCE = "empty-source", Warning
}

finding! {
    /// A unit or a place of which nobody says where it is known from.
    ///
    /// Silent unless a level asks for it: many scenarios name their sources once, at the top. A
    /// collection that wants one for each row says so in its `battlewright.toml`.
    ///
    /// ```toml
    /// [lints]
    /// no-source = "warn"
    ///
    /// [[unit]]
    /// id = "de-iii-5"
    /// name = "5th Division"        # source = "Generalstab, I, p. 523"
    /// ```
    NO_SOURCE = "no-source", Warning, silent
}

/// What stands where something is still to be found out.
const NOTHING: &[&str] = &["", "?", "??", "???", "-", "todo", "tbd", "xxx", "unknown", "n/a", "none"];

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let mut known: std::collections::BTreeSet<(&str, usize)> = std::collections::BTreeSet::new();
    for (path, text) in &cx.names.sources {
        let (row, is_source) = match path.0.as_slice() {
            [Step::Key(list), Step::Index(_)] => (None, list == "sources"),
            [Step::Key(list), Step::Index(row), Step::Key(key)] => (Some((list.as_str(), *row)), key == "source"),
            _ => (None, false),
        };
        if !is_source {
            continue;
        }
        known.extend(row);
        if NOTHING.contains(&text.trim().to_lowercase().as_str()) {
            let message = format!("the source {} says nothing", shown(text));
            let help = "say where it is known from, or leave it out";
            found.push(EMPTY_SOURCE.at(path.clone(), message).help(help));
        }
    }
    let units = (0..cx.scenario.common().unit_count()).map(|row| ("unit", row));
    for (list, row) in units.chain((0..cx.places.len()).map(|row| ("place", row))) {
        if !known.contains(&(list, row)) {
            let path = DocPath::root().key(list).index(row);
            let finding = NO_SOURCE.at(path, format!("this {list} has no `source`"));
            found.push(
                finding.help("say where it is known from: a book and a page, a map, or that it is your own guess"),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::shown;

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
