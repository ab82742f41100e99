//! 4.0 2d Reinforcements: they enter before other units move, those with the lowest ER first; enemies in an entry hex make way.

use battlewright_schema::mars_la_tour::EntryCleared;

use crate::action::Refusal;
use crate::board::Start;
use crate::event::Event;
use crate::rules::passing::Next;
use crate::state::{AfterRetreat, At, Command, Motion, RetreatsFrom, Step, UnitIx};
use crate::{MarsLaTour, motion};
use battlewright_core::game::{Log, Side};
use battlewright_core::kit::hex_map::HexIx;

impl MarsLaTour {
    /// Returns the entry hexes of `unit`; empty for units that start on the map.
    pub(crate) fn entry_hexes(&self, unit: UnitIx) -> &[HexIx] {
        match self.board.unit(unit).start {
            Start::Enters { entry, .. } => self.board.entries.get(entry).map_or(&[], |entry| &entry.hexes),
            Start::At(_) => &[],
        }
    }

    /// Returns `true` if `unit` is due to enter on this turn or since an earlier one.
    pub(crate) fn is_due_to_enter(&self, unit: UnitIx) -> bool {
        let due = matches!(self.board.unit(unit).start, Start::Enters { turn, .. } if turn <= self.state.turn);
        due && self.unit(unit).at == At::Waiting
    }

    /// Returns `true` if `unit` is due and an entry hex is open to it.
    fn can_enter(&self, unit: UnitIx) -> bool {
        self.is_due_to_enter(unit) && self.can_go_on(&entry(unit))
    }

    /// Returns `true` if `side` has a reinforcement that can enter now.
    pub(crate) fn can_bring_reinforcements(&self, side: Side) -> bool {
        self.board.units_of(side).any(|unit| self.can_enter(unit))
    }

    /// Checks whether `side` may bring `unit` on now.
    pub(crate) fn may_enter(&self, side: Side, unit: UnitIx) -> Result<(), Refusal> {
        if self.side_of(unit) != side {
            return Err(Refusal::NotYours(unit));
        }
        if !self.is_due_to_enter(unit) {
            return Err(Refusal::NotReinforcement(unit));
        }
        if !self.can_enter(unit) {
            return Err(Refusal::EntryBlocked(unit));
        }
        let er = self.board.unit(unit).er;
        match self.board.units_of(side).find(|other| self.board.unit(*other).er < er && self.can_enter(*other)) {
            Some(lower) => Err(Refusal::LowerErFirst(unit, lower)),
            None => Ok(()),
        }
    }

    /// Begins the move by which `unit` enters.
    pub(crate) fn start_entry(&mut self, unit: UnitIx) {
        self.state.step = Step::Moving(entry(unit));
    }

    /// Retreats enemies in entry hexes of units that are due, one after the other, as after a lost attack; then the phase
    /// continues with `next`.
    pub(crate) fn clear_entries(&mut self, next: Next, log: &mut impl Log<Event>) {
        while let Some((enemy, hex)) = self.enemy_in_an_entry() {
            self.unit_mut(enemy).gave_way = true;
            log.push(Event::PushedAside(enemy, hex));
            if self.retreats(enemy, RetreatsFrom::Hex(hex), AfterRetreat::Moves(next), log) {
                return;
            }
        }
        self.continue_moves(next, log);
    }

    /// Returns an enemy in an entry hex of a unit that is due. An enemy already driven from one entry to another stays there
    /// until a unit enters, so that it is not driven back and forth.
    fn enemy_in_an_entry(&self) -> Option<(UnitIx, HexIx)> {
        if self.board.rules.entry_cleared == EntryCleared::OnEntry {
            return None;
        }
        let due = Side::BOTH.into_iter().flat_map(|side| self.board.units_of(side));
        due.filter(|unit| self.is_due_to_enter(*unit)).find_map(|unit| {
            let side = self.side_of(unit);
            self.entry_hexes(unit).iter().find_map(|hex| {
                let here = self.ground.unit_besides(*hex, None)?;
                (self.side_of(here) != side && !self.unit(here).gave_way).then_some((here, *hex))
            })
        })
    }

    /// Retreats an enemy in the entry hex `hex` as after a lost attack, before the unit of `motion` enters.
    pub(crate) fn push_aside(&mut self, motion: Motion, hex: HexIx, log: &mut impl Log<Event>) {
        match self.unit_in(hex) {
            Some(enemy) if self.side_of(enemy) != self.side_of(motion.unit) => {
                log.push(Event::PushedAside(enemy, hex));
                self.begin_retreat(enemy, RetreatsFrom::Hex(hex), AfterRetreat::Enter(motion, hex), log);
            }
            _ => self.enter_hex(motion, hex, log),
        }
    }

    /// Moves the unit of `motion` onto the map in `hex`.
    pub(crate) fn enter_hex(&mut self, motion: Motion, hex: HexIx, log: &mut impl Log<Event>) {
        let Ok(next) = self.next_motion(&motion, hex) else { return };
        log.push(Event::Entered(motion.unit, hex));
        self.arrive(next, hex, log);
    }
}

/// Creates a move that enters the map. It is not limited by the HQ's range.
fn entry(unit: UnitIx) -> Motion {
    motion(unit, None, Command::Free)
}

#[cfg(test)]
mod tests {
    use battlewright_schema::mars_la_tour::EntryCleared;

    use crate::tests::testing::{Table, position};

    /// Two Germans are due at C, the one with the lower ER listed last; one is on the map.
    const DUE: &str = "
        map 12x7
        entry C german 0104
        entry D german 0107
        german infantry g1 er 2 enters 1 by C
        german infantry g2 er 1 enters 1 by C
        german infantry g3 er 3 at 0401
        french infantry f1 er 1 at 1204";

    #[test]
    fn r4_2d_a_reinforcement_enters_by_its_entry_and_pays_for_the_first_hex() {
        let mut table = position(DUE).moves();
        table.does("enter g2");
        table.refuses("step 0107", "4.0 2d"); // another entry
        table.refuses("stop", "4.0 2d");
        table.refuses("exit", "4.0 2d");
        assert_eq!(table.choices("step"), ["0104"]);
        table.does("step 0104, step 0204, step 0304, step 0404");
        assert_eq!(table.prompt(), "French: move a unit or pass", "4 hexes with the first: one move");
        table.logs("g2 enters in 0104 [4.0 2d]");
        assert_eq!(table.face("g2"), "march");
    }

    #[test]
    fn r4_2d_ruling_12_lower_er_enters_first() {
        let mut table = position(DUE).moves();
        table.refuses("enter g1", "4.0 2d");
        table.does("enter g2, step 0104, step 0105, stop, move f1, stop");
        table.does("enter g1, step 0104, stop");
        assert_eq!([table.at("g2"), table.at("g1")], ["0105", "0104"]);
    }

    #[test]
    fn r4_2d_ruling_12_among_equals_the_owner_chooses() {
        let table = position(&DUE.replace("er 2", "er 1")).moves();
        assert_eq!(table.choices("enter"), ["g1", "g2"]);
    }

    #[test]
    fn r4_2d_ruling_12_lower_er_that_cannot_enter_does_not_hold_up_the_others() {
        // A friend that cannot be passed blocks C; D is open.
        let mut table = position(
            "
            map 12x7
            only 0104 0107 0207 0206 1204
            entry C german 0104
            entry D german 0107
            german infantry g1 er 1 enters 1 by C
            german infantry g2 er 2 enters 1 by D
            german infantry g3 er 3 at 0104
            french infantry f1 er 1 at 1204",
        )
        .moves();
        table.refuses("enter g1", "4.0 2d");
        table.does("enter g2, step 0107, step 0207, stop");
        assert_eq!(table.at("g1"), "waiting");
        assert_eq!(table.prompt(), "French: move a unit or pass");
    }

    #[test]
    fn r4_2d_ruling_12_reinforcements_enter_before_anything_else_moves() {
        let mut table = position(DUE).moves();
        assert_eq!(table.prompt(), "Germans: bring on a reinforcement");
        table.refuses("move g3", "4.0 2d");
        table.does("enter g2, step 0104, step 0105, stop, move f1, stop");
        table.refuses("move g3", "4.0 2d");
        table.does("enter g1, step 0104, stop, move f1, stop");
        table.allows("move g3");
    }

    #[test]
    fn r4_2d_nobody_passes_while_a_reinforcement_can_enter() {
        let mut table = position(DUE).moves();
        table.refuses("pass", "4.0 2d");
        table.does("enter g2, step 0104, step 0105, stop, move f1, stop");
        table.refuses("pass", "4.0 2d");
        table.does("enter g1, step 0104, stop, move f1, stop");
        table.allows("pass");
    }

    #[test]
    fn r4_2d_a_unit_enters_in_its_turn_and_not_before() {
        let early = position(&DUE.replace("enters 1", "enters 2")).moves();
        early.refuses("enter g2", "4.0 2d");
        early.allows("pass");
        let due = position(&format!("{DUE}\n turn 2 of 6")).moves();
        due.allows("enter g2"); // since turn 1
    }

    #[test]
    fn r4_2d_a_unit_of_the_map_is_no_reinforcement() {
        let table = position(DUE).moves();
        table.refuses("enter g3", "4.0 2d");
        table.refuses("enter f1", "3.6");
    }

    #[test]
    fn r4_2d_a_friend_in_the_entry_hex_is_passed_if_there_is_a_way_on() {
        let mut table = position(&DUE.replace("0401", "0104")).moves();
        table.does("enter g2, step 0104");
        table.refuses("stop", "4.0 2a");
        table.does("step 0204, stop");
        assert_eq!([table.at("g3"), table.at("g2")], ["0104", "0204"]);
    }

    /// The French hold entry C.
    const HELD: &str = "
        map 12x7
        entry C german 0104
        german infantry g1 er 1 enters 1 by C
        french infantry f1 er 1 at 0104
        french infantry f2 er 1 at 1204";

    /// The same with the ruling that the enemy makes way only for a unit that enters.
    fn held_until_entry(text: &str) -> Table {
        position(text).rules(|rules| rules.entry_cleared = Some(EntryCleared::OnEntry)).moves()
    }

    #[test]
    fn r4_2d_ruling_27_an_enemy_in_an_entry_hex_retreats_as_soon_as_a_unit_is_due_there() {
        let mut table = position(HELD).moves();
        table.logs("f1 must give way in 0104 [4.0 2d]");
        assert_eq!(table.prompt(), "French: where does f1 retreat?");
        table.does("step 0204, step 0304, step 0404");
        assert_eq!(table.prompt(), "Germans: bring on a reinforcement");
        // With the other ruling the enemy stays until then.
        let mut table = held_until_entry(HELD);
        assert_eq!(table.prompt(), "Germans: bring on a reinforcement");
        table.does("enter g1, step 0104");
        table.logs("f1 must give way in 0104 [4.0 2d]");
        // No unit is due on turn 1.
        let table = position(&HELD.replace("enters 1", "enters 2")).moves();
        assert_eq!(table.at("f1"), "0104");
    }

    #[test]
    fn r4_2d_ruling_27_so_does_one_that_comes_there_while_a_unit_waits() {
        // g2 enters after g1, and f2 moves to its entry in between.
        let text = "
            map 12x7
            entry C german 0104
            entry D german 0107
            german infantry g1 er 1 enters 1 by C
            german infantry g2 er 2 enters 1 by D
            french infantry f1 er 1 at 1204
            french infantry f2 er 1 at 0207 battle";
        let mut table = position(text).moves();
        table.does("enter g1, step 0104, stop");
        assert_eq!(table.prompt(), "French: move a unit or pass");
        table.does("move f2, step 0107");
        table.logs("f2 must give way in 0107 [4.0 2d]");
        assert_eq!(table.prompt(), "French: where does f2 retreat?");
    }

    #[test]
    fn r4_2d_ruling_27_an_enemy_is_not_driven_to_and_fro_between_entries() {
        // Three hexes away, without another way out.
        let mut table = position(
            "
            map 12x7
            only 0104 0204 0304 0404 1204
            entry C german 0104
            entry D german 0404
            german infantry g1 er 1 enters 1 by C
            german infantry g2 er 1 enters 1 by D
            french infantry f1 er 1 at 0104
            french infantry f2 er 1 at 1204",
        )
        .moves();
        table.does("step 0204, step 0304, step 0404");
        assert_eq!((table.at("f1").as_str(), table.prompt().as_str()), ("0404", "Germans: bring on a reinforcement"));
        table.does("enter g2, step 0404");
        table.logs("f1 must give way in 0404 [4.0 2d]");
    }

    #[test]
    fn r4_2d_ruling_12_an_enemy_in_the_entry_hex_retreats_as_if_it_had_lost() {
        let mut table = held_until_entry(HELD);
        table.does("enter g1, step 0104");
        table.logs("f1 must give way in 0104 [4.0 2d]");
        assert_eq!(table.prompt(), "French: where does f1 retreat?");
        assert_eq!(table.choices("step"), ["0103", "0105", "0203", "0204"]);
        table.does("step 0204, step 0304");
        table.refuses("stop", "4.0 3.3");
        table.does("step 0404");
        assert_eq!([table.at("f1"), table.at("g1")], ["0404", "0104"]);
        assert_eq!(table.prompt(), "Germans: move g1", "three hexes off, f1 does not stop it");
    }

    #[test]
    fn r4_2d_ruling_12_an_enemy_that_cannot_retreat_is_blown_and_in_the_last_turns_eliminated() {
        let shut = "
            map 12x7
            only 0104 0204 0304 1204
            entry C german 0104
            german infantry g1 er 1 enters 1 by C
            french infantry f1 er 1 at 0104
            french infantry f2 er 1 at 1204";
        let mut table = position(shut).moves();
        assert_eq!(table.at("f1"), "blown 3");
        table.does("enter g1, step 0104");
        assert_eq!(table.at("g1"), "0104");
        let mut table = held_until_entry(shut);
        table.does("enter g1, step 0104");
        assert_eq!([table.at("f1"), table.at("g1")], ["blown 3", "0104"]);
        let mut table = position(&format!("{shut}\n turn 5 of 6")).moves();
        table.does("enter g1, step 0104");
        assert_eq!([table.at("f1"), table.at("g1")], ["eliminated", "0104"]);
    }

    #[test]
    fn r4_2d_ruling_12_with_every_hex_blocked_the_unit_waits_and_others_move() {
        let blocked = "
            map 12x7
            only 0104 1204 1203 1202 1201
            entry C german 0104
            german infantry g1 er 1 enters 1 by C
            german infantry g2 er 2 at 0104
            german infantry g3 er 2 at 1201
            french infantry f1 er 1 at 1204";
        let mut table = position(blocked).moves();
        table.refuses("enter g1", "4.0 2d");
        table.allows("pass");
        table.does("move g3, stop, pass");
        assert_eq!(table.at("g1"), "waiting");
    }

    #[test]
    fn r4_2d_with_a_friend_and_an_enemy_in_the_entry_the_enemy_gives_way() {
        let mut table = held_until_entry(
            "
            map 12x7
            entry C german 0104 0105
            german infantry g1 er 1 enters 1 by C
            german infantry g2 er 1 at 0105 battle
            french infantry f1 er 1 at 0104 battle",
        );
        table.does("enter g1");
        // At 0105 the unit would have to stop in a friend's hex, next to f1.
        assert_eq!(table.choices("step"), ["0104"]);
        table.does("step 0104, step 0203, step 0303, step 0402");
        assert_eq!(table.at("g1"), "0104");
    }

    #[test]
    fn r4_2d_a_reinforcement_that_enters_an_ezoi_stops_and_turns_to_battle_formation() {
        let mut table = position(
            "
            map 12x7
            entry C german 0104
            german infantry g1 er 1 enters 1 by C
            french infantry f1 er 1 at 0304",
        )
        .moves();
        table.does("enter g1, step 0104");
        assert_eq!((table.face("g1"), table.prompt().as_str()), ("battle", "French: move a unit or pass"));
    }
}
