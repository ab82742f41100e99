//! A game that the play page keeps itself, in a Web Worker. The messages are those of a game on a server, as JSON. A second worker has
//! a copy of the game, in which computer players think: a worker takes no message meanwhile, and is ended to stop them.

mod clock;

use battlewright_engine::any::AnyGame;
use battlewright_engine::players::{Difficulty, Kind, ThinkingProgress};
use battlewright_engine::show::Show as _;
use battlewright_export::draw::text::Font;
use battlewright_export::link::{self, LinkedFile};
use battlewright_referee::{
    ComputerChoice, GameRecord, LocalGame, LocalOrder, LocalReply, Referee, Seat, SeatMessage, ServerMessage, news,
};
use battlewright_schema::load;
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

/// A game that the page keeps itself.
#[wasm_bindgen]
pub struct PlayedGame {
    game: LocalGame,
    /// The lines of the record that the page does not have yet.
    lines: String,
}

/// Returns the font of the map, which the page registers: maps look the same everywhere, and nothing is downloaded.
#[wasm_bindgen]
pub fn font() -> Vec<u8> {
    Font::Ubuntu.data().to_vec()
}

/// Returns what people should know of a scenario before they play it, as JSON.
///
/// # Errors
/// The reason why it cannot be played, with a remedy.
#[wasm_bindgen]
pub fn about(text: &str) -> Result<String, JsError> {
    let loaded = load(text);
    let Some(scenario) = loaded.scenario.as_ref() else {
        let told = loaded.errors_told();
        return Err(JsError::new(&format!("The scenario has {told}. The editor shows where.")));
    };
    let start = AnyGame::new(scenario).map_err(|problems| {
        let listed: Vec<String> = problems.iter().map(ToString::to_string).collect();
        JsError::new(&format!("The scenario cannot be set up: {}.", listed.join("; ")))
    })?;
    let about = scenario.common().about();
    let told = json!({
        "title": about.title,
        "subtitle": about.subtitle,
        "description": about.description,
        "system": scenario.system().name(),
        "game": scenario.system().title(),
        "sides": start.sides(),
    });
    Ok(told.to_string())
}

/// Returns the computer players that the form offers, as a JSON list: the name, the title, a sentence about the way in which the player
/// chooses, and whether it is the one to begin with.
#[wasm_bindgen]
pub fn opponents() -> String {
    let name = |kind: Kind| Difficulty::of(kind).map_or_else(|| kind.name(), |level| level.name().to_owned());
    let told = |kind: Kind| json!([name(kind), kind.title(), kind.strategy(), kind == Kind::OPPONENT]);
    Kind::menu().into_iter().map(told).collect::<Value>().to_string()
}

/// Returns the file of a link: its kind, `"scenario"` or `"game"`, and its text, as a JSON list.
///
/// # Errors
/// The defect of the link.
#[wasm_bindgen]
pub fn linked(fragment: &str) -> Result<String, JsError> {
    let told = match LinkedFile::of_fragment(fragment) {
        Ok(LinkedFile::Scenario(text)) => json!(["scenario", text]),
        Ok(LinkedFile::Game(text)) => json!(["game", text]),
        Err(defect) => return Err(JsError::new(&format!("This link cannot be read: {defect}."))),
    };
    Ok(told.to_string())
}

/// Returns `text` in letters that an address allows.
#[wasm_bindgen]
pub fn pack(text: &str) -> String {
    link::pack(text)
}

/// Returns the text in the letters of an address.
///
/// # Errors
/// The defect of the letters.
#[wasm_bindgen]
pub fn unpack(packed: &str) -> Result<String, JsError> {
    link::unpack(packed).map_err(|defect| JsError::new(&format!("This link cannot be read: {defect}.")))
}

#[wasm_bindgen]
impl PlayedGame {
    /// Begins a game by an order, as JSON, at `now`, in milliseconds since 1970.
    ///
    /// # Errors
    /// The reason why the game cannot begin, with a remedy.
    pub fn begin(order: &str, now: f64) -> Result<PlayedGame, JsError> {
        let order: LocalOrder = serde_json::from_str(order)?;
        let (game, lines) =
            LocalGame::begin(order.header(time(now)), time(now)).map_err(|error| JsError::new(&sentence(&error)))?;
        Ok(Self { game, lines })
    }

    /// Resumes the game of a record.
    ///
    /// # Errors
    /// The first defect of the record, or the reason why its scenario cannot be played.
    pub fn resume(text: &str) -> Result<PlayedGame, JsError> {
        let game = LocalGame::resume(text).map_err(|error| JsError::new(&sentence(&error)))?;
        Ok(Self { game, lines: String::new() })
    }

    /// Returns the lines of the record that were added since the last call.
    pub fn lines(&mut self) -> String {
        std::mem::take(&mut self.lines)
    }

    /// Returns the facts by which a page lists the game, as JSON.
    pub fn header(&self) -> String {
        let header = self.referee().header();
        json!({
            "id": header.id,
            "title": header.title,
            "names": header.names,
            "computers": header.computers,
            "sides": self.referee().game().start().sides(),
            "made": header.made,
            "entries": self.referee().entries(),
            "over": self.referee().end().is_some(),
        })
        .to_string()
    }

    /// Returns the welcome of a seat and the messages that show it the whole game, as a JSON list.
    pub fn greet(&self, seat: &str) -> String {
        let seat = seat_of(seat);
        let mut welcome = json!(self.referee().welcome(seat));
        welcome["t"] = Value::from("welcome");
        let title = |name: &Option<String>| name.as_deref().and_then(Kind::by_name).map(Kind::title);
        welcome["players"] = json!(self.referee().header().computers.each_ref().map(title));
        let messages = self.referee().catch_up(seat);
        let all: Vec<Value> =
            std::iter::once(welcome).chain(messages.iter().map(|message: &ServerMessage| json!(message))).collect();
        Value::from(all).to_string()
    }

    /// Carries out a message of a page, and returns the reply as JSON.
    ///
    /// # Errors
    /// The text is no message.
    pub fn message(&mut self, seat: &str, text: &str, now: f64) -> Result<String, JsError> {
        let message: SeatMessage = serde_json::from_str(text)?;
        let reply = self.game.message(seat_of(seat), &message, time(now));
        Ok(self.told(reply))
    }

    /// Returns the next choice of a computer player as JSON; nothing if none must choose. The worker posts the progress as texts,
    /// the findings of the player. With those of a player that was `stopped`, the choice is made at once.
    ///
    /// # Errors
    /// The findings are none.
    pub fn think(&mut self, stopped: Option<String>) -> Result<Option<String>, JsError> {
        let stopped: Option<ThinkingProgress> = stopped.map(|text| serde_json::from_str(&text)).transpose()?;
        let choice = self.game.think(stopped.as_ref(), Box::new(clock::WorkerClock::new()));
        Ok(choice.map(|choice| json!(choice).to_string()))
    }

    /// Makes the choice of a computer player that thought in a copy of the game, and returns the reply as JSON; nothing if its position
    /// is gone.
    ///
    /// # Errors
    /// The text is no choice.
    pub fn carry_out(&mut self, choice: &str, now: f64) -> Result<Option<String>, JsError> {
        let choice: ComputerChoice = serde_json::from_str(choice)?;
        let reply = self.game.carry_out(&choice, time(now));
        Ok(reply.map(|reply| self.told(reply)))
    }

    /// Takes lines that were added to the record elsewhere. Returns `false` if they do not fit: then the game must be resumed.
    pub fn follow(&mut self, lines: &str) -> bool {
        self.game.follow(lines)
    }

    /// Returns the index of the side that must choose.
    pub fn chooser(&self) -> Option<usize> {
        self.referee().to_choose().map(|side| side.index())
    }

    /// Returns the index of the side of the person who has made the last choice of a person; nothing before the first.
    pub fn last_person(&self) -> Option<usize> {
        self.referee().last_person().map(|side| side.index())
    }

    /// Returns the number of the position of a seat.
    pub fn position(&self, seat: &str) -> f64 {
        self.referee().m(seat_of(seat)) as f64
    }

    /// Returns `true` if a side knows something now that the other does not.
    pub fn has_secrets(&self) -> bool {
        self.game.has_secrets()
    }

    /// Returns the map as an SVG.
    ///
    /// # Errors
    /// The map is too large for memory.
    pub fn ground(&self) -> Result<String, JsError> {
        Ok(self.referee().table().ground()?)
    }

    /// Compares the record `got`, which is that of this game, with the one that was kept, for the player of `seat`. Returns the
    /// differences as JSON, with the number `m` of the position of the kept record.
    ///
    /// # Errors
    /// The first defect of a record.
    pub fn news(&self, kept: &str, got: &str, seat: &str) -> Result<String, JsError> {
        let seat = seat_of(seat);
        let sides = self.referee().game().start().sides();
        let [before, after] = [GameRecord::read(kept), GameRecord::read(got)];
        let found = news(&before?, &after?, seat, &sides);
        let mut told = json!(found);
        told["m"] = Value::from(LocalGame::resume(kept).map_or(0, |game| game.referee().m(seat)));
        Ok(told.to_string())
    }
}

impl PlayedGame {
    fn referee(&self) -> &Referee {
        self.game.referee()
    }

    fn told(&mut self, reply: LocalReply) -> String {
        self.lines.push_str(&reply.lines);
        json!({ "reply": reply.reply, "told": reply.told }).to_string()
    }
}

/// Returns the seat with this name.
fn seat_of(name: &str) -> Seat {
    match name {
        "first" => Seat::First,
        "second" => Seat::Second,
        _ => Seat::Spectator,
    }
}

/// Returns a time of the browser in whole milliseconds.
fn time(now: f64) -> u64 {
    now.max(0.0) as u64
}

/// Returns a reason as a sentence.
fn sentence(error: &dyn std::error::Error) -> String {
    let text = error.to_string();
    let mut letters = text.chars();
    let first = letters.next().map(char::to_uppercase).into_iter().flatten();
    first.chain(letters).chain(['.']).collect()
}
