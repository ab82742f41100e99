//! Anchors: the point that stands for each hex.
//!
//! The anchor of a hex is its center, or the place in it. Rivers and roads are derived between anchors, so that each place lies on
//! its bank and on its road.

use smol_str::SmolStr;

use crate::buckets::Buckets;
use crate::era::PlaceRank;
use crate::exact;
use crate::grid::{GroundGrid, Tile};
use crate::notice::Notice;
use crate::plane::Point;

/// The greatest distance of an anchor from the center of its hex, in hexes. The inner circle of a hex has half a hex.
const FARTHEST: f64 = 0.45;
/// The greatest depth at which a place lies in a neighboring hex and still may be moved there, in hexes.
const DEEPEST: f64 = 0.15;

/// A place to put on the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedSpot {
    /// The number in the file.
    pub id: i64,
    /// The name.
    pub name: SmolStr,
    /// The rank, which decides between places in the same hex.
    pub rank: PlaceRank,
    /// The number of inhabitants, if known; decides between places of the same rank.
    pub people: u32,
    /// The point.
    pub at: Point,
}

/// The anchors of a map, and the places at them.
#[derive(Clone, Debug)]
pub struct Anchors {
    points: Vec<Point>,
    /// The place in each hex, as a position in `spots`.
    places: Vec<Option<u32>>,
    spots: Vec<PlacedSpot>,
    /// The hex of each place; `None` if it became a label.
    homes: Vec<Option<Tile>>,
}

impl Anchors {
    /// Puts places into hexes: the greatest first, each into its own hex, or, if that is taken, into a neighbor at whose border it
    /// lies. The others have no hex.
    pub fn new(grid: &GroundGrid, spots: Vec<PlacedSpot>) -> Self {
        let mut order: Vec<usize> = (0..spots.len()).collect();
        order.sort_by_key(|n| {
            let spot = &spots[*n];
            (spot.rank, u32::MAX - spot.people, spot.id)
        });
        let mut own = Self {
            points: grid.tiles().map(|tile| grid.center(tile)).collect(),
            places: vec![None; grid.count()],
            homes: vec![None; spots.len()],
            spots,
        };
        for n in order {
            own.place(grid, n);
        }
        own
    }

    fn place(&mut self, grid: &GroundGrid, n: usize) {
        let Some(spot) = self.spots.get(n) else { return };
        let Some(tile) = grid.at(spot.at) else { return };
        let at = spot.at;
        let depth = |other: Tile| (at.distance(grid.center(other)) - at.distance(grid.center(tile))) / 2.0;
        let mut choices: Vec<(i64, Tile)> = vec![(0, tile)];
        let near = grid.neighbors(tile).into_iter().flatten();
        let near = near.map(|other| (libm::ceil(depth(other)) as i64, other));
        choices.extend(near.filter(|(depth, _)| (*depth as f64) < grid.hexes(DEEPEST)));
        choices.sort_unstable();
        let free = choices.into_iter().map(|(_, tile)| tile).find(|tile| self.places[tile.index()].is_none());
        let Some(home) = free else { return };
        self.places[home.index()] = u32::try_from(n).ok();
        self.homes[n] = Some(home);
        self.points[home.index()] = pulled(grid, home, at);
    }

    /// Moves anchors that were pulled toward the center of their hex back to their place, if a line would lie between.
    pub(crate) fn keep_banks(&mut self, grid: &GroundGrid, lines: &Buckets) {
        for (spot, home) in self.spots.iter().zip(&self.homes) {
            let Some(home) = home else { continue };
            let anchor = self.points[home.index()];
            let mut odd = std::collections::BTreeMap::<u32, bool>::new();
            for piece in lines.near(spot.at, anchor, grid.distance()) {
                if exact::crosses(spot.at, anchor, piece.ends.0, piece.ends.1) {
                    *odd.entry(piece.line).or_default() ^= true;
                }
            }
            if odd.values().any(|odd| *odd) {
                self.points[home.index()] = spot.at;
            }
        }
    }

    /// Returns the anchor of a hex.
    pub fn point(&self, tile: Tile) -> Point {
        self.points.get(tile.index()).copied().unwrap_or_default()
    }

    /// Returns the place in a hex.
    pub fn place_in(&self, tile: Tile) -> Option<&PlacedSpot> {
        let n = *self.places.get(tile.index())?;
        self.spots.get(n? as usize)
    }

    /// Returns the places with their hexes, in the order of the data; `None` for a place that became a label.
    pub fn places(&self) -> impl Iterator<Item = (&PlacedSpot, Option<Tile>)> {
        self.spots.iter().zip(self.homes.iter().copied())
    }

    /// Returns what the reader of the proposal should know about places.
    pub fn notices(&self, grid: &GroundGrid) -> Vec<Notice> {
        let is_label = |(spot, home): &(&PlacedSpot, Option<Tile>)| {
            home.is_none() && grid.at(spot.at).is_some_and(|tile| grid.is_on_map(tile))
        };
        let labels = self.places().filter(is_label).count();
        if labels > 0 { vec![Notice::PlacesAsLabels(labels)] } else { Vec::new() }
    }
}

/// Returns `at`, or the point toward it that is still near enough to the center of `tile`.
fn pulled(grid: &GroundGrid, tile: Tile, at: Point) -> Point {
    let center = grid.center(tile);
    let (distance, farthest) = (center.distance(at), grid.hexes(FARTHEST));
    if distance <= farthest { at } else { center.toward(at, farthest / distance) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::tests_grid;

    fn spot(id: i64, rank: PlaceRank, at: Point) -> PlacedSpot {
        PlacedSpot { id, name: format!("Place {id}").into(), rank, people: 0, at }
    }

    #[test]
    fn the_greatest_place_keeps_its_hex_and_one_at_the_border_moves() {
        let grid = tests_grid(9, 9, 100_000);
        let middle = grid.at(Point::default()).unwrap();
        let center = grid.center(middle);
        let other = grid.neighbors(middle)[1].unwrap();
        let border = center.toward(grid.center(other), 0.45);
        let spots = vec![
            spot(1, PlaceRank::Village, center),
            spot(2, PlaceRank::Town, center.toward(border, 0.1)),
            spot(3, PlaceRank::Hamlet, border),
            spot(4, PlaceRank::Hamlet, center.toward(border, 0.05)),
        ];
        let anchors = Anchors::new(&grid, spots);
        assert_eq!(anchors.place_in(middle).map(|spot| spot.id), Some(2));
        assert_eq!(anchors.place_in(other).map(|spot| spot.id), Some(3));
        let homes: Vec<bool> = anchors.places().map(|(_, home)| home.is_some()).collect();
        assert_eq!(homes, [false, true, true, false]);
        assert_eq!(anchors.notices(&grid), [Notice::PlacesAsLabels(2)]);
        // The place moved to its neighbor is anchored at its border.
        assert!(anchors.point(other).distance(grid.center(other)) <= 45_001.0);
        assert_eq!(anchors.point(middle), center.toward(border, 0.1));
    }

    #[test]
    fn a_hundred_thousand_places_in_one_hex_are_quick() {
        let grid = tests_grid(3, 3, 100_000);
        let center = grid.center(grid.at(Point::default()).unwrap());
        let spots = (0..100_000).map(|id| spot(id, PlaceRank::Farm, center)).collect();
        let anchors = Anchors::new(&grid, spots);
        assert_eq!(anchors.notices(&grid), [Notice::PlacesAsLabels(99_999)]);
    }

    #[test]
    fn an_anchor_is_not_pulled_across_a_river() {
        let grid = tests_grid(3, 3, 100_000);
        let tile = grid.at(Point::default()).unwrap();
        let center = grid.center(tile);
        // In a corner of the hex, with a river between it and the center.
        let corner = Point { x: center.x + 54_000, y: center.y };
        let mut anchors = Anchors::new(&grid, vec![spot(1, PlaceRank::Village, corner)]);
        assert_ne!(anchors.point(tile), corner);
        let river = [Point { x: center.x + 50_000, y: -90_000 }, Point { x: center.x + 50_000, y: 90_000 }];
        anchors.keep_banks(&grid, &Buckets::of(100_000, [river.as_slice()]));
        assert_eq!(anchors.point(tile), corner);
    }
}
