//! Marches: the duration of an unopposed march under March orders (12.2, 12.10), by day.

use battlewright_schema::Cell;
use battlewright_schema::at_any_cost::Kind;

use crate::extra_hooks::PieceStep;
use crate::rules::r12_10_road_march::ROAD_MARCH;
use crate::{AtAnyCost, MovingPiece, rulebook as rule};
use battlewright_core::game::Illegal;
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::march::{Pace, fastest};
use battlewright_core::show::March;

/// A piece on its way, with the movement that it has in a turn, in half points.
struct Alone<'a> {
    game: &'a AtAnyCost,
    piece: MovingPiece,
    kind: Kind,
    allowance: u16,
}

/// The march of a piece within a turn.
#[derive(Clone, Copy)]
struct MarchStage {
    hex: HexIx,
    spent: u16,
    hexes: u8,
}

impl Pace for Alone<'_> {
    type Leg = MarchStage;

    fn fresh(&self, hex: HexIx) -> MarchStage {
        MarchStage { hex, spent: 0, hexes: 0 }
    }

    fn go(&self, leg: &MarchStage, hex: HexIx) -> Option<MarchStage> {
        let board = &self.game.board;
        let by_road = board.is_major_road(leg.hex, hex);
        let has_road = board.map.has_road(hex);
        let step = PieceStep { piece: self.piece, from: Some(leg.hex), to: hex, by_road: by_road || has_road };
        self.game.may_step_by_rows(&step).ok()?;
        let cost = if by_road { ROAD_MARCH } else { board.going(self.kind, leg.hex, hex) };
        let cost = self.game.step_cost_by_rows(&step, cost);
        let spent = leg.spent.saturating_add(cost);
        // A piece may always move one hex (12.2).
        let may = spent <= self.allowance || leg.hexes == 0;
        may.then_some(MarchStage { hex, spent: spent.min(self.allowance), hexes: leg.hexes.saturating_add(1) })
    }

    fn spent(&self, leg: &MarchStage) -> (u8, u16) {
        (0, leg.spent)
    }
}

impl AtAnyCost {
    /// The march of the piece called `id` by `stops`.
    pub(crate) fn march_of(&self, id: &str, stops: &[Cell]) -> Option<Result<March, Illegal>> {
        let piece = self.find(id)?;
        let (kind, points) = (self.arm_of(piece), self.movement_points(piece));
        let map = &self.board.map;
        let stops: Vec<HexIx> = stops.iter().map(|cell| map.at(*cell)).collect::<Option<_>>()?;
        if points == 0 {
            return Some(Err(Illegal::new(rule::TERRAIN, "it has no movement")));
        }
        // March orders give one point more (12.3).
        let pace = Alone { game: self, piece, kind, allowance: 2 * (points + 1) };
        Some(March::of(map, fastest(map, &pace, &stops), pace.allowance, rule::ROAD_MARCH))
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::Cell;

    use super::rule;
    use crate::tests::testing::position;
    use battlewright_core::show::{March, Show as _};

    const GROUND: &str = "
        map 12x9
        major 0408 0407 0406 0405 0404
        woods 0407 0507
        corps iii prussian at 0207 rating 9 9
        prussian infantry p1 8/4 at 0408 of iii
        french infantry f1 5/3 at 0405";

    fn march(id: &str, stops: &[&str]) -> March {
        let table = position(GROUND).table();
        let cells: Vec<Cell> = stops.iter().map(|hex| table.game.board.map.cell(table.hex(hex))).collect();
        table.game.march(id, &cells).unwrap().unwrap()
    }

    #[test]
    fn r12_10_a_march_along_a_major_road_costs_half_a_point_a_hex() {
        let road = march("p1", &["0408", "0404"]);
        assert_eq!((road.turns(), road.spent), (1, 4), "an enemy in the road is left out of account");
        assert_eq!((road.way.len(), road.allowance, road.rule), (5, 12, rule::ROAD_MARCH));
    }

    #[test]
    fn r12_2_a_march_off_the_roads_pays_for_the_terrain_and_takes_several_turns() {
        assert_eq!(march("p1", &["0508", "0507"]).spent, 4, "woods");
        let far = march("p1", &["0408", "1104"]);
        assert!(far.turns() > 1 && far.spent <= far.allowance, "{far:?}");
        assert!(far.way.windows(2).all(|pair| pair[0].1 <= pair[1].1));
    }

    #[test]
    fn r12_3_headquarters_march_as_infantry_and_nobody_marches_without_movement() {
        let march = march("iii-hq", &["0207", "0203"]);
        assert_eq!((march.way.len(), march.allowance), (5, 18));
        let table = position("french infantry f1 5/3 at 0404 move 0").table();
        let cells = ["0404", "0405"].map(|hex| table.game.board.map.cell(table.hex(hex)));
        let refused = table.game.march("f1", &cells).unwrap().unwrap_err();
        assert_eq!(refused.rule, rule::TERRAIN);
        assert_eq!(table.game.march("nobody", &cells), None);
    }
}
