//! The descriptions of tasks: the deciding side, the rule, the part of the turn, and the prompt.

use std::fmt::Arguments;

use super::state::Task;
use super::{AtAnyCost, MovingPiece, rulebook as rule};
use crate::game::{Chance, Rule, Turn};
use crate::kit::stage;

/// The description of a task: it may go on by itself, and interrupt a part of the turn.
pub(crate) type TaskStage = stage::Stage<Option<Turn>, Option<Part>, MovingPiece>;

/// A part of the turn (5.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
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
    pub(super) const ALL: [Self; 9] = [
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
    pub(super) fn name(self) -> &'static str {
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
pub(super) fn goes_on(rule: Rule, part: impl Into<Option<Part>>) -> TaskStage {
    TaskStage::new(None, rule, part.into())
}

/// The description of a task at which this many ten-sided dice are rolled (3.12).
pub(super) fn rolls(count: u8, rule: Rule, part: impl Into<Option<Part>>) -> TaskStage {
    TaskStage::new(Some(Turn::Chance(Chance::Dice { count, sides: 10 })), rule, part.into())
}

impl AtAnyCost {
    /// The description of the end of the game.
    pub(super) fn over_stage(&self, task: &Task, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        let Task::Over(outcome) = task else { return goes_on(rule::VICTORY, Part::Over) };
        prompt(format_args!("{}", self.outcome_text(outcome)));
        TaskStage::new(Some(Turn::Over(*outcome)), rule::VICTORY, Some(Part::Over))
    }

    /// The descriptions of the tasks on the stack, the active one first.
    fn stages(&self) -> impl Iterator<Item = TaskStage> + use<'_> {
        self.state.stack.iter().rev().map(|task| self.stage(task, &mut |_| ()))
    }

    /// The part of the turn that the decision belongs to.
    pub(super) fn part(&self) -> Option<Part> {
        self.stages().find_map(|stage| stage.part)
    }

    /// The piece that the decision is about.
    pub(super) fn active_piece(&self) -> Option<MovingPiece> {
        self.stages().find_map(|stage| stage.active)
    }

    /// The rule that asks for the decision at hand.
    pub(super) fn asked_by(&self) -> Rule {
        self.stages().next().map_or(rule::VICTORY, |stage| stage.rule)
    }

    /// The words for doing nothing, or nothing more.
    pub(super) fn pass_text(&self) -> &'static str {
        self.stages().next().map_or("Pass", |stage| stage.pass)
    }

    /// The question of the decision at hand, with the side that decides.
    pub(super) fn prompt(&self) -> String {
        let mut text = String::new();
        if let Some(task) = self.state.stack.last() {
            self.stage(task, &mut |words| text = words.to_string());
        }
        text
    }
}
