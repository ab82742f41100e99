//! 7.1 Stacking: one combat unit to a hex at the end of a move; HQs stack freely. 7.2: units have no zones of control.

use crate::PositionMagnifique;
use crate::state::{MovingPiece, UnitIx};
use battlewright_core::game::Side;
use battlewright_core::kit::hex_map::HexIx;

impl PositionMagnifique {
    /// Returns a combat unit in `hex`, if any.
    pub(crate) fn combat_unit_in(&self, hex: HexIx) -> Option<UnitIx> {
        self.ground.units(hex).next()
    }

    /// Returns a combat unit of `side` in `hex`, if any.
    pub(crate) fn friend_in(&self, side: Side, hex: HexIx) -> Option<UnitIx> {
        self.ground.units(hex).find(|unit| self.unit_side(*unit) == side)
    }

    /// Returns `true` if a combat unit other than `piece` is in `hex`.
    pub(crate) fn shares(&self, piece: MovingPiece, hex: HexIx) -> bool {
        self.ground.units(hex).any(|unit| piece != MovingPiece::Unit(unit))
    }

    /// Returns `true` if a friendly combat unit other than `piece` is in `hex`, so that the piece goes around it (12.8).
    pub(crate) fn is_friend_in_way(&self, piece: MovingPiece, hex: HexIx) -> bool {
        let side = self.side_of(piece);
        self.ground.units(hex).any(|unit| piece != MovingPiece::Unit(unit) && self.unit_side(unit) == side)
    }

    /// Returns `true` if `piece` could not stay in `hex`: it is a combat unit, and another is there.
    pub(crate) fn is_stacked(&self, piece: MovingPiece, hex: HexIx) -> bool {
        matches!(piece, MovingPiece::Unit(_)) && self.shares(piece, hex)
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::testing::position;

    #[test]
    fn r7_1_one_combat_unit_a_hex_at_the_end_of_a_move() {
        let mut table = position(
            "map 9x9
            french infantry f1 4/2 at 0405
            french infantry f2 4/2 at 0404",
        )
        .moves("french");
        table.does("move f1, hex 0404");
        table.refuses("stop", "7.1");
        table.does("hex 0403, stop");
        assert_eq!(table.at("f1"), "0403");
    }

    #[test]
    fn r7_1_no_unit_goes_where_it_could_only_end_with_a_friend() {
        let mut table = position(
            "map 9x9
            french infantry f1 4/2 at 0405 move 1
            french infantry f2 4/2 at 0404",
        )
        .moves("french");
        table.does("move f1");
        table.refuses("hex 0404", "7.1");
    }

    #[test]
    fn r7_1_headquarters_stack_freely() {
        let mut table = position(
            "map 9x9
            corps ii french at 0101 range 2 4
            corps iii french at 0101 range 2 4
            french infantry f1 4/2 at 0102 of ii",
        )
        .moves("ii");
        assert_eq!(table.at("ii-hq"), table.at("iii-hq"));
        table.does("move ii-hq, hex 0102, stop");
        assert_eq!(table.at("ii-hq"), "0102");
        assert_eq!(table.at("f1"), "0102");
    }

    #[test]
    fn r7_1_a_unit_does_not_enter_the_hex_of_an_enemy_unit() {
        let mut table = position(
            "map 9x9
            french infantry f1 4/2 at 0405
            prussian cavalry p1 2/1 at 0404",
        )
        .moves("french");
        table.does("move f1");
        table.refuses("hex 0404", "7.1");
    }

    #[test]
    fn r7_1_a_unit_that_interdiction_halts_with_a_friend_goes_back() {
        let mut table = position(
            "map 9x9
            holds prussian krupp-guns
            french infantry f1 4/2 at 0405
            french infantry f2 4/2 at 0404
            prussian field p1 9/5 at 0401",
        )
        .moves("french");
        table.does("move f1, hex 0404, chit-0 fire p1 f1").rolls(&[6, 5]);
        table.logs("f1 goes back to 0405 [7.1]");
        assert_eq!(table.at("f1"), "0405");
        assert_eq!(table.marks("f1"), "reduced");
        table.refuses("move f1", "12.1");
    }

    #[test]
    fn r7_1_a_reinforcement_that_interdiction_halts_with_a_friend_leaves_the_map_again() {
        let mut table = position(
            "map 9x9
            holds prussian krupp-guns
            entry E french 0007
            french infantry f1 4/2 enters 1 by E
            french infantry f2 4/2 at 0007
            prussian field p1 9/5 at 0003",
        )
        .moves("french");
        table.does("move f1, hex 0007, chit-0 fire p1 f1").rolls(&[6, 5]);
        assert_eq!(table.at("f1"), "due 2");
        table.logs("f1 is turned back, and enters in the next turn [7.1]");
        table.logs_nothing_with("delayed");
        assert_eq!(table.at("f2"), "0007");
    }

    #[test]
    fn r7_2_units_go_past_the_enemy_as_they_like() {
        let mut table = position(
            "map 9x9
            french infantry f1 4/2 at 0405
            prussian cavalry p1 2/1 at 0404",
        )
        .moves("french");
        table.does("move f1, hex 0304, hex 0303, hex 0302, stop");
        assert_eq!(table.at("f1"), "0302");
        table.logs_nothing_with("fires");
    }
}
