//! Directions: the 3600 bearings that are whole tenths of a degree.
//!
//! A fixed list of directions forms a circle that turns by addition: a facing turned by 45 degrees and back is the same facing,
//! a fan of directions is a range, and a facing is one small number in a state, in a file and in a record. A tenth of a degree
//! displaces the corner of a base of one inch by less than 0.001 inch, and the end of a charge of 12 inches by 0.01 inch.

use serde::{Deserialize, Serialize};

use super::point::Vector;

/// The number of tenths of a degree in a full turn.
const TURN: i32 = 3600;
/// The number of tenths of a degree in a right angle.
const RIGHT_ANGLE: usize = 900;
/// The scale of sines: 1 is written as this number.
const ONE: i64 = 1 << 30;
/// The sines of 0 to 90 degrees by tenths.
static SINES: [i64; RIGHT_ANGLE + 1] = sines();

/// A direction in tenths of a degree, clockwise from straight up (the upper edge of the table).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "u16", into = "u16")]
pub struct Direction(u16);

impl Direction {
    /// Toward the upper edge of the table.
    pub const UP: Self = Self(0);
    /// Toward the right edge of the table.
    pub const RIGHT: Self = Self(900);
    /// Toward the lower edge of the table.
    pub const DOWN: Self = Self(1800);
    /// Toward the left edge of the table.
    pub const LEFT: Self = Self(2700);

    /// Returns the direction `tenths` tenths of a degree clockwise from straight up; full turns are taken off.
    pub fn from_tenths(tenths: i32) -> Self {
        Self(u16::try_from(tenths.rem_euclid(TURN)).unwrap_or_default())
    }

    /// Returns the direction `degrees` clockwise from straight up; full turns are taken off.
    pub fn from_degrees(degrees: i32) -> Self {
        Self::from_tenths(degrees.rem_euclid(360) * 10)
    }

    /// Returns the direction nearest to a displacement; `None` for no displacement.
    pub fn of(way: Vector) -> Option<Self> {
        if way.is_zero() {
            return None;
        }
        // The displacement turned into the quarter between up and right: `right` is not negative, `up` is positive.
        let (x, y) = (way.x(), way.y());
        let (quarter, right, up) = match (x.signum(), y.signum()) {
            (0 | 1, -1) => (0, x, -y),
            (1, _) => (1, y, x),
            (_, 1) => (2, -x, y),
            _ => (3, -y, -x),
        };
        let beyond = |tenths: usize| sine(RIGHT_ANGLE - tenths) * right - sine(tenths) * up;
        let next = partition(RIGHT_ANGLE + 1, |tenths| beyond(tenths) >= 0).min(RIGHT_ANGLE);
        let below = next.saturating_sub(1);
        let nearest = if beyond(below).abs() <= beyond(next).abs() { below } else { next };
        Some(Self::from_tenths(quarter * 900 + i32::try_from(nearest).unwrap_or_default()))
    }

    /// Returns the tenths of a degree clockwise from straight up, from 0 to 3599.
    pub fn tenths(self) -> u16 {
        self.0
    }

    /// Returns the direction turned clockwise by `tenths` tenths of a degree.
    pub fn turned(self, tenths: i32) -> Self {
        Self::from_tenths(i32::from(self.0) + tenths.rem_euclid(TURN))
    }

    /// Returns the opposite direction.
    pub fn reversed(self) -> Self {
        self.turned(TURN / 2)
    }

    /// Returns the turn to another direction in tenths of a degree: from -1799 to 1800, positive clockwise.
    pub fn turn_to(self, other: Self) -> i32 {
        let turn = (i32::from(other.0) - i32::from(self.0)).rem_euclid(TURN);
        if turn > TURN / 2 { turn - TURN } else { turn }
    }

    /// Returns the angle to another direction in tenths of a degree, from 0 to 1800.
    pub fn angle_to(self, other: Self) -> i32 {
        self.turn_to(other).abs()
    }

    /// Returns the displacement by `right` thousandths of an inch to the right of this direction and `ahead` along it. Each
    /// component is rounded half away from zero, so that a quarter turn of the direction turns the displacement exactly.
    pub fn displacement(self, right: i32, ahead: i32) -> Vector {
        let (sine, cosine) = self.sine_and_cosine();
        let limit = |length: i32| i64::from(length).clamp(-Vector::LIMIT, Vector::LIMIT);
        let (right, ahead) = (limit(right), limit(ahead));
        // Two products of 2^26 and 2^30 leave room in 64 bits.
        let round = |scaled: i64| scaled.signum() * ((scaled.abs() + ONE / 2) / ONE);
        Vector::new(round(right * cosine + ahead * sine), round(right * sine - ahead * cosine))
    }

    /// Returns the displacement by `length` thousandths of an inch along this direction.
    pub fn ahead(self, length: i32) -> Vector {
        self.displacement(0, length)
    }

    /// Returns the sine and the cosine of the angle from straight up, times 2^30.
    fn sine_and_cosine(self) -> (i64, i64) {
        let (quarter, rest) = (self.0 / 900, usize::from(self.0 % 900));
        let (small, other) = (sine(rest), sine(RIGHT_ANGLE - rest));
        match quarter {
            0 => (small, other),
            1 => (other, -small),
            2 => (-small, -other),
            _ => (-other, small),
        }
    }
}

impl From<u16> for Direction {
    fn from(tenths: u16) -> Self {
        Self::from_tenths(i32::from(tenths))
    }
}

impl From<Direction> for u16 {
    fn from(direction: Direction) -> Self {
        direction.0
    }
}

/// Returns the first of `count` numbers for which `holds` is false. It is true for all before and false for all after.
fn partition(count: usize, holds: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (0, count);
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) { low = middle + 1 } else { high = middle }
    }
    low
}

/// Returns the sine of an angle of `tenths` tenths of a degree, from 0 to 900, times 2^30.
fn sine(tenths: usize) -> i64 {
    SINES.get(tenths).copied().unwrap_or(ONE)
}

/// Returns the sines of 0 to 90 degrees by tenths, from the series of the sine in fixed-point numbers of 2^-60.
const fn sines() -> [i64; RIGHT_ANGLE + 1] {
    /// Pi times 2^60, rounded.
    const PI: i128 = 3_622_009_729_038_561_421;
    let mut sines = [0; RIGHT_ANGLE + 1];
    let mut tenths = 0;
    while tenths <= RIGHT_ANGLE {
        let angle = PI * tenths as i128 / 1800;
        let (mut term, mut sum, mut power) = (angle, angle, 1);
        while power < 27 {
            term = -((((term * angle) >> 60) * angle) >> 60) / ((power + 1) * (power + 2));
            sum += term;
            power += 2;
        }
        sines[tenths] = ((sum + (1 << 29)) >> 30) as i64;
        tenths += 1;
    }
    sines
}

#[cfg(test)]
#[allow(clippy::float_arithmetic, clippy::float_cmp, reason = "the reference is slow and in floats on purpose")]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use battlewright_testkit::random_cases;

    #[test]
    fn the_sines_are_those_of_floats_rounded() {
        for tenths in 0..=RIGHT_ANGLE {
            let exact = (tenths as f64 / 10.0).to_radians().sin() * ONE as f64;
            assert!((exact - sine(tenths) as f64).abs() < 0.51, "{tenths}: {exact} {}", sine(tenths));
        }
        assert_eq!((sine(0), sine(300), sine(900)), (0, ONE / 2, ONE));
    }

    #[test]
    fn the_four_sides_of_the_table_are_exact() {
        let ahead = |direction: Direction| direction.ahead(1000);
        assert_eq!(ahead(Direction::UP), Vector::new(0, -1000));
        assert_eq!(ahead(Direction::RIGHT), Vector::new(1000, 0));
        assert_eq!(ahead(Direction::DOWN), Vector::new(0, 1000));
        assert_eq!(ahead(Direction::LEFT), Vector::new(-1000, 0));
        assert_eq!(Direction::UP.displacement(1000, 0), Vector::new(1000, 0));
        assert_eq!(Direction::of(Vector::new(500, -500)), Some(Direction::from_degrees(45)));
        assert_eq!(Direction::of(Vector::default()), None);
    }

    #[test]
    fn turns_add_up() {
        let facing = Direction::from_degrees(350);
        assert_eq!(facing.turned(450), Direction::from_degrees(35));
        assert_eq!(facing.turn_to(Direction::from_degrees(20)), 300);
        assert_eq!(facing.turn_to(Direction::from_degrees(330)), -200);
        assert_eq!(facing.angle_to(facing.reversed()), 1800);
        assert_eq!(Direction::from_degrees(-90), Direction::LEFT);
    }

    proptest! {
        #![proptest_config(random_cases())]

        #[test]
        fn the_nearest_direction_is_that_of_floats(x in -90_000_i64..90_000, y in -90_000_i64..90_000) {
            prop_assume!((x, y) != (0, 0));
            let tenths = Direction::of(Vector::new(x, y)).unwrap().tenths();
            let exact = (x as f64).atan2(-y as f64).to_degrees() * 10.0;
            let off = (exact - f64::from(tenths)).rem_euclid(3600.0);
            prop_assert!(off.min(3600.0 - off) < 0.5001, "{exact} {tenths}");
        }

        #[test]
        fn a_quarter_turn_turns_directions_and_displacements_exactly(
            tenths in 0_i32..3600, right in -50_000_i32..50_000, ahead in -50_000_i32..50_000,
        ) {
            let direction = Direction::from_tenths(tenths);
            let way = direction.displacement(right, ahead);
            prop_assert_eq!(direction.turned(900).displacement(right, ahead), way.quarter_turn());
            let turned = Direction::of(way.quarter_turn());
            prop_assert_eq!(Direction::of(way).map(|direction| direction.turned(900)), turned);
        }

        #[test]
        fn a_direction_is_found_again_from_its_displacement(tenths in 0_i32..3600, length in 2_000_i32..60_000) {
            let direction = Direction::from_tenths(tenths);
            prop_assert_eq!(Direction::of(direction.ahead(length)), Some(direction));
        }
    }
}
