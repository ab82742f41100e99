//! Labels without text.

use crate::diagnostic::{Diagnostic, finding};
use crate::fix::Fix;
use crate::lint::context::Context;
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// A label without text.
    ///
    /// # Why it matters
    /// It is not visible on the map.
    ///
    /// # Example
    /// ```toml
    /// [[label]]
    /// text = ""            # such as "Bois de Tronville"
    /// at = "0814"
    /// ```
    ///
    /// # Remedy
    /// Write the text, or remove the label.
    EMPTY_LABEL = "empty-label", Warning
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (row, label) in cx.labels.iter().enumerate().filter(|(_, label)| label.text.trim().is_empty()) {
        let row = DocPath::root().key("label").index(row);
        let fix = Fix::offer("remove the label", cx.text.and_then(|text| text.take_out(&row)));
        let path = row.key("text");
        let message = format!("the label in {} has no text", label.at);
        found.push(EMPTY_LABEL.at(path, message).help("write the text, or remove the label").fix(fix));
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown;

    #[test]
    fn a_label_has_words() {
        let label = |text: &str| format!("[[label]]\ntext = \"{text}\"\nat = \"0303\"\n\n[[place]]");
        assert_eq!(shown(&[("[[place]]", &label("The Wood"))]), [] as [&str; 0]);
        assert_eq!(shown(&[("[[place]]", &label(" "))]), ["empty-label \" \""]);
    }

    #[test]
    fn both_its_hexes_are_on_the_map() {
        let label = "[[label]]\ntext = \"The Brook\"\nat = \"0300\"\nto = \"9903\"\n\n[[place]]";
        assert_eq!(shown(&[("[[place]]", label)]), ["hex-off-map \"0300\"", "hex-off-map \"9903\""]);
    }
}
