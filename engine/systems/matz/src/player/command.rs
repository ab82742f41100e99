//! Plans: a formation is a group, and all groups of a side get their missions when its player turn begins.

use crate::player::appraise::{POINT, Scratch};
use crate::{Action, Matz, UnitIx};
use battlewright_core::game::{Game as _, Side, Turn};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::place::Place;
use battlewright_core::players::plan::{Command, Mission, Objective, OrderPoint, Plan, ScenarioAdvice, mean_way};

/// The turns that a playout looks ahead: the rest of this one and the next.
const HORIZON: u16 = 2;

impl Command for Matz {
    fn groups(&self, _: Side) -> usize {
        self.board.formations.len()
    }

    fn group_name(&self, _: Side, group: usize) -> String {
        self.board.formations.get(group).map_or_else(String::new, |formation| formation.name.clone())
    }

    fn objectives(&self, into: &mut Vec<Objective>) {
        into.clear();
        let victory = &self.board.victory;
        for row in victory.gains.iter().chain(&victory.losses).chain(&victory.keys) {
            let worth = i32::from(row.half_points).abs() * POINT / 2;
            for number in &row.hexes {
                let Some(((hex, _), holder)) = self.board.control.get(*number).zip(self.state.control.get(*number))
                else {
                    continue;
                };
                for side in Side::BOTH {
                    Objective::add_to(into, self.board.map.place(*hex), (side, worth), *holder, || row.name.clone());
                }
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
        let tracked = self.board.control.iter().position(|(at, _)| *at == hex);
        match tracked {
            Some(index) => self.state.control.get(index).copied().flatten(),
            None => Side::BOTH.into_iter().find(|side| self.on_map(*side).any(|(_, at)| at == hex)),
        }
    }

    fn way_of_group(&self, side: Side, group: usize, to: Place) -> Option<i32> {
        let to = self.board.map.at(to.cell()?)?;
        let of_group = |unit: UnitIx| self.formation_of(unit).index() == group && self.board.unit(unit).arm.fights();
        let units = self.on_map(side).filter(|(unit, _)| of_group(*unit));
        mean_way(units.map(|(_, hex)| i32::try_from(self.board.map.distance(hex, to)).unwrap_or(i32::MAX)))
    }

    fn order_point(&self) -> Option<OrderPoint> {
        let is_theirs = self.turn() == Turn::Choose(self.state.active);
        is_theirs.then(|| OrderPoint { turn: self.turn_number(), group: None })
    }

    fn turn_number(&self) -> u16 {
        self.state.turn.into()
    }

    fn horizon(&self) -> Option<u16> {
        Some(HORIZON)
    }

    fn appraise_under(&self, plan: &Plan, actions: &[Action], scratch: &mut Scratch, worths: &mut Vec<i32>) {
        scratch.strengths.plan.clone_from(plan);
        self.appraised(scratch.weights).appraise_as_planned(actions, scratch, worths);
    }
}

impl Matz {
    /// Returns the mission of `unit`, and its hex; `None` if it has none.
    pub(crate) fn mission_of(&self, unit: UnitIx, plan: &Plan) -> Option<(Mission, HexIx)> {
        let mission = plan.mission(self.formation_of(unit).index())?;
        Some((mission, self.board.map.at(mission.at.cell()?)?))
    }
}
