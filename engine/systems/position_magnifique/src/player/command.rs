//! Plans: a formation with its HQ is a group, and gets its mission when its chit is drawn.

use crate::player::appraise_ground::Scratch;
use crate::player::weights::Appraiser;
use crate::state::{ActivatedUnits, Assault};
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

    fn can_reach(&self, side: Side, place: Place) -> bool {
        let Some(to) = place.cell().and_then(|cell| self.board.map.at(cell)) else { return false };
        self.on_map(side).any(|(unit, hex)| {
            self.fights(unit) && self.board.map.distance(hex, to) <= u32::from(self.movement_points(unit, false)) + 1
        })
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
        let objective = self.board.map.at(mission.at.cell()?)?;
        let way = self.way_of(unit, hex, objective);
        let garrison = mission.posture == Posture::Hold && way == 0 && self.is_garrison(unit, hex, scratch);
        let [gap, front] = [hex, objective].map(|hex| {
            let gap = mission.minds_enemies().then(|| self.gap_to_enemies(facts.side, hex)).flatten();
            gap.and_then(|gap| i32::try_from(gap).ok()).unwrap_or(Standing::NO_ENEMY)
        });
        Some((mission, Standing { way, stride: STRIDE, gap, front, garrison }))
    }

    /// Returns the mission of `unit` with its way from `hex` to the objective; `None` if it has no mission.
    fn mission_from(&self, unit: UnitIx, hex: HexIx, plan: &Plan) -> Option<(Mission, i32)> {
        let mission = plan.mission(self.board.unit(unit).formation.index())?;
        Some((mission, self.way_of(unit, hex, self.board.map.at(mission.at.cell()?)?)))
    }
}

impl Appraiser<'_> {
    /// Returns the pull of the mission of `unit` on it in `hex`; `None` if it has none.
    pub(crate) fn pull_of_mission(&self, unit: UnitIx, hex: HexIx, scratch: &mut Scratch) -> Option<i32> {
        self.mission_at(unit, hex, scratch).map(|(mission, standing)| self.weights.half_point * mission.pull(standing))
    }

    /// Returns the amount by which the mission of `unit` makes an attack upon `hex` more worth.
    pub(crate) fn zeal(&self, unit: UnitIx, hex: HexIx, plan: &Plan) -> i32 {
        self.mission_from(unit, hex, plan)
            .map_or(0, |(mission, way)| mission.zeal(way, STRIDE) * self.weights.retreat / 8)
    }

    /// Returns the amount by which the mission of `unit` makes a fire at `target` more worth, which does so much harm.
    pub(crate) fn aim(&self, unit: UnitIx, target: UnitIx, harm: i32, plan: &Plan) -> i32 {
        let mission = self.hex_of(target).and_then(|hex| self.mission_from(unit, hex, plan));
        mission.map_or(0, |(mission, way)| mission.aim(way, STRIDE) * harm / 8)
    }

    /// Returns the harm of a retreat in `assault` to the side of the plan, under the mission of its first unit with one.
    pub(crate) fn harm_of_retreat(&self, assault: &Assault, plan: &Plan) -> i32 {
        let mut units = assault.attackers.iter().chain([&assault.target]);
        let mission = units.find_map(|unit| plan.mission(self.board.unit(*unit).formation.index()));
        mission.map_or(self.weights.retreat, |mission| mission.harm_of_retreat(self.weights.retreat))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::testing::{Table, position};
    use battlewright_testkit::gain_by_mission;

    /// The worth of an action if the formation of `p1` has this mission at `at`, beyond that without one.
    fn gain(table: &Table, action: &str, posture: Posture, at: &str) -> i32 {
        let group = table.game.board.unit(table.unit("p1")).formation.index();
        let mission = Mission { posture, at: table.game.board.map.place(table.hex(at)) };
        gain_by_mission(&table.game, group, mission, table.action(action))
    }

    const TEXT: &str = "map 12x9
        prussian infantry p1 6/4 at 0405
        prussian infantry p2 6/4 at 0305
        french infantry f1 2/1 at 0404";

    #[test]
    fn orders_follow_the_mission() {
        let table = position(TEXT).orders("prussian");
        let gain = |posture| gain(&table, "attack", posture, "0404");
        assert!(gain(Posture::Take) > 0);
        assert!(gain(Posture::Hold) < 0 && gain(Posture::Reserve) < gain(Posture::Hold));
    }

    #[test]
    fn fire_falls_on_what_is_to_be_taken() {
        let table = position(TEXT).orders("prussian");
        let of = |posture, at: &str| {
            let (group, at) = (table.game.board.unit(table.unit("p1")).formation.index(), table.hex(at));
            let plan = Plan::FREE.with(group, Some(Mission { posture, at: table.game.board.map.place(at) }));
            table.game.appraiser().aim(table.unit("p1"), table.unit("f1"), 80, &plan)
        };
        assert_eq!([of(Posture::Take, "0404"), of(Posture::Take, "1105"), of(Posture::Hold, "0404")], [40, 0, 0]);
    }

    #[test]
    fn a_reserve_is_free_once_an_enemy_can_come_to_what_it_stands_behind() {
        let in_force = |enemy: &str| {
            let text = format!(
                "map 26x9
                prussian infantry p1 6/4 at 0105
                french infantry f1 2/1 at {enemy}"
            );
            let table = position(&text).orders("prussian");
            let at = table.game.board.map.place(table.hex("0405"));
            let group = table.game.board.unit(table.unit("p1")).formation.index();
            let plan = Plan::FREE.with(group, Some(Mission { posture: Posture::Reserve, at }));
            plan.in_force(&table.game).is_free()
        };
        assert_eq!([in_force("2505"), in_force("0605")], [false, true]);
    }
}
