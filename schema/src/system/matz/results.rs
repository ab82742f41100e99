//! The cells of tables as text: results of combat and bombardment, and the cost of crossings.

use std::fmt;

use crate::common::as_text::as_text;

/// The fate of one side in a combat (7.5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SideFate {
    /// Nothing happens.
    #[default]
    Nothing,
    /// All units retreat this many hexes.
    Retreat(u8),
    /// One unit loses a step.
    Step,
    /// One unit loses a step, and all retreat one hex.
    StepAndRetreat,
    /// All units lose a step and retreat two hexes.
    AllAndRetreat,
    /// All units are eliminated.
    Eliminated,
}

impl SideFate {
    /// Returns the number of hexes that the units retreat.
    pub fn retreat(self) -> u8 {
        match self {
            Self::Retreat(hexes) => hexes,
            Self::StepAndRetreat => 1,
            Self::AllAndRetreat => 2,
            Self::Nothing | Self::Step | Self::Eliminated => 0,
        }
    }

    /// Returns `true` if the units leave their hex by this result itself.
    pub fn leaves(self) -> bool {
        self.retreat() > 0 || self == Self::Eliminated
    }

    /// Returns the fate of the side with this letter; `None` for a word that is no result.
    fn parse(letter: char, text: &str) -> Option<Self> {
        Some(match text.strip_prefix(letter)? {
            "" => Self::Step,
            "R" => Self::Retreat(1),
            "R2" => Self::Retreat(2),
            "1" => Self::StepAndRetreat,
            "e" => Self::AllAndRetreat,
            "E" => Self::Eliminated,
            _ => return None,
        })
    }

    fn write(self, letter: char, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rest = match self {
            Self::Nothing => return Ok(()),
            Self::Retreat(1) => "R",
            Self::Retreat(_) => "R2",
            Self::Step => "",
            Self::StepAndRetreat => "1",
            Self::AllAndRetreat => "e",
            Self::Eliminated => "E",
        };
        write!(f, "{letter}{rest}")
    }
}

/// A cell of the Combat Results Table (7.5), such as `"DR2"`, `"A/D1"` or `"Eng"`. Attackers have an `A`, defenders a `D`: alone,
/// one unit loses a step; `R` and `R2` are retreats; `1` is a step and a retreat; `e` is a step of each unit and a retreat of two
/// hexes; `E` is elimination. `Eng` is a step of each side, without retreat or advance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CombatResult {
    /// Engaged: each side loses a step and neither advances.
    Engaged,
    /// The fates of the attacker and of the defender. The defender's comes first (7.6).
    Fates(
        /// Of the attacker.
        SideFate,
        /// Of the defender.
        SideFate,
    ),
}

impl CombatResult {
    fn parse(text: &str) -> Option<Self> {
        if text == "Eng" {
            return Some(Self::Engaged);
        }
        let attacker = |text| SideFate::parse('A', text);
        let defender = |text| SideFate::parse('D', text);
        match text.split_once('/') {
            Some((left, right)) => Some(Self::Fates(attacker(left)?, defender(right)?)),
            None => match attacker(text) {
                Some(fate) => Some(Self::Fates(fate, SideFate::Nothing)),
                None => Some(Self::Fates(SideFate::Nothing, defender(text)?)),
            },
        }
    }

    /// Returns the fate of the attacker.
    pub fn attacker(self) -> SideFate {
        match self {
            Self::Engaged => SideFate::Step,
            Self::Fates(attacker, _) => attacker,
        }
    }

    /// Returns the fate of the defender.
    pub fn defender(self) -> SideFate {
        match self {
            Self::Engaged => SideFate::Step,
            Self::Fates(_, defender) => defender,
        }
    }

    /// Returns a number that grows with the worth of the result to the attacker.
    pub fn merit(self) -> i16 {
        // Leaving the hex decides a combat; losses weigh less.
        let worth = |fate| match fate {
            SideFate::Nothing => 0,
            SideFate::Step => 2,
            SideFate::Retreat(hexes) => 2 + i16::from(hexes),
            SideFate::StepAndRetreat => 4,
            SideFate::AllAndRetreat => 7,
            SideFate::Eliminated => 9,
        };
        // A retreat by two hexes outweighs a step and a retreat by one in the printed order of results.
        let defender = match self.defender() {
            SideFate::Retreat(2) => 5,
            fate => worth(fate),
        };
        match self {
            Self::Engaged => -1,
            Self::Fates(attacker, SideFate::Nothing) => -worth(attacker),
            Self::Fates(SideFate::Nothing, _) => defender,
            // Both lose: better than to lose alone, worse than to win without loss.
            Self::Fates(..) => 1,
        }
    }
}

impl fmt::Display for CombatResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Engaged => f.write_str("Eng"),
            Self::Fates(attacker, defender) => {
                attacker.write('A', f)?;
                if attacker != SideFate::Nothing && defender != SideFate::Nothing {
                    f.write_str("/")?;
                }
                defender.write('D', f)
            }
        }
    }
}

as_text!(
    CombatResult,
    r"^(Eng|A(R|R2|1|e|E)?(/D(R|R2|1|e|E)?)?|D(R|R2|1|e|E)?)$",
    "a result: `Eng`, or `A` or `D`, alone or with `R`, `R2`, `1`, `e` or `E`, or both with a slash, such as `A/D1`"
);

/// A cell of the Bombardment Table (8.1): `"-"`, `"N"` for neutralized, or `"N1"` and `"N2"` with the steps lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BombardmentResult {
    /// Neutralizes the units in the hex.
    pub neutralized: bool,
    /// The steps that the units in the hex lose together.
    pub steps: u8,
}

impl BombardmentResult {
    fn parse(text: &str) -> Option<Self> {
        let steps = match text {
            "-" => return Some(Self::default()),
            "N" => 0,
            "N1" => 1,
            "N2" => 2,
            "N3" => 3,
            _ => return None,
        };
        Some(Self { neutralized: true, steps })
    }
}

impl fmt::Display for BombardmentResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.neutralized, self.steps) {
            (false, _) => f.write_str("-"),
            (true, 0) => f.write_str("N"),
            (true, steps) => write!(f, "N{steps}"),
        }
    }
}

as_text!(BombardmentResult, r"^(-|N[1-3]?)$", "a result: `-`, `N`, `N1`, `N2` or `N3`");

/// The cost of crossing a hexside: `"+1"` for a movement point more, `"everything"` for all points of a unit that has not moved,
/// `"forbidden"` if it cannot cross.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Crossing {
    /// Costs this many movement points more.
    Plus(u8),
    /// Costs all movement points, of which none may be spent before.
    Everything,
    /// Is forbidden.
    Forbidden,
}

impl Crossing {
    fn parse(text: &str) -> Option<Self> {
        match text {
            "everything" => Some(Self::Everything),
            "forbidden" => Some(Self::Forbidden),
            _ => {
                let digits = text.strip_prefix('+').filter(|digits| digits.len() == 1)?;
                digits.parse().ok().map(Self::Plus)
            }
        }
    }
}

impl fmt::Display for Crossing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plus(points) => write!(f, "+{points}"),
            Self::Everything => f.write_str("everything"),
            Self::Forbidden => f.write_str("forbidden"),
        }
    }
}

as_text!(Crossing, r"^(\+[0-9]|everything|forbidden)$", "a cost: `+1` and the like, `everything` or `forbidden`");
