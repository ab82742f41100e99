//! The messages between the server and an older program: a JSON object a line, an order on the standard input, a reply with the same
//! number on the standard output. Programs of later versions read what is here; a change is a new [`VERSION`].

use battlewright_engine::game::Side;
use battlewright_referee::{Entry, Header, Mark, Seat, SeatMessage};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::store::results::GameResult;

/// The version of the messages.
pub(super) const VERSION: u32 = 1;

/// The most bytes of a line.
pub(super) const LONGEST_LINE: u64 = 256 << 20;

/// A message with the number of its order.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Numbered<T> {
    /// The number.
    pub(super) n: u64,
    /// The message.
    pub(super) message: T,
}

/// An order of the server.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "kebab-case")]
pub(super) enum Order {
    /// Takes the game over. It comes first, and once.
    Open {
        /// The version of the messages.
        v: u32,
        /// The header of the record, with the scenario.
        header: Box<Header>,
        /// The entries.
        entries: Vec<Entry>,
        /// The secret of the keeper, as 64 hexadecimal digits.
        secret: String,
        /// The positions that must be the same.
        marks: Vec<Mark>,
    },
    /// Asks for what a page of a seat is told first.
    Welcome {
        /// The seat.
        seat: Seat,
    },
    /// Asks what a message of a seat leads to.
    Propose {
        /// The seat.
        seat: Seat,
        /// The message.
        message: SeatMessage,
        /// The time, in milliseconds since 1970.
        now: u64,
    },
    /// Takes entries that are stored.
    Take {
        /// The entries.
        entries: Vec<Entry>,
    },
    /// Lets the computer player think that must choose. Other orders are carried out meanwhile.
    Think,
    /// Asks what a choice of a computer player leads to.
    Decide {
        /// Its side.
        side: Side,
        /// The number of inputs before the decision.
        n: usize,
        /// The choice, in its notation.
        choice: String,
        /// The time, in milliseconds since 1970.
        now: u64,
    },
}

/// A reply of the older program.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "kebab-case")]
pub(super) enum Reply {
    /// The game is taken over.
    Opened {
        /// The state of the game.
        standing: Box<Standing>,
    },
    /// The order cannot be carried out.
    Failed {
        /// The reason.
        why: String,
    },
    /// The first messages to a page.
    Welcomed {
        /// The welcome.
        welcome: Value,
        /// The messages after it.
        messages: Vec<Value>,
    },
    /// The entries that carry something out.
    Entries {
        /// The entries; none for a choice of a computer player whose position is gone.
        entries: Vec<Entry>,
    },
    /// The answer to a query.
    Answer {
        /// The answer.
        answer: Value,
    },
    /// A request is refused.
    Refused {
        /// The number of the rule.
        rule: String,
        /// The title of the rule.
        about: String,
        /// The reason and the remedy.
        why: String,
    },
    /// Entries are taken.
    Told {
        /// The messages to each seat.
        seats: [Vec<Value>; 3],
        /// The state of the game.
        standing: Box<Standing>,
    },
    /// A computer player has thought.
    Thought {
        /// Its choice; `None` if no computer player must choose.
        choice: Option<String>,
    },
}

/// The facts about a position that the server needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Standing {
    /// The number of the position of each seat.
    pub(super) m: [u64; 3],
    /// The side that must choose.
    pub(super) to_choose: Option<Side>,
    /// The hash of the position.
    pub(super) hash: u64,
    /// The side of the computer player that must choose, and the number of inputs before its decision.
    pub(super) deciding: Option<(Side, usize)>,
    /// The result, once the game is over.
    pub(super) result: Option<Box<GameResult>>,
}
