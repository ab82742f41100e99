//! 11.6 Bombardment and ground support: an air unit attacks one hex of the mega-hex in which it is.

use crate::Matz;
use crate::state::{At, Mission, UnitIx};
use battlewright_core::game::Side;
use battlewright_core::kit::hex_map::HexIx;

impl Matz {
    /// Returns `true` if a fighter of the enemy of `side` is in the mega-hex of `hex` (8.4).
    pub(crate) fn has_enemy_fighter(&self, side: Side, hex: HexIx) -> bool {
        let Some(here) = self.board.mega.of(hex) else { return false };
        let is_here = |at| match at {
            At::Patrol(mega) | At::Mission { mega, .. } => mega == here,
            _ => false,
        };
        self.aircraft_at(side.other(), is_here).any(|unit| self.is_fighter(unit))
    }

    /// Returns `true` if the air unit may still attack `hex` on `mission`: it is in its mega-hex and has not attacked. Escorts
    /// that have not fought may give ground support.
    pub(crate) fn may_attack_from_air(&self, unit: UnitIx, mission: Mission, hex: HexIx) -> bool {
        let state = self.unit(unit);
        let At::Mission { mission: own, mega } = state.at else { return false };
        let is_free = own == mission || (own == Mission::Escort && mission == Mission::Support && !state.intercepted);
        let can_attack = self.board.unit(unit).bombardment > 0;
        is_free && can_attack && !state.fired && self.board.mega.of(hex) == Some(mega)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Phase;
    use crate::rules::r07_combat::CombatTask;
    use crate::rules::r11_air::AirTask;
    use crate::tests::testing::{FRENCH, GERMAN, Table, position};
    use battlewright_core::game::Game as _;

    fn table(units: &str) -> Table {
        position(&format!("mega 0404\n{units}")).doing(GERMAN, Phase::Air, AirTask::Patrols(FRENCH))
    }

    fn may(table: &Table, unit: &str, mission: Mission, hex: &str) -> bool {
        table.game.may_attack_from_air(table.unit(unit), mission, table.hex(hex))
    }

    #[test]
    fn r11_6_an_air_unit_attacks_in_its_own_mega_hex_on_its_mission() {
        let table = table(
            "german bomber b1 2-3 mission bombing 0404\ngerman bomber b2 2-3 mission support 0404
            german bomber b3 2-3 drawn",
        );
        assert!(may(&table, "b1", Mission::Bombing, "0503") && may(&table, "b2", Mission::Support, "0503"));
        assert!(!may(&table, "b1", Mission::Bombing, "0606") && !may(&table, "b1", Mission::Support, "0503"));
        assert!(!may(&table, "b2", Mission::Bombing, "0503") && !may(&table, "b3", Mission::Bombing, "0503"));
    }

    #[test]
    fn r11_6_an_air_unit_attacks_once() {
        let table = table("german bomber b1 2-3 mission bombing 0404 fired");
        assert!(!may(&table, "b1", Mission::Bombing, "0404"));
    }

    #[test]
    fn r11_6_escorts_that_have_not_fought_may_give_ground_support() {
        let mut table = position(
            "mega 0404\ngerman fighter e1 4 drawn\ngerman fighter e2 3 drawn\ngerman fighter s1 2 drawn\nfrench fighter f1 2 patrol 0606",
        )
        .doing(GERMAN, Phase::Air, AirTask::Phase);
        table.does("launch e1 escort, launch e2 escort, launch s1 support, begin, mega 0202, engage f1, engage e1");
        table.rolls(&[6, 4]);
        let supports = |unit| may(&table, unit, Mission::Support, "0202");
        assert_eq!(["e1", "e2", "s1"].map(supports), [false, true, true]);
    }

    #[test]
    fn r8_4_an_enemy_fighter_in_the_mega_hex_is_above_its_guns() {
        let table = table(
            "german fighter g1 4 mission escort 0404\ngerman bomber g2 2-3 mission bombing 0606
            french fighter f1 4 patrol 0202\nfrench fighter f2 4",
        );
        let above = |side, hex| table.game.has_enemy_fighter(side, table.hex(hex));
        assert!(above(FRENCH, "0503") && !above(GERMAN, "0503"));
        assert!(!above(FRENCH, "0606"), "bombers do not count");
        assert!(above(GERMAN, "0102") && !above(FRENCH, "0102"));
    }

    #[test]
    fn r11_6_air_units_that_support_an_attack_show_their_mission_when_support_is_announced() {
        let mut table = position(
            "mega 0404\ngerman infantry g1 4/2 at 0405\nfrench infantry f1 4/2 at 0404
            german bomber b1 2-3 mission support 0404\ngerman bomber b2 2-2 mission support 0404",
        )
        .doing(GERMAN, Phase::Combat, CombatTask::Phase);
        let known = |table: &Table| {
            ["b1", "b2"].map(|unit| match table.game.seen_by(FRENCH).unit(table.unit(unit)).at {
                At::Mission { mission, .. } => Some(mission),
                _ => None,
            })
        };
        table.does("target 0404, join g1, begin, support b1");
        assert_eq!(known(&table), [Some(Mission::Secret); 2]);
        table.does("pass");
        assert_eq!(known(&table), [Some(Mission::Support), Some(Mission::Secret)]);
        assert_eq!(["b1", "b2"].map(|unit| table.marks(unit)), ["fired", ""]);
    }
}
