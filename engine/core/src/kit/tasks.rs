//! Games with interrupting actions, such as fire during a move during an activation. Their tasks are on a stack, and
//! the last task is active. The tasks are of several families: one for each part of the rules, or for each task. See `TaskFamily`.

use std::fmt::Arguments;

use super::extra::ExtraRules;
use super::hex_map::HexMap;
use super::inline_list::InlineList;
use super::refusal::RefusalCause;
use super::stage::Stage;
use crate::game::{Game, Illegal, Log, Outcome, Rule, Turn};

/// The legal actions of a task.
pub type TaskChoices<A> = InlineList<A, 64>;

/// The description of a task of `G`: it may proceed without input, and interrupt a part of the sequence of play.
pub type StageOf<G> = Stage<Option<Turn>, Option<<G as TaskStack>::Part>, <G as TaskStack>::Piece>;

/// A game whose state is a stack of tasks.
pub trait TaskStack: Game {
    /// A pending task.
    type Task: TaskFamily<Self>;
    /// A part of the sequence of play.
    type Part: Copy;
    /// A piece that a task can concern.
    type Piece: Copy;

    /// The rule of the end of the game.
    const END: Rule;

    /// The stack of tasks; the last is active.
    fn stack(&self) -> &[Self::Task];

    /// Does what follows each input, once the game waits for the next one or is over.
    fn after_input(&mut self, _: &mut impl Log<Self::Event>) {}

    /// Removes the active task from the stack.
    fn pop(&mut self) -> Option<Self::Task>;

    /// Returns `true` if `action` only continues; a task with no other action is skipped.
    fn is_idle(action: &Self::Action) -> bool;

    /// The map; `None` in a game without hexes.
    fn map(&self) -> Option<&HexMap>;

    /// The scenario's rules in rows; `None` without rows.
    fn rows(&self) -> Option<&ExtraRules> {
        None
    }

    /// Returns `true` if the pieces and hexes that `action` names exist.
    fn exists(&self, action: &Self::Action) -> bool;

    /// The description of the end of the game, with the result as the prompt.
    fn end_stage(&self, outcome: &Outcome, prompt: &mut dyn FnMut(Arguments<'_>)) -> StageOf<Self>;

    /// The reason why `action` is refused, for which the active task has no reason of its own.
    fn other_refusal(&self, _: &Self::Action) -> RefusalCause {
        RefusalCause::NotAsked
    }

    /// Returns the choice, roll or draw that `task` waits for; `None` if it proceeds without input.
    fn asks(&self, task: &Self::Task) -> Option<Turn> {
        task.stage(self, &mut |_| ()).turn
    }

    /// Checks `action` by the active task.
    fn check_by_task(&self, action: &Self::Action) -> Result<(), Illegal> {
        let cause = match self.stack().last() {
            None => RefusalCause::Over,
            Some(_) if !self.exists(action) => RefusalCause::NotAsked,
            Some(task) => return task.check(self, action),
        };
        Err(cause.explain(self))
    }

    /// Carries out a legal action of the active task.
    fn choose(&mut self, action: Self::Action, log: &mut impl Log<Self::Event>) {
        if let Some(task) = self.pop() {
            task.choose(self, action, log);
        }
    }

    /// Proceeds until a side must choose among several actions, chance is needed, or the game is over. A task without a
    /// decision is skipped, so that an interrupt is offered only when a side can take it.
    fn run(&mut self, log: &mut impl Log<Self::Event>) {
        let mut options = TaskChoices::new();
        while let Some(task) = self.stack().last() {
            match self.asks(task) {
                Some(Turn::Choose(_)) if task.has_options(self) => return,
                Some(Turn::Choose(_)) => {
                    options.clear();
                    task.options(self, &mut options);
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
                    task.proceed(self, log);
                }
            }
        }
    }

    /// The descriptions of the tasks on the stack, the active one first.
    fn stages(&self) -> impl Iterator<Item = StageOf<Self>> {
        self.stack().iter().rev().map(|task| task.stage(self, &mut |_| ()))
    }

    /// The part of the sequence of play to which the current decision belongs.
    fn part(&self) -> Option<Self::Part> {
        self.stages().find_map(|stage| stage.part)
    }

    /// The piece that the current decision concerns.
    fn active_piece(&self) -> Option<Self::Piece> {
        self.stages().find_map(|stage| stage.active)
    }

    /// The rule that asks the current question.
    fn asked_by(&self) -> Rule {
        self.stages().next().map_or(Self::END, |stage| stage.rule)
    }

    /// The label of the action that does nothing, or nothing more.
    fn pass_text(&self) -> &'static str {
        self.stages().next().map_or("Pass", |stage| stage.pass)
    }

    /// The current question, with the side that must answer it.
    fn prompt(&self) -> String {
        let mut text = String::new();
        if let Some(task) = self.stack().last() {
            task.stage(self, &mut |words| text = words.to_string());
        }
        text
    }
}

/// The methods of [`Game`] that the active task answers: it asks, lists its actions, and takes the input.
#[macro_export]
macro_rules! game_of_tasks {
    () => {
        fn turn(&self) -> $crate::game::Turn {
            let asked = self.stack().last().and_then(|task| self.asks(task));
            // `run` never stops at a task that needs no input.
            asked.unwrap_or($crate::game::Turn::Over($crate::game::Outcome::DRAW))
        }

        fn actions(&self, into: &mut Vec<Self::Action>) {
            into.clear();
            if let Some(task) = self.stack().last()
                && matches!(self.asks(task), Some($crate::game::Turn::Choose(_)))
            {
                let mut options = $crate::kit::tasks::TaskChoices::new();
                $crate::kit::tasks::TaskFamily::options(task, self, &mut options);
                into.extend(options);
            }
        }

        fn check(&self, action: &Self::Action) -> Result<(), $crate::game::Illegal> {
            self.check_by_task(action)
        }

        fn apply(&mut self, action: &Self::Action, log: &mut impl $crate::game::Log<Self::Event>) {
            if self.check(action).is_ok() {
                self.apply_listed(action, log);
            }
        }

        fn apply_listed(&mut self, action: &Self::Action, log: &mut impl $crate::game::Log<Self::Event>) {
            self.choose(*action, log);
            self.run(log);
            self.after_input(log);
        }

        fn resolve(&mut self, picks: &[u16], log: &mut impl $crate::game::Log<Self::Event>) {
            if let $crate::game::Turn::Chance(chance) = self.turn()
                && chance.allows(picks)
                && let Some(task) = self.pop()
            {
                $crate::kit::tasks::TaskFamily::resolve(task, self, picks, log);
                self.run(log);
                self.after_input(log);
            }
        }
    };
}

/// A task, or the tasks of a part of the rules. A task whose [stage](TaskFamily::stage) asks for nothing goes on by itself.
pub trait TaskFamily<G: TaskStack>: Sized {
    /// The description of the task; what it asks is told to `prompt`.
    fn stage(&self, game: &G, prompt: &mut dyn FnMut(Arguments<'_>)) -> StageOf<G>;

    /// Puts every legal action into `into`, always in the same order.
    fn options(&self, _: &G, _: &mut TaskChoices<G::Action>) {}

    /// Returns `true` if there is a choice besides doing nothing, where that is found out sooner than all options.
    fn has_options(&self, _: &G) -> bool {
        false
    }

    /// Returns `true` if `action`, whose pieces and hexes exist, is one of the options, where that is found out sooner than all
    /// options.
    fn is_option(&self, _: &G, _: &G::Action) -> bool {
        false
    }

    /// Checks `action`, whose pieces and hexes exist: it is one of the options, unless a hand may do more than these offer.
    fn check(&self, game: &G, action: &G::Action) -> Result<(), Illegal> {
        if self.is_option(game, action) {
            return Ok(());
        }
        let mut legal = TaskChoices::new();
        if matches!(self.stage(game, &mut |_| ()).turn, Some(Turn::Choose(_))) {
            self.options(game, &mut legal);
        }
        if legal.contains(action) {
            return Ok(());
        }
        let cause = match self.refusal(game, action) {
            RefusalCause::NotAsked => game.other_refusal(action),
            cause => cause,
        };
        Err(cause.explain(game))
    }

    /// The reason why `action`, whose pieces and hexes exist and which is not legal now, is refused.
    fn refusal(&self, _: &G, _: &G::Action) -> RefusalCause {
        RefusalCause::NotAsked
    }

    /// Carries out a legal action. The task is off the stack.
    fn choose(self, _: &mut G, _: G::Action, _: &mut impl Log<G::Event>) {}

    /// Does what goes on by itself. The task is off the stack.
    fn proceed(self, _: &mut G, _: &mut impl Log<G::Event>) {}

    /// Takes the dice or the draw that the task asked for. The task is off the stack.
    fn resolve(self, _: &mut G, _: &[u16], _: &mut impl Log<G::Event>) {}
}

/// Declares the tasks of a game: a variant for each family, and `Over` for the end. Families that came later stand after `then`, so that
/// the saved states of games without them stay as they are.
#[macro_export]
macro_rules! task_families {
    (
        $(#[$meta:meta])* $task:ident of $game:ident { $($(#[$doc:meta])* $family:ident($own:ident);)+ }
        $(then { $($(#[$late_doc:meta])* $late:ident($late_own:ident);)+ })?
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        pub enum $task {
            $($(#[$doc])* $family($own),)+
            /// The game is over.
            Over($crate::game::Outcome),
            $($($(#[$late_doc])* $late($late_own),)+)?
        }

        $(
            impl From<$own> for $task {
                fn from(task: $own) -> Self {
                    Self::$family(task)
                }
            }
        )+
        $($(
            impl From<$late_own> for $task {
                fn from(task: $late_own) -> Self {
                    Self::$late(task)
                }
            }
        )+)?

        impl $crate::kit::tasks::TaskFamily<$game> for $task {
            fn stage(
                &self,
                game: &$game,
                prompt: &mut dyn FnMut(std::fmt::Arguments<'_>),
            ) -> $crate::kit::tasks::StageOf<$game> {
                match self {
                    $(Self::$family(task) => task.stage(game, prompt),)+
                    $($(Self::$late(task) => task.stage(game, prompt),)+)?
                    Self::Over(outcome) => $crate::kit::tasks::TaskStack::end_stage(game, outcome, prompt),
                }
            }

            fn options(
                &self,
                game: &$game,
                into: &mut $crate::kit::tasks::TaskChoices<<$game as $crate::game::Game>::Action>,
            ) {
                match self {
                    $(Self::$family(task) => task.options(game, into),)+
                    $($(Self::$late(task) => task.options(game, into),)+)?
                    Self::Over(_) => {}
                }
            }

            fn has_options(&self, game: &$game) -> bool {
                match self {
                    $(Self::$family(task) => task.has_options(game),)+
                    $($(Self::$late(task) => task.has_options(game),)+)?
                    Self::Over(_) => false,
                }
            }

            fn check(
                &self,
                game: &$game,
                action: &<$game as $crate::game::Game>::Action,
            ) -> Result<(), $crate::game::Illegal> {
                match self {
                    $(Self::$family(task) => task.check(game, action),)+
                    $($(Self::$late(task) => task.check(game, action),)+)?
                    Self::Over(_) => Err($crate::kit::refusal::RefusalCause::Over.explain(game)),
                }
            }

            fn choose(
                self,
                game: &mut $game,
                action: <$game as $crate::game::Game>::Action,
                log: &mut impl $crate::game::Log<<$game as $crate::game::Game>::Event>,
            ) {
                match self {
                    $(Self::$family(task) => task.choose(game, action, log),)+
                    $($(Self::$late(task) => task.choose(game, action, log),)+)?
                    Self::Over(_) => {}
                }
            }

            fn proceed(
                self,
                game: &mut $game,
                log: &mut impl $crate::game::Log<<$game as $crate::game::Game>::Event>,
            ) {
                match self {
                    $(Self::$family(task) => task.proceed(game, log),)+
                    $($(Self::$late(task) => task.proceed(game, log),)+)?
                    Self::Over(_) => {}
                }
            }

            fn resolve(
                self,
                game: &mut $game,
                picks: &[u16],
                log: &mut impl $crate::game::Log<<$game as $crate::game::Game>::Event>,
            ) {
                match self {
                    $(Self::$family(task) => task.resolve(game, picks, log),)+
                    $($(Self::$late(task) => task.resolve(game, picks, log),)+)?
                    Self::Over(_) => {}
                }
            }
        }
    };
}
