//! Plans: a formation is a group, and all groups of a side get their missions when its player turn begins.

use crate::player::appraise::{POINT, Scratch};
use crate::player::weights::Appraiser;
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

    fn can_reach(&self, side: Side, place: Place) -> bool {
        let Some(to) = place.cell().and_then(|cell| self.board.map.at(cell)) else { return false };
        self.on_map(side).any(|(unit, hex)| {
            let points = u32::from(self.movement_points(unit));
            self.board.unit(unit).arm.fights() && self.board.map.distance(hex, to) <= points + 1
        })
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

impl Appraiser<'_> {
    /// Returns the amount by which the missions of `attackers`, in the mean, make an attack upon `hex` more worth.
    pub(crate) fn zeal(&self, attackers: &[UnitIx], hex: HexIx, plan: &Plan) -> i32 {
        let zeal = |unit: &UnitIx| {
            self.mission_of(*unit, plan).map_or(0, |(mission, to)| {
                mission.zeal(i32::try_from(self.board.map.distance(hex, to)).unwrap_or(i32::MAX), 1)
            })
        };
        mean_way(attackers.iter().map(zeal)).unwrap_or(0) * self.weights.retreat / 8
    }
}

impl Matz {
    /// Returns the mission of `unit`, and its hex; `None` if it has none.
    pub(crate) fn mission_of(&self, unit: UnitIx, plan: &Plan) -> Option<(Mission, HexIx)> {
        let mission = plan.mission(self.formation_of(unit).index())?;
        Some((mission, self.board.map.at(mission.at.cell()?)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Phase;
    use crate::tests::testing::{GERMAN, Table, position};
    use battlewright_core::players::plan::Posture;
    use battlewright_testkit::gain_by_mission;

    /// The worth of the attack on 0404 if the formation of `g1` has this mission at `at`, beyond that without one.
    fn zeal(table: &Table, posture: Posture, at: &str) -> i32 {
        let (map, attack) = (&table.game.board.map, Action::Target(table.hex("0404")));
        let group = table.game.formation_of(table.unit("g1")).index();
        gain_by_mission(&table.game, group, Mission { posture, at: map.place(table.hex(at)) }, attack)
    }

    #[test]
    fn a_mission_decides_how_readily_a_formation_attacks() {
        let table = position(
            "german infantry g1 5/3 at 0405
            german infantry g2 5/3 at 0304
            french infantry f1 4/2 at 0404",
        )
        .at(GERMAN, Phase::Combat);
        let zeal = |posture, at| zeal(&table, posture, at);
        assert!(zeal(Posture::Take, "0404") > 0 && zeal(Posture::Hold, "0405") == 0);
        assert_eq!(zeal(Posture::Take, "0409"), 0, "far from what it takes");
        assert!(zeal(Posture::Delay, "0405") < zeal(Posture::Hold, "0409"));
        assert!(zeal(Posture::Reserve, "0405") < zeal(Posture::Delay, "0405"));
    }

    #[test]
    fn a_place_is_reached_by_what_can_walk_there() {
        let table =
            position("german infantry g1 5/3 at 0405\nfrench artillery f1 4-2 5 at 0404").at(GERMAN, Phase::Combat);
        let reached = |side, at: &str| table.game.can_reach(side, table.game.board.map.place(table.hex(at)));
        assert!(reached(GERMAN, "0404"));
        assert!(!reached(GERMAN.other(), "0405"), "guns do not come");
    }
}
