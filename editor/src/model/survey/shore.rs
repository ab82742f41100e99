//! Paths of hexside features, such as streams, slopes and walls, from corner to corner.

use battlewright_schema::{Cell, Common, Grid, HexsideKind};
use hexx::Hex;

use super::cheapest;
use super::net::RoadNet;
use battlewright_export::draw::relief;

/// A corner where three hexes meet. It is a point of the finer lattice that consists of the centers and corners of all
/// hexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Corner(Hex);

/// Returns the center of `hex` on the finer lattice.
fn middle(hex: Hex) -> Hex {
    Hex::new(2 * hex.x + hex.y, hex.y - hex.x)
}

/// Returns the hex whose center is at `point` of the finer lattice, or `None` if the point is a corner.
fn hex_at(point: Hex) -> Option<Hex> {
    let thrice = point.x - point.y;
    let x = thrice.div_euclid(3);
    (thrice.rem_euclid(3) == 0).then(|| Hex::new(x, point.x - 2 * x))
}

impl Corner {
    /// Returns the six corners of `hex`.
    pub fn of(hex: Hex) -> [Self; 6] {
        middle(hex).all_neighbors().map(Self)
    }

    /// Returns the three hexes that meet at the corner, including those off the map.
    pub fn hexes(self) -> impl Iterator<Item = Hex> {
        self.0.all_neighbors().into_iter().filter_map(hex_at)
    }
}

/// Returns the cells on both sides of the hexside between two adjacent corners.
fn side(grid: &Grid, a: Hex, b: Hex) -> Option<(Cell, Cell)> {
    let mut hexes = a.all_neighbors().into_iter().filter(|near| near.unsigned_distance_to(b) == 1).filter_map(hex_at);
    let (left, right) = (hexes.next()?, hexes.next()?);
    Some((grid.cell_at(left)?, grid.cell_at(right)?))
}

/// Returns the hexsides of the cheapest path of a `kind` from `from` to `to`, or `None` if they are too far apart or
/// not connected.
pub fn way(
    common: &dyn Common,
    grid: &Grid,
    net: &RoadNet,
    kind: HexsideKind,
    from: Corner,
    to: Corner,
) -> Option<Vec<(Cell, Cell)>> {
    let path = cheapest(from.0, to.0, |a, b| {
        let (left, right) = side(grid, a, b)?;
        (hex_at(b).is_none() && common.has(left) && common.has(right)).then(|| cost(common, net, kind, left, right))
    })?;
    let sides = path.windows(2).filter_map(|step| match step {
        [a, b] => side(grid, *a, *b),
        _ => None,
    });
    Some(sides.collect())
}

/// Returns the cost of a feature of `kind` along the hexside between two hexes.
fn cost(common: &dyn Common, net: &RoadNet, kind: HexsideKind, left: Cell, right: Cell) -> u32 {
    if net.has(left, right, kind) {
        return 1;
    }
    let level = |cell: Cell| relief::level(common, cell).unwrap_or(1);
    let (left_level, right_level) = (level(left), level(right));
    match kind {
        // Water prefers low ground.
        HexsideKind::Stream | HexsideKind::River => 1 + u32::from(left_level.min(right_level)),
        // Slopes prefer differences in level.
        HexsideKind::Slope => 5_u32.saturating_sub(2 * u32::from(left_level.abs_diff(right_level))).max(1),
        HexsideKind::Bridge if net.water(left, right) => 1,
        HexsideKind::Bridge => 6,
        // Walls avoid water.
        HexsideKind::Wall if net.water(left, right) => 5,
        HexsideKind::Wall => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::document::Document;

    #[test]
    fn every_corner_is_where_three_hexes_meet() {
        for hex in Hex::ZERO.range(4) {
            assert_eq!(hex_at(middle(hex)), Some(hex));
            for corner in Corner::of(hex) {
                let hexes: Vec<Hex> = corner.hexes().collect();
                assert_eq!(hexes.len(), 3);
                assert!(hexes.contains(&hex));
                assert!(hexes.iter().all(|a| hexes.iter().all(|b| a.unsigned_distance_to(*b) <= 1)));
                assert!(hexes.iter().all(|hex| Corner::of(*hex).contains(&corner)));
            }
        }
    }

    #[test]
    fn the_way_runs_from_corner_to_corner_without_a_gap() {
        let scenario = Document::bundled().scenario().clone();
        let common = scenario.common();
        let grid = common.grid().unwrap();
        let mut net = RoadNet::default();
        net.refresh(common, &grid, 0);
        let corner = |hex: &str, n: usize| Corner::of(grid.hex(grid.cell(&hex.into()).unwrap()))[n];
        let (from, to) = (corner("0505", 0), corner("0909", 3));
        let sides = way(common, &grid, &net, HexsideKind::Wall, from, to).unwrap();
        for (a, b) in &sides {
            assert_eq!(grid.distance(*a, *b), 1);
        }
        for pair in sides.windows(2) {
            let shared = |cell: Cell| pair[1].0 == cell || pair[1].1 == cell;
            assert!(shared(pair[0].0) || shared(pair[0].1), "{pair:?} meet at a corner");
        }
        let touches = |corner: Corner, side: (Cell, Cell)| {
            let hexes: Vec<Hex> = corner.hexes().collect();
            hexes.contains(&grid.hex(side.0)) && hexes.contains(&grid.hex(side.1))
        };
        assert!(touches(from, sides[0]) && touches(to, sides[sides.len() - 1]));
        assert_eq!(way(common, &grid, &net, HexsideKind::Wall, from, from), Some(Vec::new()));
    }

    #[test]
    fn water_keeps_to_low_ground_and_follows_itself() {
        let day = include_str!("../../../../scenarios/pm-a-day-of-battle.toml");
        let scenario = Document::from_text("day", day.to_owned()).scenario().clone();
        let common = scenario.common();
        let grid = common.grid().unwrap();
        let mut net = RoadNet::default();
        net.refresh(common, &grid, 0);
        let at = |hex: &str| grid.cell(&hex.into()).unwrap();
        // Between its two ends, the cheapest path follows the Gorze brook.
        let ends = |side: (&str, &str)| {
            let (a, b) = (grid.hex(at(side.0)), grid.hex(at(side.1)));
            Corner::of(a).into_iter().filter(move |corner| Corner::of(b).contains(corner))
        };
        for from in ends(("2112", "2212")) {
            for to in ends(("2120", "2221")) {
                let sides = way(common, &grid, &net, HexsideKind::Stream, from, to).unwrap();
                let known = sides.iter().filter(|(a, b)| net.has(*a, *b, HexsideKind::Stream)).count();
                assert!(known >= 16 && sides.len() - known <= 2, "{known} of {}", sides.len());
            }
        }
    }
}
