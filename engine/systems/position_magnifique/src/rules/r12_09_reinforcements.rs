//! 6.2 and 12.9: reinforcements enter when their formation is activated, in a column; an enemy in their entry hex delays them.

use crate::PositionMagnifique;
use crate::board::Start;
use crate::event::Event;
use crate::refusal::{self, RefusalCause};
use crate::rules::r12_01_movement_phase::MovePhase;
use crate::state::{ActivatedUnits, Activation, At, FormationIx, MovingPiece, Task};
use battlewright_core::game::Log;
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::inline_list::InlineList;

impl PositionMagnifique {
    /// Returns the hexes in which `piece`, which is due, may enter: those of its entry and of entries that it may use freely
    /// (20.3); after a delay, the edge hex nearest to its entry.
    pub(crate) fn entry_hexes(&self, piece: MovingPiece) -> impl Iterator<Item = HexIx> + use<'_> {
        let (entry, aside) = match self.at(piece) {
            At::Due { aside: Some(hex), .. } => (None, Some(hex)),
            At::Due { entry, .. } => (Some(entry), None),
            _ => (None, None),
        };
        let formation = self.formation_of(piece);
        let free = self.board.detours.iter().filter(move |detour| {
            detour.free && Some(detour.from) == entry && detour.formation.is_none_or(|only| only == formation)
        });
        let entries = entry.into_iter().chain(free.flat_map(|detour| detour.to.iter().copied()));
        let hexes = entries
            .filter_map(|entry| self.board.entries.get(usize::from(entry)))
            .flat_map(|entry| entry.hexes.iter().copied());
        aside.into_iter().chain(hexes)
    }

    pub(crate) fn formation_of(&self, piece: MovingPiece) -> FormationIx {
        match piece {
            MovingPiece::Unit(unit) => self.board.unit(unit).formation,
            MovingPiece::Hq(formation) => formation,
        }
    }

    fn start_of(&self, piece: MovingPiece) -> Start {
        match piece {
            MovingPiece::Unit(unit) => self.board.unit(unit).start,
            MovingPiece::Hq(formation) => self.board.formation(formation).start,
        }
    }

    fn is_due(&self, piece: MovingPiece) -> bool {
        matches!(self.at(piece), At::Due { turn, .. } if turn <= self.state.turn)
    }

    /// Refuses `piece` unless it may enter in `activation`: only the chit of its formation brings it on (6.2), not an event or
    /// a surprise attack, which moves only deployed units (20.2).
    pub(crate) fn may_enter_in(&self, activation: &Activation, piece: MovingPiece) -> Result<(), RefusalCause> {
        match activation.who {
            ActivatedUnits::Formation(_) => self.may_enter(piece),
            ActivatedUnits::Everyone
            | ActivatedUnits::Caprivi(_)
            | ActivatedUnits::Division(_)
            | ActivatedUnits::Lured(_) => Err(refusal::ENTERS_WITH_CHIT),
        }
    }

    /// Refuses `piece` unless it may enter now: it is due, has a free entry hex, and no piece is ahead of it in its column.
    fn may_enter(&self, piece: MovingPiece) -> Result<(), RefusalCause> {
        if !self.is_due(piece) {
            return Err(refusal::NOT_ON_MAP);
        }
        // This check comes first, so that a long column at a blocked entry is not searched for each piece.
        if !self.can_enter(piece) {
            return Err(refusal::ENTRY_BLOCKED);
        }
        if let Start::Enters { any_order: false, place, turn, entry } = self.start_of(piece) {
            let ahead = self.pieces_of(self.formation_of(piece)).any(|other| {
                other != piece
                    && self.is_due(other)
                    && matches!(self.start_of(other), Start::Enters { place: p, turn: t, entry: e, .. }
                        if (t, e) == (turn, entry) && p < place)
                    && !self.has_moved(other)
                    && self.can_enter(other)
            });
            if ahead {
                return Err(refusal::COLUMN_ORDER);
            }
        }
        Ok(())
    }

    /// Returns the HQ and the units of `formation`.
    pub(crate) fn pieces_of(&self, formation: FormationIx) -> impl Iterator<Item = MovingPiece> + use<'_> {
        std::iter::once(MovingPiece::Hq(formation)).chain(self.board.units_of(formation).map(MovingPiece::Unit))
    }

    fn can_enter(&self, piece: MovingPiece) -> bool {
        self.can_go_on(&self.motion(piece, None))
    }

    /// Returns the number of reinforcements of the active formation that have entered by `hex`: the length of the column ahead
    /// of the next.
    pub(crate) fn entered_by(&self, hex: HexIx) -> u16 {
        let entered = self.state.stack.iter().rev().find_map(|task| match task {
            Task::MovePhase(MovePhase { entered, .. }) => Some(entered),
            _ => None,
        });
        entered.and_then(|entered| entered.iter().find(|(at, _)| *at == hex)).map_or(0, |(_, count)| u16::from(*count))
    }

    /// Counts a reinforcement that has entered by `hex`.
    pub(crate) fn lengthen_column(&mut self, hex: HexIx) {
        for task in self.state.stack.iter_mut().rev() {
            if let Task::MovePhase(MovePhase { entered, .. }) = task {
                match entered.iter_mut().find(|(at, _)| *at == hex) {
                    Some((_, count)) => *count = count.saturating_add(1),
                    None => entered.push((hex, 1)),
                }
                return;
            }
        }
    }

    /// Delays the pieces of `formation` by a turn if the enemy holds all their entry hexes when its chit is drawn; they then
    /// enter by the nearest free edge hex.
    pub(crate) fn delay_blocked(&mut self, formation: FormationIx, log: &mut impl Log<Event>) {
        if self.activation().is_none_or(|activation| activation.who != ActivatedUnits::Formation(formation)) {
            return;
        }
        let side = self.board.formation(formation).side;
        let pieces: InlineList<MovingPiece, 64> =
            self.pieces_of(formation).filter(|piece| self.is_due(*piece)).collect();
        for piece in pieces {
            let held = |hex: &HexIx| self.friend_in(side.other(), *hex).is_some();
            let At::Due { entry, .. } = self.at(piece) else { continue };
            if self.entry_hexes(piece).next().is_none() || !self.entry_hexes(piece).all(|hex| held(&hex)) {
                continue;
            }
            let origin = self.board.entries.get(usize::from(entry)).and_then(|entry| entry.hexes.first().copied());
            let Some(origin) = origin else { continue };
            let aside = self
                .board
                .map
                .all()
                .filter(|hex| self.board.map.is_edge(*hex) && !held(hex))
                .min_by_key(|hex| self.board.map.distance(*hex, origin));
            let turn = self.state.turn.saturating_add(1);
            self.set_at(piece, At::Due { turn, entry, aside });
            log.push(Event::Delayed(piece));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::state::{Order, Task};
    use crate::tests::testing::{Position, Table, position};

    fn spent(table: &Table) -> u16 {
        let Some(Task::Moving(motion)) = table.game.state.stack.last() else { panic!("nobody moves") };
        motion.spent
    }

    /// Three brigades of 6 points that enter at 0005 in this turn.
    fn column(lines: &str, how: &str) -> Table {
        column_position(lines, how).moves("prussian")
    }

    fn column_position(lines: &str, how: &str) -> Position {
        position(&format!(
            "map 14x9
            {lines}
            entry E prussian 0005
            prussian infantry p1 5/3 enters 1 by E{how}
            prussian infantry p2 5/3 enters 1 by E{how}
            prussian infantry p3 5/3 enters 1 by E{how}"
        ))
    }

    #[test]
    fn r12_9_the_second_of_a_column_pays_twice_and_the_third_three_times() {
        let mut table = column("", "");
        table.does("move p1, hex 0005");
        assert_eq!(spent(&table), 2, "a point, in halves");
        table.does("hex 0105, stop, move p2, hex 0005");
        assert_eq!(spent(&table), 4);
        table.does("hex 0104, stop, move p3, hex 0005");
        assert_eq!(spent(&table), 6);
    }

    #[test]
    fn r12_9_a_column_pays_the_normal_cost_of_its_entry_hex_also_on_a_road() {
        let mut table = column("road 0005 0105 0205\nforest 0005", "");
        table.does("move p1, hex 0005");
        assert_eq!(spent(&table), 4, "a forest");
        table.does("hex 0105");
        assert_eq!(spent(&table), 5, "half a point from there on");
    }

    #[test]
    fn r12_9_by_the_ruling_a_column_pays_by_halves_on_a_road() {
        let mut table = column_position("road 0005 0105 0205", "")
            .with(|scenario| scenario.rules.entry_by_road = Some(true))
            .moves("prussian");
        table.does("move p1, hex 0005");
        assert_eq!(spent(&table), 1);
        table.does("hex 0105, hex 0205, stop, move p2, hex 0005");
        assert_eq!(spent(&table), 2);
        table.does("hex 0105, stop, move p3, hex 0005");
        assert_eq!(spent(&table), 3);
    }

    #[test]
    fn r11_1_an_hq_that_is_due_orders_when_it_has_entered_and_not_before() {
        let mut table = position(
            "map 14x9
            entry E prussian 0005
            corps x prussian enters 1 by E range 2 4
            prussian infantry p1 5/3 at 0504 of x
            french infantry f1 4/2 at 0704",
        )
        .orders("x");
        table.does("defend");
        let order = |table: &Table| table.game.order_of(table.unit("p1"));
        assert_eq!(order(&table), Order::Attack, "its HQ is off the map (R43)");
        table.does("move x-hq, hex 0005, stop");
        assert_eq!(order(&table), Order::Defend);
        let mut table = position(
            "map 14x9
            entry E prussian 0005
            corps x prussian enters 1 by E range 2 4
            prussian infantry p1 5/3 enters 1 by E of x
            french infantry f1 4/2 at 0005",
        )
        .orders("x");
        table.does("defend");
        assert_eq!(table.at("x-hq"), "due 2", "the enemy blocks its entry");
        assert_eq!(order(&table), Order::Attack);
    }

    #[test]
    fn r12_9_a_column_enters_in_its_order_unless_any_order_is_allowed() {
        let table = column("", "");
        table.refuses("move p2", "12.9");
        table.allows("move p1");
        let mut table = column("", " any");
        table.does("move p3, hex 0005");
        assert_eq!(spent(&table), 2);
    }

    #[test]
    fn r12_9_they_enter_by_their_entry_and_not_before_their_turn() {
        let mut table = column("", "");
        table.does("move p1");
        table.refuses("hex 0004", "6.2");
        let early = position(
            "map 14x9
            entry E prussian 0005
            prussian infantry p1 5/3 enters 2 by E",
        )
        .moves("prussian");
        early.refuses("move p1", "4.1");
    }

    #[test]
    fn r12_9_an_enemy_in_the_entry_hex_delays_them_by_a_turn_and_a_hex() {
        let mut table = column("french infantry f1 4/2 at 0005", "");
        assert_eq!(table.at("p1"), "due 2");
        table.logs("p1 is delayed: the enemy holds the entry [12.9]");
        table.refuses("move p1", "4.1");
        table.does("pass");
        table.game.state.turn = 2;
        table.activate("prussian").keep_orders();
        table.does("move p1");
        let hexes = table.choices("hex");
        assert_eq!(hexes.len(), 1, "{hexes:?}");
        assert_eq!(table.game.board.map.distance(table.hex(&hexes[0]), table.hex("0005")), 1);
    }

    #[test]
    fn r12_9_units_that_enter_may_go_on_and_count_as_entered() {
        let mut table = column("", "");
        table.does("move p1, hex 0005, hex 0105, hex 0205, stop");
        assert_eq!(table.at("p1"), "0205");
        table.logs("p1 enters in 0005 [12.9]");
    }

    #[test]
    fn r12_9_by_two_entry_hexes_there_are_two_columns() {
        let mut table = position(
            "map 14x9
            entry E prussian 0005 0007
            prussian infantry p1 5/3 enters 1 by E
            prussian infantry p2 5/3 enters 1 by E
            prussian infantry p3 5/3 enters 1 by E",
        )
        .moves("prussian");
        table.does("move p1, hex 0005, hex 0105, stop, move p2, hex 0007");
        assert_eq!(spent(&table), 2, "nobody is before it there");
        table.does("hex 0107, stop, move p3, hex 0007");
        assert_eq!(spent(&table), 4);
    }
}
