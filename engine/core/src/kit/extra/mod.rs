//! Rules in rows, as a game plays them: modifiers, prohibitions and exceptions that a scenario adds to the rules of its system.
//!
//! A board has them as [`Extra`], which is nothing for a scenario without rows. A system answers what expressions ask
//! ([`RuleFacts`]) and asks at its hooks. All that is computed here follows from the scenario and the position: nothing is kept
//! between two questions, so nothing can be out of date.

mod due;
mod events;
mod names;
mod rows;
mod run;
mod state;
mod tables;
mod tally;
#[cfg(test)]
mod tests;
mod value;
mod victory;

pub use due::{DueEvents, EventTasks};
pub use events::{DueEvent, EventGame, HappenedEvent, SystemEffect, resolve_event, run_events};
pub use rows::{ExtraRow, ExtraRules, RowIx, RowKind};
pub use run::{Given, RuleFacts};
pub use state::ExtraState;
pub use tables::tell_tables;
pub use tally::RowTally;
pub use value::{hex_value, index_value, side_of_value, side_value};
pub use victory::WonByRow;

use std::sync::Arc;

use battlewright_schema::rule::CounterOwner;

use crate::game::{Rule, Side};

/// The rows of a scenario; nothing if it has none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Extra(Option<Arc<ExtraRules>>);

impl Extra {
    /// The rows of a scenario.
    pub fn new(rules: ExtraRules) -> Self {
        Self((!rules.is_empty()).then(|| Arc::new(rules)))
    }

    /// Returns the rows; `None` if there are none. Hooks ask this first, so that a scenario without rows pays for one branch.
    #[inline]
    pub fn get(&self) -> Option<&ExtraRules> {
        self.0.as_deref()
    }

    /// Returns the state of the rows at the start of a game.
    pub fn state(&self) -> ExtraState {
        self.get().map(ExtraRules::state).unwrap_or_default()
    }

    /// Returns the counters of `side` and of the game that players see, with their numbers in `state`. Those of the game stand
    /// with the first side.
    pub fn shown_counters<'a>(
        &'a self,
        state: &'a ExtraState,
        side: Side,
    ) -> impl Iterator<Item = (&'static str, i32)> + use<'a> {
        let rules = self.get().into_iter();
        let counters =
            rules.flat_map(|rules| (0..).zip(rules.counters()).map(move |(index, counter)| (rules, index, counter)));
        counters.filter_map(move |(rules, index, counter)| {
            let owner = match counter.of {
                CounterOwner::Game if side == Side::First => None,
                CounterOwner::Side => Some(side_value(side)),
                _ => return None,
            };
            counter.shown.then(|| (rules.name_of_counter(index), state.counter(index, owner)))
        })
    }

    /// Returns the counters of a unit that players see, with their numbers in `state`.
    pub fn counters_of_unit<'a>(
        &'a self,
        state: &'a ExtraState,
        unit: usize,
    ) -> impl Iterator<Item = (&'static str, i32)> + use<'a> {
        let rules = self.get().into_iter();
        let counters = rules.flat_map(|rules| (0..).zip(rules.counters()).map(move |counter| (rules, counter)));
        let of_units = counters.filter(|(_, (_, counter))| counter.shown && counter.of == CounterOwner::Unit);
        of_units.map(move |(rules, (index, _))| {
            (rules.name_of_counter(index), state.counter(index, Some(index_value(unit))))
        })
    }

    /// Returns the rows that change the hook with this number; `None` if none does.
    #[inline]
    pub fn at(&self, hook: u16) -> Option<&ExtraRules> {
        self.get().filter(|rules| rules.changes(hook))
    }

    /// Returns the number of `hook`, `published` without rows. `asked`, the position and the values of the hook, is called if there
    /// are some.
    #[inline]
    pub fn number<'g, F: RuleFacts>(&self, hook: u16, published: i32, asked: impl FnOnce() -> (F, Given<'g>)) -> i32 {
        self.scaled(hook, (published, 1), asked)
    }

    /// Returns the number of `hook` like [`number`](Self::number), given with the number of its parts that are one unit of the hook,
    /// in the same parts.
    #[inline]
    pub fn scaled<'g, F: RuleFacts>(
        &self,
        hook: u16,
        (published, scale): (i32, i32),
        asked: impl FnOnce() -> (F, Given<'g>),
    ) -> i32 {
        let Some(rules) = self.at(hook) else { return published };
        let (facts, given) = asked();
        rules.scaled(hook, &facts, &given, published, scale)
    }

    /// Returns the answer of `hook`, `published` without rows. `asked`, the position and the values of the hook, is called if there
    /// are some.
    #[inline]
    pub fn yes_no<'g, F: RuleFacts>(&self, hook: u16, published: bool, asked: impl FnOnce() -> (F, Given<'g>)) -> bool {
        let Some(rules) = self.at(hook) else { return published };
        let (facts, given) = asked();
        rules.yes_no(hook, &facts, &given, published)
    }

    /// Returns the rule and the faces of the die of an event that waits for it; `None` for one of another scenario.
    pub fn roll_of(&self, due: &DueEvent) -> Option<(Rule, u8)> {
        self.get().and_then(|rules| Some((rules.row_of(due)?.rule, rules.die_of_event(due))))
    }

    /// Returns the first of the events of `trigger`, which has these values; `None` if there are none.
    #[inline]
    pub fn events<const N: usize>(&self, trigger: u16, values: [i32; N]) -> Option<DueEvent> {
        self.get().filter(|rules| rules.has_events(trigger)).map(|_| DueEvent::first(trigger, values))
    }

    /// Returns the rows that forbid the act with this number under conditions; `None` if none does.
    #[inline]
    pub fn against(&self, act: u16) -> Option<&ExtraRules> {
        self.get().filter(|rules| rules.has_forbids(act))
    }

    /// Returns the rows that skip the phase with this number under conditions; `None` if none does.
    #[inline]
    pub fn skipping(&self, skip: u16) -> Option<&ExtraRules> {
        self.get().filter(|rules| rules.has_skips(skip))
    }
}
