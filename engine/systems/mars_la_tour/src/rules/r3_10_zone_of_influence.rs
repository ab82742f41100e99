//! 3.10 Zone of Influence: all hexes within two hexes of a unit.

use crate::MarsLaTour;
use battlewright_core::game::Side;
use battlewright_core::kit::hex_map::HexIx;

impl MarsLaTour {
    /// Returns `true` if `hex` is in an EZOI for `side`. The mitrailleuse marker has none (5.3).
    #[inline]
    pub(crate) fn in_ezoi(&self, side: Side, hex: HexIx) -> bool {
        self.ground.has_zoi(side.other(), hex)
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::testing::{FRENCH, GERMAN, position};

    #[test]
    fn r3_10_a_unit_influences_all_hexes_within_two() {
        let table = position("map 9x9\n french infantry f1 er 1 at 0505").moves();
        let game = &table.game;
        let influenced = |side| game.board.map.all().filter(|hex| game.in_ezoi(side, *hex)).count();
        assert_eq!(influenced(GERMAN), 1 + 6 + 12);
        assert_eq!(influenced(FRENCH), 0);
        assert!(game.in_ezoi(GERMAN, table.hex("0705")));
        assert!(!game.in_ezoi(GERMAN, table.hex("0805")));
    }

    #[test]
    fn r3_10_a_unit_that_comes_within_two_hexes_of_the_enemy_ceases_to_move_in_battle_formation() {
        let mut table = position(
            "
            map 9x7
            german cavalry g1 er 1 at 0104
            french infantry f1 er 1 at 0604",
        )
        .moves();
        table.does("move g1, step 0204, step 0304, step 0404");
        assert_eq!((table.face("g1"), table.prompt().as_str()), ("battle", "French: move a unit or pass"));
    }
}
