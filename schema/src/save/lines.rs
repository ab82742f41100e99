//! Line ends and the byte order mark, which the TOML editor does not preserve.

use std::collections::{BTreeMap, VecDeque};

/// The line ends of a text, and its byte order mark.
pub(crate) struct Style<'t> {
    bom: bool,
    /// For each line text, its line ends in order; `true` is CRLF. Empty if all lines end in the same way.
    mixed: BTreeMap<&'t str, VecDeque<bool>>,
    crlf: bool,
}

const BOM: char = '\u{feff}';

impl<'t> Style<'t> {
    pub(crate) fn of(text: &'t str) -> Self {
        let body = text.strip_prefix(BOM).unwrap_or(text);
        let crlf = body.matches("\r\n").count();
        let all = body.matches('\n').count();
        let mut mixed: BTreeMap<&str, VecDeque<bool>> = BTreeMap::new();
        if crlf > 0 && crlf < all {
            for line in body.split_inclusive('\n') {
                let Some(line) = line.strip_suffix('\n') else { continue };
                let (line, ending) = line.strip_suffix('\r').map_or((line, false), |line| (line, true));
                mixed.entry(line).or_default().push_back(ending);
            }
        }
        Self { bom: body.len() < text.len(), mixed, crlf: crlf * 2 > all }
    }

    /// Returns `text` without a byte order mark, with LF as line end.
    pub(crate) fn plain(&self, text: &str) -> String {
        text.strip_prefix(BOM).unwrap_or(text).replace("\r\n", "\n")
    }

    /// Returns `text` with the line end of most lines of the original.
    pub(crate) fn uniform(&self, text: &str) -> String {
        if self.crlf { text.replace('\n', "\r\n") } else { text.to_owned() }
    }

    /// Returns `text` with the byte order mark and the line ends of the original.
    pub(crate) fn restore(mut self, text: &str) -> String {
        let mut restored = String::with_capacity(text.len() + text.len() / 16);
        if self.bom {
            restored.push(BOM);
        }
        for line in text.split_inclusive('\n') {
            let Some(line) = line.strip_suffix('\n') else {
                restored.push_str(line);
                continue;
            };
            let known = self.mixed.get_mut(line).and_then(VecDeque::pop_front);
            restored.push_str(line);
            restored.push_str(if known.unwrap_or(self.crlf) { "\r\n" } else { "\n" });
        }
        restored
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_mix_of_line_ends_comes_back() {
        for text in ["", "a", "a\n", "a\r\nb\r\n", "\u{feff}a\r\nb\nc\nb\r\n", "\n\r\n\n", "a\r\nb"] {
            let style = Style::of(text);
            let plain = style.plain(text);
            assert!(!plain.contains('\r'));
            assert_eq!(style.restore(&plain), text);
        }
    }

    #[test]
    fn new_lines_end_like_most() {
        assert_eq!(Style::of("a\r\nb\r\nc\n").restore("a\nx\nc\n"), "a\r\nx\r\nc\n");
    }
}
