//! Events and victories by rows.

use battlewright_schema::position_magnifique::vocabulary::{Effect, Trigger};
use battlewright_schema::rule::WinTime;

use crate::event::Event;
use crate::stage::Part;
use crate::state::{Task, UnitIx};
use crate::{PositionMagnifique, rulebook as rule};
use battlewright_core::game::{Log, Rule};
use battlewright_core::kit::extra::{
    DueEvents, EventGame, EventTasks, Extra, ExtraState, HappenedEvent, RuleFacts, SystemEffect,
};
use battlewright_core::kit::index::ListIndex as _;

impl EventGame for PositionMagnifique {
    type Event = Event;

    fn extra(&self) -> &Extra {
        &self.board.extra
    }

    fn extra_state(&mut self) -> &mut ExtraState {
        &mut self.state.extra
    }

    fn rule_facts(&self) -> impl RuleFacts {
        self.asked()
    }

    fn carry_out(&mut self, effect: &SystemEffect, rule: Rule, log: &mut impl Log<Event>) {
        let unit = effect.asked.first().and_then(|unit| u16::try_from(*unit).ok()).map(UnitIx::new);
        let on_map = |unit: &UnitIx| unit.index() < self.board.units.len() && self.hex_of(*unit).is_some();
        let (Some(unit), Some(what)) = (unit.filter(on_map), Effect::of(effect.effect)) else { return };
        match what {
            Effect::LoseStep => self.lose_step(unit, log),
            Effect::Shake if !self.unit(unit).shaken => {
                self.unit_mut(unit).shaken = true;
                log.push(Event::Shaken(unit));
            }
            Effect::Recover if self.unit(unit).shaken => {
                self.unit_mut(unit).shaken = false;
                log.push(Event::Rallied(unit));
            }
            Effect::LowAmmo => {
                let now = self.unit(unit).low_ammo;
                let markers = u8::try_from(effect.number(now.into(), 0, 2)).unwrap_or(now);
                if markers != now {
                    self.unit_mut(unit).low_ammo = markers;
                    log.push(Event::LowAmmoNow(unit, markers, rule));
                }
            }
            Effect::Shake | Effect::Recover => {}
        }
    }

    fn happened(happened: HappenedEvent) -> Event {
        Event::Row(happened)
    }
}

impl EventTasks for PositionMagnifique {
    const SETUP: Rule = rule::SETUP;
    const EVENT_PART: Option<Part> = None;

    fn push_due(&mut self, events: DueEvents) {
        self.push(events);
    }
}

impl PositionMagnifique {
    /// Lets the events of `trigger` happen next.
    #[inline]
    pub(crate) fn push_events<const N: usize>(&mut self, trigger: Trigger, values: [i32; N]) {
        DueEvents::of_trigger(self, trigger.number(), values);
    }

    /// Ends the game if a rule of the scenario that is checked at `time` gives the victory to a side.
    #[inline]
    pub(crate) fn wins_by_row(&mut self, time: WinTime, log: &mut impl Log<Event>) -> bool {
        if self.board.extra.get().is_none() || matches!(self.state.stack.last(), Some(Task::Over(_))) {
            return false;
        }
        let won = self.board.extra.win(&self.asked(), time).map(|won| (won.side, won.outcome_level(), won.rule));
        if let Some((side, level, rule)) = won {
            log.push(Event::WonByRow(side, rule));
            self.end(Some(side), level, log);
        }
        won.is_some()
    }
}
