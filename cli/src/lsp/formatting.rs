//! Formatting of a text as edits of the changed lines only, which keep the cursor and folded regions.

use std::ops::Range;

use battlewright_schema::format;
use lsp_types::TextEdit;
use similar::{Algorithm, DiffTag, TextDiff};

use super::document::Document;
use super::encoding::LineRuler;

/// Returns the edits that format the document.
///
/// # Errors
/// The text is not TOML: the first finding.
pub(super) fn edits(document: &Document, ruler: &LineRuler<'_>) -> Result<Vec<TextEdit>, String> {
    match format(&document.text) {
        Ok(laid_out) => Ok(changed(&document.text, &laid_out, ruler)),
        Err(findings) => Err(findings.first().map_or_else(String::new, ToString::to_string)),
    }
}

/// Returns edits that replace the lines of `old` that differ in `new`.
pub(super) fn changed(old: &str, new: &str, ruler: &LineRuler<'_>) -> Vec<TextEdit> {
    let difference = TextDiff::configure().algorithm(Algorithm::Myers).diff_lines(old, new);
    let groups = difference.ops().iter().filter(|op| op.tag() != DiffTag::Equal);
    let edit = |(was, now): (Range<usize>, Range<usize>)| TextEdit {
        range: ruler.range(&lines(old, &was)),
        new_text: new.get(lines(new, &now)).unwrap_or_default().to_owned(),
    };
    groups.map(|op| edit((op.old_range(), op.new_range()))).collect()
}

/// Returns the byte range of `lines`, counted from 0.
fn lines(text: &str, lines: &Range<usize>) -> Range<usize> {
    let mut ends = text.split_inclusive('\n').scan(0, |at, line| {
        *at += line.len();
        Some(*at)
    });
    let start = lines.start.checked_sub(1).map_or(0, |before| ends.nth(before).unwrap_or(text.len()));
    let end = lines.len().checked_sub(1).map_or(start, |last| ends.nth(last).unwrap_or(text.len()));
    start..end
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lsp::encoding::Encoding;

    #[test]
    fn only_what_changes_is_written() {
        let (old, new) = ("a\nb\nc\nd", "a\nB\nc\nd\n");
        let edits = changed(old, new, &LineRuler::new(old, Encoding::Utf16));
        let shown = |edit: &TextEdit| (edit.range.start.line, edit.range.end.line, edit.new_text.clone());
        let shown: Vec<_> = edits.iter().map(shown).collect();
        assert_eq!(shown, [(1, 2, "B\n".to_owned()), (3, 3, "d\n".to_owned())]);
        assert_eq!(changed(old, old, &LineRuler::new(old, Encoding::Utf16)), []);
    }
}
