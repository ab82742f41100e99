//! Suggestions for misspelled words.

use super::{Fix, TextEdit};
use crate::diagnostic::{same_spelling, suggest};

/// A known word that a misspelled one probably stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MeantWord<'a> {
    pub(crate) word: &'a str,
    /// `true` if the words differ only in case or in word separators.
    pub(crate) certain: bool,
}

impl<'a> MeantWord<'a> {
    /// Returns the one of `candidates` that `word` probably stands for, if any.
    pub(crate) fn by(word: &str, candidates: impl Iterator<Item = &'a str> + Clone) -> Option<Self> {
        let certain = same_spelling(word, candidates.clone()).map(|word| Self { word, certain: true });
        certain.or_else(|| suggest(word, candidates).map(|word| Self { word, certain: false }))
    }

    /// "did you mean `x`?"
    pub(crate) fn help(self) -> String {
        format!("did you mean `{}`?", self.word)
    }

    /// Returns the fix that writes the word with `edit`; safe if the word is certain.
    pub(crate) fn fix(self, edit: impl Into<Option<TextEdit>>) -> Option<Fix> {
        let fix = Fix::offer(format!("write `{}`", self.word), edit)?;
        Some(Fix { safe: self.certain, ..fix })
    }
}
