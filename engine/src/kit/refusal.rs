//! The reasons for refusals: each has its rule and its sentence.

use super::hex_map::{HexIx, HexMap};
use crate::game::{Illegal, Rule};
use crate::show::Show;

/// The reason for the refusal of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RefusalCause {
    /// It answers nothing that is asked.
    NotAsked,
    /// The game is over.
    Over,
    /// The rule that forbids it, and the sentence.
    Because(Rule, &'static str),
    /// The same with the hex at fault, which is put behind the sentence.
    At(Rule, &'static str, HexIx),
}

impl RefusalCause {
    /// The refusal in words, with its rule, in `game` on `map`.
    pub(crate) fn explain(self, game: &impl Show, map: &HexMap) -> Illegal {
        let status = game.status();
        match self {
            Self::NotAsked => {
                let text = format!("this does not answer the current question: {}", status.prompt);
                Illegal::new(status.rule, text)
            }
            Self::Over => Illegal::new(status.rule, "the game is over"),
            Self::Because(rule, reason) => Illegal::new(rule, reason),
            Self::At(rule, reason, hex) => Illegal::new(rule, format!("{reason} {}", map.name(hex))),
        }
    }
}
