//! Meanders that are smaller than a hex: their hexsides are made one bend, and rings beside the line are dropped.

use std::collections::BTreeSet;

use crate::anchors::Anchors;
use crate::buckets::Buckets;
use crate::grid::{GroundGrid, Side, Tile};
use crate::plane::Point;

/// The fewest sides of a hex that make a meander. Bends of four sides are real.
const FEWEST_SIDES: usize = 5;

/// Moves hexes without a place, of which a line surrounds nearly all sides and comes near the center, to the other bank.
pub(super) fn flip_meanders(
    grid: &GroundGrid,
    anchors: &Anchors,
    line: &[Point],
    sides: &mut BTreeSet<Side>,
    meander: f64,
) {
    let reach = grid.hexes(meander);
    let index = Buckets::of(grid.distance(), [line]);
    let mut tiles: Vec<Tile> = sides.iter().flat_map(|side| [side.low, side.high]).collect();
    tiles.sort_unstable();
    tiles.dedup();
    // A flip can make a meander of a neighbor; each flip has fewer sides than before, so this ends.
    while let Some(tile) = tiles.pop() {
        let own: Vec<Side> = grid.sides(tile).collect();
        let count = own.iter().filter(|side| sides.contains(side)).count();
        let center = grid.center(tile);
        if count >= FEWEST_SIDES && anchors.place_in(tile).is_none() && index.is_near(center, reach) {
            for side in own {
                if !sides.remove(&side) {
                    sides.insert(side);
                }
            }
            tiles.extend(grid.neighbors(tile).into_iter().flatten());
        }
    }
}

/// Drops closed rings of hexsides that hold no place: meanders whose neck is narrower than a hex.
pub(super) fn drop_rings(grid: &GroundGrid, anchors: &Anchors, sides: &mut BTreeSet<Side>) {
    let mut left = sides.clone();
    while let Some(first) = left.pop_first() {
        let (mut component, mut open) = (BTreeSet::from([first]), vec![first]);
        let mut is_ring = true;
        while let Some(side) = open.pop() {
            for corner in corners(grid, side) {
                let Some(corner) = corner else {
                    is_ring = false;
                    continue;
                };
                let others = [Side::between(side.low, corner), Side::between(side.high, corner)];
                is_ring &= others.iter().filter(|other| sides.contains(other)).count() == 1;
                for other in others {
                    if sides.contains(&other) && component.insert(other) {
                        open.push(other);
                    }
                }
            }
        }
        left.retain(|side| !component.contains(side));
        if is_ring && !holds_a_place(grid, anchors, &component) {
            sides.retain(|side| !component.contains(side));
        }
    }
}

/// Returns the two hexes at the ends of a side; `None` beyond the margin.
fn corners(grid: &GroundGrid, side: Side) -> [Option<Tile>; 2] {
    let neighbors = grid.neighbors(side.low);
    let Some(at) = neighbors.iter().position(|other| *other == Some(side.high)) else { return [None; 2] };
    [neighbors[(at + 1) % 6], neighbors[(at + 5) % 6]]
}

/// Returns `true` if a place lies within a ring. If the ring surrounds what is outside of the map, it holds all.
fn holds_a_place(grid: &GroundGrid, anchors: &Anchors, ring: &BTreeSet<Side>) -> bool {
    let Some(first) = ring.first() else { return false };
    // A ring of n sides surrounds fewer than n² hexes, so that a search outside of it soon knows.
    let most = ring.len() * ring.len();
    [first.low, first.high]
        .into_iter()
        .filter_map(|start| inside(grid, ring, start, most))
        .any(|tiles| tiles.iter().any(|tile| anchors.place_in(*tile).is_some()))
}

/// Returns the hexes that are reached from `start` without crossing a ring; `None` if they reach the border or are more than `most`.
fn inside(grid: &GroundGrid, ring: &BTreeSet<Side>, start: Tile, most: usize) -> Option<BTreeSet<Tile>> {
    let (mut tiles, mut open) = (BTreeSet::from([start]), vec![start]);
    while let Some(tile) = open.pop() {
        for other in grid.neighbors(tile) {
            let other = other?;
            if !ring.contains(&Side::between(tile, other)) && tiles.insert(other) {
                open.push(other);
            }
        }
        if tiles.len() > most {
            return None;
        }
    }
    Some(tiles)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::anchors::PlacedSpot;
    use crate::era::PlaceRank;
    use crate::grid::tests_grid;

    #[test]
    fn rings_go_unless_they_hold_a_place() {
        let grid = tests_grid(9, 9, 100_000);
        let tile = grid.at(Point::default()).unwrap();
        let ring: BTreeSet<Side> = grid.sides(tile).collect();
        let mut sides = ring.clone();
        drop_rings(&grid, &Anchors::new(&grid, Vec::new()), &mut sides);
        assert!(sides.is_empty());
        let place =
            PlacedSpot { id: 1, name: "Isle".into(), rank: PlaceRank::Hamlet, people: 0, at: grid.center(tile) };
        let mut sides = ring.clone();
        drop_rings(&grid, &Anchors::new(&grid, vec![place]), &mut sides);
        assert_eq!(sides, ring);
        // Five sides of a hex are no ring.
        let mut open: BTreeSet<Side> = ring.iter().skip(1).copied().collect();
        let before = open.clone();
        drop_rings(&grid, &Anchors::new(&grid, Vec::new()), &mut open);
        assert_eq!(open, before);
    }

    #[test]
    fn a_hex_that_a_meander_surrounds_goes_to_the_other_bank() {
        let grid = tests_grid(9, 9, 100_000);
        let anchors = Anchors::new(&grid, Vec::new());
        let tile = grid.at(Point::default()).unwrap();
        let center = grid.center(tile);
        let all: Vec<Side> = grid.sides(tile).collect();
        let near = [center, Point { x: center.x + 10, y: center.y }];
        let mut sides: BTreeSet<Side> = all.iter().skip(1).copied().collect();
        flip_meanders(&grid, &anchors, &near, &mut sides, 0.45);
        assert_eq!(sides, BTreeSet::from([all[0]]));
        // A line around the hex, not through it, is a real bend.
        let far = [Point { x: center.x + 50_000, y: center.y }, Point { x: center.x + 50_000, y: center.y + 9 }];
        let mut sides: BTreeSet<Side> = all.iter().skip(1).copied().collect();
        flip_meanders(&grid, &anchors, &far, &mut sides, 0.45);
        assert_eq!(sides.len(), 5);
    }
}
