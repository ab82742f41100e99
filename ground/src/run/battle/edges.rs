//! The positions of entries and exits at the edge of a new map.

use std::collections::BTreeSet;

use battlewright_schema::{Cell, Common, Grid, Start};

use super::land;

/// An edge of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edge {
    Left,
    Right,
    Top,
    Bottom,
}

impl Edge {
    /// Returns the edge of a map of `size` at which a cell lies.
    pub(super) fn of(cell: Cell, size: (u16, u16)) -> Option<Self> {
        if cell.column == 0 {
            Some(Self::Left)
        } else if cell.column + 1 == size.0 {
            Some(Self::Right)
        } else if cell.row == 0 {
            Some(Self::Top)
        } else if cell.row + 1 == size.1 {
            Some(Self::Bottom)
        } else {
            None
        }
    }

    /// Returns the cells of this edge of a map of `size`, in order.
    fn cells(self, size: (u16, u16)) -> Vec<Cell> {
        let (columns, rows) = size;
        match self {
            Self::Left => (0..rows).map(|row| Cell { column: 0, row }).collect(),
            Self::Right => (0..rows).map(|row| Cell { column: columns - 1, row }).collect(),
            Self::Top => (0..columns).map(|column| Cell { column, row: 0 }).collect(),
            Self::Bottom => (0..columns).map(|column| Cell { column, row: rows - 1 }).collect(),
        }
    }
}

/// The candidates for entries at the edge of a map.
pub(super) struct EdgePlaces {
    size: (u16, u16),
    land: BTreeSet<Cell>,
    /// The cells at the edge that roads reach.
    roads: BTreeSet<Cell>,
    /// The cells with counters.
    counters: BTreeSet<Cell>,
}

impl EdgePlaces {
    pub(super) fn of(common: &dyn Common, grid: &Grid) -> Self {
        let roads = common.roads().iter().flat_map(|road| &road.path).filter_map(|hex| grid.cell(hex)).collect();
        let starts = common.counters().into_iter().filter_map(|counter| match common.counter(counter)?.start {
            Start::At(hex) => grid.cell(&hex),
            _ => None,
        });
        Self { size: common.size(), land: land(common, grid), roads, counters: starts.collect() }
    }

    /// Returns `count` cells in a row of an edge on land, by a road if there is one, near `from`.
    pub(super) fn best(&self, edge: Edge, from: Cell, count: usize, grid: &Grid, taken: &BTreeSet<Cell>) -> Vec<Cell> {
        let cells = edge.cells(self.size);
        let is_free = |cell: &Cell| self.land.contains(cell) && !taken.contains(cell) && !self.counters.contains(cell);
        let windows = cells.windows(count.clamp(1, cells.len().max(1))).filter(|cells| cells.iter().all(is_free));
        let rate = |cells: &&[Cell]| {
            let has_road = cells.iter().any(|cell| self.roads.contains(cell));
            let far = cells.first().map(|cell| grid.distance(*cell, from));
            (!has_road, far)
        };
        windows.min_by_key(rate).map(<[Cell]>::to_vec).unwrap_or_default()
    }
}
