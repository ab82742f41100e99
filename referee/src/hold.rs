//! Held games: those that the rules of this version lead elsewhere. Their players look at the last position that is the same, and
//! decide together.

use std::fmt;

use battlewright_engine::game::Side;
use battlewright_engine::play::replay::ENGINE;
use battlewright_engine::show::Show as _;

use crate::ask::AskSubject;
use crate::message::{Position, ServerMessage};
use crate::outcome::EndReason;
use crate::record::{Entry, EntryKind};
use crate::refusal::Refusal;
use crate::request::Request;
use crate::seat::Seat;
use crate::take::Referee;

/// The reason why a game is held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hold {
    /// The number of entries up to the last position that is the same; `None` if not even the start is.
    pub same: Option<usize>,
    /// The index of the first entry that differs.
    pub entry: usize,
    /// The difference. It may tell secrets, and is for the keeper alone.
    pub why: String,
    /// The number and the title of the rule under which the first choice that differs was made.
    pub rule: String,
    /// The branch of the rolls after a return.
    pub(crate) branch: u32,
    /// The choices of each side that a return takes back.
    pub(crate) falls: [usize; 2],
}

impl fmt::Display for Hold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The header is line 1 of the file.
        write!(f, "line {} of its record (rule {}): {}", self.entry + 2, self.rule, self.why)
    }
}

impl Referee {
    /// Returns why the game is held; `None` if it goes on.
    pub fn hold(&self) -> Option<&Hold> {
        self.hold.as_ref()
    }

    /// Recalls the result of a held game that was played to its end: its rules have found it, and not those of this version.
    pub fn recall(&mut self, winner: Option<Side>, text: String) {
        if let Some(end) = self.end.as_mut().filter(|end| self.hold.is_some() && end.why == EndReason::Played) {
            (end.winner, end.text) = (winner.map(Side::index), text);
        }
    }

    /// Returns what `seat` is told of the hold: nothing that it may not know.
    pub(crate) fn held(&self, seat: Seat) -> Option<ServerMessage> {
        let hold = self.hold.as_ref()?;
        let rule = self.streams[seat.index()].view().status().rule;
        Some(ServerMessage::Held {
            rule: rule.number.to_owned(),
            about: rule.title.to_owned(),
            why: "this version of the program reads a rule differently".to_owned(),
            can_return: hold.same.is_some(),
            falls: seat.side().map_or(0, |side| hold.falls[side.index()]),
        })
    }

    /// Returns `position` as `seat` is told it: in a held game, nobody chooses.
    pub(crate) fn shown(&self, position: Position, seat: Seat) -> Position {
        let (clock, free_from) = (self.clock, seat.side().and_then(|side| self.free_from(side)));
        if self.hold.is_none() {
            return Position { clock, free_from, ..position };
        }
        Position {
            turn: None,
            choices: None,
            modes: Vec::new(),
            reach: Vec::new(),
            free_undo: false,
            can_ask: false,
            clock: None,
            free_from,
            ..position
        }
    }

    /// Returns the entries that carry out a request in a held game.
    pub(crate) fn decided(&self, hold: &Hold, side: Side, request: &Request, now: u64) -> Result<Vec<Entry>, Refusal> {
        match request {
            Request::AskReturn if hold.same.is_none() => Err(Refusal::new(
                "not even the start is the same with this version, so that there is nothing to go back to",
            )),
            Request::AskReturn if self.is_alone(side) => Ok(self.returning(side, now).into_iter().collect()),
            Request::AskReturn => self.ask(side, AskSubject::Return, now),
            Request::AskAbandon if self.is_alone(side) => Ok(vec![self.ending(EndReason::Abandoned, now)]),
            Request::AskAbandon => self.ask(side, AskSubject::Abandon, now),
            Request::Abandon => self.leave(side, now),
            Request::Answer { .. } | Request::Note { .. } | Request::Claim { .. } | Request::Resign => {
                self.entries_of(side, request, now)
            }
            _ => Err(Refusal::new("the game is held: go back to the position that is shown, or end it")),
        }
    }

    /// Returns the entry that takes back what this version reads differently; `None` if the game is not held there.
    pub(crate) fn returning(&self, by: Side, now: u64) -> Option<Entry> {
        let hold = self.hold.as_ref()?;
        let kind = EntryKind::Return { to: hold.same?, branch: hold.branch, engine: ENGINE.to_owned() };
        Some(Entry { at: now, by: Some(by), kind })
    }
}
