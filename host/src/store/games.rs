//! Games in the data file.

use battlewright_referee::{Entry, EntryKind, GameRecord, Header, Mark, Seat};
use rusqlite::{Connection, OptionalExtension as _, params};

use crate::error::StoreError;
use crate::random;
use crate::store::results::GameResult;

/// The requests that are remembered when a game is loaded. The table of requests refuses older ones.
const REQUESTS: i64 = 100;

/// A game to be kept.
pub(crate) struct NewGame {
    /// The header of its record.
    pub(crate) header: Header,
    /// The keeper's share in the dice.
    pub(crate) secret: [u8; 32],
    /// The hashes of the tokens of the seats, in order.
    pub(crate) tokens: [[u8; 32]; 3],
    /// The game whose players play again.
    pub(crate) follows: Option<String>,
}

/// A game as it is kept.
#[derive(Clone)]
pub(crate) struct StoredGame {
    /// The record.
    pub(crate) record: GameRecord,
    /// The keeper's share in the dice.
    pub(crate) secret: [u8; 32],
    /// The positions before requests, by which a changed engine is found out.
    pub(crate) marks: Vec<Mark>,
    /// The result, once the game has ended.
    pub(crate) result: Option<GameResult>,
    /// The hash of the scenario's text.
    pub(crate) scenario: String,
}

/// A game in a list.
pub(crate) struct GameSummary {
    /// The id.
    pub(crate) id: String,
    /// `true` for a game that has ended.
    pub(crate) over: bool,
}

/// Entries to be kept, which carry out one request.
pub(crate) struct NewEntries {
    /// The id of the game.
    pub(crate) game: String,
    /// The number of the first entry.
    pub(crate) n: usize,
    /// The entries.
    pub(crate) entries: Vec<Entry>,
    /// The hash of the position before; `None` if it is not the one that the entries have led to, as in a held game.
    pub(crate) before: Option<u64>,
    /// The seat and the id of the request, if a page has sent it.
    pub(crate) request: Option<(Seat, String)>,
}

impl NewGame {
    /// Keeps the game.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn keep(&self, connection: &Connection) -> Result<(), StoreError> {
        let Header { id, made, scenario, clock, system, title, .. } = &self.header;
        let hash = random::hex(&random::hash(scenario.as_bytes()));
        let mut known = connection
            .prepare_cached("INSERT OR IGNORE INTO scenario (hash, system, title, text) VALUES (?1, ?2, ?3, ?4)")?;
        known.execute(params![hash, system, title, scenario])?;
        // The scenario is kept once for all its games.
        let mut header = self.header.clone();
        header.scenario.clear();
        let header = written(&header)?;
        connection.execute(
            "INSERT INTO game (id, scenario, made, changed, header, secret, timed) VALUES (?1, ?2, ?3, ?3, ?4, ?5, ?6)",
            params![id, hash, signed(*made), header, self.secret, clock.is_some()],
        )?;
        for (kind, token) in (0_i64..).zip(&self.tokens) {
            connection.execute(
                "INSERT INTO token (hash, game, kind, made) VALUES (?1, ?2, ?3, ?4)",
                params![token, id, kind, signed(*made)],
            )?;
        }
        if let Some(old) = &self.follows {
            connection.execute("UPDATE game SET next = ?2 WHERE id = ?1 AND next IS NULL", [old, id])?;
        }
        Ok(())
    }
}

impl NewEntries {
    /// Keeps the entries.
    ///
    /// # Errors
    /// The file cannot be written, the game was erased, or an entry of this number is kept already.
    pub(crate) fn keep(&self, connection: &Connection) -> Result<(), StoreError> {
        let mut insert =
            connection.prepare_cached("INSERT INTO entry (game, n, body, before) VALUES (?1, ?2, ?3, ?4)")?;
        for (k, entry) in self.entries.iter().enumerate() {
            let before = self.before.filter(|_| k == 0).map(u64::cast_signed);
            insert.execute(params![self.game, count(self.n + k), written(entry)?, before])?;
        }
        if let Some((seat, id)) = &self.request {
            let mut insert =
                connection.prepare_cached("INSERT INTO request (game, seat, id, n) VALUES (?1, ?2, ?3, ?4)")?;
            insert.execute(params![self.game, count(seat.index()), id, count(self.n)])?;
        }
        let changed = self.entries.last().map_or(0, |entry| signed(entry.at));
        let over = self.entries.iter().any(|entry| matches!(entry.kind, EntryKind::End { .. }));
        let mut update =
            connection.prepare_cached("UPDATE game SET changed = ?2, over = max(over, ?3) WHERE id = ?1")?;
        update.execute(params![self.game, changed, over])?;
        Ok(())
    }
}

/// Returns the kept game `id`; `None` if there is none.
///
/// # Errors
/// The file cannot be read, or is damaged.
pub(crate) fn load(connection: &Connection, id: &str) -> Result<Option<StoredGame>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT header, secret, hash, text, result FROM game JOIN scenario ON scenario.hash = game.scenario
         WHERE id = ?1",
    )?;
    let row = |row: &rusqlite::Row<'_>| {
        Ok((row.get::<_, String>(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get::<_, Option<String>>(4)?))
    };
    let Some((header, secret, scenario, text, result)) = statement.query_row([id], row).optional()? else {
        return Ok(None);
    };
    let mut header: Header = parsed(&header)?;
    header.scenario = text;
    let mut statement = connection.prepare_cached("SELECT n, body, before FROM entry WHERE game = ?1 ORDER BY n")?;
    let mut rows = statement.query([id])?;
    let (mut entries, mut marks) = (Vec::new(), Vec::new());
    while let Some(row) = rows.next()? {
        if row.get::<_, i64>(0)? != count(entries.len()) {
            return Err(StoreError::Damaged(format!("entry {} of game {id} is missing", entries.len())));
        }
        if let Some(hash) = row.get::<_, Option<i64>>(2)? {
            marks.push(Mark { n: entries.len(), hash: hash.cast_unsigned() });
        }
        entries.push(parsed(&row.get::<_, String>(1)?)?);
    }
    let result = result.map(|result| parsed(&result)).transpose()?;
    Ok(Some(StoredGame { record: GameRecord { header, entries }, secret, marks, result, scenario }))
}

/// Returns the last requests that were carried out, the oldest first: the indexes of their seats, and their ids.
///
/// # Errors
/// The file cannot be read.
pub(crate) fn requests(connection: &Connection, game: &str) -> Result<Vec<(usize, String)>, StoreError> {
    let mut statement =
        connection.prepare_cached("SELECT seat, id FROM request WHERE game = ?1 ORDER BY n DESC LIMIT ?2")?;
    let row = |row: &rusqlite::Row<'_>| Ok((row.get::<_, i64>(0)?, row.get(1)?));
    let mut found: Vec<(i64, String)> = statement.query_map(params![game, REQUESTS], row)?.collect::<Result<_, _>>()?;
    found.reverse();
    Ok(found.into_iter().filter_map(|(seat, id)| Some((usize::try_from(seat).ok()?, id))).collect())
}

/// Returns all games, the oldest first.
///
/// # Errors
/// The file cannot be read.
pub(crate) fn list(connection: &Connection) -> Result<Vec<GameSummary>, StoreError> {
    let mut statement = connection.prepare("SELECT id, over FROM game ORDER BY made, id")?;
    let rows = statement.query_map([], |row| Ok(GameSummary { id: row.get(0)?, over: row.get(1)? }))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Returns the number of games.
///
/// # Errors
/// The file cannot be read.
pub(crate) fn number(connection: &Connection) -> Result<i64, StoreError> {
    Ok(connection.query_row("SELECT count(*) FROM game", [], |row| row.get(0))?)
}

/// Lets the clocks of all games stand still from `from` until `until`, in which no server ran.
///
/// # Errors
/// The file cannot be written.
pub(crate) fn downtime(connection: &Connection, from: u64, until: u64) -> Result<(), StoreError> {
    let entry = written(&Entry { at: until, by: None, kind: EntryKind::Downtime { from } })?;
    connection.execute(
        "INSERT INTO entry (game, n, body)
         SELECT id, (SELECT count(*) FROM entry WHERE entry.game = game.id), ?1 FROM game
         WHERE timed AND NOT over AND EXISTS (SELECT 1 FROM entry WHERE entry.game = game.id)",
        [entry],
    )?;
    Ok(())
}

/// Erases the game `id` with its links; returns `false` if there is none. Its scenario goes with its last game.
///
/// # Errors
/// The file cannot be written.
pub(crate) fn erase(connection: &Connection, id: &str) -> Result<bool, StoreError> {
    let erased = connection.execute("DELETE FROM game WHERE id = ?1", [id])? > 0;
    forget_scenarios(connection)?;
    Ok(erased)
}

/// Erases the games that have ended before `time`, in milliseconds since 1970; returns their number.
///
/// # Errors
/// The file cannot be written.
pub(crate) fn erase_ended(connection: &Connection, time: u64) -> Result<usize, StoreError> {
    let erased = connection.execute("DELETE FROM game WHERE over AND changed < ?1", [signed(time)])?;
    forget_scenarios(connection)?;
    Ok(erased)
}

fn forget_scenarios(connection: &Connection) -> Result<(), StoreError> {
    connection.execute("DELETE FROM scenario WHERE hash NOT IN (SELECT scenario FROM game)", [])?;
    Ok(())
}

/// Returns the text of the scenario with this hash.
///
/// # Errors
/// The file cannot be read.
pub(crate) fn scenario(connection: &Connection, hash: &str) -> Result<Option<String>, StoreError> {
    let mut statement = connection.prepare_cached("SELECT text FROM scenario WHERE hash = ?1")?;
    Ok(statement.query_row([hash], |row| row.get(0)).optional()?)
}

/// Marks that the players in `bits` want to play `game` again; returns all who want to, and the game that has come of it.
///
/// # Errors
/// The file cannot be written.
pub(crate) fn want_again(connection: &Connection, game: &str, bits: i64) -> Result<(i64, Option<String>), StoreError> {
    let mut statement =
        connection.prepare_cached("UPDATE game SET again = again | ?2 WHERE id = ?1 RETURNING again, next")?;
    Ok(statement.query_row(params![game, bits], |row| Ok((row.get(0)?, row.get(1)?)))?)
}

/// Returns the sides that want to play again, the first side as bit 0.
///
/// # Errors
/// The file cannot be read.
pub(crate) fn wanted_again(connection: &Connection, game: &str) -> Result<i64, StoreError> {
    let mut statement = connection.prepare_cached("SELECT again FROM game WHERE id = ?1")?;
    Ok(statement.query_row([game], |row| row.get(0))?)
}

/// Returns the index of the side whose choice `game` waits for, as it is noted; `None` if it waits for nobody.
///
/// # Errors
/// The file cannot be read.
pub(crate) fn awaited_side(connection: &Connection, game: &str) -> Result<Option<usize>, StoreError> {
    let mut statement = connection.prepare_cached("SELECT awaited FROM game WHERE id = ?1")?;
    let side: Option<Option<i64>> = statement.query_row([game], |row| row.get(0)).optional()?;
    Ok(side.flatten().and_then(|side| usize::try_from(side).ok()))
}

/// Notes whose choice `game` waits for since `since`; returns `false` if that is known.
///
/// # Errors
/// The file cannot be written.
pub(crate) fn await_side(
    connection: &Connection,
    game: &str,
    side: Option<usize>,
    since: u64,
) -> Result<bool, StoreError> {
    let mut statement = connection
        .prepare_cached("UPDATE game SET awaited = ?2, awaited_since = ?3 WHERE id = ?1 AND awaited IS NOT ?2")?;
    Ok(statement.execute(params![game, side.map(count), signed(since)])? > 0)
}

pub(super) fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

pub(super) fn signed(time: u64) -> i64 {
    i64::try_from(time).unwrap_or(i64::MAX)
}

fn written(value: &impl serde::Serialize) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError::Damaged(error.to_string()))
}

fn parsed<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| StoreError::Damaged(error.to_string()))
}
