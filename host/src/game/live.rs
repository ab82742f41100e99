//! A game in memory.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use battlewright_referee::{ComputerPlayer, Seat};

use super::line::{Hangup, Line};
use super::rules::{GameRules, Stage, ToldFrames};
use crate::frame::{Frame, written};
use crate::limits::Limits;

/// The answers of a seat that are remembered, for a page that sends a message again.
const REMEMBERED: usize = 64;

/// The time without a sign of life after which a page gives way to another: the server asks for signs more often.
const SILENCE: Duration = Duration::from_secs(40);

/// A game in memory. Whoever works on it holds its lock from the look at the position until the change is stored and told, so that
/// all pages are told the same in the same order.
#[derive(Debug)]
pub(crate) struct LiveGame {
    /// The id.
    pub(crate) id: String,
    /// The position and the answers.
    pub(super) play: tokio::sync::Mutex<Play>,
    seated: Mutex<Seated>,
}

/// The position of a game and the answers to its pages.
#[derive(Debug, Default)]
pub(super) struct Play {
    /// The referee; `None` before it is needed, and after a write that may have failed or not.
    pub(super) kept: Option<KeptReferee>,
    answers: [VecDeque<(String, Utf8Bytes)>; 3],
    /// The number of entries before a write that may have failed or not.
    pub(super) expected: Option<usize>,
    /// The way in which the pages were last shown the game.
    pub(super) stage: Option<Stage>,
    /// `true` while a computer player thinks.
    pub(super) thinks: bool,
}

/// A referee and what it has in common with the data file.
#[derive(Debug)]
pub(super) struct KeptReferee {
    /// The rules, with the position.
    pub(super) referee: GameRules,
    /// The computer player of this program, while it does not think. It goes with the referee, and then comes anew.
    pub(super) computer: Option<Box<ComputerPlayer>>,
    /// The number of entries in the data file.
    pub(super) entries: usize,
    /// The time of the last of them, in milliseconds since 1970.
    pub(super) last: u64,
    /// The hash of the scenario's text.
    pub(super) scenario: String,
    /// The index of the side that is to choose, as it is noted for feeds and notices.
    pub(super) noted: Option<usize>,
    /// The time from which on older programs that have failed are tried again.
    pub(super) again: Option<Instant>,
}

impl KeptReferee {
    /// Returns the index of the side that is to choose.
    pub(super) fn awaited(&self) -> Option<usize> {
        self.referee.to_choose().map(|side| side.index())
    }
}

/// The open pages of a game.
#[derive(Debug)]
struct Seated {
    lines: Vec<Line>,
    /// Since when no page is open.
    empty: Instant,
}

impl LiveGame {
    /// A game that is not loaded yet.
    pub(super) fn new(id: String) -> Self {
        Self {
            id,
            play: tokio::sync::Mutex::default(),
            seated: Mutex::new(Seated { lines: Vec::new(), empty: Instant::now() }),
        }
    }

    fn seated(&self) -> MutexGuard<'_, Seated> {
        self.seated.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether the players have an open page.
    pub(super) fn online(&self) -> [bool; 2] {
        let seated = self.seated();
        [Seat::First, Seat::Second].map(|seat| seated.lines.iter().any(|line| line.seat == seat))
    }

    /// Adds `line`, unless its seat has too many. A page that has been silent for a while gives way: a phone that changes its network
    /// leaves such pages behind.
    pub(super) fn seat(&self, line: &Line, limits: &Limits) -> Result<(), Hangup> {
        let mut seated = self.seated();
        let most = if line.seat == Seat::Spectator { limits.spectators } else { limits.pages_of_player };
        let others = || seated.lines.iter().filter(|other| other.seat == line.seat);
        if others().count() >= most {
            let silent = others().max_by_key(|other| other.silence()).filter(|other| other.silence() >= SILENCE);
            let silent = silent.ok_or(Hangup::Pages)?.clone();
            silent.hang_up(Hangup::Silent);
            seated.lines.retain(|other| other.id != silent.id);
        }
        seated.lines.push(line.clone());
        Ok(())
    }

    /// Removes the line of a page that is gone, and tells the others.
    pub(crate) fn leave(&self, line: &Line) {
        let before = self.online();
        {
            let mut seated = self.seated();
            seated.lines.retain(|other| other.id != line.id);
            seated.empty = Instant::now();
        }
        self.tell_online(before);
    }

    /// Tells all pages who is online, if that has changed.
    pub(super) fn tell_online(&self, before: [bool; 2]) {
        let online = self.online();
        if online != before {
            let frame = written(&Frame::Online { online });
            self.seated().lines.iter().for_each(|line| line.send(frame.clone()));
        }
    }

    /// Sends a frame to the pages of `seat`.
    pub(crate) fn send(&self, seat: Seat, frame: &Utf8Bytes) {
        self.seated().lines.iter().filter(|line| line.seat == seat).for_each(|line| line.send(frame.clone()));
    }

    /// Tells all pages what their seats are told.
    pub(super) fn tell(&self, told: &ToldFrames) {
        for (seat, frames) in Seat::ALL.into_iter().zip(told) {
            frames.iter().for_each(|frame| self.send(seat, frame));
        }
    }

    /// Returns the open pages.
    pub(super) fn lines(&self) -> Vec<Line> {
        self.seated().lines.clone()
    }

    /// Ends all connections. The pages come back and find the game as it is stored.
    pub(crate) fn hang_up(&self, why: Hangup) {
        self.seated().lines.iter().for_each(|line| line.hang_up(why));
    }

    /// Sends a frame to all pages.
    pub(crate) fn send_all(&self, frame: &Utf8Bytes) {
        self.seated().lines.iter().for_each(|line| line.send(frame.clone()));
    }

    /// Returns since when no page is open; `None` while one is.
    pub(super) fn empty_since(&self) -> Option<Instant> {
        let seated = self.seated();
        seated.lines.is_empty().then_some(seated.empty)
    }
}

impl Play {
    /// Returns the answer to a message of `seat` that came before.
    pub(super) fn answered(&self, seat: Seat, id: &str) -> Option<&Utf8Bytes> {
        self.answers.get(seat.index())?.iter().find(|(known, _)| known == id).map(|(_, answer)| answer)
    }

    /// Remembers an answer.
    pub(super) fn remember(&mut self, seat: Seat, id: &str, answer: Utf8Bytes) {
        let Some(answers) = self.answers.get_mut(seat.index()) else { return };
        answers.push_back((id.to_owned(), answer));
        if answers.len() > REMEMBERED {
            answers.pop_front();
        }
    }
}
