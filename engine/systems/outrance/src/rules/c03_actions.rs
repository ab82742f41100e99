//! III The actions of a unit: which it may take, the test of its orders, and lost orders.

use std::fmt::Arguments;

use battlewright_schema::outrance::{Posture, TroopType, UnitStatus};
use serde::{Deserialize, Serialize};

use crate::action::{Action, ActionList, OrderKind};
use crate::event::Event;
use crate::extra::hooks::OrderAct;
use crate::rules::c03_deploying::Deploy;
use crate::rules::c03_orders::{OrderFacts, OrderFate, movement_left, order_chances, order_fate};
use crate::rules::c03_turns::Select;
use crate::rules::c04_formations::usual_front;
use crate::rules::c09_regroup_actions::RegroupRoll;
use crate::stage::{PERCENT, TaskStage, TurnPart, first_pick, offer_once};
use crate::state::{At, MoveKind, MoveTask, UnitIx};
use crate::{Outrance, percent_of, rulebook as rule};
use battlewright_core::game::{Illegal, Log};
use battlewright_core::kit::inline_list::InlineList;
use battlewright_core::kit::tasks::TaskFamily;

/// A unit selects its action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Act(pub(crate) UnitIx);

impl TaskFamily<Outrance> for Act {
    fn stage(&self, game: &Outrance, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        let side = game.side_of(self.0);
        prompt(format_args!("{}: select the action of {}", game.side_name(side), game.unit_name(self.0)));
        TaskStage::asks(side, rule::ACTIONS, Some(TurnPart::Actions)).about(self.0).passed("Hold")
    }

    fn options(&self, game: &Outrance, into: &mut ActionList) {
        game.act_options(self.0, into);
        offer_once(into);
    }

    // It is worth its question even with a single answer, and its menu is long.
    fn has_options(&self, _: &Outrance) -> bool {
        true
    }

    fn check(&self, game: &Outrance, action: &Action) -> Result<(), Illegal> {
        game.check_act(self.0, *action)
    }

    fn choose(self, game: &mut Outrance, action: Action, log: &mut impl Log<Event>) {
        game.choose_act(self.0, action, log);
    }
}

/// The roll for an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct OrderRoll(pub(crate) UnitIx, pub(crate) OrderKind);

impl TaskFamily<Outrance> for OrderRoll {
    fn stage(&self, game: &Outrance, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        let word = match self.1 {
            OrderKind::Deploy => "deploy",
            OrderKind::Maneuver => "maneuver",
            OrderKind::March => "march",
            OrderKind::Assault(_) => "assault",
        };
        prompt(format_args!("Roll 1 to 100: is the order to {word} received by {}?", game.unit_name(self.0)));
        TaskStage::new(PERCENT, rule::ACTIONS, Some(TurnPart::Actions)).about(self.0)
    }

    fn resolve(self, game: &mut Outrance, picks: &[u16], log: &mut impl Log<Event>) {
        game.roll_order(self.0, self.1, first_pick(picks), log);
    }
}

/// A unit whose order is lost may fire or regroup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct AfterLostOrder(pub(crate) UnitIx);

impl TaskFamily<Outrance> for AfterLostOrder {
    fn stage(&self, game: &Outrance, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        let side = game.side_of(self.0);
        let (of, name) = (game.side_name(side), game.unit_name(self.0));
        prompt(format_args!("{of}: the order is lost; {name} may fire or regroup"));
        TaskStage::asks(side, rule::MOVEMENT, Some(TurnPart::Actions)).about(self.0)
    }

    fn options(&self, game: &Outrance, into: &mut ActionList) {
        game.lost_order_options(self.0, into);
        offer_once(into);
    }

    fn check(&self, game: &Outrance, action: &Action) -> Result<(), Illegal> {
        game.check_after_lost_order(self.0, *action)
    }

    fn choose(self, game: &mut Outrance, action: Action, log: &mut impl Log<Event>) {
        game.choose_after_lost_order(self.0, action, log);
    }
}

impl Outrance {
    pub(crate) fn act_options(&self, unit: UnitIx, into: &mut ActionList) {
        into.push(Action::Hold);
        for action in [
            Action::Order(OrderKind::Deploy),
            Action::Order(OrderKind::Maneuver),
            Action::Order(OrderKind::March),
            Action::RouteMarch,
            Action::MoveGeneral,
        ] {
            if self.check_act(unit, action).is_ok() {
                into.push(action);
            }
        }
        self.still_options(unit, into);
        into.extend(self.assault_targets(unit).map(|target| Action::Order(OrderKind::Assault(target))));
    }

    /// Adds the actions that need no movement: fire and regrouping.
    fn still_options(&self, unit: UnitIx, into: &mut ActionList) {
        self.fire_options(unit, into);
        if self.check_regroup(unit).is_ok() {
            into.push(Action::Regroup);
        }
    }

    /// Checks whether a unit may take an action, by the published rules and by rows.
    pub(crate) fn check_act(&self, unit: UnitIx, action: Action) -> Result<(), Illegal> {
        self.check_published_act(unit, action)?;
        match action {
            Action::Order(order) => self.forbids_order(unit, OrderAct::Order(order)),
            Action::RouteMarch => self.forbids_order(unit, OrderAct::RouteMarch),
            Action::MoveGeneral => self.forbids_order(unit, OrderAct::MoveGeneral),
            _ => Ok(()),
        }
    }

    fn check_published_act(&self, unit: UnitIx, action: Action) -> Result<(), Illegal> {
        let facts = self.board.unit(unit);
        let state = self.unit(unit);
        let refuse = |reason: &str| Err(Illegal::new(rule::ACTIONS, reason));
        if matches!(action, Action::Hold | Action::Back) {
            return Ok(());
        }
        if state.at == At::Ready && action != Action::RouteMarch {
            return refuse("the unit is not on the table yet; bring it on by route march, or hold");
        }
        match action {
            Action::Regroup => self.check_regroup(unit),
            _ if self.is_demoralized(unit) => {
                Err(Illegal::new(rule::STATUS, "a demoralized unit can only regroup; regroup it, or hold"))
            }
            Action::MoveGeneral if facts.is_general() => Ok(()),
            Action::MoveGeneral => refuse("the unit is no general; maneuver or march instead"),
            Action::RouteMarch if state.at == At::Ready => self.check_arrival(unit),
            Action::RouteMarch if !state.route_march => {
                refuse("only a reinforcement that has taken no other action continues its route march; march instead")
            }
            Action::RouteMarch if facts.is_general() => refuse("the general has come on; move him instead"),
            Action::RouteMarch => Ok(()),
            Action::Order(_) | Action::Fire { .. } if facts.is_general() => {
                Err(Illegal::new(rule::GENERALS, "generals only move or rest"))
            }
            Action::Order(OrderKind::Assault(target)) => self.check_assault(unit, target),
            Action::Order(OrderKind::Deploy | OrderKind::Maneuver | OrderKind::March) => Ok(()),
            Action::Fire { target, facing } => self.check_fire(unit, target, facing),
            _ => Err(self.not_asked()),
        }
    }

    pub(crate) fn choose_act(&mut self, unit: UnitIx, action: Action, log: &mut impl Log<Event>) {
        if action == Action::Back {
            self.push(Select(self.side_of(unit)));
            return;
        }
        self.use_action(unit);
        if action != Action::RouteMarch {
            self.unit_mut(unit).route_march = false;
        }
        match action {
            Action::Order(order) => self.push(OrderRoll(unit, order)),
            Action::RouteMarch => self.begin_route_march(unit, log),
            Action::MoveGeneral => self.begin_move(unit, MoveKind::General, OrderFate::Received),
            Action::Fire { target, facing } => self.begin_fire(unit, target, facing, log),
            Action::Regroup => self.push(RegroupRoll(unit)),
            _ => log.push(Event::Held(unit)),
        }
    }

    /// Returns the facts on which the fate of an order depends.
    pub(crate) fn order_facts(&self, unit: UnitIx) -> OrderFacts {
        OrderFacts {
            nation: self.board.rules.orders_of(self.board.unit(unit).nation),
            general: self.general_helps_orders(unit),
            status: self.unit(unit).status,
            disorder_hinders: self.board.rules.disorder_hinders_orders,
        }
    }

    pub(crate) fn roll_order(&mut self, unit: UnitIx, order: OrderKind, roll: u16, log: &mut impl Log<Event>) {
        let fate = order_fate(&self.board.rules.tables, self.order_facts(unit), percent_of(roll));
        let chances = order_chances(&self.board.rules.tables, self.order_facts(unit)).map(|(_, percent)| percent);
        let general = self.general_near(unit).filter(|_| self.general_helps_orders(unit));
        log.push(Event::Ordered { unit, order, fate, roll, chances, general });
        match (fate, order) {
            (OrderFate::Lost, _) if self.board.rules.lost_order_may_fire => self.push(AfterLostOrder(unit)),
            (OrderFate::Lost, _) => {}
            (_, OrderKind::Deploy) => self.push(Deploy(unit, fate)),
            (_, OrderKind::Maneuver) => self.begin_move(unit, MoveKind::Maneuver, fate),
            (_, OrderKind::March) => self.begin_move(unit, MoveKind::March, fate),
            (_, OrderKind::Assault(target)) => self.begin_assault(unit, target, fate, log),
        }
    }

    /// Asks for the path of a unit.
    pub(crate) fn begin_move(&mut self, unit: UnitIx, kind: MoveKind, fate: OrderFate) {
        let allowance = movement_left(fate, self.base_movement(unit, kind), self.board.rules.delayed_percent);
        self.ask_for_path(unit, kind, allowance);
    }

    pub(crate) fn ask_for_path(&mut self, unit: UnitIx, kind: MoveKind, allowance: i32) {
        let (facts, bases) = (self.board.unit(unit), self.unit(unit).bases);
        let now = self.place(unit).filter(|place| place.posture == Posture::Maneuver).map(|place| place.front);
        let front = now.unwrap_or_else(|| usual_front(facts.troops, bases));
        let task = MoveTask { unit, kind, allowance, front, facing: None, legs: InlineList::new() };
        self.push(task);
    }

    pub(crate) fn lost_order_options(&self, unit: UnitIx, into: &mut ActionList) {
        self.still_options(unit, into);
        into.push(Action::Stop);
    }

    pub(crate) fn check_after_lost_order(&self, unit: UnitIx, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Stop => Ok(()),
            Action::Fire { .. } | Action::Regroup => self.check_act(unit, action),
            _ => Err(Illegal::new(
                rule::MOVEMENT,
                "the order is lost: the unit may still fire or regroup, but not move in this turn",
            )),
        }
    }

    pub(crate) fn choose_after_lost_order(&mut self, unit: UnitIx, action: Action, log: &mut impl Log<Event>) {
        match action {
            Action::Fire { target, facing } => self.begin_fire(unit, target, facing, log),
            Action::Regroup => self.push(RegroupRoll(unit)),
            _ => {}
        }
    }

    /// Returns `true` for troops that may assault.
    pub(crate) fn may_assault(&self, unit: UnitIx) -> bool {
        matches!(self.board.unit(unit).troops, TroopType::Infantry | TroopType::Cavalry)
            && self.unit(unit).status != UnitStatus::Demoralized
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::position::{FRENCH, PRUSSIAN, position};

    const PAIR: &str = "prussian infantry p1 4 at 20,15 maneuver
        french infantry f1 4 at 20,12 facing 180 disordered
        french general fg at 20,5";

    #[test]
    fn c03_actions_depend_on_the_formation() {
        let mut table = position(PAIR).with_initiative(PRUSSIAN);
        table.does("select p1");
        let orders: Vec<String> = table.choices("order");
        assert_eq!(orders, ["deploy", "maneuver", "march"], "III");
        assert_eq!((table.choices("fire"), table.choices("assault")), (vec!["f1 0".to_owned()], vec!["f1".to_owned()]));
        table.refuses("regroup", "III");
        table.refuses("route-march", "III");
        table.refuses("move", "III");
        let mut table = position(PAIR).with_initiative(FRENCH);
        table.does("select f1");
        table.refuses("assault p1", "III");
        table.allows("regroup");
    }

    #[test]
    fn c03_generals_only_move_or_rest() {
        let mut table = position(PAIR).with_initiative(FRENCH);
        table.does("select fg");
        assert_eq!(table.choices(""), ["hold", "move"], "III");
        for action in ["order deploy", "fire p1 180", "assault p1", "regroup"] {
            table.refuses(action, "IX");
        }
    }

    #[test]
    fn c05_a_demoralized_unit_only_regroups() {
        let text = PAIR.replace("disordered", "demoralized");
        let mut table = position(&text).with_initiative(FRENCH);
        table.does("select f1");
        assert_eq!(table.choices(""), ["hold", "regroup"], "V");
        table.refuses("order march", "V");
        table.refuses("fire p1 180", "V");
    }

    #[test]
    fn c04_a_delayed_order_leaves_half_of_the_movement() {
        let mut table = position("prussian infantry p1 4 at 20,25 maneuver").with_initiative(PRUSSIAN);
        table.does("select p1, order maneuver").rolls(&[76]);
        table.logs_all(&["p1 (Prussians): the order to maneuver is delayed", "roll 76;"]);
        table.refuses("go 20/21.9 0", "IV");
        table.does("go 20/22 0, stop");
        assert_eq!(table.at("p1"), (20_000, 22_000), "IV");
    }

    #[test]
    fn c03_o18_a_unit_whose_order_is_lost_may_fire_or_regroup() {
        let mut table = position(PAIR).with_initiative(PRUSSIAN);
        table.does("select p1, order march").rolls(&[100]);
        table.logs_all(&["p1 (Prussians): the order to march is lost", "roll 100;"]);
        table.refuses("order march", "IV");
        assert_eq!(table.choices(""), ["fire f1 0", "stop"], "IV");
        table.does("fire f1 0").rolls(&[1]);
        table.logs_all(&["p1 (Prussians) fires at f1 (French)", ": no effect (", "index 3 = ", "roll 1)"]);
        let mut strict =
            position(PAIR).with(|scenario| scenario.rules.lost_order_may_fire = Some(false)).with_initiative(PRUSSIAN);
        strict.does("select p1, order march").rolls(&[100]);
        assert_eq!(strict.chooser(), FRENCH, "o18: the action is used");
    }

    #[test]
    fn c03_generals_make_orders_sure_but_not_those_of_silent_formations() {
        let order = |text: &str, roll: u16| {
            let mut table = position(text).with_initiative(FRENCH);
            table.does("select f1, order maneuver").rolls(&[roll]);
            table.take_log().concat()
        };
        let near = "french infantry f1 4 at 20,12
            french general fg at 20,6.5
            prussian infantry p1 4 at 5,25";
        assert!(order(near, 95).contains("is received"), "IX: within 6 inches");
        assert!(order(&near.replace("20,6.5", "20,5.4"), 95).contains("is lost"), "IX");
        assert!(order(&format!("{near}\nsilent french 1 2"), 95).contains("is lost"), "IX: out of command");
        assert!(order(&format!("{near}\nsilent french 2 3"), 95).contains("is received"), "IX: in other turns");
    }
}
