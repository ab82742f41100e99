//! The messages of seats and to them, as JSON objects with the kind in `t`.

use battlewright_export::{PieceMove, PositionChange};
use serde::{Deserialize, Serialize};

use crate::ask::AskSubject;
use crate::clock::{ClockRule, ClockState};
use crate::dice::DiceProof;
use crate::outcome::EndReason;
use crate::pointing::{AreasTold, ModeTold, PointedTold};
use crate::record::UndoRule;
use crate::refusal::Refusal;
use crate::request::Request;
use crate::seat::Seat;

/// A message of a seat.
///
/// ```
/// use battlewright_referee::{Request, SeatMessage};
///
/// let text = r#"{"t":"choose","id":"7","at":12,"do":"step 0814"}"#;
/// let message: SeatMessage = serde_json::from_str(text).unwrap();
/// assert_eq!((message.id.as_str(), message.at), ("7", Some(12)));
/// assert_eq!(message.request, Request::Choose { action: "step 0814".to_owned() });
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeatMessage {
    /// The id that the page has chosen. A message that is sent again has the same one, and is carried out once.
    pub id: String,
    /// The number of the position that the page shows; a choice made on an older one is refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<u64>,
    /// The request.
    #[serde(flatten)]
    pub request: Request,
}

/// A message to a seat.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "t", rename_all = "kebab-case")]
pub enum ServerMessage {
    /// The whole position and the whole log, as after a reconnect or when inputs were taken back.
    Full(Box<Position>),
    /// The changes since the last message about the position.
    Step(Box<Position>),
    /// The state of the dice before the game begins.
    Dice(DiceTold),
    /// The clocks, after a player has given time.
    Clock {
        /// The clocks.
        clock: ClockState,
    },
    /// A player asks the other.
    Asked {
        /// The number of the question in the game, by which it is answered.
        n: u32,
        /// The index of the side that asks.
        by: usize,
        /// The subject.
        what: AskSubject,
        /// The losses if inputs are taken back: the lines of the log of the seat that is told.
        falls: Vec<String>,
        /// `true` if a roll falls, so that the answer must say whether it is rolled anew.
        rolls: bool,
    },
    /// The open question was answered or withdrawn.
    AskClosed {
        /// The answer, for people.
        text: String,
    },
    /// A note of a player, or a doubt.
    Noted {
        /// The index of the side of the player.
        by: usize,
        /// The time, in milliseconds since 1970.
        at: u64,
        /// The rule of a doubt; empty for a note.
        rule: String,
        /// The number of the line that is in doubt, in the log of the seat that is told.
        #[serde(skip_serializing_if = "Option::is_none")]
        line: Option<u64>,
        /// The words of that line; empty for a note, and for a doubt that names no line.
        words: String,
        /// The text.
        text: String,
    },
    /// The game is held: the rules of this version lead elsewhere, and the position is the last one that is the same.
    Held {
        /// The number of the rule under which the first choice that differs was made, as far as the seat may know it.
        rule: String,
        /// The title of the rule.
        about: String,
        /// The reason.
        why: String,
        /// `true` if the players can go on from the position.
        can_return: bool,
        /// The choices of the seat that a return takes back.
        falls: usize,
    },
    /// The end of the game.
    Over {
        /// The result.
        outcome: OutcomeTold,
        /// The numbers of the game, which anybody can check now.
        proof: DiceProof,
    },
}

/// The answer to a query, which changes nothing.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "t", rename_all = "kebab-case")]
pub enum Answer {
    /// The exact odds of an action; `None` if it is no fight.
    Odds {
        /// The odds.
        odds: Option<OddsTold>,
        /// The effect of the action in a sentence; empty if its label says it all.
        help: String,
    },
    /// The reason why nothing can be done at a place.
    Why(Refusal),
    /// The state of a counter.
    Card {
        /// The facts, each with its rule.
        facts: Vec<[String; 2]>,
        /// The pictures of its faces, as SVG elements around the origin.
        faces: Vec<String>,
    },
    /// The action that a tap on a table would choose.
    Pointed(Box<PointedTold>),
    /// The areas of a table in which a tap is legal, and the marks for the decision.
    Areas(Box<AreasTold>),
}

/// The facts that a page needs before the first position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Welcome {
    /// The seat.
    pub seat: Seat,
    /// The title of the scenario.
    pub title: String,
    /// The name of the rules system, as in the addresses of the pages of rules.
    pub system: String,
    /// The title of the rules system.
    pub game: String,
    /// The names of the sides.
    pub sides: [String; 2],
    /// The names of the players; empty for those who have given none.
    pub names: [String; 2],
    /// The computer players of the sides.
    pub computers: [Option<String>; 2],
    /// The choices that a player may take back.
    pub undo: UndoRule,
    /// The clocks.
    pub clock: Option<ClockRule>,
    /// The dice.
    pub dice: DiceTold,
    /// The width and the height of the map, in points.
    pub size: [f32; 2],
    /// `true` if the battle is played on a table without hexes.
    pub is_table: bool,
    /// The length of an inch of that table, in points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inch: Option<f32>,
}

/// The state of the dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DiceTold {
    /// The commitment to the secret of the keeper.
    pub commitment: String,
    /// The commitments of the players to their shares: `None` while one is awaited, empty for a player without one.
    pub promises: [Option<String>; 2],
    /// `true` for each player whose share is opened or not needed.
    pub opened: [bool; 2],
    /// `true` if the game has its numbers.
    pub ready: bool,
}

/// A position, or what has changed since the last one. Places are points of the drawing.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Position {
    /// The number of the position in the stream of the seat.
    pub m: u64,
    /// The counters.
    pub change: PositionChange,
    /// The pieces that have moved.
    pub moves: Vec<PieceMove>,
    /// The new lines of the log.
    pub log: Vec<LogLine>,
    /// The index of the side to choose; `None` while nobody has to.
    pub turn: Option<usize>,
    /// The line above the board.
    pub status: StatusTold,
    /// The points and resources; `None` if they are as before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tracks: Option<Vec<TrackTold>>,
    /// The boards beside the map; `None` if they are as before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub boards: Option<Vec<BoardTold>>,
    /// The legal choices, for the seat that must choose.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choices: Option<Vec<Choice>>,
    /// The kinds of action at which the seat that must choose can point on a table.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub modes: Vec<ModeTold>,
    /// The places that the piece in motion can reach.
    pub reach: Vec<[f32; 2]>,
    /// `true` if the seat can take back its last choice without asking.
    pub free_undo: bool,
    /// `true` if the seat has a choice that it can ask to take back.
    pub can_ask: bool,
    /// The clocks.
    pub clock: Option<ClockState>,
    /// The time from which the seat may end the game alone, without a result, in milliseconds since 1970; `None` while the other
    /// player is not awaited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub free_from: Option<u64>,
}

/// The place in the sequence of play, and the open question.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct StatusTold {
    /// The turn, from 1.
    pub turn: u8,
    /// The number of turns.
    pub turns: u8,
    /// The time of day; empty without a clock.
    pub clock: String,
    /// The phase.
    pub phase: String,
    /// The question and the side that must answer it.
    pub prompt: String,
    /// The number of the rule that asks it.
    pub rule: String,
    /// The title of that rule.
    pub about: String,
    /// The movement of the piece in motion; empty when none is in motion.
    pub movement: String,
}

/// A number that a side keeps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TrackTold {
    /// The index of the side.
    pub side: usize,
    /// The name of the track.
    pub name: String,
    /// The value.
    pub value: i32,
}

/// A board beside the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BoardTold {
    /// The title.
    pub title: String,
    /// The index of the side that owns it; `None` for both.
    pub side: Option<usize>,
    /// Its purpose, in a sentence.
    pub help: String,
    /// The number of its rule.
    pub rule: String,
    /// `"steps"`, `"chits"` or `"rows"`.
    pub form: &'static str,
    /// The tokens, each with its text, its note, its help, its standing (`"ready"`, `"now"`, `"done"` or `"out"`) and its side.
    pub tokens: Vec<TokenTold>,
}

/// A token on a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TokenTold {
    /// The label.
    pub text: String,
    /// The state in a few words.
    pub note: String,
    /// The meaning, in a sentence or more.
    pub help: String,
    /// `"ready"`, `"now"`, `"done"` or `"out"`.
    pub stand: &'static str,
    /// The index of the side.
    pub side: Option<usize>,
}

/// A legal choice.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Choice {
    /// The action, in its notation.
    #[serde(rename = "do")]
    pub action: String,
    /// The action in words.
    pub text: String,
    /// The key of the counter that acts, if one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<String>,
    /// The place of the destination or target.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<[f32; 2]>,
    /// `true` for the choice that ends what the side is doing.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub ends: bool,
}

/// A line of the log of a seat.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LogLine {
    /// The number of the line. One that was taken back is not given again.
    pub n: u64,
    /// The number of the position in which it was told.
    pub m: u64,
    /// The event, in a sentence.
    pub text: String,
    /// The number of its rule.
    pub rule: String,
    /// The title of the rule.
    pub about: String,
    /// `true` for the line that opens a turn or a phase.
    pub heading: bool,
    /// `true` if it takes the place of the line before, as a move that goes on.
    pub replaces: bool,
    /// The place of the event.
    pub at: Option<[f32; 2]>,
}

/// The odds in a case, as a list: its name, the results with the number of rolls that lead to each, and the number of equally likely
/// rolls.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CaseTold(pub String, pub Vec<(String, u32)>, pub u32);

/// The exact odds of a fight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OddsTold {
    /// The modifiers of the dice.
    pub modifiers: Vec<(String, i32)>,
    /// The cases that the players can still bring about.
    pub cases: Vec<CaseTold>,
    /// The meanings of the results.
    pub meanings: Vec<(String, String)>,
    /// The results of all cases, each once, the best for the side that asks first.
    pub ranked: Vec<String>,
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OutcomeTold {
    /// The reason.
    pub why: EndReason,
    /// The index of the side that has won; `None` for a draw, and without a result.
    pub winner: Option<usize>,
    /// The result in words.
    pub text: String,
}
