//! Masks: which of the fine points over a map lie in areas of a class.
//!
//! The points are a lattice that continues that of the hexes, twelve times as fine, so that each hex has the same points, and a map that is
//! turned by 60 degrees has the same shares.

use hexx::Hex;

use crate::grid::{GroundGrid, Tile};
use crate::plane::Point;

/// The number of steps of the lattice between the centers of adjacent hexes.
pub(super) const FINE: i32 = 12;
/// The parts of a step in which rings are put on the lattice.
const PARTS: f64 = 65536.0;

/// A set of points of the lattice over a map and its margin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mask {
    /// The least coordinate along the first axis, and along the second.
    least: (i32, i32),
    width: i32,
    height: i32,
    bits: Vec<u64>,
    /// The points of a hex with their weights, from its center.
    hex: Vec<(i32, i32, u32)>,
}

impl Mask {
    /// Returns an empty mask over the zone of `grid`.
    pub fn new(grid: &GroundGrid) -> Self {
        let hexes = || grid.tiles().map(|tile| grid.hex(tile));
        let least = (hexes().map(|hex| hex.x).min().unwrap_or(0), hexes().map(|hex| hex.y).min().unwrap_or(0));
        let most = (hexes().map(|hex| hex.x).max().unwrap_or(0), hexes().map(|hex| hex.y).max().unwrap_or(0));
        let width = (most.0 - least.0 + 2) * FINE;
        let height = (most.1 - least.1 + 2) * FINE;
        let count = width as usize * height as usize;
        Self {
            least: (least.0 * FINE - FINE, least.1 * FINE - FINE),
            width,
            height,
            bits: vec![0; count.div_ceil(64)],
            hex: points_of_hex(),
        }
    }

    fn index(&self, q: i32, r: i32) -> Option<usize> {
        let (q, r) = (q - self.least.0, r - self.least.1);
        let is_in = (0..self.width).contains(&q) && (0..self.height).contains(&r);
        is_in.then(|| r as usize * self.width as usize + q as usize)
    }

    /// Returns `true` if a point of the lattice is in the mask.
    pub(super) fn has(&self, q: i32, r: i32) -> bool {
        self.index(q, r).is_some_and(|at| self.bits.get(at / 64).is_some_and(|word| word >> (at % 64) & 1 == 1))
    }

    pub(super) fn set(&mut self, q: i32, r: i32) {
        if let Some(at) = self.index(q, r)
            && let Some(word) = self.bits.get_mut(at / 64)
        {
            *word |= 1 << (at % 64);
        }
    }

    /// Returns all points of the lattice that are in the mask, in order.
    pub(super) fn points(&self) -> impl Iterator<Item = (i32, i32)> {
        let columns = self.width as usize;
        self.bits.iter().enumerate().flat_map(move |(n, word)| {
            let mut left = *word;
            std::iter::from_fn(move || {
                let bit = left.checked_ilog2().map(|_| left.trailing_zeros())?;
                left &= left - 1;
                let at = n * 64 + bit as usize;
                Some((self.least.0 + (at % columns) as i32, self.least.1 + (at / columns) as i32))
            })
        })
    }

    /// Returns the range of coordinates along the first and the second axis.
    pub(super) fn ranges(&self) -> (std::ops::Range<i32>, std::ops::Range<i32>) {
        (self.least.0..self.least.0 + self.width, self.least.1..self.least.1 + self.height)
    }

    /// Adds the points of `other`, a mask of the same grid.
    pub fn add(&mut self, other: &Self) {
        for (own, other) in self.bits.iter_mut().zip(&other.bits) {
            *own |= other;
        }
    }

    /// Removes the points of `other`, a mask of the same grid.
    pub fn remove(&mut self, other: &Self) {
        for (own, other) in self.bits.iter_mut().zip(&other.bits) {
            *own &= !other;
        }
    }

    /// Keeps only points of `other`, a mask of the same grid.
    pub fn keep(&mut self, other: &Self) {
        for (own, other) in self.bits.iter_mut().zip(&other.bits) {
            *own &= other;
        }
    }

    /// Adds the points that an odd number of `rings` surround.
    pub fn fill(&mut self, grid: &GroundGrid, rings: &[Vec<Point>]) {
        let mut crossings: Vec<(i32, i32)> = Vec::new();
        for ring in rings {
            let points: Vec<(i64, i64)> = ring.iter().map(|point| on_lattice(grid, *point)).collect();
            for (n, a) in points.iter().enumerate() {
                let b = points.get(n + 1).or(points.first()).copied().unwrap_or(*a);
                self.cross(*a, b, &mut crossings);
            }
        }
        crossings.sort_unstable();
        let mut at = 0;
        while let Some((r, q)) = crossings.get(at).copied() {
            // Rings are closed, so each row is crossed an even number of times.
            let Some((next, end)) = crossings.get(at + 1).copied().filter(|(next, _)| *next == r) else {
                at += 1;
                continue;
            };
            for q in q.max(self.least.0)..end.min(self.least.0 + self.width) {
                self.set(q, next);
            }
            at += 2;
        }
    }

    /// Adds, for each row that the piece from `a` to `b` crosses, the row and the first point of the lattice beyond the crossing.
    fn cross(&self, a: (i64, i64), b: (i64, i64), crossings: &mut Vec<(i32, i32)>) {
        let (a, b) = if a.1 <= b.1 { (a, b) } else { (b, a) };
        let part = PARTS as i64;
        // A row is crossed if one end is above it, and the other on it or below.
        let (from, to) = (a.1.div_euclid(part) + 1, b.1.div_euclid(part));
        let rows = (self.least.1.into(), i64::from(self.least.1 + self.height) - 1);
        for row in from.max(rows.0)..=to.min(rows.1) {
            let (down, over) = (i128::from(row * part - a.1), i128::from(b.1 - a.1));
            let along = i128::from(a.0) * over + i128::from(b.0 - a.0) * down;
            // The first point of the lattice at or beyond the crossing.
            let q = -(-along).div_euclid(over * i128::from(part));
            let least = i128::from(self.least.0);
            let q = q.clamp(least, least + i128::from(self.width)) as i32;
            crossings.push((row as i32, q));
        }
    }

    /// Adds the points within `radius` centimeters of `middle`.
    pub fn fill_disk(&mut self, grid: &GroundGrid, middle: Point, radius: f64) {
        let (q, r) = grid.axial(middle);
        let (q, r) = (q * f64::from(FINE), r * f64::from(FINE));
        // A step along one axis is shorter across the other, by half the root of 3.
        let reach = radius / grid.hexes(1.0 / f64::from(FINE)) / 0.866;
        let (qs, rs) = self.ranges();
        let range = |middle: f64, own: &std::ops::Range<i32>| {
            (libm::floor(middle - reach) as i32).max(own.start)..(libm::ceil(middle + reach) as i32 + 1).min(own.end)
        };
        for row in range(r, &rs) {
            for column in range(q, &qs) {
                if point_of(grid, column, row).distance(middle) <= radius {
                    self.set(column, row);
                }
            }
        }
    }

    /// Returns the part of a hex that is in the mask, from 0 to 1.
    pub fn share(&self, grid: &GroundGrid, tile: Tile) -> f64 {
        let center = grid.hex(tile);
        let (mut sum, mut all) = (0, 0);
        for (q, r, weight) in &self.hex {
            all += weight;
            if self.has(center.x * FINE + q, center.y * FINE + r) {
                sum += weight;
            }
        }
        f64::from(sum) / f64::from(all.max(1))
    }

    /// Returns the points of the hex at `center` with their weights.
    pub(super) fn points_in(&self, center: Hex) -> impl Iterator<Item = (i32, i32, u32)> {
        self.hex.iter().map(move |(q, r, weight)| (center.x * FINE + q, center.y * FINE + r, *weight))
    }

    /// Returns the sum of the weights of the points of a hex.
    pub(super) fn weight(&self) -> u32 {
        self.hex.iter().map(|(_, _, weight)| weight).sum()
    }

    /// Returns `true` if the mask has the point of the lattice nearest to `point`, or one next to it.
    pub fn is_near(&self, grid: &GroundGrid, point: Point) -> bool {
        let (q, r) = grid.axial(point);
        let at = Hex::new(libm::round(q * f64::from(FINE)) as i32, libm::round(r * f64::from(FINE)) as i32);
        at.range(2).any(|hex| self.has(hex.x, hex.y))
    }
}

/// Returns the coordinates of a point on the lattice, in parts of a step.
pub(super) fn on_lattice(grid: &GroundGrid, point: Point) -> (i64, i64) {
    let (q, r) = grid.axial(point);
    let whole = |value: f64| libm::round(value * f64::from(FINE) * PARTS) as i64;
    (whole(q), whole(r))
}

/// Returns the point at a place of the lattice.
fn point_of(grid: &GroundGrid, q: i32, r: i32) -> Point {
    grid.point(f64::from(q) / f64::from(FINE), f64::from(r) / f64::from(FINE))
}

/// Returns the points of the lattice in the hex about the origin with their weights: 6 within, 3 on a side and 2 on a corner, which
/// two and three hexes share.
fn points_of_hex() -> Vec<(i32, i32, u32)> {
    let mut points = Vec::new();
    for q in -FINE..=FINE {
        for r in -FINE..=FINE {
            // Twice the distance along the way to each neighbor, in steps.
            let along = Hex::NEIGHBORS_COORDS.map(|to| 2 * (q * to.x + r * to.y) + q * to.y + r * to.x);
            let on = along.iter().filter(|along| **along == FINE).count();
            if along.iter().all(|along| *along <= FINE) {
                points.push((q, r, [6, 3, 2].get(on).copied().unwrap_or(2)));
            }
        }
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::tests_grid;

    #[test]
    fn the_points_of_hexes_share_the_plane() {
        let points = points_of_hex();
        assert_eq!(points.iter().map(|(_, _, weight)| weight).sum::<u32>(), 6 * (FINE * FINE) as u32);
        assert_eq!(points.iter().filter(|(_, _, weight)| *weight == 2).count(), 6);
        // Turned by 60 degrees, they are the same.
        for (q, r, weight) in &points {
            assert!(points.contains(&(-r, q + r, *weight)));
        }
    }

    #[test]
    fn shares_are_those_of_areas() {
        let grid = tests_grid(8, 8, 100_000);
        let at = |x: i32, y: i32| Point { x: x * 1000, y: y * 1000 };
        let square = vec![at(-200, -150), at(250, -150), at(250, 300), at(-200, 300)];
        let hole = vec![at(-50, 0), at(100, 0), at(100, 100), at(-50, 100)];
        let mut mask = Mask::new(&grid);
        mask.fill(&grid, &[square, hole]);
        let area: f64 = grid.tiles().map(|tile| mask.share(&grid, tile)).sum();
        let expected = (450.0 * 450.0 - 150.0 * 100.0) / (100.0 * 100.0 * 0.866);
        assert!((area / expected - 1.0).abs() < 0.02, "{area} {expected}");
        let count = mask.points().count();
        assert!((count as f64 / 144.0 / expected - 1.0).abs() < 0.02);
        assert!(mask.points().all(|(q, r)| mask.has(q, r)));
    }

    #[test]
    fn rings_far_beyond_the_map_cost_no_more_than_the_map() {
        let grid = tests_grid(4, 4, 100_000);
        let far = Point::FARTHEST;
        let all = vec![
            Point { x: -far, y: -far },
            Point { x: far, y: -far },
            Point { x: far, y: far },
            Point { x: -far, y: far },
        ];
        let mut mask = Mask::new(&grid);
        mask.fill(&grid, &[all]);
        assert!(grid.tiles().filter(|tile| grid.is_on_map(*tile)).all(|tile| mask.share(&grid, tile) == 1.0));
        mask.fill(&grid, &[vec![], vec![Point::default()], vec![Point::default(); 5]]);
    }

    #[test]
    fn disks_have_their_area() {
        let grid = tests_grid(6, 6, 100_000);
        let mut mask = Mask::new(&grid);
        mask.fill_disk(&grid, Point { x: 12_345, y: -6789 }, 120_000.0);
        let area: f64 = grid.tiles().map(|tile| mask.share(&grid, tile)).sum();
        assert!((area / (std::f64::consts::PI * 1.44 / 0.866) - 1.0).abs() < 0.03, "{area}");
        mask.fill_disk(&grid, Point::default(), 1e12);
    }
}
