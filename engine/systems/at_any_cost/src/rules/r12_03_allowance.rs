//! 12.3: the movement allowance of units and HQs, by order (7.2), command (7.4), fire (8.1) and events (6.3, 21.0).

use battlewright_schema::at_any_cost::{HqOrder, Kind};

use crate::AtAnyCost;
use crate::rules::r12_02_motion::Motion;
use crate::state::{ActivatedUnits, Activation, Bonus, CommandStatus, Fired, MovingPiece, UnitIx};
use battlewright_core::kit::hex_map::HexIx;

impl AtAnyCost {
    /// The arm by whose costs `piece` moves: HQs move as infantry (12.2).
    pub(crate) fn arm_of(&self, piece: MovingPiece) -> Kind {
        match piece {
            MovingPiece::Unit(unit) => self.board.unit(unit).kind,
            MovingPiece::Hq(_) => Kind::Infantry,
        }
    }

    /// Returns `true` if `activation` activates `piece`: units as it says, and the HQ with its formation.
    pub(crate) fn is_active_piece(&self, activation: &Activation, piece: MovingPiece) -> bool {
        match piece {
            MovingPiece::Unit(unit) => self.is_active(activation, unit),
            MovingPiece::Hq(formation) => activation.who == ActivatedUnits::Formation(formation),
        }
    }

    /// The order in force for `piece`; `None` if it is not active, or is Out of Command.
    fn order_of_piece(&self, piece: MovingPiece) -> Option<HqOrder> {
        match piece {
            MovingPiece::Unit(unit) => self.order_of(unit),
            MovingPiece::Hq(_) => {
                let activation = self.activation().filter(|activation| self.is_active_piece(activation, piece))?;
                activation.order
            }
        }
    }

    fn is_cautious(&self, piece: MovingPiece) -> bool {
        matches!(piece, MovingPiece::Unit(unit) if self.unit(unit).done.command == CommandStatus::Cautious)
    }

    /// Returns the movement points of `piece` as printed (12.2), or as rows have them.
    #[inline]
    pub(crate) fn movement_points(&self, piece: MovingPiece) -> u16 {
        let printed = match piece {
            MovingPiece::Unit(unit) => self.board.unit(unit).movement,
            MovingPiece::Hq(formation) => self.board.formation(formation).movement,
        };
        self.allowance_by_rows(piece, printed.into())
    }

    /// Returns the movement allowance of `piece` in half points: as printed, with its order (12.3), or half of it if the
    /// unit is Cautious (7.4); half again for horse artillery that has fired (8.1); 1 MP more by an enhanced chit (6.3); half
    /// in Deep Night (18.3).
    pub(crate) fn allowance(&self, piece: MovingPiece) -> u16 {
        let fired = match piece {
            MovingPiece::Unit(unit) => self.unit(unit).done.fired,
            MovingPiece::Hq(_) => Fired::No,
        };
        let mut points = self.movement_points(piece);
        match self.order_of_piece(piece) {
            Some(HqOrder::Defend) => points /= 2,
            Some(HqOrder::March) => points += 1,
            Some(HqOrder::Attack | HqOrder::Regroup) => {}
            None if self.is_cautious(piece) => points /= 2,
            None => {}
        }
        if fired == Fired::Half {
            points /= 2;
        }
        let activation = self.activation().filter(|activation| self.is_active_piece(activation, piece));
        if activation.is_some_and(|activation| activation.bonus == Some(Bonus::Movement)) {
            points += 1;
        }
        2 * self.night_allowance(points)
    }

    /// A move of `piece` that has not begun.
    pub(crate) fn motion(&self, piece: MovingPiece, hex: Option<HexIx>) -> Motion {
        let order = self.order_of_piece(piece);
        let activation = self.activation().filter(|activation| self.is_active_piece(activation, piece));
        let one_hex = order == Some(HqOrder::Regroup) || activation.is_some_and(|activation| activation.feu);
        let cautious_march = self.is_cautious(piece) && self.board.rules.cautious_road_march;
        Motion {
            piece,
            origin: self.at(piece),
            hex,
            spent: 0,
            allowance: self.allowance(piece),
            hexes: 0,
            most_hexes: self.most_hexes_by_rows(piece, one_hex.then_some(1)),
            may_engage: matches!(order, Some(HqOrder::Attack | HqOrder::Defend)),
            road_march: order == Some(HqOrder::March) || cautious_march,
            stacked: hex.is_some_and(|hex| self.shares(piece, hex)),
            saved: 0,
            last_legal: hex,
            charge: None,
        }
    }

    /// A move of `unit` by an event, within this allowance in half points; no order binds it.
    pub(crate) fn event_motion(&self, unit: UnitIx, allowance: u16) -> Motion {
        let motion = self.motion(MovingPiece::Unit(unit), self.hex_of(unit));
        let allowance = 2 * self.night_allowance(allowance / 2);
        let most_hexes = self.most_hexes_by_rows(motion.piece, None);
        Motion { allowance, most_hexes, may_engage: true, road_march: false, ..motion }
    }
}

#[cfg(test)]
mod tests {
    use super::Bonus;
    use crate::tests::testing::{Table, position};

    /// A corps under this order, with infantry of 5 points, horse artillery of 7, cavalry of 8 and an HQ of 8.
    fn corps(order: &str) -> Table {
        position(
            "corps ii french at 0101 rating 9 9
            french infantry f1 5/3 at 0202 of ii
            french horse f2 3/2 at 0303 of ii
            french cavalry f3 2/1 at 0404 of ii",
        )
        .orders("ii", order)
    }

    /// The allowances of these pieces in half points.
    fn allowances<const N: usize>(table: &Table, pieces: [&str; N]) -> [u16; N] {
        pieces.map(|piece| table.game.allowance(table.piece(piece)))
    }

    const ALL: [&str; 4] = ["f1", "f2", "f3", "ii-hq"];

    #[test]
    fn r12_3_attack_orders_give_the_full_allowance_and_march_orders_one_point_more() {
        assert_eq!(allowances(&corps("attack"), ALL), [10, 14, 16, 16]);
        assert_eq!(allowances(&corps("march"), ALL), [12, 16, 18, 18]);
    }

    #[test]
    fn r12_3_defend_orders_give_half_the_allowance_without_fractions() {
        assert_eq!(allowances(&corps("defend"), ALL), [4, 6, 8, 8]);
    }

    #[test]
    fn r12_3_regroup_orders_let_units_move_one_hex_whatever_it_costs() {
        let mut table = position(
            "corps ii french at 0101 rating 9 9
            woods 0404
            ravine 0404
            french heavy f1 4/2 at 0405 of ii move 1",
        )
        .orders("ii", "regroup");
        table.does("move f1, hex 0404");
        assert_eq!(table.at("f1"), "0404");
        table.does("move ii-hq, hex 0102");
        assert_eq!(table.at("ii-hq"), "0102");
        assert_eq!(table.choices("hex"), Vec::<String>::new(), "one hex only");
    }

    #[test]
    fn r7_4_cautious_units_have_half_of_the_printed_allowance_and_do_not_engage() {
        let mut table = position(
            "corps ii french at 0101 rating 1 1
            french infantry f1 5/3 at 0405 of ii
            prussian cavalry p1 3/2 at 0503
            prussian cavalry p2 3/2 at 0808",
        )
        .orders("ii", "march");
        table.rolls(&[5]);
        assert_eq!(allowances(&table, ["f1", "ii-hq"]), [4, 18]);
        table.does("move f1");
        table.refuses("hex 0404", "12.5");
        table.does("hex 0406, hex 0407");
        assert_eq!(table.at("f1"), "0407");
    }

    #[test]
    fn r7_4_units_that_hesitate_do_not_move() {
        let mut table = position(
            "corps ii french at 0101 rating 1 1
            french infantry f1 5/3 at 0405 of ii",
        )
        .orders("ii", "march");
        table.rolls(&[9]);
        table.refuses("move f1", "7.4");
        table.allows("move ii-hq");
    }

    #[test]
    fn r6_3_an_enhanced_chit_can_give_all_units_one_point_more() {
        let mut table = corps("attack");
        table.game.activation_mut().unwrap().bonus = Some(Bonus::Movement);
        assert_eq!(allowances(&table, ALL), [12, 16, 18, 18]);
        let mut table = corps("defend");
        table.game.activation_mut().unwrap().bonus = Some(Bonus::Movement);
        assert_eq!(allowances(&table, ["f1"]), [6], "half of 5, and 1");
    }

    #[test]
    fn r8_1_horse_artillery_that_fired_with_half_its_strength_moves_with_half_its_allowance() {
        let mut table = position(
            "french horse f1 3/2 at 0404
            prussian infantry p1 8/4 at 0407",
        )
        .fires("french");
        table.does("fire f1 p1 half").rolls(&[1, 2]);
        assert_eq!(allowances(&table, ["f1"]), [6]);
        table.allows("move f1");
    }

    #[test]
    fn r21_0_feu_de_bataillon_lets_units_move_one_hex() {
        let mut table = corps("defend");
        table.game.activation_mut().unwrap().feu = true;
        table.does("move f3, hex 0403");
        assert!(table.choices("hex").is_empty());
        assert_eq!(table.at("f3"), "0403");
    }

    #[test]
    fn r18_1_in_the_night_a_unit_goes_half_as_far_off_the_roads() {
        let cost = |clock: &str, road: &str| {
            let table = position(&format!(
                "clock {clock}
                corps ii french at 0101 rating 9 9
                french infantry f1 5/3 at 0405 of ii
                {road}"
            ))
            .orders("ii", "defend");
            let motion = table.game.motion(table.piece("f1"), Some(table.hex("0405")));
            table.game.step_cost(&motion, table.hex("0404"))
        };
        for clock in ["21:00", "22:00", "05:00"] {
            assert_eq!((cost(clock, ""), cost(clock, "road 0405 0404")), (4, 2), "{clock}");
        }
        assert_eq!((cost("12:00", ""), cost("12:00", "road 0405 0404")), (2, 2));
    }
}
