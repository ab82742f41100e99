//! Tokens: what a link opens. Only their hashes are kept.

use battlewright_referee::Seat;
use rusqlite::{Connection, OptionalExtension as _, params};

use super::games::signed;
use crate::error::StoreError;

/// The most tokens of a kind for a game: what a player can ask for again and again.
const MOST: i64 = 20;

/// The seat or feed that a token opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// A seat.
    Seat(Seat),
    /// The feed of the player in a seat.
    Feed(Seat),
}

impl TokenKind {
    fn number(self) -> i64 {
        let index = |seat: Seat| i64::try_from(seat.index()).unwrap_or_default();
        match self {
            Self::Seat(seat) => index(seat),
            Self::Feed(seat) => 3 + index(seat),
        }
    }

    fn of(number: i64) -> Option<Self> {
        let kinds = Seat::ALL.map(Self::Seat).into_iter().chain(Seat::ALL.map(Self::Feed));
        kinds.into_iter().find(|kind| kind.number() == number)
    }
}

/// Returns the game and what the token with this hash opens in it.
///
/// # Errors
/// The file cannot be read.
pub(crate) fn opened(connection: &Connection, hash: &[u8; 32]) -> Result<Option<(String, TokenKind)>, StoreError> {
    let mut statement = connection.prepare_cached("SELECT game, kind FROM token WHERE hash = ?1")?;
    let row = |row: &rusqlite::Row<'_>| Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?));
    let found = statement.query_row(params![hash], row).optional()?;
    Ok(found.and_then(|(game, kind)| Some((game, TokenKind::of(kind)?))))
}

/// Adds a token to `game`; returns `false` if it has too many of the kind.
///
/// # Errors
/// The file cannot be written.
pub(crate) fn add(
    connection: &Connection,
    game: &str,
    kind: TokenKind,
    hash: &[u8; 32],
    now: u64,
) -> Result<bool, StoreError> {
    let mut count = connection.prepare_cached("SELECT count(*) FROM token WHERE game = ?1 AND kind = ?2")?;
    if count.query_row(params![game, kind.number()], |row| row.get::<_, i64>(0))? >= MOST {
        return Ok(false);
    }
    let mut insert = connection.prepare_cached("INSERT INTO token (hash, game, kind, made) VALUES (?1, ?2, ?3, ?4)")?;
    insert.execute(params![hash, game, kind.number(), signed(now)])?;
    Ok(true)
}

/// Removes all tokens of `kind` from `game` but the one with this hash. Returns `false` and removes none if the game has no such token.
///
/// # Errors
/// The file cannot be written.
pub(crate) fn keep_only(
    connection: &Connection,
    game: &str,
    kind: TokenKind,
    hash: &[u8; 32],
) -> Result<bool, StoreError> {
    if opened(connection, hash)? != Some((game.to_owned(), kind)) {
        return Ok(false);
    }
    let mut delete = connection.prepare_cached("DELETE FROM token WHERE game = ?1 AND kind = ?2 AND hash <> ?3")?;
    delete.execute(params![game, kind.number(), hash])?;
    Ok(true)
}

/// The facts about a game that a feed tells.
pub(crate) struct AwaitedTurn {
    /// The title of the scenario.
    pub(crate) title: String,
    /// The index of the side whose choice is awaited, and since when, in milliseconds since 1970.
    pub(crate) side: Option<(i64, i64)>,
    /// The time at which the game was made.
    pub(crate) made: i64,
    /// `true` if the game has ended.
    pub(crate) over: bool,
    /// The time of the last change.
    pub(crate) changed: i64,
}

/// Returns what a feed tells of `game`.
///
/// # Errors
/// The file cannot be read.
pub(crate) fn awaited(connection: &Connection, game: &str) -> Result<Option<AwaitedTurn>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT title, awaited, awaited_since, made, over, changed
         FROM game JOIN scenario ON scenario.hash = game.scenario WHERE id = ?1",
    )?;
    let row = |row: &rusqlite::Row<'_>| {
        let (side, since): (Option<i64>, Option<i64>) = (row.get(1)?, row.get(2)?);
        Ok(AwaitedTurn {
            title: row.get(0)?,
            side: side.zip(since),
            made: row.get(3)?,
            over: row.get(4)?,
            changed: row.get(5)?,
        })
    };
    Ok(statement.query_row([game], row).optional()?)
}
