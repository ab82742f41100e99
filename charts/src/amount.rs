//! Numbers with their units, as they are printed.

use std::fmt;

use battlewright_schema::DocPath;

/// A whole number, or a fraction such as the half of a movement point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quantity {
    over: i64,
    under: i64,
}

impl Quantity {
    /// Returns the fraction `over / under` in lowest terms. A fraction below zero has its sign above the line; nothing is divided by
    /// zero, which counts as one.
    pub fn new(over: i64, under: i64) -> Self {
        let (over, under) = if under < 0 { (-over, -under) } else { (over, under.max(1)) };
        let shared = gcd(over.unsigned_abs(), under.unsigned_abs());
        let shared = i64::try_from(shared.max(1)).unwrap_or(1);
        Self { over: over / shared, under: under / shared }
    }

    /// Returns a number of hundredths, such as the 150 of a factor of one and a half.
    pub fn percent(hundredths: i64) -> Self {
        Self::new(hundredths, 100)
    }

    /// Returns `true` for nothing.
    pub fn is_zero(self) -> bool {
        self.over == 0
    }

    /// Returns `true` below zero.
    pub fn is_negative(self) -> bool {
        self.over < 0
    }

    /// Returns `true` for exactly one.
    pub fn is_one(self) -> bool {
        self.over == self.under
    }

    /// Returns the number with the other sign.
    #[must_use]
    pub fn negated(self) -> Self {
        Self { over: -self.over, ..self }
    }

    /// Returns the number without its sign.
    fn size(self) -> Self {
        Self { over: self.over.abs(), ..self }
    }
}

impl From<i64> for Quantity {
    fn from(number: i64) -> Self {
        Self::new(number, 1)
    }
}

/// Writes whole numbers plain, and halves, thirds and quarters with their letters.
impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.over < 0 {
            f.write_str(MINUS)?;
        }
        let Self { over, under } = self.size();
        let (whole, part) = (over / under, over % under);
        if part == 0 {
            return write!(f, "{whole}");
        }
        if whole > 0 {
            write!(f, "{whole}")?;
        }
        match (part, under) {
            (1, 2) => f.write_str("½"),
            (1, 4) => f.write_str("¼"),
            (3, 4) => f.write_str("¾"),
            (part, under) if whole > 0 => write!(f, " {part}/{under}"),
            (part, under) => write!(f, "{part}/{under}"),
        }
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The true minus sign.
const MINUS: &str = "\u{2212}";

/// The thing that a number counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Movement points: `½ MP`.
    Mp,
    /// Hexes: `8 hexes`.
    Hexes,
    /// Inches on a table: `6"`.
    Inches,
    /// Points added to a roll: `+2`.
    Die,
    /// Columns of a table: `2▸` to the right, which helps the attacker or firer, and `◂2` to the left.
    Columns,
    /// Points added to a strength: `−1 SP`.
    Strength,
    /// Points added to a rating of cohesion: `−1`.
    Cohesion,
    /// A strength multiplied: `× ½`.
    Factor,
    /// Percent: `75 %`.
    Percent,
    /// Victory points: `2 VP`.
    Points,
    /// Turns: `2 turns`.
    Turns,
    /// Steps of a unit: `1 step`.
    Steps,
    /// Things that the words beside it name.
    Count,
}

/// A number of a chart, with its unit and the field that it is from.
#[derive(Clone, Debug, PartialEq)]
pub struct Amount {
    /// The number.
    pub value: Quantity,
    /// The thing that it counts.
    pub unit: Unit,
    /// The field that holds it; `None` for a number of the printed rules that no field holds.
    pub from: Option<DocPath>,
    /// `true` if the scenario changes the published number.
    pub changed: bool,
    /// `true` for something added to another number, which is printed with its sign.
    pub signed: bool,
}

impl Amount {
    /// Returns a number of the printed rules, which no field holds.
    pub fn fixed(value: impl Into<Quantity>, unit: Unit) -> Self {
        Self { value: value.into(), unit, from: None, changed: false, signed: false }
    }

    /// Returns the number as something added to another.
    #[must_use]
    pub fn signed(self) -> Self {
        Self { signed: true, ..self }
    }

    /// Returns another number that is made of the one in the field, such as its half.
    #[must_use]
    pub fn as_number(self, value: impl Into<Quantity>) -> Self {
        Self { value: value.into(), ..self }
    }

    /// Returns the number alone, without the name of its unit, for a column whose head has it.
    pub fn number(&self) -> String {
        if self.value.is_zero() && !matches!(self.unit, Unit::Mp | Unit::Count | Unit::Points) {
            return "—".to_owned();
        }
        let plus = if self.value.is_negative() { "" } else { "+" };
        match self.unit {
            Unit::Columns if self.value.is_negative() => format!("◂{}", self.value.size()),
            Unit::Columns => format!("{}▸", self.value),
            Unit::Factor => format!("× {}", self.value),
            Unit::Die | Unit::Strength | Unit::Cohesion => format!("{plus}{}", self.value),
            _ if self.signed => format!("{plus}{}", self.value),
            _ => self.value.to_string(),
        }
    }
}

/// Writes the number with its unit.
impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.number())?;
        let plural = |one: &str, more: &str| if self.value.is_one() { format!(" {one}") } else { format!(" {more}") };
        let unit = match self.unit {
            _ if self.number() == "—" => String::new(),
            Unit::Mp => " MP".to_owned(),
            Unit::Hexes => plural("hex", "hexes"),
            Unit::Inches => "\"".to_owned(),
            Unit::Strength => " SP".to_owned(),
            Unit::Percent => " %".to_owned(),
            Unit::Points => " VP".to_owned(),
            Unit::Turns => plural("turn", "turns"),
            Unit::Steps => plural("step", "steps"),
            Unit::Die | Unit::Columns | Unit::Cohesion | Unit::Factor | Unit::Count => String::new(),
        };
        f.write_str(&unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_printed_with_sign_and_unit() {
        let text = |value: Quantity, unit: Unit| Amount::fixed(value, unit).to_string();
        assert_eq!(text(2.into(), Unit::Die), "+2");
        assert_eq!(text((-1).into(), Unit::Strength), "\u{2212}1 SP");
        assert_eq!(text(Quantity::percent(50), Unit::Factor), "× ½");
        assert_eq!(text(Quantity::percent(150), Unit::Factor), "× 1½");
        assert_eq!(text(2.into(), Unit::Columns), "2▸");
        assert_eq!(text((-2).into(), Unit::Columns), "◂2");
        assert_eq!(text(Quantity::new(1, 2), Unit::Mp), "½ MP");
        assert_eq!(Amount::fixed(1, Unit::Mp).signed().to_string(), "+1 MP");
        assert_eq!(text(1.into(), Unit::Hexes), "1 hex");
        assert_eq!(text(0.into(), Unit::Die), "—");
        assert_eq!(text(Quantity::new(-7, 3), Unit::Count), "\u{2212}2 1/3");
        assert_eq!(text(Quantity::new(4, -8), Unit::Mp), "\u{2212}½ MP");
    }
}
