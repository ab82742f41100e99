//! The tables of the data file, and its conversion from older formats.

use std::path::{Path, PathBuf};

use rusqlite::Connection;

use crate::error::StoreError;

/// The mark of SQLite files that are ours: `BWGM`.
const APPLICATION: i64 = 0x4257_474d;

/// The steps from each format to the next, the first from an empty file. A step that was released is never changed.
const STEPS: [&str; 3] = [include_str!("format-1.sql"), include_str!("format-2.sql"), include_str!("format-3.sql")];

/// The newest format.
pub(crate) const FORMAT: i64 = 3;

/// Returns the format of the file; 0 for an empty one.
///
/// # Errors
/// The file is no data file, or is newer than this version.
pub(super) fn known(connection: &Connection) -> Result<i64, StoreError> {
    let number = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let (format, application) = (number("user_version")?, number("application_id")?);
    let tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    match (format, application) {
        (0, 0) if tables == 0 => Ok(0),
        (found, APPLICATION) if found > FORMAT => Err(StoreError::Newer { found, known: FORMAT }),
        (found @ 1.., APPLICATION) => Ok(found),
        _ => Err(StoreError::Foreign),
    }
}

/// Brings the file at `path` to the newest format, after a copy beside it.
///
/// # Errors
/// The file cannot be copied or converted; then it is as before.
pub(super) fn migrate(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    let format = known(connection)?;
    if format == FORMAT {
        return Ok(());
    }
    let copy = (format > 0).then(|| free_name(path));
    if let Some(copy) = &copy {
        copy_to(connection, copy)?;
    }
    let done = usize::try_from(format).unwrap_or_default();
    let converted = connection.execute_batch("BEGIN IMMEDIATE").and_then(|()| {
        STEPS.iter().skip(done).try_for_each(|step| connection.execute_batch(step))?;
        connection.pragma_update(None, "application_id", APPLICATION)?;
        connection.pragma_update(None, "user_version", FORMAT)?;
        connection.execute_batch("COMMIT")
    });
    if converted.is_err() && !connection.is_autocommit() {
        let _ = connection.execute_batch("ROLLBACK");
    }
    if let (Err(_), Some(copy)) = (&converted, copy) {
        // The file is as before: attempts that fail do not fill the disk with copies.
        let _ = std::fs::remove_file(copy);
    }
    Ok(converted?)
}

/// Returns a free name for a copy of the file at `path`. An earlier copy stays: it may be of another file, which a restored one has
/// replaced since.
fn free_name(path: &Path) -> PathBuf {
    let mut first = path.as_os_str().to_owned();
    first.push(format!(".before-{FORMAT}"));
    let (mut name, mut n) = (PathBuf::from(&first), 1);
    while name.exists() {
        n += 1;
        let mut next = first.clone();
        next.push(format!(".{n}"));
        name = next.into();
    }
    name
}

/// Copies the data file to `path`, which is new, while servers write.
///
/// # Errors
/// The copy cannot be written.
pub(crate) fn copy_to(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    let name = part.to_str().ok_or_else(|| StoreError::File("the name of the copy is no Unicode".to_owned()))?;
    // What a copy that was stopped has left.
    match std::fs::remove_file(name) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error.into()),
        _ => {}
    }
    connection.execute("VACUUM INTO ?1", [name])?;
    super::private(Path::new(name));
    // The statement leaves it to the system when the copy reaches the disk.
    std::fs::File::open(name)?.sync_all()?;
    // A copy with its name is whole.
    Ok(std::fs::rename(name, path)?)
}
