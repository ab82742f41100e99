//! The backups of a file.
//!
//! Backups are numbered as by GNU and Emacs, `battle.toml.~1~` and so on, with the newest as the highest, in the hidden
//! folder beside the file. Numbers are never reused, so that a new backup renames no file, and a failure cannot damage
//! older backups.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use battlewright_platform::clock::SystemTime;
use battlewright_platform::fs;

use battlewright_schema::write_atomic;

use super::RecoveryPath;
use crate::model::autosave::recovery_path::UNFINISHED;

/// The number of backups kept of each file.
pub const KEPT: usize = 5;

/// An earlier version of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backup {
    /// The number of the backup; the highest is the newest.
    pub number: u64,
    /// The path of the backup.
    pub path: PathBuf,
    /// The modification time of that version.
    pub written: SystemTime,
}

/// Returns the backups of `file`, newest first.
pub fn list(file: &Path) -> Vec<Backup> {
    let Some(place) = RecoveryPath::beside(file) else { return Vec::new() };
    let mut backups: Vec<_> = place
        .files()
        .into_iter()
        .filter_map(|(path, ending)| {
            let number = ending.strip_prefix(".~")?.strip_suffix('~')?.parse().ok()?;
            let written = fs::metadata(&path).and_then(|metadata| metadata.modified()).ok()?;
            Some(Backup { number, path, written })
        })
        .collect();
    backups.sort_by_key(|backup| std::cmp::Reverse(backup.number));
    backups
}

/// Writes `text` to `file` and keeps the previous version as a backup. If only the backup fails, the file is written
/// nevertheless and the error is returned.
///
/// # Errors
/// Returns an error if `file` is no regular file or cannot be written. The file and all backups are then unchanged.
pub fn save(file: &Path, text: &str) -> io::Result<Option<io::Error>> {
    // Writing to a pipe would block.
    if fs::exists(file)? {
        fs::check_file(file)?;
    }
    let kept = keep(file, text);
    write_atomic(file, text)?;
    if kept.is_ok() {
        for old in list(file).into_iter().skip(KEPT) {
            // A failure leaves a surplus backup, which does no harm.
            let _ = fs::remove_file(old.path);
        }
    }
    Ok(kept.err())
}

/// Copies `file` to a new backup, unless its content equals `text` or the newest backup.
fn keep(file: &Path, text: &str) -> io::Result<()> {
    let Ok(metadata) = fs::metadata(file) else { return Ok(()) };
    let Some(place) = RecoveryPath::beside(file).filter(|_| metadata.is_file()) else { return Ok(()) };
    let bytes = fs::read_file(file)?;
    let newest = list(file).into_iter().next();
    let same = |backup: &Backup| fs::read_file(&backup.path).is_ok_and(|old| old == bytes);
    if bytes == text.as_bytes() || newest.as_ref().is_some_and(same) {
        return Ok(());
    }
    place.make()?;
    let mut copy = battlewright_platform::temporary::Builder::new().prefix(UNFINISHED).tempfile_in(&place.folder)?;
    copy.write_all(&bytes)?;
    copy.as_file().sync_all()?;
    copy.as_file().set_permissions(metadata.permissions())?;
    if let Ok(written) = metadata.modified() {
        copy.as_file().set_modified(written)?;
    }
    let mut number = newest.map_or(1, |newest| newest.number.saturating_add(1));
    loop {
        match copy.persist_noclobber(place.join(&format!(".~{number}~"))) {
            Ok(_) => return Ok(()),
            // Another program has taken this number.
            Err(failed) if failed.error.kind() == io::ErrorKind::AlreadyExists => {
                copy = failed.file;
                number = number.saturating_add(1);
            }
            Err(failed) => return Err(failed.error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(file: &Path) -> Vec<String> {
        list(file).iter().map(|backup| std::fs::read_to_string(&backup.path).unwrap()).collect()
    }

    #[test]
    fn the_last_five_versions_are_kept_with_their_times() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.toml");
        save(&file, "0").unwrap();
        assert!(list(&file).is_empty(), "there was nothing to keep");
        let long_ago = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000_000);
        std::fs::File::options().append(true).open(&file).unwrap().set_modified(long_ago).unwrap();
        save(&file, "1").unwrap();
        assert_eq!(list(&file)[0].written, long_ago);
        for n in 2..9 {
            save(&file, &n.to_string()).unwrap();
        }
        assert_eq!(texts(&file), ["7", "6", "5", "4", "3"]);
        assert_eq!(list(&file)[0].path, folder.path().join(".battlewright/a.toml.~8~"));
        let names: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(names.len(), 2, "{names:?}");
    }

    #[test]
    fn saving_the_same_again_pushes_no_version_out() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.toml");
        for text in ["0", "1", "1", "1", "1", "1", "1"] {
            save(&file, text).unwrap();
        }
        assert_eq!(texts(&file), ["0"]);
    }

    #[test]
    fn versions_of_other_files_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let (file, other) = (folder.path().join("a.toml"), folder.path().join("a.toml.old.toml"));
        for n in 0..9 {
            save(&file, &format!("a{n}")).unwrap();
            save(&other, &format!("b{n}")).unwrap();
        }
        assert_eq!(texts(&file), ["a7", "a6", "a5", "a4", "a3"]);
        assert_eq!(texts(&other), ["b7", "b6", "b5", "b4", "b3"]);
    }

    #[test]
    fn a_file_that_became_a_folder_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.toml");
        save(&file, "0").unwrap();
        save(&file, "1").unwrap();
        std::fs::remove_file(&file).unwrap();
        std::fs::create_dir(&file).unwrap();
        std::fs::write(file.join("inside"), "x").unwrap();
        assert!(save(&file, "2").is_err());
        assert_eq!(std::fs::read_to_string(file.join("inside")).unwrap(), "x");
        assert_eq!(texts(&file), ["0"]);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2, "no half a file is left");
    }

    #[test]
    fn where_no_version_can_be_kept_the_work_is_saved_and_the_reason_told() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.toml");
        save(&file, "0").unwrap();
        std::fs::write(folder.path().join(super::super::FOLDER), "a file where the folder should be").unwrap();
        assert!(save(&file, "1").unwrap().is_some());
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "1");
    }

    /// Saves until writing fails, as on a full disk. A child process with a limit of a few kilobytes per file gets an
    /// error in the middle of a write.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_loses_nothing() {
        const FOLDER: &str = "BATTLEWRIGHT_TEST_FULL_DISK";
        if let Some(folder) = std::env::var_os(FOLDER) {
            let file = PathBuf::from(folder).join("a.toml");
            let error = save(&file, &"x".repeat(1 << 20)).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::FileTooLarge, "{error}");
            return;
        }
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.toml");
        save(&file, "0").unwrap();
        save(&file, "1").unwrap();
        let status = std::process::Command::new("sh")
            .args([
                "-c",
                "trap '' XFSZ; ulimit -f 8; exec \"$0\" --exact model::autosave::backups::tests::a_full_disk_loses_nothing",
            ])
            .arg(std::env::current_exe().unwrap())
            .env(FOLDER, folder.path())
            .stdout(std::process::Stdio::null())
            .status();
        assert!(status.unwrap().success());
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "1");
        assert_eq!(texts(&file), ["1", "0"], "the version that was to be replaced is kept, once");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2, "no half a file is left");
        save(&file, "2").unwrap();
        assert_eq!(texts(&file), ["1", "0"]);
    }
}
