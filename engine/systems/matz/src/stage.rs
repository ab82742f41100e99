//! The descriptions of tasks: the deciding side, the rule, the phase, and the prompt.

use crate::Matz;
use battlewright_core::game::Rule;
use battlewright_core::kit::tasks;

/// The description of a task: it may go on by itself, and interrupt a phase.
pub(crate) type TaskStage = tasks::StageOf<Matz>;

/// The description of a task that goes on by itself.
pub(crate) fn goes_on(rule: Rule) -> TaskStage {
    TaskStage::new(None, rule, None)
}
