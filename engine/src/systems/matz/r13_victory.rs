//! 13.0 Victory: one side counts points for places that it controls, less those for places that its enemy controls and for
//! reserves. The control of a place needs a line to the friendly edge of the map without enemy zones of control.

use battlewright_schema::common::edge::MapEdge;

use super::Matz;
use super::board::PointFacts;
use super::event::Event;
use super::state::{Task, UnitIx};
use crate::game::{Level, Log, Outcome, Side};
use crate::kit::hex_map::{HexIx, PerHex};

impl Matz {
    /// Control passes to the side of a unit that is in `hex` or passes through it (13.0).
    pub(super) fn take_control(&mut self, unit: UnitIx, hex: HexIx, log: &mut impl Log<Event>) {
        let side = self.unit_side(unit);
        let Some(number) = self.board.control.iter().position(|(other, _)| *other == hex) else { return };
        if self.state.control[number].replace(side) != Some(side) {
            log.push(Event::Control(side, hex));
        }
    }

    /// The hexes from which a line of hexes without enemies and their zones of control leads to the friendly edge of `side`.
    pub(super) fn joined_to_edge(&self, side: Side) -> PerHex<bool> {
        let map = &self.board.map;
        let friends_open = self.board.rules.friends_open_lines;
        let is_open = |hex: HexIx| {
            let in_zoc = if friends_open { self.in_open_enemy_zoc(side, hex) } else { self.in_enemy_zoc(side, hex) };
            !in_zoc && !self.has_ground_unit(side.other(), hex)
        };
        let mut joined = map.each(false);
        let edge = self.board.side(side).edge;
        let mut next: Vec<HexIx> = map.all().filter(|hex| self.is_at_edge(*hex, edge) && is_open(*hex)).collect();
        next.iter().for_each(|hex| joined[hex.index()] = true);
        while let Some(hex) = next.pop() {
            for near in map.neighbors(hex) {
                if !joined[near.index()] && is_open(near) {
                    joined[near.index()] = true;
                    next.push(near);
                }
            }
        }
        joined
    }

    /// Returns `true` if `hex` lies at this edge of the map: there is no hex beyond it.
    pub(super) fn is_at_edge(&self, hex: HexIx, edge: MapEdge) -> bool {
        let cell = self.board.map.cell(hex);
        let grid = self.board.map.grid();
        let mut beyond = self.board.map.all().map(|other| self.board.map.cell(other));
        match edge {
            MapEdge::North => !beyond.any(|other| other.column == cell.column && other.row < cell.row),
            MapEdge::South => !beyond.any(|other| other.column == cell.column && other.row > cell.row),
            MapEdge::West => cell.column == 0,
            MapEdge::East => cell.column + 1 == grid.columns(),
        }
    }

    /// Returns `true` if `side` controls the place of `facts` and its line to the edge is open.
    fn controls(&self, side: Side, facts: &PointFacts, joined: &PerHex<bool>) -> bool {
        let holds = |number: &usize| {
            let hex = self.board.control[*number].0;
            self.state.control[*number] == Some(side) && joined[hex.index()]
        };
        if facts.any_hex { facts.hexes.iter().any(holds) } else { facts.hexes.iter().all(holds) }
    }

    /// The points of the scoring side by source, in halves: its places, those of its enemy, the reserves and the start.
    pub(super) fn half_points_by_source(&self) -> [i32; 3] {
        let victory = &self.board.victory;
        let total = |side: Side, rows: &[PointFacts]| -> i32 {
            let joined = self.joined_to_edge(side);
            rows.iter().filter(|row| self.controls(side, row, &joined)).map(|row| i32::from(row.half_points)).sum()
        };
        let reserves = self.board.reserves.iter().zip(&self.state.called).filter(|(_, called)| **called);
        let used: i32 = reserves.map(|(facts, _)| i32::from(facts.half_points)).sum();
        [
            total(victory.scorer, &victory.gains),
            -total(victory.scorer.other(), &victory.losses),
            used + i32::from(victory.half_points),
        ]
    }

    /// The points of the scoring side, in halves. Without half points, the total is rounded down (m31).
    pub(super) fn half_points(&self) -> i32 {
        let total = self.half_points_by_source().iter().sum();
        if self.board.rules.half_points_count { total } else { 2 * i32::div_euclid(total, 2) }
    }

    /// The outcome: the highest level that the scoring side reaches, or the victory of its enemy.
    pub(super) fn judgment(&self) -> Outcome {
        let halves = self.half_points();
        let level = self.board.victory.levels.iter().find(|(_, points)| halves >= 2 * i32::from(*points));
        let scorer = self.board.victory.scorer;
        match level {
            Some((level, _)) => self.outcome(Some(scorer), *level),
            None => self.outcome(Some(scorer.other()), Level::Victory),
        }
    }

    /// The outcome with the points of the position, in whole points.
    pub(super) fn outcome(&self, winner: Option<Side>, level: Level) -> Outcome {
        let mut points = [0; 2];
        points[self.board.victory.scorer.index()] = i32::div_euclid(self.half_points(), 2);
        Outcome { winner, level, points }
    }

    /// Ends the game.
    pub(super) fn judge(&mut self, log: &mut impl Log<Event>) {
        let outcome = self.judgment();
        log.push(Event::Over(outcome));
        self.state.stack.clear();
        self.push(Task::Over(outcome));
    }
}
