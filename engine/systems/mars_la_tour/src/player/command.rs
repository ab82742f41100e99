//! Plans: the units of a formation are a group, and all groups of a side get their missions at its first decision of a turn.

use crate::player::survey::Scratch;
use crate::player::weights::Appraiser;
use crate::{Action, MarsLaTour, UnitIx};
use battlewright_core::game::{Game as _, Side, Turn};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::place::Place;
use battlewright_core::players::plan::{
    Command, Mission, Objective, OrderPoint, Plan, Posture, ScenarioAdvice, Standing, mean_way,
};

/// The worth of a victory hex for each of its points.
const POINT: i32 = 40;
/// The worth of an exit to the side that escapes, and to the one that blocks it.
const EXIT: [i32; 2] = [90, 60];

impl Command for MarsLaTour {
    fn groups(&self, side: Side) -> usize {
        self.board.groups[side.index()].len()
    }

    fn group_name(&self, side: Side, group: usize) -> String {
        self.board.groups[side.index()].get(group).cloned().unwrap_or_default()
    }

    fn objectives(&self, into: &mut Vec<Objective>) {
        into.clear();
        let map = &self.board.map;
        let name = |hex: HexIx| move || map.name(hex).to_string();
        for (victory, holder) in self.board.victory_hexes.iter().zip(&self.state.holders) {
            for side in Side::BOTH {
                let worth = POINT * i32::from(victory.points[side.index()].max(1));
                Objective::add_to(into, map.place(victory.hex), (side, worth), *holder, name(victory.hex));
            }
        }
        if let Some(escape) = &self.board.escape {
            let exits = escape.exits.iter().filter_map(|exit| self.board.exits.get(*exit));
            for hex in exits.flat_map(|exit| &exit.hexes) {
                for side in Side::BOTH {
                    let worth = EXIT[usize::from(side != escape.side)];
                    Objective::add_to(into, map.place(*hex), (side, worth), None, name(*hex));
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
        let tracked = self.board.victory_hexes.iter().position(|victory| victory.hex == hex);
        match tracked {
            Some(index) => self.state.holders.get(index).copied().flatten(),
            None => Side::BOTH.into_iter().find(|side| self.on_map(*side).any(|(_, at)| at == hex)),
        }
    }

    fn way_of_group(&self, side: Side, group: usize, to: Place) -> Option<i32> {
        let to = self.board.map.at(to.cell()?)?;
        let units = self.on_map(side).filter(|(unit, _)| self.group_of(*unit) == group);
        mean_way(units.map(|(_, hex)| self.hexes_between(hex, to)))
    }

    fn can_reach(&self, side: Side, place: Place) -> bool {
        let to = place.cell().and_then(|cell| self.board.map.at(cell));
        to.is_some_and(|to| self.on_map(side).any(|(unit, hex)| self.attacks_next_turn(unit, hex, to)))
    }

    fn order_point(&self) -> Option<OrderPoint> {
        matches!(self.turn(), Turn::Choose(_)).then(|| OrderPoint { turn: self.turn_number(), group: None })
    }

    fn turn_number(&self) -> u16 {
        self.state.turn.into()
    }

    fn appraise_under(&self, plan: &Plan, actions: &[Action], scratch: &mut Scratch, worths: &mut Vec<i32>) {
        scratch.plan.clone_from(plan);
        self.appraise_as_planned(actions, scratch, worths);
    }
}

impl MarsLaTour {
    /// Returns the mission of `unit`; `None` if it is free.
    pub(crate) fn mission_of(&self, unit: UnitIx, plan: &Plan) -> Option<Mission> {
        plan.mission(self.group_of(unit))
    }

    fn group_of(&self, unit: UnitIx) -> usize {
        self.board.group_of.get(unit.index()).copied().unwrap_or_default()
    }

    fn hexes_between(&self, a: HexIx, b: HexIx) -> i32 {
        i32::try_from(self.board.map.distance(a, b)).unwrap_or(i32::MAX)
    }

    /// Returns `true` if `unit` in `hex` comes to `to`, or next to it, in its next turn, if nobody bars the way.
    fn attacks_next_turn(&self, unit: UnitIx, hex: HexIx, to: HexIx) -> bool {
        self.hexes_between(hex, to) <= i32::from(self.movement_points(unit)) + 1
    }

    /// Returns `hex` as `mission` of `unit` sees it; `None` if its objective is not on the map.
    fn standing(&self, mission: &Mission, unit: UnitIx, hex: HexIx) -> Option<Standing> {
        let objective = self.board.map.at(mission.at.cell()?)?;
        let way = self.hexes_between(hex, objective);
        let is_there = mission.posture == Posture::Hold && way == 0 && self.hex_of(unit) == Some(hex);
        let (mut gap, mut front) = (Standing::NO_ENEMY, Standing::NO_ENEMY);
        let mut garrison = false;
        if mission.minds_enemies() || is_there {
            for (enemy, at) in self.on_map(self.side_of(unit).other()) {
                gap = gap.min(self.hexes_between(hex, at));
                front = front.min(self.hexes_between(objective, at));
                garrison |= is_there && self.attacks_next_turn(enemy, at, hex);
            }
        }
        Some(Standing { way, stride: 1, gap, front, garrison })
    }
}

impl Appraiser<'_> {
    /// Returns the pull of `mission` on `unit` in `hex`; `None` without a mission.
    pub(crate) fn pull_of(&self, mission: Option<Mission>, unit: UnitIx, hex: HexIx) -> Option<i32> {
        let mission = mission?;
        Some(self.weights.hex * mission.pull(self.standing(&mission, unit, hex)?))
    }

    /// Returns the amount by which the mission of `attacker` makes an attack upon `defender` more worth.
    pub(crate) fn zeal(&self, attacker: UnitIx, defender: UnitIx, plan: &Plan) -> i32 {
        let zeal = self.mission_of(attacker, plan).and_then(|mission| {
            let way = self.hexes_between(self.hex_of(defender)?, self.board.map.at(mission.at.cell()?)?);
            Some(mission.zeal(way, 1) * self.weights.retreat / 8)
        });
        zeal.unwrap_or(0)
    }
}
