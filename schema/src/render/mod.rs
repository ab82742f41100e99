//! Findings as text, one format per file.

pub mod human;
pub mod short;

use std::ops::Range;

/// A text without its byte order mark and with every span moved accordingly.
fn body(text: &str) -> (&str, usize) {
    let body = text.strip_prefix('\u{feff}').unwrap_or(text);
    (body, text.len() - body.len())
}

/// `span` within `text`, on character boundaries, and at least one character long where there is one.
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
