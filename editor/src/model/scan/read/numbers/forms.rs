//! The forms of hex numbers and the places of their characters.

use battlewright_schema::Numbering;

use super::super::real;

/// A form of hex numbers, in printed order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct NumberForm {
    /// The number of digits of each part; `None` without leading zeros.
    pub(super) digits: [Option<usize>; 2],
    /// `true` if the first part is a letter.
    pub(super) letter: bool,
    pub(super) separator: &'static str,
    /// The width of the separator, in digits.
    pub(super) separator_width: f64,
}

pub(super) const fn form(
    digits: [Option<usize>; 2],
    letter: bool,
    separator: &'static str,
    separator_width: f64,
) -> NumberForm {
    NumberForm { digits, letter, separator, separator_width }
}

/// The forms that are tried.
pub(super) const FORMS: [NumberForm; 11] = [
    form([Some(2), Some(2)], false, "", 0.0),
    form([Some(3), Some(3)], false, "", 0.0),
    form([Some(1), Some(1)], false, "", 0.0),
    form([Some(2), Some(2)], false, ".", 1.0),
    form([Some(2), Some(2)], false, ".", 0.5),
    form([None, None], false, ".", 1.0),
    form([None, None], false, ".", 0.5),
    form([Some(1), None], true, "", 0.0),
    form([Some(1), Some(2)], true, "", 0.0),
    form([Some(1), None], true, ".", 1.0),
    form([Some(1), Some(2)], true, ".", 1.0),
];

impl NumberForm {
    /// Returns `true` if a part has no leading zeros.
    pub(super) fn is_natural(&self) -> bool {
        self.digits.iter().any(Option::is_none)
    }

    pub(super) fn is_padded(&self) -> bool {
        !self.letter && self.digits.iter().all(Option::is_some)
    }

    /// Returns the name of a hex with these numbers in printed order.
    pub(super) fn name(&self, [a, b]: [i32; 2]) -> String {
        let digits = |n: usize, number: i32| format!("{number:0width$}", width = self.digits[n].unwrap_or(1));
        let first = if self.letter { "A".to_owned() } else { digits(0, a) };
        format!("{first}{}{}", self.separator, digits(1, b))
    }

    /// Returns the distance between the last characters of both parts, in digits, if both have `length` digits at most.
    pub(super) fn distance(&self, length: usize) -> f64 {
        self.separator_width + real(self.digits[1].unwrap_or(length))
    }
}

/// The places of characters in a text: centered, and equally wide except for separators.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Typesetting {
    /// The center of the text, in columns of samples.
    pub(super) center: f64,
    /// The width of a digit, in columns of samples.
    pub(super) width: f64,
    /// The width of a separator, in digits.
    pub(super) separator_width: f64,
}

impl Typesetting {
    /// Returns the characters of `text` that are read, each with the column of its left edge.
    pub(super) fn places(&self, text: &str) -> Vec<(char, isize)> {
        let width = |c: char| if c.is_ascii_alphanumeric() { self.width } else { self.width * self.separator_width };
        let mut left = self.center - text.chars().map(width).sum::<f64>() / 2.0;
        let mut places = Vec::with_capacity(text.len());
        for c in text.chars() {
            if c.is_ascii_alphanumeric() {
                places.push((c, rounded(left)));
            }
            left += width(c);
        }
        places
    }

    /// Returns the number of columns of a digit.
    pub(super) fn columns(&self) -> usize {
        usize::try_from(rounded(self.width)).unwrap_or(1).clamp(2, 60)
    }
}

pub(super) fn rounded(number: f64) -> isize {
    #[expect(clippy::cast_possible_truncation, reason = "a column of samples; a large value saturates")]
    let whole = number.round() as isize;
    whole
}

/// Returns the numbers of the first hex of a numbering in printed order, or `None` if it has letters.
pub(super) fn starts_of(numbering: &Numbering) -> Option<[i32; 2]> {
    let first = numbering.first.as_str();
    let parts: Vec<&str> = first.split(|c: char| !c.is_ascii_digit()).collect();
    match parts.as_slice() {
        [one] if one.is_ascii() => {
            Some([one.get(..one.len() / 2)?.parse().ok()?, one.get(one.len() / 2..)?.parse().ok()?])
        }
        [one, other] => Some([one.parse().ok()?, other.parse().ok()?]),
        _ => None,
    }
}
