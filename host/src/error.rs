//! Errors of the server and of its data file.

use std::io;
use std::path::PathBuf;

use battlewright_referee::RecordError;

/// The reason why the server cannot begin, or an order about its data cannot be carried out.
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    /// The data file.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There is no such folder.
    #[error("no such folder: {0}")]
    Folder(PathBuf),
    /// The origin is no address of a site.
    #[error("{0:?} is no origin: it has `https://` or `http://`, a name, and perhaps a port, but no path")]
    Origin(String),
    /// The port cannot be opened.
    #[error("cannot open {address}: {error}")]
    Port {
        /// The address.
        address: String,
        /// The reason.
        error: io::Error,
    },
    /// The system gives no random numbers, without which there are no fair dice.
    #[error("the system gives no random numbers: {0}")]
    Random(getrandom::Error),
    /// There is no such game.
    #[error("there is no game {0}")]
    NoGame(String),
    /// A record cannot be read.
    #[error("game {game}: {error}")]
    Record {
        /// The id of the game.
        game: String,
        /// The reason.
        error: RecordError,
    },
    /// Another version of the program cannot check the data file.
    #[error("{}: {why}", path.display())]
    Program {
        /// The program.
        path: PathBuf,
        /// The reason.
        why: String,
    },
    /// The file for a copy exists.
    #[error("{0} exists: name a new file")]
    Exists(PathBuf),
    /// The runtime, or a file.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// The reason why the data file cannot be read or written. After an error of a write, nothing of it is stored.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// The disk is full.
    #[error("the disk is full")]
    Full,
    /// The data file may not grow.
    #[error("the data file has reached its greatest size")]
    Limit,
    /// The file was written by a newer version.
    #[error("the data file has format {found}, and this version knows formats up to {known}: use a newer version")]
    Newer {
        /// The format of the file.
        found: i64,
        /// The newest known format.
        known: i64,
    },
    /// The file is something else.
    #[error("the file is no data file of this server")]
    Foreign,
    /// Another server has the file open.
    #[error("another server uses the data file")]
    InUse,
    /// A value is not what the server has written.
    #[error("the data file is damaged: {0}")]
    Damaged(String),
    /// The file cannot be opened or copied.
    #[error("the data file cannot be used: {0}")]
    File(String),
    /// The database reports another error.
    #[error("the data file cannot be used: {0}")]
    Sql(String),
    /// A change was not carried out, because another one of the same commit has failed.
    #[error("the change was not carried out")]
    Dropped,
    /// The server ends.
    #[error("the server is closing")]
    Closed,
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::DiskFull) => Self::Full,
            Some(rusqlite::ErrorCode::NotADatabase) => Self::Foreign,
            _ => Self::Sql(error.to_string()),
        }
    }
}

impl From<io::Error> for StoreError {
    fn from(error: io::Error) -> Self {
        Self::File(error.to_string())
    }
}
