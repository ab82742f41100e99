//! Exact plane geometry for lints, in thousandths of an inch.

use crate::common::inches::TablePoint;
use crate::common::tabletop::{Inches, Tabletop};
use crate::outrance::BaseShape;

/// The overlap of two bases that is still taken for a touch, in thousandths of an inch: bases are rounded to a thousandth.
const TOUCH: i64 = 5;

/// The width of the rim of a base that may lie over closed ground, in thousandths of an inch along each axis: twice the greatest
/// rounding of a corner.
const RIM: i32 = 2;

fn vector(from: Inches, to: Inches) -> (i64, i64) {
    (i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y))
}

/// Returns twice the area of the triangle `a`, `b`, `c`, with a sign for its direction.
fn turn(a: Inches, b: Inches, c: Inches) -> i64 {
    let ((x, y), (other_x, other_y)) = (vector(a, b), vector(a, c));
    x * other_y - y * other_x
}

/// Returns `true` if `point` is within the table, edges included.
pub(super) fn is_on_table(table: Tabletop, point: Inches) -> bool {
    let corner = Inches::whole(table.width, table.depth);
    (0..=corner.x).contains(&point.x) && (0..=corner.y).contains(&point.y)
}

/// Returns the distance of `point` from the nearest edge of the table.
pub(super) fn from_edge(table: Tabletop, point: Inches) -> i32 {
    let corner = Inches::whole(table.width, table.depth);
    point.x.min(corner.x - point.x).min(point.y).min(corner.y - point.y)
}

/// Returns `true` if `point` is within `outline`.
pub(in crate::system::outrance) fn is_within(outline: &[TablePoint], point: Inches) -> bool {
    let edges = outline.iter().zip(outline.iter().cycle().skip(1));
    let crossed = edges.filter(|(from, to)| {
        let (from, to) = (from.0, to.0);
        if (from.y > point.y) == (to.y > point.y) {
            return false;
        }
        // The edge crosses the ray to the right of the point.
        let side = turn(from, to, point);
        if to.y > from.y { side < 0 } else { side > 0 }
    });
    crossed.count() % 2 == 1
}

/// Returns `true` if the segments from `a` to `b` and from `c` to `d` cross within both of them.
pub(super) fn cross(a: Inches, b: Inches, c: Inches, d: Inches) -> bool {
    let opposite = |one: i64, other: i64| one.signum() * other.signum() < 0;
    opposite(turn(a, b, c), turn(a, b, d)) && opposite(turn(c, d, a), turn(c, d, b))
}

/// Returns the first and the last point that the segments from `a` to `b` and from `c` to `d` have in common, the same for a single
/// one, each to the nearest thousandth of an inch; `None` if they do not meet. An end on the other segment counts.
pub(super) fn meeting(a: Inches, b: Inches, c: Inches, d: Inches) -> Option<[Inches; 2]> {
    let span = |one: i32, other: i32| one.min(other)..=one.max(other);
    let in_box =
        |point: Inches, a: Inches, b: Inches| span(a.x, b.x).contains(&point.x) && span(a.y, b.y).contains(&point.y);
    let sides = |one: i64, other: i64| one.signum() * other.signum() > 0;
    let (ends, others) = ([turn(a, b, c), turn(a, b, d)], [turn(c, d, a), turn(c, d, b)]);
    if sides(ends[0], ends[1]) || sides(others[0], others[1]) {
        return None;
    }
    let whole = i128::from(others[0]) - i128::from(others[1]);
    if whole == 0 {
        let shared = || [a, b, c, d].into_iter().filter(|point| in_box(*point, a, b) && in_box(*point, c, d));
        let key = |point: &Inches| (point.x, point.y);
        return Some([shared().min_by_key(key)?, shared().max_by_key(key)?]);
    }
    let along = |from: i32, to: i32| {
        let way = (i128::from(to) - i128::from(from)) * i128::from(others[0]);
        let (way, whole) = (2 * way * whole.signum() + whole.abs(), 2 * whole.abs());
        i32::try_from(i128::from(from) + way.div_euclid(whole)).unwrap_or(from)
    };
    let at = Inches { x: along(a.x, b.x), y: along(a.y, b.y) };
    Some([at, at])
}

/// Returns `true` if `point` is within `distance` of the segment from `a` to `b`.
pub(in crate::system::outrance) fn is_near_segment(point: Inches, a: Inches, b: Inches, distance: i64) -> bool {
    let ((x, y), (own_x, own_y)) = (vector(a, b), vector(a, point));
    let length = i128::from(x * x + y * y);
    let along = i128::from(x * own_x + y * own_y);
    let square = |x: i64, y: i64| i128::from(x) * i128::from(x) + i128::from(y) * i128::from(y);
    let within = i128::from(distance) * i128::from(distance);
    if along <= 0 || length == 0 {
        square(own_x, own_y) <= within
    } else if along >= length {
        let (end_x, end_y) = vector(b, point);
        square(end_x, end_y) <= within
    } else {
        let area = i128::from(turn(a, b, point));
        area * area <= within * length
    }
}

/// Returns `true` if `point` is within `distance` of the line.
pub(super) fn is_near_line(point: Inches, line: &[TablePoint], distance: i64) -> bool {
    line.windows(2).any(|pair| matches!(pair, [a, b] if is_near_segment(point, a.0, b.0, distance)))
}

/// Returns `true` if `point` is within `distance` of the border of `outline`.
pub(super) fn is_near_border(point: Inches, outline: &[TablePoint], distance: i64) -> bool {
    outline.iter().zip(outline.iter().cycle().skip(1)).any(|(a, b)| is_near_segment(point, a.0, b.0, distance))
}

/// Returns the edges of a base.
fn edges(base: &BaseShape) -> impl Iterator<Item = (Inches, Inches)> {
    let corners = base.corners;
    corners.into_iter().zip(corners.into_iter().cycle().skip(1))
}

impl BaseShape {
    /// Returns the base without its rim, so that what only touches it lies outside.
    pub(super) fn inset(&self) -> Self {
        let center = self.center();
        let toward = |from: i32, to: i32| from + (to - from).clamp(-RIM, RIM);
        let corners = self.corners.map(|at| Inches { x: toward(at.x, center.x), y: toward(at.y, center.y) });
        Self { corners, ..*self }
    }
}

/// Returns `true` if a base overlaps the area within an outline by more than a touch.
pub(super) fn overlaps_area(base: &BaseShape, outline: &[TablePoint]) -> bool {
    let base = base.inset();
    let area = base.corners.map(TablePoint);
    let mut borders = outline.iter().zip(outline.iter().cycle().skip(1));
    base.corners.iter().any(|corner| is_within(outline, *corner))
        || outline.iter().any(|corner| is_within(&area, corner.0))
        || borders.any(|(a, b)| cuts(a.0, b.0, &base))
}

/// Returns `true` if two bases overlap by more than a touch.
pub(super) fn overlap(one: &BaseShape, other: &BaseShape) -> bool {
    // Two rectangles are apart if the sides of one of them separate them.
    let is_apart = |axis: (i64, i64), length: i64| {
        let span = |base: &BaseShape| {
            let at = base.corners.map(|corner| i64::from(corner.x) * axis.0 + i64::from(corner.y) * axis.1);
            (at.into_iter().min().unwrap_or_default(), at.into_iter().max().unwrap_or_default())
        };
        let ((from, to), (other_from, other_to)) = (span(one), span(other));
        to.min(other_to) - from.max(other_from) <= TOUCH * length
    };
    let apart_along = |base: &BaseShape| {
        let [left, right, rear, _] = base.corners;
        [vector(left, right), vector(right, rear)].into_iter().any(|axis| {
            let length = (axis.0 * axis.0 + axis.1 * axis.1).isqrt();
            is_apart(axis, length)
        })
    };
    !apart_along(one) && !apart_along(other)
}

/// Returns `true` if two bases are within `distance` of each other.
pub(super) fn is_near(one: &BaseShape, other: &BaseShape, distance: i64) -> bool {
    let near = |one: &BaseShape, other: &BaseShape| {
        one.corners.iter().any(|corner| edges(other).any(|(a, b)| is_near_segment(*corner, a, b, distance)))
    };
    near(one, other) || near(other, one) || overlap(one, other)
}

/// Returns `true` if `point` is within `distance` of a base.
pub(super) fn is_point_near(base: &BaseShape, point: Inches, distance: i64) -> bool {
    is_within(&base.corners.map(TablePoint), point) || edges(base).any(|(a, b)| is_near_segment(point, a, b, distance))
}

/// Returns `true` if the segment from `a` to `b` crosses a base.
pub(super) fn cuts(a: Inches, b: Inches, base: &BaseShape) -> bool {
    edges(base).any(|(from, to)| cross(a, b, from, to))
}

/// Returns `true` if the segment from `a` to `b` has a point in common with a base.
pub(super) fn touches_base(a: Inches, b: Inches, base: &BaseShape) -> bool {
    is_within(&base.corners.map(TablePoint), a) || edges(base).any(|(from, to)| meeting(a, b, from, to).is_some())
}

/// The edges of an outline that cross each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CrossedEdges {
    /// Two edges cross, by their first corners.
    At(usize, usize),
    /// None do.
    None,
    /// There are too many comparisons.
    Unknown,
}

/// Returns edges of `outline` that cross: of all such pairs, the one whose later edge begins farthest to the left. Edges are compared
/// only with those beside them. Each comparison takes one from `budget`.
pub(super) fn crossing_edges(outline: &[TablePoint], budget: &mut usize) -> CrossedEdges {
    let edges = outline.iter().zip(outline.iter().cycle().skip(1));
    let mut edges: Vec<(i32, i32, usize, Inches, Inches)> =
        edges.enumerate().map(|(at, (a, b))| (a.0.x.min(b.0.x), a.0.x.max(b.0.x), at, a.0, b.0)).collect();
    edges.sort_unstable_by_key(|(left, _, at, ..)| (*left, *at));
    // The edges that reach as far to the right as the current one begins.
    let mut open: Vec<(i32, usize, Inches, Inches)> = Vec::new();
    for (left, right, at, a, b) in edges {
        open.retain(|(end, ..)| *end >= left);
        let Some(rest) = budget.checked_sub(open.len()) else { return CrossedEdges::Unknown };
        *budget = rest;
        let crossed = open.iter().filter(|(.., c, d)| cross(a, b, *c, *d)).map(|(_, other, ..)| *other).min();
        if let Some(other) = crossed {
            return CrossedEdges::At(at.min(other), at.max(other));
        }
        open.push((right, at, a, b));
    }
    CrossedEdges::None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: i32, y: i32) -> Inches {
        Inches { x, y }
    }

    fn outline(points: &[(i32, i32)]) -> Vec<TablePoint> {
        points.iter().map(|(x, y)| TablePoint::new(*x, *y)).collect()
    }

    fn square(x: i32, y: i32) -> BaseShape {
        BaseShape { corners: [at(x, y), at(x + 1000, y), at(x + 1000, y + 1000), at(x, y + 1000)], facing: 0 }
    }

    #[test]
    fn points_are_within_outlines_of_any_form() {
        let horseshoe = outline(&[(0, 0), (9, 0), (9, 9), (6, 9), (6, 3), (3, 3), (3, 9), (0, 9)]);
        let inside = [(1, 8), (5, 1), (8, 8)].map(|(x, y)| is_within(&horseshoe, at(x, y)));
        let outside = [(4, 8), (10, 1), (-1, 4), (4, 12)].map(|(x, y)| is_within(&horseshoe, at(x, y)));
        assert_eq!((inside, outside), ([true; 3], [false; 4]));
        let back: Vec<TablePoint> = horseshoe.into_iter().rev().collect();
        assert!(is_within(&back, at(1, 8)) && !is_within(&back, at(4, 8)), "either way around");
    }

    #[test]
    fn distances_are_measured_to_the_nearest_point() {
        let near = |x, y, distance| is_near_segment(at(x, y), at(0, 0), at(10, 0), distance);
        assert!(near(5, 3, 3) && !near(5, 3, 2) && near(13, 4, 5) && !near(13, 4, 4) && near(-3, -4, 5));
        assert!(is_near_segment(at(3, 4), at(0, 0), at(0, 0), 5), "a segment may be a point");
        assert!(is_near(&square(0, 0), &square(1900, 0), 900) && !is_near(&square(0, 0), &square(1900, 0), 899));
    }

    #[test]
    fn bases_that_touch_do_not_overlap() {
        assert!(!overlap(&square(0, 0), &square(1000, 0)) && !overlap(&square(0, 0), &square(996, 0)));
        assert!(overlap(&square(0, 0), &square(990, 0)) && overlap(&square(0, 0), &square(0, 0)));
        let diamond = BaseShape { corners: [at(0, -700), at(700, 0), at(0, 700), at(-700, 0)], facing: 45 };
        assert!(!overlap(&diamond, &square(400, 400)) && overlap(&diamond, &square(300, 300)), "as if turned");
    }

    #[test]
    fn outlines_do_not_cross_themselves() {
        let crossing = |points: &[(i32, i32)], mut budget: usize| crossing_edges(&outline(points), &mut budget);
        assert_eq!(crossing(&[(0, 0), (9, 0), (9, 9), (0, 9)], 99), CrossedEdges::None);
        assert_eq!(crossing(&[(0, 0), (9, 9), (9, 0), (0, 9)], 99), CrossedEdges::At(0, 2));
        assert_eq!(crossing(&[(0, 0), (9, 9), (9, 0), (0, 9)], 0), CrossedEdges::Unknown);
        assert!(cross(at(0, 0), at(4, 4), at(0, 4), at(4, 0)) && !cross(at(0, 0), at(4, 4), at(4, 4), at(9, 0)));
        assert!(
            cuts(at(-500, 500), at(2000, 500), &square(0, 0)) && !cuts(at(-500, 1500), at(2000, 1500), &square(0, 0))
        );
    }

    #[test]
    fn segments_meet_in_a_point_or_along_each_other() {
        let meet = |a: [i32; 2], b: [i32; 2], c: [i32; 2], d: [i32; 2]| {
            let [a, b, c, d] = [a, b, c, d].map(|[x, y]| at(x, y));
            meeting(a, b, c, d).map(|ends| ends.map(|end| (end.x, end.y)))
        };
        assert_eq!(meet([0, 0], [10, 10], [0, 10], [10, 0]), Some([(5, 5); 2]));
        assert_eq!(meet([0, 0], [10, 0], [4, 0], [4, 9]), Some([(4, 0); 2]), "an end on the other");
        assert_eq!(meet([0, 0], [10, 0], [11, 9], [11, -9]), None);
        assert_eq!(meet([10, 0], [0, 0], [4, 0], [14, 0]), Some([(4, 0), (10, 0)]), "along each other");
        assert_eq!(meet([0, 0], [3, 0], [4, 0], [14, 0]), None);
        assert_eq!(meet([0, 0], [3, 1], [0, 1], [3, 0]), Some([(2, 1); 2]), "rounded");
        assert!(
            touches_base(at(200, 200), at(300, 300), &square(0, 0))
                && !touches_base(at(-2, 0), at(-1, 900), &square(0, 0))
        );
        assert!(is_point_near(&square(0, 0), at(500, 1500), 500) && !is_point_near(&square(0, 0), at(500, 1501), 500));
    }

    #[test]
    fn tables_have_edges() {
        let table = Tabletop { width: 10, depth: 6 };
        assert!(is_on_table(table, at(0, 6000)) && !is_on_table(table, at(-1, 0)) && !is_on_table(table, at(0, 6001)));
        assert_eq!(
            [at(500, 3000), at(9000, 5750), at(5000, 3000)].map(|point| from_edge(table, point)),
            [500, 250, 3000]
        );
    }
}
