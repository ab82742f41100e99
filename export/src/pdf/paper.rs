//! Paper sizes, and lengths on paper.

use std::fmt;
use std::str::FromStr;

use emath::{Vec2, vec2};
use serde::{Deserialize, Serialize};

/// A length, in points: 72 to the inch.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize, Deserialize)]
pub struct Length(pub f32);

/// Points in a millimeter.
pub(super) const MM: f32 = 72.0 / 25.4;

impl Length {
    /// Returns a length in millimeters.
    pub const fn mm(millimeters: f32) -> Self {
        Self(millimeters * MM)
    }

    /// Returns a length in inches.
    pub const fn inch(inches: f32) -> Self {
        Self(inches * 72.0)
    }

    /// Returns the length in millimeters.
    pub fn in_mm(self) -> f32 {
        self.0 / MM
    }
}

/// A text that does not parse as a [`Length`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a length such as 15mm, 0.75in or 9/16in")]
pub struct LengthError(pub String);

impl FromStr for Length {
    type Err = LengthError;

    /// Parses a positive length such as `15mm`, `1.5cm`, `0.75in` or `9/16in`.
    fn from_str(text: &str) -> Result<Self, LengthError> {
        let number = |text: &str| -> Option<f32> {
            let value = match text.trim().split_once('/') {
                Some((over, under)) => over.trim().parse::<f32>().ok()? / under.trim().parse::<f32>().ok()?,
                None => text.trim().parse().ok()?,
            };
            (value.is_finite() && value > 0.0).then_some(value)
        };
        let text = text.trim();
        let length = if let Some(inches) = text.strip_suffix("in").or_else(|| text.strip_suffix('"')) {
            number(inches).map(Self::inch)
        } else if let Some(millimeters) = text.strip_suffix("mm") {
            number(millimeters).map(Self::mm)
        } else if let Some(centimeters) = text.strip_suffix("cm") {
            number(centimeters).map(|length| Self::mm(length * 10.0))
        } else {
            None
        };
        length.ok_or_else(|| LengthError(text.to_owned()))
    }
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}mm", (self.in_mm() * 100.0).round() / 100.0)
    }
}

/// A paper size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Paper {
    /// 210 by 297 mm.
    A4,
    /// 297 by 420 mm.
    A3,
    /// 8.5 by 11 inches.
    Letter,
    /// 11 by 17 inches.
    Tabloid,
}

impl Paper {
    /// All sizes.
    pub const ALL: [Self; 4] = [Self::A4, Self::A3, Self::Letter, Self::Tabloid];

    /// Returns the name.
    pub fn name(self) -> &'static str {
        match self {
            Self::A4 => "a4",
            Self::A3 => "a3",
            Self::Letter => "letter",
            Self::Tabloid => "tabloid",
        }
    }

    /// Returns the width and height in portrait orientation, in points.
    pub fn size(self) -> Vec2 {
        match self {
            Self::A4 => vec2(210.0, 297.0) * MM,
            Self::A3 => vec2(297.0, 420.0) * MM,
            Self::Letter => vec2(8.5, 11.0) * 72.0,
            Self::Tabloid => vec2(11.0, 17.0) * 72.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_read_in_what_people_measure_in() {
        for (text, mm) in [("15mm", 15.0), ("1.5 cm", 15.0), ("5/8in", 15.875), ("0.5\"", 12.7), (" 9/16 in", 14.2875)]
        {
            assert!((text.parse::<Length>().unwrap().in_mm() - mm).abs() < 0.001, "{text}");
        }
        for text in ["", "15", "-1mm", "1/0in", "infmm", "NaNmm", "mm", "15 miles"] {
            assert!(text.parse::<Length>().is_err(), "{text}");
        }
    }
}
