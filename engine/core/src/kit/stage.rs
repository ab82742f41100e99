//! The description of a step of a game, the source of its prompts and displays.

use crate::game::{Chance, Rule, Side, Turn};

/// The description of a step. `Asked` is a [`Turn`], or an option if a step may proceed without input. `Part` is a part of the
/// sequence of play, or an option if a step may interrupt one.
#[derive(Clone, Copy, Debug)]
pub struct Stage<Asked, Part, Piece> {
    /// The choice, roll or draw that the step waits for.
    pub turn: Asked,
    /// The rule that asks for it.
    pub rule: Rule,
    /// The part of the sequence of play.
    pub part: Part,
    /// The piece that the step concerns.
    pub active: Option<Piece>,
    /// The label of the action that does nothing, or nothing more.
    pub pass: &'static str,
}

impl<Asked: From<Turn>, Part, Piece> Stage<Asked, Part, Piece> {
    /// Creates a step that waits for `turn`.
    #[inline]
    pub fn new(turn: impl Into<Asked>, rule: Rule, part: Part) -> Self {
        Self { turn: turn.into(), rule, part, active: None, pass: "Pass" }
    }

    /// Creates a step in which `side` chooses.
    #[inline]
    pub fn asks(side: Side, rule: Rule, part: Part) -> Self {
        Self::new(Turn::Choose(side), rule, part)
    }

    /// Creates a step in which `count` six-sided dice are rolled.
    #[inline]
    pub fn rolls(count: u8, rule: Rule, part: Part) -> Self {
        Self::new(Turn::Chance(Chance::Dice { count, sides: 6 }), rule, part)
    }

    /// Sets the piece that the step concerns.
    #[inline]
    pub fn about(self, piece: Piece) -> Self {
        Self { active: Some(piece), ..self }
    }

    /// Sets the label of the action that does nothing, or nothing more.
    #[inline]
    pub fn passed(self, pass: &'static str) -> Self {
        Self { pass, ..self }
    }
}
