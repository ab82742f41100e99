//! Areas of any shape, such as woods and hills.

use super::bounds::Bounds;
use super::convex::{self, Convex};
use super::distance::Distance;
use super::point::Point;
use super::segment::Segment;
use super::stretch::{self, Stretches};

/// The place of a point in relation to an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Location {
    /// Within the area.
    Inside,
    /// On its edge.
    Edge,
    /// Outside the area.
    Outside,
}

/// An area with corners in either order. If its edges cross each other, the even-odd rule tells inside from outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Polygon {
    corners: Vec<Point>,
    bounds: Bounds,
}

impl Polygon {
    /// Returns the area with these corners. Fewer than three corners have no inside.
    pub fn new(corners: Vec<Point>) -> Self {
        let bounds = Bounds::of(corners.iter().copied());
        Self { corners, bounds }
    }

    /// Returns the corners in the order in which they were given.
    pub fn corners(&self) -> &[Point] {
        &self.corners
    }

    /// Returns the box around the area.
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Returns the edges in the order of the corners, the last of which leads to the first corner.
    pub fn edges(&self) -> impl Iterator<Item = Segment> + Clone + '_ {
        convex::edges(&self.corners)
    }

    /// Returns twice the area in millionths of a square inch.
    pub fn doubled_area(&self) -> i128 {
        let products = self.edges().map(|edge| {
            i128::from(edge.from.x()) * i128::from(edge.to.y()) - i128::from(edge.to.x()) * i128::from(edge.from.y())
        });
        products.sum::<i128>().abs()
    }

    /// Returns two edges that are not neighbors and have a point in common, by their indices; `None` if the outline does not
    /// touch itself. Takes time by the square of the number of corners.
    pub fn self_contact(&self) -> Option<(usize, usize)> {
        let edges: Vec<Segment> = self.edges().collect();
        let count = edges.len();
        (0..count).find_map(|one| {
            let others = one + 2..count - usize::from(one == 0);
            others.into_iter().find(|two| edges[one].meets(edges[*two])).map(|two| (one, two))
        })
    }

    /// Returns the place of a point in relation to the area.
    pub fn locate(&self, point: Point) -> Location {
        if !self.bounds.contains(point) {
            return Location::Outside;
        }
        let mut inside = false;
        for edge in self.edges() {
            let side = edge.side(point);
            if side == 0 && edge.bounds().contains(point) {
                return Location::Edge;
            }
            // A line to the right crosses the edge if its ends lie above and not above it.
            let (from_above, to_above) = (edge.from.y() < point.y(), edge.to.y() < point.y());
            if from_above != to_above && (side > 0) == to_above {
                inside = !inside;
            }
        }
        if inside { Location::Inside } else { Location::Outside }
    }

    /// Returns `true` if the point lies inside or on the edge.
    pub fn contains(&self, point: Point) -> bool {
        self.locate(point) != Location::Outside
    }

    /// Returns the stretches of a segment inside the area. A stretch along the edge is not inside.
    pub fn inside(&self, segment: Segment) -> Stretches {
        if !self.bounds.meets(segment.bounds()) {
            return Stretches::default();
        }
        stretch::inside(&self.corners, segment)
    }

    /// Returns the exact distance to a point; zero if it lies inside.
    pub fn distance_to(&self, point: Point) -> Distance {
        if self.contains(point) {
            return Distance::ZERO;
        }
        let distances = self.edges().map(|edge| edge.distance_to(point));
        distances.min().unwrap_or(Distance::from_square(i64::MAX))
    }

    /// Returns `true` if the area and a convex area have a point in common, be it of their edges.
    pub fn meets(&self, area: &Convex) -> bool {
        self.bounds.meets(area.bounds())
            && (area.corners().iter().any(|corner| self.contains(*corner))
                || self.corners.iter().any(|corner| area.contains(*corner))
                || self.edges().any(|edge| area.edges().any(|other| edge.meets(other))))
    }

    /// Returns `true` if the area and a convex area share more than points of their edges.
    pub fn overlaps(&self, area: &Convex) -> bool {
        if !self.bounds.meets(area.bounds()) || area.corners().len() < 3 {
            return false;
        }
        // If no edge of either has a stretch inside the other, the areas are apart or the same.
        area.edges().any(|edge| !self.inside(edge).is_empty())
            || self.edges().any(|edge| !stretch::inside(area.corners(), edge).is_empty())
            || self.locate(middle(area.corners())) == Location::Inside
    }
}

/// Returns the mean of some corners, which lies inside their convex area.
fn middle(corners: &[Point]) -> Point {
    let count = i64::try_from(corners.len()).unwrap_or(i64::MAX).max(1);
    let mean = |coordinate: fn(Point) -> i32| {
        let sum: i64 = corners.iter().map(|corner| i64::from(coordinate(*corner))).sum();
        i32::try_from(sum / count).unwrap_or_default()
    };
    Point::new(mean(Point::x), mean(Point::y))
}

#[cfg(test)]
#[allow(clippy::float_arithmetic, reason = "the reference is slow and in floats on purpose")]
mod tests {
    use proptest::prelude::*;

    use super::super::testing::{point, polygon, rectangle, segment, turned, turned_segment};
    use super::super::{Fraction, Stretch, Vector};
    use super::*;
    use battlewright_testkit::random_cases;

    fn area(corners: &[(i32, i32)]) -> Polygon {
        Polygon::new(corners.iter().map(|(x, y)| Point::new(*x, *y)).collect())
    }

    fn line(ax: i32, ay: i32, bx: i32, by: i32) -> Segment {
        Segment::new(Point::new(ax, ay), Point::new(bx, by))
    }

    fn stretches(list: &[(i64, i64)], of: i64) -> Vec<Stretch> {
        list.iter().map(|(from, to)| Stretch { from: Fraction::of(*from, of), to: Fraction::of(*to, of) }).collect()
    }

    /// A square with a notch in its lower edge.
    fn notched() -> Polygon {
        area(&[(0, 0), (9000, 0), (9000, 9000), (6000, 9000), (6000, 6000), (3000, 6000), (3000, 9000), (0, 9000)])
    }

    #[test]
    fn a_line_is_inside_in_stretches() {
        let across: Vec<Stretch> = notched().inside(line(-1000, 8000, 11_000, 8000)).iter().collect();
        assert_eq!(across, stretches(&[(1, 4), (7, 10)], 12));
        assert_eq!(notched().inside(line(1000, 1000, 2000, 1000)).share(), Fraction::ONE);
    }

    #[test]
    fn a_line_along_an_edge_is_not_inside() {
        assert!(notched().inside(line(-1000, 0, 11_000, 0)).is_empty());
        assert!(notched().inside(line(9000, -5, 9000, 9500)).is_empty());
        // Along the top of the notch: inside to both sides of it.
        let along: Vec<Stretch> = notched().inside(line(0, 6000, 9000, 6000)).iter().collect();
        assert_eq!(along, stretches(&[(0, 3), (6, 9)], 9));
        // Through corners only.
        assert!(area(&[(0, 0), (1000, 1000), (0, 2000)]).inside(line(1000, 0, 1000, 3000)).is_empty());
        let diagonal = area(&[(0, 0), (1000, 0), (1000, 1000), (0, 1000)]).inside(line(-1000, -1000, 2000, 2000));
        assert_eq!(diagonal.iter().collect::<Vec<_>>(), stretches(&[(1, 2)], 3));
    }

    #[test]
    fn overlaps_are_more_than_contacts() {
        let base = |x, y| {
            Convex::around([(x, y), (x + 1000, y), (x + 1000, y + 1000), (x, y + 1000)].map(|(x, y)| Point::new(x, y)))
        };
        assert!(notched().meets(&base(9000, 0)) && !notched().overlaps(&base(9000, 0)));
        assert!(notched().overlaps(&base(8999, 0)) && notched().overlaps(&base(1000, 1000)));
        assert!(!notched().meets(&base(4000, 7000)) && notched().overlaps(&base(4000, 5500)));
        let square = [(0, 0), (1000, 0), (1000, 1000), (0, 1000)];
        assert!(area(&square).overlaps(&base(0, 0)));
    }

    #[test]
    fn an_outline_that_touches_itself_is_found() {
        assert_eq!(notched().self_contact(), None);
        assert_eq!(area(&[(0, 0), (1000, 1000), (1000, 0), (0, 1000)]).self_contact(), Some((0, 2)));
        assert_eq!(area(&[(0, 0), (1, 1), (5, 0)]).self_contact(), None);
        assert_eq!(notched().doubled_area(), 2 * (81_000_000 - 9_000_000));
        assert!(area(&[]).self_contact().is_none() && !area(&[(1, 1)]).contains(Point::default()));
    }

    proptest! {
        #![proptest_config(random_cases())]

        #[test]
        fn stretches_are_the_same_from_both_ends_and_turn_with_the_table(area in polygon(), segment in segment()) {
            let inside = area.inside(segment);
            prop_assert_eq!(area.inside(segment.reversed()), inside.reversed());
            let turned_area = Polygon::new(area.corners().iter().copied().map(turned).collect());
            prop_assert_eq!(turned_area.inside(turned_segment(segment)), inside.clone());
            let by = Vector::new(123, -456);
            let shifted = Polygon::new(area.corners().iter().map(|corner| *corner + by).collect());
            prop_assert_eq!(shifted.inside(Segment::new(segment.from + by, segment.to + by)), inside.clone());
            let backward = Polygon::new(area.corners().iter().rev().copied().collect());
            prop_assert_eq!(backward.inside(segment), inside);
        }

        #[test]
        fn points_within_stretches_are_inside(area in polygon(), segment in segment()) {
            prop_assume!(segment.from != segment.to);
            let inside = area.inside(segment);
            for step in 1..20 {
                let fraction = Fraction::of(step, 20);
                let point = segment.at(fraction);
                // Rounding moves the point by a thousandth of an inch.
                if area.edges().all(|edge| edge.distance_to(point).floor() > 1) {
                    let within = inside.iter().any(|one| one.from <= fraction && fraction <= one.to);
                    prop_assert_eq!(within, area.locate(point) == Location::Inside);
                }
            }
        }

        #[test]
        fn a_place_is_that_of_floats(area in polygon(), point in point()) {
            prop_assume!(area.locate(point) != Location::Edge);
            let f = |point: Point| (f64::from(point.x()), f64::from(point.y()));
            let (px, py) = f(point);
            let crossings = area.edges().filter(|edge| {
                let ((ax, ay), (bx, by)) = (f(edge.from), f(edge.to));
                (ay > py) != (by > py) && px < (bx - ax) * (py - ay) / (by - ay) + ax
            });
            prop_assert_eq!(crossings.count() % 2 == 1, area.locate(point) == Location::Inside);
        }

        #[test]
        fn an_overlap_is_a_contact(area in polygon(), base in rectangle()) {
            let base = base.area();
            prop_assert!(area.meets(&base) || !area.overlaps(&base));
            prop_assert_eq!(area.meets(&base), base.corners().iter().any(|corner| area.contains(*corner))
                || area.corners().iter().any(|corner| base.contains(*corner))
                || area.edges().any(|edge| base.edges().any(|other| edge.meets(other))));
        }
    }
}
