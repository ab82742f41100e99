//! Lengths and points on a table as texts of a file, exact to a thousandth of an inch.
//!
//! A number with a fraction has no exact value in a TOML file. A text has one.

use std::fmt;

use super::as_text::as_text;
use super::tabletop::{Inches, Thousandths};

/// The largest number of whole inches in a length or a coordinate.
const MOST_WHOLE: i32 = 9_999;

/// The number of digits after the decimal point.
const DECIMALS: usize = 3;

/// Reads a decimal number of inches, such as `-0.25`, in thousandths; `None` for another form.
fn thousandths(text: &str) -> Option<i32> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text),
    };
    let (whole, decimals) = match digits.split_once('.') {
        Some((_, "")) => return None,
        Some(parts) => parts,
        None => (digits, ""),
    };
    let plain = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || whole.len() > 4 || decimals.len() > DECIMALS || !plain(whole) || !plain(decimals) {
        return None;
    }
    let whole: i32 = whole.parse().ok().filter(|whole| *whole <= MOST_WHOLE)?;
    let rest: i32 = format!("{decimals:0<DECIMALS$}").parse().ok()?;
    Some(sign * (whole * Inches::PER_INCH + rest))
}

/// A length in inches, written as a text such as `"1.25"`. It is never below zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Length {
    thousandths: i32,
}

impl Length {
    /// Returns a length of whole inches.
    pub fn inches(inches: u16) -> Self {
        Self { thousandths: i32::from(inches) * Inches::PER_INCH }
    }

    /// Returns a length of `thousandths` of an inch, or 0 for a number below zero.
    pub fn from_thousandths(thousandths: i32) -> Self {
        Self { thousandths: thousandths.max(0) }
    }

    /// Returns the length in thousandths of an inch.
    pub fn thousandths(self) -> i32 {
        self.thousandths
    }

    pub(crate) fn parse(text: &str) -> Option<Self> {
        thousandths(text).filter(|_| !text.starts_with('-')).map(|thousandths| Self { thousandths })
    }
}

/// Writes the inches, such as `1.25`.
impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Thousandths(self.thousandths).fmt(f)
    }
}

as_text!(Length, r"^[0-9]{1,4}(\.[0-9]{1,3})?$", "a length in inches, such as `\"1.25\"`");

/// A point on a table, written as a text such as `"12.5,3"`: the inches from the left edge and from the upper edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TablePoint(pub Inches);

impl TablePoint {
    /// Returns the point `x` thousandths of an inch from the left edge and `y` from the upper edge.
    pub fn new(x: i32, y: i32) -> Self {
        Self(Inches { x, y })
    }

    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (x, y) = text.split_once(',')?;
        Some(Self::new(thousandths(x)?, thousandths(y.strip_prefix(' ').unwrap_or(y))?))
    }
}

/// Writes the distances from the left and the upper edge, such as `12.5,3`.
impl fmt::Display for TablePoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", Thousandths(self.0.x), Thousandths(self.0.y))
    }
}

as_text!(
    TablePoint,
    r"^-?[0-9]{1,4}(\.[0-9]{1,3})?, ?-?[0-9]{1,4}(\.[0-9]{1,3})?$",
    "a point on the table: the inches from the left edge and from the upper edge, such as `\"12.5,3\"`"
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_exact_and_written_as_they_are_read() {
        for text in ["12.5,3", "0,0", "-0.25,47.999", "9999.999,-1"] {
            assert_eq!(TablePoint::parse(text).map(|point| point.to_string()).as_deref(), Some(text));
        }
        assert_eq!(TablePoint::parse("12.5,3"), Some(TablePoint::new(12_500, 3_000)));
        assert_eq!(TablePoint::parse("12.50, 3.000"), Some(TablePoint::new(12_500, 3_000)), "also with a space");
        for text in
            ["", "1", "1,", ",1", "1,2,3", "1.,2", ".5,1", "1.2345,1", "10000,1", "1e1,2", "+1,2", "1 ,2", "--1,2"]
        {
            assert_eq!(TablePoint::parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn lengths_are_not_below_zero() {
        let lengths = ["0", "0.5", "1.25", "28"].map(|text| Length::parse(text).unwrap());
        assert_eq!(lengths.map(Length::thousandths), [0, 500, 1_250, 28_000]);
        assert_eq!(lengths.map(|length| length.to_string()), ["0", "0.5", "1.25", "28"]);
        assert_eq!(Length::inches(6), Length::parse("6").unwrap());
        for text in ["", "-1", "-0", "1,5", "six", "1.0000"] {
            assert_eq!(Length::parse(text), None, "{text:?}");
        }
    }
}
