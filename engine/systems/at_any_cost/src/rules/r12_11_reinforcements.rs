//! 12.11: reinforcements enter when their units are activated, in a column. An enemy in their entry hex delays them.

use battlewright_schema::at_any_cost::HqOrder;

use crate::action::{Action, ActionList, RefusalCause};
use crate::board::Start;
use crate::rules::r07_command::CommandTask;
use crate::rules::r12_movement::{MoveTask, MovementStep};
use crate::state::{ActivatedUnits, Activation, At, MovingPiece, Task, UnitIx};
use crate::{AtAnyCost, Event, rulebook as rule};
use battlewright_core::game::Log;
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::inline_list::InlineList;

/// The number of units that have entered by each entry hex, in one step or by one event.
pub(crate) type EnteredUnits = InlineList<(HexIx, u8), 4>;

impl AtAnyCost {
    /// The hexes by which `piece`, which is due, may enter: those of its entry or, if it was delayed, the edge hex nearest to
    /// it.
    pub(crate) fn entry_hexes(&self, piece: MovingPiece) -> impl Iterator<Item = HexIx> + use<'_> {
        let (entry, aside) = match self.at(piece) {
            At::Due { aside: Some(hex), .. } => (None, Some(hex)),
            At::Due { entry, .. } => (self.board.entries.get(usize::from(entry)), None),
            _ => (None, None),
        };
        aside.into_iter().chain(entry.into_iter().flat_map(|entry| entry.hexes.iter().copied()))
    }

    /// Returns `true` if `piece` is a reinforcement of this turn or an earlier one.
    pub(crate) fn is_due(&self, piece: MovingPiece) -> bool {
        matches!(self.at(piece), At::Due { turn, .. } if turn <= self.state.turn)
    }

    /// Returns `true` if `unit` is a reinforcement in the turn of its entry: it is due, or has entered.
    pub(crate) fn is_entering(&self, unit: UnitIx) -> bool {
        let has_entered = || self.hex_of(unit).is_some() && self.unit(unit).entered == self.state.turn;
        self.is_due(MovingPiece::Unit(unit)) || has_entered()
    }

    /// Returns `true` if the reinforcements of `activation` have an order of their own (ruling r35): they belong to an
    /// activated formation whose HQ is on the map. Feu de Bataillon binds them as it does the others.
    pub(crate) fn orders_entering(&self, activation: &Activation) -> bool {
        let ActivatedUnits::Formation(formation) = activation.who else { return false };
        self.hq_hex(formation).is_some()
            && !activation.feu
            && self.active_units(activation).any(|unit| self.is_entering(unit))
    }

    /// Asks for the order of the reinforcements, now that the HQ has given its own.
    pub(crate) fn ask_entering_order(&mut self) {
        let asks = |activation: &Activation| activation.order.is_some() && self.orders_entering(activation);
        if self.activation().is_some_and(asks) {
            self.push(CommandTask::EnteringOrder);
        }
    }

    /// The orders of the reinforcements: any that the hour allows, whatever side of the HQ is up (ruling r35).
    pub(crate) fn entering_order_options(&self, activation: &Activation, into: &mut ActionList) {
        let orders = HqOrder::ALL.into_iter().filter(|order| self.check_circumstances(activation, *order).is_ok());
        into.extend(orders.map(Action::Order));
    }

    /// The reinforcements have this order.
    pub(crate) fn give_entering_order(&mut self, order: HqOrder, log: &mut impl Log<Event>) {
        let Some(activation) = self.activation_mut() else { return };
        activation.entering_order = Some(order);
        let activation = *activation;
        log.push(Event::OrderedEntering(self.ordering_formation(&activation), order));
    }

    /// The place of `piece` in the column at its entry: by turn, then by its place in the scenario. `None` for HQs, which
    /// enter with any unit of their formation.
    fn column_order(&self, piece: MovingPiece) -> Option<(u8, u16)> {
        let MovingPiece::Unit(unit) = piece else { return None };
        match self.board.unit(unit).start {
            Start::Enters { turn, place, .. } => Some((turn, place)),
            Start::At(_) | Start::Pool => None,
        }
    }

    /// Checks whether an active `piece` may enter now: it is due, has a hex to enter by, and is the first of its column, as
    /// far as that can enter.
    pub(crate) fn may_enter(&self, activation: &Activation, piece: MovingPiece) -> Result<(), RefusalCause> {
        if !self.is_due(piece) {
            return Err(RefusalCause::Because(rule::REINFORCEMENTS, "it is due in a later turn"));
        }
        // Asked first: of a long column at a blocked entry, none would be looked at for each of the others.
        if !self.can_enter(piece) {
            return Err(RefusalCause::Because(rule::REINFORCEMENTS, "there is no hex by which it could enter"));
        }
        let gate = |piece| match self.at(piece) {
            At::Due { entry, aside, .. } => Some((entry, aside)),
            _ => None,
        };
        let Some(order) = self.column_order(piece) else { return Ok(()) };
        let is_ahead = |other: MovingPiece| {
            self.column_order(other).is_some_and(|ahead| ahead < order)
                && gate(other) == gate(piece)
                && self.is_due(other)
                && !matches!(other, MovingPiece::Unit(unit) if self.unit(unit).done.moved)
                && self.can_enter(other)
        };
        if self.active_units(activation).any(|unit| is_ahead(MovingPiece::Unit(unit))) {
            return Err(RefusalCause::Because(rule::REINFORCEMENTS, "another unit is ahead of it in the column"));
        }
        Ok(())
    }

    fn can_enter(&self, piece: MovingPiece) -> bool {
        self.can_go_on(&self.motion(piece, None))
    }

    /// The columns of the step or the event under way.
    fn columns(&self) -> Option<&EnteredUnits> {
        self.state.stack.iter().rev().find_map(|task| match task {
            Task::Move(MoveTask::Choose(MovementStep { columns, .. }) | MoveTask::Columns(columns)) => Some(columns),
            _ => None,
        })
    }

    /// The place that `piece` takes in the column at `hex`, by which its cost is multiplied. An HQ enters stacked with the
    /// last unit, or ahead of all.
    pub(crate) fn place_in_column(&self, piece: MovingPiece, hex: HexIx) -> u16 {
        let columns = self.columns().map_or(&[] as &[_], |columns| columns.as_slice());
        let entered = columns.iter().find(|(at, _)| *at == hex).map_or(0, |(_, count)| u16::from(*count));
        match piece {
            MovingPiece::Unit(_) => entered + 1,
            MovingPiece::Hq(_) => entered.max(1),
        }
    }

    /// Counts a unit that has entered by `hex`.
    pub(crate) fn lengthen_column(&mut self, hex: HexIx) {
        for task in self.state.stack.iter_mut().rev() {
            if let Task::Move(MoveTask::Choose(MovementStep { columns, .. }) | MoveTask::Columns(columns)) = task {
                match columns.iter_mut().find(|(at, _)| *at == hex) {
                    Some((_, count)) => *count = count.saturating_add(1),
                    None => columns.push((hex, 1)),
                }
                return;
            }
        }
    }

    /// Active reinforcements whose entry hexes all have enemy units in them are delayed by a turn, and then enter by the
    /// nearest free edge hex.
    pub(crate) fn delay_blocked(&mut self, log: &mut impl Log<Event>) {
        let Some(activation) = self.activation().copied() else { return };
        let pieces: InlineList<MovingPiece, 64> =
            self.active_pieces(&activation).filter(|piece| self.is_due(*piece)).collect();
        for piece in pieces {
            let is_blocked = |hex: &HexIx| self.enemy_in(activation.side, *hex);
            let At::Due { entry, .. } = self.at(piece) else { continue };
            if self.entry_hexes(piece).next().is_none() || !self.entry_hexes(piece).all(|hex| is_blocked(&hex)) {
                continue;
            }
            let own = self.board.entries.get(usize::from(entry)).and_then(|entry| entry.hexes.first().copied());
            let Some(own) = own else { continue };
            let free = self.board.map.all().filter(|hex| self.board.map.is_edge(*hex) && !is_blocked(hex));
            let aside = free.min_by_key(|hex| self.board.map.distance(*hex, own));
            let turn = self.state.turn.saturating_add(1);
            self.set_at(piece, At::Due { turn, entry, aside });
            log.push(Event::Delayed(piece));
        }
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::at_any_cost::HqOrder;

    use crate::rules::r12_movement::MoveTask;
    use crate::stage::Part;
    use crate::state::{ActivatedUnits, Activation, At, ChitIx, ChitPlace, Task};
    use crate::tests::testing::{PRUSSIAN, Position, Table, position};

    fn spent(table: &Table) -> u16 {
        let Some(Task::Move(MoveTask::Moving(motion))) = table.game.state.stack.last() else { panic!("nobody moves") };
        motion.spent
    }

    /// Three brigades of 5 points that enter at 0005 in this turn, under this order.
    fn column(order: &str, lines: &str) -> Table {
        position(&format!(
            "map 14x9
            {lines}
            entry E prussian 0005
            corps iii prussian at 1301 rating 2 2
            prussian infantry p1 8/4 enters 1 by E of iii
            prussian infantry p2 8/4 enters 1 by E of iii
            prussian infantry p3 8/4 enters 1 by E of iii"
        ))
        .orders("iii", order)
    }

    #[test]
    fn r12_11_the_second_of_a_column_pays_twice_and_the_third_three_times() {
        let mut table = column("attack", "");
        table.does("move p1, hex 0005");
        assert_eq!(spent(&table), 2, "a point, in halves");
        table.does("hex 0105, stop, move p2, hex 0005");
        assert_eq!(spent(&table), 4);
        table.does("hex 0104, stop, move p3, hex 0005");
        assert_eq!(spent(&table), 6);
    }

    #[test]
    fn r12_11_units_that_enter_on_a_road_hex_use_its_cost() {
        let mut table = column("attack", "woods 0005\nroad 0005 0105 0206");
        table.does("move p1, hex 0005");
        assert_eq!(spent(&table), 2);
        table.does("hex 0105, hex 0206, stop, move p2, hex 0005");
        assert_eq!(spent(&table), 4);
        let mut table = column("attack", "woods 0005");
        table.does("move p1, hex 0005");
        assert_eq!(spent(&table), 4);
    }

    #[test]
    fn r12_11_on_a_major_road_those_who_march_enter_at_the_road_march_rate() {
        let mut table = column("march", "major 0005 0105 0206 0306");
        table.does("move p1, hex 0005, hex 0105, hex 0206, hex 0306");
        assert_eq!(spent(&table), 4);
        table.does("stop, move p2, hex 0005");
        assert_eq!(spent(&table), 2);
    }

    #[test]
    fn r12_11_a_unit_far_back_in_the_column_still_enters() {
        let mut table = position(
            "entry E prussian 0005
            prussian field p1 6/3 enters 1 by E move 1
            prussian infantry p2 8/4 enters 1 by E move 1",
        )
        .moves("prussian");
        table.does("move p1, hex 0005, move p2, hex 0005");
        assert_eq!([table.at("p1"), table.at("p2")], ["0005"; 2], "one hex for 2 points, with 1");
    }

    #[test]
    fn r12_11_a_column_enters_in_its_order() {
        let table = column("attack", "");
        table.refuses("move p2", "12.11");
        table.allows("move p1");
    }

    #[test]
    fn r12_11_they_enter_by_their_entry_and_not_before_their_turn() {
        let mut table = column("attack", "");
        table.does("move p1");
        table.refuses("hex 0004", "12.11");
        table.refuses("stop", "12.11");
        let early = position(
            "entry E prussian 0005
            prussian infantry p1 8/4 enters 2 by E",
        )
        .moves("prussian");
        early.refuses("move p1", "12.11");
    }

    #[test]
    fn r12_11_an_hq_enters_alone_or_stacked_with_any_unit() {
        let corps = || {
            position(
                "map 14x9
                entry E prussian 0005
                corps iii prussian enters 1 by E rating 2 2
                prussian infantry p1 8/4 enters 1 by E of iii
                prussian infantry p2 8/4 enters 1 by E of iii",
            )
            .orders("iii", "march")
        };
        let mut table = corps();
        table.does("move iii-hq, hex 0005");
        assert_eq!(spent(&table), 2);
        table.does("stop, move p1, hex 0005");
        assert_eq!(spent(&table), 2, "the HQ takes up no place in the column");
        let mut table = corps();
        table.does("move p1, hex 0005, hex 0105, stop, move p2, hex 0005, stop, move iii-hq, hex 0005");
        assert_eq!((spent(&table), table.at("iii-hq")), (4, "0005".to_owned()), "with the second unit");
    }

    #[test]
    fn r12_11_units_that_enter_are_in_command_and_go_on_by_the_order() {
        let mut table = column("march", "");
        table.does("move p1, hex 0005, hex 0105, hex 0206, hex 0306, hex 0407, hex 0507");
        let p1 = table.unit("p1");
        assert_eq!((table.at("p1"), table.game.unit(p1).entered), ("0507".to_owned(), 1));
    }

    /// A corps with its HQ and a brigade on the map, and a brigade that enters in turn 1.
    fn parted(lines: &str) -> Position {
        position(&format!(
            "map 14x9
            entry E prussian 0005
            corps iii prussian at 1301 rating 9 9
            prussian infantry p1 8/4 at 1302 of iii
            prussian infantry p2 8/4 enters 1 by E of iii
            {lines}"
        ))
    }

    #[test]
    fn r12_11_those_who_enter_have_an_order_of_their_own() {
        let mut table = parted("").activate("iii");
        table.does("order defend");
        assert_eq!(table.prompt(), "Prussians: the order of the reinforcements of iii");
        assert_eq!(table.choices(""), ["order attack", "order defend", "order march", "order regroup"]);
        table.does("order march");
        let orders = ["p1", "p2"].map(|id| table.game.order_of(table.unit(id)));
        assert_eq!(orders, [Some(HqOrder::Defend), Some(HqOrder::March)]);
        table.skip_to(Part::Movement);
        table.does("move p2, hex 0005, hex 0105, hex 0206, hex 0306, hex 0407, hex 0507");
        assert_eq!(table.at("p2"), "0507", "6 points");
        assert_eq!(table.game.order_of(table.unit("p2")), Some(HqOrder::March), "for the whole activation");
        table.does("move p1, hex 1303, hex 1304");
        assert_eq!(table.at("p1"), "1304");
        assert_eq!(table.choices("hex"), [] as [&str; 0], "half of 5 points");
    }

    #[test]
    fn r12_11_the_order_of_those_who_enter_need_not_be_on_the_counter() {
        let two = [HqOrder::March, HqOrder::Regroup];
        let position = parted("").with(|scenario| {
            let hq = &mut scenario.formation[0].hq;
            (hq.front.orders, hq.back.orders) = (two, two);
        });
        let mut table = position.activate("iii");
        assert_eq!(table.choices("order"), ["march", "regroup"]);
        table.does("order regroup, order attack");
        assert_eq!(table.game.order_of(table.unit("p2")), Some(HqOrder::Attack));
        assert!(table.game.is_in_range(table.formation("iii"), table.hex("1302")));
        table.skip_to(Part::Movement);
        table.allows("move p2");
        let mut table = parted("clock 22:00").activate("iii");
        table.does("order march");
        table.refuses("order attack", "18.2");
    }

    #[test]
    fn r12_11_an_order_that_is_misinterpreted_is_not_theirs() {
        let mut table = parted("holds french misinterpreted-orders\nfrench infantry f1 5/3 at 0801").cup();
        table.draws("iii").does("chit-0").rolls(&[6]);
        assert_eq!((table.chooser(), table.choices("order").len()), (PRUSSIAN, 4));
        table.does("order attack");
        let orders = ["p1", "p2"].map(|id| table.game.order_of(table.unit(id)));
        assert_eq!(orders, [Some(HqOrder::Regroup), Some(HqOrder::Attack)]);
    }

    #[test]
    fn r12_11_without_reinforcements_there_is_one_order() {
        for position in ["turn 2 of 9\nprussian infantry p3 8/4 enters 3 by E of iii", "turn 1 of 9"] {
            let mut table = parted(position).activate("iii");
            let p2 = table.unit("p2");
            let hex = table.hex("1303");
            table.game.put_unit(p2, At::Hex(hex));
            table.does("order march");
            assert_eq!(table.choices("order"), [] as [&str; 0]);
        }
    }

    #[test]
    fn r12_11_who_was_broken_after_its_entry_needs_no_order() {
        let mut table = parted("").activate("iii");
        let (p2, turn) = (table.unit("p2"), table.game.state.turn);
        table.game.unit_mut(p2).entered = turn;
        table.game.put_unit(p2, At::Broken { until: 1 });
        table.does("order regroup");
        assert_eq!(table.choices("order"), [] as [&str; 0]);
    }

    #[test]
    fn r12_11_the_greedy_player_lets_them_march_up_and_attack_whom_they_meet() {
        let likes = |lines: &str| {
            let mut table = parted(lines).activate("iii");
            table.does("order defend");
            table.best_choice()
        };
        let goal = "place town 0701 held french\npoints town 9";
        assert_eq!(likes(goal), "order march");
        assert_eq!(likes(&format!("{goal}\nfrench field f1 3/2 at 0104\nfrench field f2 3/2 at 0003")), "order attack");
    }

    #[test]
    fn r12_11_feu_de_bataillon_binds_those_who_enter() {
        let mut table = position(
            "entry E french 0009
            corps ii french at 0101 rating 9 9
            french infantry f1 5/3 enters 1 by E of ii
            hand french feu-de-bataillon",
        )
        .cup();
        let ii = table.formation("ii");
        table.game.put_chit(ChitIx(0), ChitPlace::On(ii));
        table.draws("ii").does("order defend");
        assert_eq!(table.choices("order"), [] as [&str; 0]);
        assert_eq!(table.game.order_of(table.unit("f1")), Some(HqOrder::Defend));
    }

    #[test]
    fn r12_11_by_an_event_they_have_the_order_of_the_activation() {
        let mut table = parted("").cup();
        let who = ActivatedUnits::Single(table.unit("p2"));
        table.run(|game, log| game.push_activation(Activation::new(who, PRUSSIAN), log));
        table.does("order march");
        assert_eq!(table.choices("order"), [] as [&str; 0]);
        assert_eq!(table.game.order_of(table.unit("p2")), Some(HqOrder::March));
    }

    #[test]
    fn r14_2_who_enters_under_orders_to_attack_is_not_rallied() {
        for (order, rallied) in [("attack", false), ("regroup", true)] {
            let mut table = parted("").activate("iii");
            let p2 = table.unit("p2");
            let hex = table.hex("1303");
            let turn = table.game.state.turn;
            let state = table.game.unit_mut(p2);
            (state.elan, state.entered) = (1, turn);
            table.game.put_unit(p2, At::Hex(hex));
            table.does(&format!("order regroup, order {order}"));
            table.skip_to(Part::Rally);
            assert_eq!(table.choices("rally").len(), usize::from(rallied), "{order}");
        }
    }

    #[test]
    fn r12_11_an_enemy_in_the_entry_hex_delays_them_by_a_turn_and_a_hex() {
        let mut table = column("attack", "french cavalry f1 2/1 at 0005");
        assert_eq!([table.at("p1"), table.at("p2")], ["due 2", "due 2"]);
        table.refuses("move p1", "12.11");
        table.does("pass");
        table.game.state.turn = 2;
        let activation = Activation::new(ActivatedUnits::Formation(table.formation("iii")), PRUSSIAN);
        table.run(|game, log| game.push_activation(activation, log));
        table.orders("attack");
        table.does("move p1");
        let hexes = table.choices("hex");
        assert_eq!(hexes.len(), 1, "{hexes:?}");
        assert_eq!(table.game.board.map.distance(table.hex(&hexes[0]), table.hex("0005")), 1);
    }

    #[test]
    fn r12_11_an_enemy_hq_in_the_entry_hex_delays_nobody() {
        let mut table = column("attack", "corps ii french at 0005 rating 2 4\nfrench infantry f1 5/3 at 1309 of ii");
        table.does("move p1, hex 0005");
        assert_eq!((table.at("p1"), table.at("ii-hq")), ("0005".to_owned(), "1309".to_owned()));
    }

    #[test]
    fn r12_11_by_two_entry_hexes_there_are_two_columns() {
        let mut table = position(
            "map 14x9
            entry E prussian 0005 0007
            prussian infantry p1 8/4 enters 1 by E
            prussian infantry p2 8/4 enters 1 by E
            prussian infantry p3 8/4 enters 1 by E",
        )
        .moves("prussian");
        table.does("move p1, hex 0005, hex 0105, stop, move p2, hex 0007");
        assert_eq!(spent(&table), 2, "nobody is before it there");
        table.does("hex 0107, stop, move p3, hex 0007");
        assert_eq!(spent(&table), 4);
    }

    #[test]
    fn r12_5_reinforcements_that_may_not_engage_do_not_enter_next_to_an_enemy() {
        let table = column("march", "french cavalry f1 2/1 at 0004");
        assert_eq!(table.at("p1"), "due 1");
        table.refuses("move p1", "12.11");
    }

    #[test]
    fn r6_2_reinforcements_of_a_division_that_an_event_activates_enter() {
        let mut table = position(
            "map 14x9
            entry E prussian 0005
            corps iii prussian at 1301 rating 2 2
            prussian infantry p1 8/4 enters 1 by E of iii division 5
            prussian infantry p2 8/4 enters 1 by E of iii division 6",
        )
        .cup();
        let who = ActivatedUnits::Division(table.unit("p2"));
        table.run(|game, log| game.push_activation(Activation::new(who, PRUSSIAN), log));
        table.orders("attack");
        assert_eq!(table.choices("move"), ["p2"]);
        table.does("move p2, hex 0005, stop");
        assert_eq!(table.at("p2"), "0005");
    }

    #[test]
    fn r12_11_by_an_event_the_second_of_two_units_pays_twice_too() {
        let mut table = column("march", "");
        let [p1, p2] = ["p1", "p2"].map(|id| table.unit(id));
        table.run(|game, log| {
            game.push(MoveTask::columns());
            for unit in [p2, p1] {
                let motion = game.event_motion(unit, 8);
                game.begin_move(motion, log);
            }
        });
        table.does("hex 0005");
        assert_eq!(spent(&table), 2);
        table.does("hex 0105, stop, hex 0005");
        assert_eq!(spent(&table), 4);
    }
}
