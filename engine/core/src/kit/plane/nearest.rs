//! The nearest of many things, of which only those are measured that a quick lower limit does not rule out.
//!
//! Tables have some dozens of units, and their boxes are looked through one after the other: for so few, that is faster than a
//! grid or a tree, which would have to follow each move.

use super::distance::Distance;

/// Returns the nearest of some things with its distance, the first of several as near; `None` of none. `least` is a quick lower
/// limit of `distance`, such as the distance of the boxes around the things.
pub fn nearest<T>(
    things: impl IntoIterator<Item = T>,
    least: impl Fn(&T) -> Distance,
    distance: impl Fn(&T) -> Distance,
) -> Option<(Distance, T)> {
    let mut nearest: Option<(Distance, T)> = None;
    for thing in things {
        if nearest.as_ref().is_some_and(|(shortest, _)| least(&thing) >= *shortest) {
            continue;
        }
        let found = distance(&thing);
        if nearest.as_ref().is_none_or(|(shortest, _)| found < *shortest) {
            nearest = Some((found, thing));
        }
    }
    nearest
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use proptest::prelude::*;

    use super::super::testing::{point, rectangle};
    use super::*;
    use battlewright_testkit::random_cases;

    #[test]
    fn what_the_limit_rules_out_is_not_measured() {
        let measured = Cell::new(0);
        let square = |thing: &i64| {
            measured.set(measured.get() + 1);
            Distance::from_square(*thing)
        };
        let found = nearest([9, 4, 16, 5], |thing| Distance::from_square(*thing - 1), square);
        assert_eq!((found, measured.get()), (Some((Distance::from_square(4), 4)), 2));
        assert_eq!(nearest([], |_: &i64| Distance::ZERO, square), None);
    }

    proptest! {
        #![proptest_config(random_cases())]

        #[test]
        fn the_nearest_of_all_is_found(bases in prop::collection::vec(rectangle(), 0..12), at in point()) {
            let all = bases.iter().enumerate();
            let slow = all.clone().min_by_key(|(_, base)| base.distance_to(at)).map(|(number, _)| number);
            let found = nearest(all, |(_, base)| base.bounds().distance_to(at), |(_, base)| base.distance_to(at));
            prop_assert_eq!(found.map(|(_, (number, _))| number), slow);
        }
    }
}
