//! Games on a table: no hexes, and distances in inches.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::grid::Grid;

/// `[table]`: the table of a game without hexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tabletop {
    /// The width of the table in inches, such as `72`.
    #[schemars(range(min = 1, max = 1000))]
    pub width: u16,
    /// The depth of the table in inches, from the upper edge to the lower edge, such as `48`.
    #[schemars(range(min = 1, max = 1000))]
    pub depth: u16,
}

impl fmt::Display for Tabletop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} × {} inches", self.width, self.depth)
    }
}

/// The playing surface of a scenario.
#[derive(Clone, Debug)]
pub enum Ground {
    /// A map of hexes.
    Hexes(Grid),
    /// A table.
    Table(Tabletop),
}

/// A point on a table, in whole thousandths of an inch, so that distances are the same on every machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Inches {
    /// The distance from the left edge, in thousandths of an inch.
    pub x: i32,
    /// The distance from the upper edge, in thousandths of an inch.
    pub y: i32,
}

impl Inches {
    /// The number of these units per inch.
    pub const PER_INCH: i32 = 1000;

    /// Returns the point `x` whole inches from the left edge and `y` whole inches from the upper edge.
    pub fn whole(x: u16, y: u16) -> Self {
        Self { x: i32::from(x) * Self::PER_INCH, y: i32::from(y) * Self::PER_INCH }
    }
}

/// Writes the distances from the left and the upper edge, such as `12.5", 3"`.
impl fmt::Display for Inches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\", {}\"", Thousandths(self.x), Thousandths(self.y))
    }
}

/// A length in thousandths, displayed as a decimal number without trailing zeros.
pub(super) struct Thousandths(pub(super) i32);

impl fmt::Display for Thousandths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.0.unsigned_abs() / 1000, self.0.unsigned_abs() % 1000);
        let sign = if self.0 < 0 { "-" } else { "" };
        let decimals = format!("{rest:03}");
        match decimals.trim_end_matches('0') {
            "" => write!(f, "{sign}{whole}"),
            decimals => write!(f, "{sign}{whole}.{decimals}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inches_are_written_without_useless_digits() {
        let written = |x, y| Inches { x, y }.to_string();
        assert_eq!(written(12_500, 3_000), "12.5\", 3\"");
        assert_eq!(written(-1, i32::MIN), "-0.001\", -2147483.648\"");
        assert_eq!(Inches::whole(72, 48), Inches { x: 72_000, y: 48_000 });
    }
}
