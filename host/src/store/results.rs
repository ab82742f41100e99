//! Results of games in the data file, without names.

use battlewright_engine::game::{Game as _, Side, Turn};
use battlewright_engine::show::Show as _;
use battlewright_referee::{EndReason, Entry, EntryKind, OutcomeTold, Referee, Seat, ServerMessage};
use rusqlite::{Connection, params};
use serde::{Deserialize, Serialize};

use crate::error::StoreError;

/// The result of a game, as data without names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct GameResult {
    /// The version of the engine that began the game.
    pub(crate) engine: String,
    /// The reason of the end, such as `"played"`.
    pub(crate) why: String,
    /// `"first"`, `"second"` or `"none"`.
    pub(crate) winner: String,
    /// The degree of the victory in the words of the rules; empty if the rules did not end the game.
    #[serde(default)]
    pub(crate) degree: String,
    /// The victory points of the sides; `None` if the rules did not end the game.
    #[serde(default)]
    pub(crate) points: Option<[i32; 2]>,
    /// The result in words, which names the sides but no players.
    pub(crate) text: String,
    /// The turn at the end.
    pub(crate) turn: u8,
    /// The inputs in effect.
    pub(crate) inputs: usize,
    /// The minutes from the making of the game to its end.
    pub(crate) minutes: u64,
    /// The players of the sides: `"person"`, or the name of a computer player.
    pub(crate) players: [String; 2],
}

impl GameResult {
    /// Returns the result of a game that has ended; `None` while it goes on. `made` and `ended` are times in milliseconds.
    pub(crate) fn of(referee: &Referee, ended: u64) -> Option<Self> {
        let OutcomeTold { why, winner, text } = referee.end()?;
        let header = referee.header();
        let position = referee.game().now();
        // The points of a game that was given up are not those that it would have had.
        let (degree, points) = match (why, position.turn()) {
            (EndReason::Played, Turn::Over(outcome)) => (position.degree(&outcome).to_owned(), Some(outcome.points)),
            _ => (String::new(), None),
        };
        let turn = referee.catch_up(Seat::Spectator).into_iter().find_map(|message| match message {
            ServerMessage::Full(position) => Some(position.status.turn),
            _ => None,
        });
        // A reason with a side is an object with one key, the reason.
        let why = match serde_json::to_value(why).unwrap_or_default() {
            serde_json::Value::String(why) => why,
            serde_json::Value::Object(map) => map.keys().next().cloned().unwrap_or_default(),
            _ => String::new(),
        };
        let winner = match winner {
            Some(0) => "first",
            Some(_) => "second",
            None => "none",
        };
        let result = Self {
            engine: header.engine.clone(),
            why,
            winner: winner.to_owned(),
            degree,
            points,
            text: text.clone(),
            turn: turn.unwrap_or_default(),
            inputs: referee.inputs(),
            minutes: 0,
            players: header.computers.clone().map(|name| name.unwrap_or_else(|| "person".to_owned())),
        };
        Some(result.lasting(header.made, ended))
    }

    /// Returns the same result of a game from `made` until `ended`, which are times in milliseconds.
    pub(crate) fn lasting(self, made: u64, ended: u64) -> Self {
        Self { minutes: ended.saturating_sub(made) / 60_000, ..self }
    }

    /// Returns the side that has won.
    pub(crate) fn won_by(&self) -> Option<Side> {
        match self.winner.as_str() {
            "first" => Some(Side::First),
            "second" => Some(Side::Second),
            _ => None,
        }
    }
}

/// Keeps the result of `game`.
///
/// # Errors
/// The file cannot be written.
pub(crate) fn keep(connection: &Connection, game: &str, result: &GameResult) -> Result<(), StoreError> {
    let text = serde_json::to_string(result).map_err(|error| StoreError::Damaged(error.to_string()))?;
    connection.execute("UPDATE game SET result = ?2 WHERE id = ?1", params![game, text])?;
    Ok(())
}

/// A row of the results.
pub(crate) struct ResultRow {
    /// The id of the game.
    pub(crate) game: String,
    /// The hash of the scenario.
    pub(crate) scenario: String,
    /// The rules system.
    pub(crate) system: String,
    /// The title of the scenario.
    pub(crate) title: String,
    /// The result.
    pub(crate) result: GameResult,
}

/// Returns the results of all games that have ended.
///
/// # Errors
/// The file cannot be read.
pub(crate) fn list(connection: &Connection) -> Result<Vec<ResultRow>, StoreError> {
    let mut statement = connection.prepare(
        "SELECT id, hash, system, scenario.title, result FROM game JOIN scenario ON scenario.hash = game.scenario
         WHERE over AND result IS NOT NULL ORDER BY changed, id",
    )?;
    let rows = statement
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get::<_, String>(4)?)))?;
    let mut results = Vec::new();
    for row in rows {
        let (game, scenario, system, title, text) = row?;
        let result = serde_json::from_str(&text).map_err(|error| StoreError::Damaged(error.to_string()))?;
        results.push(ResultRow { game, scenario, system, title, result });
    }
    Ok(results)
}

/// Returns the ids of the games that have ended, but whose result is not kept.
///
/// # Errors
/// The file cannot be read.
pub(crate) fn missing(connection: &Connection) -> Result<Vec<String>, StoreError> {
    let mut statement = connection.prepare("SELECT id FROM game WHERE over AND result IS NULL ORDER BY changed, id")?;
    let rows = statement.query_map([], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Returns the time of the end of a game with these entries.
pub(crate) fn ended(entries: &[Entry]) -> Option<u64> {
    entries.iter().rev().find(|entry| matches!(entry.kind, EntryKind::End { .. })).map(|entry| entry.at)
}
