//! Doubts about lines of the log. Each seat has a log of its own, in its own words: the record names the event behind a line, which is
//! the same for all.

use battlewright_engine::game::Side;
use serde::{Deserialize, Serialize};

use crate::message::ServerMessage;
use crate::refusal::Refusal;
use crate::seat::Seat;
use crate::take::Referee;

/// The origin of a line: the same in the logs of all seats that have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineOrigin {
    /// The number of inputs in effect with the one that has led to it.
    pub n: usize,
    /// The index of the event among those of the input.
    pub event: usize,
    /// The index of the line among those of the event.
    pub part: usize,
}

/// A line of the log that a player doubts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DoubtedLine {
    /// The origin.
    #[serde(flatten)]
    pub origin: LineOrigin,
    /// The words in the log of the player. The other player is told the own ones, as these may tell a secret.
    pub words: String,
}

impl Referee {
    /// Returns line `n` of the log of `side`.
    pub(crate) fn doubted(&self, side: Side, n: u64) -> Result<DoubtedLine, Refusal> {
        let found = self.streams[Seat::of(side).index()].line(n);
        let (line, origin) = found.ok_or_else(|| Refusal::new("this line is not in the log any more"))?;
        let origin =
            origin.ok_or_else(|| Refusal::new("no rule has led to this line; write a note to the other player"))?;
        Ok(DoubtedLine { origin, words: line.text.clone() })
    }

    /// Keeps a note of `by`, or a doubt if it has a rule, and returns it as each player is told it.
    pub(crate) fn noted(
        &mut self,
        by: Side,
        at: u64,
        rule: &str,
        text: &str,
        doubted: Option<&DoubtedLine>,
    ) -> [ServerMessage; 2] {
        let line_of = |side: Side, doubted: &DoubtedLine| {
            self.streams[Seat::of(side).index()].line_of(doubted.origin).map(|line| (line.n, line.text.clone()))
        };
        // In a game whose inputs have changed since, other words may stand there.
        let stands = |doubted: &&DoubtedLine| line_of(by, doubted).is_some_and(|(_, words)| words == doubted.words);
        let standing = doubted.filter(stands);
        let note = Side::BOTH.map(|side| {
            let found = standing.and_then(|doubted| line_of(side, doubted));
            let words = match (&found, doubted) {
                (Some((_, words)), _) => words.clone(),
                (None, None) => String::new(),
                (None, Some(doubted)) if side == by => doubted.words.clone(),
                (None, Some(_)) => "A line that is not in your log".to_owned(),
            };
            ServerMessage::Noted {
                by: by.index(),
                at,
                rule: rule.to_owned(),
                line: found.map(|(n, _)| n),
                words,
                text: text.to_owned(),
            }
        });
        self.notes.push(note.clone());
        note
    }
}
