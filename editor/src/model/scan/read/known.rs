//! The lines that a map has, in the form in which lines are read from a scan.

use std::collections::BTreeMap;

use battlewright_schema::{Cell, Common, Grid, HexsideId, HexsideKind};

use super::lines::PrintedLine;
use crate::model::survey::net::{NeighborPair, pair};

/// Returns the streams and rivers of the map. A hexside with both is a river.
pub fn known_water(common: &dyn Common, grid: &Grid) -> BTreeMap<NeighborPair, PrintedLine> {
    let mut known = BTreeMap::new();
    for row in common.hexsides() {
        let kind = match row.kind {
            HexsideKind::Stream => PrintedLine::Stream,
            HexsideKind::River => PrintedLine::River,
            _ => continue,
        };
        let cells = |side: &HexsideId| {
            let (a, b) = side.hexes()?;
            Some(pair(grid.cell(&a)?, grid.cell(&b)?))
        };
        for place in row.between.iter().filter_map(cells) {
            known.entry(place).and_modify(|known: &mut PrintedLine| *known = kind.max(*known)).or_insert(kind);
        }
    }
    known
}

/// Returns the steps of the roads of the map.
pub fn known_roads(common: &dyn Common, grid: &Grid) -> BTreeMap<NeighborPair, PrintedLine> {
    let mut known = BTreeMap::new();
    for road in common.roads() {
        let path: Vec<Option<Cell>> = road.path.iter().map(|hex| grid.cell(hex)).collect();
        for step in path.windows(2) {
            if let [Some(a), Some(b)] = step {
                known.insert(pair(*a, *b), PrintedLine::Road);
            }
        }
    }
    known
}
