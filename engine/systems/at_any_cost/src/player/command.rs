//! Plans: a formation with its HQ is a group, and gets its mission when its chit is drawn.

use crate::player::appraise_ground::Scratch;
use crate::player::appraise_lures::Pull;
use crate::player::survey::POINT;
use crate::player::weights::Appraiser;
use crate::state::ActivatedUnits;
use crate::{Action, AtAnyCost, FormationIx, MovingPiece, UnitIx};
use battlewright_core::game::{Game as _, Side, Turn};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::index::ListIndex as _;
use battlewright_core::kit::place::Place;
use battlewright_core::players::plan::{
    Command, Mission, Objective, OrderPoint, Plan, Posture, ScenarioAdvice, Standing, mean_way,
};

/// The half movement points in a hex of open ground.
const STRIDE: i32 = 2;
/// A way to where none leads.
const NO_WAY: i32 = 400;

/// The turns that a playout looks ahead: a game has up to 60 turns, and each takes long.
const HORIZON: u16 = 4;

impl Command for AtAnyCost {
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
                    self.controller_of(stake.hex),
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
        self.controller_of(hex).or_else(occupant)
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
            let points = u32::from(self.movement_points(MovingPiece::Unit(unit)));
            !self.is_artillery(unit) && self.board.map.distance(hex, to) <= points + 1
        })
    }

    fn order_point(&self) -> Option<OrderPoint> {
        let activation = self.activation()?;
        if self.turn() != Turn::Choose(activation.side) {
            return None;
        }
        let group = match activation.who {
            ActivatedUnits::Formation(formation) => Some(formation.index()),
            ActivatedUnits::Division(_) | ActivatedUnits::Single(_) => return None,
        };
        Some(OrderPoint { turn: self.turn_number(), group })
    }

    fn turn_number(&self) -> u16 {
        self.state.turn.into()
    }

    fn horizon(&self) -> Option<u16> {
        Some(HORIZON)
    }

    fn appraise_under(&self, plan: &Plan, actions: &[Action], scratch: &mut Scratch, worths: &mut Vec<i32>) {
        scratch.plan.clone_from(plan);
        self.appraised(scratch.weights).appraise_as_planned(actions, scratch, worths);
    }
}

impl AtAnyCost {
    /// Returns the way of `unit` over empty ground, in half movement points.
    fn way_of(&self, unit: UnitIx, from: HexIx, to: HexIx) -> i32 {
        i32::from(self.board.way(self.board.unit(unit).kind, from, to)).min(NO_WAY)
    }
}

impl Appraiser<'_> {
    /// Returns `hex` as the mission of `unit` sees it; `None` if it has no mission.
    fn mission_at(&self, unit: UnitIx, hex: HexIx, scratch: &mut Scratch) -> Option<(Mission, Standing)> {
        let (mission, mut standing) = self.standing_of(unit, hex, &scratch.plan)?;
        standing.garrison =
            mission.posture == Posture::Hold && standing.way == 0 && self.is_garrison(unit, hex, scratch);
        Some((mission, standing))
    }

    /// Returns `hex` as the mission of `unit` sees it but for its garrison; `None` if it has no mission.
    fn standing_of(&self, unit: UnitIx, hex: HexIx, plan: &Plan) -> Option<(Mission, Standing)> {
        let facts = self.board.unit(unit);
        let mission = plan.mission(facts.formation.index())?;
        let objective = self.board.map.at(mission.at.cell()?)?;
        let way = self.way_of(unit, hex, objective);
        let [gap, front] = [hex, objective].map(|hex| {
            let gap = mission.minds_enemies().then(|| self.gap_to_enemies(facts.side, hex)).flatten();
            gap.and_then(|gap| i32::try_from(gap).ok()).unwrap_or(Standing::NO_ENEMY)
        });
        Some((mission, Standing { way, stride: STRIDE, gap, front, garrison: false }))
    }

    /// Returns the way on from `hex` to what the mission of `unit` wants; `None` if it has no mission.
    pub(crate) fn way_to_mission(&self, unit: UnitIx, hex: HexIx, plan: &Plan) -> Option<Pull> {
        let (mission, standing) = self.standing_of(unit, hex, plan)?;
        let objective = self.board.map.at(mission.at.cell()?)?;
        let is_defended = || self.gap_to_enemies(self.unit_side(unit), objective).is_some_and(|gap| gap <= 1);
        let pull = mission.pull(standing);
        Some(Pull { worth: pull, way: (-pull / 2).max(0), fight: mission.posture == Posture::Take && is_defended() })
    }

    /// Returns the pull of the mission of `unit` on it in `hex`; `None` if it has none.
    pub(crate) fn pull_of_mission(&self, unit: UnitIx, hex: HexIx, scratch: &mut Scratch) -> Option<i32> {
        self.mission_at(unit, hex, scratch).map(|(mission, standing)| self.weights.half_point * mission.pull(standing))
    }

    /// Returns the mission of `unit` with its way from `hex` to the objective; `None` if it has no mission.
    fn mission_from(&self, unit: UnitIx, hex: HexIx, plan: &Plan) -> Option<(Mission, i32)> {
        let mission = plan.mission(self.board.unit(unit).formation.index())?;
        Some((mission, self.way_of(unit, hex, self.board.map.at(mission.at.cell()?)?)))
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

    /// Returns the harm of a retreat to `unit` under its mission.
    pub(crate) fn harm_of_retreat(&self, unit: UnitIx, plan: &Plan) -> i32 {
        let mission = plan.mission(self.board.unit(unit).formation.index());
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
        prussian infantry p1 9/5 at 0406
        prussian infantry p2 9/5 at 0305
        french infantry f1 3/2 at 0404
        french infantry f2 3/2 at 0409";

    #[test]
    fn fire_falls_on_what_is_to_be_taken() {
        let table = position(TEXT).fires("prussian");
        let gain = |posture, at| gain(&table, "fire p1 f1", posture, at);
        assert!(gain(Posture::Take, "0404") > 0);
        assert_eq!([gain(Posture::Take, "1105"), gain(Posture::Hold, "0404")], [0, 0]);
    }

    #[test]
    fn orders_follow_the_mission() {
        let table = position(
            "map 26x9
            prussian infantry p1 9/5 at 0405
            french infantry f1 3/2 at 0404",
        )
        .activate("prussian");
        let gain = |order: &str, posture, at| gain(&table, &format!("order {order}"), posture, at);
        assert!(gain("march", Posture::Take, "2405") > gain("march", Posture::Hold, "0405"), "a long way");
        assert!(gain("attack", Posture::Take, "0404") > gain("attack", Posture::Hold, "0404"));
        assert!(gain("attack", Posture::Hold, "0404") > gain("attack", Posture::Delay, "0404"));
    }
}
