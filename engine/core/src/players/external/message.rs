//! The messages of a program, the limits of what it may do, and the ways to break them.

use std::fmt;

use serde::Deserialize;
use serde_json::{Value, json};

use super::channel::ChannelError;
use super::missions::MissionWish;
use crate::game::Illegal;

/// The version of the protocol.
pub const PROTOCOL: u32 = 1;

/// The number of characters of a line that an error shows.
const SHOWN: usize = 160;

/// The limits of what a program may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The time for a choice, with all that the program asks before it, in milliseconds.
    pub milliseconds: u32,
    /// The length of a line, in bytes.
    pub line: usize,
    /// The number of asks for a choice.
    pub asks: u32,
    /// The number of forks that may be open at a time.
    pub forks: usize,
    /// The number of games of one ask for playouts.
    pub games: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self { milliseconds: 10_000, line: 1 << 20, asks: 1_000, forks: 64, games: 1_000 }
    }
}

impl Limits {
    /// Returns the limits as JSON.
    pub(super) fn to_json(self) -> Value {
        let Self { milliseconds, line, asks, forks, games } = self;
        json!({"ms": milliseconds, "line": line, "asks": asks, "forks": forks, "games": games})
    }
}

/// A message of a program. Unknown keys are ignored.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum Incoming {
    /// The answer to `hello` and to `game`.
    Ready(Ready),
    /// The answer to `choose`.
    Choice {
        /// The number of the `choose` that it answers.
        id: u64,
        /// The choice in the notation of replays.
        notation: String,
    },
    /// A question about the position of a `choose`.
    Ask(Ask),
}

impl Incoming {
    /// Returns the type of the message.
    fn name(&self) -> &'static str {
        match self {
            Self::Ready(_) => "ready",
            Self::Choice { .. } => "choice",
            Self::Ask(_) => "ask",
        }
    }

    /// Parses `line`.
    ///
    /// # Errors
    /// The line is not UTF-8, not JSON or no message.
    pub(super) fn parse(line: &[u8]) -> Result<Self, Violation> {
        let text = str::from_utf8(line).map_err(|_| Violation::NotText(ShownLine::new(line)))?;
        serde_json::from_str(text).map_err(|error| Violation::NotMessage(error.to_string(), ShownLine::new(line)))
    }

    /// Returns the violation of a message that came instead of `wanted`.
    pub(super) fn instead_of(&self, wanted: &'static str, line: &[u8]) -> Violation {
        Violation::OutOfTurn { got: self.name(), wanted, line: ShownLine::new(line) }
    }
}

/// The answer to `hello` and to `game`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub(super) struct Ready {
    /// The name of the program.
    pub(super) name: String,
    /// The author of the program.
    pub(super) author: String,
    /// `false` for a program that does without the view in each `choose`, and asks for it when it needs it.
    pub(super) view: Option<bool>,
}

/// A question about the position of a `choose`, or about a fork of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub(super) struct Ask {
    /// The number that the answer repeats.
    pub(super) id: u64,
    /// The name of the question.
    pub(super) what: String,
    /// The fork that is meant; without one, the position itself.
    #[serde(default)]
    pub(super) fork: Option<u32>,
    /// An action.
    #[serde(default)]
    pub(super) notation: Option<String>,
    /// The numbers of a roll.
    #[serde(default)]
    pub(super) picks: Option<Vec<u16>>,
    /// The players of playouts.
    #[serde(default)]
    pub(super) players: Option<[String; 2]>,
    /// The number of playouts.
    #[serde(default)]
    pub(super) games: Option<u32>,
    /// The seed of a fork, or of the first playout.
    #[serde(default)]
    pub(super) seed: Option<u64>,
    /// The missions of the own side in playouts.
    #[serde(default)]
    pub(super) plan: Option<Vec<MissionWish>>,
    /// The missions of the enemy in playouts.
    #[serde(default)]
    pub(super) enemy_plan: Option<Vec<MissionWish>>,
}

/// The beginning of a line at fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownLine(String);

impl ShownLine {
    pub(super) fn new(line: &[u8]) -> Self {
        // Enough bytes for the characters shown and one more.
        let start = line.get(..4 * SHOWN + 4).unwrap_or(line);
        let text = String::from_utf8_lossy(start);
        let mut shown: String = text.chars().take(SHOWN).collect();
        if shown.len() < text.len() || start.len() < line.len() {
            shown.push('…');
        }
        Self(shown)
    }
}

impl fmt::Display for ShownLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Returns the line at fault in words, if there is one.
fn line_of(error: &ChannelError) -> String {
    error.line().map(|line| format!(": {}", ShownLine::new(line))).unwrap_or_default()
}

fn seconds(milliseconds: &u32) -> String {
    match milliseconds % 1000 {
        0 => format!("{} s", milliseconds / 1000),
        _ => format!("{milliseconds} ms"),
    }
}

/// A violation of the protocol by a program, which ends its game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Violation {
    /// No line arrived.
    #[error("{}{}", .0, line_of(.0))]
    Channel(#[from] ChannelError),
    /// The time of this many milliseconds has run out.
    #[error("it gave no answer within {}", seconds(.0))]
    Late(u32),
    /// The line is not UTF-8.
    #[error("its line is not UTF-8: {0}")]
    NotText(ShownLine),
    /// The line is no message: the reason.
    #[error("its line is no message: {0}: {1}")]
    NotMessage(String, ShownLine),
    /// The message is one for another occasion.
    #[error("it sent `{got}` instead of `{wanted}`: {line}")]
    OutOfTurn {
        /// The type of the message.
        got: &'static str,
        /// The types that were possible.
        wanted: &'static str,
        /// The line.
        line: ShownLine,
    },
    /// The choice answers another question.
    #[error("its choice answers question {got} instead of {wanted}: {line}")]
    WrongId {
        /// The number of the question in the message.
        got: u64,
        /// The number of the question asked.
        wanted: u64,
        /// The line.
        line: ShownLine,
    },
    /// The choice is no action of the game.
    #[error("its choice is no action: {0}")]
    NoAction(ShownLine),
    /// The choice is against the rules.
    #[error("its choice is not allowed: {0}: {1}")]
    NotAllowed(Illegal, ShownLine),
    /// The program asked more than so many questions before a choice.
    #[error("it asked more than {0} times before a choice")]
    TooManyAsks(u32),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read_and_unknown_keys_ignored() {
        let read = |text: &str| Incoming::parse(text.as_bytes()).map_err(|violation| violation.to_string());
        assert_eq!(read(r#"{"type":"ready","x":[1]}"#), Ok(Incoming::Ready(Ready::default())));
        let choice = Incoming::Choice { id: 7, notation: "run".to_owned() };
        assert_eq!(read(r#"{"why":{"a":1},"notation":"run","id":7,"type":"choice"}"#), Ok(choice));
        let ask = Ask { id: 1, what: "odds".to_owned(), notation: Some("run".to_owned()), ..Ask::default() };
        assert_eq!(read(r#"{"type":"ask","id":1,"what":"odds","notation":"run"}"#), Ok(Incoming::Ask(ask)));
        for (text, why) in [
            ("", "EOF"),
            ("7", "invalid type"),
            ("{", "EOF"),
            (r#"{"id":1}"#, "missing field `type`"),
            (r#"{"type":"resign"}"#, "unknown variant `resign`, expected one of `ready`, `choice`, `ask`"),
            (r#"{"type":"choice","id":-1,"notation":"run"}"#, "invalid value"),
            (r#"{"type":"choice","id":1}"#, "missing field `notation`"),
            (&"[".repeat(100_000), "invalid type: sequence"),
            (&format!(r#"{{"type":"ready","x":{}"#, "{\"a\":".repeat(100_000)), "recursion limit"),
            (&format!(r#"{{"x":{}"#, "[".repeat(100_000)), "recursion limit"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.starts_with("its line is no message: ") && error.contains(why), "{error}");
            assert!(error.chars().count() < 400, "{error}");
        }
        assert!(matches!(Incoming::parse(b"{\"type\":\"\xff\"}"), Err(Violation::NotText(_))));
    }

    #[test]
    fn a_long_line_is_cut_between_characters() {
        assert_eq!(ShownLine::new(b"short").to_string(), "short");
        let long = "é".repeat(10_000);
        assert_eq!(ShownLine::new(long.as_bytes()).to_string(), "é".repeat(SHOWN) + "…");
        let exact = "é".repeat(SHOWN);
        assert_eq!(ShownLine::new(exact.as_bytes()).to_string(), exact);
    }
}
