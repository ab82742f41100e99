//! Mega-hexes: areas of seven hexes or more that tile a map, for units that move faster than hexes can measure.

use std::collections::BTreeMap;

use hexx::Hex;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::grid::{Cell, Grid};
use crate::id::HexId;

/// The tiling of the map with mega-hexes: flowers of a center and its six neighbors. Hexes of flowers that the edge of the map
/// cuts belong to the complete mega-hex that they touch most.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MegaHexes {
    /// The center of any one mega-hex. The pattern of all others is laid out around it.
    pub center: HexId,
    /// The hexes that belong to another mega-hex than the pattern says.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moved: Vec<MovedHex>,
    /// The names of mega-hexes. One without a name is called after its center.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub named: Vec<MegaHexName>,
}

/// A hex that belongs to another mega-hex than the tiling says.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MovedHex {
    /// The hex.
    pub hex: HexId,
    /// The center of its mega-hex.
    pub to: HexId,
}

/// The name of a mega-hex.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MegaHexName {
    /// The center.
    pub center: HexId,
    /// The name, such as `"Ressons"`.
    pub name: SmolStr,
}

/// The mega-hexes of a map, each with its hexes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MegaHexPlan {
    /// The centers, in reading order.
    pub centers: Vec<Cell>,
    /// The number of the mega-hex of each hex of the map.
    pub numbers: BTreeMap<Cell, usize>,
}

/// Returns the center of the flower around which `hex` lies, relative to one center. The centers are the sums of multiples of
/// (2, 1) and (-1, 3).
fn center_of(hex: Hex) -> Hex {
    let is_center = |hex: &Hex| (3 * hex.x + hex.y).rem_euclid(7) == 0 && (2 * hex.y - hex.x).rem_euclid(7) == 0;
    // One of the hex and its six neighbors is a center, as flowers fill the plane.
    std::iter::once(hex).chain(hex.all_neighbors()).find(is_center).unwrap_or(hex)
}

impl MegaHexes {
    /// Returns the mega-hexes of a map whose hexes are those that `has` holds for; `None` if the map has no hex at the center.
    pub fn plan(&self, grid: &Grid, has: impl Fn(Cell) -> bool) -> Option<MegaHexPlan> {
        let origin = grid.cell(&self.center).filter(|cell| has(*cell)).map(|cell| grid.hex(cell))?;
        let mut flowers: BTreeMap<(i32, i32), Vec<Cell>> = BTreeMap::new();
        for cell in grid.cells().filter(|cell| has(*cell)) {
            let center = center_of(grid.hex(cell) - origin) + origin;
            flowers.entry((center.x, center.y)).or_default().push(cell);
        }
        let (whole, cut): (Vec<_>, Vec<_>) = flowers.into_iter().partition(|(_, cells)| cells.len() == 7);
        let mut centers: Vec<Cell> = whole.iter().filter_map(|((x, y), _)| grid.cell_at(Hex::new(*x, *y))).collect();
        centers.sort_by_key(|cell| (cell.row, cell.column));
        let mut plan = MegaHexPlan { centers, ..MegaHexPlan::default() };
        for ((x, y), cells) in whole {
            let center = grid.cell_at(Hex::new(x, y));
            let number = center.and_then(|center| plan.number_of_center(center))?;
            plan.numbers.extend(cells.into_iter().map(|cell| (cell, number)));
        }
        plan.join(grid, cut.into_iter().flat_map(|(_, cells)| cells).collect());
        for moved in &self.moved {
            let hex = grid.cell(&moved.hex).filter(|hex| plan.numbers.contains_key(hex));
            let number = grid.cell(&moved.to).and_then(|center| plan.number_of_center(center));
            plan.numbers.extend(hex.zip(number));
        }
        Some(plan)
    }
}

impl MegaHexPlan {
    /// Returns the number of the mega-hex around `center`; `None` if it is no center.
    pub fn number_of_center(&self, center: Cell) -> Option<usize> {
        self.centers.binary_search_by_key(&(center.row, center.column), |other| (other.row, other.column)).ok()
    }

    /// Returns the number of the mega-hex of `cell`.
    pub fn number(&self, cell: Cell) -> Option<usize> {
        self.numbers.get(&cell).copied()
    }

    /// Returns the hexes of the mega-hex `number`.
    pub fn hexes(&self, number: usize) -> impl Iterator<Item = Cell> {
        self.numbers.iter().filter(move |(_, other)| **other == number).map(|(cell, _)| *cell)
    }

    /// Returns the mega-hexes that touch each mega-hex, by number.
    pub fn neighbors(&self, grid: &Grid) -> Vec<Vec<usize>> {
        let mut beside = vec![Vec::new(); self.centers.len()];
        for (cell, number) in &self.numbers {
            let others = grid.neighbors(*cell).into_iter().flatten().filter_map(|cell| self.number(cell));
            for other in others.filter(|other| other != number) {
                if let Some(list) = beside.get_mut(*number).filter(|list| !list.contains(&other)) {
                    list.push(other);
                }
            }
        }
        beside.iter_mut().for_each(|list| list.sort_unstable());
        beside
    }

    /// Gives each of the `left` hexes to the mega-hex that it touches most, from the inside outward.
    fn join(&mut self, grid: &Grid, mut left: Vec<Cell>) {
        left.sort_unstable_by_key(|cell| (cell.row, cell.column));
        while !left.is_empty() {
            let before = left.len();
            let mut joined = Vec::new();
            left.retain(|cell| {
                let mut touched: BTreeMap<usize, usize> = BTreeMap::new();
                for number in grid.neighbors(*cell).into_iter().flatten().filter_map(|cell| self.number(cell)) {
                    *touched.entry(number).or_default() += 1;
                }
                // The first of those that it touches most.
                let most = touched.into_iter().min_by_key(|(number, count)| (std::cmp::Reverse(*count), *number));
                joined.extend(most.map(|(number, _)| (*cell, number)));
                most.is_none()
            });
            self.numbers.extend(joined);
            // Hexes that touch no complete mega-hex, on a very small or torn map, belong to none.
            if left.len() == before {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::map::{MapFrame, Numbering, Order, Orientation, Parity};

    fn grid(columns: u16, rows: u16) -> Grid {
        let numbering = Numbering::straight("0101", Order::default());
        let lower_columns = Some(Parity::Odd);
        let frame = MapFrame { orientation: Orientation::Flat, lower_columns, right_rows: None, numbering: &numbering };
        Grid::of(frame, columns, rows).unwrap()
    }

    fn plan(columns: u16, rows: u16, center: &str) -> MegaHexPlan {
        MegaHexes { center: center.into(), ..MegaHexes::default() }.plan(&grid(columns, rows), |_| true).unwrap()
    }

    #[test]
    fn every_hex_belongs_to_one_of_seven_or_more() {
        let (grid, plan) = (grid(31, 19), plan(31, 19, "1310"));
        assert_eq!(plan.numbers.len(), 31 * 19);
        for (number, center) in plan.centers.iter().enumerate() {
            let hexes: Vec<Cell> = plan.hexes(number).collect();
            assert!((7..=13).contains(&hexes.len()), "{center:?}: {hexes:?}");
            assert_eq!(plan.number(*center), Some(number));
            let around = grid.neighbors(*center).into_iter().flatten();
            assert!(around.into_iter().all(|cell| plan.number(cell) == Some(number)), "{center:?}");
        }
    }

    #[test]
    fn inner_ones_touch_six_others() {
        let (grid, plan) = (grid(31, 19), plan(31, 19, "1310"));
        let number = plan.number(grid.cell(&"1310".into()).unwrap()).unwrap();
        assert_eq!(plan.neighbors(&grid)[number].len(), 6);
    }

    #[test]
    fn a_hex_can_be_moved_to_another() {
        let grid = grid(31, 19);
        let cell = |name: &str| grid.cell(&name.into()).unwrap();
        let plain = plan(31, 19, "1310");
        let to = plain.centers.iter().copied().find(|center| grid.distance(*center, cell("1310")) == 3).unwrap();
        let moved = MovedHex { hex: "1309".into(), to: grid.name(to) };
        let mega = MegaHexes { center: "1310".into(), moved: vec![moved], named: Vec::new() };
        let plan = mega.plan(&grid, |_| true).unwrap();
        assert_eq!(plan.number(cell("1309")), plan.number(to));
        assert_ne!(plain.number(cell("1309")), plan.number(cell("1309")));
    }

    #[test]
    fn a_map_smaller_than_a_flower_has_none() {
        assert_eq!(plan(2, 2, "0101").centers, []);
        let off = MegaHexes { center: "0909".into(), ..MegaHexes::default() };
        assert_eq!(off.plan(&grid(2, 2), |_| true), None);
    }
}
