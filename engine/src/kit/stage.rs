//! The description of a step of a game, the source of its prompts and displays.

use crate::game::{Chance, Rule, Side, Turn};

/// The description of a step. `Asked` is a [`Turn`], or an option where a step may go on by itself; so is `Part`, a part of
/// the sequence of play, where a step may interrupt one.
#[derive(Clone, Copy, Debug)]
pub struct Stage<Asked, Part, Piece> {
    /// The choice, roll or draw that it waits for.
    pub turn: Asked,
    /// The rule by which it asks.
    pub rule: Rule,
    /// The part of the sequence of play that it belongs to.
    pub part: Part,
    /// The piece that it is about.
    pub active: Option<Piece>,
    /// The words for doing nothing, or nothing more.
    pub pass: &'static str,
}

impl<Asked: From<Turn>, Part, Piece> Stage<Asked, Part, Piece> {
    /// A step that waits for `turn`.
    #[inline]
    pub fn new(turn: impl Into<Asked>, rule: Rule, part: Part) -> Self {
        Self { turn: turn.into(), rule, part, active: None, pass: "Pass" }
    }

    /// A step at which `side` chooses.
    #[inline]
    pub fn asks(side: Side, rule: Rule, part: Part) -> Self {
        Self::new(Turn::Choose(side), rule, part)
    }

    /// A step at which so many six-sided dice are rolled.
    #[inline]
    pub fn rolls(count: u8, rule: Rule, part: Part) -> Self {
        Self::new(Turn::Chance(Chance::Dice { count, sides: 6 }), rule, part)
    }

    /// The same about `piece`.
    #[inline]
    pub fn about(self, piece: Piece) -> Self {
        Self { active: Some(piece), ..self }
    }

    /// The same with other words for doing nothing, or nothing more.
    #[inline]
    pub fn passed(self, pass: &'static str) -> Self {
        Self { pass, ..self }
    }
}
