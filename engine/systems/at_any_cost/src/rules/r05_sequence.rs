//! 5.0 Sequence of Play: a turn begins, chits are drawn until the cup is empty, and the turn ends (15.0). An activation
//! goes through five steps (5.4), as far as its order and the night let it.

use std::fmt::Arguments;

use battlewright_schema::at_any_cost::{HqOrder, Kind, vocabulary::Trigger};
use serde::{Deserialize, Serialize};

use crate::action::{Action, ActionList, RefusalCause};
use crate::board::UnitFacts;
use crate::event::{Event, Step};
use crate::rules::r07_command::CommandTask;
use crate::rules::r08_fire::FireTask;
use crate::rules::r12_movement::MoveTask;
use crate::rules::r13_assault::AssaultTask;
use crate::rules::r14_rally::RallyTask;
use crate::rules::r20_command_events::TrackSteps;
use crate::stage::{Part, TaskStage, goes_on};
use crate::state::{ActivatedUnits, Activation, At, Done, FormationIx, MovingPiece, Task, UnitIx};
use crate::{AtAnyCost, rulebook as rule};
use battlewright_core::game::{Log, Side};
use battlewright_core::kit::extra::DueEvent;
use battlewright_core::kit::tasks::TaskFamily;

/// The Elan Hits of a Disrupted unit (3.7).
pub(crate) const DISRUPTED: u8 = 2;

/// The course of a turn and of an activation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum SequenceTask {
    /// 5.1: a turn begins.
    BeginTurn,
    /// 5.4: a step of the activation begins, if it is open.
    Begin(Step),
    /// 12.7: the assaults of the activation are over.
    AfterAssaults,
    /// 5.4: the activation is over.
    EndActivation(Activation),
    /// 5.5: the cup is empty.
    EndTurn,
    /// 15.1, 15.2: the side may roll on the table of its first track.
    OfferTrackRoll(Side),
    /// 20.1: the side rolls on that table.
    TrackRoll(Side),
    /// 20.1: the side spends what it has rolled.
    SpendTrackRoll(TrackSteps),
    /// 15.3: the turn is over.
    Housekeeping,
    /// The events of the scenario's rules happen, from this one on.
    Events(DueEvent),
    /// An event of the scenario's rules waits for its die.
    EventRoll(DueEvent),
}

impl TaskFamily<AtAnyCost> for SequenceTask {
    fn stage(&self, game: &AtAnyCost, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        match self {
            Self::BeginTurn => goes_on(rule::PLANNING, Part::Planning),
            Self::Begin(_) | Self::EndActivation(_) => goes_on(rule::ACTIVATION, None::<Part>),
            Self::AfterAssaults => goes_on(rule::CHARGE, None::<Part>),
            Self::EndTurn => goes_on(rule::END_TURN, Part::EndTurn),
            Self::OfferTrackRoll(side) => game.offer_track_roll_stage(*side, prompt),
            Self::TrackRoll(side) => game.track_roll_stage(*side, prompt),
            Self::SpendTrackRoll(steps) => game.track_steps_stage(steps, prompt),
            Self::Housekeeping => goes_on(rule::HOUSEKEEPING, Part::EndTurn),
            Self::Events(_) => goes_on(rule::SETUP, None::<Part>),
            Self::EventRoll(due) => game.event_stage(due, prompt),
        }
    }

    fn options(&self, game: &AtAnyCost, into: &mut ActionList) {
        match self {
            Self::OfferTrackRoll(side) => game.offer_track_roll_options(*side, into),
            Self::SpendTrackRoll(steps) => game.track_step_options(steps, into),
            Self::BeginTurn
            | Self::Begin(_)
            | Self::AfterAssaults
            | Self::EndActivation(_)
            | Self::EndTurn
            | Self::TrackRoll(_)
            | Self::Housekeeping
            | Self::Events(_)
            | Self::EventRoll(_) => {}
        }
    }

    fn refusal(&self, game: &AtAnyCost, action: &Action) -> RefusalCause {
        match self {
            Self::SpendTrackRoll(steps) => game.track_step_refusal(steps, action),
            _ => RefusalCause::NotAsked,
        }
    }

    fn choose(self, game: &mut AtAnyCost, action: Action, log: &mut impl Log<Event>) {
        match self {
            Self::OfferTrackRoll(side) if action == Action::Roll => game.push(Self::TrackRoll(side)),
            Self::SpendTrackRoll(steps) => game.spend_track_step(steps, action, log),
            _ => {}
        }
    }

    fn proceed(self, game: &mut AtAnyCost, log: &mut impl Log<Event>) {
        match self {
            Self::BeginTurn => game.begin_turn(log),
            Self::Begin(step) => game.begin_step(step, log),
            Self::AfterAssaults => game.disorganize_cavalry(log),
            Self::EndActivation(activation) => game.end_activation(&activation),
            Self::EndTurn => game.end_turn(log),
            Self::Housekeeping => game.run_housekeeping(log),
            Self::Events(due) => game.run_events_from(due, log),
            Self::OfferTrackRoll(_) | Self::TrackRoll(_) | Self::SpendTrackRoll(_) | Self::EventRoll(_) => {}
        }
    }

    fn resolve(self, game: &mut AtAnyCost, picks: &[u16], log: &mut impl Log<Event>) {
        match (self, picks) {
            (Self::TrackRoll(side), &[die]) => game.roll_on_track(side, die, log),
            (Self::EventRoll(due), &[die]) => game.roll_event(due, die, log),
            _ => {}
        }
    }
}

impl Activation {
    /// An activation of `who` of `side`, in which every order may be given.
    pub(crate) fn new(who: ActivatedUnits, side: Side) -> Self {
        let mut activation = Self {
            who,
            side,
            order: None,
            entering_order: None,
            allowed: 0,
            enemy_orders: false,
            feu: false,
            degraded: false,
            enhanced: false,
            bonus: None,
        };
        activation.allow_only(&HqOrder::ALL);
        activation
    }

    /// The orders in force: that of the HQ, and that of the reinforcements if it is another.
    pub(crate) fn orders(&self) -> impl Iterator<Item = HqOrder> + use<> {
        self.order.into_iter().chain(self.entering_order)
    }

    /// Returns `true` if `order` may be given.
    pub(crate) fn may_order(&self, order: HqOrder) -> bool {
        self.allowed & order_bit(order) != 0
    }

    /// Lets `orders` be given, and no others.
    pub(crate) fn allow_only(&mut self, orders: &[HqOrder]) {
        self.allowed = orders.iter().fold(0, |bits, order| bits | order_bit(*order));
    }
}

/// The bit of `order` among the orders that may be given.
fn order_bit(order: HqOrder) -> u8 {
    1 << (order as u8)
}

impl AtAnyCost {
    /// 5.1: a turn begins with the Planning Phase. French units whose box of the Game Turn Track is reached are in the
    /// Available for Rebuild Box from now on: their place says by which turn.
    fn begin_turn(&mut self, log: &mut impl Log<Event>) {
        self.enter_next_turn(log);
        if self.night().is_none() {
            for unit in &mut self.state.units {
                unit.rested = false;
            }
        }
        self.next_chit();
        self.plan();
        self.push_events(Trigger::TurnBegins, []);
        self.check_sudden_victory(log);
    }

    /// Returns `true` if `unit` is in the Available for Rebuild Box (5.1, 10.2).
    pub(crate) fn is_available(&self, unit: UnitIx) -> bool {
        matches!(self.unit(unit).at, At::Broken { until } if until <= self.state.turn)
    }

    /// Puts the steps of `activation` on the stack (5.4).
    pub(crate) fn push_activation(&mut self, activation: Activation, log: &mut impl Log<Event>) {
        match activation.who {
            ActivatedUnits::Formation(formation) => self.hq_mut(formation).moved = false,
            ActivatedUnits::Division(one) => log.push(Event::DivisionActs(one)),
            ActivatedUnits::Single(unit) => log.push(Event::UnitActs(unit)),
        }
        self.clear_records();
        for unit in &mut self.state.units {
            if let At::Hex(hex) = unit.at {
                unit.done.began = Some(hex);
            }
        }
        self.push(SequenceTask::EndActivation(activation));
        self.push(SequenceTask::Begin(Step::Rally));
        self.push(SequenceTask::AfterAssaults);
        for step in [Step::Assault, Step::Movement, Step::Fire, Step::Command] {
            self.push(SequenceTask::Begin(step));
        }
        self.push_events_of(&activation, Trigger::ActivationBegins);
    }

    /// Begins `step` of the activation under way, or passes it over.
    fn begin_step(&mut self, step: Step, log: &mut impl Log<Event>) {
        if !self.is_open(step) {
            return;
        }
        log.push(Event::Step(step));
        match step {
            Step::Command => self.push(CommandTask::Step),
            Step::Fire => self.push(FireTask::Step),
            Step::Movement => self.push(MoveTask::Step),
            Step::Assault => self.push(AssaultTask::Step),
            Step::Rally => self.push(RallyTask::Step),
            Step::EndTurn => {}
        }
    }

    /// Returns `true` if an order of the activation under way allows `step` (7.2), and the night does (18.0).
    fn is_open(&self, step: Step) -> bool {
        use HqOrder::{Attack, Defend, March, Regroup};
        let Some(activation) = self.activation() else { return false };
        let allows = |order: HqOrder| match (step, order) {
            (Step::Movement, _) | (Step::Rally, Defend | Regroup) => true,
            (Step::Fire, Attack | Defend) | (Step::Assault, Attack) => self.is_combat_allowed(),
            (Step::Assault, Defend) => self.board.rules.cavalry_defends_forward && self.is_combat_allowed(),
            (Step::Fire | Step::Assault, March | Regroup) | (Step::Rally, Attack | March) => false,
            (Step::Command | Step::EndTurn, _) => false,
        };
        step == Step::Command || activation.orders().any(allows)
    }

    /// 12.7: cavalry that has made a Charge Move is Disrupted when the Assault Combat Step is over, breakthroughs
    /// included.
    fn disorganize_cavalry(&mut self, log: &mut impl Log<Event>) {
        for unit in self.board.all_units() {
            if std::mem::take(&mut self.unit_mut(unit).done.charged) {
                self.disorganize(unit, log);
            }
        }
    }

    /// 13.8, by the other reading of ruling r77: cavalry is Disrupted as soon as the assault of its charge is over.
    pub(crate) fn disorganize_fighters(&mut self, log: &mut impl Log<Event>) {
        if !self.board.rules.charge_disrupts_at_once {
            return;
        }
        for unit in self.board.all_units() {
            let done = self.unit(unit).done;
            if done.charged && done.assaulted {
                self.disorganize(unit, log);
            }
        }
    }

    fn disorganize(&mut self, unit: UnitIx, log: &mut impl Log<Event>) {
        let state = self.unit_mut(unit);
        if matches!(state.at, At::Hex(_)) && state.elan < DISRUPTED {
            state.elan = DISRUPTED;
            log.push(Event::Disorganized(unit));
        }
    }

    /// Takes off the markers of an activation or of a phase, and lets Defensive Fire start afresh (12.6).
    pub(crate) fn clear_records(&mut self) {
        self.clear_deeds();
        for unit in &mut self.state.units {
            unit.defended = 0;
        }
    }

    /// Takes off the markers of an activation or an event.
    pub(crate) fn clear_deeds(&mut self) {
        for unit in &mut self.state.units {
            unit.done = Done::default();
        }
    }

    /// The activation under way, if any, to be changed.
    pub(crate) fn activation_mut(&mut self) -> Option<&mut Activation> {
        self.state.stack.iter_mut().rev().find_map(|task| match task {
            Task::Sequence(SequenceTask::EndActivation(activation)) => Some(activation),
            _ => None,
        })
    }

    /// The units that are activated, on the map or off it, in the scenario's order.
    pub(crate) fn active_units(&self, activation: &Activation) -> impl Iterator<Item = UnitIx> + use<'_> {
        let activation = *activation;
        let formation = match activation.who {
            ActivatedUnits::Formation(formation) => formation,
            ActivatedUnits::Division(one) | ActivatedUnits::Single(one) => self.board.unit(one).formation,
        };
        self.board.roster(formation).iter().copied().filter(move |unit| self.is_active(&activation, *unit))
    }

    /// Returns `true` if `unit` is activated in `activation`.
    pub(crate) fn is_active(&self, activation: &Activation, unit: UnitIx) -> bool {
        match activation.who {
            ActivatedUnits::Formation(formation) => self.board.unit(unit).formation == formation,
            ActivatedUnits::Division(one) => self.are_of_one_division(one, unit),
            ActivatedUnits::Single(one) => one == unit,
        }
    }

    /// Returns `true` if two units are of the same division (6.2, 21.0). All Infantry Detachments of a corps count as one
    /// division; in an independent division, so do the units that name none.
    pub(crate) fn are_of_one_division(&self, one: UnitIx, other: UnitIx) -> bool {
        let (a, b) = (self.board.unit(one), self.board.unit(other));
        let is_detachment = |unit: &UnitFacts| unit.breakdown && unit.kind == Kind::Infantry;
        if one == other {
            return true;
        }
        if a.formation != b.formation || is_detachment(a) != is_detachment(b) {
            return false;
        }
        match (&a.division, &b.division) {
            _ if is_detachment(a) => true,
            (Some(a), Some(b)) => a == b,
            (None, None) => !self.board.formation(a.formation).infantry_corps,
            _ => false,
        }
    }

    /// The HQ and the units of `formation`.
    pub(crate) fn counters_of(&self, formation: FormationIx) -> impl Iterator<Item = MovingPiece> + use<'_> {
        let units = self.board.roster(formation).iter().copied().map(MovingPiece::Unit);
        std::iter::once(MovingPiece::Hq(formation)).chain(units)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::testing::{FRENCH, PRUSSIAN, Position, Table, position};
    use battlewright_core::game::{Game as _, Turn};
    use battlewright_core::kit::tasks::TaskStack as _;

    /// French of all arms, next to a Prussian and away from him, one of them Shaken.
    fn mixed(more: &str) -> Position {
        position(&format!(
            "map 9x9
            french infantry f1 5/3 at 0404
            french cavalry c1 3/2 medium at 0304
            french infantry f2 5/3 at 0101 shaken
            prussian infantry p1 8/4 at 0405
            prussian infantry p2 8/4 at 0305
            {more}"
        ))
    }

    /// The parts of the activation in which somebody is asked, passing each time.
    fn parts(mut table: Table) -> Vec<Part> {
        let mut parts = Vec::new();
        while table.game.activation().is_some() {
            let part = table.game.part().expect("a step of the activation");
            if parts.last() != Some(&part) {
                parts.push(part);
            }
            table.does("pass");
        }
        parts
    }

    fn begin_turn(table: &mut Table) {
        table.run(|game, _| game.state.stack = vec![SequenceTask::BeginTurn.into()]);
    }

    #[test]
    fn r5_4_an_activation_goes_through_five_steps_in_order() {
        let mut table = mixed("").table();
        let who = ActivatedUnits::Formation(table.formation("french"));
        table.game.state.stack.clear();
        table.game.push_activation(Activation::new(who, FRENCH), &mut ());
        let steps: Vec<Step> = table
            .game
            .state
            .stack
            .iter()
            .rev()
            .filter_map(|task| match task {
                Task::Sequence(SequenceTask::Begin(step)) => Some(*step),
                _ => None,
            })
            .collect();
        assert_eq!(steps, [Step::Command, Step::Fire, Step::Movement, Step::Assault, Step::Rally]);
    }

    #[test]
    fn r7_2_under_attack_orders_nobody_rallies() {
        assert_eq!(parts(mixed("").orders("french", "attack")), [Part::Fire, Part::Movement, Part::Assault]);
    }

    #[test]
    fn r7_2_under_defend_orders_only_cavalry_assaults() {
        let all = [Part::Fire, Part::Movement, Part::Assault, Part::Rally];
        assert_eq!(parts(mixed("").orders("french", "defend")), all);
        let without = mixed("").with(|scenario| scenario.rules.cavalry_defends_forward = Some(false));
        assert_eq!(parts(without.orders("french", "defend")), [Part::Fire, Part::Movement, Part::Rally]);
    }

    #[test]
    fn r7_2_under_march_orders_units_only_move() {
        assert_eq!(parts(mixed("").orders("french", "march")), [Part::Movement]);
    }

    #[test]
    fn r7_2_under_regroup_orders_there_is_no_combat() {
        assert_eq!(parts(mixed("").orders("french", "regroup")), [Part::Movement, Part::Rally]);
    }

    #[test]
    fn r18_2_in_the_evening_there_is_no_combat() {
        let parts = parts(mixed("clock 22:00").orders("french", "defend"));
        assert_eq!(parts, [Part::Movement, Part::Rally]);
    }

    #[test]
    fn r5_4_a_step_in_which_nothing_can_be_done_is_passed_over() {
        let alone = position(
            "map 9x9
            french infantry f1 5/3 at 0202
            prussian infantry p1 8/4 at 0707",
        );
        assert_eq!(parts(alone.orders("french", "attack")), [Part::Movement]);
    }

    #[test]
    fn r5_4_after_an_activation_the_next_chit_is_drawn() {
        let mut table = mixed("").cup();
        let prussian = crate::state::Chit::Activation(table.formation("prussian"));
        table.draws("french").does("order march");
        while table.game.activation().is_some() {
            table.does("pass");
        }
        assert!(matches!(table.game.turn(), Turn::Chance(_)));
        assert_eq!(*table.game.state.cup, [prussian]);
    }

    #[test]
    fn r5_4_records_of_an_activation_end_with_it() {
        let mut table = mixed("").table();
        let (f1, p1) = (table.unit("f1"), table.unit("p1"));
        table.game.unit_mut(f1).done.fired_at = true;
        table.game.unit_mut(p1).defended = 2;
        let who = ActivatedUnits::Formation(table.formation("french"));
        table.game.state.stack.clear();
        table.game.push_activation(Activation::new(who, FRENCH), &mut ());
        assert_eq!((table.game.unit(f1).done.fired_at, table.game.unit(p1).defended), (false, 0));
        table.game.unit_mut(f1).done.moved = true;
        table.game.unit_mut(p1).defended = 1;
        let activation = *table.game.activation().expect("it has just been pushed");
        SequenceTask::EndActivation(activation).proceed(&mut table.game, &mut ());
        assert_eq!((table.game.unit(f1).done, table.game.unit(p1).defended), (Done::default(), 0));
    }

    #[test]
    fn r7_2_the_hexes_of_both_sides_are_noted_when_an_activation_begins() {
        let table = mixed("french infantry f3 5/3 broken 3").activate("french");
        let began = |id| table.game.unit(table.unit(id)).done.began;
        let hexes = ["0404", "0304", "0405"].map(|hex| Some(table.hex(hex)));
        assert_eq!((["f1", "c1", "p1"].map(began), began("f3")), (hexes, None));
    }

    #[test]
    fn r12_7_cavalry_that_charged_is_disrupted_at_the_end_of_the_assaults() {
        let mut table = mixed("").orders("french", "march");
        let (c1, p1, f1) = (table.unit("c1"), table.unit("p1"), table.unit("f1"));
        // An Opportunity Charge of the side that stands by counts as well (12.9).
        for unit in [c1, p1] {
            table.game.unit_mut(unit).done.charged = true;
        }
        table.game.unit_mut(p1).elan = 2;
        let mut log = Vec::new();
        SequenceTask::AfterAssaults.proceed(&mut table.game, &mut log);
        assert_eq!(log, [Event::Disorganized(c1)], "nobody is Disrupted twice");
        assert_eq!([c1, p1, f1].map(|unit| table.game.unit(unit).elan), [2, 2, 0]);
    }

    #[test]
    fn r12_7_a_unit_that_broke_in_its_charge_is_not_disrupted() {
        let mut table = mixed("").orders("french", "attack");
        let c1 = table.unit("c1");
        table.game.unit_mut(c1).done.charged = true;
        table.game.put_unit(c1, At::Broken { until: 3 });
        SequenceTask::AfterAssaults.proceed(&mut table.game, &mut ());
        assert_eq!(table.game.unit(c1).elan, 0);
    }

    #[test]
    fn r5_1_a_turn_begins_with_the_planning_phase() {
        let mut table = mixed(
            "turn 3 of 12
            hand french furia-francese
            hand french beaten-zone",
        )
        .table();
        begin_turn(&mut table);
        assert_eq!(table.game.state.turn, 4);
        assert_eq!(table.game.part(), Some(Part::Planning));
        assert_eq!(table.chooser(), FRENCH);
    }

    #[test]
    fn r5_1_french_units_wait_for_their_turn_and_prussians_do_not() {
        let mut table = mixed(
            "turn 3 of 12
            french infantry f3 5/3 broken 5
            prussian infantry p3 8/4 broken 3",
        )
        .table();
        let (f3, p3) = (table.unit("f3"), table.unit("p3"));
        assert_eq!((table.game.is_available(f3), table.game.is_available(p3)), (false, true));
        begin_turn(&mut table);
        assert!(!table.game.is_available(f3), "turn 4");
        begin_turn(&mut table);
        assert!(table.game.is_available(f3), "turn 5");
        assert!(!table.game.is_available(table.unit("f1")), "on the map");
    }

    #[test]
    fn r18_2_a_new_night_lets_units_try_again() {
        let mut table = mixed("clock 22:00").table();
        let f1 = table.unit("f1");
        table.game.unit_mut(f1).rested = true;
        begin_turn(&mut table);
        assert!(table.game.unit(f1).rested, "11 pm is the same night");
        for _ in 0..7 {
            begin_turn(&mut table);
        }
        assert!(!table.game.unit(f1).rested, "6 am is day");
    }

    #[test]
    fn r6_2_a_division_is_activated_with_its_units_off_the_map_and_no_others() {
        let mut table = position(
            "map 9x9
            entry E prussian 0009
            corps x prussian at 0801 rating 4 4
            prussian infantry p1 8/4 at 0707 of x division 19
            prussian infantry p2 8/4 broken 1 of x division 19
            prussian infantry p3 8/4 enters 1 by E of x division 19
            prussian infantry p4 8/4 at 0706 of x division 20
            prussian field p5 8/4 at 0705 of x
            prussian field p6 8/4 at 0704 of x
            prussian infantry d1 2/1 breakdown of x
            prussian infantry d2 2/1 breakdown of x",
        )
        .table();
        let among = |table: &Table, one: &str| -> Vec<String> {
            let activation = Activation::new(ActivatedUnits::Division(table.unit(one)), PRUSSIAN);
            let units = table.game.active_units(&activation);
            units.map(|unit| table.game.board.unit(unit).id.clone()).collect()
        };
        assert_eq!(among(&table, "p1"), ["p1", "p2", "p3"]);
        assert_eq!(among(&table, "p5"), ["p5"], "corps artillery is of no division");
        assert_eq!(among(&table, "d1"), ["d1", "d2"], "the detachments of a corps are one division");
        let (x, p1) = (table.formation("x"), table.unit("p1"));
        let mut log = Vec::new();
        table.game.push_activation(Activation::new(ActivatedUnits::Division(p1), PRUSSIAN), &mut log);
        assert_eq!(log, [Event::DivisionActs(p1)]);
        assert!(!table.game.hq(x).activated, "its own chit can still activate it");
    }

    #[test]
    fn r6_2_units_of_an_independent_division_are_one_division() {
        let table = position(
            "map 9x9
            division 5cav prussian at 0801 rating 3 2
            prussian cavalry p1 3/2 at 0707 of 5cav
            prussian horse p2 6/3 at 0706 of 5cav",
        )
        .table();
        let [p1, p2] = ["p1", "p2"].map(|id| table.unit(id));
        assert!(table.game.are_of_one_division(p1, p2));
    }

    #[test]
    fn r6_2_a_single_unit_is_activated_alone() {
        let table = mixed("").table();
        let activation = Activation::new(ActivatedUnits::Single(table.unit("f1")), FRENCH);
        assert_eq!(table.game.active_units(&activation).collect::<Vec<_>>(), [table.unit("f1")]);
        assert!(!table.game.is_active(&activation, table.unit("f2")));
    }

    #[test]
    fn r7_2_all_four_orders_may_be_given_unless_something_narrows_them() {
        let table = mixed("").table();
        let mut activation = Activation::new(ActivatedUnits::Single(table.unit("f1")), FRENCH);
        assert!(HqOrder::ALL.iter().all(|order| activation.may_order(*order)));
        activation.allow_only(&[HqOrder::March, HqOrder::Defend]);
        let allowed: Vec<HqOrder> = HqOrder::ALL.into_iter().filter(|order| activation.may_order(*order)).collect();
        assert_eq!(allowed, [HqOrder::Defend, HqOrder::March]);
    }
}
