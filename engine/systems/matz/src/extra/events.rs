//! Events of rows, and what they do.

use battlewright_schema::matz::vocabulary::{Effect, Trigger};

use super::Asked;
use crate::Matz;
use crate::event::{Event, LossCause};
use crate::rules::r02_sequence::SequenceTask;
use crate::state::UnitIx;
use battlewright_core::game::{Log, Rule};
use battlewright_core::kit::extra::{
    DueEvent, EventGame, Extra, ExtraState, HappenedEvent, RuleFacts, SystemEffect, resolve_event, run_events,
};

impl EventGame for Matz {
    type Event = Event;

    fn extra(&self) -> &Extra {
        &self.board.extra
    }

    fn extra_state(&mut self) -> &mut ExtraState {
        &mut self.state.extra
    }

    fn rule_facts(&self) -> impl RuleFacts {
        let asked: Asked<'_> = self.asked();
        asked
    }

    fn carry_out(&mut self, effect: &SystemEffect, _: Rule, log: &mut impl Log<Event>) {
        let unit = effect.asked.first().and_then(|unit| u16::try_from(*unit).ok()).map(UnitIx);
        let is_here = |unit: &UnitIx| unit.index() < self.state.units.len() && self.hex_of(*unit).is_some();
        let (Some(unit), Some(effect)) = (unit.filter(is_here), Effect::of(effect.effect)) else { return };
        match effect {
            Effect::LoseStep => self.lose_step(unit, LossCause::Event, log),
            Effect::Eliminate => self.eliminate(unit, log),
            Effect::Neutralize => self.neutralize(&[unit], log),
            Effect::Recover => {
                if std::mem::take(&mut self.unit_mut(unit).neutralized) {
                    log.push(Event::Recovered(unit));
                }
            }
        }
    }

    fn happened(happened: HappenedEvent) -> Event {
        Event::Row(happened)
    }
}

impl Matz {
    /// Puts the events of `trigger` on the stack, if rows have any.
    pub(crate) fn push_events<const N: usize>(&mut self, trigger: Trigger, values: [i32; N]) {
        if let Some(due) = self.board.extra.events(trigger.number(), values) {
            self.push(SequenceTask::Events(due));
        }
    }

    /// Returns `true` if rows have events of `trigger`.
    pub(crate) fn has_events(&self, trigger: Trigger) -> bool {
        self.board.extra.get().is_some_and(|rules| rules.has_events(trigger.number()))
    }

    /// Carries out the events from `due` on, up to one that waits for its die.
    pub(crate) fn events_happen(&mut self, due: DueEvent, log: &mut impl Log<Event>) {
        let waiting = run_events(self, due, log);
        self.wait_for_event(waiting);
    }

    /// Carries out the event that waited for its die, and those after it.
    pub(crate) fn event_rolled(&mut self, due: DueEvent, die: u16, log: &mut impl Log<Event>) {
        let waiting = resolve_event(self, due, die, log);
        self.wait_for_event(waiting);
    }

    fn wait_for_event(&mut self, waiting: Option<DueEvent>) {
        if let Some(due) = waiting {
            self.push(SequenceTask::EventRoll(due));
        }
    }
}
