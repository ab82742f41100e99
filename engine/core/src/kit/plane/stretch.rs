//! Stretches of a segment: the parts of it that lie within something.

use smallvec::{SmallVec, smallvec};

use super::point::Point;
use super::segment::Segment;

/// A fraction of the way along a segment, from 0 to 1, in units of 1/2^24.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fraction(i64);

impl Fraction {
    /// The number of binary digits of a fraction.
    const BITS: u32 = 24;
    /// The start of the segment.
    pub const ZERO: Self = Self(0);
    /// The end of the segment.
    pub const ONE: Self = Self(1 << Self::BITS);

    /// Returns the fraction `numerator / denominator`, at least 0 and at most 1, rounded half to even, so that the fraction
    /// from the other end is exactly the rest; 0 if the denominator is 0.
    #[inline]
    pub fn of(numerator: i64, denominator: i64) -> Self {
        let (numerator, denominator) =
            if denominator < 0 { (-numerator, -denominator) } else { (numerator, denominator) };
        if numerator <= 0 || denominator == 0 {
            return Self::ZERO;
        }
        if numerator >= denominator {
            return Self::ONE;
        }
        // Most products fit into 64 bits, whose division takes a fraction of the time.
        let (whole, rest) = match numerator.checked_mul(1 << Self::BITS) {
            Some(scaled) => (scaled / denominator, i128::from(scaled % denominator)),
            None => {
                let (scaled, denominator) = (i128::from(numerator) << Self::BITS, i128::from(denominator));
                (i64::try_from(scaled / denominator).unwrap_or_default(), scaled % denominator)
            }
        };
        let twice = 2 * rest;
        let up = twice > i128::from(denominator) || (twice == i128::from(denominator) && whole % 2 == 1);
        Self(whole + i64::from(up))
    }

    /// Returns the number of units of 1/2^24.
    #[inline]
    pub fn units(self) -> i64 {
        self.0
    }

    /// Returns the fraction from the other end of the segment.
    #[inline]
    pub fn rest(self) -> Self {
        Self(Self::ONE.0 - self.0)
    }

    /// Returns the length of this fraction of a segment in whole thousandths of an inch, rounded down.
    pub fn floor_length(self, segment: Segment) -> i32 {
        let square = i128::from(self.0) * i128::from(self.0) * i128::from(segment.way().square());
        i32::try_from((square >> (2 * Self::BITS)).unsigned_abs().isqrt()).unwrap_or(i32::MAX)
    }

    /// Returns `true` if this fraction of a segment is longer than `length` thousandths of an inch.
    pub fn is_longer(self, segment: Segment, length: i32) -> bool {
        let square = i128::from(self.0) * i128::from(self.0) * i128::from(segment.way().square());
        square > (i128::from(length) * i128::from(length)) << (2 * Self::BITS)
    }
}

/// A stretch of a segment, from one fraction of the way to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stretch {
    /// The near end.
    pub from: Fraction,
    /// The far end, beyond the near end.
    pub to: Fraction,
}

impl Stretch {
    /// Returns the share of the whole segment.
    #[inline]
    pub fn share(self) -> Fraction {
        Fraction((self.to.0 - self.from.0).max(0))
    }

    /// Returns the stretch as seen from the other end of the segment.
    pub fn reversed(self) -> Self {
        Self { from: self.to.rest(), to: self.from.rest() }
    }
}

/// Stretches of one segment, in order and apart from each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stretches(SmallVec<[Stretch; 4]>);

impl Stretches {
    /// Returns the union of stretches in any order. Empty ones are left out, touching ones are joined.
    pub fn union(stretches: impl IntoIterator<Item = Stretch>) -> Self {
        let mut sorted: SmallVec<[Stretch; 4]> = stretches.into_iter().filter(|one| one.from < one.to).collect();
        sorted.sort_unstable();
        let mut joined: SmallVec<[Stretch; 4]> = SmallVec::new();
        for stretch in sorted {
            match joined.last_mut() {
                Some(last) if stretch.from <= last.to => last.to = last.to.max(stretch.to),
                _ => joined.push(stretch),
            }
        }
        Self(joined)
    }

    /// Returns the stretches that are in both.
    pub fn common(&self, other: &Self) -> Self {
        if self.is_empty() || other.is_empty() {
            return Self::default();
        }
        let both = self
            .0
            .iter()
            .flat_map(|one| other.0.iter().map(|two| Stretch { from: one.from.max(two.from), to: one.to.min(two.to) }));
        Self::union(both)
    }

    /// Returns the stretches that are here but not in `other`.
    pub fn without(&self, other: &Self) -> Self {
        if self.is_empty() || other.is_empty() {
            return self.clone();
        }
        self.common(&other.gaps())
    }

    /// Returns the rest of the segment.
    pub fn gaps(&self) -> Self {
        let starts = std::iter::once(Fraction::ZERO).chain(self.0.iter().map(|one| one.to));
        let ends = self.0.iter().map(|one| one.from).chain([Fraction::ONE]);
        Self::union(starts.zip(ends).map(|(from, to)| Stretch { from, to }))
    }

    /// Returns the stretches in order.
    #[inline]
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Stretch> + Clone + '_ {
        self.0.iter().copied()
    }

    /// Returns `true` if there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the share of the segment that all stretches have together.
    #[inline]
    pub fn share(&self) -> Fraction {
        Fraction(self.0.iter().map(|one| one.share().0).sum())
    }

    /// Returns the stretches as seen from the other end of the segment.
    pub fn reversed(&self) -> Self {
        Self(self.0.iter().rev().map(|one| one.reversed()).collect())
    }
}

/// Returns the stretches of a segment inside an area with the given corners, by the even-odd rule. A stretch along an edge is
/// not inside. The result is the same from either end of the segment.
pub(super) fn inside(corners: &[Point], segment: Segment) -> Stretches {
    let way = segment.way();
    let Some(last) = corners.last().filter(|_| !way.is_zero()) else {
        return Stretches::default();
    };
    // Two lines beside it, infinitely near, stand for the line: it is inside where both are. So it never runs along an edge or
    // through a corner, and each list holds an even number of crossings.
    let mut crossings: [SmallVec<[Fraction; 8]>; 2] = [SmallVec::new(), SmallVec::new()];
    let (mut from, mut from_side, mut touches) = (*last, segment.side(*last), false);
    for to in corners {
        let side = segment.side(*to);
        touches |= side == 0;
        let crossed = [(from_side > 0) != (side > 0), (from_side >= 0) != (side >= 0)];
        if crossed != [false, false] {
            let fraction = Fraction::of((from - segment.from).cross(*to - from), side - from_side);
            for (list, crossed) in crossings.iter_mut().zip(crossed) {
                if crossed {
                    list.push(fraction);
                }
            }
        }
        (from, from_side) = (*to, side);
    }
    let [right, left] = crossings;
    if touches { between(right).common(&between(left)) } else { between(right) }
}

/// Returns the stretches between crossings: from the first to the second, from the third to the fourth and so on.
fn between(mut crossings: SmallVec<[Fraction; 8]>) -> Stretches {
    match crossings[..] {
        [] => Stretches::default(),
        [one, two] if one != two => Stretches(smallvec![Stretch { from: one.min(two), to: one.max(two) }]),
        _ => {
            crossings.sort_unstable();
            Stretches::union(crossings.chunks_exact(2).map(|pair| Stretch { from: pair[0], to: pair[1] }))
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use battlewright_testkit::random_cases;

    fn stretches() -> impl Strategy<Value = Stretches> {
        let stretch = (0_i64..=32, 0_i64..=32)
            .prop_map(|(from, to)| Stretch { from: Fraction::of(from, 32), to: Fraction::of(to, 32) });
        prop::collection::vec(stretch, 0..6).prop_map(Stretches::union)
    }

    fn stretch(from: i64, to: i64) -> Stretch {
        Stretch { from: Fraction::of(from, 100), to: Fraction::of(to, 100) }
    }

    #[test]
    fn stretches_join_and_part() {
        let joined = Stretches::union([stretch(50, 60), stretch(10, 30), stretch(30, 40), stretch(80, 80)]);
        assert_eq!(joined.iter().collect::<Vec<_>>(), [stretch(10, 40), stretch(50, 60)]);
        assert_eq!(
            joined.without(&Stretches::union([stretch(20, 55)])),
            Stretches::union([stretch(10, 20), stretch(55, 60)])
        );
        assert_eq!(joined.gaps().gaps(), joined);
        assert_eq!(Stretches::default().gaps().share(), Fraction::ONE);
    }

    #[test]
    fn lengths_of_fractions_are_compared_exactly() {
        let six = Segment::new(Point::new(0, 0), Point::new(6000, 0));
        let half = Fraction::of(1, 2);
        assert_eq!(half.floor_length(six), 3000);
        assert!(!half.is_longer(six, 3000) && half.is_longer(six, 2999));
        assert_eq!(Fraction::of(5, 0), Fraction::ZERO);
        assert_eq!(Fraction::of(-5, -10), half);
    }

    proptest! {
        #![proptest_config(random_cases())]

        #[test]
        fn fractions_from_both_ends_add_up_to_one(numerator in 0_i64..1 << 50, denominator in 1_i64..1 << 50) {
            prop_assume!(numerator <= denominator);
            let rest = Fraction::of(denominator - numerator, denominator);
            prop_assert_eq!(Fraction::of(numerator, denominator).rest(), rest);
        }

        #[test]
        fn stretches_obey_the_laws_of_sets(one in stretches(), two in stretches()) {
            prop_assert_eq!(one.common(&two), two.common(&one));
            let both = Stretches::union(one.iter().chain(two.iter()));
            let apart = one.share().units() + two.share().units() - one.common(&two).share().units();
            prop_assert_eq!(both.share().units(), apart);
            prop_assert_eq!(one.without(&two).share().units(), apart - two.share().units());
            prop_assert_eq!(one.reversed().reversed(), one);
        }
    }
}
