//! 7.1, 7.4 The units that take part in a combat, and the points of both sides.

use crate::Matz;
use crate::rules::r07_combat::Combat;
use crate::state::{Party, UnitIx};
use battlewright_core::kit::hex_map::HexIx;

impl Matz {
    /// The combat value of `unit` in contact with the enemy. Headquarters and artillery have none in an attack (1.4, 8.3).
    pub(crate) fn combat_value(&self, unit: UnitIx, attacking: bool) -> u8 {
        let facts = self.board.unit(unit);
        if attacking && !facts.arm.fights() {
            return 0;
        }
        self.value_by_rows(unit, attacking, self.printed_value(unit, self.unit(unit).lost))
    }

    /// The combat value of `unit` that stands on its counter, or in the rules, after the loss of so many steps.
    pub(crate) fn printed_value(&self, unit: UnitIx, lost: u8) -> u8 {
        let facts = self.board.unit(unit);
        if !facts.arm.fights() && !facts.is_hq() {
            return self.board.rules.contact_defense;
        }
        facts.combat.get(usize::from(lost)).copied().unwrap_or_default()
    }

    /// The units in `hex` that defend it. Those that have retreated there in this phase do not (7.1, 7.6).
    pub(crate) fn defenders_in(&self, hex: HexIx) -> impl Iterator<Item = UnitIx> + use<'_> {
        let defends = |unit: &UnitIx| {
            let state = self.unit(*unit);
            self.unit_side(*unit) != self.state.active && !state.was_attacked && !state.retreated
        };
        self.ground.units(hex).filter(defends)
    }

    /// The units of the attacker or of the defender that are in contact: the attackers, or those that defend the hexes (7.2).
    pub(crate) fn in_contact(&self, combat: &Combat, attacking: bool) -> Party {
        if attacking {
            combat.attackers.clone()
        } else {
            combat.targets.iter().flat_map(|hex| self.defenders_in(*hex)).collect()
        }
    }

    /// The units of the attacker or of the defender that take part: those in contact, and those that support them.
    pub(crate) fn participants(&self, combat: &Combat, attacking: bool) -> Party {
        let mut units = self.in_contact(combat, attacking);
        units.extend_from_slice(&combat.support[usize::from(!attacking)]);
        units
    }

    /// The points of a unit in contact: its combat value, less if it is out of command (10.2).
    pub(crate) fn contact_points(&self, unit: UnitIx, attacking: bool) -> u8 {
        self.combat_value(unit, attacking).saturating_sub(self.points_off(unit))
    }

    /// The points that `unit` takes off its side: some if it is out of command (10.2).
    pub(crate) fn points_off(&self, unit: UnitIx) -> u8 {
        if self.unit(unit).out_of_command { self.board.rules.out_of_command_value } else { 0 }
    }

    /// The points of the attacker or of the defender: each unit's own, less a point if it is out of command (7.4, 10.2).
    pub(crate) fn combat_points(&self, combat: &Combat, attacking: bool) -> u16 {
        let contact = self.in_contact(combat, attacking).into_iter().map(|unit| self.contact_points(unit, attacking));
        let support = combat.support[usize::from(!attacking)].iter().map(|unit| self.support_value(*unit));
        contact.chain(support).map(u16::from).fold(0, u16::saturating_add)
    }
}

#[cfg(test)]
mod tests {
    use crate::event::Phase;
    use crate::rules::r07_combat::tests::planned;
    use crate::tests::testing::{GERMAN, position};

    #[test]
    fn r7_1_all_units_of_a_hex_defend_and_the_attackers_add_up() {
        let table = position(
            "german infantry g1 4/2 at 0405
            german infantry g2 3/1 lost 1 at 0405
            corps x french at 0404
            french infantry f1 5/3 at 0404
            french infantry f2 4/2 lost 1 at 0404",
        )
        .at(GERMAN, Phase::Combat);
        let combat = planned(&table, "0404", "g1 g2");
        assert_eq!(table.game.combat_points(&combat, true), 4 + 1);
        assert_eq!(table.game.combat_points(&combat, false), 5 + 2 + 1, "with the headquarters");
    }

    #[test]
    fn r8_3_artillery_in_contact_defends_with_a_value_of_its_own() {
        let battle = "german infantry g1 4/2 at 0405\nfrench artillery f1 3-4 5 at 0404";
        let table = position(battle).at(GERMAN, Phase::Combat);
        assert_eq!(table.game.combat_points(&planned(&table, "0404", "g1"), false), 1);
        let strong = position(battle).with(|scenario| scenario.rules.contact_defense = Some(2));
        let table = strong.at(GERMAN, Phase::Combat);
        assert_eq!(table.game.combat_points(&planned(&table, "0404", "g1"), false), 2);
        let gun = table.unit("f1");
        assert_eq!(table.game.combat_value(gun, true), 0, "artillery does not attack");
    }

    #[test]
    fn r1_4_the_value_of_a_headquarters_counts_in_defense_only() {
        let table =
            position("corps x french at 0404 combat 2\ngerman infantry g1 4/2 at 0405").at(GERMAN, Phase::Combat);
        let hq = table.unit("x-hq");
        assert_eq!((table.game.combat_value(hq, false), table.game.combat_value(hq, true)), (2, 0));
    }

    #[test]
    fn r10_2_a_unit_out_of_command_takes_a_point_off_its_side() {
        let table = position(
            "german infantry g1 4/2 out at 0405
            german infantry g2 4/2 out at 0405
            french infantry f1 5/3 out at 0404
            french artillery f2 3-4 5 out at 0404",
        )
        .with(|scenario| scenario.rules.regain_command = Some(false))
        .at(GERMAN, Phase::Combat);
        let combat = planned(&table, "0404", "g1 g2");
        assert_eq!(table.game.combat_points(&combat, true), 3 + 3);
        assert_eq!(table.game.combat_points(&combat, false), 4, "artillery in contact has no point left");
    }

    #[test]
    fn r7_1_a_unit_that_retreated_into_the_hex_does_not_defend_it() {
        let mut table = position(
            "german infantry g1 4/2 at 0405
            french infantry f1 5/3 at 0404
            french infantry f2 4/2 at 0404",
        )
        .at(GERMAN, Phase::Combat);
        let unit = table.unit("f2");
        table.game.unit_mut(unit).retreated = true;
        assert_eq!(table.game.combat_points(&planned(&table, "0404", "g1"), false), 5);
    }
}
