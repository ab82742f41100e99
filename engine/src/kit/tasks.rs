//! Games with interrupting actions, such as fire during a move during an activation. Their tasks are on a stack, and
//! the last task is active.

use super::inline_list::InlineList;
use crate::game::{Game, Log, Turn};

/// The choices at a task.
pub type TaskChoices<A> = InlineList<A, 64>;

/// A game whose state is a stack of tasks.
pub(crate) trait Tasks: Game {
    /// Something to be done.
    type Task;

    /// The tasks; the last is at work.
    fn stack(&self) -> &[Self::Task];

    /// Takes the task at work off the stack.
    fn pop(&mut self) -> Option<Self::Task>;

    /// The choice, roll or draw that `task` waits for; `None` if it goes on by itself.
    fn asks(&self, task: &Self::Task) -> Option<Turn>;

    /// Puts every legal action while `task` is at work into `into`, always in the same order.
    fn options(&self, task: &Self::Task, into: &mut TaskChoices<Self::Action>);

    /// Returns `true` if there is something to choose at `task`, where that is found out sooner than all there is.
    fn has_options(&self, _: &Self::Task) -> bool {
        false
    }

    /// Returns `true` if `action` does nothing but go on: it is not asked for where there is no other.
    fn is_idle(action: &Self::Action) -> bool;

    /// Carries out a legal action at the task at work.
    fn choose(&mut self, action: Self::Action, log: &mut impl Log<Self::Event>);

    /// Does `task`, which goes on by itself and is off the stack already.
    fn proceed(&mut self, task: Self::Task, log: &mut impl Log<Self::Event>);

    /// Goes on until somebody must choose among several things, chance is needed, or the game is over. A task with nothing
    /// to decide is passed over, so that an interrupt is offered only when it can be taken.
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
