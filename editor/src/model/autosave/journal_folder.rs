//! The locations of journals.

use std::io;
use std::path::{Path, PathBuf};

use battlewright_platform::fs;
use battlewright_schema::write_atomic;

use crate::model::autosave::games::GameFolder;
use crate::model::autosave::journal_record::{line, value};
use crate::model::autosave::{RecoveryPath, file_content, journal};

/// The subfolder that registers the files with a journal.
const REGISTER: &str = "register";

/// The locations of journals: beside the scenario file, or in the user's state folder for documents without a file and
/// for folders that are not writable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JournalFolder {
    folder: Option<PathBuf>,
}

impl JournalFolder {
    /// Returns the locations for the current user.
    pub fn of_user() -> Self {
        Self { folder: fs::state_folder() }
    }

    /// Returns the locations with `folder` in place of the user's state folder.
    pub fn at(folder: &Path) -> Self {
        Self { folder: Some(folder.to_owned()) }
    }

    /// Returns the possible locations of a journal of the document in `file`, in order of preference.
    pub fn places(&self, file: Option<&Path>) -> Vec<RecoveryPath> {
        let own = |stem: String| self.folder.clone().map(|folder| RecoveryPath { folder, stem: stem.into() });
        let Some(file) = file else { return own("unsaved".to_owned()).into_iter().collect() };
        let beside = RecoveryPath::beside(file);
        let elsewhere = beside.as_ref().and_then(|beside| {
            let name = beside.stem.to_string_lossy();
            own(format!("{name}-{:016x}", file_content::hash(&beside.folder.to_string_lossy())))
        });
        beside.into_iter().chain(elsewhere).collect()
    }

    /// Returns the folder of saved games; `None` without a state folder.
    pub fn games(&self) -> Option<GameFolder> {
        self.folder.as_deref().map(GameFolder::within)
    }

    /// Registers `file` as one with a journal, so that its work is found at the next start of the program.
    ///
    /// # Errors
    /// Returns an error if the registration cannot be written.
    pub fn register(&self, file: &Path) -> io::Result<()> {
        let Some(register) = self.folder.as_ref().map(|folder| folder.join(REGISTER)) else { return Ok(()) };
        let file = fs::canonicalize(file).or_else(|_| fs::absolute(file))?;
        let text = line(&file)?;
        fs::create_dir_all(&register)?;
        write_atomic(&register.join(format!("{:016x}", file_content::hash(&text))), text)
    }

    /// Returns the registered files that have a journal. Entries of other files are removed, unless their folder is
    /// missing.
    pub fn registered(&self) -> Vec<PathBuf> {
        let Some(folder) = &self.folder else { return Vec::new() };
        let register = folder.join(REGISTER);
        let mut files = Vec::new();
        for entry in fs::read_dir(&register).into_iter().flatten().flatten() {
            let noted = fs::read_file_to_string(&entry.path()).ok().and_then(|text| value::<PathBuf>(&text));
            let Some(file) = noted else { continue };
            // The folder may be on a disk that is not connected at the moment.
            let away = file.parent().is_some_and(|folder| !fs::is_dir(folder));
            if !journal::all(&self.places(Some(&file))).is_empty() {
                files.push(file);
            } else if !away {
                // A failure leaves an entry that is removed the next time.
                let _ = fs::remove_file(entry.path());
            }
        }
        files.sort();
        // Only empty folders can be removed.
        let _ = fs::remove_dir(&register).and_then(|()| fs::remove_dir(folder));
        files
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_with_journals_are_registered_until_their_work_is_done() {
        let desk = tempfile::tempdir().unwrap();
        let keeper = JournalFolder::at(&desk.path().join("state"));
        assert!(keeper.registered().is_empty());
        let file = std::fs::canonicalize(desk.path()).unwrap().join("ä b.toml");
        std::fs::write(&file, "").unwrap();
        let place = RecoveryPath::beside(&file).unwrap();
        place.make().unwrap();
        std::fs::write(place.join(".journal"), "").unwrap();
        keeper.register(&file).unwrap();
        keeper.register(&file).unwrap();
        assert_eq!(keeper.registered(), std::slice::from_ref(&file));
        std::fs::remove_file(place.join(".journal")).unwrap();
        assert!(keeper.registered().is_empty());
        assert!(!desk.path().join("state").exists());
    }

    #[test]
    fn files_of_one_name_do_not_meet_in_the_users_folder() {
        let keeper = JournalFolder::at(Path::new("/state"));
        let places = |file: &str| keeper.places(Some(Path::new(file)));
        assert_eq!(places("/a/x.toml")[0].folder, Path::new("/a/.battlewright"));
        assert_eq!(places("/a/x.toml")[1].folder, Path::new("/state"));
        assert_ne!(places("/a/x.toml")[1].stem, places("/b/x.toml")[1].stem);
        assert_eq!(keeper.places(None), [RecoveryPath { folder: "/state".into(), stem: "unsaved".into() }]);
    }
}
