//! Quick tests that leave out most of what is far from a map, before what is exact but slow.

use crate::grid::GroundGrid;
use crate::plane::{LatLon, Plane};

/// A box of latitudes and longitudes around the zone of a map. The sines of a projection take longer than reading a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct DegreeBox {
    south: f64,
    north: f64,
    west: f64,
    /// The degrees eastward from `west`.
    width: f64,
}

impl DegreeBox {
    /// Returns a box that has all positions in the zone of `grid`, and a few more.
    pub(super) fn of(plane: &Plane, grid: &GroundGrid) -> Self {
        let middle = plane.middle();
        let (mut south, mut north, mut reach) = (middle.lat, middle.lat, 0.0_f64);
        for point in grid.zone_border() {
            let at = plane.position(point);
            (south, north) = (south.min(at.lat), north.max(at.lat));
            // The shorter way around the Earth.
            let east = (at.lon - middle.lon).abs();
            reach = reach.max(east.min(360.0 - east));
        }
        // The zone ends half a hex beyond the centers of its hexes, and its sides are bent between the points.
        let hex = f64::from(grid.distance()) / 1.1e7;
        let (south, north) = (south - 2.0 * hex - 0.02 * (north - south), north + 2.0 * hex + 0.02 * (north - south));
        let highest = south.abs().max(north.abs()).min(89.0);
        let reach = (reach * 1.02 + 2.0 * hex / libm::cos(highest.to_radians())).min(180.0);
        Self { south, north, west: middle.lon - reach, width: 2.0 * reach }
    }

    /// Returns `true` for all positions in the zone, and for a few more.
    pub(super) fn has(&self, at: LatLon) -> bool {
        let east = at.lon - self.west;
        let east = if east < 0.0 {
            east + 360.0
        } else if east >= 360.0 {
            east - 360.0
        } else {
            east
        };
        at.lat >= self.south && at.lat <= self.north && east <= self.width
    }
}

/// A set of numbers that takes others for its own now and then, and is quick: most nodes of a way are not in the zone, and a search among
/// millions misses the caches of the processor.
pub(super) struct NumberSieve {
    bits: Vec<u64>,
    /// The bits of a hash that are not used.
    unused: u32,
}

impl NumberSieve {
    /// Returns a sieve for `numbers`, with some 16 bits for each.
    pub(super) fn of(numbers: impl ExactSizeIterator<Item = i64>) -> Self {
        let bits = (16 * numbers.len()).next_power_of_two().clamp(1 << 10, 1 << 27);
        let mut own = Self { bits: vec![0; bits / 64], unused: 64 - bits.trailing_zeros() };
        for number in numbers {
            let at = own.place(number);
            own.bits[at / 64] |= 1 << (at % 64);
        }
        own
    }

    fn place(&self, number: i64) -> usize {
        // The multiplier of Fibonacci hashing, which spreads numbers in a row.
        (number.cast_unsigned().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.unused) as usize
    }

    /// Returns `false` only for numbers that are not in the set.
    pub(super) fn may_have(&self, number: i64) -> bool {
        let at = self.place(number);
        self.bits.get(at / 64).is_some_and(|word| word >> (at % 64) & 1 == 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::tests_grid;
    use crate::plane::Point;

    #[test]
    fn boxes_have_the_zone_and_little_more() {
        for (lat, lon, turn) in
            [(49.0, 6.0, 0.0), (0.0, 179.99, 30.0), (-17.0, -179.9, 45.0), (69.0, 18.0, 77.0), (79.0, 0.0, 10.0)]
        {
            for distance in [2000, 80_000, 1_000_000] {
                let plane = Plane::new(LatLon { lat, lon }, turn).unwrap();
                let grid = tests_grid(9, 7, distance);
                let near = DegreeBox::of(&plane, &grid);
                let (least, most) = grid.zone();
                let (mut inside, mut all) = (0, 0);
                for x in (2 * least.x..=2 * most.x).step_by((most.x / 20) as usize) {
                    for y in (2 * least.y..=2 * most.y).step_by((most.y / 20) as usize) {
                        let point = Point { x, y };
                        let at = plane.position(point);
                        assert!(near.has(at) || !grid.is_in_zone(point), "{lat} {lon} {distance} {point:?}");
                        inside += usize::from(near.has(at));
                        all += 1;
                    }
                }
                assert!(inside * 4 < all * 3, "{lat} {lon} {distance}: {inside} of {all}");
            }
        }
    }

    #[test]
    fn sieves_have_all_their_numbers_and_few_others() {
        let own: Vec<i64> = (0..100_000).map(|n| 7_000_000_000 + 5 * n).chain([i64::MIN, -1, 0, i64::MAX]).collect();
        let sieve = NumberSieve::of(own.iter().copied());
        assert!(own.iter().all(|number| sieve.may_have(*number)));
        let others = (0..100_000).filter(|n| sieve.may_have(9_000_000_000 + 3 * n)).count();
        assert!(others < 15_000, "{others}");
        assert!(!NumberSieve::of(std::iter::empty()).may_have(7));
    }
}
