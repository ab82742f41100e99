//! A recorded game for a page, from a replay or from the record of a game between people: the map once, each position as changes of the last one, the log, and the check of every input.
//! Answers are JSON; the page only puts them in place.

mod history;
mod position;
mod verdict;

use battlewright_engine::any::AnyGame;
use battlewright_engine::play::replay::{Difference, ENGINE};
use battlewright_engine::play::{Match, Replay};
use battlewright_engine::show::{FoldedLine, Line, Show as _, fold};
use battlewright_export::draw::text::Font;
use battlewright_export::link::LinkedFile;
use battlewright_export::{Options, PositionDrawing, ShownItems, piece_moves, svg};
use battlewright_referee::{GameRecord, OutcomeTold, PlayedRecord, Remark};
use battlewright_schema::{Scenario, load};
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

use history::History;

/// A recorded game that is being checked and shown.
#[wasm_bindgen]
pub struct RecordedGame {
    replay: Replay,
    scenario: &'static Scenario,
    drawing: PositionDrawing<'static>,
    /// The game at the last checked input; one more if that input differs.
    game: Match<AnyGame>,
    history: History,
    difference: Option<Difference>,
    /// Lines that the page does not have yet. A move may go on, so that lines wait for the next heading.
    waiting: Vec<(usize, Line)>,
    shown: ShownItems,
    people: Option<PeopleTold>,
}

/// The parts of the record of a game between people beside its inputs.
struct PeopleTold {
    remarks: Vec<Remark>,
    end: Option<OutcomeTold>,
}

/// Returns the font of the map, which the page registers: maps look the same everywhere, and nothing is downloaded.
#[wasm_bindgen]
pub fn font() -> Vec<u8> {
    Font::Ubuntu.data().to_vec()
}

#[wasm_bindgen]
impl RecordedGame {
    /// Opens the text of a replay file, or of the record of a game between people.
    ///
    /// # Errors
    /// The reason why the game cannot be shown, with a remedy.
    pub fn of_text(text: &str) -> Result<RecordedGame, JsError> {
        opened(text).map_err(|why| JsError::new(&why))
    }

    /// Opens the game in the fragment of an address.
    ///
    /// # Errors
    /// The defect of the link, or the reason why its game cannot be shown, with a remedy.
    pub fn of_fragment(fragment: &str) -> Result<RecordedGame, JsError> {
        let text = match LinkedFile::of_fragment(fragment) {
            Ok(LinkedFile::Game(text)) => text,
            Ok(LinkedFile::Scenario(_)) => {
                let why = "This link holds a scenario and no recorded game. Open it with the game or the editor.";
                return Err(JsError::new(why));
            }
            Err(defect) => return Err(JsError::new(&format!("This link cannot be read: {defect}."))),
        };
        Self::of_text(&text)
    }

    /// Returns the title, the players and the size of the map.
    pub fn about(&self) -> String {
        let header = &self.replay.header;
        let size = self.drawing.scene().size();
        json!({
            "title": self.scenario.title(),
            "system": self.scenario.system().name(),
            "game": self.scenario.system().title(),
            "sides": self.game.start().sides(),
            "players": header.players,
            "seed": header.seed.map(|seed| seed.to_string()),
            "engine": header.engine,
            "inputs": self.replay.len(),
            "states": self.replay.has_states(),
            "size": [size.x, size.y],
            "people": self.people.is_some(),
            "remarks": self.remarks(),
        })
        .to_string()
    }

    /// Returns the map as an SVG.
    ///
    /// # Errors
    /// The map is too large for memory.
    pub fn map(&self) -> Result<String, JsError> {
        let mut bytes = Vec::new();
        svg::write(self.drawing.scene(), 1.0, &mut bytes)?;
        Ok(String::from_utf8(bytes)?)
    }

    /// Checks the next `count` inputs. Returns the number of the last checked one, the log lines that are complete, and at the
    /// end the verdict.
    pub fn check(&mut self, count: usize) -> String {
        let mut ended = self.difference.is_some();
        for _ in 0..count {
            if ended {
                break;
            }
            let before = self.game.now().clone();
            match self.replay.verify_on(&mut self.game) {
                None => ended = true,
                Some(Err(difference)) => {
                    self.difference = Some(difference);
                    ended = true;
                }
                Some(Ok(())) => {
                    self.history.add(&self.game);
                    self.add_lines(&before);
                }
            }
        }
        let lines = self.ready(ended);
        let end = self.people.as_ref().map(|people| people.end.as_ref());
        let verdict = ended.then(|| verdict::of(&self.replay, &self.game, self.difference.as_ref(), end));
        json!({ "checked": self.history.len(), "lines": lines, "verdict": verdict }).to_string()
    }

    /// Shows the position after input `n`, with the moves since the position after input `since`. Returns the changes from the
    /// position that was shown before; nothing if the input is not checked yet.
    pub fn show(&mut self, n: usize, since: usize) -> Option<String> {
        let start = self.game.start();
        let before = self.history.after(start, since.min(n))?.pieces();
        let game = self.history.after(start, n)?;
        let change = self.shown.change_to(&self.drawing, game);
        let moves = piece_moves(&self.drawing, &before, &game.pieces());
        let answer = json!({
            "changes": change.changes,
            "gone": change.gone,
            "order": change.order,
            "moves": moves,
            "status": position::status(game),
        });
        Some(answer.to_string())
    }
}

impl RecordedGame {
    /// Returns the notes and the doubts of the players.
    fn remarks(&self) -> Vec<Value> {
        let remarks = self.people.iter().flat_map(|people| &people.remarks);
        remarks
            .map(|Remark { n, by, rule, text }| json!({ "n": n, "by": by.index(), "rule": rule, "text": text }))
            .collect()
    }

    /// Adds the lines of the last input.
    fn add_lines(&mut self, before: &AnyGame) {
        let n = self.game.len();
        let mut events: Vec<_> = self.game.events().rev().take_while(|(by, _)| *by == n).collect();
        events.reverse();
        let told = events.into_iter().flat_map(|(_, event)| self.game.now().log_lines(before, event));
        self.waiting.extend(told.map(|line| (n, line)));
    }

    /// Returns the lines before the last heading, or all of them at the end.
    fn ready(&mut self, ended: bool) -> Vec<Value> {
        let last = self.waiting.iter().rposition(|(_, line)| line.heading);
        let count = if ended { self.waiting.len() } else { last.unwrap_or(0) };
        let lines: Vec<(usize, Line)> = self.waiting.drain(..count).collect();
        fold(&lines).iter().map(|folded| self.line(folded)).collect()
    }

    fn line(&self, FoldedLine { input, line, steps }: &FoldedLine) -> Value {
        let first = steps.first().map_or(*input, |(first, _)| *first);
        let at = line.place.and_then(|place| self.drawing.at(place));
        json!({
            "first": first,
            "last": input,
            "text": line.text,
            "rule": line.rule.number,
            "about": line.rule.title,
            "heading": line.heading,
            "at": at.map(|at| [at.x, at.y]),
        })
    }
}

/// A file with a game.
enum GameFile {
    /// A replay.
    Replay(Replay),
    /// The record of a game between people.
    Record(Box<GameRecord>),
}

/// Reads a replay or a record and sets up its game.
fn opened(text: &str) -> Result<RecordedGame, String> {
    let file = if GameRecord::is_record(text) {
        let record = GameRecord::read(text).map_err(|error| format!("This record cannot be read: {error}."))?;
        GameFile::Record(Box::new(record))
    } else {
        GameFile::Replay(Replay::read(text).map_err(|error| format!("This is not a recorded game: {error}."))?)
    };
    let (engine, scenario) = match &file {
        GameFile::Replay(Replay { header, .. }) => (&header.engine, &header.scenario),
        GameFile::Record(record) => (&record.header.engine, &record.header.scenario),
    };
    let remedy = if engine == ENGINE {
        "Check the scenario in the first line of the file.".to_owned()
    } else {
        format!("The game was recorded by version {engine}, and this page has version {ENGINE}: use that version.")
    };
    let loaded = load(scenario);
    let Some(scenario) = loaded.scenario.as_ref() else {
        return Err(format!("The scenario of this game cannot be played: it has {}. {remedy}", loaded.errors_told()));
    };
    let start = AnyGame::new(scenario).map_err(|problems| {
        let listed: Vec<String> = problems.iter().map(ToString::to_string).collect();
        format!("The scenario of this game cannot be set up: {}. {remedy}", listed.join("; "))
    })?;
    let (replay, people) = match file {
        GameFile::Replay(replay) => (replay, None),
        GameFile::Record(record) => {
            let PlayedRecord { replay, remarks, end } = record
                .played(start.clone())
                .map_err(|error| format!("The record cannot be played: {error}. `battlewright replay` tells more."))?;
            (replay, Some(PeopleTold { remarks, end }))
        }
    };
    // The drawing borrows the scenario. A page opens few games, and the memory is freed with the page.
    let scenario: &'static Scenario = Box::leak(Box::new(scenario.clone()));
    let drawing = PositionDrawing::new(scenario, &start, Options::default())
        .map_err(|error| format!("The map of this game cannot be drawn: {error}. {remedy}"))?;
    Ok(RecordedGame {
        scenario,
        drawing,
        history: History::new(&start),
        game: Match::new(start),
        difference: None,
        waiting: Vec::new(),
        shown: ShownItems::default(),
        people,
        replay,
    })
}
