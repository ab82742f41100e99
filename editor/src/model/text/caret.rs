//! The text cursor and the text selection, with movement by characters, words and lines.

use std::ops::Range;

use super::Lines;

/// The position of the text cursor and the start of the selection, as byte offsets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Caret {
    /// The offset of the cursor.
    pub at: usize,
    /// The offset where the selection started; equal to `at` if nothing is selected.
    pub anchor: usize,
    /// The column that vertical movement keeps, in characters.
    column: Option<usize>,
}

/// A movement of the cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaretMove {
    /// To the previous character.
    Left,
    /// To the next character.
    Right,
    /// To the start of the previous word.
    WordLeft,
    /// To the end of the next word.
    WordRight,
    /// By this number of lines, downward if positive.
    Lines(isize),
    /// To the first non-blank character of the line, and from there to the start of the line.
    Home,
    /// To the end of the line.
    End,
    /// To the start of the text.
    Start,
    /// To the end of the text.
    Finish,
}

impl Caret {
    /// Returns a cursor at `at` without a selection.
    pub fn new(at: usize) -> Self {
        Self { at, anchor: at, column: None }
    }

    /// Returns a cursor at the end of `range`, which is selected.
    pub fn selecting(range: Range<usize>) -> Self {
        Self { at: range.end, anchor: range.start, column: None }
    }

    /// Returns the byte range of the selection.
    pub fn range(&self) -> Range<usize> {
        self.at.min(self.anchor)..self.at.max(self.anchor)
    }

    /// Returns the cursor after a change of the text, with its offsets mapped by `shift`.
    #[must_use]
    pub fn shifted(self, shift: impl Fn(usize) -> usize) -> Self {
        Self { at: shift(self.at), anchor: shift(self.anchor), ..self }
    }

    /// Returns the cursor moved to `at`. If `selecting`, the selection is extended to there.
    #[must_use]
    pub fn put(self, at: usize, selecting: bool) -> Self {
        Self { at, anchor: if selecting { self.anchor } else { at }, column: None }
    }

    /// Returns the cursor moved by `way` in `text`. If `selecting`, the selection is extended.
    #[must_use]
    pub fn moved(self, text: &str, lines: &Lines, way: CaretMove, selecting: bool) -> Self {
        let line = lines.at(self.at);
        let range = lines.range(text, line);
        let selected = !selecting && self.at != self.anchor;
        let at = match way {
            // Without Shift, an arrow key moves the cursor to that end of the selection.
            CaretMove::Left if selected => self.range().start,
            CaretMove::Right if selected => self.range().end,
            CaretMove::Left => before(text, self.at),
            CaretMove::Right => after(text, self.at),
            CaretMove::WordLeft => word_before(text, self.at),
            CaretMove::WordRight => word_after(text, self.at),
            CaretMove::Home => {
                let body = text.get(range.clone()).unwrap_or_default();
                let first = range.start + (body.len() - body.trim_start().len());
                if self.at == first { range.start } else { first }
            }
            CaretMove::End => range.end,
            CaretMove::Start => 0,
            CaretMove::Finish => text.len(),
            CaretMove::Lines(by) => {
                let column = self.column.unwrap_or_else(|| letters(text, range.start..self.at));
                let to = line.saturating_add_signed(by).min(lines.count() - 1);
                let at = if line == 0 && by < 0 {
                    0
                } else if to == line && by > 0 {
                    text.len()
                } else {
                    offset(text, lines.range(text, to), column)
                };
                return Self { column: Some(column), ..self.put(at, selecting) };
            }
        };
        self.put(at, selecting)
    }

    /// Returns the selection of the word at `at`, as for a double click.
    pub fn word(text: &str, at: usize) -> Self {
        let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
        let before = text.get(..at).unwrap_or_default();
        let after = text.get(at..).unwrap_or_default();
        let start = before.len() - before.chars().rev().take_while(|c| is_word(*c)).map(char::len_utf8).sum::<usize>();
        let end = at + after.chars().take_while(|c| is_word(*c)).map(char::len_utf8).sum::<usize>();
        Self::selecting(start..end)
    }
}

/// Returns the number of characters in `range`.
pub(super) fn letters(text: &str, range: Range<usize>) -> usize {
    text.get(range).unwrap_or_default().chars().count()
}

/// Returns the offset of the character number `column` in the line at `range`, or the end of a shorter line.
fn offset(text: &str, range: Range<usize>, column: usize) -> usize {
    let line = text.get(range.clone()).unwrap_or_default();
    line.char_indices().nth(column).map_or(range.end, |(at, _)| range.start + at)
}

/// Returns the offset of the previous character. `\r\n` counts as one character.
fn before(text: &str, at: usize) -> usize {
    let text = text.get(..at).unwrap_or_default();
    let rest = text.strip_suffix("\r\n").or_else(|| text.strip_suffix(|_: char| true));
    rest.map_or(0, str::len)
}

/// Returns the offset of the next character.
fn after(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    let next = rest.strip_prefix("\r\n").or_else(|| rest.strip_prefix(|_: char| true));
    next.map_or(text.len(), |next| text.len() - next.len())
}

fn word_before(text: &str, at: usize) -> usize {
    let text = text.get(..at).unwrap_or_default();
    let words = text.trim_end_matches(|c: char| !c.is_alphanumeric());
    words.trim_end_matches(char::is_alphanumeric).len()
}

fn word_after(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    let words = rest.trim_start_matches(|c: char| !c.is_alphanumeric());
    text.len() - words.trim_start_matches(char::is_alphanumeric).len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caret_moves_as_in_any_editor() {
        let text = "  one = \"é\"\r\nx\nlast line";
        let lines = Lines::of(text);
        let walk = |ways: &[CaretMove]| {
            let caret = ways.iter().fold(Caret::new(0), |caret, way| caret.moved(text, &lines, *way, false));
            &text[caret.at..]
        };
        assert_eq!(walk(&[CaretMove::Home]), &text[2..]);
        assert_eq!(walk(&[CaretMove::Home, CaretMove::Home]), text);
        assert_eq!(walk(&[CaretMove::WordRight]), &text[5..]);
        assert_eq!(walk(&[CaretMove::End]), "\r\nx\nlast line");
        assert_eq!(walk(&[CaretMove::End, CaretMove::Right]), "x\nlast line");
        assert_eq!(walk(&[CaretMove::End, CaretMove::Right, CaretMove::Left]), "\r\nx\nlast line");
        assert_eq!(walk(&[CaretMove::End, CaretMove::Left, CaretMove::Left]), "é\"\r\nx\nlast line");
        // Vertical movement keeps the column across a short line.
        assert_eq!(walk(&[CaretMove::Home, CaretMove::Right, CaretMove::Lines(1), CaretMove::Lines(1)]), "t line");
        assert_eq!(walk(&[CaretMove::Finish, CaretMove::WordLeft]), "line");
        assert_eq!(walk(&[CaretMove::Lines(99), CaretMove::Lines(1)]), "");
        assert_eq!(walk(&[CaretMove::Finish, CaretMove::Lines(-2), CaretMove::Lines(-1)]), text);
    }

    #[test]
    fn moving_with_shift_selects_and_without_ends_the_selection() {
        let text = "one two";
        let lines = Lines::of(text);
        let caret = Caret::new(0).moved(text, &lines, CaretMove::WordRight, true);
        assert_eq!(&text[caret.range()], "one");
        assert_eq!(caret.moved(text, &lines, CaretMove::Left, false), Caret::new(0));
        assert_eq!(caret.moved(text, &lines, CaretMove::Right, false), Caret::new(3));
        assert_eq!(&text[Caret::word(text, 5).range()], "two");
    }
}
