//! The thread that writes: jobs are collected while the disk is busy, and committed together.

use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

use crate::error::StoreError;

/// The most jobs of a commit.
const TOGETHER: usize = 64;

/// More bytes than the jobs of a commit add.
const NEAR: i64 = 32 << 20;

/// A job: it changes the database, and returns what tells its caller the end.
pub(super) type Job = Box<dyn FnOnce(&Connection) -> Answer + Send>;

/// Tells the caller of a job how the commit has ended.
type Answer = Box<dyn FnOnce(Result<(), StoreError>) + Send>;

/// Returns the job of `work`, whose result is told by `tell`.
pub(super) fn job<T: Send + 'static>(
    work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    tell: oneshot::Sender<Result<T, StoreError>>,
) -> Job {
    Box::new(move |connection| {
        let result = apart(connection, work);
        // Whoever has asked may be gone; what is stored stays.
        Box::new(move |committed| drop(tell.send(committed.and(result))))
    })
}

/// Carries out `work` so that its error undoes its own changes alone.
fn apart<T>(connection: &Connection, work: impl FnOnce(&Connection) -> Result<T, StoreError>) -> Result<T, StoreError> {
    connection.execute_batch("SAVEPOINT job")?;
    let result = work(connection);
    if result.is_err() && !connection.is_autocommit() {
        connection.execute_batch("ROLLBACK TO job")?;
    }
    if !connection.is_autocommit() {
        connection.execute_batch("RELEASE job")?;
    }
    result.map_err(|error| named(connection, error))
}

/// Returns `error`, told apart where SQLite calls a file that may not grow a full disk.
fn named(connection: &Connection, error: StoreError) -> StoreError {
    let number = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0)).unwrap_or_default();
    // An error may already have undone what has filled the file.
    let left = || (number("max_page_count") - number("page_count") + number("freelist_count")) * number("page_size");
    if error == StoreError::Full && left() < NEAR { StoreError::Limit } else { error }
}

/// Carries out `jobs` until nobody can send one.
pub(super) fn run(connection: &Connection, mut jobs: mpsc::Receiver<Job>) {
    while let Some(first) = jobs.blocking_recv() {
        let mut waiting = vec![first];
        while let Some(job) = (waiting.len() < TOGETHER).then(|| jobs.try_recv().ok()).flatten() {
            waiting.push(job);
        }
        commit(connection, waiting);
    }
}

fn commit(connection: &Connection, jobs: Vec<Job>) {
    let mut answers = Vec::new();
    let mut result = connection.execute_batch("BEGIN IMMEDIATE").map_err(StoreError::from);
    for job in jobs {
        // A full disk ends the transaction by itself: what follows would be stored although its caller is told that it is not.
        if result.is_ok() && connection.is_autocommit() {
            result = Err(StoreError::Full);
        }
        if result.is_ok() {
            answers.push(job(connection));
        }
        // A job that is not carried out is dropped, and its caller learns it from the closed channel.
    }
    if result.is_ok() && connection.is_autocommit() {
        result = Err(StoreError::Full);
    }
    let result = result.and_then(|()| connection.execute_batch("COMMIT").map_err(StoreError::from));
    if result.is_err() && !connection.is_autocommit() {
        // The connection itself undoes an open transaction at the latest when it begins the next one.
        let _ = connection.execute_batch("ROLLBACK");
    }
    let result = result.map_err(|error| named(connection, error));
    for answer in answers {
        answer(result.clone());
    }
}
