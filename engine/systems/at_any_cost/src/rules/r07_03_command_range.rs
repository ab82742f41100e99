//! 7.3, 7.4: Command Range, and the die of each group that is out of it.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use battlewright_schema::at_any_cost::CommandResult;

use crate::rules::r07_command::CommandTask;
use crate::state::{ActivatedUnits, Activation, CommandStatus, FormationIx, UnitIx};
use crate::{AtAnyCost, Event};
use battlewright_core::game::{Log, Side};
use battlewright_core::kit::hex_map::{HexIx, PerHex};
use battlewright_core::kit::inline_list::InlineList;

impl AtAnyCost {
    /// Returns the Command Rating of the HQ of `formation`: of the side that is up (3.6), less its leader casualties
    /// (6.3); 0 if it is overrun (13.9).
    pub(crate) fn command_rating(&self, formation: FormationIx) -> u8 {
        let hq = self.hq(formation);
        if hq.overrun { 0 } else { self.rating_of_side(formation, hq.back) }
    }

    /// Returns the Command Rating of the front or of the back of the HQ of `formation`, less its leader casualties (6.3),
    /// until it is overrun.
    #[inline]
    pub(crate) fn rating_of_side(&self, formation: FormationIx, back: bool) -> u8 {
        self.board.formation(formation).ratings[usize::from(back)].saturating_sub(self.hq(formation).casualties)
    }

    /// Returns the Command Range of the HQ of `formation`: its Command Rating, or what rows make of it; 0 if it is overrun (13.9).
    pub(crate) fn command_range(&self, formation: FormationIx) -> u16 {
        if self.hq(formation).overrun { 0 } else { self.command_range_of(formation, self.command_rating(formation)) }
    }

    /// Returns for each hex the cost of the way from the HQ of `formation`, in half hexes; `u16::MAX` out of its
    /// Command Range. From a road hex to a road hex it is half a hex, woods are two hexes, and enemy units are not
    /// passed. No hex is free, so an HQ with a rating of 0 reaches its own hex only (7.3).
    pub(crate) fn command_cost_map(&self, formation: FormationIx) -> PerHex<u16> {
        let mut costs: PerHex<u16> = self.board.map.each(u16::MAX);
        let Some(start) = self.hq_hex(formation) else { return costs };
        let side = self.board.formation(formation).side;
        let reach = self.command_range(formation).saturating_mul(2);
        let mut open = BinaryHeap::from([Reverse((0, start))]);
        costs[start.index()] = 0;
        while let Some(Reverse((cost, hex))) = open.pop() {
            if cost > costs[hex.index()] {
                continue;
            }
            for to in self.board.map.neighbors(hex) {
                let cost = cost.saturating_add(self.command_cost(hex, to));
                if cost <= reach && cost < costs[to.index()] && !self.stops_command(side, to) {
                    costs[to.index()] = cost;
                    open.push(Reverse((cost, to)));
                }
            }
        }
        costs
    }

    /// The cost of the step from `from` to `to` for Command Range, in half hexes. The road hexes need not be joined:
    /// the text says any.
    fn command_cost(&self, from: HexIx, to: HexIx) -> u16 {
        if self.board.map.has_road(from) && self.board.map.has_road(to) {
            return 1;
        }
        2 * self.board.effects(to).map(|row| u16::from(row.command)).max().unwrap_or(1)
    }

    /// Returns `true` if an enemy unit of `side`, combat unit or HQ, is in `hex`.
    fn stops_command(&self, side: Side, hex: HexIx) -> bool {
        self.enemy_in(side, hex) || self.enemy_hq_in(side, hex)
    }

    /// Returns `true` if `hex` is in the Command Range of the HQ of `formation` (7.3).
    pub(crate) fn is_in_range(&self, formation: FormationIx, hex: HexIx) -> bool {
        self.command_cost_map(formation)[hex.index()] != u16::MAX
    }

    /// 7.3: notes which units of the activated formation are out of Command Range: all that are on the map if its chit
    /// was degraded (6.3). Reinforcements are In Command in the turn in which they enter (12.11), and units that an
    /// event activates are always (21.0).
    pub(crate) fn check_command(&mut self, log: &mut impl Log<Event>) {
        let Some(activation) = self.activation().copied() else { return };
        let ActivatedUnits::Formation(formation) = activation.who else { return };
        let costs = self.command_cost_map(formation);
        let units: InlineList<UnitIx, 32> = self.active_units(&activation).collect();
        let (mut commanded, mut out): (Vec<UnitIx>, Vec<UnitIx>) = (Vec::new(), Vec::new());
        for unit in units {
            let Some(hex) = self.hex_of(unit) else { continue };
            let is_in_range = !activation.degraded && costs[hex.index()] != u16::MAX;
            if self.in_command_by_rows(unit, is_in_range || self.unit(unit).entered == self.state.turn) {
                commanded.push(unit);
            } else {
                out.push(unit);
            }
        }
        if !commanded.is_empty() {
            log.push(Event::InCommand(formation, commanded));
        }
        for unit in out {
            self.unit_mut(unit).done.command = CommandStatus::OutOfRange;
            log.push(Event::OutOfRange(unit));
        }
        self.push(CommandTask::GroupRoll);
    }

    /// The first group of units that are out of Command Range and have not rolled: those that are in the same or in
    /// adjacent hexes, one by one (7.4).
    pub(crate) fn group_out_of_range(&self, activation: &Activation) -> InlineList<UnitIx, 32> {
        let waits = |unit: &UnitIx| self.unit(*unit).done.command == CommandStatus::OutOfRange;
        let mut waiting: InlineList<UnitIx, 32> = self.active_units(activation).filter(waits).collect();
        let mut group: InlineList<UnitIx, 32> = InlineList::new();
        if !waiting.is_empty() {
            group.push(waiting.remove(0));
        }
        let mut next = 0;
        while let Some(unit) = group.get(next).copied() {
            next += 1;
            let Some(hex) = self.hex_of(unit) else { continue };
            waiting.retain(|other| {
                let is_near = self.hex_of(*other).is_some_and(|at| self.board.map.distance(hex, at) <= 1);
                if is_near {
                    group.push(*other);
                }
                !is_near
            });
        }
        group
    }

    /// The result of `die` on the Out of Command Range Table (7.4).
    pub(crate) fn command_result(&self, die: u16) -> CommandResult {
        let rows = &self.board.rules.tables.out_of_command.0;
        rows.get(usize::from(die.saturating_sub(1))).copied().unwrap_or(CommandResult::Hesitates)
    }

    /// 7.4: the die of a group, which all of its units abide by (ruling r12).
    pub(crate) fn roll_command(&mut self, die: u16, log: &mut impl Log<Event>) {
        let Some(activation) = self.activation().copied() else { return };
        let result = self.command_result(die);
        let command = match result {
            CommandResult::Courier => CommandStatus::InCommand,
            CommandResult::Cautious => CommandStatus::Cautious,
            CommandResult::Hesitates => CommandStatus::Hesitates,
        };
        for unit in self.group_out_of_range(&activation) {
            self.unit_mut(unit).done.command = command;
            log.push(Event::CommandRoll(unit, die, result));
        }
        self.push(CommandTask::GroupRoll);
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::at_any_cost::HqOrder;

    use crate::state::{ActivatedUnits, Activation, CommandStatus};
    use crate::tests::testing::{FRENCH, PRUSSIAN, Position, Table, position};
    use battlewright_core::game::{Game as _, Turn};

    fn command(table: &Table, unit: &str) -> CommandStatus {
        table.game.unit(table.unit(unit)).done.command
    }

    fn waits(table: &Table) -> bool {
        matches!(table.game.turn(), Turn::Chance(_))
    }

    /// The least rating with which an HQ at 0405 reaches `hex`, up to 9.
    fn reach(ground: &str, hex: &str) -> Option<u8> {
        (0..=9).find(|rating| {
            let table = position(&format!(
                "corps ii french at 0405 rating {rating} 0
                french infantry f1 5/3 at 0809 of ii
                {ground}"
            ))
            .table();
            table.game.is_in_range(table.formation("ii"), table.hex(hex))
        })
    }

    /// A corps with its HQ in a corner of a large map, and units far from it.
    fn far(units: &str) -> Position {
        position(&format!(
            "map 20x12
            corps ii french at 1911 rating 1 1
            corps iii french at 1901 rating 99 99
            {units}"
        ))
    }

    #[test]
    fn r7_3_the_range_is_the_rating_of_the_side_that_is_up() {
        let text = "
            corps ii french at 0405 rating 2 4
            french infantry f1 5/3 at 0403 of ii
            french infantry f2 5/3 at 0401 of ii";
        let table = position(text).orders("ii", "attack");
        assert_eq!(
            (command(&table, "f1"), command(&table, "f2")),
            (CommandStatus::InCommand, CommandStatus::OutOfRange)
        );
        let table = position(text).orders("ii", "defend");
        assert_eq!(
            (command(&table, "f1"), command(&table, "f2")),
            (CommandStatus::InCommand, CommandStatus::InCommand)
        );
    }

    #[test]
    fn r7_3_each_hex_counts_one_and_movement_costs_do_not_matter() {
        for ground in ["", "stream 0404", "ravine 0404", "town 0404", "slope 0404/0405", "level 3 0404"] {
            assert_eq!((reach(ground, "0404"), reach(ground, "0403")), (Some(1), Some(2)), "{ground}");
        }
    }

    #[test]
    fn r7_3_a_woods_hex_counts_two_so_that_a_rating_of_one_does_not_enter() {
        assert_eq!(reach("woods 0404", "0404"), Some(2));
        assert_eq!(reach("woods 0404", "0403"), Some(3));
        assert_eq!(reach("woods 0404 0304 0504", "0403"), Some(3), "two and one");
    }

    #[test]
    fn r7_3_from_road_hex_to_road_hex_it_is_half_a_hex() {
        for kind in ["road", "major"] {
            assert_eq!(reach(&format!("{kind} 0405 0404 0403 0402 0401"), "0401"), Some(2), "{kind}");
        }
        assert_eq!(reach("", "0401"), Some(4));
        assert_eq!(reach("road 0405 0404 0403", "0402"), Some(2), "two halves, and one off the road");
        assert_eq!(reach("road 0404 0403 0402", "0402"), Some(2), "one onto the road, and two halves");
        assert_eq!(reach("road 0405 0404 0403\nwoods 0404 0403", "0403"), Some(1), "in woods, too");
        assert_eq!(reach("road 0405 0404\nroad 0303 0302", "0303"), Some(1), "any road hex, joined or not");
    }

    #[test]
    fn r7_3_no_way_leads_through_enemy_units() {
        assert_eq!(reach("", "0403"), Some(2));
        assert_eq!(reach("prussian infantry p1 8/4 at 0404", "0403"), Some(3));
        assert_eq!(reach("corps x prussian at 0404 rating 1 1", "0403"), Some(3), "an HQ is a unit");
        assert_eq!(reach("french infantry f2 5/3 at 0404", "0403"), Some(2));
    }

    #[test]
    fn r13_9_an_overrun_hq_commands_only_the_units_with_it() {
        let table = position(
            "corps ii french at 0405 rating 5 5 overrun
            french infantry f1 5/3 at 0405 of ii
            french infantry f2 5/3 at 0404 of ii",
        )
        .orders("ii", "attack");
        assert_eq!(table.game.command_rating(table.formation("ii")), 0);
        assert_eq!(
            (command(&table, "f1"), command(&table, "f2")),
            (CommandStatus::InCommand, CommandStatus::OutOfRange)
        );
    }

    #[test]
    fn r6_3_leader_casualties_take_one_off_the_rating_each_down_to_none() {
        let mut table = position("corps ii french at 0405 rating 2 4\nfrench infantry f1 5/3 at 0404 of ii").table();
        let ii = table.formation("ii");
        let mut rating = |casualties, back| {
            let hq = table.game.hq_mut(ii);
            (hq.casualties, hq.back) = (casualties, back);
            table.game.command_rating(ii)
        };
        assert_eq!([rating(0, false), rating(1, false), rating(2, false), rating(3, false)], [2, 1, 0, 0]);
        assert_eq!([rating(0, true), rating(1, true)], [4, 3]);
    }

    #[test]
    fn r7_3_an_hq_that_is_not_on_the_map_commands_nobody_there() {
        let table = position(
            "entry E french 0005
            corps ii french enters 1 by E rating 9 9
            french infantry f1 5/3 at 0005 of ii",
        )
        .orders("ii", "attack");
        assert_eq!(command(&table, "f1"), CommandStatus::OutOfRange);
        assert!(!table.game.is_in_range(table.formation("ii"), table.hex("0005")));
    }

    #[test]
    fn r7_4_by_the_die_a_courier_gets_through_or_the_unit_is_cautious_or_hesitates() {
        for die in 1..=10 {
            let mut table = far("french infantry f1 5/3 at 0202 of ii").orders("ii", "attack");
            table.rolls(&[die]);
            let expected = match die {
                1 | 2 => CommandStatus::InCommand,
                3..=8 => CommandStatus::Cautious,
                _ => CommandStatus::Hesitates,
            };
            assert_eq!(command(&table, "f1"), expected, "{die}");
            let order = table.game.order_of(table.unit("f1"));
            assert_eq!(order, Some(HqOrder::Attack).filter(|_| die < 3), "{die}");
        }
    }

    #[test]
    fn r7_4_a_group_of_adjacent_units_rolls_once() {
        let mut table = far("
            french infantry f1 5/3 at 0202 of ii
            french infantry f2 5/3 at 0303 of ii
            french field f3 5/3 at 0202 of ii
            french infantry f4 5/3 at 0203 of ii
            french infantry f5 5/3 at 0206 of ii")
        .orders("ii", "attack");
        table.rolls(&[3]);
        for unit in ["f1", "f2", "f3", "f4"] {
            assert_eq!(command(&table, unit), CommandStatus::Cautious, "{unit}");
        }
        assert_eq!((command(&table, "f5"), waits(&table)), (CommandStatus::OutOfRange, true));
        table.rolls(&[9]);
        assert_eq!((command(&table, "f5"), waits(&table)), (CommandStatus::Hesitates, false));
    }

    #[test]
    fn r7_4_a_courier_puts_the_whole_group_in_command() {
        let mut table = far("
            french infantry f1 5/3 at 0202 of ii
            french infantry f2 5/3 at 0203 of ii")
        .orders("ii", "attack");
        table.rolls(&[2]);
        assert_eq!(
            (command(&table, "f1"), command(&table, "f2")),
            (CommandStatus::InCommand, CommandStatus::InCommand)
        );
    }

    #[test]
    fn r7_4_only_units_of_the_formation_that_are_out_of_range_make_a_group() {
        let other = far("
            french infantry f1 5/3 at 0202 of ii
            french infantry f2 5/3 at 0203 of iii
            french infantry f3 5/3 at 0204 of ii");
        let mut table = other.orders("ii", "attack");
        table.rolls(&[3]);
        assert_eq!(
            (command(&table, "f1"), command(&table, "f3")),
            (CommandStatus::Cautious, CommandStatus::OutOfRange)
        );
        let mut table = position(
            "corps ii french at 0405 rating 1 1
            french infantry f1 5/3 at 0403 of ii
            french infantry f2 5/3 at 0404 of ii
            french infantry f3 5/3 at 0303 of ii
            french infantry f4 5/3 at 0503 of ii
            french infantry f5 5/3 at 0407 of ii",
        )
        .orders("ii", "attack");
        table.rolls(&[3]);
        let group = ["f1", "f2", "f3", "f4", "f5"].map(|unit| command(&table, unit));
        let expected = [
            CommandStatus::Cautious,
            CommandStatus::InCommand,
            CommandStatus::Cautious,
            CommandStatus::Cautious,
            CommandStatus::OutOfRange,
        ];
        assert_eq!(group, expected);
    }

    #[test]
    fn r6_3_all_units_of_a_degraded_chit_are_out_of_command_range() {
        let mut table = position(
            "entry E french 0005
            corps ii french at 0405 rating 9 9
            french infantry f1 5/3 at 0405 of ii
            french infantry f2 5/3 at 0402 of ii
            french infantry f3 5/3 enters 1 by E of ii",
        )
        .activate("ii");
        table.game.activation_mut().unwrap().degraded = true;
        table.does("order attack");
        assert_eq!(
            (command(&table, "f1"), command(&table, "f2")),
            (CommandStatus::OutOfRange, CommandStatus::OutOfRange)
        );
        assert_eq!(command(&table, "f3"), CommandStatus::InCommand, "it enters");
    }

    #[test]
    fn r12_11_reinforcements_are_in_command_in_the_turn_in_which_they_enter() {
        let entered = |turn: u8| {
            let mut table = far("french infantry f1 5/3 at 0202 of ii\nturn 2 of 12").activate("ii");
            let f1 = table.unit("f1");
            table.game.unit_mut(f1).entered = turn;
            table.does("order attack");
            command(&table, "f1")
        };
        assert_eq!([entered(0), entered(1)], [CommandStatus::OutOfRange; 2]);
        assert_eq!(entered(2), CommandStatus::InCommand);
    }

    #[test]
    fn r6_2_units_that_an_event_activates_are_in_command_wherever_they_are() {
        let mut table = far("french infantry f1 5/3 at 0202 of ii").cup();
        let f1 = table.unit("f1");
        table.run(|game, log| game.push_activation(Activation::new(ActivatedUnits::Single(f1), FRENCH), log));
        table.does("order attack");
        assert_eq!((command(&table, "f1"), waits(&table)), (CommandStatus::InCommand, false));
        let mut table = position(
            "corps x prussian at 0801 rating 0 0
            prussian infantry p1 8/4 at 0202 of x division 5
            prussian infantry p2 8/4 at 0206 of x division 5",
        )
        .cup();
        let p1 = table.unit("p1");
        table.run(|game, log| game.push_activation(Activation::new(ActivatedUnits::Division(p1), PRUSSIAN), log));
        table.does("order attack");
        let orders = ["p1", "p2"].map(|unit| table.game.order_of(table.unit(unit)));
        assert_eq!(orders, [Some(HqOrder::Attack); 2]);
    }
}
