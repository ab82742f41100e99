//! 8.4 Restrictions of artillery: whom the guns of an army, a corps or a division support, and enemy fighters above them.

use battlewright_schema::matz::{Echelon, Kind};

use crate::Matz;
use crate::state::{FormationIx, UnitIx};

impl Matz {
    /// Returns `true` if the artillery unit `gun` may support `unit`, wherever the two are. Artillery of a division supports
    /// this division only, artillery of a corps the corps and the formations that it is named for (14.0), and artillery of an
    /// army its whole side.
    pub(crate) fn may_fire_for(&self, gun: UnitIx, unit: UnitIx) -> bool {
        let (gun_facts, facts) = (self.board.unit(gun), self.board.unit(unit));
        if gun_facts.side != facts.side {
            return false;
        }
        if gun_facts.division.is_some() {
            return gun_facts.division == facts.division;
        }
        let (from, to) = (self.formation_of(gun), self.formation_of(unit));
        let is_army = self.board.formation(from).echelon == Echelon::Army;
        is_army || from == to || self.board.formation(to).supported_by.contains(&from)
    }

    /// Returns `true` if `unit` and one of `others` are artillery of two corps, which do not fire at the same hex.
    pub(crate) fn mixes_corps(&self, unit: UnitIx, others: &[UnitIx]) -> bool {
        let Some(corps) = self.corps_of_gun(unit) else { return false };
        others.iter().filter_map(|other| self.corps_of_gun(*other)).any(|other| other != corps)
    }

    /// The corps of an artillery unit; `None` for that of an army or of a division outside the corps, and for other units.
    pub(crate) fn corps_of_gun(&self, unit: UnitIx) -> Option<FormationIx> {
        let formation = self.formation_of(unit);
        let is_of_corps = self.board.formation(formation).echelon == Echelon::Corps;
        (is_of_corps && self.board.unit(unit).is(Kind::Artillery)).then_some(formation)
    }

    /// Returns `true` if an enemy fighter is in the mega-hex of one of these artillery units. Aircraft among them do not count.
    pub(crate) fn under_enemy_fighters(&self, units: &[UnitIx]) -> bool {
        let is_under =
            |unit: UnitIx| self.hex_of(unit).is_some_and(|hex| self.has_enemy_fighter(self.unit_side(unit), hex));
        units.iter().any(|unit| is_under(*unit))
    }

    /// The columns by which enemy fighters above the artillery of `support` harm the side that it supports (ruling m36).
    pub(crate) fn fighters_shift(&self, support: &[UnitIx]) -> i8 {
        let rules = &self.board.rules;
        if rules.fighters_shift_support && self.under_enemy_fighters(support) {
            rules.tables.combat_modifiers.enemy_fighters
        } else {
            0
        }
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::matz as file;

    use crate::rules::r08_2_support::tests::{combat, quiet};
    use crate::tests::testing::{Table, position};

    /// The units that may support the attack of these units on 0402.
    fn supports(table: &Table, attackers: &[&str]) -> Vec<String> {
        let units = table.game.attack_support(&combat(table, &["0402"], attackers));
        units.iter().map(|unit| table.game.board.unit(*unit).id.clone()).collect()
    }

    /// Two German corps, the first with two divisions, and their artillery: of each division, of each corps, and of an army.
    const CORPS: &str = "
        corps x german always
        corps y german always
        army third german always
        german infantry x1 4/2 at 0401 of x division 1
        german infantry x2 4/2 at 0401 of x division 2
        german infantry y3 4/2 at 0401 of y division 3
        german artillery gun1 3-3 5 at 0201 of x division 1
        german artillery gun2 3-3 5 at 0201 of x division 2
        german artillery gun3 3-3 5 at 0201 of y division 3
        german artillery gunx 3-3 5 at 0201 of x
        german artillery guny 3-3 5 at 0201 of y
        german artillery army 3-3 5 at 0201 of third
        german artillery heavy 3-3 5 at 0201 of third
        french infantry f1 4/2 at 0402";

    #[test]
    fn r8_4_artillery_supports_its_division_its_corps_or_its_army() {
        let table = quiet(&position(CORPS));
        assert_eq!(supports(&table, &["x1"]), ["gun1", "gunx", "army", "heavy"]);
        assert_eq!(supports(&table, &["x1", "x2"]), ["gun1", "gun2", "gunx", "army", "heavy"]);
        assert_eq!(supports(&table, &["y3"]), ["gun3", "guny", "army", "heavy"]);
    }

    #[test]
    fn r8_4_artillery_of_two_corps_does_not_support_the_same_attack_and_that_of_the_army_joins_all() {
        let table = quiet(&position(CORPS));
        let mut combat = combat(&table, &["0402"], &["x1", "y3"]);
        let offered = |combat: &_| -> Vec<String> {
            let units = table.game.attack_support(combat);
            units.iter().map(|unit| table.game.board.unit(*unit).id.clone()).collect()
        };
        assert_eq!(offered(&combat), ["gun1", "gun3", "gunx", "guny", "army", "heavy"]);
        combat.support[0].push(table.unit("army"));
        assert_eq!(offered(&combat), ["gun1", "gun3", "gunx", "guny", "heavy"]);
        combat.support[0].push(table.unit("guny"));
        assert_eq!(offered(&combat), ["gun3", "heavy"]);
    }

    #[test]
    fn r8_4_the_integrity_of_divisions_and_corps_binds_the_defense_as_well() {
        let table = quiet(&position(
            "corps x french always
            corps y french always
            army third french always
            german infantry g1 4/2 at 0401
            french infantry f1 4/2 at 0402 of x division 1
            french infantry f2 4/2 at 0402 of y division 2
            french artillery gun1 3-3 5 at 0407 of x division 1
            french artillery gun3 3-3 5 at 0407 of x division 3
            french artillery guny 3-3 5 at 0407 of y
            french artillery army 3-3 5 at 0407 of third",
        ));
        let mut combat = combat(&table, &["0402"], &["g1"]);
        combat.support[1].push(table.unit("gun1"));
        let units = table.game.defense_support(&combat);
        let units: Vec<&str> = units.iter().map(|unit| table.game.board.unit(*unit).id.as_str()).collect();
        assert_eq!(units, ["guny", "army"]);
    }

    #[test]
    fn r14_0_a_formation_is_supported_by_the_artillery_that_the_scenario_names() {
        // Ruling m33: the artillery of the corps, and not that of its divisions.
        let text = CORPS.replace("y german always", "y german always\nsupports y x");
        let table = quiet(&position(&text));
        assert_eq!(supports(&table, &["y3"]), ["gun3", "gunx", "guny", "army", "heavy"]);
        assert_eq!(supports(&table, &["x1"]), ["gun1", "gunx", "army", "heavy"]);
    }

    #[test]
    fn r6_1_tanks_of_an_army_are_supported_by_the_corps_to_which_they_are_attached() {
        let tanks = format!("{CORPS}\ngerman tank t1 4/3 at 0401 of third");
        assert_eq!(supports(&quiet(&position(&tanks)), &["t1"]), ["army", "heavy"]);
        let attached = quiet(&position(&format!("{tanks} attached y")));
        assert_eq!(supports(&attached, &["t1"]), ["guny", "army", "heavy"]);
    }
    #[test]
    fn r8_4_enemy_fighters_above_the_artillery_shift_the_odds_by_a_ruling() {
        // Ruling m36.
        for (ruling, shift) in [(true, -1), (false, 0)] {
            let text = "
                map 12x9
                mega 0404
                german infantry g1 4/2 at 0404
                german artillery g2 3-3 9 at 0403
                german artillery g3 3-3 9 at 1103
                german fighter g4 4 mission escort 0407
                french infantry f1 4/2 at 0405
                french artillery f2 3-3 9 at 0407
                french fighter f3 4 patrol 0404";
            let changed = |scenario: &mut file::Matz| scenario.rules.fighters_shift_support = Some(ruling);
            let table = quiet(&position(text).with(changed));
            let shifted = |units: &[&str]| {
                let units: Vec<_> = units.iter().map(|unit| table.unit(unit)).collect();
                table.game.fighters_shift(&units)
            };
            assert_eq!([shifted(&["g2"]), shifted(&["g3"]), shifted(&["g3", "g2"])], [shift, 0, shift]);
            assert_eq!([shifted(&["f2"]), shifted(&[])], [shift, 0]);
        }
    }
}
