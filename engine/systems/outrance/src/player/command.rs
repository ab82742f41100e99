//! Plans: a formation is a group, and all groups of a side get their missions at its first decision of a turn.

use crate::player::appraise::{DecisionFacts, is_within};
use crate::player::weights::{Appraiser, Weights};
use crate::rules::c03_orders::OrderFate;
use crate::{Action, Outrance, UnitIx};
use battlewright_core::game::{Game as _, Side, Turn};
use battlewright_core::kit::place::Place;
use battlewright_core::kit::plane::Point;
use battlewright_core::players::plan::{
    Command, Mission, Objective, OrderPoint, Plan, ScenarioAdvice, Standing, mean_way,
};

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

    fn can_reach(&self, side: Side, place: Place) -> bool {
        let Some(at) = self.target_of(place) else { return false };
        let mut able = self.fighters(side).filter(|(unit, _)| self.may_assault(*unit));
        able.any(|(unit, shape)| is_within(shape, at, self.assault_reach(unit, OrderFate::Received)))
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

impl Appraiser<'_> {
    /// Returns the amount by which the mission of `unit` makes an assault upon `target` more worth.
    pub(crate) fn zeal(&self, unit: UnitIx, target: UnitIx, plan: &Plan) -> i32 {
        let mission = self.mission_from(unit, target, plan);
        mission.map_or(0, |(mission, way)| mission.zeal(way, STRIDE) * self.weights.falling_back / 8)
    }

    /// Returns the amount by which the mission of `unit` makes a fire at `target` more worth, which does so much harm.
    pub(crate) fn aim(&self, unit: UnitIx, target: UnitIx, harm: i32, plan: &Plan) -> i32 {
        self.mission_from(unit, target, plan).map_or(0, |(mission, way)| mission.aim(way, STRIDE) * harm / 8)
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
        let objective = self.target_of(mission.at)?;
        let way = at.distance(objective).floor();
        let [gap, front] = [at, objective].map(|point| {
            let enemy = if mission.minds_enemies() { self.enemy_point(unit, point) } else { None };
            enemy.map_or(Standing::NO_ENEMY, |enemy| enemy.distance(point).floor() / STRIDE)
        });
        Some((-mission.pull(Standing { way, stride: STRIDE, gap, front, garrison: false }) / 2).max(0))
    }

    /// Returns the mission of `unit` with the way from `target` to its objective; `None` if it has none.
    fn mission_from(&self, unit: UnitIx, target: UnitIx, plan: &Plan) -> Option<(Mission, i32)> {
        let mission = plan.mission(self.board.unit(unit).formation)?;
        let way = self.point_of(target)?.distance(self.target_of(mission.at)?).floor();
        Some((mission, way))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::position::{PRUSSIAN, position};
    use battlewright_core::players::plan::Posture;
    use battlewright_testkit::gain_by_mission;

    #[test]
    fn a_mission_decides_how_readily_a_unit_assaults_and_fires() {
        let text = "prussian infantry p1 4 at 20,18 maneuver
            french infantry f1 4 at 20,12 facing 180";
        let mut table = position(text).with_initiative(PRUSSIAN);
        table.does("select p1");
        let group = table.game.board.unit(table.unit("p1")).formation;
        let gain = |action: &str, posture, y: i32| {
            let mission = Mission { posture, at: Place::At(Point::new(20_000, y * 1000).into()) };
            gain_by_mission(&table.game, group, mission, table.action(action))
        };
        assert!(gain("assault f1", Posture::Take, 12) > 0 && gain("assault f1", Posture::Hold, 12) == 0);
        assert_eq!(gain("assault f1", Posture::Take, 40), 0, "far from what it takes");
        assert!(gain("assault f1", Posture::Reserve, 18) < gain("assault f1", Posture::Delay, 18));
        assert!(gain("assault f1", Posture::Delay, 18) < 0);
    }

    #[test]
    fn a_reserve_is_free_once_an_enemy_can_assault_what_it_stands_behind() {
        let in_force = |enemy: i32| {
            let text =
                format!("prussian infantry p1 4 at 20,26\nfrench infantry f1 4 at 20,{enemy} facing 180 maneuver");
            let mut table = position(&text).with_initiative(PRUSSIAN);
            table.does("select p1");
            let at = Place::At(Point::new(20_000, 20_000).into());
            let group = table.game.board.unit(table.unit("p1")).formation;
            let plan = Plan::FREE.with(group, Some(Mission { posture: Posture::Reserve, at }));
            plan.in_force(&table.game).is_free()
        };
        assert_eq!([in_force(2), in_force(17)], [false, true]);
    }
}
