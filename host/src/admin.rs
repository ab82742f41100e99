//! Orders of the operator about a data file. All but `erase` only read, and all work while a server runs.

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

use battlewright_referee::{GameTable, Referee};
use serde::{Deserialize, Serialize};

use crate::error::{HostError, StoreError};
use crate::random;
use crate::store::results::{self, GameResult, ResultRow};
use crate::store::{self, StoredGame, games, migrate};

/// Copies the data file to `to`, also while a server writes.
///
/// # Errors
/// There is a file of this name, or the copy cannot be written.
pub fn backup(data: &Path, to: &Path) -> Result<(), HostError> {
    if to.exists() {
        return Err(HostError::Exists(to.to_owned()));
    }
    Ok(migrate::copy_to(&store::read_only(data)?, to)?)
}

/// The result of a check of a data file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckedData {
    /// The problems of the file itself; none in a sound one.
    pub problems: Vec<String>,
    /// The games that go on.
    pub running: usize,
    /// The games that have ended.
    pub ended: usize,
    /// The games that this version of the program cannot go on with.
    pub held: Vec<HeldGame>,
}

/// A game that this version of the program cannot go on with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeldGame {
    /// The id of the game.
    pub game: String,
    /// The title of the scenario.
    pub title: String,
    /// The version of the engine that began it.
    pub engine: String,
    /// The first entry that does not fit, and why.
    pub why: String,
}

/// Checks the data file, and plays every game that goes on again with this version of the program.
///
/// # Errors
/// The file cannot be read.
pub fn check(data: &Path) -> Result<CheckedData, HostError> {
    let connection = store::read_only(data)?;
    let mut checked = CheckedData::default();
    let mut statement = connection.prepare("PRAGMA integrity_check").map_err(StoreError::from)?;
    let lines = statement.query_map([], |row| row.get::<_, String>(0)).map_err(StoreError::from)?;
    for line in lines {
        let line = line.map_err(StoreError::from)?;
        if line != "ok" {
            checked.problems.push(line);
        }
    }
    let tables = crate::tables::Tables::default();
    for summary in games::list(&connection)? {
        if summary.over {
            checked.ended += 1;
            continue;
        }
        checked.running += 1;
        let Some(stored) = games::load(&connection, &summary.id)? else { continue };
        let (title, engine) = (stored.record.header.title.clone(), stored.record.header.engine.clone());
        let opened = tables.open(&stored.scenario, &stored.record.header.scenario).map_err(|error| error.to_string());
        let why = match opened {
            Ok(table) => restored(&table, stored).hold().map(ToString::to_string),
            Err(why) => Some(why),
        };
        checked.held.extend(why.map(|why| HeldGame { game: summary.id, title, engine, why }));
    }
    Ok(checked)
}

/// Has another version of the program, the file `program`, check the data file.
///
/// # Errors
/// The program cannot be run, or its answer is not one of a check.
pub fn check_against(data: &Path, program: &Path) -> Result<CheckedData, HostError> {
    let failed = |why: String| HostError::Program { path: program.to_owned(), why };
    let order = ["host", "check", "--format", "json", "--data"];
    let output = Command::new(program).args(order).arg(data).stdin(Stdio::null()).stderr(Stdio::inherit()).output();
    let output = output.map_err(|error| failed(error.to_string()))?;
    let text = String::from_utf8_lossy(&output.stdout);
    // A program that greets does so before it answers.
    let answer = text.get(text.find('{').unwrap_or_default()..).unwrap_or_default();
    let mut answers = serde_json::Deserializer::from_str(answer).into_iter::<CheckedData>();
    match answers.next() {
        Some(Ok(checked)) => Ok(checked),
        Some(Err(_)) | None => {
            Err(failed(format!("it has no `host check --format json`, or has failed ({})", output.status)))
        }
    }
}

/// Restores a kept game on `table`. It is held if the rules of this version lead to another position than the one that was stored.
pub(crate) fn restored(table: &Arc<GameTable>, stored: StoredGame) -> Referee {
    let StoredGame { record, secret, marks, result, .. } = stored;
    let mut referee = Referee::restore(table, &record, Some(secret), &marks);
    if let Some(result) = result {
        referee.recall(result.won_by(), result.text);
    }
    referee
}

/// Returns the record of a game as a text. It holds the secret choices of both sides.
///
/// # Errors
/// There is no such game, or the file cannot be read.
pub fn export(data: &Path, game: &str) -> Result<String, HostError> {
    let connection = store::read_only(data)?;
    let stored = games::load(&connection, game)?.ok_or_else(|| HostError::NoGame(game.to_owned()))?;
    Ok(stored.record.write())
}

/// Erases a game with its links. A server that runs ends its pages with the next choice.
///
/// # Errors
/// There is no such game, or the file cannot be written.
pub fn erase(data: &Path, game: &str) -> Result<(), HostError> {
    // A missing file is told, and not made.
    drop(store::read_only(data)?);
    let connection = store::connect(data)?;
    if games::erase(&connection, game)? { Ok(()) } else { Err(HostError::NoGame(game.to_owned())) }
}

/// The digits of the id of a row.
const ROW_ID: usize = 16;

/// Returns a text of a stranger in a form that a spreadsheet takes for no formula.
fn guarded(text: String) -> String {
    if text.starts_with(['=', '+', '-', '@', '\'', '\t', '\r']) { format!("'{text}") } else { text }
}

/// Returns the results of all games that have ended, as CSV without names: a row for each, whose `game` tells rows of the same game in
/// several tables, and `scenario` is the SHA-256 of the scenario's text. Points are given where the rules ended the game.
///
/// # Errors
/// The file cannot be read.
pub fn results(data: &Path) -> Result<String, HostError> {
    let connection = store::read_only(data)?;
    let mut writer = csv::Writer::from_writer(Vec::new());
    let csv = |error: csv::Error| HostError::Io(error.into());
    writer
        .write_record([
            "game",
            "scenario",
            "system",
            "title",
            "engine",
            "first",
            "second",
            "why",
            "winner",
            "degree",
            "first_points",
            "second_points",
            "turn",
            "inputs",
            "minutes",
            "result",
        ])
        .map_err(csv)?;
    for ResultRow { game, scenario, system, title, result } in rows(&connection)? {
        let GameResult { engine, why, winner, degree, points, text, turn, inputs, minutes, players } = result;
        let [first, second] = players;
        let [one, two] = points.map_or_else(Default::default, |points| points.map(|points| points.to_string()));
        let (turn, inputs, minutes) = (turn.to_string(), inputs.to_string(), minutes.to_string());
        // The id is part of the links, so that whoever has a link would know the row.
        let game = random::hex(&random::hash(game.as_bytes())).chars().take(ROW_ID).collect();
        let (title, text) = (guarded(title), guarded(text));
        let row = [game, scenario, system, title, engine, first, second, why, winner, degree, one, two, turn, inputs];
        writer.write_record(row.into_iter().chain([minutes, text])).map_err(csv)?;
    }
    let bytes = writer.into_inner().map_err(|error| HostError::Io(std::io::Error::other(error.to_string())))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Returns the results of all games that have ended. One that a crash has kept from being stored is found by playing again.
fn rows(connection: &rusqlite::Connection) -> Result<Vec<ResultRow>, HostError> {
    let mut rows = results::list(connection)?;
    let tables = crate::tables::Tables::default();
    for id in results::missing(connection)? {
        let Some(stored) = games::load(connection, &id)? else { continue };
        let scenario = stored.scenario.clone();
        let ended = results::ended(&stored.record.entries).unwrap_or_default();
        let Ok(table) = tables.open(&scenario, &stored.record.header.scenario) else { continue };
        let referee = restored(&table, stored);
        let header = referee.header();
        let (system, title) = (header.system.clone(), header.title.clone());
        let result = GameResult::of(&referee, ended);
        rows.extend(result.map(|result| ResultRow { game: id, scenario, system, title, result }));
    }
    Ok(rows)
}
