//! The reasons for refusals: each has its rule and its sentence.

use super::extra::RowIx;
use super::hex_map::HexIx;
use super::tasks::TaskStack;
use crate::game::{Illegal, Rule};

/// The reason for the refusal of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefusalCause {
    /// It answers nothing that is asked.
    NotAsked,
    /// The game is over.
    Over,
    /// The sentence; the rule is that of the current question.
    Asked(&'static str),
    /// The rule that forbids it, and the sentence.
    Because(Rule, &'static str),
    /// The same with the hex at fault, which is put behind the sentence.
    At(Rule, &'static str, HexIx),
    /// A row of the scenario's rules, with its own reason.
    Row(RowIx),
}

impl RefusalCause {
    /// Returns the refusal by `row`, if there is one.
    ///
    /// # Errors
    /// A row forbids it.
    pub fn by_row(row: Option<RowIx>) -> Result<(), Self> {
        row.map_or(Ok(()), |row| Err(Self::Row(row)))
    }

    /// The refusal in words, with its rule, in `game`.
    pub fn explain(self, game: &impl TaskStack) -> Illegal {
        match self {
            Self::NotAsked => {
                let text = format!("this does not answer the current question: {}", game.prompt());
                Illegal::new(game.asked_by(), text)
            }
            Self::Over => Illegal::new(game.asked_by(), "the game is over"),
            Self::Asked(reason) => Illegal::new(game.asked_by(), reason),
            Self::Because(rule, reason) => Illegal::new(rule, reason),
            Self::At(rule, reason, hex) => {
                let name = game.map().map(|map| map.name(hex).to_string()).unwrap_or_default();
                Illegal::new(rule, format!("{reason} {name}"))
            }
            Self::Row(row) => {
                let refusal = game.rows().and_then(|rows| rows.refusal(row));
                refusal.unwrap_or_else(|| Illegal::new(game.asked_by(), "a rule of the scenario forbids it"))
            }
        }
    }
}
