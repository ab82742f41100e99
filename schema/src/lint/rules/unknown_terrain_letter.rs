//! Letters of the map without a terrain.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::diagnostic::{Diagnostic, finding, list, same_spelling};
use crate::fix::{Fix, TextEdit};
use crate::lint::context::Context;
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// A letter on the map without an entry in `[map.terrain]`.
    ///
    /// # Why it matters
    /// The terrain of the hex is not defined. Each letter is reported once, at its first use. Letters are
    /// case-sensitive, and `_` marks missing hexes.
    ///
    /// # Example
    /// ```toml
    /// [map]
    /// hexes = """
    /// . W                  # `W` is not defined, only `w`
    /// """
    /// [map.terrain]
    /// "." = { name = "Clear" }
    /// w = { name = "Woods" }
    /// ```
    ///
    /// # Remedy
    /// Correct the letter, or define it in `[map.terrain]`.
    UNKNOWN_TERRAIN_LETTER = "unknown-terrain-letter", Error
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    if cx.map.used().is_some() {
        return;
    }
    // The count of each letter, with the place of its first use.
    let mut unknown: BTreeMap<char, (usize, Option<Range<usize>>)> = BTreeMap::new();
    for (row, letters) in cx.map.hexes.0.iter().enumerate() {
        let mut spans = cx.letter_spans(row);
        for letter in letters {
            let span = spans.next();
            if !cx.map.knows(*letter) {
                unknown.entry(*letter).or_insert((0, span)).0 += 1;
            }
        }
    }
    let letters: Vec<String> = cx.map.letters.iter().map(char::to_string).collect();
    for (letter, (count, span)) in unknown {
        let times = if count == 1 { String::new() } else { format!(" (used {count} times)") };
        let message = format!("unknown terrain `{}` on the map{times}", letter.escape_debug());
        let path = DocPath::root().key("map").key("hexes");
        let finding = UNKNOWN_TERRAIN_LETTER
            .at(path, message)
            .help(format!("add it to [map.terrain], which has {}", list(letters.iter().map(String::as_str))))
            .span(span);
        found.push(finding.fix(other_case(cx, letter, &letters)));
    }
}

/// A letter used more often than this is no typing error.
const MOST_PLACES: usize = 1000;

/// Returns a fix that changes the case of `letter` throughout, if the other case is defined.
fn other_case(cx: &Context<'_>, letter: char, letters: &[String]) -> Option<Fix> {
    let meant = same_spelling(letter.to_string().as_str(), letters.iter().map(String::as_str))?;
    let mut edits = Vec::new();
    for (row, line) in cx.map.hexes.0.iter().enumerate() {
        for (span, _) in cx.letter_spans(row).zip(line).filter(|(_, other)| **other == letter) {
            if edits.len() == MOST_PLACES {
                return None;
            }
            edits.push(TextEdit::new(span, meant));
        }
    }
    (!edits.is_empty()).then(|| Fix { title: format!("write `{meant}`"), edits, safe: false })
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown;

    #[test]
    fn each_unknown_letter_is_reported_once_where_it_stands_first() {
        assert_eq!(
            shown(&[(". w w . T . . .", ". q w . T . . q"), (". . . . . w . .", ". . . . . W . .")]),
            ["unknown-terrain-letter q", "unknown-terrain-letter W"]
        );
    }

    #[test]
    fn the_void_needs_no_entry() {
        assert_eq!(
            shown(&[
                (". w w . T . . .", ". w w . T . . _"),
                ("\"0703\", \"0803\"", "\"0703\""),
                ("hexes = [\"0803\"]", "hexes = [\"0802\"]")
            ]),
            [] as [&str; 0]
        );
    }
}
