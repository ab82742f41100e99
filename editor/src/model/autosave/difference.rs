//! The differences between two texts, line by line.

use std::time::Duration;

use similar::{ChangeTag, TextDiff};

/// The number of unchanged lines shown around a change.
const AROUND: usize = 3;

/// The time limit of the search for a minimal difference, after which a larger one is accepted.
const PATIENCE: Duration = Duration::from_millis(300);

/// The differences between two texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    /// The lines to show, from top to bottom.
    pub lines: Vec<DiffLine>,
    /// The number of lines that only the old text has.
    pub removed: usize,
    /// The number of lines that only the new text has.
    pub added: usize,
}

/// A line of a difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiffLine {
    /// The text that contains the line.
    pub of: DiffSide,
    /// The content of the line; for [`DiffSide::Gap`], the number of the next line.
    pub text: String,
}

/// The text that contains a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiffSide {
    /// Both texts.
    Both,
    /// The old text only.
    Old,
    /// The new text only.
    New,
    /// Marks a place where unchanged lines are left out.
    Gap,
}

impl Difference {
    /// Returns the differences between `old` and `new`.
    pub fn between(old: &str, new: &str) -> Self {
        let diff = TextDiff::configure().timeout(PATIENCE).diff_lines(old, new);
        let mut this = Self::default();
        for group in diff.grouped_ops(AROUND) {
            let first = group.first().map_or(0, |op| op.new_range().start);
            if first > 0 || !this.lines.is_empty() {
                this.lines.push(DiffLine { of: DiffSide::Gap, text: format!("line {}", first + 1) });
            }
            for change in group.iter().flat_map(|op| diff.iter_changes(op)) {
                let of = match change.tag() {
                    ChangeTag::Equal => DiffSide::Both,
                    ChangeTag::Delete => DiffSide::Old,
                    ChangeTag::Insert => DiffSide::New,
                };
                this.removed += usize::from(of == DiffSide::Old);
                this.added += usize::from(of == DiffSide::New);
                let text = crate::model::store::printable(change.value().trim_end_matches(['\r', '\n']));
                this.lines.push(DiffLine { of, text });
            }
        }
        this
    }

    /// Returns the numbers of added and removed lines in words.
    pub fn summary(&self) -> String {
        let lines = |count: usize| format!("{count} {}", if count == 1 { "line" } else { "lines" });
        match (self.removed, self.added) {
            (0, 0) => "no difference".to_owned(),
            (0, added) => format!("{} more", lines(added)),
            (removed, 0) => format!("{} fewer", lines(removed)),
            (removed, added) if removed == added => {
                format!("{} differ{}", lines(added), if added == 1 { "s" } else { "" })
            }
            (removed, added) => format!("{} replaced by {added}", lines(removed)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_differs_is_shown_with_what_is_around_it() {
        let old: String = (1..=20).map(|n| format!("{n}\n")).collect();
        let new = old.replace("10\n", "ten\n");
        let difference = Difference::between(&old, &new);
        let shown: Vec<_> = difference.lines.iter().map(|line| (line.of, line.text.as_str())).collect();
        let both = |text| (DiffSide::Both, text);
        assert_eq!(
            shown,
            [
                (DiffSide::Gap, "line 7"),
                both("7"),
                both("8"),
                both("9"),
                (DiffSide::Old, "10"),
                (DiffSide::New, "ten"),
                both("11"),
                both("12"),
                both("13")
            ]
        );
        assert_eq!(difference.summary(), "1 line differs");
        assert_eq!(Difference::between(&old, &old).summary(), "no difference");
        assert_eq!(Difference::between("", "a\nb\n").summary(), "2 lines more");
        assert_eq!(Difference::between("a\nb\nc\n", "b\n").summary(), "2 lines fewer");
        assert_eq!(Difference::between("a\nb\n", "c\n").summary(), "2 lines replaced by 1");
    }
}
