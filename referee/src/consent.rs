//! Consent: what is taken back, and how a game ends, follows from what the players have asked and answered before. The entries of
//! [`propose`](Referee::propose) do; others in a record were written by somebody else.

use battlewright_engine::game::{Game as _, Side, Turn};

use crate::ask::{Ask, AskAnswer, AskSubject};
use crate::outcome::EndReason;
use crate::record::{Entry, EntryKind, UndoRule};
use crate::silence;
use crate::take::Referee;

impl Referee {
    /// Takes in a question, or the answer to the open one. What is agreed holds for the next entry alone.
    pub(crate) fn hear(&mut self, entry: &Entry) {
        self.agreed = None;
        if let Some(by) = entry.by {
            self.heard[by.index()] = entry.at;
        }
        match &entry.kind {
            EntryKind::Ask { what } => self.ask = entry.by.map(|by| Ask { n: self.asks + 1, by, what: *what }),
            EntryKind::Answer { answer } => {
                let asked = self.ask.take().filter(|ask| entry.by == Some(ask.by.other()));
                self.agreed = asked.zip(answer.agrees().then_some(*answer));
            }
            _ => {}
        }
    }

    /// Checks that the players want what an entry of a record takes back or ends.
    ///
    /// # Errors
    /// The consent that is missing.
    pub(crate) fn check_consent(&self, entry: &Entry) -> Result<(), String> {
        let (is_wanted, why) = match &entry.kind {
            EntryKind::Back { to, branch } => (
                entry.by.is_some_and(|by| self.may_take_back(by, *to, *branch)),
                "the choice stands, and the other player has not agreed to take it back",
            ),
            EntryKind::Return { .. } => (
                entry.by.is_some_and(|by| {
                    self.is_alone(by) || self.agrees(|ask| (ask.by, ask.what) == (by, AskSubject::Return))
                }),
                "the other player has not agreed to return",
            ),
            EntryKind::End { why, .. } => {
                (self.may_end(entry.by, *why, entry.at), "nothing before this entry ends the game in this way")
            }
            _ => (true, ""),
        };
        if is_wanted { Ok(()) } else { Err(why.to_owned()) }
    }

    /// Returns `true` if the game can end without a result, and nobody has to agree: nothing is lost against a computer, and while one
    /// of the players has not chosen.
    pub(crate) fn may_abandon(&self) -> bool {
        self.header.computers.iter().any(Option::is_some)
            || Side::BOTH.map(|side| self.before_last_choice(side)).contains(&None)
    }

    fn agrees(&self, is_meant: impl FnOnce(&Ask) -> bool) -> bool {
        self.agreed.as_ref().is_some_and(|(ask, _)| is_meant(ask))
    }

    fn is_person(&self, side: Side) -> bool {
        self.header.computers[side.index()].is_none()
    }

    fn may_take_back(&self, by: Side, to: usize, branch: u32) -> bool {
        let freely = branch == self.branch && self.free_take_back(by) == Some(to);
        let together = self.header.undo == UndoRule::Asked
            && self.before_last_choice(by) == Some(to)
            && self.agreed.is_some_and(|(ask, answer)| {
                let agreed = if answer == AskAnswer::Anew { self.next_branch() } else { self.branch };
                (ask.by, ask.what, branch) == (by, AskSubject::TakeBack(to), agreed)
            });
        self.hold.is_none() && self.is_person(by) && (freely || together)
    }

    fn may_end(&self, by: Option<Side>, why: EndReason, at: u64) -> bool {
        match why {
            EndReason::Played => matches!(self.game.now().turn(), Turn::Over(_)),
            // The entry of an end names no side; one that does names the side that gives up.
            EndReason::Resigned(side) => self.is_person(side) && by.is_none_or(|by| by == side),
            // The times of a record are the word of its keeper, and earlier versions have counted increments in another way.
            EndReason::OutOfTime(side) => self.clock.is_some() && self.to_choose() == Some(side),
            EndReason::Agreed => self.agrees(|ask| ask.what == AskSubject::Draw),
            EndReason::Abandoned => match by {
                // The entry names who ends the game alone. If the other was awaited in a held game, this version need not know of it.
                Some(by) => self.is_person(by) && silence::is_too_long(self.heard[by.other().index()], at),
                None => self.may_abandon() || self.agrees(|ask| ask.what == AskSubject::Abandon),
            },
        }
    }
}
