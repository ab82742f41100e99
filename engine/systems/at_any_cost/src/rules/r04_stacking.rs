//! 4.0: stacking at the end of a move (4.1), and the Front Line and the Second Line unit of a hex (4.3).

use crate::AtAnyCost;
use crate::state::{At, MovingPiece, UnitIx};
use battlewright_core::game::Side;
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::inline_list::InlineList;

impl AtAnyCost {
    /// The combat units of `side` in `hex`: the Front Line unit first (4.3), then the others in the scenario's order.
    pub(crate) fn friends_in(&self, side: Side, hex: HexIx) -> InlineList<UnitIx, 4> {
        let mut units: InlineList<UnitIx, 4> =
            self.ground.units(hex).filter(|unit| self.unit_side(*unit) == side).collect();
        if units.len() > 1 {
            units.sort_unstable_by_key(|unit| (self.unit(*unit).second_line, *unit));
        }
        units
    }

    /// Returns `true` if an enemy combat unit of `side` is in `hex`.
    pub(crate) fn enemy_in(&self, side: Side, hex: HexIx) -> bool {
        self.ground.units(hex).any(|unit| self.unit_side(unit) != side)
    }

    /// Returns `true` if a combat unit other than `piece` is in `hex`.
    pub(crate) fn shares(&self, piece: MovingPiece, hex: HexIx) -> bool {
        self.ground.units(hex).any(|unit| piece != MovingPiece::Unit(unit))
    }

    /// The Front Line unit of `hex`. If charging cavalry shares the hex, it is that of the side that was charged.
    pub(crate) fn front_in(&self, hex: HexIx) -> Option<UnitIx> {
        self.holder_of(hex).and_then(|side| self.front_of(side, hex))
    }

    /// The Second Line unit of `hex`, of the same side as the Front Line unit.
    pub(crate) fn second_in(&self, hex: HexIx) -> Option<UnitIx> {
        self.holder_of(hex).and_then(|side| self.second_of(side, hex))
    }

    /// The Front Line unit of `side` in `hex`.
    pub(crate) fn front_of(&self, side: Side, hex: HexIx) -> Option<UnitIx> {
        self.friends_in(side, hex).first().copied()
    }

    /// The Second Line unit of `side` in `hex`.
    pub(crate) fn second_of(&self, side: Side, hex: HexIx) -> Option<UnitIx> {
        self.friends_in(side, hex).get(1).copied()
    }

    /// The side whose units hold `hex`; the side that was charged, if charging cavalry shares it.
    fn holder_of(&self, hex: HexIx) -> Option<Side> {
        let first = self.ground.units(hex).next().map(|unit| self.unit_side(unit))?;
        if !self.enemy_in(first, hex) {
            return Some(first);
        }
        let charges = |side: Side| {
            let target_is_here = |target: UnitIx| self.hex_of(target) == Some(hex);
            self.friends_in(side, hex).iter().any(|unit| self.unit(*unit).done.charge.is_some_and(target_is_here))
        };
        match Side::BOTH.map(charges) {
            [true, false] => Some(Side::Second),
            [false, true] => Some(Side::First),
            // In a countercharge both have charged, and the active side attacks (12.8).
            _ => Some(self.activation().map_or(first, |activation| activation.side.other())),
        }
    }

    /// Returns `true` if charging cavalry shares the hex of `unit`, until they have fought (12.7).
    pub(crate) fn is_charged(&self, unit: UnitIx) -> bool {
        self.hex_of(unit).is_some_and(|hex| self.enemy_in(self.unit_side(unit), hex))
    }

    /// Returns `true` if `unit` may share its hex with one other unit: artillery, its sections, and infantry detachments.
    fn may_stack(&self, unit: UnitIx) -> bool {
        self.is_artillery(unit) || (self.is_infantry(unit) && self.board.unit(unit).breakdown)
    }

    /// Returns `true` if `piece` may stay in `hex` at the end of a move: an HQ with any friends, but not with an enemy HQ, a
    /// unit alone or with one other, of which one is artillery or an infantry detachment.
    pub(crate) fn may_stay(&self, piece: MovingPiece, hex: HexIx) -> bool {
        if self.enemy_in(self.side_of(piece), hex) {
            return false;
        }
        let MovingPiece::Unit(unit) = piece else { return !self.enemy_hq_in(self.side_of(piece), hex) };
        let mut others = self.ground.units(hex).filter(|other| *other != unit);
        match (others.next(), others.next()) {
            (None, _) => true,
            (Some(other), None) => self.may_stack(unit) || self.may_stack(other),
            (Some(_), Some(_)) => false,
        }
    }

    /// Returns `true` if these units, of one side, could stay in a hex together.
    pub(crate) fn is_stack(&self, units: &[UnitIx]) -> bool {
        match units {
            [] | [_] => true,
            [one, other] => self.may_stack(*one) || self.may_stack(*other),
            _ => false,
        }
    }

    /// Sees to it that each side has one Front Line unit in `hex`, after a unit came or left. The one that there was
    /// stays it (ruling r36).
    pub(crate) fn settle_lines(&mut self, hex: HexIx) {
        for side in Side::BOTH {
            for (place, unit) in self.friends_in(side, hex).into_iter().enumerate() {
                self.unit_mut(unit).second_line = place > 0;
            }
        }
    }

    /// Puts `piece` in `hex`, where a unit joins its friends in the Second Line, and nothing else.
    pub(crate) fn join_stack(&mut self, piece: MovingPiece, hex: HexIx) {
        let from = self.hex_of_piece(piece);
        self.set_at(piece, At::Hex(hex));
        if let MovingPiece::Unit(unit) = piece
            && from != Some(hex)
        {
            self.unit_mut(unit).second_line = true;
            self.settle_lines(hex);
            if let Some(from) = from {
                self.settle_lines(from);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::MovingPiece;
    use crate::tests::testing::{FRENCH, PRUSSIAN, Table, position};

    /// The Movement Step of a corps whose units are in the hexes 0404 and 0405, besides these.
    fn stack(lines: &str) -> Table {
        position(&format!("corps ii french at 0101 rating 9 9\n{lines}")).moves("ii")
    }

    /// The ids of the units of 0404, the Front Line unit first.
    fn lines(table: &Table) -> Vec<String> {
        let units = table.game.friends_in(FRENCH, table.hex("0404"));
        units.iter().map(|unit| table.game.board.unit(*unit).id.clone()).collect()
    }

    #[test]
    fn r4_1_two_brigades_do_not_stay_in_a_hex() {
        for pair in ["infantry infantry", "infantry cavalry", "cavalry cavalry"] {
            let (one, other) = pair.split_once(' ').unwrap();
            let mut table = stack(&format!("french {one} f1 5/3 at 0405 of ii\nfrench {other} f2 5/3 at 0404 of ii"));
            table.does("move f1, hex 0404");
            table.refuses("stop", "4.1");
            table.does("hex 0403, stop");
            assert_eq!(table.at("f1"), "0403");
        }
    }

    #[test]
    fn r4_1_artillery_or_a_detachment_stays_with_any_one_other_unit() {
        for (one, other) in [
            ("field f1 5/3", "infantry f2 5/3"),
            ("infantry f1 5/3", "heavy f2 5/3"),
            ("horse f1 5/3", "cavalry f2 5/3"),
            ("field f1 5/3", "field f2 5/3"),
        ] {
            let mut table = stack(&format!("french {one} at 0405 of ii\nfrench {other} at 0404 of ii"));
            table.does("move f1, hex 0404, stop");
            assert_eq!(lines(&table), ["f2", "f1"], "{one}");
        }
        // A detachment, and no third unit.
        let table = stack(
            "french infantry f1 5/3 at 0405 of ii
            french infantry d1 3/2 breakdown of ii
            french field f3 5/3 at 0404 of ii",
        );
        let game = &table.game;
        let [f1, d1, f3] = ["f1", "d1", "f3"].map(|id| table.unit(id));
        assert!(game.is_stack(&[f1, d1]) && game.is_stack(&[d1, f3]) && !game.is_stack(&[f1, d1, f3]));
        assert!(game.may_stay(table.piece("d1"), table.hex("0405")));
    }

    #[test]
    fn r4_1_there_are_no_three_units_in_a_hex() {
        let mut table = stack(
            "french field f1 5/3 at 0405 of ii
            french field f2 5/3 at 0404 of ii
            french infantry f3 5/3 at 0404 of ii",
        );
        table.does("move f1, hex 0404");
        table.refuses("stop", "4.1");
    }

    #[test]
    fn r4_1_a_headquarters_an_infantry_brigade_and_division_artillery_are_a_stack() {
        let mut table = position(
            "corps ii french at 0405 rating 9 9
            french infantry f1 5/3 at 0404 of ii
            french field f2 7/4 mitrailleuse 4/2 divisional at 0404 of ii",
        )
        .moves("ii");
        table.does("move ii-hq, hex 0404, stop");
        assert_eq!([table.at("ii-hq"), table.at("f1"), table.at("f2")], ["0404"; 3]);
    }

    #[test]
    fn r4_1_headquarters_stack_freely_with_friends_and_not_with_an_enemy_headquarters() {
        let mut table = position(
            "corps ii french at 0405 rating 9 9
            corps iii french at 0404 rating 9 9
            corps x prussian at 0504 rating 9 9
            french infantry f1 5/3 at 0404 of iii
            prussian infantry p1 8/4 at 0808 of x",
        )
        .orders("ii", "attack");
        table.does("move ii-hq");
        table.refuses("hex 0504", "12.1");
        assert!(!table.game.may_stay(table.piece("ii-hq"), table.hex("0504")));
        table.does("hex 0404, stop");
        assert_eq!(["ii-hq", "iii-hq", "f1", "x-hq"].map(|id| table.at(id)), ["0404", "0404", "0404", "0504"]);
    }

    #[test]
    fn r4_1_no_unit_goes_where_it_could_only_end_with_a_friend() {
        let mut table = stack(
            "french infantry f1 5/3 at 0405 of ii move 1
            french infantry f2 5/3 at 0404 of ii",
        );
        table.does("move f1");
        table.refuses("hex 0404", "4.1");
        table.allows("hex 0304");
    }

    #[test]
    fn r4_1_a_unit_that_is_halted_with_a_friend_goes_back_to_the_last_legal_hex() {
        let mut table = stack(
            "french infantry f1 5/3 at 0406 of ii
            french infantry f2 5/3 at 0404 of ii",
        );
        table.does("move f1, hex 0405, hex 0404");
        let f1 = table.unit("f1");
        table.run(|game, _| game.unit_mut(f1).done.hit = true);
        assert_eq!(table.at("f1"), "0405");
        table.refuses("move f1", "12.1");
        assert_eq!(lines(&table), ["f2"]);
    }

    #[test]
    fn r4_1_a_reinforcement_that_is_halted_with_a_friend_leaves_the_map_again() {
        let mut table = stack(
            "entry E french 0007
            french infantry f1 5/3 enters 1 by E of ii
            french infantry f2 5/3 at 0007 of ii",
        );
        table.does("move f1, hex 0007");
        let f1 = table.unit("f1");
        table.run(|game, _| game.unit_mut(f1).done.hit = true);
        assert_eq!((table.at("f1").as_str(), table.at("f2").as_str()), ("due 2", "0007"));
        assert_eq!(table.game.unit(f1).entered, 0);
    }

    #[test]
    fn r4_3_who_joins_a_stack_is_its_second_line_and_who_stays_alone_its_front_line() {
        let mut table = stack(
            "french infantry f1 5/3 at 0404 of ii
            french field f2 5/3 at 0405 of ii",
        );
        let is_second = |table: &Table, id: &str| table.game.unit(table.unit(id)).second_line;
        table.does("move f2, hex 0404, stop");
        assert_eq!([is_second(&table, "f1"), is_second(&table, "f2")], [false, true]);
        table.does("move f1, hex 0403, stop");
        assert!(!is_second(&table, "f2"));
        let hex = table.hex("0404");
        assert_eq!((table.game.front_in(hex), table.game.second_in(hex)), (Some(table.unit("f2")), None));
    }

    #[test]
    fn r4_3_the_lines_are_those_of_the_side_that_was_charged() {
        let mut table = position(
            "prussian infantry p1 8/4 at 0404
            prussian field p2 6/3 at 0404 second
            french cavalry f1 2/1 at 0101",
        )
        .table();
        let (f1, p1, hex) = (table.unit("f1"), table.unit("p1"), table.hex("0404"));
        table.game.join_stack(MovingPiece::Unit(f1), hex);
        table.game.unit_mut(f1).done.charge = Some(p1);
        let game = &table.game;
        assert_eq!((game.front_in(hex), game.second_in(hex)), (Some(p1), Some(table.unit("p2"))));
        assert_eq!((game.front_of(FRENCH, hex), game.front_of(PRUSSIAN, hex)), (Some(f1), Some(p1)));
        assert!(game.is_charged(p1) && game.is_charged(table.unit("p2")));
        assert!(!game.may_stay(MovingPiece::Unit(f1), hex));
    }
}
