//! Positions as counted by clients: lines from 0, and UTF-16 units in a line, or bytes if the client supports them.

use std::ops::Range;

use battlewright_schema::place::LineIndex;
use lsp_types::{ClientCapabilities, Position, PositionEncodingKind};

/// The unit of character offsets within a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    Utf8,
    Utf16,
}

impl Encoding {
    /// Returns bytes if the client supports them, else UTF-16 units.
    pub(super) fn of(client: &ClientCapabilities) -> Self {
        let known = client.general.as_ref().and_then(|general| general.position_encodings.as_ref());
        match known.is_some_and(|known| known.contains(&PositionEncodingKind::UTF8)) {
            true => Self::Utf8,
            false => Self::Utf16,
        }
    }

    /// Returns the encoding's name in the protocol.
    pub(super) fn kind(self) -> PositionEncodingKind {
        match self {
            Self::Utf8 => PositionEncodingKind::UTF8,
            Self::Utf16 => PositionEncodingKind::UTF16,
        }
    }

    fn units(self, character: char) -> usize {
        match self {
            Self::Utf8 => character.len_utf8(),
            Self::Utf16 => character.len_utf16(),
        }
    }
}

/// A converter between byte offsets and positions of a text.
pub(super) struct LineRuler<'t> {
    text: &'t str,
    lines: LineIndex<'t>,
    encoding: Encoding,
}

impl<'t> LineRuler<'t> {
    pub(super) fn new(text: &'t str, encoding: Encoding) -> Self {
        Self { text, lines: LineIndex::new(text), encoding }
    }

    /// Returns the byte offset of `position`, or the end of its line or of the text if it lies beyond.
    pub(super) fn offset(&self, position: Position) -> usize {
        let number = usize::try_from(position.line).unwrap_or(usize::MAX).saturating_add(1);
        let Some(line) = self.lines.line(number) else { return self.text.len() };
        let mut units = usize::try_from(position.character).unwrap_or(usize::MAX);
        let letters = self.text.get(line.clone()).unwrap_or_default().char_indices();
        for (at, letter) in letters {
            let own = self.encoding.units(letter);
            // A position within a character counts as its start.
            if units < own {
                return line.start + at;
            }
            units -= own;
        }
        line.end
    }

    /// Returns the position of a byte offset.
    pub(super) fn position(&self, offset: usize) -> Position {
        let line = self.lines.position(offset).line;
        let start = self.lines.line(line).map_or(0, |line| line.start);
        let before = self.text.get(start..offset.min(self.text.len())).unwrap_or_default();
        let units: usize = before.chars().map(|letter| self.encoding.units(letter)).sum();
        let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        Position { line: number(line - 1), character: number(units) }
    }

    /// Returns the byte range of `range`.
    pub(super) fn bytes(&self, range: lsp_types::Range) -> Range<usize> {
        let (start, end) = (self.offset(range.start), self.offset(range.end));
        start..end.max(start)
    }

    /// Returns the range of `bytes`.
    pub(super) fn range(&self, bytes: &Range<usize>) -> lsp_types::Range {
        lsp_types::Range { start: self.position(bytes.start), end: self.position(bytes.end) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_counted_as_the_client_does() {
        let text = "a\u{e9}\u{1d11e}b\r\nc";
        for (encoding, character) in [(Encoding::Utf8, 7), (Encoding::Utf16, 4)] {
            let ruler = LineRuler::new(text, encoding);
            let at = text.find('b').unwrap();
            assert_eq!(ruler.position(at), Position { line: 0, character });
            assert_eq!(ruler.offset(Position { line: 0, character }), at);
            assert_eq!(ruler.offset(Position { line: 0, character: 99 }), at + 1, "before the line break");
            assert_eq!(ruler.offset(Position { line: 0, character: 3 }), 3, "in the middle of a character");
            assert_eq!(ruler.offset(Position { line: 9, character: 0 }), text.len());
            assert_eq!(ruler.position(text.len()), Position { line: 1, character: 1 });
        }
    }
}
