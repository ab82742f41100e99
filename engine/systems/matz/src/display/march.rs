//! Marches: the duration of an unopposed march by strategic movement in the Movement Phases (5.2, 5.3).

use battlewright_schema::Cell;

use crate::board::StepCost;
use crate::state::UnitIx;
use crate::{Matz, rulebook as rule};
use battlewright_core::game::Illegal;
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::march::{Pace, fastest};
use battlewright_core::show::March;

/// A piece on its way, with its allowance for a turn.
struct StrategicPace<'a> {
    game: &'a Matz,
    unit: UnitIx,
    allowance: u8,
}

/// The march of a piece within a turn.
#[derive(Clone, Copy)]
struct MarchLeg {
    hex: HexIx,
    spent: u8,
    /// `true` if it must stop there by a rule of the scenario.
    stopped: bool,
}

impl Pace for StrategicPace<'_> {
    type Leg = MarchLeg;

    fn fresh(&self, hex: HexIx) -> MarchLeg {
        MarchLeg { hex, spent: 0, stopped: false }
    }

    fn go(&self, leg: &MarchLeg, hex: HexIx) -> Option<MarchLeg> {
        if leg.stopped || self.game.forbids_step(self.unit, Some(leg.hex), hex).is_err() {
            return None;
        }
        let spent = match self.game.step_cost(self.unit, leg.hex, hex)? {
            StepCost::Points(points) => leg.spent.saturating_add(points),
            StepCost::Everything if leg.spent == 0 => self.allowance,
            StepCost::Everything => return None,
        };
        let stopped = self.game.must_stop(self.unit, Some(leg.hex), hex, false);
        (spent <= self.allowance).then_some(MarchLeg { hex, spent, stopped })
    }

    fn spent(&self, leg: &MarchLeg) -> (u8, u16) {
        (leg.stopped.into(), 2 * u16::from(leg.spent))
    }
}

impl Matz {
    /// The march of the piece called `id` by `stops`.
    pub(crate) fn march_of(&self, id: &str, stops: &[Cell]) -> Option<Result<March, Illegal>> {
        let unit = self.find(id)?;
        let facts = self.board.unit(unit);
        let map = &self.board.map;
        let stops: Vec<HexIx> = stops.iter().map(|cell| map.at(*cell)).collect::<Option<_>>()?;
        if facts.arm.flies() {
            return Some(Err(Illegal::new(rule::AIR_MOVEMENT, "aircraft do not march")));
        }
        if self.movement_points(unit) == 0 {
            return Some(Err(Illegal::new(rule::MOVEMENT, "it has no movement points")));
        }
        let allowance = self.strategic_points(self.movement_points(unit));
        let pace = StrategicPace { game: self, unit, allowance };
        let way = fastest(map, &pace, &stops);
        Some(March::of(map, way, 2 * u16::from(allowance), rule::STRATEGIC_MOVEMENT))
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::Cell;

    use super::rule;
    use crate::event::Phase;
    use crate::tests::testing::{GERMAN, position};
    use battlewright_core::game::Illegal;
    use battlewright_core::show::{March, Show as _};

    const GROUND: &str = "
        map 12x9
        woods 0407
        river 0903/0902 0903/0904 0903/0803 0903/0804 0903/1003 0903/1004
        corps x german at 0207
        german infantry g1 4/2 at 0408 move 2
        german tank t1 3 at 0904 move 2
        german infantry g2 4/2 at 0801 move 0
        german fighter a1 4
        french infantry f1 4/2 at 0405";

    fn march(id: &str, stops: &[&str]) -> Result<March, Illegal> {
        let table = position(GROUND).only(GERMAN, Phase::Movement);
        let cells: Vec<Cell> = stops.iter().map(|hex| table.game.board.map.cell(table.hex(hex))).collect();
        table.game.march(id, &cells).unwrap()
    }

    #[test]
    fn r5_2_a_march_is_strategic_and_leaves_enemies_out_of_account() {
        let march = march("g1", &["0408", "0407", "0406", "0405"]).unwrap();
        assert_eq!((march.turns(), march.spent, march.allowance), (1, 8, 8));
        assert_eq!(march.rule, rule::STRATEGIC_MOVEMENT);
    }

    #[test]
    fn r5_3_a_march_across_a_river_takes_a_turn_and_tanks_find_no_path() {
        let across = march("g1", &["0905", "0904", "0903"]).unwrap();
        assert_eq!((across.turns(), across.spent), (2, 8));
        assert_eq!(march("t1", &["0904", "0903"]).unwrap_err().rule, rule::STRATEGIC_MOVEMENT);
    }

    #[test]
    fn r5_1_aircraft_and_pieces_without_movement_do_not_march() {
        assert_eq!(march("a1", &["0404", "0405"]).unwrap_err().rule, rule::AIR_MOVEMENT);
        assert_eq!(march("g2", &["0801", "0802"]).unwrap_err().rule, rule::MOVEMENT);
        let table = position(GROUND).only(GERMAN, Phase::Movement);
        assert!(table.game.march("nobody", &[]).is_none());
    }
}
