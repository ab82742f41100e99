//! Questions that one player puts to the other.

use battlewright_engine::game::Side;
use serde::{Deserialize, Serialize};

/// The subject of a question to the other player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AskSubject {
    /// To take back inputs, so that this number of them stays.
    TakeBack(usize),
    /// To end the game as a draw.
    Draw,
    /// To end the game without a result.
    Abandon,
    /// To return to the last position that is the same with this version of the rules.
    Return,
}

/// The answer to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AskAnswer {
    /// Yes. Rolls that are made again come to the same numbers.
    Yes,
    /// Yes, but rolls that are made again come to new numbers.
    Anew,
    /// No.
    No,
    /// The player who has asked no longer asks.
    Withdrawn,
}

impl AskAnswer {
    /// Returns `true` if the player agrees.
    pub(crate) fn agrees(self) -> bool {
        matches!(self, Self::Yes | Self::Anew)
    }
}

/// An open question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ask {
    /// The number of the question in the game, from 1, by which it is answered.
    pub n: u32,
    /// The side that asks.
    pub by: Side,
    /// The subject.
    pub what: AskSubject,
}
