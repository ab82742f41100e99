//! Older programs: each plays on the games that the rules of this one lead elsewhere, as a process of its own.
//!
//! The server stays the keeper: it stores what the older program proposes before anybody is told, as with its own rules.

mod child;
mod process;
mod protocol;

use std::path::PathBuf;
use std::time::Duration;

use battlewright_engine::game::Side;
use battlewright_referee::{Entry, Header, Seat, SeatMessage};

pub use child::engine;
pub(crate) use process::OlderError;
use process::Process;
use protocol::{Order, Reply, Standing};

use crate::frame::WrittenRefusal;
use crate::store::StoredGame;
use crate::store::results::GameResult;

/// An older program that the operator has kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OlderProgram {
    /// Its version, such as `0.1.0`.
    pub version: String,
    /// The file.
    pub path: PathBuf,
}

/// A game in the hands of an older program.
#[derive(Debug)]
pub(crate) struct OlderReferee {
    process: Process,
    version: String,
    header: Header,
    standing: Standing,
}

/// The messages to each seat, in the order of [`Seat::ALL`].
pub(crate) type ToldValues = [Vec<serde_json::Value>; 3];

/// The result of a request.
pub(crate) enum Proposed {
    /// The entries that carry it out.
    Entries(Vec<Entry>),
    /// The answer to a query.
    Answer(serde_json::Value),
    /// The reason why it is refused.
    Refused(WrittenRefusal),
}

impl OlderReferee {
    /// Starts the program, and hands `stored` to it. It has `patience` for a reply.
    ///
    /// # Errors
    /// The program fails, or comes to another position than the one that was stored.
    pub(crate) async fn open(
        program: &OlderProgram,
        stored: StoredGame,
        patience: Duration,
    ) -> Result<Self, OlderError> {
        let process = Process::start(&program.path, patience)?;
        let header = stored.record.header.clone();
        let order = Order::Open {
            v: protocol::VERSION,
            header: Box::new(stored.record.header),
            entries: stored.record.entries,
            secret: crate::random::hex(&stored.secret),
            marks: stored.marks,
        };
        match process.ask(order).await? {
            Reply::Opened { standing } => {
                Ok(Self { process, version: program.version.clone(), header, standing: *standing })
            }
            Reply::Failed { why } => Err(OlderError::Unfit(why)),
            _ => Err(OlderError::Garbled),
        }
    }

    /// Returns the version of the program.
    pub(crate) fn version(&self) -> &str {
        &self.version
    }

    /// Returns the header of the record.
    pub(crate) fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the number of the position of `seat`.
    pub(crate) fn m(&self, seat: Seat) -> u64 {
        self.standing.m.get(seat.index()).copied().unwrap_or_default()
    }

    /// Returns the side that must choose.
    pub(crate) fn to_choose(&self) -> Option<Side> {
        self.standing.to_choose
    }

    /// Returns `true` if the game is over.
    pub(crate) fn is_over(&self) -> bool {
        self.standing.result.is_some()
    }

    /// Returns the hash of the position.
    pub(crate) fn fingerprint(&self) -> u64 {
        self.standing.hash
    }

    /// Returns the result of a game that has ended.
    pub(crate) fn result(&self) -> Option<&GameResult> {
        self.standing.result.as_deref()
    }

    /// Returns the side of the computer player that must choose, and the number of inputs before the decision.
    pub(crate) fn deciding(&self) -> Option<(Side, usize)> {
        self.standing.deciding
    }

    /// Returns what sends orders to the process while nobody holds the game.
    pub(crate) fn thinker(&self) -> OlderThinker {
        OlderThinker(self.process.clone())
    }

    /// Returns the welcome of `seat`, and the messages with which its page shows the whole game.
    ///
    /// # Errors
    /// The program fails.
    pub(crate) async fn welcome(&self, seat: Seat) -> Result<(serde_json::Value, Vec<serde_json::Value>), OlderError> {
        match self.process.ask(Order::Welcome { seat }).await? {
            Reply::Welcomed { welcome, messages } => Ok((welcome, messages)),
            _ => Err(OlderError::Garbled),
        }
    }

    /// Returns what `message` of `seat` leads to.
    ///
    /// # Errors
    /// The program fails.
    pub(crate) async fn propose(&self, seat: Seat, message: &SeatMessage, now: u64) -> Result<Proposed, OlderError> {
        match self.process.ask(Order::Propose { seat, message: message.clone(), now }).await? {
            Reply::Entries { entries } if !entries.is_empty() => Ok(Proposed::Entries(entries)),
            Reply::Answer { answer } => Ok(Proposed::Answer(answer)),
            Reply::Refused { rule, about, why } => Ok(Proposed::Refused(WrittenRefusal { rule, about, why })),
            _ => Err(OlderError::Garbled),
        }
    }

    /// Returns the entries of a choice of a computer player; none if its position is gone, or the choice is illegal.
    ///
    /// # Errors
    /// The program fails.
    pub(crate) async fn propose_computer(
        &self,
        side: Side,
        n: usize,
        choice: String,
        now: u64,
    ) -> Result<Vec<Entry>, OlderError> {
        match self.process.ask(Order::Decide { side, n, choice, now }).await? {
            Reply::Entries { entries } => Ok(entries),
            _ => Err(OlderError::Garbled),
        }
    }

    /// Takes entries that are stored, and returns what each seat is told.
    ///
    /// # Errors
    /// The program fails.
    pub(crate) async fn take(&mut self, entries: &[Entry]) -> Result<ToldValues, OlderError> {
        match self.process.ask(Order::Take { entries: entries.to_vec() }).await? {
            Reply::Told { seats, standing } => {
                self.standing = *standing;
                Ok(seats)
            }
            Reply::Failed { why } => Err(OlderError::Unfit(why)),
            _ => Err(OlderError::Garbled),
        }
    }
}

/// Lets the older program make the decisions of a computer player.
#[derive(Clone, Debug)]
pub(crate) struct OlderThinker(Process);

impl OlderThinker {
    /// Returns the choice of the computer player that must choose; `None` if none must.
    ///
    /// # Errors
    /// The program fails.
    pub(crate) async fn choose(&self) -> Result<Option<String>, OlderError> {
        match self.0.ask(Order::Think).await? {
            Reply::Thought { choice } => Ok(choice),
            _ => Err(OlderError::Garbled),
        }
    }
}
