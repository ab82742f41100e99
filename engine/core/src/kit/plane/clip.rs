//! Parts of areas, for display: the part of an area inside a convex area.

use super::convex::Convex;
use super::point::Point;
use super::segment::Segment;

/// Returns the corners of the part of an area that lies inside a convex area, rounded to whole thousandths; none if there is no
/// such part. If the part is in pieces, lines along the edge of the convex area connect them (Sutherland and Hodgman).
pub fn clipped(corners: &[Point], within: &Convex) -> Vec<Point> {
    if within.corners().len() < 3 {
        return Vec::new();
    }
    within.edges().fold(corners.to_vec(), |corners, edge| right_of(&corners, edge))
}

/// Returns the part of an area to the right of the line through an edge.
fn right_of(corners: &[Point], edge: Segment) -> Vec<Point> {
    let mut kept = Vec::with_capacity(corners.len() + 4);
    let next = corners.iter().cycle().skip(1);
    for (from, to) in corners.iter().zip(next) {
        let (before, after) = (edge.side(*from), edge.side(*to));
        if before >= 0 {
            kept.push(*from);
        }
        if before.signum() * after.signum() < 0 {
            // The doubled areas of both triangles over the edge divide the way.
            kept.push(*from + (*to - *from).scaled(before.abs(), before.abs() + after.abs()));
        }
    }
    kept.dedup();
    kept
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::testing::{polygon, rectangle};
    use super::super::{Bounds, Polygon};
    use super::*;
    use battlewright_testkit::random_cases;

    #[test]
    fn the_part_inside_is_cut_at_the_edges() {
        let square = |x: i32, y: i32| [(x, y), (x + 4, y), (x + 4, y + 4), (x, y + 4)].map(|(x, y)| Point::new(x, y));
        let within = Convex::around(square(2, 2));
        let part = Convex::around(clipped(&square(0, 0), &within));
        assert_eq!(part, Convex::around([(2, 2), (4, 2), (4, 4), (2, 4)].map(|(x, y)| Point::new(x, y))));
        assert!(clipped(&square(9, 9), &within).is_empty());
        assert!(clipped(&square(0, 0), &Convex::around([])).is_empty());
    }

    proptest! {
        #![proptest_config(random_cases())]

        #[test]
        fn a_part_lies_in_both_areas(area in polygon(), base in rectangle()) {
            let part = clipped(area.corners(), &base.area());
            prop_assert!(part.iter().all(|corner| base.distance_to(*corner).at_most(3)));
            let bounds = area.bounds().grown(3);
            prop_assert!(bounds.encloses(Bounds::of(part.iter().copied())) || part.is_empty());
            prop_assert!(Polygon::new(part).doubled_area() <= area.doubled_area() + 2_000_000);
        }
    }
}
