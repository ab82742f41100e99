//! The forms of hex names: digits or letters, with or without a separator.

use super::NumberingProblem;

/// The form of one part of a hex's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NamePartForm {
    /// A number from `first`, zero-padded to `width` digits.
    Digits { first: i32, width: usize },
    /// Letters as in a spreadsheet: A, B … Z, AA, AB … `first` is 0 for A.
    Letters { first: i32 },
}

impl NamePartForm {
    pub(super) fn of_first(text: &str) -> Result<Self, NumberingProblem> {
        if text.bytes().all(|b| b.is_ascii_digit()) {
            if text.len() > 5 {
                return Err(NumberingProblem::TooLarge);
            }
            let first = text.parse().map_err(|_| NumberingProblem::UnknownForm)?;
            Ok(Self::Digits { first, width: text.len() })
        } else {
            let first = read_letters(text.as_bytes()).ok_or(NumberingProblem::UnknownForm)?;
            let first = i32::try_from(first).ok().filter(|first| *first < 100_000).ok_or(NumberingProblem::TooLarge)?;
            Ok(Self::Letters { first })
        }
    }

    /// Returns the number of the first column or row; letters count from 1 for A.
    pub(super) fn first(self) -> i32 {
        match self {
            Self::Digits { first, .. } => first,
            Self::Letters { first } => first + 1,
        }
    }

    /// Returns `true` if the first column or row is below zero, or before A.
    pub(super) fn is_negative(self) -> bool {
        let (Self::Digits { first, .. } | Self::Letters { first }) = self;
        first < 0
    }

    /// Returns the form that begins `by` columns or rows after this one.
    pub(super) fn moved(self, by: i32) -> Self {
        match self {
            Self::Digits { first, width } => Self::Digits { first: first + by, width },
            Self::Letters { first } => Self::Letters { first: first + by },
        }
    }

    pub(super) fn write(self, index: u16) -> String {
        match self {
            Self::Digits { first, width } => format!("{:0width$}", first + i32::from(index)),
            Self::Letters { first } => match u32::try_from(first + i32::from(index)) {
                Ok(number) => write_letters(number),
                Err(_) => format!("-{}", first.unsigned_abs() - u32::from(index)),
            },
        }
    }

    /// Returns `true` if the column or row with the index `last` has as many digits as the first.
    pub(super) fn is_even(self, last: u16) -> bool {
        match self {
            Self::Digits { first, width } => (first + i32::from(last)).checked_ilog10().unwrap_or(0) < width as u32,
            Self::Letters { .. } => false,
        }
    }

    /// Returns the name part `steps` after the first column or row, or before it if negative; `None` below zero.
    pub(super) fn beyond(self, steps: i32) -> Option<String> {
        let (Self::Digits { first, .. } | Self::Letters { first }) = self;
        first.checked_add(steps).filter(|number| *number >= 0)?;
        Some(self.moved(steps).write(0))
    }

    /// Returns the index of the column or row written as `text`; `None` if the zero padding differs from the usual form.
    pub(super) fn read(self, text: &[u8]) -> Option<u16> {
        let is_usual = match self {
            Self::Digits { width, .. } => text.len() == width || (text.len() > width && text.first() != Some(&b'0')),
            Self::Letters { .. } => true,
        };
        if is_usual { self.read_loosely(text) } else { None }
    }

    /// Returns the index of the column or row written as `text`, with any number of leading zeros.
    pub(super) fn read_loosely(self, text: &[u8]) -> Option<u16> {
        let (number, first) = match self {
            Self::Digits { first, .. } => (read_digits(text)?, first),
            Self::Letters { first } => (read_letters(text)?, first),
        };
        u16::try_from(i64::from(number) - i64::from(first)).ok()
    }

    /// Returns the end of this part at the start of `text`. Letters run up to the first other character. Digits run up to the
    /// separator; in all-digit names they have their width, or half of the digits if the name is longer.
    pub(super) fn end_of(self, text: &[u8]) -> Option<usize> {
        match self {
            Self::Letters { .. } => text.iter().position(|byte| !byte.is_ascii_uppercase()),
            Self::Digits { width, .. } => {
                let digits = text.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(text.len());
                Some(if digits == text.len() { width.max(digits / 2).min(digits) } else { digits })
            }
        }
    }
}

/// Splits a hex name into its first part, its separator and its second part; `None` if the form is unknown.
pub(super) fn split_label(text: &str) -> Option<(&str, &str, &str)> {
    let all_digits = text.bytes().all(|b| b.is_ascii_digit());
    if all_digits {
        if text.is_empty() || text.len() % 2 == 1 {
            return None;
        }
        let (a, b) = text.split_at(text.len() / 2);
        return Some((a, "", b));
    }
    let is_letter = |c: char| c.is_ascii_uppercase();
    let is_digit = |c: char| c.is_ascii_digit();
    let first_end =
        if text.starts_with(is_digit) { text.find(|c| !is_digit(c))? } else { text.find(|c| !is_letter(c))? };
    let (a, rest) = text.split_at_checked(first_end)?;
    let separator_end = rest.find(|c| is_digit(c) || is_letter(c))?;
    let (separator, b) = rest.split_at_checked(separator_end)?;
    let uniform = b.bytes().all(|c| c.is_ascii_digit()) || b.bytes().all(|c| c.is_ascii_uppercase());
    (!a.is_empty() && uniform).then_some((a, separator, b))
}

/// Returns the number that two ASCII digits form.
pub(super) fn two_digits(tens: u8, ones: u8) -> Option<u16> {
    let (tens, ones) = (tens.wrapping_sub(b'0'), ones.wrapping_sub(b'0'));
    (tens <= 9 && ones <= 9).then(|| u16::from(10 * tens + ones))
}

/// Reads an unsigned number of at most nine digits.
pub(super) fn read_few_digits(text: &[u8]) -> Option<u32> {
    text.iter().try_fold(0, |number, byte| {
        let digit = byte.wrapping_sub(b'0');
        (digit <= 9).then(|| 10 * number + u32::from(digit))
    })
}

/// Reads an unsigned number of any length. Numbers above 2^24 are clamped to a value beyond every valid one.
fn read_digits(text: &[u8]) -> Option<u32> {
    let mut number = 0_u32;
    for byte in text {
        let digit = u32::from(byte.wrapping_sub(b'0'));
        if digit > 9 {
            return None;
        }
        // The clamp prevents overflow; the result is still larger than every valid number.
        number = number.min(1 << 24) * 10 + digit;
    }
    (!text.is_empty()).then_some(number)
}

/// Reads one to four capital letters: A is 0, Z is 25, AA is 26.
fn read_letters(text: &[u8]) -> Option<u32> {
    if text.is_empty() || text.len() > 4 {
        return None;
    }
    let mut number = 0_u32;
    for letter in text {
        if !letter.is_ascii_uppercase() {
            return None;
        }
        number = number * 26 + u32::from(letter - b'A') + 1;
    }
    Some(number - 1)
}

fn write_letters(number: u32) -> String {
    let mut letters = Vec::new();
    let mut rest = number + 1;
    while rest > 0 {
        rest -= 1;
        letters.push(char::from(b'A' + u8::try_from(rest % 26).unwrap_or(0)));
        rest /= 26;
    }
    letters.iter().rev().collect()
}
