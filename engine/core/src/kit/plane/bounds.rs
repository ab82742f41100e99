//! Boxes around things, for a quick answer that they are apart.

use super::distance::Distance;
use super::point::{Point, Vector};

/// The smallest upright rectangle around some points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    left: i32,
    top: i32,
    right: i32,
    bottom: i32,
}

impl Bounds {
    /// The bounds of everything.
    pub const ALL: Self = Self { left: i32::MIN, top: i32::MIN, right: i32::MAX, bottom: i32::MAX };

    /// Returns the bounds of some points; of none, the empty bounds, which meet nothing.
    #[inline]
    pub fn of(points: impl IntoIterator<Item = Point>) -> Self {
        let empty = Self { left: i32::MAX, top: i32::MAX, right: i32::MIN, bottom: i32::MIN };
        points.into_iter().fold(empty, Self::with)
    }

    /// Returns the bounds of all points of a rectangular table, in thousandths of an inch.
    pub fn table(width: i32, depth: i32) -> Self {
        Self::of([Point::new(0, 0), Point::new(width, depth)])
    }

    /// Returns the upper left and the lower right corner.
    #[inline]
    pub fn ends(self) -> [Point; 2] {
        [Point::new(self.left, self.top), Point::new(self.right, self.bottom)]
    }

    /// Returns the center.
    #[inline]
    pub fn center(self) -> Point {
        Point::new(self.left, self.top).midpoint(Point::new(self.right, self.bottom))
    }

    /// Returns the bounds that include another point.
    #[inline]
    pub fn with(self, point: Point) -> Self {
        Self {
            left: self.left.min(point.x()),
            top: self.top.min(point.y()),
            right: self.right.max(point.x()),
            bottom: self.bottom.max(point.y()),
        }
    }

    /// Returns the bounds of both.
    #[inline]
    pub fn joined(self, other: Self) -> Self {
        Self {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    /// Returns the bounds with a margin of `by` thousandths of an inch.
    #[inline]
    pub fn grown(self, by: i32) -> Self {
        Self {
            left: self.left.saturating_sub(by),
            top: self.top.saturating_sub(by),
            right: self.right.saturating_add(by),
            bottom: self.bottom.saturating_add(by),
        }
    }

    /// Returns the bounds moved by a displacement.
    #[inline]
    pub fn moved(self, by: Vector) -> Self {
        let moved = |edge: i32, by: i64| edge.saturating_add(i32::try_from(by).unwrap_or_default());
        Self {
            left: moved(self.left, by.x()),
            top: moved(self.top, by.y()),
            right: moved(self.right, by.x()),
            bottom: moved(self.bottom, by.y()),
        }
    }

    /// Returns the distance between the nearest points: no more than that of the things inside.
    #[inline]
    pub fn distance(self, other: Self) -> Distance {
        let gap = |before: i32, after: i32| (i64::from(after) - i64::from(before)).clamp(0, Vector::LIMIT);
        let across = gap(self.right, other.left).max(gap(other.right, self.left));
        let down = gap(self.bottom, other.top).max(gap(other.bottom, self.top));
        Distance::from_square(Vector::new(across, down).square())
    }

    /// Returns the distance to a point; zero inside.
    #[inline]
    pub fn distance_to(self, point: Point) -> Distance {
        self.distance(Self::of([point]))
    }

    /// Returns `true` if both have a point in common.
    #[inline]
    pub fn meets(self, other: Self) -> bool {
        self.left <= other.right && other.left <= self.right && self.top <= other.bottom && other.top <= self.bottom
    }

    /// Returns `true` if the point lies inside or on the edge.
    #[inline]
    pub fn contains(self, point: Point) -> bool {
        (self.left..=self.right).contains(&point.x()) && (self.top..=self.bottom).contains(&point.y())
    }

    /// Returns `true` if all of `other` lies inside or on the edge.
    #[inline]
    pub fn encloses(self, other: Self) -> bool {
        self.left <= other.left && self.top <= other.top && other.right <= self.right && other.bottom <= self.bottom
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::testing::{point, rectangle};
    use super::*;
    use battlewright_testkit::random_cases;

    #[test]
    fn bounds_meet_at_their_edges_and_nothing_meets_the_empty_bounds() {
        let left = Bounds::of([Point::new(0, 0), Point::new(1000, 500)]);
        let right = Bounds::of([Point::new(1000, 500), Point::new(2000, 900)]);
        assert!(left.meets(right) && left.contains(Point::new(1000, 500)));
        let apart = Bounds::of([Point::new(1001, 0)]);
        assert!(!left.meets(apart) && left.grown(1).meets(apart));
        let empty = Bounds::of([]);
        assert!(!empty.meets(left) && !empty.grown(100).meets(left));
        assert!(left.joined(right).encloses(right) && !left.encloses(right));
    }

    #[test]
    fn bounds_are_as_far_apart_as_their_nearest_corners_or_edges() {
        let left = Bounds::of([Point::new(0, 0), Point::new(1000, 500)]);
        let distance = |x, y| left.distance(left.moved(Vector::new(x, y)));
        assert_eq!(distance(1000, 500), Distance::ZERO);
        assert_eq!(distance(1300, 900), Distance::from_square(300 * 300 + 400 * 400));
        assert_eq!([distance(-1300, -900), distance(1300, 100)].map(Distance::floor), [500, 300]);
        assert_eq!(left.distance_to(Point::new(500, 800)), Distance::from_square(300 * 300));
        assert!(Bounds::of([]).distance(left) > distance(50_000, 50_000));
    }

    proptest! {
        #![proptest_config(random_cases())]

        #[test]
        fn things_are_no_nearer_than_their_bounds(one in rectangle(), two in rectangle(), point in point()) {
            let (ours, theirs) = (one.bounds(), two.bounds());
            prop_assert!(ours.distance(theirs) <= one.distance(&two));
            prop_assert!(ours.distance_to(point) <= one.distance_to(point));
            prop_assert_eq!(ours.distance(theirs), theirs.distance(ours));
            prop_assert_eq!(ours.meets(theirs), ours.distance(theirs) == Distance::ZERO);
            let by = point - one.center();
            prop_assert_eq!(ours.moved(by), one.moved(by).bounds());
        }
    }
}
