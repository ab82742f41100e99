//! Seats: who is connected to a game, and what they may know.

use battlewright_engine::game::{Side, Viewer};
use serde::{Deserialize, Serialize};

/// A seat at a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Seat {
    /// The player of the side that the scenario lists first.
    First,
    /// The player of the side that the scenario lists second.
    Second,
    /// A spectator, who sees what both sides may see.
    Spectator,
}

impl Seat {
    /// All seats, in order.
    pub const ALL: [Self; 3] = [Self::First, Self::Second, Self::Spectator];

    /// Returns the seat of the player of `side`.
    pub fn of(side: Side) -> Self {
        match side {
            Side::First => Self::First,
            Side::Second => Self::Second,
        }
    }

    /// Returns the side of a player; `None` for a spectator.
    pub fn side(self) -> Option<Side> {
        match self {
            Self::First => Some(Side::First),
            Self::Second => Some(Side::Second),
            Self::Spectator => None,
        }
    }

    /// Returns the viewer whose view the seat gets.
    pub fn viewer(self) -> Viewer {
        self.side().map_or(Viewer::Nobody, Viewer::Side)
    }

    /// Returns the index among [`Seat::ALL`].
    pub fn index(self) -> usize {
        match self {
            Self::First => 0,
            Self::Second => 1,
            Self::Spectator => 2,
        }
    }
}
