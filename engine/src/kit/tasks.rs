//! Games with interrupting actions, such as fire during a move during an activation. Their tasks are on a stack, and
//! the last task is active.

use std::fmt::Arguments;

use super::inline_list::InlineList;
use super::refusal::RefusalCause;
use crate::game::{Game, Log, Turn};

/// The legal actions of a task.
pub type TaskChoices<A> = InlineList<A, 64>;

/// A game whose state is a stack of tasks.
pub(crate) trait Tasks: Game {
    /// A pending task.
    type Task;

    /// The stack of tasks; the last is active.
    fn stack(&self) -> &[Self::Task];

    /// Removes the active task from the stack.
    fn pop(&mut self) -> Option<Self::Task>;

    /// Returns the choice, roll or draw that `task` waits for; `None` if it proceeds without input.
    fn asks(&self, task: &Self::Task) -> Option<Turn>;

    /// Adds every legal action of `task` to `into`, always in the same order.
    fn options(&self, task: &Self::Task, into: &mut TaskChoices<Self::Action>);

    /// Returns `true` if `task` has a choice, in cases that are cheaper to detect than the list of actions.
    fn has_options(&self, _: &Self::Task) -> bool {
        false
    }

    /// Returns `true` if `action` only continues; a task with no other action is skipped.
    fn is_idle(action: &Self::Action) -> bool;

    /// Carries out a legal action of the active task.
    fn choose(&mut self, action: Self::Action, log: &mut impl Log<Self::Event>);

    /// Runs `task`, which needs no input and is already off the stack.
    fn proceed(&mut self, task: Self::Task, log: &mut impl Log<Self::Event>);

    /// Proceeds until a side must choose among several actions, chance is needed, or the game is over. A task without a
    /// decision is skipped, so that an interrupt is offered only when a side can take it.
    fn run(&mut self, log: &mut impl Log<Self::Event>) {
        let mut options = TaskChoices::new();
        while let Some(task) = self.stack().last() {
            match self.asks(task) {
                Some(Turn::Choose(_)) if self.has_options(task) => return,
                Some(Turn::Choose(_)) => {
                    options.clear();
                    self.options(task, &mut options);
                    match options.as_slice() {
                        [] => {
                            self.pop();
                        }
                        [only] if Self::is_idle(only) => {
                            let only = *only;
                            self.choose(only, log);
                        }
                        _ => return,
                    }
                }
                Some(_) => return,
                None => {
                    let Some(task) = self.pop() else { return };
                    self.proceed(task, log);
                }
            }
        }
    }
}

/// A game whose tasks are of several families, one for each part of the rules.
pub(crate) trait FamilyGame: Tasks {
    /// The description of a task.
    type Stage;
}

/// The tasks of a part of the rules. A task whose [stage](TaskFamily::stage) asks for nothing goes on by itself.
pub(crate) trait TaskFamily<G: FamilyGame>: Sized {
    /// The description of the task; what it asks is told to `prompt`.
    fn stage(&self, game: &G, prompt: &mut dyn FnMut(Arguments<'_>)) -> G::Stage;

    /// Puts every legal action into `into`, always in the same order.
    fn options(&self, game: &G, into: &mut TaskChoices<G::Action>);

    /// Returns `true` if there is a choice besides doing nothing, where that is found out sooner than all options.
    fn has_options(&self, _: &G) -> bool {
        false
    }

    /// The reason why `action`, whose pieces and hexes exist and which is not legal now, is refused.
    fn refusal(&self, _: &G, _: &G::Action) -> RefusalCause {
        RefusalCause::NotAsked
    }

    /// Carries out a legal action. The task is off the stack.
    fn choose(self, game: &mut G, action: G::Action, log: &mut impl Log<G::Event>);

    /// Does what goes on by itself. The task is off the stack.
    fn proceed(self, game: &mut G, log: &mut impl Log<G::Event>);

    /// Takes the dice or the draw that the task asked for. The task is off the stack.
    fn resolve(self, game: &mut G, picks: &[u16], log: &mut impl Log<G::Event>);
}
