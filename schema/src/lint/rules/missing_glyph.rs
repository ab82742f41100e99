//! Letters that no font of the program has.

use std::collections::BTreeSet;

use crate::common::drawn::is_drawn;
use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;

finding! {
    /// # What it finds
    /// A letter in a name, a label or a title that the fonts of the program lack.
    ///
    /// # Why it matters
    /// An empty box is drawn in its place: on the map and on counters, in the window, in pictures and on paper. The fonts have
    /// the letters of the Latin, Greek and Cyrillic alphabets with all their accents, superscripts and common signs.
    ///
    /// # Example
    /// ```toml
    /// [[place]]
    /// name = "北京"
    /// ```
    ///
    /// # Remedy
    /// Write the name in another script.
    MISSING_GLYPH = "missing-glyph", Warning
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (path, text) in &cx.names.undrawn {
        let letters: BTreeSet<char> = text.chars().filter(|c| !is_drawn(*c)).collect();
        let listed: Vec<String> = letters.iter().take(5).map(|c| format!("U+{:04X}", u32::from(*c))).collect();
        let more = if letters.len() > listed.len() { ", …" } else { "" };
        let which = if letters.len() == 1 { "a letter that no font has" } else { "letters that no font has" };
        let message = format!("the text contains {which}: {}{more}", listed.join(", "));
        found.push(MISSING_GLYPH.at(path.clone(), message).help("an empty box is drawn for each; use other letters"));
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown;

    #[test]
    fn letters_without_a_picture_are_found_in_what_is_drawn() {
        let named = |name: &str| shown(&[("name = \"The Village\"", &format!("name = \"{name}\""))]);
        for drawn in ["é", "Œ", "2ᵉ", "Żółć", "Ελλάς", "Москва", "½ → ★"] {
            assert_eq!(named(drawn), [] as [&str; 0], "{drawn}");
        }
        for undrawn in ["北京", "a\u{e000}b"] {
            assert_eq!(named(undrawn), [format!("missing-glyph \"{undrawn}\"")], "{undrawn}");
        }
        // Text that is read but not drawn on the map may have any letter.
        assert_eq!(shown(&[("authors = []", "authors = [\"第\"]")]), [] as [&str; 0]);
    }
}
