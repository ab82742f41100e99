//! Frames: the messages of the server beside those of the referee, and how all are written.

use axum::extract::ws::Utf8Bytes;
use battlewright_referee::Refusal;
use serde::{Deserialize, Serialize};

use crate::store::outbox::Webhook;

/// The version of the messages.
pub(crate) const VERSION: u32 = 1;

/// Frames are padded to a multiple of this length, so that it tells little.
const BLOCK: usize = 256;

/// The most bytes of an id of a message, of a game, and of a token.
pub(crate) const LONGEST_ID: usize = 64;

/// The first message of a page.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Hello {
    /// Always `"hello"`.
    t: String,
    /// The version of the messages.
    v: u32,
    /// The id of the game, of at most 64 bytes.
    pub game: String,
    /// The token of the seat, of at most 64 bytes.
    pub token: String,
    /// `true` if the page unpacks long frames.
    #[serde(default)]
    pub deflate: bool,
}

impl Hello {
    /// Reads the first message of a page; `None` if `text` is none, or one of another version.
    pub fn read(text: &str) -> Option<Self> {
        let hello: Self = serde_json::from_str(text).ok()?;
        let is_short = hello.game.len() <= LONGEST_ID && hello.token.len() <= LONGEST_ID;
        (hello.t == "hello" && hello.v == VERSION && is_short).then_some(hello)
    }
}

/// A message of a page that is for the server and not for the referee.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "t", rename_all = "kebab-case")]
pub(crate) enum HostRequest {
    /// Asks for a sign of life.
    Ping,
    /// Asks for the record of an ended game.
    Export,
    /// Wants to play again, with exchanged seats.
    Rematch,
    /// Asks for the address of a feed that tells when it is the player's move.
    Feed,
    /// Asks for another link of the own seat. Those that there are stay valid.
    Link,
    /// Withdraws all other links of the own seat.
    OnlyLink {
        /// The token of the link that stays.
        token: String,
    },
    /// Gives the address at which the player is told of the own move.
    Webhook {
        /// The address; empty for none.
        address: String,
    },
}

/// A message of the server.
#[derive(Serialize)]
#[serde(tag = "t", rename_all = "kebab-case")]
pub(crate) enum Frame<'a> {
    /// The first message.
    Welcome {
        /// The version of the messages.
        v: u32,
        /// The version of the program whose rules are in use.
        engine: &'a str,
        /// `true` if that is an older program, which plays this game on.
        older: bool,
        /// The address of the map.
        ground: String,
        /// `true` for each player who has an open page.
        online: [bool; 2],
        /// `true` if the record can be had at the end.
        records: bool,
        /// The days after which the game is erased once it has ended; `None` for never.
        keep: Option<u32>,
        /// `true` if players can be told of their moves at an address.
        webhooks: bool,
        /// The game.
        #[serde(flatten)]
        welcome: serde_json::Value,
    },
    /// A request was carried out.
    Done {
        /// The id of the request.
        id: &'a str,
        /// The number of the position of the seat.
        m: u64,
    },
    /// A request was refused.
    Refused {
        /// The id of the request; empty for a message without one.
        id: &'a str,
        /// The reason.
        #[serde(flatten)]
        refusal: &'a WrittenRefusal,
        /// The number of the position of the seat.
        m: u64,
    },
    /// The answer to a query.
    Answer {
        /// The id of the query.
        id: &'a str,
        /// The answer.
        answer: &'a serde_json::Value,
    },
    /// A page was opened or closed.
    Online {
        /// `true` for each player who has an open page.
        online: [bool; 2],
    },
    /// The server ends, and will be back.
    Closing {
        /// The seconds after which it is worth trying.
        after: u32,
    },
    /// A sign of life.
    Pong,
    /// The record of an ended game.
    Exported {
        /// The text of the file.
        text: &'a str,
    },
    /// A player wants to play again.
    RematchAsked {
        /// The index of the side.
        by: usize,
    },
    /// The new game.
    Rematch {
        /// The link of the seat, from the root of the site.
        link: &'a str,
    },
    /// The feed of the player.
    Feed {
        /// The address, from the root of the site.
        link: &'a str,
    },
    /// Another link of the seat.
    Link {
        /// The link, from the root of the site.
        link: &'a str,
    },
    /// All other links of the seat are withdrawn.
    OnlyLink,
    /// The address at which the player is told of the own move.
    Webhook {
        /// The address; empty for none.
        address: &'a str,
        /// `false` once too many tries have failed.
        on: bool,
        /// The reason why the last try has failed; empty if it has not.
        error: &'a str,
        /// The reason why another address was not kept; empty if it was.
        refused: &'a str,
    },
    /// This version cannot even show the game.
    Held {
        /// The reason.
        why: &'a str,
        /// Always `false`: nobody can go on from anywhere.
        can_return: bool,
    },
}

impl<'a> Frame<'a> {
    /// Tells that this version cannot even show the game.
    pub(crate) fn held(why: &'a str) -> Self {
        Self::Held { why, can_return: false }
    }

    /// Returns what a player is told of the own webhook.
    pub(crate) fn webhook(webhook: &'a Webhook) -> Self {
        Self::Webhook { address: &webhook.address, on: webhook.on, error: &webhook.error, refused: "" }
    }
}

/// A refusal of the referee or of the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct WrittenRefusal {
    /// The number of the rule.
    pub(crate) rule: String,
    /// The title of the rule.
    pub(crate) about: String,
    /// The reason and the remedy.
    pub(crate) why: String,
}

impl WrittenRefusal {
    /// A refusal of the server, which cites no rule.
    pub(crate) fn new(why: impl Into<String>) -> Self {
        Self { rule: String::new(), about: String::new(), why: why.into() }
    }
}

impl From<Refusal> for WrittenRefusal {
    fn from(Refusal { rule, about, why }: Refusal) -> Self {
        Self { rule, about, why }
    }
}

/// Returns `message` as the text of a frame.
pub(crate) fn written(message: &impl Serialize) -> Utf8Bytes {
    // Plain structs of texts and numbers are always written.
    let mut text = serde_json::to_string(message).unwrap_or_default();
    let length = text.len().next_multiple_of(BLOCK);
    text.extend(std::iter::repeat_n(' ', length - text.len()));
    text.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_have_few_lengths() {
        for why in ["", "the disk is full", &"long ".repeat(100)] {
            let refusal = WrittenRefusal::new(why);
            let text = written(&Frame::Refused { id: "7", refusal: &refusal, m: 12 });
            assert_eq!(text.len() % BLOCK, 0);
            let json: serde_json::Value = serde_json::from_str(&text).unwrap();
            assert_eq!(
                (json["t"].as_str(), json["why"].as_str(), json["m"].as_u64()),
                (Some("refused"), Some(why), Some(12))
            );
        }
    }
}
