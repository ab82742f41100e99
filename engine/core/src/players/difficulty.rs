//! The levels of computer opponents, each with its player: the one place that says who plays at a level.

use super::{Budget, Kind};

/// A level of a computer opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difficulty {
    /// Looks one choice ahead.
    Easy,
    /// Plans with few playouts.
    Normal,
    /// Plans with more of them.
    Hard,
    /// Plans with as many as a person may wait for.
    Hardest,
}

impl Difficulty {
    /// All levels, the weakest first.
    pub const ALL: [Self; 4] = [Self::Easy, Self::Normal, Self::Hard, Self::Hardest];

    /// Returns the player of the level.
    pub const fn kind(self) -> Kind {
        match self {
            Self::Easy => Kind::Greedy,
            Self::Normal => Kind::Plan(Budget::Iterations(48)),
            Self::Hard => Kind::Plan(Budget::Iterations(400)),
            Self::Hardest => Kind::Plan(Budget::Iterations(1600)),
        }
    }

    /// Returns the level of a player; `None` if no level has it.
    pub fn of(kind: Kind) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.kind() == kind)
    }

    /// Returns the name, such as `"easy"`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Normal => "normal",
            Self::Hard => "hard",
            Self::Hardest => "hardest",
        }
    }

    /// Returns the level with this name.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_known_by_its_name_and_by_its_player() {
        for level in Difficulty::ALL {
            assert_eq!((Difficulty::by_name(level.name()), Difficulty::of(level.kind())), (Some(level), Some(level)));
            assert_eq!(Kind::by_name(level.name()), Some(level.kind()));
            assert!(Kind::NAMES.contains(level.name()));
        }
        assert_eq!((Difficulty::of(Kind::Random), Difficulty::of(Kind::OPPONENT)), (None, None));
        assert_eq!((Difficulty::by_name("harder"), Difficulty::by_name("")), (None, None));
    }
}
