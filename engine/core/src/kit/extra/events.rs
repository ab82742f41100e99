//! Events of rows: they happen one after the other, in the order of the file, and one with a die waits for it.

use battlewright_schema::rule::CheckedEvent;
use battlewright_schema::rule::term::{CheckedEffect, EffectChange, EffectTarget};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::rows::{ExtraRow, ExtraRules, RowIx};
use super::run::{Given, RuleFacts, Run};
use super::tally::hear;
use super::{Extra, ExtraState};
use crate::game::{Log, Rule};

/// The greatest number of values of a trigger.
pub(super) const MOST_OF_TRIGGER: usize = 4;

/// An event that is due, in the order in which the events of a trigger happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DueEvent {
    /// The trigger, by its number.
    trigger: u16,
    /// The values of the trigger.
    given: [i32; MOST_OF_TRIGGER],
    /// The event, by its place among those of the scenario.
    event: u16,
    /// The unit, for an event that happens for each.
    unit: i32,
}

impl DueEvent {
    /// The first event of a trigger that has these values.
    pub fn first<const N: usize>(trigger: u16, values: [i32; N]) -> Self {
        const { assert!(N <= MOST_OF_TRIGGER) }
        let mut given = [-1; MOST_OF_TRIGGER];
        given[..N].copy_from_slice(&values);
        Self { trigger, given, event: 0, unit: 0 }
    }
}

/// An event that has happened, for the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HappenedEvent {
    /// The row, as logs cite it.
    pub rule: Rule,
    /// The unit for which it happened, by its place in the order of battle.
    pub unit: Option<usize>,
    /// The number of its die.
    pub die: Option<u16>,
}

impl HappenedEvent {
    /// Returns the line of the log: the name of the row, that of the unit, and the die.
    pub fn text(&self, name_of: impl FnOnce(usize) -> String) -> String {
        let unit = self.unit.map_or_else(String::new, |unit| format!(": {}", name_of(unit)));
        let die = self.die.map_or_else(String::new, |die| format!(", die {die}"));
        format!("{}{unit}{die}", self.rule.title)
    }
}

/// A change by an event, for the system to carry out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SystemEffect {
    /// The effect, by its number.
    pub effect: u16,
    /// The arguments.
    pub asked: SmallVec<[i32; 4]>,
    /// The change of a number; `None` for an act.
    pub change: Option<(EffectChange, i32)>,
}

impl SystemEffect {
    /// Returns the number that `now` becomes, within `least` and `most`.
    pub fn number(&self, now: i32, least: i32, most: i32) -> i32 {
        self.change.map_or(now, |change| changed(change, now)).clamp(least, most)
    }
}

fn changed((change, number): (EffectChange, i32), now: i32) -> i32 {
    match change {
        EffectChange::Set => number,
        EffectChange::Add => now.saturating_add(number),
        EffectChange::Subtract => now.saturating_sub(number),
    }
}

/// An event as it is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PlayedEvent {
    row: RowIx,
    event: CheckedEvent,
    /// The number of values of its trigger.
    values: usize,
}

impl PlayedEvent {
    pub(super) fn new(row: RowIx, event: CheckedEvent, values: usize) -> Self {
        Self { row, event, values: values.min(MOST_OF_TRIGGER) }
    }

    pub(super) fn is_done(&self) -> bool {
        self.event.done
    }

    /// Returns the values for the expressions of the event: those of the trigger, the unit, and the die.
    fn given(&self, due: &DueEvent, die: i32) -> Given<'static> {
        let mut values = [-1; MOST_OF_TRIGGER + 2];
        values[..self.values].copy_from_slice(&due.given[..self.values]);
        let mut next = self.values;
        if self.event.each_unit {
            values[next] = due.unit;
            next += 1;
        }
        if self.event.roll.is_some() {
            values[next] = die;
        }
        Given::of(values)
    }
}

/// A game whose rows have events.
pub trait EventGame: Sized {
    /// The events of the log.
    type Event;

    /// Returns the rows.
    fn extra(&self) -> &Extra;
    /// Returns the state of the rows.
    fn extra_state(&mut self) -> &mut ExtraState;
    /// Returns the position for expressions.
    fn rule_facts(&self) -> impl RuleFacts;
    /// Carries out an effect of the system, by the row that logs cite as `rule`.
    fn carry_out(&mut self, effect: &SystemEffect, rule: Rule, log: &mut impl Log<Self::Event>);
    /// Returns the event of the log for an event that has happened.
    fn happened(happened: HappenedEvent) -> Self::Event;
}

/// Carries out the events from `due` on. Returns the one that waits for its die; `None` if all have happened.
pub fn run_events<G: EventGame>(game: &mut G, due: DueEvent, log: &mut impl Log<G::Event>) -> Option<DueEvent> {
    let extra = game.extra().clone();
    let rules = extra.get()?;
    let mut next = due;
    loop {
        let due = rules.next_event(&game.rule_facts(), next)?;
        let event = rules.event(due.event)?;
        if event.event.roll.is_some() {
            return Some(due);
        }
        happens(game, rules, event, &due, None, log);
        next = rules.after(&due);
    }
}

/// Carries out `due` with the number of its die, and the events after it. Returns the next one that waits for its die.
pub fn resolve_event<G: EventGame>(
    game: &mut G,
    due: DueEvent,
    die: u16,
    log: &mut impl Log<G::Event>,
) -> Option<DueEvent> {
    let extra = game.extra().clone();
    let rules = extra.get()?;
    happens(game, rules, rules.event(due.event)?, &due, Some(die), log);
    run_events(game, rules.after(&due), log)
}

fn happens<G: EventGame>(
    game: &mut G,
    rules: &ExtraRules,
    event: &PlayedEvent,
    due: &DueEvent,
    die: Option<u16>,
    log: &mut impl Log<G::Event>,
) {
    let unit = event.event.each_unit.then(|| usize::try_from(due.unit).ok()).flatten();
    let Some(rule) = rules.row(event.row).map(|row| row.rule) else { return };
    hear(event.row);
    log.push(G::happened(HappenedEvent { rule, unit, die }));
    let given = event.given(due, die.map_or(0, i32::from));
    for effect in &event.event.effects {
        let Some(step) = rules.step(&game.rule_facts(), effect, &given) else { continue };
        match step {
            EffectStep::Counter { counter, owner, change } => game.extra_state().count(rules, counter, owner, change),
            EffectStep::System(effect) => game.carry_out(&effect, rule, log),
        }
    }
    if event.event.once {
        game.extra_state().finish(due.event);
    }
}

/// A step of an event, with all its values.
enum EffectStep {
    Counter { counter: u16, owner: i32, change: (EffectChange, i32) },
    System(SystemEffect),
}

impl ExtraState {
    fn count(&mut self, rules: &ExtraRules, counter: u16, owner: i32, change: (EffectChange, i32)) {
        let Some((least, most)) = rules.range_of_counter(counter) else { return };
        let numbers = self.counters.get_mut(usize::from(counter));
        let number = numbers.zip(usize::try_from(owner).ok()).and_then(|(numbers, owner)| numbers.get_mut(owner));
        if let Some(number) = number {
            *number = changed(change, *number).clamp(least, most);
        }
    }

    fn finish(&mut self, event: u16) {
        if let Some(done) = self.done.get_mut(usize::from(event)) {
            *done = true;
        }
    }
}

impl ExtraRules {
    /// Returns `true` if events wait for the trigger with this number.
    #[inline]
    pub fn has_events(&self, trigger: u16) -> bool {
        self.events.iter().any(|event| event.event.on == trigger)
    }

    /// Returns the number of faces of the die of an event that waits for it.
    pub fn die_of_event(&self, due: &DueEvent) -> u8 {
        self.event(due.event).and_then(|event| event.event.roll).unwrap_or(6)
    }

    /// Returns the row of an event that is due.
    pub fn row_of(&self, due: &DueEvent) -> Option<&ExtraRow> {
        self.row(self.event(due.event)?.row)
    }

    fn event(&self, event: u16) -> Option<&PlayedEvent> {
        self.events.get(usize::from(event))
    }

    /// Returns the place after `due`.
    fn after(&self, due: &DueEvent) -> DueEvent {
        match self.event(due.event) {
            Some(event) if event.event.each_unit => DueEvent { unit: due.unit.saturating_add(1), ..*due },
            _ => DueEvent { event: due.event.saturating_add(1), unit: 0, ..*due },
        }
    }

    /// Returns the first event from `from` on whose condition holds.
    fn next_event<F: RuleFacts>(&self, facts: &F, from: DueEvent) -> Option<DueEvent> {
        let mut due = from;
        while let Some(event) = self.event(due.event) {
            let beyond = DueEvent { event: due.event.saturating_add(1), unit: 0, ..due };
            let is_over = event.event.once && facts.is_done(due.event);
            let past = event.event.each_unit && usize::try_from(due.unit).is_ok_and(|unit| unit >= self.units.len());
            if event.event.on != due.trigger || is_over || past {
                due = beyond;
                continue;
            }
            let given = event.given(&due, 0);
            let in_play = !event.event.each_unit || facts.in_play(due.unit);
            if in_play && Run::new(self, facts, &given).holds(&event.event.when) {
                return Some(due);
            }
            due = self.after(&due);
        }
        None
    }

    fn step<F: RuleFacts>(&self, facts: &F, effect: &CheckedEffect, given: &Given<'_>) -> Option<EffectStep> {
        let mut run = Run::new(self, facts, given);
        if effect.condition.as_ref().is_some_and(|condition| !run.holds(condition)) {
            return None;
        }
        let change = effect.change.as_ref().map(|(change, number)| (*change, run.value(number)));
        match &effect.target {
            EffectTarget::Counter(counter, owner) => {
                let owner = owner.as_ref().map_or(0, |owner| run.value(owner));
                Some(EffectStep::Counter { counter: *counter, owner, change: change? })
            }
            EffectTarget::System(effect, asked) => {
                let mut values = SmallVec::new();
                for term in asked {
                    values.push(run.value(term));
                }
                let is_about_nothing = values.contains(&-1);
                let step = SystemEffect { effect: *effect, asked: values, change };
                (!is_about_nothing).then_some(EffectStep::System(step))
            }
        }
    }
}
