//! Random shapes for the property tests of this module.

use proptest::prelude::*;

use super::{Direction, Point, Polygon, Rectangle, Segment};

/// A point on a table of 60 inches: anywhere, or on a coarse grid, so that lines often run through corners.
pub(super) fn point() -> impl Strategy<Value = Point> {
    let fine = (0_i32..60_000, 0_i32..60_000).prop_map(|(x, y)| Point::new(x, y));
    let coarse = (0_i32..6, 0_i32..6).prop_map(|(x, y)| Point::new(x * 10_000, y * 10_000));
    prop_oneof![fine, coarse]
}

/// A segment on the table.
pub(super) fn segment() -> impl Strategy<Value = Segment> {
    (point(), point()).prop_map(|(from, to)| Segment::new(from, to))
}

/// A base on the table.
pub(super) fn rectangle() -> impl Strategy<Value = Rectangle> {
    (point(), 0_i32..3600, 500_i32..4000, 500_i32..4000)
        .prop_map(|(center, facing, width, depth)| Rectangle::new(center, Direction::from_tenths(facing), width, depth))
}

/// A polygon whose corners go around a point, with notches: it does not cross itself.
pub(super) fn polygon() -> impl Strategy<Value = Polygon> {
    let radii = prop::collection::vec(1_i32..12, 3..12);
    (point(), radii).prop_map(|(center, radii)| {
        let count = i32::try_from(radii.len()).unwrap();
        let corner =
            |(place, radius): (i32, &i32)| center + Direction::from_tenths(place * 3600 / count).ahead(radius * 1000);
        Polygon::new((0..).zip(&radii).map(corner).collect())
    })
}

/// The point turned by a right angle about the corner of the table.
pub(super) fn turned(point: Point) -> Point {
    Point::new(-point.y(), point.x())
}

/// The segment turned by a right angle about the corner of the table.
pub(super) fn turned_segment(segment: Segment) -> Segment {
    Segment::new(turned(segment.from), turned(segment.to))
}
