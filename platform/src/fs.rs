//! Files, with the operations of `std::fs`, atomic writing, and reading within limits.

use std::error::Error;
use std::fmt;
use std::io::{self, Read as _};
use std::path::Path;

pub use std::fs::TryLockError;

pub use crate::system::fs::*;

/// The result of [`replace_atomic`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replacement {
    /// The file was replaced.
    Done,
    /// The file was not replaced, because its contents have changed since it was read.
    Changed,
}

/// The largest file that is read as a whole, 64 MiB. A map of a million hexes takes a tenth.
pub const MOST_BYTES: u64 = 64 << 20;

/// Opens the file at `path` for reading.
///
/// # Errors
/// There is no file, or `path` is a folder, a device or a pipe ([`is_not_a_file`]). These are not opened, because opening a pipe
/// blocks until somebody writes to it.
pub fn open_file(path: &Path) -> io::Result<File> {
    check_file(path)?;
    File::open(path)
}

/// Checks that there is a regular file at `path`.
///
/// # Errors
/// There is none.
pub fn check_file(path: &Path) -> io::Result<()> {
    if metadata(path)?.is_file() { Ok(()) } else { Err(not_a_file()) }
}

/// Returns `true` if `error` means that a path leads to something else than a regular file.
pub fn is_not_a_file(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|inner| inner.is::<NotAFile>())
}

/// Returns the error for a path that leads to something else than a regular file.
pub(crate) fn not_a_file() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, NotAFile)
}

/// The reason of an error about something else than a regular file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct NotAFile;

impl fmt::Display for NotAFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("it is not a regular file")
    }
}

impl Error for NotAFile {}

/// Returns the content of the file at `path`, which has at most [`MOST_BYTES`].
///
/// # Errors
/// The errors of [`open_file`]; the file cannot be read, or is larger.
pub fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    read_within(&mut open_file(path)?, MOST_BYTES)
}

/// Returns the text of the file at `path`, which has at most [`MOST_BYTES`].
///
/// # Errors
/// The errors of [`read_file`]; the file is not UTF-8.
pub fn read_file_to_string(path: &Path) -> io::Result<String> {
    String::from_utf8(read_file(path)?).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

/// Returns the rest of `file`, which has at most `most` bytes.
///
/// # Errors
/// The file cannot be read, or is larger.
pub fn read_within(file: &mut File, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if u64::try_from(bytes.len()).unwrap_or(u64::MAX) > most {
        let message = format!("it is larger than {} MiB", most >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_read_within_limits() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.toml");
        write(&path, "a text").unwrap();
        assert_eq!(read_file_to_string(&path).unwrap(), "a text");
        assert_eq!(read_within(&mut open_file(&path).unwrap(), 6).unwrap(), b"a text");
        let long = read_within(&mut open_file(&path).unwrap(), 5).unwrap_err();
        assert_eq!((long.kind(), long.to_string().as_str()), (io::ErrorKind::FileTooLarge, "it is larger than 0 MiB"));
        let missing = read_file(&folder.path().join("none")).unwrap_err();
        assert!(missing.kind() == io::ErrorKind::NotFound && !is_not_a_file(&missing));
        assert!(is_not_a_file(&open_file(folder.path()).unwrap_err()));
        assert_eq!(read_file(folder.path()).unwrap_err().to_string(), "it is not a regular file");
        // A sparse file takes no room on the disk.
        OpenOptions::new().write(true).open(&path).unwrap().set_len(MOST_BYTES + 1).unwrap();
        assert_eq!(read_file(&path).unwrap_err().to_string(), "it is larger than 64 MiB");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn devices_and_pipes_are_not_opened() {
        let folder = tempfile::tempdir().unwrap();
        let [pipe, link] = ["pipe", "link"].map(|name| folder.path().join(name));
        rustix::fs::mknodat(
            rustix::fs::CWD,
            &pipe,
            rustix::fs::FileType::Fifo,
            rustix::fs::Mode::from_raw_mode(0o600),
            0,
        )
        .unwrap();
        std::os::unix::fs::symlink("/dev/zero", &link).unwrap();
        for path in [&pipe, &link] {
            assert_eq!(read_file(path).unwrap_err().to_string(), "it is not a regular file");
        }
    }
}
