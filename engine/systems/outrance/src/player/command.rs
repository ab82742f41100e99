//! Plans: a formation is a group, and all groups of a side get their missions at its first decision of a turn.

use crate::player::appraise::DecisionFacts;
use crate::player::weights::Weights;
use crate::{Action, Outrance, UnitIx};
use battlewright_core::game::{Game as _, Side, Turn};
use battlewright_core::kit::place::Place;
use battlewright_core::kit::plane::Point;
use battlewright_core::players::plan::{Command, Objective, OrderPoint, Plan, ScenarioAdvice, Standing, mean_way};

/// The worth of an objective for each point at stake.
const POINT: i32 = 100;
/// The thousandths of an inch that count as a hex for missions: a third of the range of a rifle.
const STRIDE: i32 = 3000;
/// The turns that a playout looks ahead: the rest of this one and the next.
const HORIZON: u16 = 2;

impl Command for Outrance {
    fn groups(&self, _: Side) -> usize {
        self.board.formations.len()
    }

    fn group_name(&self, _: Side, group: usize) -> String {
        self.board.formations.get(group).map_or_else(String::new, |formation| formation.name.clone())
    }

    fn objectives(&self, into: &mut Vec<Objective>) {
        into.clear();
        for (row, holder) in self.board.objectives.iter().zip(&self.state.holders) {
            let worth = POINT * row.stake();
            for side in Side::BOTH {
                let at = Place::At(row.at.into());
                Objective::add_to(into, at, (side, worth), *holder, || row.name.clone());
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
        let mut tracked = self.board.objectives.iter().zip(&self.state.holders);
        tracked.find(|(row, _)| Place::At(row.at.into()) == place).and_then(|(_, holder)| *holder)
    }

    fn way_of_group(&self, side: Side, group: usize, to: Place) -> Option<i32> {
        let to = self.target_of(to)?;
        let of_group = |unit: &UnitIx| {
            let facts = self.board.unit(*unit);
            facts.side == side && facts.formation == group && !facts.is_general()
        };
        let points = self.all_units().filter(of_group).filter_map(|unit| self.point_of(unit));
        mean_way(points.map(|at| at.distance(to).floor() / STRIDE))
    }

    fn order_point(&self) -> Option<OrderPoint> {
        matches!(self.turn(), Turn::Choose(_)).then(|| OrderPoint { turn: self.turn_number(), group: None })
    }

    fn turn_number(&self) -> u16 {
        self.state.turn.into()
    }

    fn horizon(&self) -> Option<u16> {
        Some(HORIZON)
    }

    fn appraise_under(&self, plan: &Plan, actions: &[Action], weights: &mut Weights, worths: &mut Vec<i32>) {
        let (appraiser, shared) = (self.appraised(*weights), DecisionFacts::under(plan));
        worths.clear();
        worths.extend(actions.iter().map(|action| appraiser.worth(*action, &shared)));
    }
}

impl Outrance {
    /// Returns the point of an objective.
    fn target_of(&self, place: Place) -> Option<Point> {
        match place {
            Place::At(at) => Some(at.into()),
            Place::Hex(_) => None,
        }
    }

    /// Returns how far a point is from what the mission of `unit` wants, in thousandths of an inch; `None` if it has no mission.
    pub(crate) fn distance_of_mission(&self, unit: UnitIx, at: Point, plan: &Plan) -> Option<i32> {
        let facts = self.board.unit(unit);
        let mission = plan.mission(facts.formation).filter(|_| !facts.is_general())?;
        let way = at.distance(self.target_of(mission.at)?).floor();
        let enemy = if mission.minds_enemies() { self.enemy_point(unit, at) } else { None };
        let gap = enemy.map_or(Standing::NO_ENEMY, |enemy| enemy.distance(at).floor() / STRIDE);
        Some((-mission.pull(Standing { way, stride: STRIDE, gap, garrison: false }) / 2).max(0))
    }
}
