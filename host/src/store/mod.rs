//! The data file: one SQLite database, one thread that writes.
//!
//! A change is stored before anybody is told of it. Changes that wait while the disk is busy are committed together, so that many
//! games share the time of one commit.

pub(crate) mod games;
pub(crate) mod migrate;
pub(crate) mod outbox;
pub(crate) mod results;
#[cfg(test)]
mod tests;
pub(crate) mod tokens;
mod writer;

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, OptionalExtension as _};
use tokio::sync::{mpsc, oneshot};

pub(crate) use games::{NewGame, StoredGame};
pub(crate) use tokens::TokenKind;

use crate::error::StoreError;
use writer::Job;

/// The time that a reader or an order of the operator waits for the writer.
const PATIENCE: Duration = Duration::from_secs(10);

/// The changes that may wait for the writer.
const WAITING: usize = 1024;

/// The data file of a running server.
pub(crate) struct Store {
    jobs: Mutex<Option<mpsc::Sender<Job>>>,
    reader: Mutex<Connection>,
    writer: Mutex<Option<JoinHandle<()>>>,
    /// Kept open: the system forgets the lock with it, however the program ends.
    lock: Mutex<Option<File>>,
}

impl Store {
    /// Opens the data file at `path` for a server, or makes it. An older format is copied and converted. The file grows to at most
    /// `most` bytes.
    ///
    /// # Errors
    /// The file cannot be used, or another server uses it.
    pub(crate) fn open(path: &Path, most: u64) -> Result<Self, StoreError> {
        let lock = locked(path)?;
        let connection = connect(path)?;
        migrate::migrate(&connection, path)?;
        let page: i64 = connection.pragma_query_value(None, "page_size", |row| row.get(0))?;
        let pages = i64::try_from(most).unwrap_or(i64::MAX) / page.max(1);
        connection.pragma_update_and_check(None, "max_page_count", pages, |_| Ok(()))?;
        let reader = Mutex::new(read_only(path)?);
        let (jobs, waiting) = mpsc::channel(WAITING);
        let writer =
            std::thread::Builder::new().name("store".to_owned()).spawn(move || writer::run(&connection, waiting))?;
        Ok(Self {
            jobs: Mutex::new(Some(jobs)),
            reader,
            writer: Mutex::new(Some(writer)),
            lock: Mutex::new(Some(lock)),
        })
    }

    /// Carries out `work` in a transaction, and returns when it is on the disk.
    ///
    /// # Errors
    /// The error of `work`, or of the commit; then nothing of it is stored.
    pub(crate) async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.queue(work).await?.await.map_err(|_| StoreError::Dropped)?
    }

    /// Hands `work` over, to be carried out after all that was handed over before. The receiver learns when it is on the disk; it is
    /// closed without a word if the work was not carried out.
    ///
    /// # Errors
    /// The server ends.
    pub(crate) async fn queue<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<oneshot::Receiver<Result<T, StoreError>>, StoreError> {
        let jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner).clone().ok_or(StoreError::Closed)?;
        let (tell, told) = oneshot::channel();
        jobs.send(writer::job(work, tell)).await.map_err(|_| StoreError::Closed)?;
        Ok(told)
    }

    /// Reads what is stored. It blocks; call it where that is allowed.
    ///
    /// # Errors
    /// The error of `work`.
    pub(crate) fn read<T>(&self, work: impl FnOnce(&Connection) -> Result<T, StoreError>) -> Result<T, StoreError> {
        work(&self.reader.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Carries out what waits, and ends the thread that writes.
    pub(crate) fn close(&self) {
        drop(self.jobs.lock().unwrap_or_else(PoisonError::into_inner).take());
        if let Some(writer) = self.writer.lock().unwrap_or_else(PoisonError::into_inner).take() {
            // A thread that has panicked has answered its jobs with an error.
            let _ = writer.join();
        }
        drop(self.lock.lock().unwrap_or_else(PoisonError::into_inner).take());
    }
}

/// Reads what is stored, on a thread that may block.
///
/// # Errors
/// The error of `work`.
pub(crate) async fn read<T: Send + 'static>(
    store: &Arc<Store>,
    work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
) -> Result<T, StoreError> {
    let store = Arc::clone(store);
    tokio::task::spawn_blocking(move || store.read(work)).await.map_err(|_| StoreError::Closed)?
}

/// Locks the data file at `path` for one server.
fn locked(path: &Path) -> Result<File, StoreError> {
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    let file = File::options().create(true).truncate(false).write(true).open(PathBuf::from(name))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse),
        Err(TryLockError::Error(error)) => Err(error.into()),
    }
}

/// Opens a connection that writes.
pub(crate) fn connect(path: &Path) -> Result<Connection, StoreError> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(PATIENCE)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    // Both are needed against a loss of power: the log before the change, and the disk's own word before the answer.
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    private(path);
    Ok(connection)
}

/// Opens a connection to the data file that only reads.
///
/// # Errors
/// The file is missing, is no data file, or is newer than this version.
pub(crate) fn read_only(path: &Path) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(PATIENCE)?;
    migrate::known(&connection)?;
    Ok(connection)
}

/// Lets only the operator's account read the data file, which holds the secrets of all games.
fn private(path: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // A file of somebody else keeps the rights that its owner has chosen.
        let _ = std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600));
    }
    #[cfg(not(unix))]
    let _ = path;
}

/// Returns the value of `key` about the file as a whole.
///
/// # Errors
/// The file cannot be read.
pub(crate) fn meta(connection: &Connection, key: &str) -> Result<Option<String>, StoreError> {
    let mut statement = connection.prepare_cached("SELECT value FROM meta WHERE key = ?1")?;
    Ok(statement.query_row([key], |row| row.get(0)).optional()?)
}

/// Keeps the value of `key` about the file as a whole.
///
/// # Errors
/// The file cannot be written.
pub(crate) fn keep_meta(connection: &Connection, key: &str, value: &str) -> Result<(), StoreError> {
    let mut statement = connection.prepare_cached("INSERT OR REPLACE INTO meta (key, value) VALUES (?1, ?2)")?;
    statement.execute([key, value])?;
    Ok(())
}
