//! The reasons for refusals: each has its rule and its sentence.

use super::hex_map::HexIx;
use super::tasks::{FamilyGame, Tasks as _};
use crate::game::{Illegal, Rule};

/// The reason for the refusal of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefusalCause {
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
    /// The refusal in words, with its rule, in `game`.
    pub fn explain(self, game: &impl FamilyGame) -> Illegal {
        match self {
            Self::NotAsked => {
                let text = format!("this does not answer the current question: {}", game.prompt());
                Illegal::new(game.asked_by(), text)
            }
            Self::Over => Illegal::new(game.asked_by(), "the game is over"),
            Self::Because(rule, reason) => Illegal::new(rule, reason),
            Self::At(rule, reason, hex) => Illegal::new(rule, format!("{reason} {}", game.map().name(hex))),
        }
    }
}
