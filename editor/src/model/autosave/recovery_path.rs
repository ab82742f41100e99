//! The locations of backups and journals.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use battlewright_platform::fs;

/// The prefix of the names of files that are still being written.
pub(super) const UNFINISHED: &str = ".new-";

/// The age after which an unfinished file is deleted.
const DEAD: Duration = Duration::from_secs(60);

/// The name of the hidden folder beside a scenario file.
pub const FOLDER: &str = ".battlewright";

/// The name of the file that excludes the folder from version control.
const IGNORE: &str = ".gitignore";

/// The location of the backups and journals of a document: a folder and the common prefix of their names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecoveryPath {
    /// The folder, which may not exist yet.
    pub folder: PathBuf,
    /// The prefix of the file names.
    pub stem: OsString,
}

impl RecoveryPath {
    /// Returns the location beside `file`, or `None` if the path does not name a file. Symbolic links are resolved
    /// first.
    pub fn beside(file: &Path) -> Option<Self> {
        let file = fs::canonicalize(file).or_else(|_| fs::absolute(file)).ok()?;
        let (folder, name) = (file.parent()?, file.file_name()?);
        Some(Self { folder: folder.join(FOLDER), stem: name.to_owned() })
    }

    /// Returns the path of the file whose name is the stem followed by `ending`.
    pub fn join(&self, ending: &str) -> PathBuf {
        let mut name = self.stem.clone();
        name.push(ending);
        self.folder.join(name)
    }

    /// Creates the folder, or deletes unfinished files of killed programs from an existing one.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be created.
    pub fn make(&self) -> io::Result<()> {
        if fs::is_dir(&self.folder) {
            self.sweep();
            return Ok(());
        }
        fs::create_dir_all(&self.folder)?;
        if self.folder.file_name() == Some(OsStr::new(FOLDER)) {
            fs::write(self.folder.join(IGNORE), "*\n")?;
        }
        Ok(())
    }

    fn sweep(&self) {
        let Ok(entries) = fs::read_dir(&self.folder) else { return };
        for entry in entries.flatten() {
            let unfinished = entry.file_name().as_encoded_bytes().starts_with(UNFINISHED.as_bytes());
            let age = entry.metadata().and_then(|metadata| metadata.modified()).ok().and_then(|at| at.elapsed().ok());
            if unfinished && age.is_some_and(|age| age > DEAD) {
                // A failure leaves an unfinished file, which does no harm.
                let _ = fs::remove_file(entry.path());
            }
        }
    }

    /// Removes the hidden folder if it contains no backups or journals.
    pub fn tidy(&self) {
        let Ok(entries) = fs::read_dir(&self.folder) else { return };
        if self.folder.file_name() != Some(OsStr::new(FOLDER)) {
            return;
        }
        let empty = entries.into_iter().all(|entry| entry.is_ok_and(|entry| entry.file_name() == IGNORE));
        if empty {
            // A failure leaves an empty folder, which does no harm.
            let _ = fs::remove_file(self.folder.join(IGNORE));
            let _ = fs::remove_dir(&self.folder);
        }
    }

    /// Returns the files whose names start with the stem, each with the rest of its name.
    pub fn files(&self) -> Vec<(PathBuf, String)> {
        let Ok(entries) = fs::read_dir(&self.folder) else { return Vec::new() };
        let stem = self.stem.as_encoded_bytes();
        let mut files: Vec<_> = entries
            .flatten()
            .filter_map(|entry| {
                let name = entry.file_name();
                let ending = name.as_encoded_bytes().strip_prefix(stem)?;
                Some((entry.path(), String::from_utf8(ending.to_vec()).ok()?))
            })
            .collect();
        files.sort();
        files
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_is_hidden_ignored_and_goes_when_empty() {
        let folder = tempfile::tempdir().unwrap();
        let place = RecoveryPath::beside(&folder.path().join("a.toml")).unwrap();
        place.make().unwrap();
        assert_eq!(std::fs::read_to_string(place.folder.join(".gitignore")).unwrap(), "*\n");
        std::fs::write(place.join(".~1~"), "x").unwrap();
        assert_eq!(place.files(), [(place.join(".~1~"), ".~1~".to_owned())]);
        place.tidy();
        assert!(place.folder.is_dir());
        std::fs::remove_file(place.join(".~1~")).unwrap();
        place.tidy();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn what_a_killed_program_was_writing_is_cleared_away() {
        let folder = tempfile::tempdir().unwrap();
        let place = RecoveryPath::beside(&folder.path().join("a.toml")).unwrap();
        place.make().unwrap();
        let (old, young) = (place.folder.join(".new-old"), place.folder.join(".new-young"));
        std::fs::write(&young, "").unwrap();
        let long_ago = std::time::SystemTime::now() - DEAD * 2;
        std::fs::File::create(&old).unwrap().set_modified(long_ago).unwrap();
        place.make().unwrap();
        assert!(!old.exists() && young.exists());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_has_the_place_of_its_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.toml");
        std::fs::write(&file, "").unwrap();
        std::os::unix::fs::symlink(&file, folder.path().join("b.toml")).unwrap();
        assert_eq!(RecoveryPath::beside(&folder.path().join("b.toml")), RecoveryPath::beside(&file));
    }
}
