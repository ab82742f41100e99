//! The replay file: a game in a readable text format.
//!
//! The format is JSON Lines. The first line describes the game and holds the whole scenario, so that a replay needs no other
//! file. Each later line is one input:
//!
//! ```json
//! {"n":17,"by":"Germans","do":"step 0814","state":"c4f1c3a09be2d915"}
//! {"n":18,"dice":[3,5],"state":"07be1f4b5a6d0c22"}
//! ```
//!
//! `do` is the [notation](crate::show::Label::notation) of an action. So a replay survives changes of the program and of the
//! map, and a check names the first input that no longer fits. `state` is a hash of the game after the input and of the input
//! itself: a changed die is found even if every roll leads to the same result. A replay that must be short, such as one in a
//! link, leaves all states out.

mod read;
mod verify;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64_with_seed;

pub use read::{MAX_BYTES, MAX_INPUTS, ReplayError};
pub use verify::Difference;

use super::{Input, Match};
use crate::game::{Chance, Game, Turn};
use crate::show::Show;

/// The beginning of the first line of every replay.
const FORMAT: &str = "battlewright replay 1";

/// The version of this engine, as written to a replay.
pub const ENGINE: &str = env!("CARGO_PKG_VERSION");

/// The first line: versions, players and scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    format: String,
    /// The version of the engine that wrote the replay.
    pub engine: String,
    /// The rules system, such as `"mars-la-tour"`.
    pub system: String,
    /// The scenario's title.
    pub title: String,
    /// The players of the sides, in order, such as `"greedy"` or a person's name.
    pub players: [String; 2],
    /// The seed of dice and players; `None` for a game without one.
    pub seed: Option<u64>,
    /// The text of the whole scenario file.
    pub scenario: String,
}

impl Header {
    /// Creates the header of a game played by this version of the engine.
    pub fn new(
        system: impl Into<String>,
        title: impl Into<String>,
        players: [String; 2],
        seed: Option<u64>,
        scenario: impl Into<String>,
    ) -> Self {
        Self {
            format: FORMAT.to_owned(),
            engine: ENGINE.to_owned(),
            system: system.into(),
            title: title.into(),
            players,
            seed,
            scenario: scenario.into(),
        }
    }

    /// Returns the first line of the file.
    pub fn line(&self) -> String {
        line(self)
    }
}

/// A recorded game. Its inputs are not checked against the rules; [`Replay::verify`] and [`Replay::follow`] do that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// The scenario and the players.
    pub header: Header,
    entries: Vec<Entry>,
}

/// One line of the file after the first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    n: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    by: Option<String>,
    #[serde(default, rename = "do", skip_serializing_if = "Option::is_none")]
    action: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    dice: Option<Vec<u16>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    draw: Option<u16>,
    /// Empty in a replay without states.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    state: String,
    /// The line in the file, from 1.
    #[serde(skip)]
    line: usize,
}

impl Entry {
    /// Returns the input as text: the notation of an action, or `dice 3 5`, or `draw 2`.
    fn text(&self) -> String {
        match (&self.action, &self.dice, self.draw) {
            (Some(action), _, _) => action.clone(),
            (None, Some(dice), _) => dice.iter().fold("dice".to_owned(), |text, die| format!("{text} {die}")),
            (None, None, Some(draw)) => format!("draw {draw}"),
            (None, None, None) => String::new(),
        }
    }

    /// Returns the line of the file.
    fn line(&self) -> String {
        line(self)
    }

    /// Returns the hash for this input and the game `after` it.
    fn hash(&self, after: &impl Game) -> String {
        format!("{:016x}", xxh3_64_with_seed(self.text().as_bytes(), after.fingerprint()))
    }
}

impl Replay {
    /// Records the inputs of `game` up to its current position.
    pub fn of<G: Show>(header: Header, game: &Match<G>) -> Self {
        Self { header, entries: entries(game, 0, Entry::hash) }
    }

    /// Returns the lines of the inputs of `game` after input `n`, without states, as [`Self::write`] writes them: for a file that
    /// grows with the game.
    pub fn lines_after<G: Show>(game: &Match<G>, n: usize) -> Vec<String> {
        entries(game, n, |_, _| String::new()).iter().map(Entry::line).collect()
    }

    /// Returns the number of inputs.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns `true` if the replay has no inputs.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns `true` if the replay records the state after each input.
    pub fn has_states(&self) -> bool {
        self.entries.first().is_some_and(|entry| !entry.state.is_empty())
    }

    /// Returns the replay without its states, which are most of its bytes. It can be checked for legal inputs only.
    #[must_use]
    pub fn without_states(mut self) -> Self {
        self.entries.iter_mut().for_each(|entry| entry.state.clear());
        self
    }

    /// Returns the choices of the side called `side`, in the [notation](crate::show::Label::notation) of its actions.
    pub fn choices(&self, side: &str) -> impl Iterator<Item = &str> {
        self.entries
            .iter()
            .filter(move |entry| entry.by.as_deref() == Some(side))
            .filter_map(|entry| entry.action.as_deref())
    }

    /// Writes the text of the file, in the format of [`Replay::read`].
    pub fn write(&self) -> String {
        let mut text = self.header.line();
        self.entries.iter().for_each(|entry| text.push_str(&entry.line()));
        text
    }
}

/// Records the inputs of `game` after input `n`, up to its current position, with the `state` after each of them.
fn entries<G: Show>(game: &Match<G>, n: usize, state: impl Fn(&Entry, &G) -> String) -> Vec<Entry> {
    let sides = game.start().sides();
    let mut entries = Vec::with_capacity(game.len().saturating_sub(n));
    let mut cursor = game.cursor(n);
    while let Some(at) = cursor.as_mut().filter(|at| at.n() < game.len()) {
        let Some((by, input)) = at.next_input() else { break };
        let mut entry = Entry {
            n: at.n() + 1,
            by: by.and_then(|side| sides.get(side.index()).cloned()),
            action: None,
            dice: None,
            draw: None,
            state: String::new(),
            line: at.n() + 2,
        };
        match (input, at.game().turn()) {
            (Input::Choice(action), _) => entry.action = Some(at.game().label(action).notation),
            (Input::Picks(picks), Turn::Chance(Chance::Draw { .. })) => entry.draw = picks.first().copied(),
            (Input::Picks(picks), _) => entry.dice = Some(picks.clone()),
        }
        at.advance();
        entry.state = state(&entry, at.game());
        entries.push(entry);
    }
    entries
}

/// Returns `value` as a line of the file. Serialization cannot fail for plain structs of texts and numbers.
fn line(value: &impl Serialize) -> String {
    let mut line = serde_json::to_string(value).unwrap_or_default();
    line.push('\n');
    line
}

/// Shortens unchecked text from a file to a printable length and replaces control characters.
fn shorten(text: &str) -> String {
    const KEPT: usize = 100;
    let mut short: String = text.chars().take(KEPT).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(KEPT).is_some() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::race::{Action as Act, Race};

    fn race() -> Match<Race> {
        let mut race = Match::new(Race::along(10));
        race.choose(Act::Walk(2)).unwrap();
        race.choose(Act::Run).unwrap();
        race.pick(&[5]).unwrap();
        race.choose(Act::Walk(1)).unwrap();
        race
    }

    pub(super) fn text() -> String {
        let header = Header::new("race", "To the tree", ["a".to_owned(), "b".to_owned()], Some(7), "goal = 10\n");
        Replay::of(header, &race()).write()
    }

    #[test]
    fn a_game_comes_back_as_it_was() {
        let replay = Replay::read(&text()).unwrap();
        assert_eq!(replay.write(), text());
        assert_eq!((replay.len(), replay.is_empty()), (4, false));
        let again = replay.verify(Race::along(10)).unwrap();
        assert_eq!(again.now(), race().now());
        assert!(again.inputs().eq(race().inputs()));
    }

    #[test]
    fn one_input_is_one_line() {
        let text = text();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 5);
        assert!(lines[0].starts_with(r#"{"format":"battlewright replay 1","engine":""#), "{}", lines[0]);
        assert!(lines[1].starts_with(r#"{"n":1,"by":"Reds","do":"walk 2","state":""#), "{}", lines[1]);
        assert!(lines[3].starts_with(r#"{"n":3,"dice":[5],"state":""#), "{}", lines[3]);
    }

    #[test]
    fn states_can_be_left_out() {
        let short = Replay::read(&text()).unwrap().without_states();
        assert!(!short.has_states() && short.write().contains(r#"{"n":3,"dice":[5]}"#));
        assert_eq!(Replay::read(&short.write()).unwrap(), short);
        assert_eq!(short.verify(Race::along(10)).unwrap().now(), race().now());
    }

    #[test]
    fn a_file_grows_line_by_line() {
        let short = Replay::read(&text()).unwrap().without_states();
        for n in 0..=race().len() {
            let mut start = short.clone();
            start.entries.truncate(n);
            let grown = start.write() + &Replay::lines_after(&race(), n).concat();
            assert_eq!(grown, short.write());
        }
    }

    #[test]
    fn undone_inputs_are_left_out() {
        let mut game = race();
        game.undo();
        let header = Header::new("race", "", ["a".to_owned(), "b".to_owned()], None, "");
        assert_eq!(Replay::of(header, &game).len(), 3);
    }

    #[test]
    fn a_changed_die_is_found_even_if_the_game_stays_the_same() {
        let mut entry = Replay::read(&text()).unwrap().entries.remove(2);
        let game = race();
        let hash = entry.hash(game.now());
        entry.dice = Some(vec![4]);
        assert_ne!(entry.hash(game.now()), hash);
    }
}
