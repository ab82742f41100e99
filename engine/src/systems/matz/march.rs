//! Marches: the duration of an unopposed march by strategic movement in the Movement Phases (5.2, 5.3).

use battlewright_schema::Cell;

use super::board::StepCost;
use super::state::UnitIx;
use super::{Matz, rulebook as rule};
use crate::game::Illegal;
use crate::kit::hex_map::HexIx;
use crate::kit::march::{Pace, fastest};
use crate::show::March;

/// A piece on its way, with its allowance for a turn.
struct LoneMarch<'a> {
    game: &'a Matz,
    unit: UnitIx,
    allowance: u8,
}

/// The march of a piece within a turn.
#[derive(Clone, Copy)]
struct MarchLeg {
    hex: HexIx,
    spent: u8,
}

impl Pace for LoneMarch<'_> {
    type Leg = MarchLeg;

    fn fresh(&self, hex: HexIx) -> MarchLeg {
        MarchLeg { hex, spent: 0 }
    }

    fn go(&self, leg: &MarchLeg, hex: HexIx) -> Option<MarchLeg> {
        let spent = match self.game.board.step_cost(self.unit, leg.hex, hex)? {
            StepCost::Points(points) => leg.spent.saturating_add(points),
            StepCost::Everything if leg.spent == 0 => self.allowance,
            StepCost::Everything => return None,
        };
        (spent <= self.allowance).then_some(MarchLeg { hex, spent })
    }

    fn spent(&self, leg: &MarchLeg) -> (u8, u16) {
        (0, 2 * u16::from(leg.spent))
    }
}

impl Matz {
    /// The march of the piece called `id` by `stops`.
    pub(super) fn march_of(&self, id: &str, stops: &[Cell]) -> Option<Result<March, Illegal>> {
        let unit = self.board.all_units().find(|unit| self.board.unit(*unit).id == id)?;
        let facts = self.board.unit(unit);
        let map = &self.board.map;
        let stops: Vec<HexIx> = stops.iter().map(|cell| map.at(*cell)).collect::<Option<_>>()?;
        if facts.arm.flies() {
            return Some(Err(Illegal::new(rule::AIR_MOVEMENT, "aircraft do not march")));
        }
        if facts.movement == 0 {
            return Some(Err(Illegal::new(rule::MOVEMENT, "it has no movement points")));
        }
        let allowance = facts.movement.saturating_mul(self.board.rules.strategic_factor);
        let pace = LoneMarch { game: self, unit, allowance };
        let way = fastest(map, &pace, &stops);
        Some(March::of(map, way, 2 * u16::from(allowance), rule::STRATEGIC_MOVEMENT))
    }
}
