//! The boards beside the map, as data: the steps of a turn, cups and chits, formations, and a counter with both its faces.

use super::Piece;
use crate::game::{Rule, Side};

/// A board beside the map, such as the chits in a cup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideBoard {
    /// The title, such as `"In the cup"`.
    pub title: &'static str,
    /// The side that owns the board; `None` if it belongs to both.
    pub side: Option<Side>,
    /// The purpose of the board, in a sentence.
    pub help: &'static str,
    /// The rule that the board follows.
    pub rule: Rule,
    /// The layout of the tokens.
    pub form: Form,
    /// The tokens, in a fixed order.
    pub tokens: Vec<Token>,
}

/// Layout of the tokens of a [`SideBoard`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// One after the other, as the steps of a turn.
    Steps,
    /// Side by side, as chits.
    Chits,
    /// One to a line, with its note beside it.
    Rows,
}

/// A chit, step or formation on a [`SideBoard`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// The label, such as `"II Corps"`.
    pub text: String,
    /// The state in a few words, such as `"Attack 2, activated"`; empty for a token without details.
    pub note: String,
    /// The progress of the token: still to come, active, or done.
    pub stand: TokenStatus,
    /// The side that owns the token, if any.
    pub side: Option<Side>,
    /// The meaning or use of the token, in a sentence or more.
    pub help: String,
    /// The rule that the token follows.
    pub rule: Rule,
    /// The [`Piece::id`] of the counter that the token stands for, if any.
    pub piece: Option<String>,
}

impl Token {
    /// A token that stands for no counter.
    pub fn new(
        text: impl Into<String>,
        note: impl Into<String>,
        stand: TokenStatus,
        side: Option<Side>,
        help: impl Into<String>,
        rule: Rule,
    ) -> Self {
        Self { text: text.into(), note: note.into(), stand, side, help: help.into(), rule, piece: None }
    }

    /// The same for the counter with this [`Piece::id`].
    pub fn of_piece(self, piece: String) -> Self {
        Self { piece: Some(piece), ..self }
    }
}

impl TokenStatus {
    /// The status of step `n` of several while step `at` is at work; `None` if none is, as all are over or none has begun.
    pub fn of_step(n: usize, at: Option<usize>, over: bool) -> Self {
        match at {
            Some(at) if n < at => Self::Done,
            Some(at) if n == at => Self::Now,
            None if over => Self::Done,
            _ => Self::Ready,
        }
    }
}

/// Progress of a [`Token`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TokenStatus {
    /// Still to come, or available.
    Ready,
    /// Active now.
    Now,
    /// Done.
    Done,
    /// Out of the game, or not yet in it.
    Out,
}

/// Both faces and the state of a counter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// The counter with each of its faces up; the current face comes first.
    pub faces: Vec<Piece>,
    /// The state of the counter, one fact at a time.
    pub state: Vec<Fact>,
}

/// One fact about a counter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The fact in words, such as `"Shaken: morale 6"`.
    pub text: String,
    /// The rule of the fact.
    pub rule: Rule,
}

impl Fact {
    /// The thing that `text` says, by `rule`.
    pub fn new(text: impl Into<String>, rule: Rule) -> Self {
        Self { text: text.into(), rule }
    }
}
