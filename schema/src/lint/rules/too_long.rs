//! Texts that are too long.

use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;

finding! {
    /// # What it finds
    /// A name, a label, an id or a text that is too long.
    ///
    /// # Why it matters
    /// Names, labels and ids are printed on maps, counters and cards, and have at most 200 characters, those of rules in
    /// rows at most 40. Longer texts, such as descriptions and sources, have at most 20,000.
    ///
    /// # Example
    /// ```toml
    /// [[label]]
    /// text = "The wood in which, early in the morning, before anyone else …"
    /// at = "0814"
    /// ```
    ///
    /// # Remedy
    /// Shorten the text.
    TOO_LONG = "too-long", Error
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    found.extend(cx.names.too_long.iter().map(|(path, count, most)| {
        let finding = TOO_LONG.at(path.clone(), format!("the text has {count} characters; the limit is {most}"));
        finding.help("shorten the text")
    }));
}

#[cfg(test)]
mod tests {
    use crate::common::limits::{LONGEST_NAME, LONGEST_TEXT};
    use crate::lint::testing::found;

    fn codes(edits: &[(&str, &str)]) -> Vec<&'static str> {
        found(edits).into_iter().map(|(code, _)| code).collect()
    }

    #[test]
    fn names_and_labels_have_an_end() {
        let name = |long: usize| format!("name = \"{}\"", "é".repeat(long));
        assert_eq!(codes(&[("name = \"The Village\"", &name(LONGEST_NAME))]), [] as [&str; 0]);
        assert_eq!(codes(&[("name = \"The Village\"", &name(LONGEST_NAME + 1))]), ["too-long"]);
        let label = format!("[[label]]\ntext = \"{}\"\nat = \"0303\"\n\n[[place]]", "Wood ".repeat(1_000_000));
        assert_eq!(codes(&[("[[place]]", &label)]), ["too-long"]);
    }

    #[test]
    fn an_id_has_an_end_where_it_is_given() {
        let id = "x".repeat(LONGEST_NAME + 1);
        let edits = [("id = \"village\"", &*format!("id = \"{id}\"")), ("\"village\"", &*format!("\"{id}\""))];
        assert_eq!(codes(&edits), ["too-long"]);
    }

    #[test]
    fn what_is_there_to_be_read_may_be_longer() {
        let text = |long: usize| format!("authors = []\ndescription = \"{}\"", "x".repeat(long));
        assert_eq!(codes(&[("authors = []", &text(LONGEST_TEXT))]), [] as [&str; 0]);
        assert_eq!(codes(&[("authors = []", &text(LONGEST_TEXT + 1))]), ["too-long"]);
    }
}
