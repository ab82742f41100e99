//! 7.6b Divisional coordination: the units of more than one division attack together with a malus.

use battlewright_schema::matz::Kind;

use crate::Matz;
use crate::board::Arm;
use crate::rules::r07_combat::Combat;
use crate::state::UnitIx;

impl Matz {
    /// Returns `true` if units of more than one division attack. Tanks serve with any division (6.1), and aircraft with all.
    /// Rulings decide about artillery (m12).
    pub(crate) fn mixes_divisions(&self, combat: &Combat) -> bool {
        let [support, _] = &combat.support;
        let units = || combat.attackers.iter().chain(support).copied();
        let mut divisions = units().filter_map(|unit| self.division_that_counts(unit));
        let Some(first) = divisions.next() else { return false };
        divisions.any(|other| other != first) || units().any(|unit| self.counts_as_another_division(unit))
    }

    fn division_that_counts(&self, unit: UnitIx) -> Option<&str> {
        let (facts, rules) = (self.board.unit(unit), &self.board.rules);
        let counts = match facts.arm {
            Arm::Unit(Kind::Artillery) => rules.division_artillery_is_mixed,
            Arm::Unit(Kind::Tank) => false,
            _ => true,
        };
        facts.division.as_deref().filter(|_| counts)
    }

    /// Returns `true` for artillery of a corps or an army, if a ruling lets it count as another division.
    fn counts_as_another_division(&self, unit: UnitIx) -> bool {
        let facts = self.board.unit(unit);
        self.board.rules.corps_artillery_is_mixed && facts.is(Kind::Artillery) && facts.division.is_none()
    }
}

#[cfg(test)]
mod tests {
    use crate::event::Phase;
    use crate::rules::r07_combat::tests::planned_with;
    use crate::tests::testing::{GERMAN, Position, position};

    const BATTLE: &str = "german infantry g1 4/2 division 4GD at 0405
        german infantry g2 4/2 division 4GD at 0405
        german infantry g3 4/2 division 11 at 0304
        german tank g4 2 division 11 at 0304
        german artillery g5 3-3 5 division 11 at 0407
        german artillery g6 5-4 8 at 0407
        french infantry f1 3/1 division 125 at 0404
        french infantry f2 3/1 division 126 at 0404";

    fn malus(position: &Position, attackers: &str, support: &str) -> i8 {
        let table = position.at(GERMAN, Phase::Combat);
        let combat = planned_with(&table, "0404", attackers, [support, ""]);
        let modifiers = table.game.calculation(&combat).modifiers;
        modifiers.iter().find(|(name, _)| *name == "mixed divisions").map_or(0, |(_, pips)| *pips)
    }

    #[test]
    fn r7_6b_units_of_more_than_one_division_attack_with_a_malus() {
        let battle = position(BATTLE);
        assert_eq!((malus(&battle, "g1 g2", ""), malus(&battle, "g1 g3", "")), (0, -2), "defenders may be mixed");
    }

    #[test]
    fn r6_1_tanks_serve_with_any_division() {
        assert_eq!(malus(&position(BATTLE), "g1 g2 g4", ""), 0);
    }

    #[test]
    fn r7_6b_artillery_of_a_division_counts_and_that_of_a_corps_does_not() {
        let battle = position(BATTLE);
        // Ruling m12: the guns of the 11th fire for the tanks of the 11th, and so the attack is mixed.
        assert_eq!((malus(&battle, "g1 g4", "g5"), malus(&battle, "g3", "g5")), (-2, 0));
        assert_eq!(malus(&battle, "g1", "g6"), 0);
        let battle = battle.with(|scenario| {
            scenario.rules.division_artillery_is_mixed = Some(false);
            scenario.rules.corps_artillery_is_mixed = Some(true);
        });
        assert_eq!((malus(&battle, "g1 g4", "g5"), malus(&battle, "g1", "g6")), (0, -2));
    }
}
