//! The requests that concern a game, and the pace of automatic play.

use std::time::Duration;

use battlewright_engine::game::Side;
use battlewright_schema::{Cell, Inches};

use super::{PlayerKind, StackPart};

/// A request that concerns the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayAct {
    /// Chooses a legal action by its index in [`VisibleGame::legal`](super::VisibleGame::legal).
    Choose(usize),
    /// Handles a click on the map.
    Click {
        /// The id of the piece under the pointer.
        piece: Option<String>,
        /// The hex under the pointer.
        cell: Cell,
    },
    /// Picks up a unit, and with it a part of the stack in which it stands.
    PickUp {
        /// The id of the unit.
        piece: String,
        /// The hex.
        cell: Cell,
        /// The units that go along.
        part: StackPart,
    },
    /// Lets a part of the stack go along with the unit in hand.
    TakePart(StackPart),
    /// Lets a unit go along with the unit in hand, or leaves it behind.
    TakeAlong(String, bool),
    /// Lets all units that can take part in what is planned, such as an attack.
    JoinAll,
    /// Handles a click on a table.
    Point {
        /// The id of the piece under the pointer.
        piece: Option<String>,
        /// The point under the pointer.
        at: Inches,
    },
    /// Selects the mode of the pointer on a table by its index.
    Mode(usize),
    /// Sets the facing of the next action on a table in tenths of a degree; `None` for the usual one.
    Face(Option<u16>),
    /// Turns the facing of the next action on a table clockwise by tenths of a degree.
    TurnFacing(i16),
    /// Bends the line of the next action on a table further by tenths of a degree between bases.
    Bend(i16),
    /// Shows or hides the marks on a table with this name.
    ShowMarks(&'static str, bool),
    /// Shows the marks that the choice with this index leads to, while the pointer is on it; `None` ends it.
    Preview(Option<usize>),
    /// Takes the last choice back, unless something has been rolled since.
    TakeBack,
    /// Brings a waiting piece on in a hex.
    Bring {
        /// The id of the piece.
        piece: String,
        /// The entry hex.
        cell: Cell,
    },
    /// Assigns a player to a side.
    Seat(Side, PlayerKind),
    /// Lets the computer player make one decision. A slow player decides in [`Session::work`](super::Session::work).
    Step,
    /// Starts or stops automatic play.
    Run,
    /// Lets the computer players play to the end of the turn.
    Turn,
    /// Lets the computer players play to the end of the game.
    End,
    /// Ends what the player is doing: a move, a plan, a phase.
    Commit,
    /// Clears the chosen piece and stops automatic play. Without either, puts the unit in hand down if it has not moved.
    Cancel,
    /// Lets the computer player that is thinking choose the best so far at once.
    StopThinking,
    /// Sets the pace of automatic play.
    Pace(PlayPace),
    /// Shows the position after an input, also after one that was undone.
    Jump(usize),
    /// Shows the start of a turn that was played, also of one that was undone.
    ToTurn(u8),
    /// Restarts the game with the dice of this seed.
    Restart(u64),
}

/// The pace of automatic play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlayPace {
    /// One choice per second.
    Slow,
    /// About three choices per second.
    #[default]
    Steady,
    /// About 17 choices per second.
    Quick,
    /// No pause between choices.
    Full,
}

impl PlayPace {
    /// All paces, the slowest first.
    pub const ALL: [Self; 4] = [Self::Slow, Self::Steady, Self::Quick, Self::Full];

    /// Returns the label of the pace.
    pub fn name(self) -> &'static str {
        match self {
            Self::Slow => "Slow",
            Self::Steady => "Normal",
            Self::Quick => "Fast",
            Self::Full => "Full speed",
        }
    }

    /// Returns the pause between two choices.
    pub fn wait(self) -> Duration {
        Duration::from_millis(match self {
            Self::Slow => 1000,
            Self::Steady => 300,
            Self::Quick => 60,
            Self::Full => 0,
        })
    }
}
