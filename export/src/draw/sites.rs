//! An index of the objects of a scenario by cells of the map.

use std::collections::BTreeSet;

use battlewright_schema::{Cell, Common, Grid, HexId};
use emath::{Pos2, Rect};

use super::View;

/// The cells of places, entries, exits, setup zones and fortifications, in the order of their lists. Hexes off the map are left out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FeatureCells {
    /// The hexes of each place.
    pub places: Vec<Vec<Cell>>,
    /// The hexes of each entry.
    pub entries: Vec<Vec<Cell>>,
    /// The hexes of each exit.
    pub exits: Vec<Vec<Cell>>,
    /// The hexes of each setup zone.
    pub zones: Vec<BTreeSet<Cell>>,
    /// The hexes of each row of fortifications.
    pub forts: Vec<Vec<Cell>>,
    /// The hexes that a road leaves straight up, through the place of the hex number.
    pub roads_up: BTreeSet<Cell>,
}

impl FeatureCells {
    /// Returns the cells of the features of `common`; none if the numbering does not place the hexes.
    pub fn of(common: &dyn Common) -> Self {
        let Ok(grid) = common.grid() else { return Self::default() };
        Self {
            places: common.places().iter().map(|row| cells(&grid, &row.hexes)).collect(),
            entries: common.entries().iter().map(|row| cells(&grid, &row.hexes)).collect(),
            exits: common.exits().iter().map(|row| cells(&grid, &row.hexes)).collect(),
            zones: common.zones().iter().map(|zone| cells(&grid, zone.hexes).into_iter().collect()).collect(),
            forts: common.fortifications().iter().map(|row| cells(&grid, row.hexes)).collect(),
            roads_up: roads_up(common, &grid),
        }
    }
}

/// Returns the hexes that a road leaves straight up.
fn roads_up(common: &dyn Common, grid: &Grid) -> BTreeSet<Cell> {
    let view = View::new(grid, Pos2::ZERO, 1.0, Rect::ZERO);
    let mut found = BTreeSet::new();
    for pair in common.roads().iter().flat_map(|road| road.path.windows(2)) {
        let [Some(a), Some(b)] = [0, 1].map(|end| pair.get(end).and_then(|hex| grid.cell(hex))) else { continue };
        let way = view.center(b) - view.center(a);
        if way.x.abs() < 0.1 {
            found.insert(if way.y < 0.0 { a } else { b });
        }
    }
    found
}

/// Returns the cells of `hexes`, without those off the map.
pub fn cells(grid: &Grid, hexes: &[HexId]) -> Vec<Cell> {
    hexes.iter().filter_map(|hex| grid.cell(hex)).collect()
}
