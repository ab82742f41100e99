//! The documentation of a kind of finding, in fixed sections.

/// The documentation of a kind of finding, in Markdown: the problem, the reason, an example and the remedy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Explanation {
    what: &'static str,
    why: &'static str,
    example: &'static str,
    remedy: &'static str,
}

impl Explanation {
    /// The headings of the sections, in order.
    pub const HEADINGS: [&'static str; 4] = ["What it finds", "Why it matters", "Example", "Remedy"];

    /// Splits a doc comment into its sections.
    ///
    /// # Panics
    /// A section is missing or empty. In a constant, this is a compile error.
    pub(crate) const fn of(doc: &'static str) -> Self {
        let [first, second, third, fourth] = Self::HEADINGS;
        let (before, rest) = split(doc, first);
        assert!(!has_text(before), "an explanation begins with `# What it finds`");
        let (what, rest) = split(rest, second);
        let (why, rest) = split(rest, third);
        let (example, remedy) = split(rest, fourth);
        assert!(has_text(what), "`# What it finds` is empty");
        assert!(has_text(why), "`# Why it matters` is empty");
        assert!(has_text(example), "`# Example` is empty");
        assert!(has_text(remedy), "`# Remedy` is empty");
        Self { what, why, example, remedy }
    }

    /// Returns the headings and texts of the sections.
    pub fn sections(&self) -> [(&'static str, String); 4] {
        let [first, second, third, fourth] = Self::HEADINGS;
        let Self { what, why, example, remedy } = *self;
        [(first, text(what)), (second, text(why)), (third, text(example)), (fourth, text(remedy))]
    }

    /// Returns the sections as Markdown, each under a heading that begins with `marks`, such as `###`.
    pub fn markdown(&self, marks: &str) -> String {
        let sections = self.sections().map(|(heading, text)| format!("{marks} {heading}\n\n{text}\n"));
        sections.join("\n")
    }

    /// Returns the sections as plain text, each below its heading.
    pub fn plain(&self) -> String {
        let sections = self.sections().map(|(heading, text)| format!("{heading}\n\n{text}\n"));
        sections.join("\n")
    }
}

/// Returns the lines of a section without the leading space of doc comments.
fn text(section: &str) -> String {
    let lines = section.trim_end().lines().map(|line| line.strip_prefix(' ').unwrap_or(line));
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns the text before the line `# heading`, and the text after it.
#[expect(clippy::panic, reason = "it runs when the crate is compiled, and is then an error of the compiler")]
const fn split(doc: &'static str, heading: &str) -> (&'static str, &'static str) {
    let bytes = doc.as_bytes();
    let mut start = 0;
    while start < bytes.len() {
        let mut end = start;
        while end < bytes.len() && bytes[end] != b'\n' {
            end += 1;
        }
        if is_heading(bytes, start, end, heading.as_bytes()) {
            let (before, rest) = doc.split_at(start);
            let length = end - start;
            let (_, after) = rest.split_at(if end < bytes.len() { length + 1 } else { length });
            return (before, after);
        }
        start = end + 1;
    }
    panic!("an explanation lacks one of the sections of `Explanation::HEADINGS`, or has them in another order")
}

/// Returns `true` if the bytes from `start` to `end` are ` # heading`.
const fn is_heading(bytes: &[u8], start: usize, end: usize, heading: &[u8]) -> bool {
    const MARK: &[u8] = b" # ";
    if end - start != MARK.len() + heading.len() {
        return false;
    }
    let mut at = 0;
    while at < end - start {
        let wanted = if at < MARK.len() { MARK[at] } else { heading[at - MARK.len()] };
        if bytes[start + at] != wanted {
            return false;
        }
        at += 1;
    }
    true
}

/// Returns `true` if `text` has more than spaces and line ends.
const fn has_text(text: &str) -> bool {
    !text.trim_ascii().is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOC: &str = " # What it finds\n A road.\n\n # Why it matters\n It ends.\n\n # Example\n ```toml\n a = 1\n ```\n\n # Remedy\n \
                       Extend it.\n";

    #[test]
    fn a_doc_comment_has_four_sections() {
        let explanation = Explanation::of(DOC);
        let [what, why, example, remedy] = explanation.sections().map(|(_, text)| text);
        assert_eq!((what.as_str(), why.as_str(), remedy.as_str()), ("A road.", "It ends.", "Extend it."));
        assert_eq!(example, "```toml\na = 1\n```");
        assert!(explanation.markdown("###").starts_with("### What it finds\n\nA road.\n\n### Why it matters\n"));
        assert!(explanation.plain().ends_with("Remedy\n\nExtend it.\n"));
    }

    #[test]
    #[should_panic(expected = "lacks one of the sections")]
    fn a_missing_section_is_an_error() {
        let _ = Explanation::of(" # What it finds\n A road.\n\n # Example\n None.\n");
    }

    #[test]
    #[should_panic(expected = "`# Remedy` is empty")]
    fn an_empty_section_is_an_error() {
        let _ = Explanation::of(" # What it finds\n A\n # Why it matters\n B\n # Example\n C\n # Remedy\n");
    }
}
