//! Refusals of requests.

use battlewright_engine::game::Illegal;
use serde::Serialize;

/// Refusal of a request: nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("{why}")]
pub struct Refusal {
    /// The number of the rule that forbids the request; empty if it is not one of the rulebook.
    pub rule: String,
    /// The title of the rule.
    pub about: String,
    /// The reason and the remedy, in a sentence.
    pub why: String,
}

impl Refusal {
    /// Creates a refusal that cites no rule.
    pub(crate) fn new(why: impl Into<String>) -> Self {
        Self { rule: String::new(), about: String::new(), why: why.into() }
    }
}

impl From<Illegal> for Refusal {
    fn from(Illegal { rule, reason }: Illegal) -> Self {
        Self { rule: rule.number.to_owned(), about: rule.title.to_owned(), why: reason }
    }
}
