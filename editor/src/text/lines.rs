//! The lines of a text.

use std::ops::Range;

/// Where the lines of a text begin; lines are counted from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    starts: Vec<usize>,
    length: usize,
    longest: usize,
}

impl Lines {
    /// The lines of `text`. There is at least one.
    pub fn of(text: &str) -> Self {
        let mut starts = vec![0];
        starts.extend(text.match_indices('\n').map(|(at, _)| at + 1));
        let ends = starts.iter().skip(1).copied().chain(std::iter::once(text.len()));
        let longest = starts.iter().zip(ends).map(|(start, end)| end - start).max().unwrap_or(0);
        Self { starts, length: text.len(), longest }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.starts.len()
    }

    /// How many bytes the longest has.
    pub fn longest(&self) -> usize {
        self.longest
    }

    /// The line that `offset` is in.
    pub fn at(&self, offset: usize) -> usize {
        self.starts.partition_point(|start| *start <= offset).saturating_sub(1)
    }

    /// Where `line` begins; the end of the text for any behind the last.
    pub fn start(&self, line: usize) -> usize {
        self.starts.get(line).copied().unwrap_or(self.length)
    }

    /// The bytes of `line` without its line break.
    pub fn range(&self, text: &str, line: usize) -> Range<usize> {
        let start = self.start(line);
        let whole = text.get(start..self.start(line + 1)).unwrap_or_default();
        let body = whole.strip_suffix('\n').map_or(whole, |body| body.strip_suffix('\r').unwrap_or(body));
        start..start + body.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_their_bytes_whatever_ends_them() {
        let text = "one\r\n\nthree\n";
        let lines = Lines::of(text);
        assert_eq!((lines.count(), lines.longest()), (4, 6));
        let all: Vec<_> = (0..5).map(|line| &text[lines.range(text, line)]).collect();
        assert_eq!(all, ["one", "", "three", "", ""]);
        assert_eq!([0, 4, 5, 6, 11, 12].map(|offset| lines.at(offset)), [0, 0, 1, 2, 2, 3]);
        assert_eq!(Lines::of("").count(), 1);
    }
}
