//! The hexsides of a line, by the parity of its crossings.

use std::collections::BTreeSet;

use crate::anchors::Anchors;
use crate::exact;
use crate::grid::{GroundGrid, Side, Tile};
use crate::line;
use crate::plane::Point;

/// The hexes from a point within which the anchors of all ways that may pass it are: a way is shorter than 2.2 hexes.
const REACH: u32 = 2;

/// Returns the hexsides whose two hexes have anchors on different sides of `line`: the way between the anchors crosses it an odd number of
/// times.
pub fn sides_of(grid: &GroundGrid, anchors: &Anchors, line: &[Point]) -> BTreeSet<Side> {
    let mut odd = BTreeSet::new();
    let mut near = SidesNear::default();
    for (p, q) in line.windows(2).map(|pair| (pair[0], pair[1])) {
        for side in near.along(grid, p, q) {
            let (a, b) = (anchors.point(side.low), anchors.point(side.high));
            if exact::crosses(a, b, p, q) && !odd.remove(&side) {
                odd.insert(side);
            }
        }
    }
    odd
}

/// The hexsides near pieces of a line. The last hex is remembered, since the next piece is most often near the same.
#[derive(Default)]
pub(super) struct SidesNear {
    last: Option<(Tile, Vec<Side>)>,
}

impl SidesNear {
    /// Returns the hexsides near the piece from `p` to `q`, each once.
    fn along(&mut self, grid: &GroundGrid, p: Point, q: Point) -> Vec<Side> {
        let mut tiles: Vec<Tile> =
            line::sampled(&[p, q], grid.hexes(0.5)).into_iter().filter_map(|point| grid.at(point)).collect();
        tiles.dedup();
        if let ([tile], Some((last, sides))) = (tiles.as_slice(), &self.last)
            && tile == last
        {
            return sides.clone();
        }
        // Around a long piece, most hexes are near several points.
        let mut around: Vec<Tile> = tiles.iter().flat_map(|tile| grid.around(*tile, REACH)).collect();
        around.sort_unstable();
        around.dedup();
        let mut sides: Vec<Side> = around.into_iter().flat_map(|tile| grid.sides(tile)).collect();
        sides.sort_unstable();
        sides.dedup();
        if let [tile] = tiles.as_slice() {
            self.last = Some((*tile, sides.clone()));
        }
        sides
    }
}

/// Returns the corner of hexes in which `point` lies: the three hexes whose anchors surround it.
pub(super) fn corner_of(grid: &GroundGrid, anchors: &Anchors, point: Point) -> Option<[Tile; 3]> {
    let near = grid.at(point)?;
    let mut corners: Vec<[Tile; 3]> = Vec::new();
    for tile in grid.around(near, 1) {
        let neighbors = grid.neighbors(tile);
        for n in 0..6 {
            if let (Some(a), Some(b)) = (neighbors[n], neighbors[(n + 1) % 6]) {
                let mut corner = [tile, a, b];
                corner.sort_unstable();
                corners.push(corner);
            }
        }
    }
    corners.sort_unstable();
    corners.dedup();
    corners.into_iter().find(|corner| {
        let [a, b, c] = corner.map(|tile| anchors.point(tile));
        let right = [(a, b), (b, c), (c, a)].map(|(a, b)| exact::is_right_of_anchors(a, b, point));
        right == [true; 3] || right == [false; 3]
    })
}

/// Returns the three hexsides that meet in a corner.
pub(super) fn sides_at(corner: [Tile; 3]) -> [Side; 3] {
    let [a, b, c] = corner;
    [Side::between(a, b), Side::between(b, c), Side::between(c, a)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::tests_grid;
    use std::collections::BTreeMap;

    /// Returns, for each corner of hexes, how many of `sides` meet there.
    fn at_corners(grid: &GroundGrid, sides: &BTreeSet<Side>) -> BTreeMap<[Tile; 3], usize> {
        let mut corners = BTreeMap::new();
        for side in sides {
            for tile in grid.neighbors(side.low).into_iter().flatten() {
                if grid.neighbors(side.high).contains(&Some(tile)) {
                    let mut corner = [side.low, side.high, tile];
                    corner.sort_unstable();
                    *corners.entry(corner).or_default() += 1;
                }
            }
        }
        corners
    }

    #[test]
    fn a_line_has_loose_ends_only_where_it_begins_and_ends() {
        let grid = tests_grid(12, 12, 100_000);
        let anchors = Anchors::new(&grid, Vec::new());
        // A pseudo-random walk, whose steps are longer and shorter than hexes.
        let mut seed = 7_u64;
        for _ in 0..50 {
            let mut next = |most: i32| {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (seed >> 33) as i32 % most - most / 2
            };
            let mut at = Point::default();
            let mut line = vec![at];
            for _ in 0..12 {
                let (x, y) = (at.x + next(160_000), at.y + next(160_000));
                at = Point { x: x.clamp(-450_000, 450_000), y: y.clamp(-550_000, 550_000) };
                line.push(at);
            }
            let sides = sides_of(&grid, &anchors, &line);
            let ends = [line[0], at].map(|end| corner_of(&grid, &anchors, end).unwrap());
            for (corner, count) in at_corners(&grid, &sides) {
                let odd = ends.iter().filter(|end| **end == corner).count() % 2;
                assert_eq!(count % 2, odd, "{line:?}");
            }
        }
    }
}
