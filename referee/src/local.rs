//! A game that a page keeps itself: against the computer, or of two persons at one screen. The same messages as with a server.

use std::collections::BTreeMap;
use std::sync::Arc;

use battlewright_engine::game::Side;
use battlewright_engine::players::{Clock, GivenPlan, ThinkingProgress};
use serde::{Deserialize, Serialize};

use crate::computer::ComputerPlayer;
use crate::dice::{commitment, hex, secret_of};
use crate::message::{Answer, Position, SeatMessage, ServerMessage};
use crate::propose::Proposal;
use crate::record::{DiceKind, Entry, GameRecord, Header, RecordError, UndoRule, written};
use crate::refusal::Refusal;
use crate::seat::Seat;
use crate::table::{GameTable, OpenError};
use crate::take::{Referee, Told};

/// An order for a game that a page keeps itself.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LocalOrder {
    /// The id of the game: 32 hexadecimal digits.
    pub id: String,
    /// The words from which all numbers of the game follow; whoever knows them knows the numbers.
    pub seed: String,
    /// The names of the players, in the order of their sides; empty for those who give none.
    #[serde(default)]
    pub names: [String; 2],
    /// The computer players of the sides; `None` for a person.
    #[serde(default)]
    pub computers: [Option<String>; 2],
    /// The choices that a player may take back.
    pub undo: UndoRule,
    /// The text of the scenario.
    pub scenario: String,
}

impl LocalOrder {
    /// Returns the header of the game, made at `now`, in milliseconds since 1970.
    pub fn header(self, now: u64) -> Header {
        let secret = secret_of(&self.seed);
        let dice =
            DiceKind { commitment: commitment("dice", &self.id, &secret), shares: false, secret: Some(hex(&secret)) };
        let mut header = Header::new(self.id, dice, self.undo, now, self.scenario);
        (header.names, header.computers) = (self.names, self.computers);
        header
    }
}

/// A game that a page keeps itself.
pub struct LocalGame {
    referee: Referee,
    computers: BTreeMap<usize, ComputerPlayer>,
}

/// The effects of a message.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LocalReply {
    /// The result for the page that has sent the message.
    pub reply: Reply,
    /// The messages to each seat, in the order of [`Seat::ALL`].
    pub told: [Vec<ServerMessage>; 3],
    /// The lines to append to the record.
    pub lines: String,
}

/// The result of a message.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "t", rename_all = "kebab-case")]
pub enum Reply {
    /// The request was carried out.
    Done {
        /// The id of the message.
        id: String,
        /// The number of the position of the seat.
        m: u64,
    },
    /// The request was refused.
    Refused {
        /// The id of the message.
        id: String,
        /// The reason.
        #[serde(flatten)]
        refusal: Refusal,
        /// The number of the position of the seat.
        m: u64,
    },
    /// The answer to a query.
    Answer {
        /// The id of the message.
        id: String,
        /// The answer.
        answer: Answer,
    },
}

/// A choice that a computer player has made in a copy of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ComputerChoice {
    /// The side of the player.
    pub side: Side,
    /// The number of inputs before it.
    pub n: usize,
    /// The action, in its notation.
    pub action: String,
    /// The plan of the turn. Only the side of the player may read it while the game goes on.
    pub plan: Option<GivenPlan>,
}

/// The reason why a game cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LocalError {
    /// Its scenario cannot be played.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// Its record is damaged.
    #[error(transparent)]
    Record(#[from] RecordError),
}

impl std::fmt::Debug for LocalGame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.referee.fmt(f)
    }
}

impl LocalGame {
    /// Begins a game with this header, whose [`DiceKind::secret`](crate::DiceKind::secret) is known to the page. Returns its first
    /// lines as well.
    ///
    /// # Errors
    /// The reason why the scenario cannot be played.
    pub fn begin(header: Header, now: u64) -> Result<(Self, String), LocalError> {
        let table = Arc::new(GameTable::open(&header.scenario)?);
        let mut game = Self { referee: Referee::new(table, header, None), computers: BTreeMap::new() };
        let head = written(game.referee.header()) + "\n";
        let (_, lines) = game.take(game.referee.opening(now));
        Ok((game, head + &lines))
    }

    /// Resumes the game of a record.
    ///
    /// # Errors
    /// The first line that is damaged, or the reason why the scenario cannot be played.
    pub fn resume(text: &str) -> Result<Self, LocalError> {
        let record = GameRecord::read(text)?;
        let table = Arc::new(GameTable::open(&record.header.scenario)?);
        Ok(Self { referee: Referee::of(table, &record, None)?, computers: BTreeMap::new() })
    }

    /// Returns the referee.
    pub fn referee(&self) -> &Referee {
        &self.referee
    }

    /// Returns `true` if a side knows something now that the other does not, so that a screen that both look at must be covered when
    /// it passes from one to the other.
    pub fn has_secrets(&self) -> bool {
        let shown = |seat: Seat| {
            let Position { change, boards, tracks, log, .. } = self.referee.full(seat);
            let lines: Vec<String> = log.into_iter().map(|line| line.text).collect();
            (change, boards, tracks, lines)
        };
        shown(Seat::First) != shown(Seat::Second)
    }

    /// Carries out a message of a page.
    pub fn message(&mut self, seat: Seat, message: &SeatMessage, now: u64) -> LocalReply {
        let id = message.id.clone();
        let nothing = Told::default().seats;
        match self.referee.propose(seat, message, now) {
            Ok(Proposal::Answer(answer)) => {
                LocalReply { reply: Reply::Answer { id, answer }, told: nothing, lines: String::new() }
            }
            Ok(Proposal::Entries(entries)) => {
                let (told, lines) = self.take(entries);
                LocalReply { reply: Reply::Done { id, m: self.referee.m(seat) }, told, lines }
            }
            Err(refusal) => {
                let reply = Reply::Refused { id, refusal, m: self.referee.m(seat) };
                LocalReply { reply, told: nothing, lines: String::new() }
            }
        }
    }

    /// Returns the next choice of a computer player, which [`Self::carry_out`] makes, here or where the game is kept; `None` if none
    /// must choose. This may take long: a player that is new has `clock`. In the place of a player that was `stopped`, the choice is
    /// made at once.
    pub fn think(
        &mut self,
        stopped: Option<&ThinkingProgress>,
        clock: Box<dyn Clock + Send>,
    ) -> Option<ComputerChoice> {
        let decision = self.referee.decision()?;
        let side: Side = decision.side;
        let kept = self.computers.remove(&side.index());
        let mut player = self.referee.computer_by_clock(side, kept, clock)?;
        let action = match stopped {
            Some(stopped) => player.choose_at_once(&decision, stopped),
            None => player.choose(&decision),
        };
        let plan = player.given_plan();
        self.computers.insert(side.index(), player);
        Some(ComputerChoice { side, n: decision.n, action: action?, plan })
    }

    /// Makes the choice of a computer player; `None` if its position is gone.
    pub fn carry_out(&mut self, choice: &ComputerChoice, now: u64) -> Option<LocalReply> {
        let ComputerChoice { side, n, action, .. } = choice;
        let entries = self.referee.propose_computer(*side, *n, action, now)?;
        let (told, lines) = self.take(entries);
        let reply = Reply::Done { id: String::new(), m: self.referee.m(Seat::of(*side)) };
        Some(LocalReply { reply, told, lines })
    }

    /// Takes `lines` that were added to the record elsewhere. Returns `false` if they do not fit: then the game must be
    /// [resumed](Self::resume).
    pub fn follow(&mut self, lines: &str) -> bool {
        let entries: Result<Vec<Entry>, _> = lines.lines().map(serde_json::from_str).collect();
        let Ok(entries) = entries else { return false };
        self.referee.take(&entries).is_ok()
    }

    fn take(&mut self, entries: Vec<Entry>) -> ([Vec<ServerMessage>; 3], String) {
        // Entries that were just proposed fit.
        let told = self.referee.take(&entries).unwrap_or_default();
        let lines = entries.iter().map(|entry| written(entry) + "\n").collect();
        (told.seats, lines)
    }
}
