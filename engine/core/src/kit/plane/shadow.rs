//! The strip behind an obstacle that is hidden from a higher place.
//!
//! From one level above an obstacle, the hidden strip is as long as the way from the seer to the far side of the obstacle; each
//! further level halves it. On one line of sight, all lengths are fractions of the line, so that no length is computed.

use super::stretch::Fraction;

/// The most levels that are told apart; the strip from a higher place is shorter than 1/2^24 of the line.
const MOST_LEVELS: u32 = 32;

/// Returns `true` if a point at `place` on a line of sight lies in the strip behind an obstacle or on its far edge. The far
/// side of the obstacle is at `far` on the line. The seer is `levels` levels above the obstacle; at none or fewer, all beyond
/// the obstacle is hidden.
pub fn hides(far: Fraction, place: Fraction, levels: i32) -> bool {
    let beyond = place.units() - far.units();
    let Some(halvings) = u32::try_from(levels).ok().and_then(|levels| levels.checked_sub(1)) else {
        return beyond >= 0;
    };
    // Both fractions are rounded: the far edge of the strip is part of it, so a unit less counts as well.
    beyond >= 0 && i128::from(beyond - 1) << halvings.min(MOST_LEVELS) <= i128::from(far.units())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use battlewright_testkit::random_cases;

    #[test]
    fn a_strip_halves_with_each_level() {
        // The obstacle ends at 4 inches of a line of 12; the strips end at 8, 6 and 5 inches.
        let hides = |place: i64, levels: i32| hides(Fraction::of(4, 12), Fraction::of(place, 1200), levels);
        assert!(hides(800, 1) && !hides(801, 1));
        assert!(hides(600, 2) && !hides(601, 2));
        assert!(hides(500, 3) && !hides(501, 3));
        assert!(hides(1200, 0) && hides(1200, -1) && !hides(399, 0));
        assert!(!hides(1200, i32::MAX));
    }

    proptest! {
        #![proptest_config(random_cases())]

        #[test]
        fn a_higher_seer_sees_no_less(far in 0_i64..=1000, place in 0_i64..=1000, levels in -2_i32..40) {
            let (far, place) = (Fraction::of(far, 1000), Fraction::of(place, 1000));
            prop_assert!(hides(far, place, levels) || !hides(far, place, levels + 1));
        }

        #[test]
        fn an_obstacle_nearer_to_the_target_hides_no_less(far in 0_i64..1000, place in 0_i64..=1000, levels in 1_i32..6) {
            prop_assume!(far < place);
            let place = Fraction::of(place, 1000);
            prop_assert!(!hides(Fraction::of(far, 1000), place, levels) || hides(Fraction::of(far + 1, 1000), place, levels));
        }
    }
}
