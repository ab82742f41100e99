//! Lines of several legs, such as roads, walls and paths.

use super::bounds::Bounds;
use super::convex::Convex;
use super::direction::Direction;
use super::distance::Distance;
use super::point::Point;
use super::segment::Segment;
use super::stretch::{self, Fraction, Stretch, Stretches};

/// A line through points in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Polyline {
    points: Vec<Point>,
    bounds: Bounds,
}

impl Polyline {
    /// Returns the line through these points. Fewer than two points have no legs.
    pub fn new(points: Vec<Point>) -> Self {
        let bounds = Bounds::of(points.iter().copied());
        Self { points, bounds }
    }

    /// Returns the points in order.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// Returns the straight legs in order.
    pub fn legs(&self) -> impl Iterator<Item = Segment> + Clone + '_ {
        self.points.iter().zip(self.points.iter().skip(1)).map(|(from, to)| Segment::new(*from, *to))
    }

    /// Returns the box around the line.
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Returns the length in whole thousandths of an inch: that of each leg is rounded down.
    pub fn floor_length(&self) -> i32 {
        self.legs().fold(0, |sum: i32, leg| sum.saturating_add(leg.way().floor_length()))
    }

    /// Returns the exact distance to a point.
    pub fn distance_to(&self, point: Point) -> Distance {
        let far = Distance::from_square(i64::MAX);
        match self.points.as_slice() {
            [single] => single.distance(point),
            _ => self.legs().map(|leg| leg.distance_to(point)).min().unwrap_or(far),
        }
    }

    /// Returns the point `along` thousandths of an inch from the start, and the direction of the line there; the end of the
    /// line if it is shorter. `None` for a line without length.
    pub fn at(&self, along: i32) -> Option<(Point, Direction)> {
        let (point, leg) = self.place(along)?;
        Some((point, Direction::of(leg.way())?))
    }

    /// Returns the point `along` thousandths of an inch from the start, or the end of the line if it is shorter.
    pub fn point(&self, along: i32) -> Option<Point> {
        self.place(along).map(|(point, _)| point)
    }

    /// Returns the point `along` thousandths of an inch from the start, or the end of the line, and the leg on which it lies.
    fn place(&self, along: i32) -> Option<(Point, Segment)> {
        let mut left = along.max(0);
        let mut end = None;
        for leg in self.legs().filter(|leg| !leg.way().is_zero()) {
            let length = leg.way().floor_length();
            if left < length {
                let way = leg.way().scaled(i64::from(left), i64::from(length));
                return Some((leg.from + way, leg));
            }
            left -= length;
            end = Some((leg.to, leg));
        }
        end
    }

    /// Returns the distance along the line of its point nearest to a point, in thousandths of an inch.
    pub fn nearest_along(&self, point: Point) -> i32 {
        let mut passed = 0;
        let mut nearest: Option<(Distance, i32)> = None;
        for leg in self.legs() {
            let length = leg.way().floor_length();
            let at = leg.nearest(point);
            let distance = at.distance(point);
            if nearest.is_none_or(|(least, _)| distance < least) {
                nearest = Some((distance, passed + (at - leg.from).floor_length().min(length)));
            }
            passed += length;
        }
        nearest.map_or(0, |(_, along)| along)
    }

    /// Returns the part of the line between two distances along it, in thousandths of an inch; backward if the first is greater.
    pub fn part(&self, from: i32, to: i32) -> Self {
        let (low, high) = (from.min(to).max(0), from.max(to).max(0));
        let mut points: Vec<Point> = self.point(low).into_iter().collect();
        let mut passed = 0;
        for leg in self.legs() {
            passed += leg.way().floor_length();
            if passed > low && passed < high {
                points.push(leg.to);
            }
        }
        points.extend(self.point(high));
        points.dedup();
        if from > to {
            points.reverse();
        }
        Self::new(points)
    }

    /// Returns the places at which a segment crosses or touches the line, as fractions of the segment in order. Places that
    /// are the same, as those at a corner of the line, count once. A leg along the segment counts once, at its middle.
    pub fn crossings(&self, segment: Segment) -> Vec<Fraction> {
        if !self.bounds.meets(segment.bounds()) {
            return Vec::new();
        }
        let mut places: Vec<Fraction> = self.legs().filter_map(|leg| crossing(segment, leg)).collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    /// Returns the stretches of a segment that run along the line: within `margin` thousandths of an inch of a leg whose
    /// direction differs by at most `angle` tenths of a degree, forward or backward.
    pub fn stretches_along(&self, segment: Segment, margin: i32, angle: i32) -> Stretches {
        let near = segment.bounds().grown(margin.saturating_mul(2));
        if !self.bounds.meets(near) {
            return Stretches::default();
        }
        let Some(heading) = Direction::of(segment.way()) else { return Stretches::default() };
        let beside = self.legs().filter(|leg| leg.bounds().meets(near)).flat_map(|leg| -> Vec<Stretch> {
            let Some(direction) = Direction::of(leg.way()) else { return Vec::new() };
            let turn = heading.angle_to(direction);
            if turn > angle && turn < 1800 - angle {
                return Vec::new();
            }
            stretch::inside(band(leg, direction, margin).corners(), segment).iter().collect()
        });
        Stretches::union(beside)
    }
}

/// Returns the area within `margin` of a leg, with square ends.
fn band(leg: Segment, direction: Direction, margin: i32) -> Convex {
    let (left, right) = (direction.displacement(-margin, margin), direction.displacement(margin, margin));
    Convex::around([leg.from - left, leg.from - right, leg.to + left, leg.to + right])
}

/// Returns the fraction of a segment at which it meets a leg; `None` if it does not.
fn crossing(segment: Segment, leg: Segment) -> Option<Fraction> {
    if !segment.meets(leg) {
        return None;
    }
    let (way, across) = (segment.way(), leg.way());
    let turn = way.cross(across);
    if turn != 0 {
        return Some(Fraction::of((leg.from - segment.from).cross(across), turn));
    }
    let along = |point: Point| Fraction::of(way.dot(point - segment.from), way.square());
    let middle = i64::midpoint(along(leg.from).units(), along(leg.to).units());
    Some(Fraction::of(middle, Fraction::ONE.units()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::testing::{point, segment};
    use super::*;
    use battlewright_testkit::random_cases;

    fn road() -> Polyline {
        Polyline::new([(0, 0), (6000, 0), (6000, 8000)].map(|(x, y)| Point::new(x, y)).to_vec())
    }

    #[test]
    fn a_line_is_measured_along_its_legs() {
        assert_eq!(road().floor_length(), 14_000);
        assert_eq!(road().at(7000), Some((Point::new(6000, 1000), Direction::DOWN)));
        assert_eq!(road().at(99_000), Some((Point::new(6000, 8000), Direction::DOWN)));
        assert_eq!(Polyline::new(vec![Point::new(1, 1); 3]).at(5), None);
        assert_eq!(road().distance_to(Point::new(3000, 400)).floor(), 400);
    }

    #[test]
    fn a_segment_crosses_a_line_once_at_its_corner() {
        let crossings = |ax, ay, bx, by| road().crossings(Segment::new(Point::new(ax, ay), Point::new(bx, by)));
        assert_eq!(crossings(3000, -1000, 3000, 1000), [Fraction::of(1, 2)]);
        assert_eq!(crossings(5000, -1000, 7000, 1000), [Fraction::of(1, 2)]);
        assert_eq!(crossings(1000, -1000, 7000, 1500).len(), 2);
        assert!(crossings(1000, 1, 5000, 7).is_empty());
    }

    #[test]
    fn a_part_of_a_line_lies_between_two_distances() {
        let bent = Polyline::new(vec![Point::new(0, 0), Point::new(4000, 0), Point::new(4000, 4000)]);
        assert_eq!(bent.nearest_along(Point::new(1000, 500)), 1000);
        assert_eq!(bent.nearest_along(Point::new(4500, 3000)), 7000);
        let corners = [Point::new(1000, 0), Point::new(4000, 0), Point::new(4000, 3000)];
        assert_eq!(bent.part(1000, 7000).points(), corners);
        let back: Vec<Point> = corners.into_iter().rev().collect();
        assert_eq!(bent.part(7000, 1000).points(), back);
        assert_eq!(bent.part(-5, 99_000).points(), bent.points());
    }

    #[test]
    fn a_march_along_a_road_follows_its_direction() {
        let along = |ax, ay, bx, by| {
            let segment = Segment::new(Point::new(ax, ay), Point::new(bx, by));
            road().stretches_along(segment, 250, 450).share().floor_length(segment)
        };
        assert_eq!(along(1000, 100, 5000, 100), 4000);
        assert_eq!(along(5000, -200, 1000, -200), 4000);
        assert_eq!(along(1000, 300, 5000, 300), 0);
        // Across the road there is no march along it.
        assert_eq!(along(3000, -2000, 3000, 2000), 0);
    }

    proptest! {
        #![proptest_config(random_cases())]

        #[test]
        fn crossings_are_the_same_from_both_ends(points in prop::collection::vec(point(), 2..8), segment in segment()) {
            prop_assume!(segment.from != segment.to);
            let line = Polyline::new(points);
            let mut back: Vec<Fraction> = line.crossings(segment.reversed()).into_iter().map(Fraction::rest).collect();
            back.reverse();
            let found = line.crossings(segment);
            prop_assert_eq!(found.len(), back.len());
            // The middle of a leg along the segment may be rounded by one unit.
            prop_assert!(found.iter().zip(&back).all(|(one, two)| (one.units() - two.units()).abs() <= 1));
        }
    }
}
