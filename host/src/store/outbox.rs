//! Webhooks of seats, and the notices that are to be sent to them.

use battlewright_referee::Seat;
use rusqlite::{Connection, OptionalExtension as _, params};

use super::games::{count, signed};
use crate::error::StoreError;

/// The tries for the notice of a turn.
pub(crate) const TRIES: usize = 3;

/// The tries that fail one after the other until a webhook is switched off.
const FAILURES: i64 = 10;

/// The address at which a player is told of the own move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Webhook {
    /// The address.
    pub(crate) address: String,
    /// `false` once too many tries have failed.
    pub(crate) on: bool,
    /// The reason why the last try has failed; empty if it has not.
    pub(crate) error: String,
}

/// A notice to be sent now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DueNotice {
    /// The id of the game.
    pub(crate) game: String,
    /// The seat of the player.
    pub(crate) seat: Seat,
    /// The time since which the player has been awaited, in milliseconds since 1970.
    pub(crate) since: i64,
    /// The tries before.
    pub(crate) tries: usize,
    /// The address.
    pub(crate) address: String,
    /// The name of the side.
    pub(crate) side: String,
    /// The title of the scenario.
    pub(crate) title: String,
}

/// Keeps the webhook of the seat, switched on; `side` is the name of the side.
///
/// # Errors
/// The file cannot be written, or the game was erased.
pub(crate) fn set(
    connection: &Connection,
    game: &str,
    seat: Seat,
    side: &str,
    address: &str,
) -> Result<(), StoreError> {
    connection.execute(
        "INSERT INTO webhook (game, seat, address, side) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT DO UPDATE SET address = ?3, side = ?4, failures = 0, error = ''",
        params![game, count(seat.index()), address, side],
    )?;
    Ok(())
}

/// Removes the webhook of the seat, with the notice that waits.
///
/// # Errors
/// The file cannot be written.
pub(crate) fn remove(connection: &Connection, game: &str, seat: Seat) -> Result<(), StoreError> {
    connection.execute("DELETE FROM webhook WHERE game = ?1 AND seat = ?2", params![game, count(seat.index())])?;
    Ok(())
}

/// Returns the webhook of the seat; `None` if there is none.
///
/// # Errors
/// The file cannot be read.
pub(crate) fn webhook(connection: &Connection, game: &str, seat: Seat) -> Result<Option<Webhook>, StoreError> {
    let mut statement =
        connection.prepare_cached("SELECT address, failures, error FROM webhook WHERE game = ?1 AND seat = ?2")?;
    let row = |row: &rusqlite::Row<'_>| {
        Ok(Webhook { address: row.get(0)?, on: row.get::<_, i64>(1)? < FAILURES, error: row.get(2)? })
    };
    Ok(statement.query_row(params![game, count(seat.index())], row).optional()?)
}

/// Begins the turn of `side` in `game` at `since`: what was to be told of the turn before no longer is, and the player is told at
/// `due`, if there is a webhook. With `None`, nobody has to choose.
///
/// # Errors
/// The file cannot be written.
pub(crate) fn turn(
    connection: &Connection,
    game: &str,
    side: Option<usize>,
    since: u64,
    due: u64,
) -> Result<(), StoreError> {
    let mut drop = connection.prepare_cached("DELETE FROM outbox WHERE game = ?1")?;
    drop.execute([game])?;
    if let Some(side) = side {
        let mut insert = connection.prepare_cached(
            "INSERT INTO outbox (game, seat, since, due)
             SELECT game, seat, ?3, ?4 FROM webhook WHERE game = ?1 AND seat = ?2 AND failures < ?5",
        )?;
        insert.execute(params![game, count(side), signed(since), signed(due), FAILURES])?;
    }
    Ok(())
}

/// Returns at most `most` notices that are due at `now`, those that wait longest first.
///
/// # Errors
/// The file cannot be read.
pub(crate) fn due(connection: &Connection, now: u64, most: usize) -> Result<Vec<DueNotice>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT game, seat, since, tries, address, side, title
         FROM outbox JOIN webhook USING (game, seat)
         JOIN game ON game.id = outbox.game JOIN scenario ON scenario.hash = game.scenario
         WHERE due <= ?1 AND tries < ?2 ORDER BY due LIMIT ?3",
    )?;
    let row = |row: &rusqlite::Row<'_>| {
        let seat = if row.get::<_, i64>(1)? == 0 { Seat::First } else { Seat::Second };
        Ok(DueNotice {
            game: row.get(0)?,
            seat,
            since: row.get(2)?,
            tries: usize::try_from(row.get::<_, i64>(3)?).unwrap_or(TRIES),
            address: row.get(4)?,
            side: row.get(5)?,
            title: row.get(6)?,
        })
    };
    Ok(statement.query_map(params![signed(now), count(TRIES), count(most)], row)?.collect::<Result<_, _>>()?)
}

/// Returns when the next notice is due, in milliseconds since 1970; `None` if none waits.
///
/// # Errors
/// The file cannot be read.
pub(crate) fn next(connection: &Connection) -> Result<Option<u64>, StoreError> {
    let mut statement = connection.prepare_cached("SELECT min(due) FROM outbox WHERE tries < ?1")?;
    let next: Option<i64> = statement.query_row([count(TRIES)], |row| row.get(0))?;
    Ok(next.map(|due| u64::try_from(due).unwrap_or_default()))
}

/// Notes a try before it is made, and when the next one is due: whatever happens to the server, a turn has few tries. Returns `false`
/// if the turn is over.
///
/// # Errors
/// The file cannot be written.
pub(crate) fn begin(connection: &Connection, notice: &DueNotice, again: u64) -> Result<bool, StoreError> {
    let mut update = connection
        .prepare_cached("UPDATE outbox SET tries = tries + 1, due = ?4 WHERE game = ?1 AND seat = ?2 AND since = ?3")?;
    Ok(update.execute(params![notice.game, count(notice.seat.index()), notice.since, signed(again)])? > 0)
}

/// Notes the end of a try, which has failed if there is an `error`. Returns the webhook as it is now.
///
/// # Errors
/// The file cannot be written.
pub(crate) fn end(
    connection: &Connection,
    notice: &DueNotice,
    error: Option<&str>,
) -> Result<Option<Webhook>, StoreError> {
    let seat = count(notice.seat.index());
    let failed = error.is_some();
    let mut update = connection.prepare_cached(
        "UPDATE webhook SET failures = CASE WHEN ?4 THEN failures + 1 ELSE 0 END, error = ?5
         WHERE game = ?1 AND seat = ?2 AND address = ?3",
    )?;
    update.execute(params![notice.game, seat, notice.address, failed, error.unwrap_or_default()])?;
    let mut drop = connection.prepare_cached(
        "DELETE FROM outbox WHERE game = ?1 AND seat = ?2 AND since = ?3
         AND (NOT ?4 OR tries >= ?5 OR EXISTS (
            SELECT 1 FROM webhook WHERE webhook.game = ?1 AND webhook.seat = ?2 AND failures >= ?6))",
    )?;
    drop.execute(params![notice.game, seat, notice.since, failed, count(TRIES), FAILURES])?;
    webhook(connection, &notice.game, notice.seat)
}
