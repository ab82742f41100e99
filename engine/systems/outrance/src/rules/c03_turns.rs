//! III The course of a turn: reinforcements, the initiative, and one action for each unit.

use std::fmt::Arguments;

use battlewright_schema::outrance::{Nation, UnitStatus};

use crate::action::{Action, ActionList, OrderKind};
use crate::board::UnitStart;
use crate::event::Event;
use crate::rules::c03_initiative::{InitiativeOdds, initiative_odds};
use crate::stage::{TaskStage, TurnPart, goes_on};
use crate::state::{At, MoveKind, Task, UnitIx};
use crate::{Outrance, rulebook as rule};
use battlewright_core::game::{Chance, Illegal, Log, Side, Turn};
use battlewright_core::kit::grammar;

/// The dice of a percentage: one of 100 faces.
const PERCENT: Turn = Turn::Chance(Chance::Dice { count: 1, sides: 100 });
/// The dice of an assault: the fire, the close combat, and the result.
const ASSAULT: Turn = Turn::Chance(Chance::Dice { count: 3, sides: 100 });

impl Outrance {
    pub(crate) fn begin_turn(&mut self, log: &mut impl Log<Event>) {
        if self.state.turn >= self.board.turns {
            self.end_game(log);
            return;
        }
        self.state.turn = self.state.turn.saturating_add(1);
        log.push(Event::Turn(self.state.turn));
        self.state.shots.clear();
        self.state.assaults.clear();
        self.push(Task::Initiative);
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
        rolls.into_iter().rev().for_each(|unit| self.push(Task::Arrival(unit)));
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
    fn initiative(&self) -> Option<InitiativeOdds> {
        let count =
            |nation: Nation| u32::try_from(self.still_to_act(self.board.side_of(nation)).count()).unwrap_or(u32::MAX);
        initiative_odds(self.board.rules.initiative, count(Nation::French), count(Nation::Prussian))
    }

    /// Goes on without a draw, as only one side has units left, or none has.
    pub(crate) fn settle_initiative(&mut self, log: &mut impl Log<Event>) {
        match self.initiative() {
            Some(odds) => self.give_initiative(self.board.side_of(odds.drawn(1)), log),
            None => self.push(Task::BeginTurn),
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
        self.push(Task::Select(side));
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
            self.push(Task::Act(unit));
        }
    }

    /// Begins an action: its unit has used it, whatever comes of it.
    pub(crate) fn use_action(&mut self, unit: UnitIx) {
        self.unit_mut(unit).acted = true;
        self.push(Task::EndAction(unit));
    }

    pub(crate) fn end_action(&mut self, _: UnitIx, log: &mut impl Log<Event>) {
        self.take_objectives(log);
        self.push(Task::Initiative);
    }

    /// Returns the description of a task.
    pub(crate) fn stage_of(&self, task: &Task, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        let name = |unit: UnitIx| self.board.unit(unit).name.as_str();
        let side = |side: Side| self.board.sides[side.index()].name.as_str();
        let actions = Some(TurnPart::Actions);
        let combat = Some(TurnPart::Combat);
        match task {
            Task::BeginTurn | Task::EndAction(_) => goes_on(rule::ACTIONS),
            Task::Arrival(unit) => {
                prompt(format_args!("Roll a die: {} {} come on?", grammar::verb(name(*unit), "does"), name(*unit)));
                TaskStage::rolls(1, rule::ACTIONS, Some(TurnPart::Arrivals)).about(*unit)
            }
            Task::Initiative => {
                prompt(format_args!("Draw the initiative"));
                let drawn = self.initiative().filter(|odds| odds.favorable > 0 && odds.favorable < odds.of);
                let from = drawn.and_then(|odds| u16::try_from(odds.of).ok());
                match from {
                    Some(from) => TaskStage::new(Turn::Chance(Chance::Draw { from }), rule::ACTIONS, actions),
                    None => goes_on(rule::ACTIONS),
                }
            }
            Task::Select(of) => {
                prompt(format_args!("{}: select a unit", side(*of)));
                TaskStage::asks(*of, rule::ACTIONS, actions)
            }
            Task::Act(unit) => {
                prompt(format_args!("{}: select the action of {}", side(self.side_of(*unit)), name(*unit)));
                TaskStage::asks(self.side_of(*unit), rule::ACTIONS, actions).about(*unit).passed("Hold")
            }
            Task::OrderRoll(unit, order) => {
                let word = match order {
                    OrderKind::Deploy => "deploy",
                    OrderKind::Maneuver => "maneuver",
                    OrderKind::March => "march",
                    OrderKind::Assault(_) => "assault",
                };
                prompt(format_args!("Roll 1 to 100: is the order to {word} received by {}?", name(*unit)));
                TaskStage::new(PERCENT, rule::ACTIONS, actions).about(*unit)
            }
            Task::AfterLostOrder(unit) => {
                let of = side(self.side_of(*unit));
                prompt(format_args!("{of}: the order is lost; {} may fire or regroup", name(*unit)));
                TaskStage::asks(self.side_of(*unit), rule::MOVEMENT, actions).about(*unit)
            }
            Task::Deploy(unit, _) => {
                prompt(format_args!("{}: deploy {}", side(self.side_of(*unit)), name(*unit)));
                let stage = TaskStage::asks(self.side_of(*unit), rule::ACTIONS, actions);
                stage.about(*unit).passed("Keep the formation")
            }
            Task::Move(task) => {
                let word = match task.kind {
                    MoveKind::Maneuver => "maneuver",
                    MoveKind::March => "march",
                    MoveKind::RouteMarch => "continue the route march of",
                    MoveKind::General => "move",
                };
                prompt(format_args!("{}: {word} {}", side(self.side_of(task.unit)), name(task.unit)));
                let stage = TaskStage::asks(self.side_of(task.unit), rule::MOVEMENT, actions);
                stage.about(task.unit).passed("End the move")
            }
            Task::FireRoll(unit, target) => {
                prompt(format_args!("Roll 1 to 100: the fire of {} at {}", name(*unit), name(*target)));
                TaskStage::new(PERCENT, rule::FIRE, combat).about(*unit)
            }
            Task::AssaultRoll(unit, target) => {
                prompt(format_args!("Roll three times 1 to 100: the assault of {} on {}", name(*unit), name(*target)));
                TaskStage::new(ASSAULT, rule::ASSAULTS, combat).about(*unit)
            }
            Task::Withdraw { unit, .. } => {
                prompt(format_args!("{}: withdraw {}", side(self.side_of(*unit)), name(*unit)));
                TaskStage::asks(self.side_of(*unit), rule::STATUS, combat).about(*unit)
            }
            Task::RegroupRoll(unit) => {
                prompt(format_args!("Roll 1 to 100: does {} regroup?", name(*unit)));
                TaskStage::new(PERCENT, rule::GENERALS, actions).about(*unit)
            }
            Task::Reform(unit) => {
                prompt(format_args!("{}: form {} up", side(self.side_of(*unit)), name(*unit)));
                let stage = TaskStage::asks(self.side_of(*unit), rule::ACTIONS, actions);
                stage.about(*unit).passed("Keep the formation")
            }
            Task::Over(outcome) => {
                prompt(format_args!("{}", self.outcome_text(outcome)));
                TaskStage::new(Turn::Over(*outcome), rule::SCENARIOS, None)
            }
        }
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
