//! Boxes around things, for a quick answer that they are apart.

use super::point::Point;

/// The smallest upright rectangle around some points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    left: i32,
    top: i32,
    right: i32,
    bottom: i32,
}

impl Bounds {
    /// Returns the bounds of some points; of none, the empty bounds, which meet nothing.
    pub fn of(points: impl IntoIterator<Item = Point>) -> Self {
        let empty = Self { left: i32::MAX, top: i32::MAX, right: i32::MIN, bottom: i32::MIN };
        points.into_iter().fold(empty, Self::with)
    }

    /// Returns the bounds of all points of a rectangular table, in thousandths of an inch.
    pub fn table(width: i32, depth: i32) -> Self {
        Self::of([Point::new(0, 0), Point::new(width, depth)])
    }

    /// Returns the upper left and the lower right corner.
    pub fn ends(self) -> [Point; 2] {
        [Point::new(self.left, self.top), Point::new(self.right, self.bottom)]
    }

    /// Returns the center.
    pub fn center(self) -> Point {
        Point::new(self.left, self.top).midpoint(Point::new(self.right, self.bottom))
    }

    /// Returns the bounds that include another point.
    pub fn with(self, point: Point) -> Self {
        Self {
            left: self.left.min(point.x()),
            top: self.top.min(point.y()),
            right: self.right.max(point.x()),
            bottom: self.bottom.max(point.y()),
        }
    }

    /// Returns the bounds of both.
    pub fn joined(self, other: Self) -> Self {
        Self {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    /// Returns the bounds with a margin of `by` thousandths of an inch.
    pub fn grown(self, by: i32) -> Self {
        Self {
            left: self.left.saturating_sub(by),
            top: self.top.saturating_sub(by),
            right: self.right.saturating_add(by),
            bottom: self.bottom.saturating_add(by),
        }
    }

    /// Returns `true` if both have a point in common.
    pub fn meets(self, other: Self) -> bool {
        self.left <= other.right && other.left <= self.right && self.top <= other.bottom && other.top <= self.bottom
    }

    /// Returns `true` if the point lies inside or on the edge.
    pub fn contains(self, point: Point) -> bool {
        (self.left..=self.right).contains(&point.x()) && (self.top..=self.bottom).contains(&point.y())
    }

    /// Returns `true` if all of `other` lies inside or on the edge.
    pub fn encloses(self, other: Self) -> bool {
        self.left <= other.left && self.top <= other.top && other.right <= self.right && other.bottom <= self.bottom
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
