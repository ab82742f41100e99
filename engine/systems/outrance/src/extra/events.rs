//! Rules in rows: events, and victories by rows.

use battlewright_schema::outrance::UnitStatus;
use battlewright_schema::outrance::vocabulary::{Effect, Trigger};
use battlewright_schema::rule::WinTime;

use crate::event::Event;
use crate::rules::c05_status::{CombatLosses, destroyed_at, status_after};
use crate::stage::TurnPart;
use crate::state::{Task, UnitIx};
use crate::{Outrance, rulebook as rule};
use battlewright_core::game::{Log, Outcome, Rule};
use battlewright_core::kit::extra::{
    DueEvents, EventGame, EventTasks, Extra, ExtraState, HappenedEvent, RuleFacts, SystemEffect,
};

impl EventGame for Outrance {
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

    fn carry_out(&mut self, effect: &SystemEffect, _: Rule, log: &mut impl Log<Event>) {
        let unit = effect.asked.first().and_then(|unit| self.asked().index(*unit));
        let Some(unit) = unit.filter(|unit| self.place(*unit).is_some() && !self.board.unit(*unit).is_general()) else {
            return;
        };
        let (state, started) = (self.unit(unit), self.board.unit(unit).bases);
        let now = CombatLosses { status: state.status, bases: state.bases, destroyed: false };
        let losses = match Effect::of(effect.effect) {
            Some(Effect::Disorder) => CombatLosses { status: status_after(now.status, UnitStatus::Disordered), ..now },
            Some(Effect::Demoralize) => CombatLosses { status: UnitStatus::Demoralized, ..now },
            Some(Effect::Rally) => CombatLosses { status: UnitStatus::Ok, ..now },
            Some(Effect::LoseBase) => {
                let bases = now.bases.saturating_sub(1);
                let destroyed = started.saturating_sub(bases) >= destroyed_at(started);
                CombatLosses { bases, destroyed, ..now }
            }
            None => now,
        };
        self.set_losses(unit, losses, log);
    }

    fn happened(happened: HappenedEvent) -> Event {
        Event::Row(happened)
    }
}

impl EventTasks for Outrance {
    const SETUP: Rule = rule::SETUP;
    const EVENT_PART: Option<TurnPart> = Some(TurnPart::Actions);

    fn push_due(&mut self, events: DueEvents) {
        self.push(events);
    }
}

impl Outrance {
    /// Lets the events of `trigger` happen next. What is asked after this comes before them.
    pub(crate) fn events_of<const N: usize>(&mut self, trigger: Trigger, values: [i32; N]) {
        DueEvents::of_trigger(self, trigger.number(), values);
    }

    /// Ends the game if a rule of the scenario that is checked at `time` gives the victory to a side.
    pub(crate) fn wins_by_row(&mut self, time: WinTime, log: &mut impl Log<Event>) -> bool {
        let won = self.board.extra.win(&self.asked(), time).map(|won| (won.side, won.outcome_level(), won.rule));
        let Some((side, level, rule)) = won else { return false };
        log.push(Event::WonByRow(side, rule));
        let outcome = Outcome { winner: Some(side), level, points: self.points_of_sides() };
        log.push(Event::Over(outcome));
        self.state.stack = vec![Task::Over(outcome)];
        true
    }

    /// Ends the game if a rule of the scenario gives the victory to a side at once.
    pub(crate) fn wins_at_once(&mut self, log: &mut impl Log<Event>) {
        if self.board.extra.get().is_some() && !matches!(self.state.stack.last(), Some(Task::Over(_)) | None) {
            self.wins_by_row(WinTime::Once, log);
        }
    }

    /// Returns the name of a unit with that of its side.
    pub(crate) fn name_with_side(&self, unit: UnitIx) -> String {
        let facts = self.board.unit(unit);
        format!("{} ({})", facts.name, self.board.sides[facts.side.index()].name)
    }

    /// Returns the name of the unit at this place of the order of battle, with that of its side.
    pub(crate) fn name_in_order(&self, index: usize) -> String {
        let unit = u16::try_from(index).ok().map(UnitIx).filter(|unit| unit.index() < self.state.units.len());
        unit.map_or_else(String::new, |unit| self.name_with_side(unit))
    }
}
