//! Exact distances, as the squares of their lengths.

use std::cmp::Ordering;

/// An exact distance. It is kept as its square, a fraction, because the length itself is rarely a whole number.
#[derive(Clone, Copy, Debug)]
pub struct Distance {
    /// The numerator of the square, in millionths of a square inch.
    square: i128,
    /// The denominator of the square, positive.
    over: i64,
}

impl Distance {
    /// The distance between things that touch.
    pub const ZERO: Self = Self { square: 0, over: 1 };

    /// Returns the distance whose square is `square` millionths of a square inch.
    #[inline]
    pub fn from_square(square: i64) -> Self {
        Self { square: i128::from(square.max(0)), over: 1 }
    }

    /// Returns the distance of a point from a line, given the doubled area of the triangle between them and the square of
    /// the length of its base; zero if the base has no length.
    pub(super) fn from_height(doubled_area: i64, squared_base: i64) -> Self {
        if squared_base <= 0 {
            return Self::ZERO;
        }
        Self { square: i128::from(doubled_area) * i128::from(doubled_area), over: squared_base }
    }

    /// Returns `true` if the distance is at most `length` thousandths of an inch.
    #[inline]
    pub fn at_most(self, length: i32) -> bool {
        length >= 0 && self.compare(length) != Ordering::Greater
    }

    /// Returns `true` if the distance is less than `length` thousandths of an inch.
    #[inline]
    pub fn less_than(self, length: i32) -> bool {
        length > 0 && self.compare(length) == Ordering::Less
    }

    /// Returns the length in whole thousandths of an inch, rounded down.
    #[inline]
    pub fn floor(self) -> i32 {
        let whole = if self.over == 1 { self.square } else { self.square / i128::from(self.over) };
        // Roots of 64 bits take a fraction of the time, and those of all tables have no more.
        let root = match u64::try_from(whole.max(0)) {
            Ok(whole) => u128::from(whole.isqrt()),
            Err(_) => whole.unsigned_abs().isqrt(),
        };
        i32::try_from(root).unwrap_or(i32::MAX)
    }

    /// Returns the length in whole thousandths of an inch, rounded up: at most 3000 exactly if the distance is at most
    /// 3 inches.
    #[inline]
    pub fn ceil(self) -> i32 {
        let floor = self.floor();
        if self.at_most(floor) { floor } else { floor.saturating_add(1) }
    }

    fn compare(self, length: i32) -> Ordering {
        let limit = i128::from(length) * i128::from(length) * i128::from(self.over);
        self.square.cmp(&limit)
    }
}

impl PartialEq for Distance {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Distance {}

impl PartialOrd for Distance {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Distance {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        if self.over == other.over {
            return self.square.cmp(&other.square);
        }
        // Products of the whole fractions are faster than divisions, where they have room: those of any table.
        if self.square.max(other.square) < 1 << 76 && self.over.max(other.over) < 1 << 50 {
            return (self.square * i128::from(other.over)).cmp(&(other.square * i128::from(self.over)));
        }
        // The products of what is left after division cannot overflow.
        let parts = |distance: &Self| {
            let over = i128::from(distance.over);
            (distance.square / over, distance.square % over)
        };
        let ((whole, rest), (other_whole, other_rest)) = (parts(self), parts(other));
        let rest = rest * i128::from(other.over);
        whole.cmp(&other_whole).then(rest.cmp(&(other_rest * i128::from(self.over))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_distance_is_compared_exactly() {
        let three = Distance::from_square(9_000_000);
        assert!(three.at_most(3000) && !three.less_than(3000) && three.less_than(3001));
        let more = Distance::from_square(9_000_001);
        assert!(!more.at_most(3000) && more.floor() == 3000 && more.ceil() == 3001);
        assert!(!Distance::ZERO.less_than(0) && Distance::ZERO.at_most(0) && !Distance::ZERO.at_most(-1));
    }

    #[test]
    fn fractions_are_ordered_by_their_values() {
        let third = Distance::from_height(1, 3);
        let half = Distance::from_height(1, 2);
        assert!(third < half && half < Distance::from_square(1) && third > Distance::ZERO);
        assert_eq!(Distance::from_height(2, 4), Distance::from_square(1));
        assert_eq!(Distance::from_height(i64::MAX, 1).floor(), i32::MAX);
        let far = |more: i64| Distance::from_height((1 << 51) + more, (1 << 50) + 1);
        assert!(far(1) > far(0) && far(0) < Distance::from_height((1 << 51) + 1, 1 << 50) && far(0) > half);
    }
}
