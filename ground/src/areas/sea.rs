//! The sea, from pieces of the coast with the land on their left.

use std::collections::BTreeMap;

use super::mask::{FINE, Mask, on_lattice};
use crate::exact;
use crate::grid::GroundGrid;
use crate::plane::Point;

/// The steps from a point of the lattice to half of its neighbors; the others are the reverse.
const STEPS: [(i32, i32); 3] = [(1, 0), (0, 1), (-1, 1)];
/// A step of the lattice in the coordinates of [`on_lattice`].
const PART: i64 = 65536;

/// Returns the sea, and the number of ends of the coast within the zone. The coast divides the zone; each part is what most of its points
/// beside the coast say, and land without any.
pub(super) fn sea(grid: &GroundGrid, coast: &[Vec<Point>]) -> (Mask, usize) {
    let mut sea = Mask::new(grid);
    if coast.is_empty() {
        return (sea, 0);
    }
    let steps = crossed(&sea, grid, coast);
    let mut votes = BTreeMap::<(i32, i32), i32>::new();
    for ((at, to), crossing) in &steps {
        if crossing.is_odd {
            // On the right of the coast is the sea.
            *votes.entry(*at).or_default() += crossing.sea_at_start;
            *votes.entry(*to).or_default() -= crossing.sea_at_start;
        }
    }
    let is_crossed = |at: (i32, i32), to: (i32, i32)| {
        let key = if steps_forward(at, to) { (at, to) } else { (to, at) };
        steps.get(&key).is_some_and(|crossing| crossing.is_odd)
    };
    let mut seen = Mask::new(grid);
    // The lattice is a rhombus and has corners beyond the zone, where the coast is cut: around its ends, the sea would flow to the land.
    let is_in = |(q, r): (i32, i32)| {
        grid.is_in_zone(grid.point(f64::from(q) / f64::from(FINE), f64::from(r) / f64::from(FINE)))
    };
    // Parts without the coast beside them are land, so only those with a vote are looked at.
    let starts: Vec<(i32, i32)> = votes.keys().copied().collect();
    for start in starts {
        if seen.has(start.0, start.1) || !is_in(start) {
            continue;
        }
        let (mut part, mut at, mut sum) = (vec![start], 0, 0);
        seen.set(start.0, start.1);
        while let Some(point) = part.get(at).copied() {
            at += 1;
            sum += votes.get(&point).copied().unwrap_or(0).signum();
            for (q, r) in STEPS.into_iter().flat_map(|(q, r)| [(q, r), (-q, -r)]) {
                let to = (point.0 + q, point.1 + r);
                if !seen.has(to.0, to.1) && !is_crossed(point, to) && is_in(to) {
                    seen.set(to.0, to.1);
                    part.push(to);
                }
            }
        }
        if sum > 0 {
            part.iter().for_each(|(q, r)| sea.set(*q, *r));
        }
    }
    (sea, open_ends(grid, coast))
}

/// The crossings of a step of the lattice by the coast.
#[derive(Clone, Copy, Default)]
struct StepCrossing {
    is_odd: bool,
    /// Positive if the coast says that the start of the step is in the sea.
    sea_at_start: i32,
}

fn steps_forward(at: (i32, i32), to: (i32, i32)) -> bool {
    STEPS.contains(&(to.0 - at.0, to.1 - at.1))
}

type CrossedSteps = BTreeMap<((i32, i32), (i32, i32)), StepCrossing>;

/// Returns the steps of the lattice that the coast crosses.
fn crossed(mask: &Mask, grid: &GroundGrid, coast: &[Vec<Point>]) -> CrossedSteps {
    let mut steps = CrossedSteps::new();
    let (qs, rs) = mask.ranges();
    let range = |a: i64, b: i64, own: &std::ops::Range<i32>| {
        let (least, most) = (a.min(b).div_euclid(PART) - 1, a.max(b).div_euclid(PART) + 2);
        least.max(own.start.into()) as i32..most.min(own.end.into()) as i32
    };
    for line in coast {
        for pair in line.windows(2) {
            // Long pieces are cut, so that the rectangles around them have few points.
            let cut = crate::line::sampled(pair, grid.hexes(0.5));
            for ends in cut.windows(2) {
                let (a, b) = (on_lattice(grid, ends[0]), on_lattice(grid, ends[1]));
                for r in range(a.1, b.1, &rs) {
                    for q in range(a.0, b.0, &qs) {
                        for (dq, dr) in STEPS {
                            cross(&mut steps, (q, r), (q + dq, r + dr), (a, b));
                        }
                    }
                }
            }
        }
    }
    steps
}

/// Notes if the coast from `p` to `q` crosses the step from `at` to `to`.
fn cross(steps: &mut CrossedSteps, at: (i32, i32), to: (i32, i32), (p, q): ((i64, i64), (i64, i64))) {
    // The lattice is sheared, which keeps sides and crossings.
    let point = |(q, r): (i64, i64)| Point { x: q as i32, y: r as i32 };
    let near = |(q, r): (i64, i64)| (q - i64::from(at.0) * PART, r - i64::from(at.1) * PART);
    let step = ((i64::from(to.0) - i64::from(at.0)) * PART, (i64::from(to.1) - i64::from(at.1)) * PART);
    let (a, b, p, q) = (point((0, 0)), point(step), point(near(p)), point(near(q)));
    if !exact::crosses(a, b, p, q) {
        return;
    }
    let crossing = steps.entry((at, to)).or_default();
    crossing.is_odd ^= true;
    crossing.sea_at_start += if exact::is_anchor_right_of(p, q, a) { 1 } else { -1 };
}

/// Returns the number of ends within the zone that no other piece of the coast continues.
fn open_ends(grid: &GroundGrid, coast: &[Vec<Point>]) -> usize {
    let mut ends = BTreeMap::<Point, i32>::new();
    for line in coast {
        let (Some(first), Some(last)) = (line.first(), line.last()) else { continue };
        *ends.entry(*first).or_default() += 1;
        *ends.entry(*last).or_default() -= 1;
    }
    ends.iter().filter(|(point, count)| **count != 0 && grid.is_in_zone(**point)).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::tests_grid;

    #[test]
    fn a_coast_that_leaves_the_zone_divides_it() {
        for (columns, rows) in [(9, 9), (30, 6), (6, 30)] {
            let grid = tests_grid(columns, rows, 100_000);
            let (least, most) = grid.zone();
            // From the west to the east, one point beyond the zone, as lines are cut: the land is in the north.
            let at = |x: i32| Point { x, y: x / 50 };
            let coast: Vec<Point> = (least.x - 90_000..=most.x + 90_000).step_by(30_000).map(at).collect();
            let (sea, ends) = sea(&grid, &[coast]);
            assert_eq!(ends, 0);
            for tile in grid.tiles() {
                let center = grid.center(tile);
                let hex = grid.hex(tile);
                if center.y.abs() > 60_000 {
                    assert_eq!(sea.has(hex.x * FINE, hex.y * FINE), center.y > 0, "{center:?}");
                }
            }
        }
    }
}
