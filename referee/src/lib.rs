//! The referee of a game between people, without a network, a clock or a file.
//!
//! A [`GameRecord`] is the whole game: a header, and entries that are only ever appended. A [`Referee`] is what the entries in effect
//! give. It answers a [`Request`] of a seat with the entries to append, or with a [`Refusal`]; whoever keeps the record stores the
//! entries first, and then has the referee [take](Referee::take) them, which returns what each seat is told.
//!
//! A seat is told what [`Game::seen_by`](battlewright_engine::game::Game::seen_by) shows its viewer, and nothing else: its
//! [stream](ServerMessage) is the same whatever the other side keeps secret.

mod ask;
mod clock;
mod computer;
mod consent;
mod dice;
mod doubt;
mod fence;
mod hold;
mod local;
mod mail;
mod message;
mod outcome;
mod played;
mod pointing;
mod points;
mod propose;
mod query;
mod record;
mod refusal;
mod request;
mod restore;
mod seat;
mod silence;
mod stream;
mod table;
mod take;

pub use ask::{Ask, AskAnswer, AskSubject};
pub use clock::{ClockRule, ClockState};
pub use computer::{ComputerPlayer, Decision};
pub use dice::{DiceProof, FairDice, ProofError, Share, commitment};
pub use doubt::{DoubtedLine, LineOrigin};
pub use hold::Hold;
pub use local::{ComputerChoice, LocalError, LocalGame, LocalOrder, LocalReply, Reply};
pub use mail::{MailMerge, MailNews, news};
pub use message::{
    Answer, BoardTold, CaseTold, Choice, DiceTold, LogLine, OddsTold, OutcomeTold, Position, SeatMessage,
    ServerMessage, StatusTold, TokenTold, TrackTold, Welcome,
};
pub use outcome::EndReason;
pub use played::{PlayedRecord, Remark};
pub use pointing::{AreasTold, LegendTold, MarkTold, ModeTold, PointedTold};
pub use propose::Proposal;
pub use record::{
    DiceKind, Entry, EntryKind, FORMAT, GameRecord, Header, MAX_ENTRIES, MAX_RECORD_BYTES, RecordError, UndoRule,
};
pub use refusal::Refusal;
pub use request::{MAX_TEXT, PointerSettings, Request};
pub use restore::Mark;
pub use seat::Seat;
pub use silence::SILENT_DAYS;
pub use table::{GameTable, OpenError};
pub use take::{Referee, Told};
