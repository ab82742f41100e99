//! The events of rows as a task of a game whose tasks are on a stack.

use std::fmt::Arguments;

use serde::{Deserialize, Serialize};

use super::events::{DueEvent, EventGame, resolve_event, run_events};
use crate::game::{Chance, Game, Log, Rule, Turn};
use crate::kit::stage::Stage;
use crate::kit::tasks::{StageOf, TaskFamily, TaskStack};

/// Events of rows that are due. They happen one after the other, and one with a die waits for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DueEvents {
    /// The first of them.
    due: DueEvent,
    /// `true` if it waits for its die.
    rolls: bool,
}

/// A game with tasks on a stack, among them [`DueEvents`].
pub trait EventTasks: TaskStack + EventGame<Event = <Self as Game>::Event> {
    /// The rule that is cited where no row is at hand.
    const SETUP: Rule;
    /// The part of the sequence of play to which a roll for an event belongs.
    const EVENT_PART: Option<Self::Part>;

    /// Puts events on the stack.
    fn push_due(&mut self, events: DueEvents);
}

impl DueEvents {
    /// Lets the events of `trigger`, which has these values, happen next in `game`, if there are any.
    #[inline]
    pub fn of_trigger<G: EventTasks, const N: usize>(game: &mut G, trigger: u16, values: [i32; N]) {
        if let Some(due) = game.extra().events(trigger, values) {
            game.push_due(Self { due, rolls: false });
        }
    }

    fn wait<G: EventTasks>(game: &mut G, waiting: Option<DueEvent>) {
        if let Some(due) = waiting {
            game.push_due(Self { due, rolls: true });
        }
    }
}

impl<G: EventTasks> TaskFamily<G> for DueEvents {
    fn stage(&self, game: &G, prompt: &mut dyn FnMut(Arguments<'_>)) -> StageOf<G> {
        if !self.rolls {
            return Stage::new(None::<Turn>, G::SETUP, None);
        }
        let (rule, sides) = game.extra().roll_of(&self.due).unwrap_or((G::SETUP, 6));
        prompt(format_args!("Roll for {}", rule.title));
        Stage::new(Turn::Chance(Chance::Dice { count: 1, sides }), rule, G::EVENT_PART)
    }

    fn proceed(self, game: &mut G, log: &mut impl Log<<G as Game>::Event>) {
        let waiting = run_events(game, self.due, log);
        Self::wait(game, waiting);
    }

    fn resolve(self, game: &mut G, picks: &[u16], log: &mut impl Log<<G as Game>::Event>) {
        if let &[die] = picks {
            let waiting = resolve_event(game, self.due, die, log);
            Self::wait(game, waiting);
        }
    }
}
