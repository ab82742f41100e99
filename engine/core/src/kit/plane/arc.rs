//! The region ahead of a front that widens by 45 degrees to each side, such as an arc of fire.

use super::convex::Convex;
use super::direction::Direction;
use super::point::Point;
use super::rectangle::Rectangle;
use super::segment::Segment;

/// The region ahead of a front: all points between lines that leave its ends at 45 degrees outward, up to a reach. The edge is
/// part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arc {
    area: Convex,
}

impl Arc {
    /// Returns the region ahead of the front of a rectangle, up to `reach` thousandths of an inch.
    pub fn ahead(of: &Rectangle, reach: i32) -> Self {
        Self::from_front(of.front(), of.facing(), reach)
    }

    /// Returns the region behind the rear of a rectangle, up to `reach` thousandths of an inch.
    pub fn behind(of: &Rectangle, reach: i32) -> Self {
        Self::from_front(of.rear(), of.facing().reversed(), reach)
    }

    /// Returns the region ahead of a front, which runs from left to right as seen in the direction of its facing.
    pub fn from_front(front: Segment, facing: Direction, reach: i32) -> Self {
        let (left, right) = (facing.displacement(-reach, reach), facing.displacement(reach, reach));
        Self { area: Convex::around([front.from, front.to, front.from + left, front.to + right]) }
    }

    /// Returns the region as an area.
    pub fn area(&self) -> &Convex {
        &self.area
    }

    /// Returns `true` if the point lies in the region or on its edge.
    pub fn contains(&self, point: Point) -> bool {
        self.area.contains(point)
    }

    /// Returns `true` if any point of the rectangle lies in the region or on its edge.
    pub fn meets(&self, rectangle: &Rectangle) -> bool {
        self.area.meets(&rectangle.area())
    }
}

#[cfg(test)]
#[allow(clippy::float_arithmetic, reason = "the reference is slow and in floats on purpose")]
mod tests {
    use proptest::prelude::*;

    use super::super::testing::{point, rectangle, turned};
    use super::*;
    use battlewright_testkit::random_cases;

    fn base(x: i32, y: i32) -> Rectangle {
        Rectangle::new(Point::new(x, y), Direction::UP, 1000, 1000)
    }

    #[test]
    fn the_region_widens_by_45_degrees_from_each_front_corner() {
        let arc = Arc::ahead(&base(10_000, 10_000), 6000);
        let contains = |x, y| arc.contains(Point::new(x, y));
        assert!(contains(9500, 9500) && contains(10_500, 9500) && contains(8500, 8500) && contains(11_500, 8500));
        assert!(!contains(8499, 8500) && !contains(11_501, 8500) && !contains(10_000, 9501));
        assert!(contains(10_000, 3500) && !contains(10_000, 3499));
        assert!(arc.meets(&base(7999, 8000)) && !arc.meets(&base(7000, 9000)));
    }

    #[test]
    fn the_region_behind_opens_from_the_rear() {
        let arc = Arc::behind(&base(10_000, 10_000), 6000);
        assert!(arc.contains(Point::new(10_000, 12_000)) && arc.contains(Point::new(11_500, 11_500)));
        assert!(!arc.contains(Point::new(11_600, 11_500)) && !arc.contains(Point::new(10_000, 9000)));
    }

    proptest! {
        #![proptest_config(random_cases())]

        #[test]
        fn the_region_is_that_of_floats(base in rectangle(), point in point()) {
            let angle = (f64::from(base.facing().tenths()) / 10.0).to_radians();
            let (dx, dy) = (f64::from(point.x() - base.center().x()), f64::from(point.y() - base.center().y()));
            let (right, ahead) = (dx * angle.cos() + dy * angle.sin(), dx * angle.sin() - dy * angle.cos());
            let half = |edge: Segment| f64::from(edge.length().floor()) / 2.0;
            let (width, depth) = (half(base.front()), half(base.edges().nth(1).unwrap()));
            let beyond = ahead - depth;
            let margin = beyond.min(width + beyond - right.abs()).min(100_000.0 - beyond);
            // Rounded corners and sides move the edge by some thousandths, at the far end by more.
            if margin.abs() > 5.0 {
                prop_assert_eq!(margin > 0.0, Arc::ahead(&base, 100_000).contains(point));
            }
        }

        #[test]
        fn the_region_turns_with_the_table(base in rectangle(), point in point()) {
            let new = |center, facing| Rectangle::new(center, facing, 1000, 1000);
            let upright = Arc::ahead(&new(base.center(), base.facing()), 12_000);
            let quarter = Arc::ahead(&new(turned(base.center()), base.facing().turned(900)), 12_000);
            prop_assert_eq!(upright.contains(point), quarter.contains(turned(point)));
        }
    }
}
