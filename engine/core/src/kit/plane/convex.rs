//! Convex areas: distances between them, and the areas that surround points.

use smallvec::SmallVec;

use super::bounds::Bounds;
use super::distance::Distance;
use super::point::Point;
use super::segment::Segment;

/// A convex area with its edge. Its corners go around it clockwise on the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Convex {
    corners: SmallVec<[Point; 8]>,
    bounds: Bounds,
}

impl Convex {
    /// Returns the smallest convex area around some points: of two points or points of one line, the segment between them;
    /// of no points, the empty area.
    pub fn around(points: impl IntoIterator<Item = Point>) -> Self {
        let mut sorted: SmallVec<[Point; 16]> = points.into_iter().collect();
        sorted.sort_unstable();
        sorted.dedup();
        let mut corners: SmallVec<[Point; 8]> = SmallVec::new();
        if sorted.len() < 3 {
            corners.extend(sorted);
        } else {
            chain(&mut corners, sorted.iter().copied());
            chain(&mut corners, sorted.iter().rev().copied());
        }
        Self::from_corners(corners)
    }

    /// Returns the area with corners that already go around it clockwise.
    pub(super) fn from_corners(corners: SmallVec<[Point; 8]>) -> Self {
        let bounds = Bounds::of(corners.iter().copied());
        Self { corners, bounds }
    }

    /// Returns the corners, clockwise on the table.
    pub fn corners(&self) -> &[Point] {
        &self.corners
    }

    /// Returns the box around the area.
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Returns the edges, clockwise on the table.
    pub fn edges(&self) -> impl Iterator<Item = Segment> + Clone + '_ {
        edges(&self.corners)
    }

    /// Returns `true` if the point lies inside or on the edge.
    pub fn contains(&self, point: Point) -> bool {
        self.bounds.contains(point) && contains(&self.corners, point)
    }

    /// Returns `true` if the areas have a point in common, be it of their edges.
    pub fn meets(&self, other: &Self) -> bool {
        self.bounds.meets(other.bounds) && meets(&self.corners, &other.corners)
    }

    /// Returns `true` if the areas share more than points of their edges.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.bounds.meets(other.bounds) && overlaps(&self.corners, &other.corners)
    }

    /// Returns `true` if an edge of the area has all of some points beyond it: a quick proof that their area does not meet this
    /// one. Areas may be apart without it.
    pub fn is_parted_from(&self, points: &[Point]) -> bool {
        self.corners.len() > 2 && parted(&self.corners, points, 0)
    }

    /// Returns the exact distance between the nearest points; zero if the areas meet.
    pub fn distance(&self, other: &Self) -> Distance {
        distance(&self.corners, &other.corners)
    }

    /// Returns `true` if the distance is less than `length` thousandths of an inch.
    pub fn is_nearer(&self, other: &Self, length: i32) -> bool {
        self.bounds.grown(length).meets(other.bounds) && is_nearer(&self.corners, &other.corners, length)
    }
}

/// Adds the part of a hull that sorted points form, without the last point, which begins the other part. It turns right at
/// each corner.
fn chain(corners: &mut SmallVec<[Point; 8]>, points: impl Iterator<Item = Point>) {
    let first = corners.len();
    for point in points {
        while let [.., before, last] = &corners[first..] {
            if Segment::new(*before, *last).side(point) > 0 {
                break;
            }
            corners.pop();
        }
        corners.push(point);
    }
    corners.pop();
}

/// Returns the edges between corners in order, the last of which is followed by the first.
pub(super) fn edges(corners: &[Point]) -> impl Iterator<Item = Segment> + Clone + '_ {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|(from, to)| Segment::new(*from, *to))
}

/// Returns `true` if the point lies within clockwise corners or on the edge.
pub(super) fn contains(corners: &[Point], point: Point) -> bool {
    match corners {
        [] => false,
        [_] | [_, _] => edges(corners).any(|edge| edge.distance_to(point) == Distance::ZERO),
        _ => edges(corners).all(|edge| edge.side(point) >= 0),
    }
}

/// Returns `true` if two convex areas with clockwise corners have a point in common.
pub(super) fn meets(one: &[Point], two: &[Point]) -> bool {
    if one.len() > 2 && two.len() > 2 {
        return !parted(one, two, 0) && !parted(two, one, 0);
    }
    let inside = |outer: &[Point], inner: &[Point]| inner.first().is_some_and(|point| contains(outer, *point));
    inside(one, two) || inside(two, one) || edges(one).any(|edge| edges(two).any(|other| edge.meets(other)))
}

/// Returns `true` if two convex areas with clockwise corners share more than points of their edges.
pub(super) fn overlaps(one: &[Point], two: &[Point]) -> bool {
    one.len() > 2 && two.len() > 2 && !parted(one, two, 1) && !parted(two, one, 1)
}

/// Returns `true` if all corners of `two` lie left of an edge of `one`, at a side value below `limit`.
fn parted(one: &[Point], two: &[Point], limit: i64) -> bool {
    edges(one).any(|edge| two.iter().all(|corner| edge.side(*corner) < limit))
}

/// Returns the exact distance between two convex areas with clockwise corners. The distance between areas that do not meet
/// is one between a corner and an edge.
pub(super) fn distance(one: &[Point], two: &[Point]) -> Distance {
    if meets(one, two) {
        return Distance::ZERO;
    }
    pairs(one, two).map(|(edge, corner)| edge.distance_to(corner)).min().unwrap_or(Distance::from_square(i64::MAX))
}

/// Returns `true` if two convex areas are less than `length` apart.
pub(super) fn is_nearer(one: &[Point], two: &[Point], length: i32) -> bool {
    length > 0 && (meets(one, two) || pairs(one, two).any(|(edge, corner)| edge.distance_to(corner).less_than(length)))
}

/// Returns each edge of either area with each corner of the other that lies beyond it. Other pairs are never the nearest: a point
/// outside an area is nearest to an edge that it lies beyond.
fn pairs<'a>(one: &'a [Point], two: &'a [Point]) -> impl Iterator<Item = (Segment, Point)> + 'a {
    let across = |edged: &'a [Point], cornered: &'a [Point]| {
        let beyond = move |edge: Segment, corner: Point| edged.len() < 3 || edge.side(corner) < 0;
        let corners = move |edge: Segment| cornered.iter().map(move |corner| (edge, *corner));
        edges(edged).flat_map(corners).filter(move |(edge, corner)| beyond(*edge, *corner))
    };
    across(one, two).chain(across(two, one))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::testing::{point, turned};
    use super::*;
    use battlewright_testkit::random_cases;

    fn convex() -> impl Strategy<Value = Convex> {
        prop::collection::vec(point(), 1..9).prop_map(Convex::around)
    }

    #[test]
    fn a_hull_leaves_out_points_inside_and_on_its_edges() {
        let square = [(0, 0), (2, 0), (2, 2), (0, 2), (1, 1), (1, 0), (2, 1), (0, 0)];
        let hull = Convex::around(square.map(|(x, y)| Point::new(x, y)));
        assert_eq!(hull.corners(), [(0, 0), (2, 0), (2, 2), (0, 2)].map(|(x, y)| Point::new(x, y)));
        let line = Convex::around([(0, 0), (1, 1), (3, 3)].map(|(x, y)| Point::new(x, y)));
        assert_eq!(line.corners().len(), 2);
        assert!(line.contains(Point::new(2, 2)) && !line.contains(Point::new(2, 1)));
        assert_eq!(Convex::around([Point::new(4, 4)]).corners().len(), 1);
        assert!(!Convex::around([]).contains(Point::default()));
    }

    #[test]
    fn areas_that_touch_meet_but_do_not_overlap() {
        let square =
            |x: i32| Convex::around([(x, 0), (x + 10, 0), (x + 10, 10), (x, 10)].map(|(x, y)| Point::new(x, y)));
        assert!(square(0).meets(&square(10)) && !square(0).overlaps(&square(10)) && square(0).overlaps(&square(9)));
        assert!(!square(0).meets(&square(11)) && square(0).distance(&square(13)) == Distance::from_square(9));
        assert!(square(0).is_nearer(&square(13), 4) && !square(0).is_nearer(&square(13), 3));
    }

    proptest! {
        #![proptest_config(random_cases())]

        #[test]
        fn a_hull_contains_its_points_and_turns_right(points in prop::collection::vec(point(), 1..12)) {
            let hull = Convex::around(points.iter().copied());
            prop_assert!(points.iter().all(|point| hull.contains(*point)));
            let corners = hull.corners();
            if corners.len() > 2 {
                for (place, edge) in hull.edges().enumerate() {
                    prop_assert!(edge.side(corners[(place + 2) % corners.len()]) > 0);
                }
            }
        }

        #[test]
        fn distances_are_symmetric_and_turn_with_the_table(one in convex(), two in convex()) {
            let distance = one.distance(&two);
            prop_assert_eq!(distance, two.distance(&one));
            let around = |area: &Convex| Convex::around(area.corners().iter().copied().map(turned));
            prop_assert_eq!(distance, around(&one).distance(&around(&two)));
            prop_assert_eq!(one.meets(&two), distance == Distance::ZERO);
            prop_assert!(one.meets(&two) || !one.overlaps(&two));
            prop_assert!(!one.meets(&two) || !one.is_parted_from(two.corners()));
            let ends = |ours: &Convex, theirs: &Convex| -> Vec<Distance> {
                let of_edge = |edge: Segment| theirs.corners().iter().map(|corner| edge.distance_to(*corner)).min();
                ours.edges().filter_map(of_edge).collect()
            };
            let slow = [ends(&one, &two), ends(&two, &one)].concat().into_iter().min();
            prop_assert!(one.meets(&two) || slow == Some(distance));
            prop_assert!(one.is_nearer(&two, distance.floor() + 1));
            prop_assert!(!one.is_nearer(&two, distance.floor()));
        }

        #[test]
        fn two_areas_meet_if_their_edges_do_or_one_contains_the_other(one in convex(), two in convex()) {
            let slow = one.edges().any(|edge| two.edges().any(|other| edge.meets(other)))
                || two.corners().iter().any(|corner| one.contains(*corner))
                || one.corners().iter().any(|corner| two.contains(*corner));
            prop_assert_eq!(one.meets(&two), slow);
        }
    }
}
