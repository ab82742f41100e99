//! Straight lines between two points.

use super::bounds::Bounds;
use super::distance::Distance;
use super::point::{Point, Vector};
use super::stretch::Fraction;

/// A straight line between two points, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    /// One end.
    pub from: Point,
    /// The other end.
    pub to: Point,
}

impl Segment {
    /// Returns the segment between two points.
    #[inline]
    pub fn new(from: Point, to: Point) -> Self {
        Self { from, to }
    }

    /// Returns the displacement from one end to the other.
    #[inline]
    pub fn way(self) -> Vector {
        self.to - self.from
    }

    /// Returns the segment from the other end.
    #[inline]
    pub fn reversed(self) -> Self {
        Self { from: self.to, to: self.from }
    }

    /// Returns the box around the segment.
    #[inline]
    pub fn bounds(self) -> Bounds {
        Bounds::of([self.from, self.to])
    }

    /// Returns the exact length.
    #[inline]
    pub fn length(self) -> Distance {
        self.from.distance(self.to)
    }

    /// Returns a number that is positive for points to the right of the segment (seen along it, on the table), negative for
    /// points to the left, and zero for points on its line.
    #[inline]
    pub fn side(self, point: Point) -> i64 {
        self.way().cross(point - self.from)
    }

    /// Returns the point at a fraction of the way, rounded to a whole thousandth.
    pub fn at(self, fraction: Fraction) -> Point {
        self.from + self.way().scaled(fraction.units(), Fraction::ONE.units())
    }

    /// Returns `true` if the point lies on the segment, exactly.
    #[inline]
    pub fn contains(self, point: Point) -> bool {
        self.bounds().contains(point) && self.side(point) == 0
    }

    /// Returns `true` if the two segments have a point in common, be it an end.
    pub fn meets(self, other: Self) -> bool {
        // Segments of one line meet if their boxes do; others, if each has its ends on both sides of the other.
        if !self.bounds().meets(other.bounds()) {
            return false;
        }
        let ours = [self.side(other.from), self.side(other.to)].map(i64::signum);
        let theirs = [other.side(self.from), other.side(self.to)].map(i64::signum);
        ours != [1, 1] && ours != [-1, -1] && theirs != [1, 1] && theirs != [-1, -1]
    }

    /// Returns `true` if the two segments cross in a point within both, not at an end of either.
    pub fn crosses(self, other: Self) -> bool {
        let opposite = |one: i64, two: i64| one.signum() * two.signum() < 0;
        opposite(self.side(other.from), self.side(other.to)) && opposite(other.side(self.from), other.side(self.to))
    }

    /// Returns the exact distance to a point.
    pub fn distance_to(self, point: Point) -> Distance {
        let (way, off) = (self.way(), point - self.from);
        let (along, length) = (way.dot(off), way.square());
        if along <= 0 {
            Distance::from_square(off.square())
        } else if along >= length {
            self.to.distance(point)
        } else {
            Distance::from_height(way.cross(off), length)
        }
    }

    /// Returns the exact distance to another segment; zero if they meet.
    pub fn distance(self, other: Self) -> Distance {
        if self.meets(other) {
            return Distance::ZERO;
        }
        let ends = [
            self.distance_to(other.from),
            self.distance_to(other.to),
            other.distance_to(self.from),
            other.distance_to(self.to),
        ];
        ends.into_iter().min().unwrap_or(Distance::ZERO)
    }

    /// Returns the point of the segment nearest to `point`, rounded to a whole thousandth.
    pub fn nearest(self, point: Point) -> Point {
        let (way, off) = (self.way(), point - self.from);
        let (along, length) = (way.dot(off), way.square());
        if along <= 0 {
            self.from
        } else if along >= length {
            self.to
        } else {
            self.from + way.scaled(along, length)
        }
    }
}

#[cfg(test)]
#[allow(clippy::float_arithmetic, reason = "the reference is slow and in floats on purpose")]
mod tests {
    use proptest::prelude::*;

    use super::super::testing::{point, segment, turned_segment};
    use super::*;
    use battlewright_testkit::random_cases;

    #[test]
    fn segments_meet_at_ends_and_along_a_line() {
        let line = |ax, ay, bx, by| Segment::new(Point::new(ax, ay), Point::new(bx, by));
        let base = line(0, 0, 1000, 0);
        assert!(base.meets(line(1000, 0, 1500, 700)) && !base.crosses(line(1000, 0, 1500, 700)));
        assert!(base.meets(line(500, 0, 3000, 0)) && !base.meets(line(1001, 0, 3000, 0)));
        assert!(base.crosses(line(500, -1, 500, 1)));
        assert_eq!(base.distance(line(500, 400, 900, 300)), Distance::from_square(90_000));
        assert_eq!(base.nearest(Point::new(333, 77)), Point::new(333, 0));
    }

    proptest! {
        #![proptest_config(random_cases())]

        #[test]
        fn distances_are_symmetric_and_turn_with_the_table(one in segment(), two in segment()) {
            prop_assert_eq!(one.distance(two), two.distance(one));
            prop_assert_eq!(one.distance(two), one.reversed().distance(two.reversed()));
            prop_assert_eq!(one.distance(two), turned_segment(one).distance(turned_segment(two)));
            prop_assert_eq!(one.meets(two), one.distance(two) == Distance::ZERO);
        }

        #[test]
        fn the_distance_of_a_point_is_that_of_floats(line in segment(), point in point()) {
            let f = |point: Point| (f64::from(point.x()), f64::from(point.y()));
            let ((ax, ay), (bx, by), (px, py)) = (f(line.from), f(line.to), f(point));
            let square = (bx - ax).powi(2) + (by - ay).powi(2);
            let along = if square == 0.0 { 0.0 } else { (((px - ax) * (bx - ax) + (py - ay) * (by - ay)) / square).clamp(0.0, 1.0) };
            let exact = (px - ax - along * (bx - ax)).hypot(py - ay - along * (by - ay));
            let found = line.distance_to(point);
            prop_assert!((f64::from(found.floor()) - exact.floor()).abs() <= 1.0);
            prop_assert!(line.nearest(point).distance(point).floor() - found.floor() <= 1);
        }
    }
}
