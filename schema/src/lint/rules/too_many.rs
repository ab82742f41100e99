//! Too many terrain letters, labels, places or roads.

use crate::common::limits::{ExceededLimit, beyond_room};
use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;

finding! {
    /// # What it finds
    /// More terrain letters, labels, places or roads than a map can have.
    ///
    /// # Why it matters
    /// A map has at most 500 kinds of terrain, 1,000 labels, 2,000 rows each of places, entries, exits, roads and
    /// hexsides, and 20,000 hexes or hexsides in one of these rows. A larger file is usually the result of a program
    /// error, and its map is not drawn.
    ///
    /// # Example
    /// ```toml
    /// [[label]]            # the 1,001st
    /// text = "Bois de Tronville"
    /// at = "0814"
    /// ```
    ///
    /// # Remedy
    /// Remove unneeded rows.
    TOO_MANY = "too-many", Error
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for ExceededLimit { what, count, most, path, .. } in beyond_room(cx.scenario) {
        let message = format!("the map has {count} {what}; the limit is {most}");
        found.push(TOO_MANY.at(path, message).help("remove unneeded rows"));
    }
}

#[cfg(test)]
mod tests {
    use crate::common::limits::{MOST_IN_A_ROW, MOST_LABELS, MOST_LETTERS, MOST_ROWS};
    use crate::lint::testing::found;

    fn is_found(from: &str, to: &str) -> bool {
        found(&[(from, to)]).iter().any(|(code, _)| *code == "too-many")
    }

    #[test]
    fn letters_and_labels_have_an_end() {
        let letters = |count: usize| {
            let letters = ('\u{4e00}'..).take(count).map(|letter| format!("{letter} = {{ name = \"{letter}\" }}\n"));
            format!("{}\"T\" = {{", letters.map(|row| format!("\"{}\"{}", &row[..3], &row[3..])).collect::<String>())
        };
        assert!(!is_found("\"T\" = {", &letters(MOST_LETTERS - 3)));
        assert!(is_found("\"T\" = {", &letters(MOST_LETTERS - 2)));
        let labels = |count| "[[label]]\ntext = \"Wood\"\nat = \"0303\"\n".repeat(count) + "[[place]]";
        assert!(!is_found("[[place]]", &labels(MOST_LABELS)));
        assert!(is_found("[[place]]", &labels(MOST_LABELS + 1)));
        let roads = |count| "[[road]]\npath = [\"0303\", \"0304\"]\n".repeat(count) + "[[place]]";
        assert!(!is_found("[[place]]", &roads(MOST_ROWS - 5)));
        assert!(is_found("[[place]]", &roads(MOST_ROWS + 1)));
        let road = |count| format!("[[road]]\npath = [{}]\n[[place]]", "\"0303\", \"0304\",".repeat(count / 2));
        assert!(!is_found("[[place]]", &road(MOST_IN_A_ROW)));
        assert!(is_found("[[place]]", &road(MOST_IN_A_ROW + 2)));
    }
}
