//! Requests of seats, as entries that carry them out. Nothing is changed here: the entries are stored first, and then taken.

use battlewright_engine::any::{AnyAction, AnyGame};
use battlewright_engine::game::{Game as _, Side, Turn};
use battlewright_engine::show::{Click, Show as _};

use crate::ask::{AskAnswer, AskSubject};
use crate::dice::{commitment, of_hex, purpose};
use crate::fence;
use crate::message::{Answer, SeatMessage};
use crate::outcome::EndReason;
use crate::record::{Entry, EntryKind, MAX_ENTRIES, UndoRule};
use crate::refusal::Refusal;
use crate::request::{MAX_TEXT, Request};
use crate::seat::Seat;
use crate::take::Referee;

/// The most rolls and draws after a choice, which guards against a game that never asks again.
const MOST_ROLLS: usize = 1000;

/// The most notes and doubts of a game.
const MOST_NOTES: usize = 500;

/// The most seconds that a player can give at once: a week.
const MOST_SECONDS: u32 = 7 * 24 * 3600;

/// The most choices of a way to a place.
const MOST_STEPS: usize = 200;

/// The result of a request.
#[derive(Clone, Debug, PartialEq)]
pub enum Proposal {
    /// The entries that carry it out; at least one.
    Entries(Vec<Entry>),
    /// The answer to a query.
    Answer(Answer),
}

/// A course of entries, with the game after them.
struct Course {
    entries: Vec<Entry>,
    game: AnyGame,
    /// The number of the next roll.
    index: u32,
    branch: u32,
    now: u64,
}

impl Referee {
    /// Returns what `message` of `seat` leads to at `now`, in milliseconds since 1970.
    ///
    /// # Errors
    /// The reason why the request is refused.
    pub fn propose(&self, seat: Seat, message: &SeatMessage, now: u64) -> Result<Proposal, Refusal> {
        let request = &message.request;
        if request.is_query() {
            return self.answer(seat, request).map(Proposal::Answer);
        }
        let side = seat.side().ok_or_else(|| Refusal::new("spectators watch; open the link of a side to play"))?;
        if self.header.computers[side.index()].is_some() {
            return Err(Refusal::new("a computer plays this side"));
        }
        if self.end.is_some() && !matches!(request, Request::Note { .. }) {
            return Err(Refusal::new("the game is over"));
        }
        if self.hold.is_none() && request.needs_position() && message.at != Some(self.m(seat)) {
            return Err(Refusal::new("the position has changed; look at it and choose again"));
        }
        if self.entries() + MOST_ROLLS + MOST_STEPS > MAX_ENTRIES {
            return Err(Refusal::new(format!("the game has {MAX_ENTRIES} entries, and takes no more")));
        }
        let entries = match &self.hold {
            Some(hold) => self.decided(hold, side, request, now),
            None => self.entries_of(side, request, now),
        };
        entries.map(Proposal::Entries)
    }

    /// Returns the entries of a choice of the computer player of `side`, made after `n` inputs; `None` if its position is gone, or the
    /// choice is illegal, which is a defect of the player.
    pub fn propose_computer(&self, side: Side, n: usize, notation: &str, now: u64) -> Option<Vec<Entry>> {
        if self.to_choose() != Some(side) || self.inputs() != n {
            return None;
        }
        self.choose(side, notation, now).ok()
    }

    /// Returns the rolls and draws that the game begins with; none if it waits for a choice or for shares in the dice.
    pub fn opening(&self, now: u64) -> Vec<Entry> {
        let mut course = self.course(now);
        self.settle(&mut course);
        course.entries
    }

    pub(crate) fn entries_of(&self, side: Side, request: &Request, now: u64) -> Result<Vec<Entry>, Refusal> {
        let one = |kind| Ok(vec![Entry { at: now, by: Some(side), kind }]);
        match request {
            Request::Promise { hash } => {
                if self.promise(side).is_some() {
                    return Err(Refusal::new("this side is bound to its share already, perhaps by another page"));
                }
                if !hash.is_empty() && of_hex(hash).is_none() {
                    return Err(Refusal::new("a commitment has 64 hexadecimal digits"));
                }
                let mut entries = one(EntryKind::Promise { hash: hash.clone() })?;
                self.open_after(&mut entries, now);
                Ok(entries)
            }
            Request::Share { share } => {
                let n = u8::try_from(side.index()).unwrap_or_default();
                let fits = share.bytes().is_some_and(|bytes| {
                    Some(commitment(purpose(n), &self.header.id, &bytes).as_str()) == self.promise(side)
                });
                if self.is_opened(side) || !self.all_promised() || !fits {
                    return Err(Refusal::new(
                        "this is not the share to which the side is bound, or it is not yet asked for",
                    ));
                }
                let mut entries = one(EntryKind::Share { share: share.clone() })?;
                self.open_after(&mut entries, now);
                Ok(entries)
            }
            Request::Choose { action } => self.choose(side, action, now),
            Request::Go { to } => self.go(side, *to, now),
            Request::TakeBack => {
                let to = self.free_take_back(side).ok_or_else(|| {
                    Refusal::new(match self.header.undo {
                        UndoRule::None => "in this game nothing is taken back",
                        _ if self.before_last_choice(side).is_none() => "there is no choice to take back",
                        UndoRule::Own => "something was rolled, chosen or learned since, so that the choice stands",
                        UndoRule::Asked => "something was rolled, chosen or learned since: ask the other player",
                    })
                })?;
                one(EntryKind::Back { to, branch: self.branch })
            }
            Request::AskTakeBack => {
                if self.header.undo != UndoRule::Asked {
                    return Err(Refusal::new("in this game no other player is asked to take something back"));
                }
                let to = self.before_last_choice(side);
                let to = to.ok_or_else(|| Refusal::new("there is no choice to take back"))?;
                self.ask(side, AskSubject::TakeBack(to), now)
            }
            Request::AskReturn => Err(Refusal::new("the game is not held: it goes on")),
            Request::OfferDraw => self.ask(side, AskSubject::Draw, now),
            Request::AskAbandon if self.may_abandon() => Ok(vec![self.ending(EndReason::Abandoned, now)]),
            Request::AskAbandon => self.ask(side, AskSubject::Abandon, now),
            Request::Abandon => self.leave(side, now),
            Request::Answer { ask, answer } => self.answered(side, *ask, *answer, now),
            Request::Note { text } => {
                self.text(text)?;
                one(EntryKind::Note { text: text.clone() })
            }
            Request::Claim { line, rule, text } => {
                self.text(text)?;
                if rule.chars().count() > 40 {
                    return Err(Refusal::new("the number of a rule has at most 40 letters"));
                }
                let line = line.map(|n| self.doubted(side, n)).transpose()?;
                one(EntryKind::Claim { m: self.m(Seat::of(side)), line, rule: rule.clone(), text: text.clone() })
            }
            Request::Resign => Ok(vec![self.ending(EndReason::Resigned(side), now)]),
            Request::ClaimTime => match &self.clock {
                Some(clock) if self.to_choose() == Some(side.other()) && clock.is_out(side.other(), now) => {
                    Ok(vec![self.ending(EndReason::OutOfTime(side.other()), now)])
                }
                Some(_) => Err(Refusal::new("the other player has time left")),
                None => Err(Refusal::new("this game has no clocks")),
            },
            Request::AddTime { seconds } if self.clock.is_some() && (1..=MOST_SECONDS).contains(seconds) => {
                one(EntryKind::Time { seconds: *seconds })
            }
            Request::AddTime { .. } => Err(Refusal::new("this game has no clocks, or the time is more than a week")),
            Request::Odds { .. }
            | Request::Why { .. }
            | Request::Card { .. }
            | Request::Point { .. }
            | Request::Areas { .. } => Err(Refusal::new("a question changes nothing")),
        }
    }

    fn text(&self, text: &str) -> Result<(), Refusal> {
        if text.trim().is_empty() {
            return Err(Refusal::new("write something first"));
        }
        if text.chars().count() > MAX_TEXT {
            return Err(Refusal::new(format!("a note has at most {MAX_TEXT} letters")));
        }
        if self.notes.len() >= MOST_NOTES {
            return Err(Refusal::new(format!("a game has at most {MOST_NOTES} notes")));
        }
        Ok(())
    }

    pub(crate) fn ask(&self, side: Side, what: AskSubject, now: u64) -> Result<Vec<Entry>, Refusal> {
        if self.is_alone(side) {
            return Err(Refusal::new("a computer plays the other side, which cannot be asked"));
        }
        if self.ask.is_some() {
            return Err(Refusal::new("another question is open; it must be answered or withdrawn first"));
        }
        Ok(vec![Entry { at: now, by: Some(side), kind: EntryKind::Ask { what } }])
    }

    fn answered(&self, side: Side, n: Option<u32>, answer: AskAnswer, now: u64) -> Result<Vec<Entry>, Refusal> {
        let ask = self.ask.ok_or_else(|| Refusal::new("no question is open"))?;
        if n != Some(ask.n) {
            return Err(Refusal::new(match n {
                Some(_) => "this question is no longer open, and another one is; look at it, and answer again",
                None => "this page does not tell which question it answers; reload it, and answer again",
            }));
        }
        if (ask.by == side) != (answer == AskAnswer::Withdrawn) {
            return Err(Refusal::new(if ask.by == side {
                "the other player must answer"
            } else {
                "only the player who has asked can withdraw the question"
            }));
        }
        let mut entries = vec![Entry { at: now, by: Some(side), kind: EntryKind::Answer { answer } }];
        match ask.what {
            _ if !answer.agrees() => {}
            AskSubject::TakeBack(to) if to < self.inputs() => {
                let branch = if answer == AskAnswer::Anew { self.next_branch() } else { self.branch };
                entries.push(Entry { at: now, by: Some(ask.by), kind: EntryKind::Back { to, branch } });
            }
            AskSubject::TakeBack(_) => {}
            AskSubject::Draw => entries.push(self.ending(EndReason::Agreed, now)),
            AskSubject::Abandon => entries.push(self.ending(EndReason::Abandoned, now)),
            AskSubject::Return => entries.extend(self.returning(ask.by, now)),
        }
        Ok(entries)
    }

    pub(crate) fn ending(&self, why: EndReason, now: u64) -> Entry {
        let secret = self.secret.map(|secret| crate::dice::hex(&secret)).unwrap_or_default();
        Entry { at: now, by: None, kind: EntryKind::End { why, secret } }
    }

    fn course(&self, now: u64) -> Course {
        Course { entries: Vec::new(), game: self.game.now().clone(), index: self.rolls(), branch: self.branch, now }
    }

    /// Adds the opening of the game to the entries that make its dice ready.
    fn open_after(&self, entries: &mut Vec<Entry>, now: u64) {
        let shares = self.shares_after(entries);
        if let (Some(secret), [Some(first), Some(second)]) = (self.secret, &shares) {
            let dice = crate::FairDice::new(&self.header.id, &secret, [first.bytes(), second.bytes()]);
            let mut course = self.course(now);
            self.settle_with(&mut course, &dice);
            entries.append(&mut course.entries);
        }
    }

    /// Adds a choice to `course`.
    fn add(course: &mut Course, side: Side, action: &AnyAction) {
        let kind = EntryKind::Choice { action: course.game.label(action).notation };
        course.game.apply(action, &mut ());
        course.entries.push(Entry { at: course.now, by: Some(side), kind });
    }

    /// Adds the rolls and draws until somebody must choose, and the end if nobody must.
    fn settle(&self, course: &mut Course) {
        if let Some(dice) = &self.dice {
            self.settle_with(course, dice);
        }
    }

    fn settle_with(&self, course: &mut Course, dice: &crate::FairDice) {
        for _ in 0..MOST_ROLLS {
            match course.game.turn() {
                Turn::Choose(_) => return,
                Turn::Over(_) => {
                    course.entries.push(self.ending(EndReason::Played, course.now));
                    return;
                }
                Turn::Chance(chance) => {
                    let numbers = dice.roll(course.branch, course.index, chance);
                    course.game.resolve(&numbers, &mut ());
                    let kind = EntryKind::Picks { branch: course.branch, index: course.index, numbers };
                    course.entries.push(Entry { at: course.now, by: None, kind });
                    course.index += 1;
                }
            }
        }
    }

    fn may_choose(&self, side: Side) -> Result<(), Refusal> {
        if self.dice.is_none() {
            return Err(Refusal::new(
                "the game begins when both players have opened their pages, which add to the dice",
            ));
        }
        if self.to_choose() != Some(side) {
            return Err(Refusal::new("it is the other player's turn"));
        }
        Ok(())
    }

    fn choose(&self, side: Side, notation: &str, now: u64) -> Result<Vec<Entry>, Refusal> {
        self.may_choose(side)?;
        let action = self.action_of(side, notation).ok_or_else(|| Refusal::new("this is no action now"))?;
        // What the side sees decides, so that a refusal tells no secret.
        self.streams[Seat::of(side).index()].view().check(&action)?;
        let mut course = self.course(now);
        course.game.check(&action)?;
        Self::add(&mut course, side, &action);
        self.settle(&mut course);
        Ok(course.entries)
    }

    fn go(&self, side: Side, to: [f32; 2], now: u64) -> Result<Vec<Entry>, Refusal> {
        self.may_choose(side)?;
        let view = self.streams[Seat::of(side).index()].view();
        let cell = self.table.cell_at(to).ok_or_else(|| Refusal::new("there is no hex"))?;
        let way = view.route(cell);
        if way.is_empty() {
            return Err(view.why_not(Click::Cell(cell)).into());
        }
        let mut course = self.course(now);
        for action in way.iter().take(MOST_STEPS) {
            if course.game.turn() != Turn::Choose(side) || course.game.check(action).is_err() {
                break;
            }
            let before = course.game.clone();
            Self::add(&mut course, side, action);
            // What was learned on the way may change the player's mind.
            if fence::tells(&before, action, &course.game, side) {
                break;
            }
        }
        if course.entries.is_empty() {
            return Err(view.why_not(Click::Cell(cell)).into());
        }
        self.settle(&mut course);
        Ok(course.entries)
    }
}
