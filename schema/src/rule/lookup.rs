//! The search of the names of hooks, acts, prohibitions, triggers and phases, which rows name outside of expressions.

use super::findings::{RULE_NOT_HERE, RULE_UNKNOWN_NAME};
use super::problem::RuleProblem;
use super::vocabulary::Vocabulary;
use crate::System;
use crate::diagnostic::list;

/// A list of a vocabulary that rows name outside of expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RowWords {
    /// `to` of a modifier.
    Hooks,
    /// `act` of a prohibition.
    Acts,
    /// `despite` of an exception.
    Lifts,
    /// `on` of an event.
    Triggers,
    /// `phase` of a skipped phase.
    Skips,
}

impl RowWords {
    /// All lists, each with the type of the row and the key that name one of its words.
    pub(crate) const PLACES: [(Self, &'static str, &'static str); 5] = [
        (Self::Hooks, "ModifierRow", "to"),
        (Self::Acts, "ForbidRow", "act"),
        (Self::Lifts, "AllowRow", "despite"),
        (Self::Triggers, "EventRow", "on"),
        (Self::Skips, "SkipRow", "phase"),
    ];

    /// Returns the names, by number.
    pub(crate) fn of(self, vocabulary: &Vocabulary) -> Vec<&'static str> {
        match self {
            Self::Hooks => vocabulary.hooks.iter().map(|hook| hook.name).collect(),
            Self::Acts => vocabulary.acts.iter().map(|act| act.name).collect(),
            Self::Lifts => vocabulary.lifts.iter().map(|lift| lift.name).collect(),
            Self::Triggers => vocabulary.triggers.iter().map(|trigger| trigger.name).collect(),
            Self::Skips => vocabulary.skips.iter().map(|skip| skip.name).collect(),
        }
    }

    /// Returns the noun for one of them.
    fn noun(self) -> &'static str {
        match self {
            Self::Hooks => "number or answer",
            Self::Acts => "act",
            Self::Lifts => "prohibition",
            Self::Triggers => "moment",
            Self::Skips => "phase",
        }
    }

    /// Returns the number of `word`.
    ///
    /// # Errors
    /// The system has no such word. The problem is about all bytes of the word.
    pub(crate) fn find(self, vocabulary: &Vocabulary, word: &str) -> Result<u16, Box<RuleProblem>> {
        let names = self.of(vocabulary);
        if let Some(number) = names.iter().position(|name| *name == word) {
            return Ok(number as u16);
        }
        let (noun, here) = (self.noun(), vocabulary.system.name());
        let known = format!("here stand {}", list(names.iter().copied()));
        let span = 0..word.len();
        let other = System::ALL.into_iter().find(|system| self.of(system.vocabulary()).contains(&word));
        Err(Box::new(match other {
            Some(other) => {
                let message = format!("`{word}` is no {noun} of {here}, but of {}", other.name());
                RuleProblem::new(&RULE_NOT_HERE, span, message).help(known)
            }
            None => {
                let message = format!("{here} has no {noun} `{word}`");
                RuleProblem::new(&RULE_UNKNOWN_NAME, span, message).meant(word, names.iter().copied(), || Some(known))
            }
        }))
    }
}
