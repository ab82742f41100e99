//! The rules of a game: the referee of this program, or an older program.

use axum::extract::ws::Utf8Bytes;
use battlewright_engine::game::Side;
use battlewright_referee::{Entry, EntryKind, Header, Proposal, Referee, Seat, SeatMessage};
use tokio::task::block_in_place;

use crate::frame::written;
use crate::older::{OlderError, OlderReferee, Proposed};
use crate::store::results::GameResult;

/// The frames to each seat, in the order of [`Seat::ALL`].
pub(super) type ToldFrames = [Vec<Utf8Bytes>; 3];

/// The rules of a game.
#[derive(Debug)]
pub(super) enum GameRules {
    /// Those of this program.
    Own(Box<Referee>),
    /// Those of an older one.
    Older(Box<OlderReferee>),
}

/// The way in which a game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// With the rules of this program.
    Own,
    /// It is held.
    Held,
    /// With an older program.
    Older,
}

/// The reason why entries are not taken.
pub(super) enum Untaken {
    /// The players have returned to an earlier position, so that the game must be loaded again.
    Returned,
    /// A defect.
    Defect(String),
}

impl GameRules {
    /// Returns the number of the position of `seat`.
    pub(super) fn m(&self, seat: Seat) -> u64 {
        match self {
            Self::Own(referee) => referee.m(seat),
            Self::Older(older) => older.m(seat),
        }
    }

    /// Returns the side that must choose.
    pub(super) fn to_choose(&self) -> Option<Side> {
        match self {
            Self::Own(referee) => referee.to_choose(),
            Self::Older(older) => older.to_choose(),
        }
    }

    /// Returns `true` if the game is over.
    pub(super) fn is_over(&self) -> bool {
        match self {
            Self::Own(referee) => referee.end().is_some(),
            Self::Older(older) => older.is_over(),
        }
    }

    /// Returns the way in which the game goes on.
    pub(super) fn stage(&self) -> Stage {
        match self {
            Self::Own(referee) if referee.hold().is_some() => Stage::Held,
            Self::Own(_) => Stage::Own,
            Self::Older(_) => Stage::Older,
        }
    }

    /// Returns the header of the record.
    pub(super) fn header(&self) -> &Header {
        match self {
            Self::Own(referee) => referee.header(),
            Self::Older(older) => older.header(),
        }
    }

    /// Returns the version of an older program.
    pub(super) fn older(&self) -> Option<&str> {
        match self {
            Self::Own(_) => None,
            Self::Older(older) => Some(older.version()),
        }
    }

    /// Returns the hash of the position that the entries have led to; `None` in a held game, which is elsewhere.
    pub(super) fn fingerprint(&self) -> Option<u64> {
        match self {
            Self::Own(referee) => referee.hold().is_none().then(|| referee.fingerprint()),
            Self::Older(older) => Some(older.fingerprint()),
        }
    }

    /// Returns the result of a game that has ended at `ended`.
    pub(super) fn result(&self, ended: u64) -> Option<GameResult> {
        match self {
            Self::Own(referee) => GameResult::of(referee, ended),
            Self::Older(older) => older.result().map(|result| result.clone().lasting(older.header().made, ended)),
        }
    }

    /// Returns the side of the computer player that must choose, and the number of inputs before its decision.
    pub(super) fn deciding(&self) -> Option<(Side, usize)> {
        match self {
            Self::Own(referee) => {
                let side = referee.to_choose()?;
                let is_computer = referee.header().computers.get(side.index()).is_some_and(Option::is_some);
                is_computer.then(|| (side, referee.inputs()))
            }
            Self::Older(older) => older.deciding(),
        }
    }

    /// Returns the welcome of `seat`, and the frames with which its page shows the whole game.
    ///
    /// # Errors
    /// The older program fails.
    pub(super) async fn welcome(&self, seat: Seat) -> Result<(serde_json::Value, Vec<Utf8Bytes>), OlderError> {
        match self {
            Self::Own(referee) => Ok(block_in_place(|| {
                // Plain structs of texts and numbers are always written.
                let welcome = serde_json::to_value(referee.welcome(seat)).unwrap_or_default();
                (welcome, referee.catch_up(seat).iter().map(written).collect())
            })),
            Self::Older(older) => {
                let (welcome, messages) = older.welcome(seat).await?;
                Ok((welcome, messages.iter().map(written).collect()))
            }
        }
    }

    /// Returns what `message` of `seat` leads to.
    ///
    /// # Errors
    /// The older program fails.
    pub(super) async fn propose(&self, seat: Seat, message: &SeatMessage, now: u64) -> Result<Proposed, OlderError> {
        match self {
            Self::Own(referee) => Ok(match block_in_place(|| referee.propose(seat, message, now)) {
                Ok(Proposal::Entries(entries)) => Proposed::Entries(entries),
                Ok(Proposal::Answer(answer)) => Proposed::Answer(serde_json::to_value(answer).unwrap_or_default()),
                Err(refusal) => Proposed::Refused(refusal.into()),
            }),
            Self::Older(older) => older.propose(seat, message, now).await,
        }
    }

    /// Returns the entries of a choice of a computer player; none if its position is gone, or the choice is illegal.
    ///
    /// # Errors
    /// The older program fails.
    pub(super) async fn propose_computer(
        &self,
        side: Side,
        n: usize,
        choice: String,
        now: u64,
    ) -> Result<Vec<Entry>, OlderError> {
        match self {
            Self::Own(referee) => Ok(referee.propose_computer(side, n, &choice, now).unwrap_or_default()),
            Self::Older(older) => older.propose_computer(side, n, choice, now).await,
        }
    }

    /// Takes entries that are stored, and returns what each seat is told.
    ///
    /// # Errors
    /// The game must be loaded again.
    pub(super) async fn take(&mut self, entries: &[Entry]) -> Result<ToldFrames, Untaken> {
        if entries.iter().any(|entry| matches!(entry.kind, EntryKind::Return { .. })) {
            return Err(Untaken::Returned);
        }
        match self {
            Self::Own(referee) => {
                let told = block_in_place(|| referee.take(entries)).map_err(Untaken::Defect)?;
                Ok(told.seats.map(|messages| messages.iter().map(written).collect()))
            }
            Self::Older(older) => {
                let told = older.take(entries).await.map_err(|error| Untaken::Defect(error.to_string()))?;
                Ok(told.map(|messages| messages.iter().map(written).collect()))
            }
        }
    }
}
