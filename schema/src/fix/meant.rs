//! Suggestions for mistyped words.

use super::{Fix, TextEdit};
use crate::diagnostic::{alike, suggest};

/// A word that another one was probably meant to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MeantWord<'a> {
    pub(crate) word: &'a str,
    /// `true` if nothing else can be meant: only capital letters differ, or what parts its words.
    pub(crate) certain: bool,
}

impl<'a> MeantWord<'a> {
    /// The one of `candidates` that `word` was probably meant to be, if any.
    pub(crate) fn by(word: &str, candidates: impl Iterator<Item = &'a str> + Clone) -> Option<Self> {
        let certain = alike(word, candidates.clone()).map(|word| Self { word, certain: true });
        certain.or_else(|| suggest(word, candidates).map(|word| Self { word, certain: false }))
    }

    /// "did you mean `x`?"
    pub(crate) fn help(self) -> String {
        format!("did you mean `{}`?", self.word)
    }

    /// The fix that writes it, by `edit`.
    pub(crate) fn fix(self, edit: impl Into<Option<TextEdit>>) -> Option<Fix> {
        let fix = Fix::offer(format!("write `{}`", self.word), edit)?;
        Some(Fix { safe: self.certain, ..fix })
    }
}
