//! Events and victories by rows.

use std::fmt::Arguments;

use battlewright_schema::position_magnifique::vocabulary::{Effect, Trigger};
use battlewright_schema::rule::WinTime;
use serde::{Deserialize, Serialize};

use crate::event::Event;
use crate::stage::TaskStage;
use crate::state::{Task, UnitIx};
use crate::{PositionMagnifique, rulebook as rule};
use battlewright_core::game::{Chance, Log, Rule, Turn};
use battlewright_core::kit::extra::{
    DueEvent, EventGame, Extra, ExtraState, HappenedEvent, RuleFacts, SystemEffect, resolve_event, run_events,
};
use battlewright_core::kit::index::ListIndex as _;
use battlewright_core::kit::tasks::TaskFamily;

/// Events of the scenario's rules are due.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RowEvent {
    /// The first of them.
    due: DueEvent,
    /// `true` if it waits for its die.
    rolls: bool,
}

impl TaskFamily<PositionMagnifique> for RowEvent {
    fn stage(&self, game: &PositionMagnifique, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        if !self.rolls {
            return TaskStage::new(None, rule::SETUP, None);
        }
        let rows = game.board.extra.get();
        let row = rows.and_then(|rows| Some((rows.row_of(&self.due)?, rows.die_of_event(&self.due))));
        let (rule, sides) = row.map_or((rule::SETUP, 6), |(row, sides)| (row.rule, sides));
        prompt(format_args!("Roll for {}", rule.title));
        TaskStage::new(Turn::Chance(Chance::Dice { count: 1, sides }), rule, None)
    }

    fn proceed(self, game: &mut PositionMagnifique, log: &mut impl Log<Event>) {
        let waiting = run_events(game, self.due, log);
        game.wait_for_event(waiting);
    }

    fn resolve(self, game: &mut PositionMagnifique, picks: &[u16], log: &mut impl Log<Event>) {
        if let &[die] = picks {
            let waiting = resolve_event(game, self.due, die, log);
            game.wait_for_event(waiting);
        }
    }
}

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

impl PositionMagnifique {
    /// Lets the events of `trigger` happen next.
    #[inline]
    pub(crate) fn push_events<const N: usize>(&mut self, trigger: Trigger, values: [i32; N]) {
        if self.board.extra.get().is_some_and(|rows| rows.has_events(trigger.number())) {
            self.push(RowEvent { due: DueEvent::first(trigger.number(), values), rolls: false });
        }
    }

    fn wait_for_event(&mut self, waiting: Option<DueEvent>) {
        if let Some(due) = waiting {
            self.push(RowEvent { due, rolls: true });
        }
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
