//! The areas that rectangles pass over as they move.

use super::convex::Convex;
use super::point::Vector;
use super::rectangle::Rectangle;

/// Returns the area that a rectangle passes over as it moves straight by a displacement, without turning.
pub fn swept(rectangle: &Rectangle, by: Vector) -> Convex {
    let moved = rectangle.moved(by);
    Convex::around(rectangle.corners().iter().chain(moved.corners()).copied())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::testing::{point, rectangle};
    use super::super::{Direction, Point};
    use super::*;
    use battlewright_testkit::random_cases;

    #[test]
    fn a_base_that_moves_ahead_passes_over_a_strip() {
        let base = Rectangle::new(Point::new(0, 0), Direction::UP, 1000, 1000);
        let strip = swept(&base, Vector::new(0, -3000));
        let corners = [(-500, -3500), (500, -3500), (500, 500), (-500, 500)];
        assert_eq!(strip, Convex::around(corners.map(|(x, y)| Point::new(x, y))));
        assert_eq!(swept(&base, Vector::default()), Convex::around(*base.corners()));
    }

    proptest! {
        #![proptest_config(random_cases())]

        #[test]
        fn every_stage_of_the_move_lies_in_the_area(base in rectangle(), to in point(), step in 0_i64..=16) {
            let by = to - base.center();
            let area = swept(&base, by);
            // A stage is rounded to whole thousandths.
            let near = |corner| area.distance(&Convex::around([corner])).at_most(1);
            prop_assert!(base.moved(by.scaled(step, 16)).corners().iter().all(|corner| near(*corner)));
        }

        #[test]
        fn a_base_that_is_passed_at_a_distance_stays_at_that_distance(
            base in rectangle(), other in rectangle(), to in point(), step in 0_i64..=16,
        ) {
            let by = to - base.center();
            let least = swept(&base, by).distance(&other.area()).floor();
            let stage = base.moved(by.scaled(step, 16));
            prop_assert!(stage.distance(&other).floor() >= least - 1);
        }
    }
}
