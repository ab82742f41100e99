//! Problem marks in the text.

use std::ops::Range;

use crate::model::document::Document;
use crate::model::selection::Selection;

/// A problem in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceMark {
    /// The byte range.
    pub range: Range<usize>,
    /// `true` for an error, `false` for a warning.
    pub error: bool,
    /// The message with the advice.
    pub message: String,
    /// The selection after a click.
    pub target: Selection,
}

impl SourceMark {
    /// Returns the letter in the margin.
    pub fn letter(&self) -> &'static str {
        if self.error { "E" } else { "W" }
    }

    /// Returns the severity as a word.
    pub fn kind(&self) -> &'static str {
        if self.error { "Error" } else { "Warning" }
    }
}

/// Returns the problems of `document` with a place in `text`, sorted by position.
pub(super) fn data(document: &Document, text: &str) -> Vec<SourceMark> {
    let mut marks: Vec<SourceMark> = document
        .problems()
        .iter()
        .filter_map(|problem| {
            let finding = &problem.finding;
            let mut range = finding.span.clone()?;
            range.start = range.start.min(text.len());
            // At least one character, and at most the first line of a long value.
            let rest = text.get(range.start..)?;
            let line = rest.find('\n').unwrap_or(rest.len());
            let letter = rest.chars().next().map_or(0, char::len_utf8);
            range.end = range.end.clamp(range.start + letter, range.start + line.max(letter)).min(text.len());
            let help = finding.help.as_ref().map_or_else(String::new, |help| format!(" ({help})"));
            let message = format!("{}{help}", finding.message);
            Some(SourceMark { range, error: problem.is_error(), message, target: problem.target })
        })
        .collect();
    marks.sort_by_key(|mark| (mark.range.start, !mark.error));
    marks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::store::BUNDLED;

    #[test]
    fn every_mistake_has_its_mark_on_its_own_line() {
        let text = BUNDLED.replacen("\ner = 3\n", "\ner = three\n", 1).replacen("\ner = 2\n", "\ner == 2\n", 1);
        let document = Document::from_text("a.toml", text.clone());
        let marks = data(&document, &text);
        let marked: Vec<_> = marks.iter().map(|mark| &text[mark.range.clone()]).collect();
        assert_eq!(marks.len(), 2, "{marks:?}");
        assert!(marked.contains(&"three") && marked.iter().all(|mark| !mark.contains('\n')), "{marked:?}");
        assert!(marks.iter().all(|mark| mark.error));
    }
}
