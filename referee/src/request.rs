//! The requests of seats.

use serde::{Deserialize, Serialize};

use crate::ask::AskAnswer;
use crate::dice::Share;

/// The most letters of a note or a doubt.
pub const MAX_TEXT: usize = 1000;

/// A request of a seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "kebab-case")]
pub enum Request {
    /// Binds the player to a share in the dice; an empty hash for none.
    Promise {
        /// The commitment to the share.
        hash: String,
    },
    /// Opens the share.
    Share {
        /// The share.
        share: Share,
    },
    /// Chooses an action.
    Choose {
        /// The action, in its notation.
        #[serde(rename = "do")]
        action: String,
    },
    /// Brings the piece in motion to a place by the cheapest path.
    Go {
        /// The place.
        to: [f32; 2],
    },
    /// Takes back the last choice of the seat, after which nothing was rolled or learned.
    TakeBack,
    /// Asks the other player to take back the last choice of the seat, with all that has happened since.
    AskTakeBack,
    /// Offers a draw.
    OfferDraw,
    /// Asks the other player to end the game without a result.
    AskAbandon,
    /// Ends the game without a result, as the other player was silent for [too long](crate::SILENT_DAYS).
    Abandon,
    /// Asks the other player to return to the last position that is the same with this version of the rules.
    AskReturn,
    /// Answers the open question of the other player, or withdraws the own one.
    Answer {
        /// The number of the question, which may have been withdrawn for another one meanwhile; `None` from a page that was told none.
        #[serde(default)]
        ask: Option<u32>,
        /// The answer.
        answer: AskAnswer,
    },
    /// Writes a note to the other player.
    Note {
        /// The text.
        text: String,
    },
    /// Doubts what the program has done.
    Claim {
        /// The number of the line of the log that is in doubt; `None` from a page that was told none.
        #[serde(default)]
        line: Option<u64>,
        /// The number of the rule.
        rule: String,
        /// The text.
        text: String,
    },
    /// Gives the game up.
    Resign,
    /// Claims the win, as the other player has no time left.
    ClaimTime,
    /// Gives the other player time.
    AddTime {
        /// The seconds.
        seconds: u32,
    },
    /// Asks for the odds of an action.
    Odds {
        /// The action, in its notation.
        #[serde(rename = "do")]
        action: String,
    },
    /// Asks why nothing can be done at a place, or with a counter.
    Why {
        /// The key of the counter.
        #[serde(default)]
        piece: Option<String>,
        /// The place.
        #[serde(default)]
        point: Option<[f32; 2]>,
    },
    /// Asks for the state of a counter.
    Card {
        /// The key of the counter.
        piece: String,
    },
    /// Asks what a tap on a point of a table would choose.
    Point {
        /// The settings of the pointer.
        #[serde(flatten)]
        settings: PointerSettings,
        /// The point.
        point: [f32; 2],
        /// The distance at which the tap may miss a counter, in points of the drawing.
        #[serde(default)]
        slip: f32,
    },
    /// Asks where a tap on a table is legal, and for the marks for the decision.
    Areas {
        /// The settings of the pointer.
        #[serde(flatten)]
        settings: PointerSettings,
    },
}

/// The settings of a pointer on a table. What the mode does not have is ignored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PointerSettings {
    /// The index of the mode in [`Position::modes`](crate::Position::modes).
    pub mode: usize,
    /// The chosen facing, in tenths of a degree clockwise from the upper edge; `None` for the usual facing of the action.
    #[serde(default)]
    pub facing: Option<u16>,
    /// The chosen turn of each base against its left neighbor, in tenths of a degree clockwise.
    #[serde(default)]
    pub bend: i16,
}

impl Request {
    /// Returns `true` for a request that changes nothing.
    pub fn is_query(&self) -> bool {
        matches!(
            self,
            Self::Odds { .. } | Self::Why { .. } | Self::Card { .. } | Self::Point { .. } | Self::Areas { .. }
        )
    }

    /// Returns `true` for a request that only fits the position that the page shows.
    pub(crate) fn needs_position(&self) -> bool {
        matches!(self, Self::Choose { .. } | Self::Go { .. } | Self::TakeBack | Self::AskTakeBack)
    }
}
