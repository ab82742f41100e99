//! 4.0 3e and 4.0 3.2: the dice roll (3.7), and the result for the loser in the Attack Table.

use battlewright_schema::mars_la_tour::AttackResult;

use crate::MarsLaTour;
use crate::event::Event;
use crate::state::{AfterRetreat, Fight, RetreatsFrom, UnitIx};
use battlewright_core::game::Log;

impl MarsLaTour {
    /// Returns the loser of `fight` with these dice (attacker's first), and the result; `None` for a stalemate.
    pub(crate) fn verdict(&self, fight: &Fight, dice: [u16; 2]) -> Option<(UnitIx, AttackResult)> {
        let modifiers = self.totals(fight);
        let [attack, defense] = [0, 1].map(|i: usize| i32::from(dice[i]) + modifiers[i]);
        self.verdict_of(fight, attack - defense)
    }

    /// Returns the same for the lead of the attacker's total over the defender's.
    pub(crate) fn verdict_of(&self, fight: &Fight, lead: i32) -> Option<(UnitIx, AttackResult)> {
        let loser = match lead.signum() {
            1 => fight.defender,
            -1 => fight.attacker,
            _ => return None,
        };
        match self.board.result_of(lead) {
            AttackResult::Stalemate => None,
            result => Some((loser, result)),
        }
    }

    /// Resolves the attack with these dice, attacker's first.
    pub(crate) fn resolve_attack(&mut self, fight: Fight, dice: [u16; 2], log: &mut impl Log<Event>) {
        log.push(Event::Dice { dice, modifiers: self.totals(&fight) });
        let Some((loser, result)) = self.verdict(&fight, dice) else {
            log.push(Event::Stalemate);
            self.conclude(fight, log);
            return;
        };
        let winner = if loser == fight.attacker { fight.defender } else { fight.attacker };
        match result {
            AttackResult::Retreat if self.least_for_charger(&fight, loser).is_none() => {
                let Some(hex) = self.hex_of(winner) else { return };
                self.begin_retreat(loser, RetreatsFrom::Hex(hex), AfterRetreat::Conclude(fight), log);
                return;
            }
            AttackResult::Blown => self.blow(loser, log),
            AttackResult::Eliminated => self.eliminate(loser, log),
            AttackResult::Retreat | AttackResult::Stalemate => {}
        }
        self.conclude(fight, log);
    }

    /// Concludes the fight: the attacker advances, or its charge is spent.
    pub(crate) fn conclude(&mut self, fight: Fight, log: &mut impl Log<Event>) {
        let side = self.side_of(fight.attacker);
        if fight.deathride {
            self.spend_charger(&fight, log);
        } else {
            self.advance(&fight, log);
        }
        self.end_attack(side, log);
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::mars_la_tour::{AttackRow, AttackTable, TableChanges};

    use super::AttackResult;
    use crate::tests::testing::{Table, position};

    /// In the woods f1 adds 2, and g1 has 2 stars: the dice alone decide.
    const EVEN: &str = "
        map 12x9
        woods 0605
        german infantry g1 er 2 at 0505 battle
        french infantry f1 er 0 at 0605 battle";

    fn attack(turn: u8, dice: [u16; 2]) -> Table {
        let mut table = position(&format!("{EVEN}\n turn {turn} of 6")).attacks();
        table.does("attack g1 f1").rolls(&dice);
        table
    }

    #[test]
    fn r4_3_2_a_tie_is_a_stalemate() {
        for die in 1..=6 {
            let table = attack(1, [die, die]);
            table.logs("Stalemate [4.0 3.2]");
            assert_eq!([table.at("g1"), table.at("f1")], ["0505", "0605"]);
        }
    }

    #[test]
    fn r4_3_2_a_difference_of_1_or_2_is_a_retreat() {
        for dice in [[2, 1], [3, 1]] {
            assert_eq!(attack(1, dice).prompt(), "French: where does f1 retreat?", "{dice:?}");
        }
        for dice in [[1, 2], [1, 3]] {
            assert_eq!(attack(1, dice).prompt(), "Germans: where does g1 retreat?", "{dice:?}");
        }
    }

    #[test]
    fn r4_3_2_a_difference_of_3_or_4_is_blown_and_eliminated_on_turns_5_and_6() {
        for dice in [[4, 1], [5, 1]] {
            assert_eq!(attack(4, dice).at("f1"), "blown 6", "{dice:?}");
            assert_eq!(attack(5, dice).at("f1"), "eliminated", "{dice:?}");
            assert_eq!(attack(6, dice).at("f1"), "eliminated", "{dice:?}");
        }
        for dice in [[1, 4], [1, 5]] {
            assert_eq!(attack(4, dice).at("g1"), "blown 6", "{dice:?}");
            assert_eq!(attack(5, dice).at("g1"), "eliminated", "{dice:?}");
        }
    }

    #[test]
    fn r4_3_2_a_difference_of_5_or_more_is_eliminated() {
        assert_eq!(attack(1, [6, 1]).at("f1"), "eliminated");
        assert_eq!(attack(1, [1, 6]).at("g1"), "eliminated");
        let mut table = position(&EVEN.replace("er 2", "er 6")).attacks();
        table.does("attack g1 f1").rolls(&[6, 1]);
        assert_eq!(table.at("f1"), "eliminated", "by 9");
    }

    #[test]
    fn r4_3_2_a_retreat_that_cannot_be_done_is_blown() {
        let mut table = position(
            "
            map 12x9
            only 0505 0605 0705
            woods 0605
            german infantry g1 er 2 at 0505 battle
            french infantry f1 er 0 at 0605 battle",
        )
        .attacks();
        table.does("attack g1 f1").rolls(&[2, 1]);
        assert_eq!(table.at("f1"), "blown 3");
        table.logs("f1 cannot retreat [4.0 3.3]");
    }

    #[test]
    fn r4_3_2_the_attack_table_is_the_rulesets() {
        let mut table = position(EVEN)
            .rules(|rules| {
                let row = AttackRow { from: 1, to: None, result: AttackResult::Eliminated };
                let attack = Some(AttackTable(vec![row]));
                rules.tables = Some(TableChanges { attack, ..TableChanges::default() });
            })
            .attacks();
        table.does("attack g1 f1").rolls(&[2, 1]);
        assert_eq!(table.at("f1"), "eliminated");
    }

    #[test]
    fn r4_3e_each_side_rolls_a_die_and_adds_its_modifiers_and_only_the_loser_suffers() {
        let table = attack(1, [6, 2]);
        table.logs("Attacker 6 + 2 = 8, defender 2 + 2 = 4 [4.0 3.1]");
        assert_eq!([table.at("g1"), table.at("f1")], ["0605", "blown 3"]);
        let table = attack(1, [2, 6]);
        assert_eq!([table.at("g1"), table.at("f1")], ["blown 3", "0605"]);
    }
}
