//! Problems of expressions.

use std::ops::Range;

use crate::diagnostic::Finding;
use crate::fix::MeantWord;

/// A problem of an expression. Byte ranges are within the text of the expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RuleProblem {
    /// The kind of finding.
    pub(crate) finding: &'static Finding,
    /// The part of the text; empty at its end if something is missing there.
    pub(crate) span: Range<usize>,
    /// The problem, in one sentence without a full stop.
    pub(crate) message: String,
    /// The remedy, in words.
    pub(crate) help: Option<String>,
    /// A text that mends it in place of a part.
    pub(crate) replacement: Option<RuleReplacement>,
}

/// A text in place of a part of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RuleReplacement {
    /// The part.
    pub(crate) span: Range<usize>,
    /// The text.
    pub(crate) text: String,
    /// `true` if it can be applied without asking.
    pub(crate) is_safe: bool,
}

impl RuleProblem {
    /// Returns a problem without a remedy.
    pub(crate) fn new(finding: &'static Finding, span: Range<usize>, message: impl Into<String>) -> Self {
        Self { finding, span, message: message.into(), help: None, replacement: None }
    }

    /// Sets the remedy.
    pub(crate) fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    /// Sets the text that mends the part, and the remedy if there is none yet.
    pub(crate) fn write(self, text: impl Into<String>, is_safe: bool) -> Self {
        let (span, text) = (self.span.clone(), text.into());
        let help = self.help.or_else(|| Some(format!("write `{text}`")));
        Self { help, replacement: Some(RuleReplacement { span, text, is_safe }), ..self }
    }

    /// Sets the text that mends another part than that of the problem.
    pub(crate) fn write_at(self, span: Range<usize>, text: impl Into<String>, is_safe: bool) -> Self {
        Self { replacement: Some(RuleReplacement { span, text: text.into(), is_safe }), ..self }
    }

    /// Offers the one of `candidates` that `word` probably stands for; without one, `other` is the remedy.
    pub(crate) fn meant<'a>(
        self,
        word: &str,
        candidates: impl Iterator<Item = &'a str> + Clone,
        other: impl FnOnce() -> Option<String>,
    ) -> Self {
        match MeantWord::by(word, candidates) {
            Some(meant) => Self { help: Some(meant.help()), ..self }.write(meant.word, meant.certain),
            None => Self { help: self.help.clone().or_else(other), ..self },
        }
    }
}
