//! More of a thing than a map has room for.

use super::context::Context;
use crate::common::limits::{MOST_LABELS, MOST_LETTERS};
use crate::diagnostic::{Diagnostic, finding};
use crate::path::DocPath;

finding! {
    /// More letters of terrain, or more labels, than a map has room for.
    ///
    /// A map has at most 500 kinds of terrain, which nobody could tell apart, and 1,000 labels, of
    /// which no more are drawn. A file with more of them was made by a program that went wrong.
    TOO_MANY = "too-many", Error
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let letters = (cx.map.letters.len(), MOST_LETTERS, "letters of terrain", DocPath::root().key("map").key("terrain"));
    let labels = (cx.labels.len(), MOST_LABELS, "labels", DocPath::root().key("label").index(MOST_LABELS));
    for (count, most, what, path) in [letters, labels].into_iter().filter(|(count, most, ..)| count > most) {
        let message = format!("there are {count} {what}, and at most {most} have room");
        found.push(TOO_MANY.at(path, message).help("take out what is not needed"));
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::found;
    use super::*;

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
    }
}
