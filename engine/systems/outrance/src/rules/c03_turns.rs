//! III The course of a turn: reinforcements, the initiative, and one action for each unit.

use std::fmt::Arguments;

use battlewright_schema::outrance::vocabulary::Trigger;
use battlewright_schema::outrance::{Nation, UnitStatus};
use battlewright_schema::rule::WinTime;
use serde::{Deserialize, Serialize};

use crate::action::{Action, ActionList};
use crate::board::UnitStart;
use crate::event::Event;
use crate::extra::unit_value;
use crate::rules::c03_actions::Act;
use crate::rules::c03_arrivals::Arrival;
use crate::rules::c03_initiative::{InitiativeOdds, initiative_odds};
use crate::stage::{TaskStage, TurnPart, first_pick, goes_on, offer_once};
use crate::state::{At, UnitIx};
use crate::{Outrance, rulebook as rule};
use battlewright_core::game::{Chance, Illegal, Log, Side, Turn};
use battlewright_core::kit::extra::tell_tables;
use battlewright_core::kit::grammar;
use battlewright_core::kit::tasks::TaskFamily;

/// A turn begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct BeginTurn;

impl TaskFamily<Outrance> for BeginTurn {
    fn stage(&self, _: &Outrance, _: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        goes_on(rule::ACTIONS)
    }

    fn proceed(self, game: &mut Outrance, log: &mut impl Log<Event>) {
        game.begin_turn(log);
    }
}

/// The draw of the initiative.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct InitiativeDraw;

impl TaskFamily<Outrance> for InitiativeDraw {
    fn stage(&self, game: &Outrance, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        prompt(format_args!("Draw the initiative"));
        let drawn = game.initiative().filter(|odds| odds.favorable > 0 && odds.favorable < odds.of);
        match drawn.and_then(|odds| u16::try_from(odds.of).ok()) {
            Some(from) => TaskStage::new(Turn::Chance(Chance::Draw { from }), rule::ACTIONS, Some(TurnPart::Actions)),
            None => goes_on(rule::ACTIONS),
        }
    }

    fn proceed(self, game: &mut Outrance, log: &mut impl Log<Event>) {
        game.settle_initiative(log);
    }

    fn resolve(self, game: &mut Outrance, picks: &[u16], log: &mut impl Log<Event>) {
        game.draw_initiative(first_pick(picks), log);
    }
}

/// A side selects a unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Select(pub(crate) Side);

impl TaskFamily<Outrance> for Select {
    fn stage(&self, game: &Outrance, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        prompt(format_args!("{}: select a unit", game.side_name(self.0)));
        TaskStage::asks(self.0, rule::ACTIONS, Some(TurnPart::Actions))
    }

    fn options(&self, game: &Outrance, into: &mut ActionList) {
        game.select_options(self.0, into);
        offer_once(into);
    }

    // It is worth its question even with a single answer, and its menu is long.
    fn has_options(&self, _: &Outrance) -> bool {
        true
    }

    fn check(&self, game: &Outrance, action: &Action) -> Result<(), Illegal> {
        game.check_select(self.0, *action)
    }

    fn choose(self, game: &mut Outrance, action: Action, _: &mut impl Log<Event>) {
        game.choose_select(action);
    }
}

/// The end of an action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct EndAction(pub(crate) UnitIx);

impl TaskFamily<Outrance> for EndAction {
    fn stage(&self, _: &Outrance, _: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        goes_on(rule::ACTIONS)
    }

    fn proceed(self, game: &mut Outrance, log: &mut impl Log<Event>) {
        game.end_action(self.0, log);
    }
}

impl Outrance {
    pub(crate) fn begin_turn(&mut self, log: &mut impl Log<Event>) {
        if self.state.turn > 0 && self.wins_by_row(WinTime::TurnEnd, log) {
            return;
        }
        if self.state.turn >= self.board.turns {
            self.end_game(log);
            return;
        }
        self.state.turn = self.state.turn.saturating_add(1);
        if self.board.begin_turn(self.state.turn) {
            self.ground = self.shapes();
        }
        log.push(Event::Turn(self.state.turn));
        tell_tables(self, self.state.turn, log);
        self.state.shots.clear();
        self.state.assaults.clear();
        self.push(InitiativeDraw);
        let mut rolls = Vec::new();
        for unit in self.all_units() {
            self.unit_mut(unit).acted = false;
            let UnitStart::Enters(arrival) = &self.board.unit(unit).start else { continue };
            let is_due = self.unit(unit).at == At::Due && arrival.turn <= self.state.turn;
            match arrival.roll {
                Some(_) if is_due => rolls.push(unit),
                None if is_due => self.put(unit, At::Ready),
                _ => {}
            }
        }
        rolls.into_iter().rev().for_each(|unit| self.push(Arrival(unit)));
        self.events_of(Trigger::TurnBegins, []);
    }

    /// Returns `true` if a unit is on the table or may come on, and has not used its action.
    pub(crate) fn may_act(&self, unit: UnitIx) -> bool {
        let state = self.unit(unit);
        !state.acted && matches!(state.at, At::On(_) | At::Ready)
    }

    /// Returns the units of a side that have not used their actions.
    pub(crate) fn still_to_act(&self, side: Side) -> impl Iterator<Item = UnitIx> {
        self.all_units().filter(move |unit| self.side_of(*unit) == side && self.may_act(*unit))
    }

    /// Returns the chance of the French to act next; `None` if the turn ends.
    pub(crate) fn initiative(&self) -> Option<InitiativeOdds> {
        let count =
            |nation: Nation| u32::try_from(self.still_to_act(self.board.side_of(nation)).count()).unwrap_or(u32::MAX);
        initiative_odds(self.board.rules.initiative, count(Nation::French), count(Nation::Prussian))
    }

    /// Goes on without a draw, as only one side has units left, or none has.
    pub(crate) fn settle_initiative(&mut self, log: &mut impl Log<Event>) {
        match self.initiative() {
            Some(odds) => self.give_initiative(self.board.side_of(odds.drawn(1)), log),
            None => {
                self.push(BeginTurn);
                self.events_of(Trigger::TurnEnds, []);
            }
        }
    }

    /// Takes the draw of the initiative; draws are numbered from 0.
    pub(crate) fn draw_initiative(&mut self, pick: u16, log: &mut impl Log<Event>) {
        if let Some(odds) = self.initiative() {
            self.give_initiative(self.board.side_of(odds.drawn(u32::from(pick).saturating_add(1))), log);
        }
    }

    fn give_initiative(&mut self, side: Side, log: &mut impl Log<Event>) {
        log.push(Event::Initiative(side));
        self.push(Select(side));
    }

    pub(crate) fn select_options(&self, side: Side, into: &mut ActionList) {
        into.extend(self.still_to_act(side).map(Action::Select));
    }

    pub(crate) fn check_select(&self, side: Side, action: Action) -> Result<(), Illegal> {
        let Action::Select(unit) = action else { return Err(self.not_asked()) };
        let name = self.board.unit(unit).name.as_str();
        let refuse = |text: String| Err(Illegal::new(rule::ACTIONS, text));
        if self.side_of(unit) != side {
            return refuse(format!("{name} is an enemy; select a unit of the side with the initiative"));
        }
        match &self.unit(unit).at {
            At::On(_) | At::Ready if self.unit(unit).acted => {
                let (has, its) = (grammar::verb(name, "has"), grammar::possessive(name));
                refuse(format!("{name} {has} used {its} action of this turn; select another unit"))
            }
            At::On(_) | At::Ready => Ok(()),
            At::Due => refuse(format!("{name} {} not come on yet; select another unit", grammar::verb(name, "has"))),
            At::Destroyed(_) | At::Surrendered(_) | At::Left(_) | At::Unused => {
                refuse(format!("{name} {} out of play", grammar::verb(name, "is")))
            }
        }
    }

    pub(crate) fn choose_select(&mut self, action: Action) {
        if let Action::Select(unit) = action {
            self.push(Act(unit));
        }
    }

    /// Begins an action: its unit has used it, whatever comes of it.
    pub(crate) fn use_action(&mut self, unit: UnitIx) {
        self.unit_mut(unit).acted = true;
        self.push(EndAction(unit));
    }

    pub(crate) fn end_action(&mut self, unit: UnitIx, log: &mut impl Log<Event>) {
        self.take_objectives(log);
        self.push(InitiativeDraw);
        self.events_of(Trigger::Acted, [unit_value(unit)]);
    }

    /// Returns `true` if a unit may do no more than regroup (V).
    pub(crate) fn is_demoralized(&self, unit: UnitIx) -> bool {
        self.unit(unit).status == UnitStatus::Demoralized
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::position::{FRENCH, PRUSSIAN, position};
    use battlewright_core::game::{Chance, Game as _, Turn};

    const THREE: &str = "prussian infantry p1 4 at 10,25
        french infantry f1 4 at 10,5
        french infantry f2 4 at 20,5";

    #[test]
    fn c03_the_initiative_is_drawn_in_proportion_to_the_units_left() {
        let mut table = position(THREE).start();
        assert_eq!(table.game.turn(), Turn::Chance(Chance::Draw { from: 3 }), "III");
        table.rolls(&[1]);
        assert_eq!(table.chooser(), FRENCH, "III: two of three draws");
        table.does("select f1, hold");
        assert_eq!(table.game.turn(), Turn::Chance(Chance::Draw { from: 2 }), "III");
        table.rolls(&[1]);
        assert_eq!(table.chooser(), PRUSSIAN, "III");
        table.logs("French have the initiative [III]");
    }

    #[test]
    fn c03_a_unit_acts_once_a_turn() {
        let mut table = position(THREE).with_initiative(FRENCH);
        table.refuses("select p1", "III");
        table.does("select f1, back, select f1, hold").has_initiative(FRENCH);
        table.refuses("select f1", "III");
        assert_eq!(table.choices("select"), ["f2"], "III");
        table.logs("f1 (French) holds [III]");
    }

    #[test]
    fn c03_the_other_side_acts_when_one_has_no_unit_left() {
        let mut table = position(THREE).with_initiative(PRUSSIAN);
        table.does("select p1, hold");
        assert_eq!(table.chooser(), FRENCH, "III: without a draw");
        table.does("select f1, hold, select f2, hold");
        table.logs("Turn 2 [III]");
        assert_eq!(table.game.turn(), Turn::Chance(Chance::Draw { from: 3 }), "III: all may act again");
    }
}
