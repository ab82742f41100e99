//! 11.1 Orders: in its HQ Command Phase the active HQ attacks or defends.

use std::fmt::Arguments;

use battlewright_schema::position_magnifique::FacedSince;
use serde::{Deserialize, Serialize};

use crate::action::{Action, ActionList};
use crate::event::Event;
use crate::rules::r08_sequence::EndActivation;
use crate::stage::{Part, TaskStage};
use crate::state::{ActivatedUnits, Activation, At, FormationIx, MovingPiece, Order, Task, UnitIx};
use crate::{PositionMagnifique, rulebook as rule};
use battlewright_core::game::Log;
use battlewright_core::kit::tasks::TaskFamily;

/// 11.1: the active HQ chooses its order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct OrderPhase(pub(crate) Activation);

impl TaskFamily<PositionMagnifique> for OrderPhase {
    fn stage(&self, game: &PositionMagnifique, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        let side = self.0.side;
        let name = game.side_name(side);
        let stage = TaskStage::asks(side, rule::ORDERS, Some(Part::Command));
        if let ActivatedUnits::Formation(formation) = self.0.who {
            prompt(format_args!("{name}: orders of {}", game.board.formation(formation).name));
            stage.about(MovingPiece::Hq(formation))
        } else {
            prompt(format_args!("{name}: orders"));
            stage
        }
    }

    fn options(&self, game: &PositionMagnifique, into: &mut ActionList) {
        game.order_options(&self.0, into);
    }

    fn choose(self, game: &mut PositionMagnifique, action: Action, log: &mut impl Log<Event>) {
        game.give_order(self.0, action, log);
    }
}

impl PositionMagnifique {
    /// Lists the orders that the active HQ may give; with Feu de Bataillon only to defend (17.1).
    pub(crate) fn order_options(&self, activation: &Activation, into: &mut ActionList) {
        if let ActivatedUnits::Formation(formation) = activation.who {
            let here = match self.hq(formation).at {
                At::Hex(_) => true,
                // A surprise attack brings no HQ onto the map (6.2).
                At::Due { turn, .. } => turn <= self.state.turn && !self.is_surprise(),
                At::Zone | At::Eliminated(_) => false,
            };
            if here && self.state.feu == Some(formation) {
                into.push(Action::Order(Order::Defend));
            } else if here {
                into.extend([Action::Order(Order::Attack), Action::Order(Order::Defend)]);
            }
        }
        if into.is_empty() {
            into.push(Action::Pass);
        }
    }

    /// Sets the order of the active HQ, and checks its units for command (11.2).
    pub(crate) fn give_order(&mut self, activation: Activation, action: Action, log: &mut impl Log<Event>) {
        let ActivatedUnits::Formation(formation) = activation.who else { return };
        if let Action::Order(order) = action {
            self.hq_mut(formation).order = order;
            log.push(Event::Ordered(formation, order));
        }
        self.check_command(formation, log);
        self.delay_blocked(formation, log);
    }

    /// Records the hex of every unit at the start of the turn.
    pub(crate) fn note_where_units_begin(&mut self) {
        for unit in self.board.all_units() {
            let began = self.hex_of(unit);
            let unit = self.unit_mut(unit);
            (unit.began, unit.left_in_turn) = (began, false);
        }
    }

    /// Returns `true` if cavalry under Defend orders has faced the adjacent `target` for as long as the ruling requires: since
    /// its activation began, without a move of either, or since the turn began.
    pub(crate) fn has_faced(&self, unit: UnitIx, target: UnitIx) -> bool {
        let (this, that) = (self.unit(unit), self.unit(target));
        match self.board.rules.defenders_assault {
            FacedSince::Activation => !this.done.left && !that.done.left,
            FacedSince::Turn => {
                let began = this.began.zip(that.began);
                !this.left_in_turn && began.is_some_and(|(a, b)| self.board.map.distance(a, b) == 1)
            }
        }
    }

    /// Returns the order under which `unit` acts now: events may let it attack regardless of its HQ's order.
    pub(crate) fn order_of(&self, unit: UnitIx) -> Order {
        let events = |task: &Task| {
            matches!(task, Task::EndActivation(EndActivation(activation))
                if matches!(activation.who, ActivatedUnits::Division(_) | ActivatedUnits::Lured(_)) && self.is_active(activation, unit))
        };
        if self.state.stack.iter().any(events) {
            Order::Attack
        } else {
            self.standing_order(self.board.unit(unit).formation)
        }
    }

    /// Returns the order of `formation`: that of its HQ on the map. By the ruling, units whose HQ is off the map are under
    /// Attack orders.
    pub(crate) fn standing_order(&self, formation: FormationIx) -> Order {
        if self.hq_hex(formation).is_some() { self.hq(formation).order } else { Order::Attack }
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::position_magnifique::FacedSince;

    use crate::state::{At, FormationIx};
    use crate::tests::testing::position;

    /// A Prussian corps, two hexes from one French brigade and next to another.
    const NEAR: &str = "
        map 12x9
        corps iii prussian at 0505 range 2 5
        prussian infantry p1 5/3 at 0505 of iii
        prussian infantry p2 5/3 at 0405 of iii
        prussian cavalry p3 2/1 at 0506 of iii
        french infantry f1 4/2 at 0705
        french infantry f2 4/2 at 0406";

    #[test]
    fn r11_1_the_active_hq_chooses_its_order_in_the_command_phase_only() {
        let mut table = position(NEAR).orders("iii");
        assert_eq!(table.choices(""), ["attack", "defend"]);
        table.does("defend");
        table.logs("iii has orders to defend [11.1]");
        table.refuses("attack", "12.1");
        position(NEAR).activate("iii").refuses("defend", "10.1");
    }

    #[test]
    fn r11_1_the_rating_is_smaller_in_attack_than_in_defense() {
        let mut table = position(NEAR).orders("iii");
        let rating = |table: &crate::tests::testing::Table| table.game.command_rating(table.formation("iii"));
        table.does("defend");
        assert_eq!(rating(&table), 5);
        let mut table = position(NEAR).orders("iii");
        table.does("attack");
        assert_eq!(rating(&table), 2);
    }

    #[test]
    fn r11_1_under_attack_orders_units_move_up_and_assault() {
        let mut table = position(NEAR).moves("iii");
        table.does("move p1, hex 0605, pass");
        assert_eq!(table.at("p1"), "0605");
        table.does("stop, pass");
        table.allows("unit f1");
        table.allows("unit f2");
    }

    #[test]
    fn r11_1_under_defend_orders_no_unit_moves_next_to_an_enemy() {
        let mut table = position(NEAR).orders("iii");
        table.does("defend, move p1");
        table.refuses("hex 0605", "11.1");
        table.allows("hex 0504");
    }

    #[test]
    fn r11_1_under_defend_orders_who_is_next_to_an_enemy_may_stay_and_infantry_does_not_assault() {
        let mut table = position(NEAR).orders("iii");
        table.does("defend, pass");
        assert_eq!(table.at("p2"), "0405");
        assert_eq!(table.choices("unit"), ["f2"], "for the cavalry");
        table.does("unit f2");
        assert_eq!(table.choices("unit"), ["p3"]);
        table.refuses("unit p2", "11.1");
    }

    #[test]
    fn r11_1_under_defend_orders_cavalry_assaults_whom_it_faced_if_it_has_not_moved() {
        let away = "
            map 12x9
            corps iii prussian at 0505 range 2 5
            prussian cavalry p1 2/1 at 0505 of iii
            french infantry f1 4/2 at 0605";
        let mut table = position(away).orders("iii");
        table.does("defend, pass");
        table.allows("unit f1");
        // The enemy moves away and cannot return.
        let mut table = position(away).orders("iii");
        table.does("defend, move p1, hex 0405");
        table.refuses("hex 0505", "11.1");
    }

    #[test]
    fn r11_1_under_defend_orders_cavalry_does_not_charge() {
        let mut table = position(
            "map 12x9
            corps iii prussian at 0505 range 2 5
            prussian cavalry p1 2/1 at 0505 of iii
            french infantry f1 4/2 at 0805",
        )
        .orders("iii");
        table.does("defend");
        table.refuses("charge p1 f1", "12.5");
    }

    #[test]
    fn r11_1_under_defend_orders_cavalry_does_not_assault_who_has_just_come_next_to_it() {
        let mut table = position(
            "map 12x12
            corps iii prussian at 0001 range 30 30
            corps ii french at 0401 range 2 4
            prussian cavalry c1 5/3 at 0405 of iii
            prussian cavalry c2 2/1 at 0402 of iii
            prussian cavalry c9 2/1 at 0908 of iii
            french infantry f1 4/2 at 0404 of ii
            french infantry f9 4/2 at 0909 of ii",
        )
        .orders("iii");
        table.does("defend, pass, unit f1, unit c1, begin").rolls(&[3, 4]).does("fall-back, hex 0403");
        assert_eq!(table.choices("unit"), ["f9"], "f1 fell back upon c2");
        table.refuses("unit f1", "11.1");
    }

    #[test]
    fn r11_1_by_the_ruling_to_begin_the_turn_is_to_begin_the_activation_or_the_turn_itself() {
        // French infantry moves next to one cavalry brigade, and has been next to the other since the turn began.
        let come = |since: FacedSince| {
            let mut table = position(
                "map 12x9
                corps iii prussian at 0001 range 30 30 defend
                corps ii french at 1101 range 30 30
                prussian cavalry p1 5/3 at 0405 of iii
                prussian cavalry p2 5/3 at 0805 of iii
                french infantry f1 4/2 at 0402 of ii
                french infantry f2 4/2 at 0804 of ii",
            )
            .with(|scenario| scenario.rules.defenders_assault = Some(since))
            .set_up();
            table.run(|game, _| {
                game.note_where_units_begin();
                // III Corps is activated after II Corps, in the same turn.
                game.activate(FormationIx(0));
                game.activate(FormationIx(1));
            });
            table.does("pass, attack, move f1, hex 0403, hex 0404, stop, pass, pass, defend, pass");
            table.choices("unit")
        };
        assert_eq!(come(FacedSince::Activation), ["f1", "f2"]);
        assert_eq!(come(FacedSince::Turn), ["f2"]);
    }

    #[test]
    fn r11_1_by_the_ruling_of_the_turn_it_may_have_fallen_back_and_come_again() {
        let mut table = position(
            "map 12x9
            corps iii prussian at 0001 range 30 30 defend
            prussian cavalry p1 5/3 at 0405 of iii
            french infantry f1 4/2 at 0404",
        )
        .with(|scenario| scenario.rules.defenders_assault = Some(FacedSince::Turn))
        .set_up();
        let (p1, f1) = (table.unit("p1"), table.unit("f1"));
        table.game.note_where_units_begin();
        for hex in ["0403", "0404"].map(|hex| table.hex(hex)) {
            table.game.put_unit(f1, At::Hex(hex));
        }
        assert!(table.game.has_faced(p1, f1), "the enemy may move");
        for hex in ["0406", "0405"].map(|hex| table.hex(hex)) {
            table.game.put_unit(p1, At::Hex(hex));
        }
        assert!(!table.game.has_faced(p1, f1), "and the cavalry not");
    }
}
