//! 12.12: in the Movement Step, the units of a stack exchange the Front Line and the Second Line.

use crate::action::{Action, ActionList, RefusalCause};
use crate::rules::r12_movement::MovementStep;
use crate::state::{Activation, UnitIx};
use crate::{AtAnyCost, Event, rulebook as rule};
use battlewright_core::game::Log;
use battlewright_core::kit::hex_map::HexIx;

impl AtAnyCost {
    /// Every exchange that the active side may make.
    pub(crate) fn exchange_options(&self, activation: &Activation, step: &MovementStep, into: &mut ActionList) {
        for unit in self.active_units(activation) {
            let Some(hex) = self.hex_of(unit) else { continue };
            let exchange = Action::Exchange(hex);
            // Both units of a stack may be active.
            if self.may_exchange(activation, step, hex).is_ok() && !into.contains(&exchange) {
                into.push(exchange);
            }
        }
    }

    /// Checks whether the two units of `hex` may exchange their lines: an active unit, which may move or has moved, changes
    /// its place in the stack. Each unit comes to the Front Line so once in a step.
    pub(crate) fn may_exchange(
        &self,
        activation: &Activation,
        step: &MovementStep,
        hex: HexIx,
    ) -> Result<(), RefusalCause> {
        let units = self.friends_in(activation.side, hex);
        let [front, second] = units.as_slice() else {
            return Err(RefusalCause::Because(rule::LINE_POSITIONS, "there are not two units in that hex"));
        };
        if self.enemy_in(activation.side, hex) {
            return Err(RefusalCause::Because(rule::LINE_POSITIONS, "charging cavalry is in that hex"));
        }
        if step.exchanged.contains(second) {
            return Err(RefusalCause::Because(
                rule::LINE_POSITIONS,
                "its unit has been in the Front Line in this step",
            ));
        }
        let is_free = |unit: &UnitIx| self.is_free_to_move(activation, *unit);
        is_free(front).or_else(|_| is_free(second))
    }

    /// The Front Line unit and the Second Line unit of `hex` exchange their places.
    pub(crate) fn exchange_lines(&mut self, hex: HexIx, log: &mut impl Log<Event>) {
        let (Some(front), Some(second)) = (self.front_in(hex), self.second_in(hex)) else { return };
        self.unit_mut(front).second_line = true;
        self.unit_mut(second).second_line = false;
        log.push(Event::Exchanged(hex));
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::testing::{Table, position};

    /// The id of the Front Line unit of 0404.
    fn front(table: &Table) -> &str {
        let front = table.game.front_in(table.hex("0404")).unwrap();
        &table.game.board.unit(front).id
    }

    /// A stack of infantry in front of artillery, in 0404.
    fn stack(order: &str, lines: &str) -> Table {
        position(&format!(
            "corps ii french at 0101 rating 9 9
            corps iii french at 0101 rating 9 9
            french infantry f1 5/3 at 0404 of ii
            french field f2 3/2 at 0404 of ii second
            {lines}"
        ))
        .orders("ii", order)
    }

    #[test]
    fn r12_12_a_stack_that_does_not_move_may_exchange_its_lines() {
        for order in ["attack", "defend", "march", "regroup"] {
            let mut table = stack(order, "");
            assert_eq!(front(&table), "f1");
            table.does("exchange 0404");
            assert_eq!(front(&table), "f2", "{order}");
        }
    }

    #[test]
    fn r12_12_each_unit_comes_to_the_front_once() {
        let mut table = stack("march", "");
        table.does("exchange 0404, exchange 0404");
        assert_eq!(front(&table), "f1");
        table.refuses("exchange 0404", "12.12");
    }

    #[test]
    fn r12_12_who_has_moved_onto_a_stack_may_take_the_front() {
        let mut table = stack("march", "french infantry f3 5/3 at 0406 of ii\nfrench field f4 3/2 at 0506 of ii");
        table.refuses("exchange 0406", "12.12");
        table.does("move f4, hex 0406, stop, exchange 0406");
        let front = table.game.front_in(table.hex("0406"));
        assert_eq!(front, Some(table.unit("f4")));
    }

    #[test]
    fn r12_12_only_active_units_that_may_move_exchange_their_lines() {
        // The guns have fired, but the infantry may step in front of them or behind.
        let fired = |second: &str| {
            let mut table = position(&format!(
                "french {second} f1 3/2 at 0404
                french field f2 3/2 at 0404 second
                prussian cavalry p1 3/2 at 0407"
            ))
            .fires("french");
            for unit in ["f1", "f2"] {
                if table.choices("fire").contains(&format!("{unit} p1")) {
                    table.does(&format!("fire {unit} p1")).rolls(&[1, 2]);
                }
            }
            table
        };
        fired("infantry").allows("exchange 0404");
        fired("field").refuses("exchange 0404", "12.1");
        // A stack of another corps.
        let table = stack("march", "french infantry f3 5/3 at 0406 of iii\nfrench field f4 3/2 at 0406 of iii");
        table.refuses("exchange 0406", "12.1");
    }
}
