//! The record of a game: a header, and entries that are only ever appended.
//!
//! As a file it is JSON Lines: the header in the first line, and an entry in each later one.
//!
//! ```json
//! {"at":1764460800000,"by":"First","e":"choice","do":"step 0814"}
//! {"at":1764460800000,"e":"picks","branch":0,"index":4,"numbers":[3,5]}
//! ```

use battlewright_engine::game::Side;
use battlewright_engine::play::replay::ENGINE;
use serde::{Deserialize, Serialize};

use crate::ask::{AskAnswer, AskSubject};
use crate::clock::ClockRule;
use crate::dice::{BYTES, Share, commitment};
use crate::doubt::DoubtedLine;
use crate::outcome::EndReason;

/// The beginning of the first line of every record.
pub const FORMAT: &str = "battlewright game 1";

/// The most entries of a game.
pub const MAX_ENTRIES: usize = 250_000;

/// The most bytes of a record.
pub const MAX_RECORD_BYTES: usize = 64 << 20;

/// The numbers of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DiceKind {
    /// The [commitment](crate::commitment) to the secret of the keeper.
    pub commitment: String,
    /// `true` if each person adds a [`Share`].
    pub shares: bool,
    /// The secret, in a game whose players trust each other: whoever has the record knows the coming numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
}

/// The choices that a player may take back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum UndoRule {
    /// Nothing.
    None,
    /// Own choices after which no number was rolled, nobody else has chosen, and nothing was learned.
    Own,
    /// The same freely, and more if the other player agrees.
    Asked,
}

/// The first line: versions, scenario, players and what they have agreed on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    format: String,
    /// The id of the game: 32 hexadecimal digits.
    pub id: String,
    /// The version of the engine that began the game.
    pub engine: String,
    /// The rules system, such as `"mars-la-tour"`.
    pub system: String,
    /// The scenario's title.
    pub title: String,
    /// The names of the players, in the order of their sides; empty for those who have given none.
    pub names: [String; 2],
    /// The computer players of the sides, by the names that [`Kind::by_name`](battlewright_engine::players::Kind::by_name) reads;
    /// `None` for a person.
    pub computers: [Option<String>; 2],
    /// The dice.
    pub dice: DiceKind,
    /// The choices that a player may take back.
    pub undo: UndoRule,
    /// The clocks; `None` without any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockRule>,
    /// The time of the start, in milliseconds since 1970.
    pub made: u64,
    /// The text of the whole scenario file.
    pub scenario: String,
}

impl Header {
    /// Creates the header of a game between two persons with this version of the engine, without clocks.
    pub fn new(id: String, dice: DiceKind, undo: UndoRule, made: u64, scenario: String) -> Self {
        Self {
            format: FORMAT.to_owned(),
            id,
            engine: ENGINE.to_owned(),
            system: String::new(),
            title: String::new(),
            names: Default::default(),
            computers: [None, None],
            dice,
            undo,
            clock: None,
            made,
            scenario,
        }
    }

    /// Returns `true` if the commitment is that of `secret`.
    pub(crate) fn is_bound_to(&self, secret: &[u8; BYTES]) -> bool {
        commitment("dice", &self.id, secret) == self.dice.commitment
    }
}

/// An entry of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The time, in milliseconds since 1970.
    pub at: u64,
    /// The side whose player has caused it, if one has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Side>,
    /// The kind.
    #[serde(flatten)]
    pub kind: EntryKind,
}

/// The kinds of entries.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "e", rename_all = "kebab-case")]
pub enum EntryKind {
    /// The commitment of a player to a share in the dice; empty for a player who adds none.
    Promise {
        /// The commitment.
        hash: String,
    },
    /// The opened share of a player.
    Share {
        /// The share.
        share: Share,
    },
    /// A choice.
    Choice {
        /// The action, in its notation.
        #[serde(rename = "do")]
        action: String,
    },
    /// A roll or a draw.
    Picks {
        /// The branch: 0, and one more for each time that players have agreed to roll anew.
        branch: u32,
        /// The number of the roll in the position, from 0.
        index: u32,
        /// The numbers.
        numbers: Vec<u16>,
    },
    /// Inputs taken back.
    Back {
        /// The number of inputs that stay.
        to: usize,
        /// The branch of the rolls from there on.
        branch: u32,
    },
    /// The return to the position after so many entries, which is the last one that the rules of the version that goes on read
    /// as before. What was chosen and rolled since no longer counts.
    Return {
        /// The number of entries.
        to: usize,
        /// The branch of the rolls from there on.
        branch: u32,
        /// The version of the engine that goes on.
        engine: String,
    },
    /// A question to the other player.
    Ask {
        /// The subject.
        what: AskSubject,
    },
    /// The answer to the open question, or its withdrawal.
    Answer {
        /// The answer.
        answer: AskAnswer,
    },
    /// A note to the other player.
    Note {
        /// The text.
        text: String,
    },
    /// A doubt about what the program has done.
    Claim {
        /// The number of the last message about the position that the player had.
        m: u64,
        /// The line of the log; `None` from a page that has named none, as those of earlier versions.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        line: Option<DoubtedLine>,
        /// The number of the rule.
        rule: String,
        /// The text.
        text: String,
    },
    /// Time that a player gives to the other.
    Time {
        /// The seconds.
        seconds: u32,
    },
    /// A stop of the keeper: clocks stand still from then until the time of the entry.
    Downtime {
        /// The last time at which the keeper is known to have run, in milliseconds since 1970.
        from: u64,
    },
    /// The end of the game.
    End {
        /// The reason.
        why: EndReason,
        /// The secret of the keeper, which anybody may know now.
        secret: String,
    },
}

/// The record of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// The header.
    pub header: Header,
    /// The entries, in order.
    pub entries: Vec<Entry>,
}

/// A defect of a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// The file does not begin as a record does.
    #[error("the first line is not that of a game between people (`{FORMAT}`)")]
    Format,
    /// The file is too large.
    #[error("the file has more than 64 MiB or {MAX_ENTRIES} entries, which no game needs")]
    TooLarge,
    /// A line cannot be read.
    #[error("line {line}: {why}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// The reason.
        why: String,
    },
    /// An entry does not fit those before it.
    #[error("line {line}: {why}")]
    Entry {
        /// The line of the entry, from 1.
        line: usize,
        /// The reason, with the rule if there is one.
        why: String,
    },
}

impl GameRecord {
    /// Returns `true` if `text` begins as a record does.
    pub fn is_record(text: &str) -> bool {
        text.starts_with(&format!("{{\"format\":\"{FORMAT}\""))
    }

    /// Reads a record. Its entries are not checked against the rules; [`Referee::of`](crate::Referee::of) does that.
    ///
    /// # Errors
    /// The first line that cannot be read.
    pub fn read(text: &str) -> Result<Self, RecordError> {
        if text.len() > MAX_RECORD_BYTES {
            return Err(RecordError::TooLarge);
        }
        let mut lines = text.lines().enumerate();
        let (_, first) = lines.next().filter(|(_, first)| Self::is_record(first)).ok_or(RecordError::Format)?;
        let header = line_of(1, first)?;
        let mut entries = Vec::new();
        for (n, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
            if entries.len() == MAX_ENTRIES {
                return Err(RecordError::TooLarge);
            }
            entries.push(line_of(n + 1, line)?);
        }
        Ok(Self { header, entries })
    }

    /// Writes the text of the file, in the format of [`Self::read`].
    pub fn write(&self) -> String {
        let mut text = written(&self.header);
        for entry in &self.entries {
            text.push('\n');
            text.push_str(&written(entry));
        }
        text.push('\n');
        text
    }
}

fn line_of<T: serde::de::DeserializeOwned>(line: usize, text: &str) -> Result<T, RecordError> {
    serde_json::from_str(text).map_err(|error| RecordError::Line { line, why: error.to_string() })
}

/// Returns the JSON of plain structs of texts and numbers, whose serialization cannot fail.
pub(crate) fn written(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record() -> GameRecord {
        let dice = DiceKind { commitment: "c".to_owned(), shares: true, secret: None };
        let entry = |by, kind| Entry { at: 5, by, kind };
        GameRecord {
            header: Header::new("id".to_owned(), dice, UndoRule::Asked, 5, "title = \"A\"\n".to_owned()),
            entries: vec![
                entry(Some(Side::First), EntryKind::Promise { hash: "h".to_owned() }),
                entry(Some(Side::First), EntryKind::Choice { action: "pass".to_owned() }),
                entry(None, EntryKind::Picks { branch: 0, index: 0, numbers: vec![3, 5] }),
                entry(Some(Side::Second), EntryKind::Ask { what: AskSubject::Draw }),
                entry(Some(Side::First), EntryKind::Answer { answer: AskAnswer::No }),
                entry(None, EntryKind::End { why: EndReason::Resigned(Side::First), secret: "s".to_owned() }),
            ],
        }
    }

    #[test]
    fn a_record_comes_back_as_it_was() {
        let text = record().write();
        assert_eq!(GameRecord::read(&text), Ok(record()));
        assert_eq!(text.lines().count(), 7);
        assert_eq!(text.lines().nth(2), Some(r#"{"at":5,"by":"First","e":"choice","do":"pass"}"#));
    }

    #[test]
    fn defects_name_their_line() {
        let text = record().write();
        assert_eq!(GameRecord::read(""), Err(RecordError::Format));
        assert_eq!(GameRecord::read(&text[1..]), Err(RecordError::Format));
        let broken = text.replace("\"e\":\"picks\"", "\"e\":\"wishes\"");
        assert!(matches!(GameRecord::read(&broken), Err(RecordError::Line { line: 4, .. })));
        let header = text.replacen("\"undo\":\"asked\"", "\"undo\":\"always\"", 1);
        assert!(matches!(GameRecord::read(&header), Err(RecordError::Line { line: 1, .. })));
        let nested = format!("{}\n{}", text.lines().next().unwrap(), "[".repeat(100_000));
        assert!(matches!(GameRecord::read(&nested), Err(RecordError::Line { line: 2, .. })));
        assert_eq!(GameRecord::read(&" ".repeat(MAX_RECORD_BYTES + 1)), Err(RecordError::TooLarge));
    }
}
