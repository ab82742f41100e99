//! Events in words.

use battlewright_schema::Inches;
use battlewright_schema::outrance::{CombatEffect, StoppedResult};

use super::Outrance;
use super::action::OrderKind;
use super::c03_orders::OrderFate;
use super::event::{Event, MoveCause};
use super::state::UnitIx;
use crate::kit::plane::Point;
use crate::show::{Line, Place};

/// Returns an effect in words, such as `"disordered, falls back 6 inches"`.
pub(super) fn effect_text(effect: CombatEffect) -> &'static str {
    match effect {
        CombatEffect::Nothing => "no effect",
        CombatEffect::Disorder => "disordered",
        CombatEffect::Withdraw => "disordered, withdraws up to 6 inches",
        CombatEffect::FallBack => "disordered, falls back 6 inches",
        CombatEffect::ThrownBack => "demoralized, thrown back 12 inches",
        CombatEffect::LoseBase => "loses a base, disordered, falls back 6 inches",
        CombatEffect::LoseBaseThrownBack => "loses a base, demoralized, thrown back 12 inches",
        CombatEffect::LoseTwoThrownBack => "loses two bases, demoralized, thrown back 12 inches",
        CombatEffect::Broken => "broken",
    }
}

/// Returns the result of a stopped assault in words.
pub(super) fn stopped_text(result: StoppedResult) -> &'static str {
    match result {
        StoppedResult::Short => "stops 1 inch short",
        StoppedResult::ShortDisordered => "stops 1 inch short, disordered",
        StoppedResult::BackDisordered => "back at its start, disordered",
        StoppedResult::BackDemoralized => "back at its start, demoralized",
        StoppedResult::BackLosesBase => "back at its start, demoralized, with a base lost",
    }
}

impl Outrance {
    /// Returns an event in a sentence.
    pub(super) fn tell_event(&self, event: &Event) -> Line {
        let name = |unit: UnitIx| self.board.unit(unit).name.as_str();
        let side = |side: crate::game::Side| self.board.sides[side.index()].name.as_str();
        let at = |point: Point| Inches::from(point).to_string();
        let text = match *event {
            Event::Turn(turn) => match self.board.clock.get(usize::from(turn).saturating_sub(1)) {
                Some(Some(time)) => format!("Turn {turn}, {time}"),
                _ => format!("Turn {turn}"),
            },
            Event::ArrivalRoll { unit, die, comes } => {
                let comes = if comes { "comes on" } else { "does not come yet" };
                format!("{} {comes} (die {die})", name(unit))
            }
            Event::Arrives(unit, to) => format!("{} comes on at {}", name(unit), at(to)),
            Event::Initiative(of) => format!("{} have the initiative", side(of)),
            Event::Held(unit) => format!("{} holds", name(unit)),
            Event::Ordered { unit, order, fate, roll } => {
                let order = match order {
                    OrderKind::Deploy => "deploy".to_owned(),
                    OrderKind::Maneuver => "maneuver".to_owned(),
                    OrderKind::March => "march".to_owned(),
                    OrderKind::Assault(target) => format!("assault {}", name(target)),
                };
                let fate = match fate {
                    OrderFate::Received => "received",
                    OrderFate::Delayed => "delayed",
                    OrderFate::Lost => "lost",
                };
                format!("{}: the order to {order} is {fate} (roll {roll})", name(unit))
            }
            Event::Deployed(unit, to) => format!("{} deploys at {}", name(unit), at(to)),
            Event::Moved(unit, to, cause) => {
                let verb = match cause {
                    MoveCause::Maneuver => "maneuvers",
                    MoveCause::March | MoveCause::RouteMarch => "marches",
                    MoveCause::General => "rides",
                    MoveCause::Contact => "charges",
                    MoveCause::Stopped => "stops",
                    MoveCause::FallBack => "falls back",
                    MoveCause::Withdrawal => "withdraws",
                    MoveCause::RunOver => "gets out of the way",
                };
                let word = if cause == MoveCause::Stopped { "at" } else { "to" };
                format!("{} {verb} {word} {}", name(unit), at(to))
            }
            Event::Fired { unit, target, index, effect } => {
                let how = match index {
                    Some((index, roll)) => format!("{} (index {index}, roll {roll})", effect_text(effect)),
                    None => "out of range".to_owned(),
                };
                format!("{} fires at {}: {how}", name(unit), name(target))
            }
            Event::Assaults { unit, target, frontal } => {
                let how = if frontal { "frontally" } else { "not frontally" };
                format!("{} assaults {} {how}", name(unit), name(target))
            }
            Event::Stopped(unit, result) => {
                format!("Fire stops {}: {}", name(unit), stopped_text(result))
            }
            Event::CloseCombat { unit, target, won } => {
                let winner = if won { unit } else { target };
                format!("The assault of {} on {} goes home; {} wins", name(unit), name(target), name(winner))
            }
            Event::Shaken(unit, status) => format!("{} is {}", name(unit), status.name()),
            Event::LostBases(unit, 1) => format!("{} loses a base", name(unit)),
            Event::LostBases(unit, bases) => format!("{} loses {bases} bases", name(unit)),
            Event::Destroyed(unit) => format!("{} is destroyed", name(unit)),
            Event::LeftTable(unit) => {
                format!("{} falls back over the edge of the table and leaves the game", name(unit))
            }
            Event::Surrendered(unit) => format!("{} cannot fall back and surrenders", name(unit)),
            Event::Regrouped { unit, percent, roll } => {
                let how = if roll <= u16::from(percent) { "regroups" } else { "does not regroup" };
                format!("{} {how} (roll {roll} of {percent})", name(unit))
            }
            Event::Took(of, objective) => {
                let place = self.board.objectives.get(usize::from(objective)).map_or("", |row| row.name.as_str());
                format!("{} take {place}", side(of))
            }
            Event::Over(outcome) => self.outcome_text(&outcome),
        };
        let heading = matches!(event, Event::Turn(_));
        Line { text, rule: event.rule(), place: self.event_place(event), heading, step: None }
    }

    fn event_place(&self, event: &Event) -> Option<Place> {
        let point = match *event {
            Event::Moved(_, to, _) | Event::Deployed(_, to) | Event::Arrives(_, to) => Some(to),
            Event::Fired { target, .. } | Event::Assaults { target, .. } | Event::CloseCombat { target, .. } => {
                self.point_of(target)
            }
            Event::Ordered { unit, .. }
            | Event::Held(unit)
            | Event::Stopped(unit, _)
            | Event::Shaken(unit, _)
            | Event::LostBases(unit, _)
            | Event::Regrouped { unit, .. } => self.point_of(unit),
            Event::Took(_, objective) => self.board.objectives.get(usize::from(objective)).map(|row| row.at),
            _ => None,
        };
        point.map(|point| Place::At(point.into()))
    }
}
