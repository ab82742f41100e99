//! The lines of a text.

use std::ops::Range;

use super::TextSplice;

/// The start offsets of the lines of a text. Lines are counted from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    starts: Vec<usize>,
    length: usize,
    longest: usize,
}

impl Lines {
    /// Returns the lines of `text`, of which there is at least one.
    pub fn of(text: &str) -> Self {
        let mut starts = vec![0];
        starts.extend(breaks(text, 0));
        let mut lines = Self { starts, length: text.len(), longest: 0 };
        lines.measure();
        lines
    }

    /// Updates the lines after `splice` was applied to the text. Unchanged lines are not read again.
    pub fn splice(&mut self, splice: &TextSplice) {
        let first = self.starts.partition_point(|start| *start <= splice.at);
        let last = self.starts.partition_point(|start| *start <= splice.range().end);
        self.starts.splice(first..last, breaks(&splice.text, splice.at));
        let behind = first + splice.text.matches('\n').count();
        for start in self.starts.iter_mut().skip(behind) {
            *start = *start - splice.removed + splice.text.len();
        }
        self.length = self.length - splice.removed + splice.text.len();
        self.measure();
    }

    fn measure(&mut self) {
        let ends = self.starts.iter().skip(1).copied().chain(std::iter::once(self.length));
        self.longest = self.starts.iter().zip(ends).map(|(start, end)| end - start).max().unwrap_or(0);
    }

    /// Returns the number of lines.
    pub fn count(&self) -> usize {
        self.starts.len()
    }

    /// Returns the length of the longest line in bytes.
    pub fn longest(&self) -> usize {
        self.longest
    }

    /// Returns the line that contains `offset`.
    pub fn at(&self, offset: usize) -> usize {
        self.starts.partition_point(|start| *start <= offset).saturating_sub(1)
    }

    /// Returns the start offset of `line`, or the end of the text if there is no such line.
    pub fn start(&self, line: usize) -> usize {
        self.starts.get(line).copied().unwrap_or(self.length)
    }

    /// Returns the byte range of `line` without its line break.
    pub fn range(&self, text: &str, line: usize) -> Range<usize> {
        let start = self.start(line);
        let whole = text.get(start..self.start(line + 1)).unwrap_or_default();
        let body = whole.strip_suffix('\n').map_or(whole, |body| body.strip_suffix('\r').unwrap_or(body));
        start..start + body.len()
    }
}

/// Returns the starts of the lines in `text`, which begins at the offset `at`.
fn breaks(text: &str, at: usize) -> impl Iterator<Item = usize> {
    text.match_indices('\n').map(move |(n, _)| at + n + 1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn spliced_lines_are_those_of_the_text(
            text in "[a\n]{0,20}",
            splices in prop::collection::vec((0..20_usize, 0..6_usize, "[x\n]{0,3}"), 0..5),
        ) {
            let (mut text, mut lines) = (text.clone(), Lines::of(&text));
            for (at, removed, new) in splices {
                let splice = TextSplice { at, removed, text: new };
                if splice.apply(&mut text).is_some() {
                    lines.splice(&splice);
                }
                prop_assert_eq!(&lines, &Lines::of(&text));
            }
        }
    }

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
