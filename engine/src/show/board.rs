//! The boards beside the map, as data: the steps of a turn, cups and chits, formations, and a
//! counter with both its sides.

use super::Piece;
use crate::game::{Rule, Side};

/// A group of things that lie beside the map, such as the chits in a cup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideBoard {
    /// Its name, such as `"In the cup"`.
    pub title: &'static str,
    /// Whose it is; `None` if it belongs to both.
    pub side: Option<Side>,
    /// Its purpose, in a sentence.
    pub help: &'static str,
    /// The rule it follows.
    pub rule: Rule,
    /// The way in which its tokens are laid out.
    pub form: Form,
    /// The tokens on it, in a fixed order.
    pub tokens: Vec<Token>,
}

/// The way in which the tokens of a [`SideBoard`] are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// One after the other, as the steps of a turn.
    Steps,
    /// Side by side, as chits.
    Chits,
    /// One a line, with its note beside it.
    Rows,
}

/// A thing on a [`SideBoard`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// The words on it, such as `"II Corps"`.
    pub text: String,
    /// The way in which it stands, in a few words, such as `"Attack 2, activated"`; empty if there is no more to say.
    pub note: String,
    /// Its state: still to come, at work, or done with.
    pub stand: TokenStatus,
    /// Whose it is, if it is anybody's.
    pub side: Option<Side>,
    /// Its meaning or use, in a sentence or more.
    pub help: String,
    /// The rule it follows.
    pub rule: Rule,
    /// The [`Piece::id`] of the counter it stands for, if any.
    pub piece: Option<String>,
}

impl Token {
    /// A token that stands for no counter.
    pub(crate) fn new(
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
    pub(crate) fn of_piece(self, piece: String) -> Self {
        Self { piece: Some(piece), ..self }
    }
}

impl TokenStatus {
    /// The status of step `n` of several while step `at` is at work; `None` if none is, as all are over or none has begun.
    pub(crate) fn of_step(n: usize, at: Option<usize>, over: bool) -> Self {
        match at {
            Some(at) if n < at => Self::Done,
            Some(at) if n == at => Self::Now,
            None if over => Self::Done,
            _ => Self::Ready,
        }
    }
}

/// The way in which a [`Token`] stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TokenStatus {
    /// Still to come, or there to be used.
    Ready,
    /// At work.
    Now,
    /// Done with.
    Done,
    /// Not in the game, or not yet.
    Out,
}

/// All there is to know about a counter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// The counter with each of its sides up, the one that is up first.
    pub faces: Vec<Piece>,
    /// The way in which it stands, one thing at a time.
    pub state: Vec<Fact>,
}

/// One thing about a counter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The thing in words, such as `"Shaken: morale 6"`.
    pub text: String,
    /// The rule behind it.
    pub rule: Rule,
}

impl Fact {
    /// The thing that `text` says, by `rule`.
    pub(crate) fn new(text: impl Into<String>, rule: Rule) -> Self {
        Self { text: text.into(), rule }
    }
}
