//! The current content of a file, compared with its content at the last read or write.

use std::io;
use std::path::Path;

use battlewright_platform::clock::SystemTime;
use battlewright_platform::fs;

use xxhash_rust::xxh3::xxh3_64;

/// The modification time and the length of a file.
pub type FileStamp = (SystemTime, u64);

/// The identity of the content of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContentStamp {
    /// The hash of the bytes.
    pub hash: u64,
    /// The modification time and length; `None` if unknown.
    file: Option<FileStamp>,
}

impl ContentStamp {
    /// Returns a stamp with this `hash` and without time and length.
    pub fn of_hash(hash: u64) -> Self {
        Self { hash, file: None }
    }
}

/// A text and the stamp of the file that holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileVersion {
    /// The text; bytes that are not UTF-8 are replaced by U+FFFD.
    pub text: String,
    /// The stamp of the file.
    pub stamp: ContentStamp,
}

impl FileVersion {
    /// Returns `true` if the file contains bytes that are not UTF-8.
    pub fn is_mangled(&self) -> bool {
        hash(&self.text) != self.stamp.hash
    }

    /// Returns the modification time of the file, or `None` if unknown.
    pub fn written(&self) -> Option<SystemTime> {
        self.stamp.file.map(|(written, _)| written)
    }
}

/// The result of a comparison of a file with its known content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileReading {
    /// The content is unchanged. The stamp has the current time and length.
    Same(ContentStamp),
    /// The content has changed.
    Changed(FileVersion),
    /// The file does not exist.
    Gone,
}

/// Returns the hash of `text`, which is also that of a file with this content.
pub fn hash(text: &str) -> u64 {
    xxh3_64(text.as_bytes())
}

/// Reads the file at `path`, within the limits of [`fs::read_file`].
///
/// # Errors
/// Returns an error if the file cannot be read, is too large, or is no regular file.
pub fn read(path: &Path) -> io::Result<FileVersion> {
    // The stamp is taken first, so that a change during the read leaves a stamp that does not match the file.
    let file = file_stamp(path)?;
    let bytes = fs::read_file(path)?;
    let stamp = ContentStamp { hash: xxh3_64(&bytes), file };
    let text = String::from_utf8(bytes).unwrap_or_else(|bad| String::from_utf8_lossy(bad.as_bytes()).into_owned());
    Ok(FileVersion { text, stamp })
}

/// Compares the file at `path` with its `known` content. Unless `thorough` is set, a file with the known time and
/// length is not read.
///
/// # Errors
/// Returns an error if the file exists but cannot be read.
pub fn look(path: &Path, known: ContentStamp, thorough: bool) -> io::Result<FileReading> {
    let version = match file_stamp(path) {
        Ok(stamp) if !thorough && stamp.is_some() && stamp == known.file => {
            return Ok(FileReading::Same(known));
        }
        Ok(_) => read(path),
        Err(error) => Err(error),
    };
    match version {
        Ok(version) if version.stamp.hash == known.hash => Ok(FileReading::Same(version.stamp)),
        Ok(version) => Ok(FileReading::Changed(version)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(FileReading::Gone),
        Err(error) => Err(error),
    }
}

/// Returns the modification time and length of the file at `path`, or `None` if the system does not report the time.
///
/// # Errors
/// Returns an error if the file does not exist or cannot be accessed.
pub fn file_stamp(path: &Path) -> io::Result<Option<FileStamp>> {
    let metadata = fs::metadata(path)?;
    Ok(metadata.modified().ok().map(|written| (written, metadata.len())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_told_from_what_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.toml");
        std::fs::write(&path, "one").unwrap();
        let known = read(&path).unwrap().stamp;
        assert_eq!(look(&path, known, false).unwrap(), FileReading::Same(known));
        assert_eq!(look(&path, ContentStamp::of_hash(hash("one")), false).unwrap(), FileReading::Same(known));

        // A thorough comparison detects another text with the same length and time.
        let written = known.file.unwrap().0;
        std::fs::write(&path, "two").unwrap();
        std::fs::File::options().append(true).open(&path).unwrap().set_modified(written).unwrap();
        let FileReading::Changed(version) = look(&path, known, true).unwrap() else { panic!() };
        assert_eq!((version.text.as_str(), version.written()), ("two", Some(written)));

        std::fs::remove_file(&path).unwrap();
        assert_eq!(look(&path, known, false).unwrap(), FileReading::Gone);
        std::fs::create_dir(&path).unwrap();
        assert!(look(&path, known, false).is_err());
    }
}
