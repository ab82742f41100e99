//! 7.1, 7.2: the HQ Command Step. The enemy may play Misinterpreted Orders (21.0), the owner of an enhanced chit
//! chooses its bonus (6.3), the HQ gives its order, and groups out of Command Range roll (`r07_03_command_range.rs`).
//!
//! The order is kept in the activation, as it is in force only for that long (7.0).

use std::fmt::Arguments;

use battlewright_schema::at_any_cost::{Event as Chance, HqOrder, MisinterpretedResult, Nation};
use serde::{Deserialize, Serialize};

use crate::action::{ActionList, RefusalCause};
use crate::rules::r06_chits::ChitTask;
use crate::stage::{Part, TaskStage, goes_on, rolls};
use crate::state::{ActivatedUnits, Activation, CommandStatus, FormationIx, MovingPiece, UnitIx};
use crate::{Action, AtAnyCost, Event, rulebook as rule};
use battlewright_core::game::{Log, Side};
use battlewright_core::kit::inline_list::InlineList;
use battlewright_core::kit::tasks::TaskFamily;

/// The tasks of the HQ Command Step (7.0). All are about the activation under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum CommandTask {
    /// 7.0: the step begins.
    Step,
    /// 21.0: the enemy may play Misinterpreted Orders.
    Misinterpret,
    /// 21.0: the die of Misinterpreted Orders.
    MisinterpretRoll,
    /// 7.1: the order is given, unless it has been.
    Order,
    /// 12.11: the reinforcements get an order of their own.
    EnteringOrder,
    /// 7.4: the die of the first group out of Command Range.
    GroupRoll,
}

impl TaskFamily<AtAnyCost> for CommandTask {
    fn stage(&self, game: &AtAnyCost, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        let part = Part::Command;
        let Some(activation) = game.activation() else { return goes_on(rule::ORDERS, part) };
        let formation = game.ordering_formation(activation);
        let name = &game.board.formation(formation).name;
        match self {
            Self::Order if activation.order.is_none() => {
                let side = game.ordering_side(activation);
                prompt(format_args!("{}: the order of {name}", game.board.side(side).name));
                TaskStage::asks(side, rule::ORDERS, Some(part)).about(MovingPiece::Hq(formation))
            }
            Self::Step | Self::Order => goes_on(rule::ORDERS, part),
            Self::EnteringOrder => {
                let side = &game.board.side(activation.side).name;
                prompt(format_args!("{side}: the order of the reinforcements of {name}"));
                TaskStage::asks(activation.side, rule::REINFORCEMENTS, Some(part)).about(MovingPiece::Hq(formation))
            }
            Self::Misinterpret => {
                let enemy = activation.side.other();
                prompt(format_args!("{}: misinterpret the orders of {name}", game.board.side(enemy).name));
                let stage = TaskStage::asks(enemy, rule::EVENTS, Some(part)).passed("Play no chit");
                stage.about(MovingPiece::Hq(formation))
            }
            Self::MisinterpretRoll => {
                prompt(format_args!("Misinterpreted Orders of {name}"));
                rolls(1, rule::EVENTS, part).about(MovingPiece::Hq(formation))
            }
            Self::GroupRoll => match game.group_out_of_range(activation).first() {
                None => goes_on(rule::OUT_OF_COMMAND, part),
                Some(unit) => {
                    prompt(format_args!("{} is out of Command Range", game.board.unit(*unit).name));
                    rolls(1, rule::OUT_OF_COMMAND, part).about(MovingPiece::Unit(*unit))
                }
            },
        }
    }

    fn options(&self, game: &AtAnyCost, into: &mut ActionList) {
        let Some(activation) = game.activation() else { return };
        match self {
            Self::Misinterpret => game.misinterpret_options(activation, into),
            Self::Order => game.order_options(activation, into),
            Self::EnteringOrder => game.entering_order_options(activation, into),
            Self::Step | Self::MisinterpretRoll | Self::GroupRoll => {}
        }
    }

    fn refusal(&self, game: &AtAnyCost, action: &Action) -> RefusalCause {
        match (self, action, game.activation()) {
            (Self::Order, Action::Order(order), Some(activation)) => {
                game.check_order(activation, *order).err().unwrap_or(RefusalCause::NotAsked)
            }
            (Self::EnteringOrder, Action::Order(order), Some(activation)) => {
                game.check_circumstances(activation, *order).err().unwrap_or(RefusalCause::NotAsked)
            }
            _ => RefusalCause::NotAsked,
        }
    }

    fn choose(self, game: &mut AtAnyCost, action: Action, log: &mut impl Log<Event>) {
        match (self, action) {
            (Self::Misinterpret, Action::Chit(chit)) => {
                game.play_chit(chit, log);
                game.push(Self::MisinterpretRoll);
            }
            (Self::Order, Action::Order(order)) => {
                game.give_order(order, log);
                game.check_command(log);
                game.ask_entering_order();
            }
            (Self::EnteringOrder, Action::Order(order)) => game.give_entering_order(order, log),
            _ => {}
        }
    }

    fn proceed(self, game: &mut AtAnyCost, log: &mut impl Log<Event>) {
        match self {
            Self::Step => {
                game.push(Self::Order);
                game.push(ChitTask::Bonus);
                game.push(Self::Misinterpret);
            }
            Self::Order => {
                game.check_command(log);
                game.ask_entering_order();
            }
            Self::Misinterpret | Self::MisinterpretRoll | Self::EnteringOrder | Self::GroupRoll => {}
        }
    }

    fn resolve(self, game: &mut AtAnyCost, picks: &[u16], log: &mut impl Log<Event>) {
        let Some(die) = picks.first().copied() else { return };
        match self {
            Self::MisinterpretRoll => game.misinterpret(die, log),
            Self::GroupRoll => game.roll_command(die, log),
            Self::Step | Self::Misinterpret | Self::Order | Self::EnteringOrder => {}
        }
    }
}

impl AtAnyCost {
    /// The formation whose HQ gives the order: the activated one, or the one of the division or unit (6.2).
    pub(crate) fn ordering_formation(&self, activation: &Activation) -> FormationIx {
        match activation.who {
            ActivatedUnits::Formation(formation) => formation,
            ActivatedUnits::Division(unit) | ActivatedUnits::Single(unit) => self.board.unit(unit).formation,
        }
    }

    /// The side that gives the order: the enemy by Misinterpreted Orders (21.0).
    fn ordering_side(&self, activation: &Activation) -> Side {
        if activation.enemy_orders { activation.side.other() } else { activation.side }
    }

    /// Returns the order in force for `unit` (7.0): that of its HQ, or in its turn of entry that of the reinforcements
    /// (12.11); `None` if it is not active, or Out of Command (7.4).
    pub(crate) fn order_of(&self, unit: UnitIx) -> Option<HqOrder> {
        let activation = self.activation()?;
        let commanded = self.is_active(activation, unit) && self.unit(unit).done.command == CommandStatus::InCommand;
        let entering_order = activation.entering_order.filter(|_| self.is_entering(unit));
        entering_order.or(activation.order).filter(|_| commanded)
    }

    /// 21.0: the chits with which the enemy may change the order; none if no other order can come of it.
    fn misinterpret_options(&self, activation: &Activation, into: &mut ActionList) {
        let misled = Activation { enemy_orders: true, ..*activation };
        let open = HqOrder::ALL.iter().filter(|order| self.check_circumstances(&misled, **order).is_ok());
        let held = self.held(activation.side.other(), &[Chance::MisinterpretedOrders]);
        if open.count() > 1 && !held.is_empty() {
            into.extend(held.into_iter().map(Action::Chit));
            into.push(Action::Pass);
        }
    }

    /// 21.0: the die of Misinterpreted Orders.
    fn misinterpret(&mut self, die: u16, log: &mut impl Log<Event>) {
        let rows = &self.board.rules.tables.misinterpreted.0;
        let Some(result) = rows.get(usize::from(die.saturating_sub(1))).copied() else { return };
        let Some(activation) = self.activation() else { return };
        let misled = Activation { enemy_orders: true, ..*activation };
        log.push(Event::Misinterpreted(die, result));
        let order = match result {
            MisinterpretedResult::Doctrine => Some(match self.nation(misled.side) {
                Nation::French => HqOrder::Defend,
                Nation::Prussian => HqOrder::Attack,
            }),
            _ => result.order(),
        };
        match order {
            Some(order) if self.check_circumstances(&misled, order).is_ok() => self.give_order(order, log),
            Some(_) => log.push(Event::NoEffect(Chance::MisinterpretedOrders)),
            None => {
                if let Some(activation) = self.activation_mut() {
                    activation.enemy_orders = true;
                }
            }
        }
    }

    /// 7.1: the orders that may be given. Where there is none, no unit gets an order.
    fn order_options(&self, activation: &Activation, into: &mut ActionList) {
        let orders = HqOrder::ALL.into_iter().filter(|order| self.check_order(activation, *order).is_ok());
        into.extend(orders.map(Action::Order));
        if into.is_empty() {
            into.push(Action::Pass);
        }
    }

    /// 7.1: checks that `order` may be given.
    pub(crate) fn check_order(&self, activation: &Activation, order: HqOrder) -> Result<(), RefusalCause> {
        self.check_circumstances(activation, order)?;
        let orders = &self.board.formation(self.ordering_formation(activation)).orders;
        let is_open = |order: &HqOrder| self.check_circumstances(activation, *order).is_ok();
        // An HQ without any order that is open gives one that is not on its counter.
        let is_free = self.orders_freely(activation) || !orders.iter().flatten().any(is_open);
        if is_free || orders.iter().flatten().any(|listed| *listed == order) {
            return Ok(());
        }
        Err(RefusalCause::Because(rule::ORDERS, "no side of its HQ has this order"))
    }

    /// Returns `true` if the order need not be on the HQ's counter: of units that events activate (6.2, 21.0), of units
    /// whose HQ is not on the map (ruling r35), and by Misinterpreted Orders (21.0).
    fn orders_freely(&self, activation: &Activation) -> bool {
        let formation = self.ordering_formation(activation);
        let by_chit = matches!(activation.who, ActivatedUnits::Formation(_));
        activation.enemy_orders || !by_chit || self.hq_hex(formation).is_none()
    }

    /// 21.0, 18.0: checks that events and the night let anybody give `order`. By ruling r83 Misinterpreted Orders prevail
    /// over Feu de Bataillon.
    pub(crate) fn check_circumstances(&self, activation: &Activation, order: HqOrder) -> Result<(), RefusalCause> {
        let prevails = activation.enemy_orders && self.board.rules.misinterpreted_over_feu;
        if !prevails && !activation.may_order(order) {
            return Err(RefusalCause::Because(rule::EVENTS, "Feu de Bataillon binds the formation to Defend orders"));
        }
        let is_quiet = self.board.rules.no_attack_orders_at_night && !self.is_combat_allowed();
        if is_quiet && order == HqOrder::Attack {
            return Err(RefusalCause::Because(self.night_rule(), "no Attack orders are given in turns without combat"));
        }
        Ok(())
    }

    /// The order stands, and the HQ turns to it (7.1).
    fn give_order(&mut self, order: HqOrder, log: &mut impl Log<Event>) {
        let Some(activation) = self.activation_mut() else { return };
        activation.order = Some(order);
        let activation = *activation;
        let formation = self.ordering_formation(&activation);
        self.turn_hq(formation, order);
        log.push(Event::Ordered(formation, order));
    }

    /// Turns the HQ of `formation` to the side of its counter with `order`, which is free (7.1). If both have it, the
    /// higher Command Rating comes up, as it is never worse; if none has it, the HQ stays as it is.
    pub(crate) fn turn_hq(&mut self, formation: FormationIx, order: HqOrder) {
        let facts = self.board.formation(formation);
        let sides: InlineList<bool, 2> =
            [false, true].into_iter().filter(|back| facts.orders[usize::from(*back)].contains(&order)).collect();
        let [front, back] = facts.ratings;
        let up = match sides.as_slice() {
            [only] => *only,
            [_, _] if front != back => back > front,
            _ => self.hq(formation).back,
        };
        self.hq_mut(formation).back = up;
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::at_any_cost::HqOrder;

    use crate::state::{ActivatedUnits, Activation, Bonus, ChitPlace};
    use crate::tests::testing::{FRENCH, PRUSSIAN, Position, Table, position};

    /// A French corps with a brigade next to its HQ.
    fn corps(more: &str) -> Position {
        position(&format!(
            "corps ii french at 0405 rating 2 4
            french infantry f1 5/3 at 0404 of ii
            {more}"
        ))
    }

    /// The same with other orders on the two sides of its HQ.
    fn with_orders(position: Position, front: [HqOrder; 2], back: [HqOrder; 2]) -> Position {
        position.with(|scenario| {
            let hq = &mut scenario.formation[0].hq;
            (hq.front.orders, hq.back.orders) = (front, back);
        })
    }

    fn order(table: &Table) -> Option<HqOrder> {
        table.game.activation().and_then(|activation| activation.order)
    }

    /// Misinterpreted Orders are played against II Corps, and this die is rolled.
    fn misinterpreted(position: Position, die: u16) -> Table {
        let mut table = position.cup();
        table.draws("ii").does("chit-0").rolls(&[die]);
        table
    }

    #[test]
    fn r7_1_the_hq_gives_an_order_of_either_side_of_its_counter() {
        let table = corps("").activate("ii");
        assert_eq!((table.chooser(), table.choices("order").join(" ")), (FRENCH, "attack defend march regroup".into()));
        let two = [HqOrder::Attack, HqOrder::March];
        let table = with_orders(corps(""), two, two).activate("ii");
        assert_eq!(table.choices("order"), ["attack", "march"]);
        table.refuses("order defend", "7.1");
    }

    #[test]
    fn r7_1_the_hq_turns_freely_to_the_side_with_the_order() {
        for (order, back) in [("attack", false), ("march", false), ("defend", true), ("regroup", true)] {
            for start in ["", "back"] {
                let mut table = position(&format!(
                    "corps ii french at 0405 rating 2 4 {start}
                    french infantry f1 5/3 at 0404 of ii"
                ))
                .activate("ii");
                table.does(&format!("order {order}"));
                assert_eq!(table.game.hq(table.formation("ii")).back, back, "{order} {start}");
            }
        }
    }

    #[test]
    fn r7_1_of_two_sides_with_the_order_the_one_with_the_higher_rating_comes_up() {
        let both = || with_orders(corps(""), [HqOrder::Attack, HqOrder::March], [HqOrder::Attack, HqOrder::Defend]);
        let mut table = both().activate("ii");
        table.does("order attack");
        assert_eq!(table.game.command_rating(table.formation("ii")), 4);
        let mut table = both().activate("ii");
        table.does("order march");
        assert_eq!(table.game.command_rating(table.formation("ii")), 2);
    }

    #[test]
    fn r7_1_the_order_is_in_force_for_active_units_and_for_the_activation_only() {
        let mut table = corps("french infantry f2 5/3 at 0304").activate("ii");
        assert_eq!(table.game.order_of(table.unit("f1")), None, "it has not been given");
        table.does("order march");
        assert_eq!(table.game.order_of(table.unit("f1")), Some(HqOrder::March));
        assert_eq!(table.game.order_of(table.unit("f2")), None, "it is of another formation");
        assert_eq!(corps("").table().game.activation(), None);
    }

    #[test]
    fn r6_3_the_bonus_of_an_enhanced_chit_is_chosen_before_the_order() {
        let mut table = corps("chit french fortunes-of-war").cup();
        table.draws("fortunes-of-war").rolls(&[7]).draws("ii");
        assert_eq!((table.chooser(), table.choices("bonus").len()), (FRENCH, 3));
        table.does("bonus fire, order attack");
        let activation = table.game.activation().copied().unwrap();
        assert_eq!((activation.bonus, activation.order), (Some(Bonus::Fire), Some(HqOrder::Attack)));
    }

    #[test]
    fn r6_2_units_that_an_event_activates_may_have_any_order() {
        let two = [HqOrder::Attack, HqOrder::March];
        let mut table = with_orders(corps(""), two, two).cup();
        let f1 = table.unit("f1");
        table.run(|game, log| game.push_activation(Activation::new(ActivatedUnits::Single(f1), FRENCH), log));
        assert_eq!(table.choices("order"), ["attack", "defend", "march", "regroup"]);
        table.does("order march");
        assert_eq!(table.game.order_of(f1), Some(HqOrder::March));
    }

    #[test]
    fn r12_11_a_formation_whose_hq_is_not_on_the_map_has_any_order() {
        let two = [HqOrder::Attack, HqOrder::March];
        for turn in [1, 5] {
            let text = format!(
                "entry E french 0005
                corps ii french enters {turn} by E rating 2 4
                french infantry f1 5/3 enters 1 by E of ii"
            );
            let mut table = with_orders(position(&text), two, two).activate("ii");
            assert_eq!(table.choices("order"), ["attack", "defend", "march", "regroup"]);
            table.does("order defend");
            assert_eq!(table.game.order_of(table.unit("f1")), Some(HqOrder::Defend), "it is In Command");
        }
    }

    #[test]
    fn r21_0_feu_de_bataillon_leaves_defend_orders_only() {
        let bound = |position: Position| {
            let mut table = position.activate("ii");
            let activation = table.game.activation_mut().unwrap();
            activation.feu = true;
            activation.allow_only(&[HqOrder::Defend]);
            table
        };
        let table = bound(corps(""));
        assert_eq!(table.choices("order"), ["defend"]);
        table.refuses("order attack", "21.0");
        let two = [HqOrder::Attack, HqOrder::March];
        assert_eq!(bound(with_orders(corps(""), two, two)).choices("order"), ["defend"], "on its counter or not");
    }

    #[test]
    fn r18_2_no_attack_orders_in_turns_without_combat() {
        for (clock, rule) in [("22:00", "18.2"), ("00:00", "18.3")] {
            let table = corps(&format!("clock {clock}")).activate("ii");
            assert_eq!(table.choices("order"), ["defend", "march", "regroup"]);
            table.refuses("order attack", rule);
        }
        for clock in ["21:00", "05:00", "08:00"] {
            corps(&format!("clock {clock}")).activate("ii").allows("order attack");
        }
        let ruling = |scenario: &mut battlewright_schema::at_any_cost::AtAnyCost| {
            scenario.rules.no_attack_orders_at_night = Some(false);
        };
        corps("clock 22:00").with(ruling).activate("ii").allows("order attack");
    }

    #[test]
    fn r21_0_misinterpreted_orders_are_played_before_the_order_by_the_enemy_who_holds_them() {
        let mut table = corps("holds prussian misinterpreted-orders").cup();
        table.draws("ii");
        assert_eq!((table.chooser(), table.choices("").join(" ")), (PRUSSIAN, "chit-0 pass".into()));
        table.does("pass");
        assert_eq!((table.chooser(), table.choices("order").len()), (FRENCH, 4));
        for nobody in ["", "chit prussian misinterpreted-orders", "holds french misinterpreted-orders"] {
            let mut table = corps(nobody).cup();
            table.draws("ii");
            assert_eq!((table.chooser(), table.choices("order").len()), (FRENCH, 4), "{nobody}");
        }
    }

    #[test]
    fn r21_0_on_1_and_2_the_player_of_misinterpreted_orders_gives_any_order() {
        for die in [1, 2] {
            let mut table = misinterpreted(corps("holds prussian misinterpreted-orders"), die);
            assert_eq!((table.chooser(), table.choices("order").len()), (PRUSSIAN, 4));
            table.does("order regroup");
            assert_eq!(order(&table), Some(HqOrder::Regroup));
            assert!(table.game.hq(table.formation("ii")).back, "the HQ is put on the side with the order");
            assert_eq!(table.game.state.chits[0], ChitPlace::Used);
        }
    }

    #[test]
    fn r21_0_misinterpreted_orders_by_the_die() {
        let by_die = [
            (3, HqOrder::March),
            (4, HqOrder::Defend),
            (5, HqOrder::Defend),
            (6, HqOrder::Regroup),
            (7, HqOrder::Regroup),
            (8, HqOrder::Attack),
            (9, HqOrder::Defend),
            (10, HqOrder::Defend),
        ];
        for (die, expected) in by_die {
            let table = misinterpreted(corps("holds prussian misinterpreted-orders"), die);
            assert_eq!(order(&table), Some(expected), "{die}");
        }
    }

    #[test]
    fn r21_0_by_national_doctrine_the_prussians_attack() {
        for die in [9, 10] {
            let mut table = position(
                "corps x prussian at 0405 rating 2 4
                prussian infantry p1 8/4 at 0404 of x
                holds french misinterpreted-orders",
            )
            .cup();
            table.draws("x").does("chit-0").rolls(&[die]);
            assert_eq!(order(&table), Some(HqOrder::Attack));
        }
    }

    #[test]
    fn r21_0_misinterpreted_orders_may_be_on_no_side_of_the_hq() {
        let two = [HqOrder::March, HqOrder::Regroup];
        let table = misinterpreted(with_orders(corps("holds prussian misinterpreted-orders"), two, two), 8);
        assert_eq!(order(&table), Some(HqOrder::Attack));
        assert!(!table.game.hq(table.formation("ii")).back, "it stays as it was");
        let table = misinterpreted(with_orders(corps("holds prussian misinterpreted-orders"), two, two), 1);
        assert_eq!(table.choices("order").len(), 4);
    }

    #[test]
    fn r21_0_misinterpreted_orders_attack_in_no_turn_without_combat() {
        let mut table = misinterpreted(corps("holds prussian misinterpreted-orders\nclock 22:00"), 8);
        assert_eq!((order(&table), table.chooser()), (None, FRENCH));
        table.does("order march");
        let table = misinterpreted(corps("holds prussian misinterpreted-orders\nclock 22:00"), 1);
        assert_eq!((table.chooser(), table.choices("order").join(" ")), (PRUSSIAN, "defend march regroup".into()));
    }

    #[test]
    fn r21_0_misinterpreted_orders_prevail_over_feu_de_bataillon_by_the_letter() {
        let drawn = |prevails| {
            let mut table = corps("holds prussian misinterpreted-orders\nhand french feu-de-bataillon")
                .with(|scenario| scenario.rules.misinterpreted_over_feu = Some(prevails))
                .cup();
            let ii = table.formation("ii");
            table.game.state.chits[1] = ChitPlace::On(ii);
            table.draws("ii");
            table
        };
        let table = drawn(false);
        assert_eq!((table.chooser(), table.choices("").join(" ")), (FRENCH, "order defend".into()));
        let mut table = drawn(true);
        assert_eq!((table.chooser(), table.choices("").join(" ")), (PRUSSIAN, "chit-0 pass".into()));
        table.does("chit-0").rolls(&[8]);
        assert_eq!(order(&table), Some(HqOrder::Attack));
        assert!(table.game.activation().unwrap().feu, "the rest of Feu de Bataillon stands");
        let mut table = drawn(true);
        table.does("chit-0").rolls(&[1]);
        assert_eq!(
            (table.chooser(), table.choices("order").join(" ")),
            (PRUSSIAN, "attack defend march regroup".into())
        );
        let mut table = drawn(true);
        table.does("pass");
        assert_eq!((table.chooser(), table.choices("").join(" ")), (FRENCH, "order defend".into()));
    }
}
