//! The descriptions of tasks: the deciding side, the rule, the phase, and the prompt.

use std::fmt::Arguments;

use super::r2_sequence::Phase;
use super::state::{Task, UnitIx};
use super::{Matz, rulebook as rule};
use crate::game::{Rule, Turn};
use crate::kit::stage;

/// The description of a task: it may go on by itself, and interrupt a phase.
pub(crate) type TaskStage = stage::Stage<Option<Turn>, Option<Phase>, UnitIx>;

/// The description of a task that goes on by itself.
pub(super) fn goes_on(rule: Rule) -> TaskStage {
    TaskStage::new(None, rule, None)
}

impl Matz {
    /// The description of the end of the game.
    pub(super) fn over_stage(&self, task: &Task, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        let Task::Over(outcome) = task else { return goes_on(rule::SEQUENCE) };
        prompt(format_args!("{}", self.outcome_text(outcome)));
        TaskStage::new(Some(Turn::Over(*outcome)), rule::VICTORY, None)
    }

    /// The descriptions of the tasks on the stack, the active one first.
    fn stages(&self) -> impl Iterator<Item = TaskStage> + use<'_> {
        self.state.stack.iter().rev().map(|task| self.stage(task, &mut |_| ()))
    }

    /// The piece that the current decision concerns.
    pub(super) fn active_unit(&self) -> Option<UnitIx> {
        self.stages().find_map(|stage| stage.active)
    }

    /// The rule that asks the current question.
    pub(super) fn asked_by(&self) -> Rule {
        self.stages().next().map_or(rule::VICTORY, |stage| stage.rule)
    }

    /// The label of the action that does nothing, or nothing more.
    pub(super) fn pass_text(&self) -> &'static str {
        self.stages().next().map_or("Pass", |stage| stage.pass)
    }

    /// The current question, with the side that must answer it.
    pub(super) fn prompt(&self) -> String {
        let mut text = String::new();
        if let Some(task) = self.state.stack.last() {
            self.stage(task, &mut |words| text = words.to_string());
        }
        text
    }
}
