//! Findings as text, with one module per format.

pub mod human;
pub mod short;

use std::ops::Range;

/// Returns a text without its byte order mark, and the length of the mark, by which spans move.
fn body(text: &str) -> (&str, usize) {
    let body = text.strip_prefix('\u{feff}').unwrap_or(text);
    (body, text.len() - body.len())
}

/// Clamps `span` to `text` and to character boundaries. The result has at least one character unless it is at a line end.
fn visible(text: &str, span: &Range<usize>) -> Range<usize> {
    let down = |at: usize| (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let (start, end) = (down(span.start), down(span.end));
    if end > start {
        return start..end;
    }
    start
        ..start
            + text.get(start..).and_then(|rest| rest.chars().next()).filter(|c| *c != '\n').map_or(0, char::len_utf8)
}
