//! The combat tables, in their printed layout, and their column shifts.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::common::as_text::as_text;
use crate::system::settings::settings;

/// A column of a Fire Combat Results Table: the Strength Points that it is for, such as `"A"`, `"7"`, `"11-12"` or
/// `"13+"`. `A` is 0 SP, `B` is -1, `C` is -2 and less (ruling r1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FireColumn {
    /// The least SP.
    pub from: i8,
    /// The greatest SP; `None` for no limit.
    pub to: Option<i8>,
}

impl FireColumn {
    fn parse(text: &str) -> Option<Self> {
        let points = |digits: &str| {
            let plain = digits.starts_with(|first: char| ('1'..='9').contains(&first));
            digits.parse::<i8>().ok().filter(|points| plain && *points <= 99)
        };
        match text {
            "A" => Some(Self { from: 0, to: Some(0) }),
            "B" => Some(Self { from: -1, to: Some(-1) }),
            "C" => Some(Self { from: -2, to: Some(-2) }),
            _ => {
                if let Some(from) = text.strip_suffix('+') {
                    return Some(Self { from: points(from)?, to: None });
                }
                let (from, to) = text.split_once('-').unwrap_or((text, text));
                let (from, to) = (points(from)?, points(to)?);
                (from <= to).then_some(Self { from, to: Some(to) })
            }
        }
    }
}

impl fmt::Display for FireColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.from, self.to) {
            (0, _) => f.write_str("A"),
            (-1, _) => f.write_str("B"),
            (..=-2, _) => f.write_str("C"),
            (from, None) => write!(f, "{from}+"),
            (from, Some(to)) if from == to => write!(f, "{from}"),
            (from, Some(to)) => write!(f, "{from}-{to}"),
        }
    }
}

as_text!(
    FireColumn,
    r"^([ABC]|[1-9][0-9]?(-[1-9][0-9]?|\+)?)$",
    "a column: `C`, `B`, `A`, a number of SP, a span such as `11-12`, or `13+`"
);

/// The severity of a Tactical Cohesion Test, from light to grave (8.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum TestSeverity {
    /// Routine Test.
    Routine,
    /// Tough Test.
    Tough,
    /// Severe Test.
    Severe,
    /// Critical Test.
    Critical,
}

impl TestSeverity {
    /// Returns its name, such as `"Tough Test"`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Routine => "Routine Test",
            Self::Tough => "Tough Test",
            Self::Severe => "Severe Test",
            Self::Critical => "Critical Test",
        }
    }
}

/// The effect of a fire on one unit (8.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum FireEffect {
    /// No effect.
    None,
    /// A Tactical Cohesion Test.
    Test(TestSeverity),
    /// This many Casualty Hits.
    Casualties(u8),
}

impl FireEffect {
    fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "-" => Self::None,
            "RT" => Self::Test(TestSeverity::Routine),
            "TT" => Self::Test(TestSeverity::Tough),
            "ST" => Self::Test(TestSeverity::Severe),
            "CT" => Self::Test(TestSeverity::Critical),
            "1" => Self::Casualties(1),
            "2" => Self::Casualties(2),
            _ => return None,
        })
    }
}

impl fmt::Display for FireEffect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("-"),
            Self::Test(TestSeverity::Routine) => f.write_str("RT"),
            Self::Test(TestSeverity::Tough) => f.write_str("TT"),
            Self::Test(TestSeverity::Severe) => f.write_str("ST"),
            Self::Test(TestSeverity::Critical) => f.write_str("CT"),
            Self::Casualties(hits) => write!(f, "{hits}"),
        }
    }
}

/// A cell of a Fire Combat Results Table, such as `"RT"`, `"1"` or `"1+RT"`: the effect on the Front Line unit, and that
/// on the Second Line unit behind a `+` (8.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FireResult {
    /// The effect on the Front Line unit.
    pub front: FireEffect,
    /// The effect on the Second Line unit.
    pub second: FireEffect,
}

impl FireResult {
    /// No effect on anybody.
    pub const NONE: Self = Self { front: FireEffect::None, second: FireEffect::None };

    fn parse(text: &str) -> Option<Self> {
        match text.split_once('+') {
            None => Some(Self { front: FireEffect::parse(text)?, second: FireEffect::None }),
            Some((front, second)) => {
                let result = Self { front: FireEffect::parse(front)?, second: FireEffect::parse(second)? };
                (result.front != FireEffect::None && result.second != FireEffect::None).then_some(result)
            }
        }
    }
}

impl fmt::Display for FireResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.second {
            FireEffect::None => write!(f, "{}", self.front),
            second => write!(f, "{}+{second}", self.front),
        }
    }
}

as_text!(
    FireResult,
    r"^(-|(RT|TT|ST|CT|1|2)(\+(RT|TT|ST|CT|1|2))?)$",
    "a result: `-`, `RT`, `TT`, `ST`, `CT`, `1` or `2`, and perhaps `+` and a second one"
);

/// A Fire Combat Results Table (8.7).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FireTable {
    /// The columns, from left to right.
    pub columns: Vec<FireColumn>,
    /// The results, a row for each colored die from 1 to 10.
    pub rows: Vec<Vec<FireResult>>,
}

settings! {
    /// Column shifts of fire (8.6), to the right if above 0. Those of terrain are in the Terrain Effects Chart.
    #[derive(Copy)]
    complete FireShifts;
    /// Column shifts of fire (8.6), to the right if above 0. Those of terrain are in the Terrain Effects Chart.
    /// Omitted values stay as they are.
    changes FireShiftsChanges;

    /// A target in Fieldworks.
    fieldworks: i8,
    /// A target in Entrenchments.
    entrenchments: i8,
    /// An Obscured line of sight.
    obscured: i8,
    /// Plunging Fire: from a higher elevation.
    plunging: i8,
    /// Front Line cavalry as the target.
    cavalry: i8,
    /// Each further Defensive Fire of a unit in a step.
    further_defensive: i8,
    /// Feu de Bataillon.
    feu_de_bataillon: i8,
    /// Battlefield Conditions, played by the firing side; by the other side the same to the left.
    battlefield_conditions: i8,
    /// The bonus of an enhanced Activation Chit (6.3).
    enhanced: i8,
}

/// A column of the Assault Combat Results Table: the Assault Differentials that it is for (13.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AssaultColumn {
    /// The least differential. The default is no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<i8>,
    /// The greatest differential. The default is no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<i8>,
}

/// The result of an assault (13.6), such as `"D2*"`, `"A1(D1)"` or `"TF"`: the loser, the Loss Points, a `*` if one of
/// them must be a Casualty Hit, and in parentheses the Loss Points of the winner if the loser does not retreat; or a
/// Tough Fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AssaultResult {
    /// Tough Fight.
    ToughFight,
    /// A side loses.
    Loss(
        /// `true` if the attacker loses; otherwise the defender.
        bool,
        /// The Loss Points of the loser.
        u8,
        /// `true` if one of them must be a Casualty Hit.
        bool,
        /// The Loss Points of the winner if the loser does not retreat.
        u8,
    ),
}

impl AssaultResult {
    fn parse(text: &str) -> Option<Self> {
        if text == "TF" {
            return Some(Self::ToughFight);
        }
        let count = |digit: &str| digit.parse().ok().filter(|count| digit.len() == 1 && (1..=9).contains(count));
        let (who, rest) = text.split_at_checked(1)?;
        let (attacker, other) = match who {
            "A" => (true, 'D'),
            "D" => (false, 'A'),
            _ => return None,
        };
        let (rest, winner) = match rest.strip_suffix(')') {
            None => (rest, 0),
            Some(open) => {
                let (rest, winner) = open.split_once('(')?;
                (rest, count(winner.strip_prefix(other)?)?)
            }
        };
        let (digits, starred) = match rest.strip_suffix('*') {
            Some(digits) => (digits, true),
            None => (rest, false),
        };
        Some(Self::Loss(attacker, count(digits)?, starred, winner))
    }
}

impl fmt::Display for AssaultResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::ToughFight => f.write_str("TF"),
            Self::Loss(attacker, points, starred, winner) => {
                let (who, other) = if attacker { ("A", "D") } else { ("D", "A") };
                write!(f, "{who}{points}{}", if starred { "*" } else { "" })?;
                if winner > 0 { write!(f, "({other}{winner})") } else { Ok(()) }
            }
        }
    }
}

as_text!(
    AssaultResult,
    r"^(TF|A[1-9]\*?(\(D[1-9]\))?|D[1-9]\*?(\(A[1-9]\))?)$",
    "a result: `TF`, or `A` or `D`, a number, perhaps a `*`, and perhaps the winner's loss, such as `(D1)`"
);

/// The Assault Combat Results Table (13.2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AssaultTable {
    /// The columns, from left to right.
    pub columns: Vec<AssaultColumn>,
    /// The results, a row for each die from 1 to 10.
    pub rows: Vec<Vec<AssaultResult>>,
}

settings! {
    /// Column shifts of assaults (13.4), to the right if above 0. Those of terrain are in the Terrain Effects Chart.
    #[derive(Copy)]
    complete AssaultShifts;
    /// Column shifts of assaults (13.4), to the right if above 0. Those of terrain are in the Terrain Effects Chart.
    /// Omitted values stay as they are.
    changes AssaultShiftsChanges;

    /// Odds of three to one and more.
    triple: i8,
    /// Odds of two to one and more.
    double: i8,
    /// Odds of one to two.
    half: i8,
    /// Odds of one to three and less.
    third: i8,
    /// A Flank Attack (13.5).
    flank: i8,
    /// Auftragstaktik.
    auftragstaktik: i8,
    /// Furia Francese.
    furia_francese: i8,
    /// Battlefield Conditions, played by the attacker; by the defender the same to the left.
    battlefield_conditions: i8,
    /// An attacking Front Line unit with a higher TCR than the defending one; the other way round the same to the left.
    higher_tcr: i8,
    /// A defender in Fieldworks.
    fieldworks: i8,
    /// A defender in Entrenchments.
    entrenchments: i8,
    /// Defending artillery that is not stacked with another arm.
    lone_artillery: i8,
    /// Defending Front Line artillery that is stacked with another arm.
    front_artillery: i8,
    /// The bonus of an enhanced Activation Chit (6.3).
    enhanced: i8,
}
