//! A record as a game to look at: the inputs in effect, without clocks, views and proofs.

use battlewright_engine::any::AnyGame;
use battlewright_engine::game::{Game as _, Side, Turn};
use battlewright_engine::play::replay::Header as ReplayHeader;
use battlewright_engine::play::{Match, Replay};
use battlewright_engine::show::Show as _;

use crate::message::OutcomeTold;
use crate::outcome;
use crate::record::{EntryKind, GameRecord, Header, RecordError};
use crate::restore::{Fate, fates};

/// The game of a record, for programs that show games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedRecord {
    /// The inputs in effect, without states. What was taken back is no part of it.
    pub replay: Replay,
    /// The notes and the doubts of the players, in order.
    pub remarks: Vec<Remark>,
    /// The end; `None` while the game goes on.
    pub end: Option<OutcomeTold>,
}

/// A note of a player to the other, or a doubt about what the program has done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The number of inputs in effect when it was made, or up to that of the line in doubt; fewer if some of them were taken back later.
    pub n: usize,
    /// The side of its player.
    pub by: Side,
    /// The number of the rule that is in doubt; empty for a note.
    pub rule: String,
    /// The text, with the words of the line in doubt.
    pub text: String,
}

impl Header {
    /// Returns the names of the players, as replays have them.
    pub(crate) fn players(&self) -> [String; 2] {
        let player = |side: Side| {
            let name = self.computers[side.index()].clone().unwrap_or_else(|| self.names[side.index()].clone());
            if name.is_empty() { "by hand".to_owned() } else { name }
        };
        Side::BOTH.map(player)
    }
}

impl GameRecord {
    /// Plays the record again from `start`, the start of its scenario. Choices are checked against the rules, and rolls by their number
    /// of dice; [`Referee::of`](crate::Referee::of) checks the rest as well, which takes many times as long.
    ///
    /// # Errors
    /// The first entry that does not fit those before it.
    pub fn played(&self, start: AnyGame) -> Result<PlayedRecord, RecordError> {
        let mut game = Match::new(start);
        let mut remarks: Vec<Remark> = Vec::new();
        let mut end = None;
        for ((entry, fate), line) in self.entries.iter().zip(fates(&self.entries)).zip(2..) {
            let wrong = |why: &str| RecordError::Entry { line, why: why.to_owned() };
            let by = || entry.by.ok_or_else(|| wrong("no player has caused it"));
            match &entry.kind {
                // The rules of this version may lead elsewhere with what no longer counts.
                EntryKind::Choice { .. } | EntryKind::Picks { .. } if fate != Fate::Counts => {}
                EntryKind::Back { .. } if fate == Fate::Returned => {}
                EntryKind::Choice { action } => {
                    if game.now().turn() != Turn::Choose(by()?) {
                        return Err(wrong("it is not the turn of this player"));
                    }
                    let parsed = game.now().parse_action(action);
                    let action = parsed.ok_or_else(|| wrong(&format!("{action:?} is no action now")))?;
                    game.choose(action).map_err(|illegal| wrong(&illegal.to_string()))?;
                }
                EntryKind::Picks { numbers, .. } => {
                    game.pick(numbers).map_err(|error| wrong(&error.to_string()))?;
                }
                EntryKind::Back { to, .. } => {
                    if *to > game.len() {
                        return Err(wrong("there is nothing like that to take back"));
                    }
                    remarks.iter_mut().for_each(|remark| remark.n = remark.n.min(*to));
                }
                EntryKind::Note { text } => {
                    remarks.push(Remark { n: game.len(), by: by()?, rule: String::new(), text: text.clone() });
                }
                EntryKind::Claim { rule, text, line, .. } => {
                    let (n, text) = line.as_ref().map_or_else(
                        || (game.len(), text.clone()),
                        |line| (line.origin.n.min(game.len()), format!("{} — {text}", line.words)),
                    );
                    remarks.push(Remark { n, by: by()?, rule: rule.clone(), text });
                }
                EntryKind::End { why, .. } => end = Some(outcome::told(game.now(), *why, entry.by)),
                EntryKind::Promise { .. }
                | EntryKind::Share { .. }
                | EntryKind::Ask { .. }
                | EntryKind::Answer { .. }
                | EntryKind::Time { .. }
                | EntryKind::Downtime { .. }
                | EntryKind::Return { .. } => {}
            }
        }
        let Header { system, title, engine, scenario, .. } = &self.header;
        let mut header = ReplayHeader::new(system, title, self.header.players(), None, scenario);
        // A reader of another version is told which one began the game.
        header.engine.clone_from(engine);
        Ok(PlayedRecord { replay: Replay::of(header, &game).without_states(), remarks, end })
    }
}
