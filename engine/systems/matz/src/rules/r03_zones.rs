//! 3.1 to 3.3 Zones of control: infantry and tanks exert one into the six hexes around them, except across rivers.

use crate::Matz;
use crate::state::UnitIx;
use battlewright_core::game::Side;
use battlewright_core::kit::hex_map::HexIx;

impl Matz {
    /// The units of the enemy of `side` whose zones of control reach `hex`, in the order of their hexes (3.1, 3.2).
    pub(crate) fn zoc_of_enemies(&self, side: Side, hex: HexIx) -> impl Iterator<Item = UnitIx> + use<'_> {
        let asked = self.asked();
        let reaches =
            move |unit: &UnitIx, near: HexIx| self.board.unit(*unit).side != side && asked.has_zone(*unit, near, hex);
        let units_in = move |near| self.ground.units(near).filter(move |unit| reaches(unit, near));
        self.board.zone_around(hex).flat_map(units_in)
    }

    /// Returns `true` if `hex` is in a zone of control of the enemy of `side` (3.1).
    #[inline]
    pub(crate) fn in_enemy_zoc(&self, side: Side, hex: HexIx) -> bool {
        self.ground.has_zone(side.other(), hex)
    }

    /// Returns `true` if `hex` is in a zone of control of the enemy of `side`, and no unit of `side` in it neutralizes the zone
    /// for retreats and lines of command (3.2).
    pub(crate) fn in_open_enemy_zoc(&self, side: Side, hex: HexIx) -> bool {
        !self.has_ground_unit(side, hex) && self.in_enemy_zoc(side, hex)
    }

    /// Returns `true` if a ground unit of `side` is in `hex`, headquarters included.
    #[inline]
    pub(crate) fn has_ground_unit(&self, side: Side, hex: HexIx) -> bool {
        self.ground.has_unit(side, hex)
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::testing::{FRENCH, GERMAN, position};

    #[test]
    fn r3_1_infantry_and_tanks_have_zones_of_control_and_others_do_not() {
        let table = position(
            "german infantry g1 4/2 at 0404
            german artillery g2 3-3 5 at 0707
            corps x german at 0802
            french tank f1 2 at 0108",
        )
        .start();
        let zoc = |side, hex| table.game.in_enemy_zoc(side, table.hex(hex));
        assert!(zoc(FRENCH, "0405") && zoc(FRENCH, "0504") && !zoc(FRENCH, "0406"));
        assert!(!zoc(FRENCH, "0708") && !zoc(FRENCH, "0803"));
        assert!(zoc(GERMAN, "0107") && !zoc(GERMAN, "0405"));
    }

    #[test]
    fn r3_2_a_zone_of_control_does_not_cross_a_river() {
        let table = position("river 0404/0405\nstream 0404/0403\ngerman infantry g1 4/2 at 0404").start();
        let zoc = |hex| table.game.in_enemy_zoc(FRENCH, table.hex(hex));
        assert!(!zoc("0405") && zoc("0403"));
    }

    #[test]
    fn r3_2_a_friend_in_the_hex_neutralizes_the_zone_for_retreats_and_lines_of_command() {
        let table = position("german infantry g1 4/2 at 0404\nfrench artillery f1 3-3 5 at 0405").start();
        let hex = table.hex("0405");
        assert!(table.game.in_enemy_zoc(FRENCH, hex) && !table.game.in_open_enemy_zoc(FRENCH, hex));
        assert!(table.game.in_open_enemy_zoc(FRENCH, table.hex("0403")));
    }
}
