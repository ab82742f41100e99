//! The replacement of a part of a text.

use std::ops::Range;

use serde::{Deserialize, Serialize};

/// The number of bytes that are compared at a time.
const BLOCK: usize = 1 << 12;

/// A replacement of a part of a text. All offsets are in bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextSplice {
    /// The start offset.
    pub at: usize,
    /// The number of bytes that are removed.
    pub removed: usize,
    /// The text that is inserted.
    pub text: String,
}

impl TextSplice {
    /// Returns the replacement of `range` by `text`.
    pub fn new(range: Range<usize>, text: impl Into<String>) -> Self {
        Self { at: range.start, removed: range.len(), text: text.into() }
    }

    /// Returns the byte range of the old text that is removed.
    pub fn range(&self) -> Range<usize> {
        self.at..self.at.saturating_add(self.removed)
    }

    /// Returns the byte range of the new text that was inserted.
    pub fn new_range(&self) -> Range<usize> {
        self.at..self.at + self.text.len()
    }

    /// Applies the replacement to `text` and returns its inverse, or returns `None` without a change if the range is
    /// outside the text.
    pub fn apply(&self, text: &mut String) -> Option<Self> {
        let was = text.get(self.range())?.to_owned();
        text.replace_range(self.range(), &self.text);
        Some(Self { at: self.at, removed: self.text.len(), text: was })
    }

    /// Returns the offset in the new text for `offset` in the old one. An offset inside the removed part becomes the
    /// end of the inserted one.
    pub fn shift(&self, offset: usize) -> usize {
        if offset <= self.at {
            offset
        } else if offset < self.range().end {
            self.new_range().end
        } else {
            offset - self.removed + self.text.len()
        }
    }

    /// Returns the smallest replacement from `old` to `new`, which begin at the offset `at` of the text, or `None` if
    /// they are equal.
    pub(super) fn between(at: usize, old: &str, new: &str) -> Option<Self> {
        if old == new {
            return None;
        }
        let mut start = same(old.as_bytes().chunks_exact(BLOCK), new.as_bytes().chunks_exact(BLOCK)) * BLOCK;
        start += same(old.as_bytes().get(start..)?, new.as_bytes().get(start..)?);
        while !old.is_char_boundary(start) {
            start -= 1;
        }
        let rest = (old.len() - start).min(new.len() - start);
        let (olds, news) = (old.as_bytes().get(start..)?, new.as_bytes().get(start..)?);
        let mut end = same(olds.rchunks_exact(BLOCK), news.rchunks_exact(BLOCK)) * BLOCK;
        end += same(olds.iter().rev().take(rest).skip(end), news.iter().rev().take(rest).skip(end));
        while !old.is_char_boundary(old.len() - end) {
            end -= 1;
        }
        let text = new.get(start..new.len() - end)?.to_owned();
        Some(Self { at: at + start, removed: old.len() - end - start, text })
    }
}

/// Returns the length of the common start of `a` and `b`.
fn same<T: PartialEq>(a: impl IntoIterator<Item = T>, b: impl IntoIterator<Item = T>) -> usize {
    a.into_iter().zip(b).take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_splice_is_small_taken_back_and_shifts_what_is_behind_it() {
        for (old, new, at, removed, text) in
            [("aéb", "aèb", 1, 2, "è"), ("aa", "aaa", 2, 0, "a"), ("", "x", 0, 0, "x"), ("one two", "one", 3, 4, "")]
        {
            let splice = TextSplice::between(0, old, new).unwrap();
            assert_eq!((splice.at, splice.removed, splice.text.as_str()), (at, removed, text));
            let mut edited = old.to_owned();
            let back = splice.apply(&mut edited).unwrap();
            assert_eq!(edited, new);
            back.apply(&mut edited).unwrap();
            assert_eq!(edited, old);
        }
        assert_eq!(TextSplice::between(0, "x", "x"), None);
        let splice = TextSplice::new(2..5, "seven 7");
        assert_eq!([0, 2, 3, 5, 9].map(|offset| splice.shift(offset)), [0, 2, 9, 9, 13]);
        let mut text = "é".to_owned();
        assert_eq!(TextSplice::new(1..2, "x").apply(&mut text), None, "in the middle of a letter");
        assert_eq!(TextSplice::new(0..9, "x").apply(&mut text), None);
        assert_eq!(text, "é");
    }
}
