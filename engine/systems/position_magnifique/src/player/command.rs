//! Plans: a formation with its HQ is a group, and gets its mission when its chit is drawn.

use crate::player::appraise_ground::Scratch;
use crate::player::weights::Appraiser;
use crate::state::ActivatedUnits;
use crate::{Action, FormationIx, PositionMagnifique, UnitIx};
use battlewright_core::game::{Game as _, Side, Turn};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::index::ListIndex as _;
use battlewright_core::kit::place::Place;
use battlewright_core::players::plan::{
    Command, Mission, Objective, OrderPoint, Plan, Posture, ScenarioAdvice, Standing, mean_way,
};

/// The half movement points in a hex of open ground.
const STRIDE: i32 = 2;
/// The worth of a victory point, which only authors give: a tenth of an ending.
pub(crate) const POINT: i32 = 10;
/// A way to where none leads.
const NO_WAY: i32 = 400;

impl Command for PositionMagnifique {
    fn groups(&self, _: Side) -> usize {
        self.board.formations.len()
    }

    fn group_name(&self, _: Side, group: usize) -> String {
        self.board.formations.get(group).map_or_else(String::new, |formation| formation.name.clone())
    }

    fn objectives(&self, into: &mut Vec<Objective>) {
        into.clear();
        for side in Side::BOTH {
            for stake in self.board.stakes(side) {
                // A gate is only kept, never taken.
                let worth = if stake.gate { 0 } else { stake.worth };
                let name = || self.board.map.name(stake.hex).to_string();
                Objective::add_to(
                    into,
                    self.board.map.place(stake.hex),
                    (side, worth),
                    self.holder_of(stake.hex),
                    name,
                );
            }
        }
    }

    fn advice(&self) -> &ScenarioAdvice {
        &self.board.advice
    }

    fn worth_of_point(&self) -> i32 {
        POINT
    }

    fn controller(&self, place: Place) -> Option<Side> {
        let hex = self.board.map.at(place.cell()?)?;
        let occupant = || self.ground.units(hex).next().map(|unit| self.unit_side(unit));
        self.holder_of(hex).or_else(occupant)
    }

    fn way_of_group(&self, side: Side, group: usize, to: Place) -> Option<i32> {
        let formation = FormationIx::new(u16::try_from(group).ok()?);
        let to = self.board.map.at(to.cell()?)?;
        if self.board.formations.get(group)?.side != side {
            return None;
        }
        let units = self.board.roster(formation).iter().filter_map(|unit| Some((*unit, self.hex_of(*unit)?)));
        mean_way(units.map(|(unit, hex)| self.way_of(unit, hex, to) / STRIDE))
    }

    fn order_point(&self) -> Option<OrderPoint> {
        let activation = self.activation()?;
        if self.turn() != Turn::Choose(activation.side) {
            return None;
        }
        let group = match activation.who {
            ActivatedUnits::Formation(formation) => Some(formation.index()),
            ActivatedUnits::Everyone => None,
            ActivatedUnits::Caprivi(_) | ActivatedUnits::Division(_) | ActivatedUnits::Lured(_) => return None,
        };
        Some(OrderPoint { turn: self.turn_number(), group })
    }

    fn turn_number(&self) -> u16 {
        self.state.turn.into()
    }

    fn appraise_under(&self, plan: &Plan, actions: &[Action], scratch: &mut Scratch, worths: &mut Vec<i32>) {
        scratch.plan.clone_from(plan);
        self.appraised(scratch.weights).appraise_as_planned(actions, scratch, worths);
    }
}

impl PositionMagnifique {
    /// Returns the way of `unit` over empty ground, in half movement points.
    fn way_of(&self, unit: UnitIx, from: HexIx, to: HexIx) -> i32 {
        i32::from(self.way(unit, from, to)).min(NO_WAY)
    }

    /// Returns `hex` as the mission of `unit` sees it; `None` if it has no mission.
    fn mission_at(&self, unit: UnitIx, hex: HexIx, scratch: &mut Scratch) -> Option<(Mission, Standing)> {
        let facts = self.board.unit(unit);
        let mission = scratch.plan.mission(facts.formation.index())?;
        let way = self.way_of(unit, hex, self.board.map.at(mission.at.cell()?)?);
        let garrison = mission.posture == Posture::Hold && way == 0 && self.is_garrison(unit, hex, scratch);
        let gap = mission.minds_enemies().then(|| self.gap_to_enemies(facts.side, hex)).flatten();
        let gap = gap.and_then(|gap| i32::try_from(gap).ok()).unwrap_or(Standing::NO_ENEMY);
        Some((mission, Standing { way, stride: STRIDE, gap, garrison }))
    }
}

impl Appraiser<'_> {
    /// Returns the pull of the mission of `unit` on it in `hex`; `None` if it has none.
    pub(crate) fn pull_of_mission(&self, unit: UnitIx, hex: HexIx, scratch: &mut Scratch) -> Option<i32> {
        self.mission_at(unit, hex, scratch).map(|(mission, standing)| self.weights.half_point * mission.pull(standing))
    }

    /// Returns the amount by which the mission of `unit` makes an attack upon `hex` more worth.
    pub(crate) fn zeal(&self, unit: UnitIx, hex: HexIx, scratch: &mut Scratch) -> i32 {
        self.mission_at(unit, hex, scratch)
            .map_or(0, |(mission, standing)| mission.zeal(standing) * self.weights.retreat / 8)
    }
}
