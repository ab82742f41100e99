//! Predicates on points in whole numbers.
//!
//! Anchors are taken to be moved by an infinitely small vector to the right and, infinitely smaller still, down (simulation of
//! simplicity, Edelsbrunner and Mücke 1990). No anchor then lies on a line, no line goes through two anchors, and the number of crossings
//! of a closed way between anchors and a closed line is always even.

use std::cmp::Ordering;

use crate::plane::Point;

/// Returns the doubled area of the triangle `a`, `b`, `c`: positive if `c` lies to the right of the way from `a` to `b` as seen
/// on the page, where `y` runs down.
fn turn(a: Point, b: Point, c: Point) -> i64 {
    let ((x, y), (u, v)) = (a.to(b), a.to(c));
    x * v - y * u
}

/// Returns `true` if `point` of a line lies right of the way between the anchors `a` and `b`.
pub(crate) fn is_right_of_anchors(a: Point, b: Point, point: Point) -> bool {
    match turn(a, b, point).cmp(&0) {
        Ordering::Greater => true,
        Ordering::Less => false,
        // Both anchors move right by e and down by e²: the area changes by y·e - x·e².
        Ordering::Equal => {
            let (x, y) = a.to(b);
            y > 0 || y == 0 && x < 0
        }
    }
}

/// Returns `true` if `anchor` lies right of the way from `p` to `q`, a piece of a line.
pub(crate) fn is_anchor_right_of(p: Point, q: Point, anchor: Point) -> bool {
    match turn(p, q, anchor).cmp(&0) {
        Ordering::Greater => true,
        Ordering::Less => false,
        Ordering::Equal => {
            let (x, y) = p.to(q);
            y < 0 || y == 0 && x > 0
        }
    }
}

/// Returns `true` if the way between the anchors `a` and `b` crosses the piece of a line from `p` to `q`.
pub(crate) fn crosses(a: Point, b: Point, p: Point, q: Point) -> bool {
    a != b
        && p != q
        && is_right_of_anchors(a, b, p) != is_right_of_anchors(a, b, q)
        && is_anchor_right_of(p, q, a) != is_anchor_right_of(p, q, b)
}

/// Returns `true` if an odd number of the pieces of `line` cross the way between the anchors `a` and `b`.
#[cfg(test)]
pub(crate) fn is_crossed_oddly(a: Point, b: Point, line: &[Point]) -> bool {
    line.windows(2).filter(|pair| crosses(a, b, pair[0], pair[1])).count() % 2 == 1
}

/// Returns `true` if `anchor` lies within the closed line `ring` (even-odd), which need not repeat its first point.
pub(crate) fn is_inside(ring: impl Iterator<Item = Point>, anchor: Point) -> bool {
    let mut inside = false;
    let (mut first, mut last) = (None, None);
    let mut piece = |p: Point, q: Point| {
        // A ray to the right along the row of the anchor, which is moved down by less than any distance.
        if (p.y > anchor.y) != (q.y > anchor.y) && is_anchor_right_of(p, q, anchor) == (p.y < q.y) {
            inside = !inside;
        }
    };
    for point in ring {
        if let Some(last) = last {
            piece(last, point);
        }
        first = first.or(Some(point));
        last = Some(point);
    }
    if let (Some(first), Some(last)) = (first, last) {
        piece(last, first);
    }
    inside
}

/// Returns the square of the distance of `point` from the piece from `p` to `q`, in square centimeters.
pub(crate) fn distance_squared(p: Point, q: Point, point: Point) -> f64 {
    let ((x, y), (u, v)) = (p.to(q), p.to(point));
    let (x, y, u, v) = (x as f64, y as f64, u as f64, v as f64);
    let length = x * x + y * y;
    let part = if length > 0.0 { ((u * x + v * y) / length).clamp(0.0, 1.0) } else { 0.0 };
    let (u, v) = (u - part * x, v - part * y);
    u * u + v * v
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: i32, y: i32) -> Point {
        Point { x, y }
    }

    /// All points of a small square, so that nearly every case is degenerate.
    fn few() -> Vec<Point> {
        (0..3).flat_map(|x| (0..3).map(move |y| at(x, y))).collect()
    }

    #[test]
    fn closed_ways_cross_closed_lines_an_even_number_of_times_even_on_their_corners() {
        let points = few();
        let mut odd_edges = 0;
        for &a in &points {
            for &b in &points {
                for &c in &points {
                    for &p in &points {
                        for &q in &points {
                            for r in [at(1, 1), at(2, 0), at(5, 1)] {
                                let line = [p, q, r, p];
                                let edges = [(a, b), (b, c), (c, a)];
                                let odd = edges.iter().filter(|(a, b)| is_crossed_oddly(*a, *b, &line)).count();
                                odd_edges += odd;
                                assert_eq!(odd % 2, 0, "{a:?} {b:?} {c:?} {line:?}");
                            }
                        }
                    }
                }
            }
        }
        assert!(odd_edges > 1000, "the test sees crossings");
    }

    #[test]
    fn a_way_crosses_in_both_directions_or_in_none() {
        let points = few();
        for &a in &points {
            for &b in &points {
                for &p in &points {
                    for &q in &points {
                        assert_eq!(crosses(a, b, p, q), crosses(b, a, q, p));
                    }
                }
            }
        }
    }

    #[test]
    fn points_inside_a_ring_are_those_that_a_way_out_leaves_across_it() {
        let rings = [
            vec![at(0, 0), at(4, 0), at(4, 4), at(0, 4)],
            vec![at(0, 0), at(4, 4), at(4, 0), at(0, 4)],
            vec![at(2, 0), at(3, 3), at(0, 1), at(4, 1), at(1, 3)],
        ];
        let mut inside = 0;
        for ring in rings {
            let closed: Vec<Point> = ring.iter().copied().chain([ring[0]]).collect();
            for x in -1..6 {
                for y in -1..6 {
                    let is = is_inside(ring.iter().copied(), at(x, y));
                    inside += usize::from(is);
                    assert_eq!(is, is_crossed_oddly(at(x, y), at(103, 57), &closed), "{ring:?} {x} {y}");
                }
            }
        }
        assert!(inside > 10);
    }
}
