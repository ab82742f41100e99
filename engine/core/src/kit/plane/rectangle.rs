//! Rectangles that face a direction, such as the bases of figures.

use std::cmp::Ordering;

use smallvec::SmallVec;

use super::bounds::Bounds;
use super::convex::{self, Convex};
use super::direction::Direction;
use super::distance::Distance;
use super::point::{Point, Vector};
use super::segment::Segment;
use super::stretch::{self, Stretches};

/// A rectangle that faces a direction. Its corners are rounded to whole thousandths, and all answers are exact for the rounded
/// corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rectangle {
    /// Front left, front right, rear right, rear left: clockwise on the table.
    corners: [Point; 4],
    center: Point,
    facing: Direction,
    width: i32,
    depth: i32,
}

impl Rectangle {
    /// The smallest side, in thousandths of an inch, so that rounding leaves an area.
    pub const SMALLEST_SIDE: i32 = 4;

    /// Returns the rectangle around a center that faces a direction: `width` from left to right and `depth` from front to
    /// rear, in thousandths of an inch. Sides below [`Rectangle::SMALLEST_SIDE`] are lengthened to it.
    pub fn new(center: Point, facing: Direction, width: i32, depth: i32) -> Self {
        let [width, depth] = [width, depth].map(|side| side.clamp(Self::SMALLEST_SIDE, Point::LIMIT));
        let corner = |right: i32, ahead: i32| center + facing.displacement(right, ahead);
        // The halves of an odd side differ by a thousandth; the rectangle is as large as stated.
        let (left, right, front, rear) = (-(width / 2), width - width / 2, depth - depth / 2, -(depth / 2));
        let corners = [corner(left, front), corner(right, front), corner(right, rear), corner(left, rear)];
        Self { corners, center, facing, width, depth }
    }

    /// Returns the corners clockwise: front left, front right, rear right, rear left.
    pub fn corners(&self) -> &[Point; 4] {
        &self.corners
    }

    /// Returns the center.
    pub fn center(&self) -> Point {
        self.center
    }

    /// Returns the direction that the rectangle faces.
    pub fn facing(&self) -> Direction {
        self.facing
    }

    /// Returns the front edge, from left to right.
    pub fn front(&self) -> Segment {
        Segment::new(self.corners[0], self.corners[1])
    }

    /// Returns the rear edge, from the rear right corner to the rear left.
    pub fn rear(&self) -> Segment {
        Segment::new(self.corners[2], self.corners[3])
    }

    /// Returns the edges clockwise, beginning with the front.
    pub fn edges(&self) -> impl Iterator<Item = Segment> + Clone + '_ {
        convex::edges(&self.corners)
    }

    /// Returns the length of the front, in thousandths of an inch.
    pub fn width(&self) -> i32 {
        self.width
    }

    /// Returns the length from front to rear, in thousandths of an inch.
    pub fn depth(&self) -> i32 {
        self.depth
    }

    /// Returns the rectangle with a margin of `by` thousandths of an inch on all sides, or without one for a negative number.
    pub fn grown(&self, by: i32) -> Self {
        let grow = |side: i32| side.saturating_add(by.saturating_mul(2));
        Self::new(self.center, self.facing, grow(self.width), grow(self.depth))
    }

    /// Returns the rectangle moved by a displacement.
    pub fn moved(self, by: Vector) -> Self {
        Self { corners: self.corners.map(|corner| corner + by), center: self.center + by, ..self }
    }

    /// Returns the box around the rectangle.
    pub fn bounds(&self) -> Bounds {
        Bounds::of(self.corners)
    }

    /// Returns the rectangle as an area.
    pub fn area(&self) -> Convex {
        Convex::from_corners(SmallVec::from_slice(&self.corners))
    }

    /// Returns `true` if the point lies inside or on the edge.
    pub fn contains(&self, point: Point) -> bool {
        convex::contains(&self.corners, point)
    }

    /// Returns `true` if the rectangles have a point in common, be it of their edges.
    pub fn meets(&self, other: &Self) -> bool {
        self.bounds().meets(other.bounds()) && convex::meets(&self.corners, &other.corners)
    }

    /// Returns `true` if the rectangles share more than points of their edges.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.bounds().meets(other.bounds()) && convex::overlaps(&self.corners, &other.corners)
    }

    /// Returns the exact distance between the nearest points; zero if the rectangles meet.
    pub fn distance(&self, other: &Self) -> Distance {
        convex::distance(&self.corners, &other.corners)
    }

    /// Returns `true` if the distance is less than `length` thousandths of an inch.
    pub fn is_nearer(&self, other: &Self, length: i32) -> bool {
        self.bounds().grown(length).meets(other.bounds()) && convex::is_nearer(&self.corners, &other.corners, length)
    }

    /// Returns the exact distance to a point; zero if it lies inside.
    pub fn distance_to(&self, point: Point) -> Distance {
        self.edges_toward(point).map(|edge| edge.distance_to(point)).min().unwrap_or(Distance::ZERO)
    }

    /// Returns the edges that a point lies beyond: the nearest is one of them, and a point inside has none.
    fn edges_toward(&self, point: Point) -> impl Iterator<Item = Segment> + '_ {
        self.edges().filter(move |edge| edge.side(point) < 0)
    }

    /// Returns the exact distance to a segment; zero if they meet.
    pub fn distance_to_segment(&self, segment: Segment) -> Distance {
        convex::distance(&self.corners, &[segment.from, segment.to])
    }

    /// Returns the stretches of a segment inside the rectangle. A stretch along an edge is not inside.
    pub fn inside(&self, segment: Segment) -> Stretches {
        stretch::inside(&self.corners, segment)
    }

    /// Returns the point of the rectangle nearest to `point`, rounded to a whole thousandth; `point` itself if it lies
    /// inside.
    pub fn nearest(&self, point: Point) -> Point {
        let nearest = self.edges_toward(point).min_by_key(|edge| edge.distance_to(point));
        nearest.map_or(point, |edge| edge.nearest(point))
    }

    /// Returns the shortest lines from this rectangle to another, with ends rounded to whole thousandths: several if edges are
    /// parallel, none if the rectangles meet.
    pub fn shortest_lines(&self, other: &Self) -> SmallVec<[Segment; 4]> {
        if self.meets(other) {
            return SmallVec::new();
        }
        let ours = self.edges().flat_map(|edge| other.corners.map(|corner| (edge, corner, false)));
        let theirs = other.edges().flat_map(|edge| self.corners.map(|corner| (edge, corner, true)));
        let mut shortest = None;
        let mut lines: SmallVec<[Segment; 4]> = SmallVec::new();
        for (edge, corner, ours_is_corner) in ours.chain(theirs) {
            let distance = edge.distance_to(corner);
            match shortest.map_or(Ordering::Less, |shortest| distance.cmp(&shortest)) {
                Ordering::Greater => continue,
                Ordering::Less => lines.clear(),
                Ordering::Equal => {}
            }
            shortest = Some(distance);
            let foot = edge.nearest(corner);
            let line = if ours_is_corner { Segment::new(corner, foot) } else { Segment::new(foot, corner) };
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        lines
    }
}

#[cfg(test)]
#[allow(clippy::float_arithmetic, reason = "the reference is slow and in floats on purpose")]
mod tests {
    use proptest::prelude::*;

    use super::super::testing::{point, rectangle, turned};
    use super::*;
    use battlewright_testkit::random_cases;

    #[test]
    fn an_upright_base_has_its_corners_where_they_belong() {
        let base = Rectangle::new(Point::new(5000, 5000), Direction::UP, 1000, 1250);
        let corners = [(4500, 4375), (5500, 4375), (5500, 5625), (4500, 5625)];
        assert_eq!(*base.corners(), corners.map(|(x, y)| Point::new(x, y)));
        let turned = Rectangle::new(Point::new(5000, 5000), Direction::RIGHT, 1000, 1250);
        assert_eq!(turned.front(), Segment::new(Point::new(5625, 4500), Point::new(5625, 5500)));
        assert_eq!(base.rear(), Segment::new(Point::new(5500, 5625), Point::new(4500, 5625)));
        assert_eq!(base.nearest(Point::new(5000, 9000)), Point::new(5000, 5625));
    }

    #[test]
    fn bases_side_by_side_touch() {
        let base = |x| Rectangle::new(Point::new(x, 0), Direction::UP, 1000, 1000);
        assert!(base(0).meets(&base(1000)) && !base(0).overlaps(&base(1000)));
        assert_eq!(base(0).distance(&base(3000)), Distance::from_square(4_000_000));
        let lines = base(0).shortest_lines(&base(3000));
        assert_eq!(lines.len(), 2, "at both ends of the parallel edges");
        assert!(lines.iter().all(|line| line.length() == base(0).distance(&base(3000))));
        assert!(base(0).shortest_lines(&base(500)).is_empty());
    }

    proptest! {
        #![proptest_config(random_cases())]

        #[test]
        fn rounding_keeps_sides_within_two_thousandths(base in rectangle()) {
            let sides: Vec<i32> = base.edges().map(|edge| edge.length().floor()).collect();
            prop_assert!((sides[0] - sides[2]).abs() <= 2 && (sides[1] - sides[3]).abs() <= 2);
            prop_assert!(base.contains(base.center()));
        }

        #[test]
        fn a_quarter_turn_and_a_shift_turn_and_shift_the_corners_exactly(base in rectangle(), x in -9000_i64..9000) {
            let new = |center, facing| Rectangle::new(center, facing, 1000, 751);
            let upright = new(base.center(), base.facing());
            let quarter = new(turned(base.center()), base.facing().turned(900));
            prop_assert_eq!(*quarter.corners(), upright.corners().map(turned));
            let by = Vector::new(x, 77);
            prop_assert_eq!(new(base.center() + by, base.facing()), upright.moved(by));
        }

        #[test]
        fn the_distance_is_that_of_floats(one in rectangle(), two in rectangle()) {
            let sample = |base: &Rectangle| -> Vec<(f64, f64)> {
                let between = |edge: Segment| (0..=40).map(move |step| {
                    let part = |from: i32, to: i32| f64::from(from) + f64::from(to - from) * f64::from(step) / 40.0;
                    (part(edge.from.x(), edge.to.x()), part(edge.from.y(), edge.to.y()))
                });
                base.edges().flat_map(between).collect()
            };
            let (ours, theirs) = (sample(&one), sample(&two));
            let apart = |(ax, ay): &(f64, f64)| theirs.iter().map(|(bx, by)| (ax - bx).hypot(ay - by)).fold(f64::MAX, f64::min);
            let slow = ours.iter().map(apart).fold(f64::MAX, f64::min);
            let found = f64::from(one.distance(&two).floor());
            // The samples are at most a tenth of an inch apart.
            prop_assert!(found <= slow + 1.0 && (slow - found < 150.0 || one.meets(&two)), "{found} {slow}");
        }

        #[test]
        fn the_nearest_point_lies_on_the_nearest_of_all_edges(base in rectangle(), point in point()) {
            prop_assume!(!base.contains(point));
            let nearest = base.edges().min_by_key(|edge| edge.distance_to(point)).unwrap();
            prop_assert_eq!(base.distance_to(point), nearest.distance_to(point));
            prop_assert_eq!(base.nearest(point), nearest.nearest(point));
        }

        #[test]
        fn the_shortest_lines_are_as_long_as_the_distance(one in rectangle(), two in rectangle()) {
            prop_assert_eq!(one.shortest_lines(&two).is_empty(), one.meets(&two));
            for line in one.shortest_lines(&two) {
                prop_assert!((line.length().floor() - one.distance(&two).floor()).abs() <= 1);
                prop_assert!(one.distance_to(line.from).at_most(1) && two.distance_to(line.to).at_most(1));
            }
        }
    }
}
