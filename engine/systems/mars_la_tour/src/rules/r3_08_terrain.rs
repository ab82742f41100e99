//! 3.8 Open and Defensible Terrain.

use crate::MarsLaTour;
use battlewright_core::kit::hex_map::HexIx;

impl MarsLaTour {
    /// Returns `true` if `hex` is defensible terrain; every other hex is open.
    #[inline]
    pub(crate) fn is_defensible(&self, hex: HexIx) -> bool {
        self.board.defensible.get(hex.index()).copied().unwrap_or(false)
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::testing::position;

    #[test]
    fn r3_8_hexes_are_open_unless_their_terrain_is_defensible() {
        let table = position("map 3x3\n woods 0202").start();
        assert!(table.game.is_defensible(table.hex("0202")));
        assert!(!table.game.is_defensible(table.hex("0101")));
    }

    #[test]
    fn r3_8_defensible_terrain_adds_2_to_the_defenders_die() {
        let woods = "
            map 9x7
            woods 0404 0504
            german infantry g1 er 0 at 0404 battle
            french infantry f1 er 0 at 0504 battle";
        let mut table = position(woods).attacks();
        table.does("attack g1 f1").rolls(&[3, 1]);
        table.logs("Attacker 3 + 0 = 3, defender 1 + 2 = 3 [4.0 3.1]"); // the attacker's woods are worth nothing
        let mut table = position(&woods.replace("woods 0404 0504", "woods 0404")).attacks();
        table.does("attack g1 f1").rolls(&[2, 1]);
        table.logs("Attacker 2 + 0 = 2, defender 1 + 1 = 2 [4.0 3.1]"); // open: Chassepots only
    }
}
