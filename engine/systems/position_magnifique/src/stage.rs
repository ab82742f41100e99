//! The descriptions of tasks: the deciding side, the rule, the part of the turn, and the prompt.

use crate::PositionMagnifique;
use battlewright_core::kit::tasks::{self, TaskStack as _};

/// The description of a task: it may proceed without input, and interrupt a part of the turn.
pub(crate) type TaskStage = tasks::StageOf<PositionMagnifique>;

/// A part of the turn (8.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Setup,
    Chits,
    Fire,
    Command,
    Movement,
    Assault,
    Rally,
    Housekeeping,
    Over,
}

impl Part {
    /// Returns the name of the phase.
    fn phase(self) -> &'static str {
        match self {
            Self::Setup => "Setup",
            Self::Chits => "Chits",
            Self::Fire => "Fire Combat Phase",
            Self::Command => "HQ Command Phase",
            Self::Movement => "Movement Phase",
            Self::Assault => "Assault Combat Phase",
            Self::Rally => "Rally Phase",
            Self::Housekeeping => "Housekeeping",
            Self::Over => "Game over",
        }
    }
}

impl PositionMagnifique {
    /// Returns the name of the phase of the current decision.
    pub(crate) fn phase(&self) -> &'static str {
        self.part().map_or("Activation", Part::phase)
    }
}
