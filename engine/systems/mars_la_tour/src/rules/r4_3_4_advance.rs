//! 4.0 3.4 Advance After Attack: an attacker must enter the vacated hex of its enemy, unless an EZOC holds it.

use crate::MarsLaTour;
use crate::event::Event;
use crate::state::Fight;
use battlewright_core::game::Log;

impl MarsLaTour {
    /// Advances the attacker if the defender's hex was vacated and neither the ZOC of another enemy unit nor the mitrailleuse
    /// marker in its hex holds it (5.3).
    pub(crate) fn advance(&mut self, fight: &Fight, log: &mut impl Log<Event>) {
        let Some(hex) = self.hex_of(fight.attacker) else { return };
        if self.board.map.distance(hex, fight.ground) != 1 || self.unit_in(fight.ground).is_some() {
            return;
        }
        if self.in_ezoc(self.side_of(fight.attacker), hex) {
            log.push(Event::NoAdvance(fight.attacker));
        } else {
            log.push(Event::Advanced(fight.attacker, fight.ground));
            self.put(fight.attacker, fight.ground, log);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::testing::{Table, position};

    const DUEL: &str = "
        map 12x9
        german infantry g1 er 2 at 0505 battle
        french infantry f1 er 0 at 0605 battle";

    fn attack(text: &str, dice: [u16; 2]) -> Table {
        let mut table = position(text).attacks();
        table.does("attack g1 f1").rolls(&dice);
        table
    }

    #[test]
    fn r4_3_4_the_attacker_must_enter_the_hex_that_the_defender_left() {
        let mut retreated = attack(DUEL, [1, 1]);
        retreated.does("step 0705, step 0805, step 0905");
        assert_eq!(retreated.at("g1"), "0605");
        retreated.logs("g1 advances to 0605 [4.0 3.4]");
        let blown = attack(DUEL, [3, 1]);
        assert_eq!([blown.at("g1"), blown.at("f1")], ["0605", "blown 3"]);
        let eliminated = attack(DUEL, [6, 1]);
        assert_eq!([eliminated.at("g1"), eliminated.at("f1")], ["0605", "eliminated"]);
    }

    #[test]
    fn r4_3_4_after_a_stalemate_nobody_moves() {
        let table = attack(DUEL, [1, 2]);
        assert_eq!([table.at("g1"), table.at("f1")], ["0505", "0605"]);
    }

    #[test]
    fn r4_3_4_a_defender_never_advances() {
        let table = attack(DUEL, [1, 6]);
        assert_eq!([table.at("g1"), table.at("f1")], ["blown 3", "0605"]);
        let mut table = attack(DUEL, [1, 3]);
        table.does("step 0405, step 0305, step 0205");
        assert_eq!(table.at("f1"), "0605");
    }

    #[test]
    fn r4_3_4_ruling_18_the_zoc_of_another_enemy_holds_the_attacker() {
        let table = attack(&format!("{DUEL}\n french infantry f2 er 0 at 0506 battle"), [3, 1]);
        assert_eq!([table.at("g1"), table.at("f1")], ["0505", "blown 3"]);
        table.logs("g1 is held by an EZOC and does not advance [4.0 3.4]");
    }

    #[test]
    fn r4_3_4_an_advance_may_end_in_an_ezoc_and_turns_whom_it_meets() {
        let mut table = position(&format!("{DUEL}\n french infantry f2 er 0 at 0705 march")).attacks();
        table.does("attack g1 f1").rolls(&[3, 1]);
        assert_eq!([table.at("g1"), table.at("f1")], ["0605", "blown 3"]);
        assert_eq!(table.face("f2"), "battle");
        table.does("pass").rolls(&[1]);
        table.allows("attack g1 f2");
    }

    #[test]
    fn r4_3_4_an_advance_takes_a_victory_hex() {
        let table = attack(&format!("{DUEL}\n hold 0605 for french, french first"), [3, 1]);
        assert_eq!(table.points(), [0, 0]);
        let table = attack(&format!("{DUEL}\n hold 0605 for french, french first"), [1, 6]);
        assert_eq!(table.points(), [0, 1]);
    }
}
