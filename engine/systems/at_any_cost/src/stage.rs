//! The descriptions of tasks: the deciding side, the rule, the part of the turn, and the prompt.

use crate::AtAnyCost;
use battlewright_core::game::{Chance, Rule, Turn};
use battlewright_core::kit::tasks;

/// The description of a task: it may go on by itself, and interrupt a part of the turn.
pub(crate) type TaskStage = tasks::StageOf<AtAnyCost>;

/// A part of the turn (5.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Planning,
    HeldChits,
    ChitDraw,
    Command,
    Fire,
    Movement,
    Assault,
    Rally,
    EndTurn,
    Over,
}

impl Part {
    /// The parts of a turn, in order.
    pub(crate) const ALL: [Self; 9] = [
        Self::Planning,
        Self::HeldChits,
        Self::ChitDraw,
        Self::Command,
        Self::Fire,
        Self::Movement,
        Self::Assault,
        Self::Rally,
        Self::EndTurn,
    ];

    /// Its name in the rules.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Planning => "Planning Phase",
            Self::HeldChits => "Held Event Chit Phase",
            Self::ChitDraw => "Chit Draw Phase",
            Self::Command => "HQ Command Step",
            Self::Fire => "Fire Combat Step",
            Self::Movement => "Movement Step",
            Self::Assault => "Assault Combat Step",
            Self::Rally => "Rally Step",
            Self::EndTurn => "End Turn Phase",
            Self::Over => "Game over",
        }
    }
}

/// The description of a task that goes on by itself.
pub(crate) fn goes_on(rule: Rule, part: impl Into<Option<Part>>) -> TaskStage {
    TaskStage::new(None, rule, part.into())
}

/// The description of a task at which this many ten-sided dice are rolled (3.12).
pub(crate) fn rolls(count: u8, rule: Rule, part: impl Into<Option<Part>>) -> TaskStage {
    TaskStage::new(Some(Turn::Chance(Chance::Dice { count, sides: 10 })), rule, part.into())
}
