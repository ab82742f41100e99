//! Woods by quota: each connected wood gets as many hexes as its area is worth.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::mask::Mask;
use crate::grid::{GroundGrid, Tile};

/// Returns the hexes of a mask of woods, among those that are `free`. Each connected wood gets as many as its area in free hexes is worth,
/// rounded by largest remainders so that the sum is right too: the fullest first, none with a share below `least`.
pub(super) fn by_quota(grid: &GroundGrid, woods: &Mask, least: f64, free: impl Fn(Tile) -> bool) -> BTreeSet<Tile> {
    let labels = ConnectedWoods::of(woods);
    let full = u64::from(woods.weight());
    // The weight of each wood, and its weight in each free hex.
    let mut areas = BTreeMap::<u32, u64>::new();
    let mut shares: Vec<(u64, Tile, u32)> = Vec::new();
    for tile in grid.tiles().filter(|tile| free(*tile)) {
        let mut own = BTreeMap::<u32, u64>::new();
        for (q, r, weight) in woods.points_in(grid.hex(tile)) {
            if let Some(label) = labels.get(q, r) {
                *own.entry(label).or_default() += u64::from(weight);
            }
        }
        for (label, weight) in own {
            *areas.entry(label).or_default() += weight;
            shares.push((weight, tile, label));
        }
    }
    let mut quotas: BTreeMap<u32, u64> = areas.iter().map(|(label, area)| (*label, area / full)).collect();
    let total: u64 = areas.values().sum();
    let given: u64 = quotas.values().sum();
    let left = ((2 * total + full) / (2 * full)).saturating_sub(given);
    // Woods that would vanish come first, if they are larger than half a hex: a copse may have named a battle.
    let vanishes = |area: u64| area < full && 2 * area > full;
    let mut remainders: Vec<(bool, Reverse<u64>, u32)> =
        areas.iter().map(|(label, area)| (!vanishes(*area), Reverse(area % full), *label)).collect();
    remainders.sort_unstable();
    for (_, _, label) in remainders.into_iter().take(usize::try_from(left).unwrap_or(usize::MAX)) {
        *quotas.entry(label).or_default() += 1;
    }
    shares.sort_unstable_by_key(|(weight, tile, label)| (Reverse(*weight), *tile, *label));
    let mut taken = BTreeSet::new();
    for (weight, tile, label) in shares {
        let is_enough = weight as f64 >= least * full as f64;
        if let Some(quota) = quotas.get_mut(&label).filter(|quota| **quota > 0 && is_enough)
            && taken.insert(tile)
        {
            *quota -= 1;
        }
    }
    taken
}

/// The connected woods of a mask, as runs of points along rows.
struct ConnectedWoods {
    /// The runs of each row, by its number: the first point, the first after them, and the number of the wood.
    rows: BTreeMap<i32, Vec<(i32, i32, u32)>>,
}

impl ConnectedWoods {
    fn of(woods: &Mask) -> Self {
        let mut rows = BTreeMap::<i32, Vec<(i32, i32, u32)>>::new();
        let mut runs = 0;
        for (q, r) in woods.points() {
            let row = rows.entry(r).or_default();
            match row.last_mut().filter(|run| run.1 == q) {
                Some(run) => run.1 += 1,
                None => {
                    row.push((q, q + 1, runs));
                    runs += 1;
                }
            }
        }
        let mut parents: Vec<u32> = (0..runs).collect();
        for (r, row) in &rows {
            let Some(above) = rows.get(&(r - 1)) else { continue };
            let mut at = 0;
            for (from, to, label) in row {
                // A point touches the one above it and the next of that row.
                while above.get(at).is_some_and(|run| run.1 <= *from) {
                    at += 1;
                }
                for run in above.get(at..).unwrap_or_default().iter().take_while(|run| run.0 <= *to) {
                    let (a, b) = (root(&mut parents, *label), root(&mut parents, run.2));
                    parents[a.max(b) as usize] = a.min(b);
                }
            }
        }
        for run in rows.values_mut().flatten() {
            run.2 = root(&mut parents, run.2);
        }
        Self { rows }
    }

    /// Returns the number of the wood of a point.
    fn get(&self, q: i32, r: i32) -> Option<u32> {
        let row = self.rows.get(&r)?;
        let run = row.get(row.partition_point(|run| run.1 <= q))?;
        (run.0 <= q).then_some(run.2)
    }
}

/// Returns the wood into which `label` was joined.
fn root(parents: &mut [u32], label: u32) -> u32 {
    let mut at = label;
    while parents[at as usize] != at {
        // Shortens the way for the next time.
        parents[at as usize] = parents[parents[at as usize] as usize];
        at = parents[at as usize];
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::tests_grid;

    #[test]
    fn runs_that_touch_are_one_wood() {
        let grid = tests_grid(4, 4, 100_000);
        let mut mask = Mask::new(&grid);
        // A ring, a point within it, and a line that touches the ring at its corner.
        let ring: Vec<hexx::Hex> = hexx::Hex::ZERO.ring(5).collect();
        let line: Vec<hexx::Hex> = (6..10).map(|n| hexx::Hex::new(n, -5)).collect();
        for hex in ring.iter().chain(&line).chain([&hexx::Hex::ZERO]) {
            mask.set(hex.x, hex.y);
        }
        let woods = ConnectedWoods::of(&mask);
        let of = |hex: hexx::Hex| woods.get(hex.x, hex.y);
        let first = of(ring[0]);
        assert!(first.is_some());
        assert!(ring.iter().chain(&line).all(|hex| of(*hex) == first));
        assert!(of(hexx::Hex::ZERO).is_some_and(|inner| Some(inner) != first));
        assert_eq!(of(hexx::Hex::new(1, 0)), None);
        assert_eq!(of(hexx::Hex::new(99, 0)), None);
    }
}
