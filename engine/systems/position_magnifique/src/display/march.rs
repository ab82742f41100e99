//! Marches: the duration of an unopposed march (12.2, 12.8).

use battlewright_schema::Cell;
use battlewright_schema::position_magnifique::Kind;

use crate::state::Motion;
use crate::{MovingPiece, PositionMagnifique, rulebook as rule};
use battlewright_core::game::Illegal;
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::march::{Pace, fastest};
use battlewright_core::show::March;

/// A march of a piece.
struct Alone<'a>(&'a PositionMagnifique, MovingPiece);

impl Pace for Alone<'_> {
    type Leg = Motion;

    fn fresh(&self, hex: HexIx) -> Motion {
        self.0.motion(self.1, Some(hex))
    }

    fn go(&self, leg: &Motion, hex: HexIx) -> Option<Motion> {
        let kind = match self.1 {
            MovingPiece::Hq(_) => Kind::Infantry,
            MovingPiece::Unit(unit) => self.0.board.unit(unit).kind,
        };
        let from = leg.hex?;
        let cost = self.0.step_by_rows(self.1, Some(from), hex, self.0.board.going(kind, from, hex));
        let spent = leg.spent.saturating_add(cost);
        // A piece may always move one hex (12.2).
        let may = leg.most_hexes.is_none_or(|most| leg.hexes < most)
            && (spent <= leg.allowance || (leg.hexes == 0 && leg.allowance > 0))
            && self.0.forbids_step(self.1, Some(from), hex).is_ok();
        let hexes = leg.hexes.saturating_add(1);
        let most_hexes = if self.0.must_stop(self.1, Some(from), hex) { Some(hexes) } else { leg.most_hexes };
        may.then(|| Motion { hex: Some(hex), spent: spent.min(leg.allowance), hexes, most_hexes, ..*leg })
    }

    fn spent(&self, leg: &Motion) -> (u8, u16) {
        (0, leg.spent)
    }
}

impl PositionMagnifique {
    /// Returns the march of the piece called `id` along `stops`.
    pub(crate) fn march_of(&self, id: &str, stops: &[Cell]) -> Option<Result<March, Illegal>> {
        let piece = self.find(id)?;
        let map = &self.board.map;
        let stops: Vec<HexIx> = stops.iter().map(|cell| map.at(*cell)).collect::<Option<_>>()?;
        let allowance = self.motion(piece, stops.first().copied()).allowance;
        Some(March::of(map, fastest(map, &Alone(self, piece), &stops), allowance, rule::TERRAIN))
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::Cell;

    use crate::tests::testing::position;
    use battlewright_core::show::{March, Show as _};

    const GROUND: &str = "
        map 12x9
        road 0408 0407 0406 0405 0404
        forest 0407 0507
        corps iii prussian at 0207 range 20 20
        prussian infantry p1 5/3 at 0408 of iii
        french infantry f1 4/2 at 0405";

    fn march(id: &str, stops: &[&str]) -> March {
        let table = position(GROUND).moves("iii");
        let cells: Vec<Cell> = stops.iter().map(|hex| table.game.board.map.cell(table.hex(hex))).collect();
        table.game.march(id, &cells).unwrap().unwrap()
    }

    #[test]
    fn roads_cost_half_a_point_and_forest_more() {
        let road = march("p1", &["0408", "0404"]);
        assert_eq!((road.turns(), road.spent), (1, 4), "an enemy in the road is left out of account");
        assert_eq!(road.way.len(), 5);
        let forest = march("p1", &["0508", "0507"]);
        assert!(forest.spent > 2, "{forest:?}");
        let far = march("p1", &["0408", "1104"]);
        assert!(far.turns() > 1 && far.spent <= far.allowance, "{far:?}");
        assert!(far.way.windows(2).all(|pair| pair[0].1 <= pair[1].1));
    }

    #[test]
    fn a_headquarters_marches_too() {
        let march = march("iii-hq", &["0207", "0203"]);
        assert_eq!(march.way.len(), 5);
    }
}
