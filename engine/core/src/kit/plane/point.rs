//! Points and the displacements between them.

use std::ops::{Add, Neg, Sub};

use battlewright_schema::Inches;
use serde::{Deserialize, Serialize};

use super::distance::Distance;

/// A point on a table, in thousandths of an inch from its upper left corner. Neither coordinate exceeds [`Point::LIMIT`], so
/// that the products of this module cannot overflow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "Inches", into = "Inches")]
pub struct Point {
    x: i32,
    y: i32,
}

impl Point {
    /// The greatest absolute value of a coordinate: 16,777 inches, far beyond any table.
    pub const LIMIT: i32 = (1 << 24) - 1;

    /// Returns the point `x` thousandths of an inch from the left edge and `y` from the upper edge. Values beyond
    /// [`Point::LIMIT`] are reduced to it.
    #[inline]
    pub fn new(x: i32, y: i32) -> Self {
        Self { x: x.clamp(-Self::LIMIT, Self::LIMIT), y: y.clamp(-Self::LIMIT, Self::LIMIT) }
    }

    /// Returns the distance from the left edge, in thousandths of an inch.
    #[inline]
    pub fn x(self) -> i32 {
        self.x
    }

    /// Returns the distance from the upper edge, in thousandths of an inch.
    #[inline]
    pub fn y(self) -> i32 {
        self.y
    }

    /// Returns the exact distance to another point.
    #[inline]
    pub fn distance(self, other: Self) -> Distance {
        Distance::from_square((other - self).square())
    }

    /// Returns the point halfway to another, rounded to a whole thousandth toward the middle of the coordinates.
    #[inline]
    pub fn midpoint(self, other: Self) -> Self {
        // The sum of two coordinates is below 2^25.
        Self::new((self.x + other.x) / 2, (self.y + other.y) / 2)
    }
}

impl From<Inches> for Point {
    fn from(place: Inches) -> Self {
        Self::new(place.x, place.y)
    }
}

impl From<Point> for Inches {
    fn from(point: Point) -> Self {
        Self { x: point.x, y: point.y }
    }
}

/// A displacement, in thousandths of an inch. Neither component exceeds 2^26.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Vector {
    x: i64,
    y: i64,
}

impl Vector {
    /// The greatest absolute value of a component.
    pub const LIMIT: i64 = 1 << 26;

    /// Returns the displacement by `x` thousandths of an inch to the right and `y` down. Values beyond [`Vector::LIMIT`] are
    /// reduced to it.
    #[inline]
    pub fn new(x: i64, y: i64) -> Self {
        Self { x: x.clamp(-Self::LIMIT, Self::LIMIT), y: y.clamp(-Self::LIMIT, Self::LIMIT) }
    }

    /// Returns the displacement to the right, in thousandths of an inch.
    #[inline]
    pub fn x(self) -> i64 {
        self.x
    }

    /// Returns the displacement down, in thousandths of an inch.
    #[inline]
    pub fn y(self) -> i64 {
        self.y
    }

    /// Returns `true` for no displacement.
    #[inline]
    pub fn is_zero(self) -> bool {
        self.x == 0 && self.y == 0
    }

    /// Returns the scalar product: the product of the lengths and the cosine of the angle between them.
    #[inline]
    pub fn dot(self, other: Self) -> i64 {
        self.x * other.x + self.y * other.y
    }

    /// Returns the product of the lengths and the sine of the angle from `self` to `other`: positive if `other` points to
    /// the right of `self`, as seen on the table.
    #[inline]
    pub fn cross(self, other: Self) -> i64 {
        self.x * other.y - self.y * other.x
    }

    /// Returns the square of the length, in millionths of a square inch.
    #[inline]
    pub fn square(self) -> i64 {
        self.dot(self)
    }

    /// Returns the length in whole thousandths of an inch, rounded down.
    #[inline]
    pub fn floor_length(self) -> i32 {
        Distance::from_square(self.square()).floor()
    }

    /// Returns the displacement turned clockwise by a right angle.
    #[inline]
    pub fn quarter_turn(self) -> Self {
        Self { x: -self.y, y: self.x }
    }

    /// Returns the displacement times `numerator / denominator`, rounded to whole thousandths half away from zero; no
    /// displacement if the denominator is not positive.
    pub fn scaled(self, numerator: i64, denominator: i64) -> Self {
        let scale = |component: i64| {
            let exact = i128::from(component) * i128::from(numerator);
            let limit = i128::from(Self::LIMIT);
            let rounded = round_half_away(exact, i128::from(denominator)).clamp(-limit, limit);
            i64::try_from(rounded).unwrap_or_default()
        };
        if denominator <= 0 { Self::default() } else { Self::new(scale(self.x), scale(self.y)) }
    }
}

/// Returns `numerator / denominator` rounded to the nearest integer, halves away from zero. The denominator is positive.
fn round_half_away(numerator: i128, denominator: i128) -> i128 {
    let half = denominator / 2;
    let shift = if numerator < 0 { -half } else { half };
    (numerator + shift) / denominator
}

impl Sub for Point {
    type Output = Vector;

    #[inline]
    fn sub(self, from: Self) -> Vector {
        Vector { x: i64::from(self.x) - i64::from(from.x), y: i64::from(self.y) - i64::from(from.y) }
    }
}

impl Add<Vector> for Point {
    type Output = Self;

    #[inline]
    fn add(self, by: Vector) -> Self {
        let moved = |from: i32, by: i64| {
            let limit = i64::from(Self::LIMIT);
            i32::try_from((i64::from(from) + by).clamp(-limit, limit)).unwrap_or_default()
        };
        Self { x: moved(self.x, by.x), y: moved(self.y, by.y) }
    }
}

impl Sub<Vector> for Point {
    type Output = Self;

    #[inline]
    fn sub(self, by: Vector) -> Self {
        self + -by
    }
}

impl Add for Vector {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Vector {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }
}

impl Neg for Vector {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self { x: -self.x, y: -self.y }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_beyond_the_limit_are_reduced_and_nothing_overflows() {
        let far = Point::new(i32::MAX, i32::MIN);
        assert_eq!((far.x(), far.y()), (Point::LIMIT, -Point::LIMIT));
        let across = far - Point::new(i32::MIN, i32::MAX);
        assert!(across.square() > 0 && across.floor_length() > Point::LIMIT);
        assert_eq!(far + across, far);
    }

    #[test]
    fn a_quarter_turn_is_clockwise_on_the_table() {
        let up = Vector::new(0, -1000);
        assert_eq!(up.quarter_turn(), Vector::new(1000, 0));
        assert!(up.cross(up.quarter_turn()) > 0);
    }

    #[test]
    fn scaling_rounds_halves_away_from_zero() {
        assert_eq!(Vector::new(3, -3).scaled(1, 2), Vector::new(2, -2));
        assert_eq!(Vector::new(3, -3).scaled(1, 0), Vector::default());
    }

    #[test]
    fn a_point_is_written_as_the_schema_writes_places() {
        let point = Point::new(12_500, 3_000);
        let text = serde_json::to_string(&point).unwrap();
        assert_eq!(text, serde_json::to_string(&Inches { x: 12_500, y: 3_000 }).unwrap());
        assert_eq!(serde_json::from_str::<Point>(&text).unwrap(), point);
    }
}
