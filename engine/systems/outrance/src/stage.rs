//! The descriptions of tasks: the deciding side, the rule, the part of the turn, and the prompt.

use crate::Outrance;
use battlewright_core::game::Rule;
use battlewright_core::kit::tasks;

/// The description of a task.
pub(crate) type TaskStage = tasks::StageOf<Outrance>;

/// A part of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TurnPart {
    /// Reinforcements come on.
    Arrivals,
    /// The units act, one after the other.
    Actions,
    /// The combat that an action begins.
    Combat,
}

impl TurnPart {
    /// Returns the name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Arrivals => "Arrivals",
            Self::Actions => "Actions",
            Self::Combat => "Combat",
        }
    }
}

/// Returns the description of a task that goes on by itself.
pub(crate) fn goes_on(rule: Rule) -> TaskStage {
    TaskStage::new(None, rule, None)
}
