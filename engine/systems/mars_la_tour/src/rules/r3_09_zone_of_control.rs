//! 3.9 Zone of Control: the six hexes around a unit. The mitrailleuse marker exerts a ZOC in its own hex only (5.3).

use crate::event::Event;
use crate::state::{Formation, UnitIx};
use crate::{MarsLaTour, rulebook as rule};
use battlewright_core::game::{Log, Rule, Side};
use battlewright_core::kit::hex_map::HexIx;

impl MarsLaTour {
    /// Returns `true` if `hex` is in an EZOC for `side`.
    #[inline]
    pub(crate) fn in_ezoc(&self, side: Side, hex: HexIx) -> bool {
        self.has_enemy_marker(side, hex) || self.ground.has_zoc(side.other(), hex)
    }

    /// Returns `true` if the enemy's mitrailleuse marker makes `hex` an EZOC for `side` (5.3).
    #[inline]
    pub(crate) fn has_enemy_marker(&self, side: Side, hex: HexIx) -> bool {
        self.state.mitrailleuse[side.other().index()] == Some(hex)
    }

    /// Marks units in an EZOC as held for the rest of the Movement Phase and flips them to Battle Formation (4.0 2b).
    pub(crate) fn come_under_zocs(&mut self, log: &mut impl Log<Event>) {
        for unit in self.board.all_units() {
            self.come_under_zoc(unit, log);
        }
    }

    /// Does the same for the units in and around `hex` after an arrival there; no other unit can be affected.
    pub(crate) fn come_under_zocs_near(&mut self, hex: HexIx, log: &mut impl Log<Event>) {
        // At most seven hexes with two units each, in the scenario's order.
        let (mut near, mut count) = ([UnitIx(0); 14], 0);
        self.board.map.neighbors(hex).chain([hex]).for_each(|hex| {
            for unit in self.ground.units(hex) {
                near[count] = unit;
                count += 1;
            }
        });
        near[..count].sort_unstable();
        for unit in &near[..count] {
            self.come_under_zoc(*unit, log);
        }
    }

    fn come_under_zoc(&mut self, unit: UnitIx, log: &mut impl Log<Event>) {
        if self.hex_of(unit).is_some_and(|hex| self.in_ezoc(self.side_of(unit), hex)) {
            self.unit_mut(unit).held = true;
            self.take_battle_formation(unit, rule::ENTERING_EZOI, log);
        }
    }

    /// Flips `unit` to Battle Formation by `rule`, if it is not already.
    pub(crate) fn take_battle_formation(&mut self, unit: UnitIx, rule: Rule, log: &mut impl Log<Event>) {
        if self.unit(unit).formation == Formation::March {
            self.unit_mut(unit).formation = Formation::Battle;
            log.push(Event::Battle(unit, rule));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::testing::{FRENCH, GERMAN, position};

    #[test]
    fn r3_9_infantry_and_cavalry_have_a_zoc_in_the_six_hexes_around_them() {
        for kind in ["infantry", "cavalry"] {
            for face in ["march", "battle"] {
                let table = position(&format!("map 9x7\n french {kind} f1 er 1 at 0504 {face}")).moves();
                let game = &table.game;
                let mut zoc: Vec<String> = game
                    .board
                    .map
                    .all()
                    .filter(|hex| game.in_ezoc(GERMAN, *hex))
                    .map(|hex| game.board.map.name(hex).to_string())
                    .collect();
                zoc.sort_unstable();
                assert_eq!(zoc, ["0403", "0404", "0503", "0505", "0603", "0604"]);
                assert!(game.board.map.all().all(|hex| !game.in_ezoc(FRENCH, hex)), "to its own side it is no EZOC");
            }
        }
    }

    /// g1 and f1 start next to each other.
    const CONTACT: &str = "
        map 9x7
        german infantry g1 er 1 at 0404 battle
        german cavalry g2 er 1 at 0403 battle
        german infantry g3 er 1 at 0101 march
        french infantry f1 er 1 at 0504 battle";

    #[test]
    fn r3_9_a_unit_that_begins_the_movement_phase_in_an_ezoc_does_not_move() {
        let table = position(CONTACT).moves();
        table.refuses("move g1", "3.9"); // the Germans' further move is for those who moved in
        table.refuses("move g2", "3.9");
        table.allows("move g3");
        let table = position(CONTACT).moves_of_the_french();
        table.refuses("move f1", "3.9");
    }

    #[test]
    fn r3_9_a_unit_that_enters_an_ezoc_ends_its_move() {
        let mut table = position(&CONTACT.replace("0504 battle", "0704 march")).moves();
        // In March Formation, the EZOI already stops g1; in Battle Formation it has one hex.
        table.does("move g1, step 0504");
        assert_eq!(table.prompt(), "French: move a unit or pass");
    }

    #[test]
    fn r3_9_units_in_an_ezoc_are_in_battle_formation_from_the_start() {
        let table = position(&CONTACT.replace("0404 battle", "0404 march")).moves();
        assert_eq!(table.face("g1"), "battle");
    }
}
