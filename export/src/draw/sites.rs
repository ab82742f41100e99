//! Where everything is that the lists of a scenario name, by the cells of the map.

use std::collections::BTreeSet;

use battlewright_schema::{Cell, Common, Grid, HexId};

/// The cells of places, entries, exits and setup zones, in the order of their lists.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sites {
    /// The hexes of each place.
    pub places: Vec<Vec<Cell>>,
    /// The hexes of each entry.
    pub entries: Vec<Vec<Cell>>,
    /// The hexes of each exit.
    pub exits: Vec<Vec<Cell>>,
    /// The hexes of each setup zone.
    pub zones: Vec<BTreeSet<Cell>>,
}

impl Sites {
    /// Where everything is in `common`; nothing if its map has no numbering.
    pub fn of(common: &dyn Common) -> Self {
        let Ok(grid) = common.grid() else { return Self::default() };
        Self {
            places: common.places().iter().map(|row| cells(&grid, &row.hexes)).collect(),
            entries: common.entries().iter().map(|row| cells(&grid, &row.hexes)).collect(),
            exits: common.exits().iter().map(|row| cells(&grid, &row.hexes)).collect(),
            zones: common.zones().iter().map(|zone| cells(&grid, zone.hexes).into_iter().collect()).collect(),
        }
    }
}

/// The cells that `hexes` name, those off the map left out.
pub fn cells(grid: &Grid, hexes: &[HexId]) -> Vec<Cell> {
    hexes.iter().filter_map(|hex| grid.cell(hex)).collect()
}
