//! Atomic writing of files.

use std::fs::File;
use std::io::{self, BufWriter, Seek as _, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::TempPath;

use super::attributes;
use crate::fs::{Replacement, not_a_file};

/// Writes `contents` to the file at `path` atomically: writes a new file in the same folder and renames it. A reader sees
/// either the old or the new file, and a failure leaves the old file unchanged. The new file has the owner, the permissions and,
/// on Linux and macOS, the extended attributes of the old one: on Linux, access lists and security labels are among these. On
/// macOS, Windows and other systems it has the access list that its folder gives.
///
/// A device or a FIFO is written in place. So is a file that has other hard links, or whose owner or attributes cannot be kept.
/// Meanwhile a hidden file beside it holds the new contents.
///
/// # Errors
/// The old file is read-only, the folder is not writable, the disk is full, or the file cannot be renamed.
pub fn write_atomic(path: &Path, contents: impl AsRef<[u8]>) -> io::Result<()> {
    write_atomic_with(path, |file| file.write_all(contents.as_ref()))
}

/// Writes to the file at `path` like [`write_atomic`], with contents from `write`, which may be too large for memory.
///
/// # Errors
/// The errors of [`write_atomic`], and the errors of `write`.
pub fn write_atomic_with<E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), E> {
    if is_device(path) {
        let device = File::options().write(true).open(path)?;
        return buffered(&device, write);
    }
    let target = target(path);
    let new = UnfinishedFile::new(&target)?;
    buffered(&new.file, write)?;
    new.replace(&target)?;
    Ok(())
}

/// Writes `contents` to a new file at `path`. On an error, no file remains.
///
/// # Errors
/// [`io::ErrorKind::AlreadyExists`] if `path` exists; otherwise the errors of [`write_atomic`].
pub fn write_new(path: &Path, contents: impl AsRef<[u8]>) -> io::Result<()> {
    if path.symlink_metadata().is_ok() {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    let new = UnfinishedFile::new(path)?;
    buffered(&new.file, |file| file.write_all(contents.as_ref()))?;
    new.put(path)
}

/// Writes `contents` to the file at `path` like [`write_atomic`], provided that the file still holds `before`.
///
/// # Errors
/// The errors of [`write_atomic`]; the file cannot be read, or it is a device.
pub fn replace_atomic(path: &Path, before: &[u8], contents: impl AsRef<[u8]>) -> io::Result<Replacement> {
    if is_device(path) {
        return Err(not_a_file());
    }
    let target = target(path);
    let new = UnfinishedFile::new(&target)?;
    buffered(&new.file, |file| file.write_all(contents.as_ref()))?;
    // The comparison comes as late as possible, to leave little time for a change by another program.
    match std::fs::read(&target) {
        Ok(now) if now == before => {}
        Ok(_) => return Ok(Replacement::Changed),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Replacement::Changed),
        Err(error) => return Err(error),
    }
    new.replace(&target)?;
    Ok(Replacement::Done)
}

/// Removes unfinished files before the program ends in the middle of a write. While the returned guard is held, no unfinished
/// file is named or renamed.
#[must_use]
pub fn discard_unfinished() -> impl Sized {
    let named = named();
    for path in named.iter() {
        // A file that cannot be removed must not stop the loop.
        let _ = std::fs::remove_file(path);
    }
    named
}

/// Exchanges the files or folders at `one` and `other`, which both exist, in one step: at no time is a name without one of them.
///
/// # Errors
/// [`io::ErrorKind::Unsupported`] if the system or its disk cannot do so; one of them is missing, or their folder is not
/// writable.
pub fn exchange(one: &Path, other: &Path) -> io::Result<()> {
    step::exchange(one, other)
}

/// Returns `true` if `path` is written in place, such as `/dev/null` or a FIFO.
fn is_device(path: &Path) -> bool {
    path.metadata().is_ok_and(|data| !data.is_file() && !data.is_dir())
}

/// Returns the file to replace. For a symbolic link, it is the target of the link.
fn target(path: &Path) -> PathBuf {
    std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

fn buffered<E: From<io::Error>>(file: &File, write: impl FnOnce(&mut dyn Write) -> Result<(), E>) -> Result<(), E> {
    let mut buffered = BufWriter::new(file);
    let written = write(&mut buffered).and_then(|()| Ok(buffered.flush()?));
    if written.is_err() {
        // The unwritten rest of the buffer must not be flushed on drop.
        let _ = buffered.into_parts();
    }
    written
}

/// Returns the reason that no file can be created in `folder`, without the random file name in `error`.
fn without_name(folder: &Path, error: &io::Error) -> io::Error {
    std::fs::read_dir(folder).err().unwrap_or_else(|| error.kind().into())
}

/// An unfinished file. If the operating system supports it, the file has no name until it is complete, so that it disappears
/// with the program in any case.
struct UnfinishedFile {
    file: File,
    folder: PathBuf,
    /// The temporary name; `None` for a file without a name.
    name: Option<TemporaryName>,
}

impl UnfinishedFile {
    /// Creates an unfinished file in the folder of `target`.
    fn new(target: &Path) -> io::Result<Self> {
        let folder = match target.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        match unnamed::open_in(folder) {
            Some(file) => Ok(Self { file, folder: folder.to_owned(), name: None }),
            None => Self::named(folder),
        }
    }

    /// Creates an unfinished file with a temporary name.
    fn named(folder: &Path) -> io::Result<Self> {
        let mut named = named();
        let (file, path) = builder().tempfile_in(folder).map_err(|error| without_name(folder, &error))?.into_parts();
        Ok(Self { file, folder: folder.to_owned(), name: Some(TemporaryName::new(path, &mut named)) })
    }

    /// Replaces the file at `target`, whose owner, permissions and attributes it takes.
    fn replace(self, target: &Path) -> io::Result<()> {
        if let Ok(old) = std::fs::metadata(target) {
            if old.permissions().readonly() {
                return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only"));
            }
            // Renaming needs no right to write to the old file, so the system is asked for it.
            let opened = File::options().write(true).open(target)?;
            if !owner::is_preserved(&self.file, &old) || !attributes::are_preserved(&self.file, &opened) {
                return self.copy_into(target);
            }
            self.file.set_permissions(old.permissions())?;
        }
        self.file.sync_all()?;
        let mut named = named();
        let path = match self.name {
            Some(listed) => listed.take(&mut named),
            None => match unnamed::link(&self.file, target) {
                // `linkat` cannot replace an existing file, so the file gets a temporary name first.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    Some(builder().make_in(&self.folder, |path| unnamed::link(&self.file, path))?.into_temp_path())
                }
                linked => return linked,
            },
        };
        path.map_or(Ok(()), |path| path.persist(target).map_err(|failed| failed.error))
    }

    /// Copies the contents into the existing file at `target`. If the program is killed meanwhile, the complete contents
    /// remain under the temporary name.
    fn copy_into(mut self, target: &Path) -> io::Result<()> {
        self.file.sync_all()?;
        // Nobody removes the temporary name while the lock is held.
        let mut named = named();
        let name = match self.name.take() {
            Some(listed) => listed.take(&mut named),
            None => Some(builder().make_in(&self.folder, |path| unnamed::link(&self.file, path))?.into_temp_path()),
        };
        self.file.rewind()?;
        let mut through = File::options().write(true).truncate(true).open(target)?;
        let copied = io::copy(&mut self.file, &mut through).and_then(|_| through.sync_all());
        if let (Err(error), Some(name)) = (&copied, name) {
            let kept = name.keep().map_err(|failed| failed.error)?;
            let message = format!("{error}; the new contents are in {}", kept.display());
            return Err(io::Error::new(error.kind(), message));
        }
        copied
    }

    /// Renames the file to `target`, which must not exist.
    fn put(self, target: &Path) -> io::Result<()> {
        self.file.sync_all()?;
        let mut named = named();
        match self.name.map(|listed| listed.take(&mut named)) {
            Some(path) => path.map_or(Ok(()), |path| path.persist_noclobber(target).map_err(|failed| failed.error)),
            None => unnamed::link(&self.file, target),
        }
    }
}

fn builder() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".battlewright-");
    // A new file gets the usual permissions of the folder instead of the private ones of a temporary file.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder
}

/// The temporary names of unfinished files. The lock is held while a file is named or renamed, so that [`discard_unfinished`]
/// knows all of them.
static NAMED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn named() -> MutexGuard<'static, Vec<PathBuf>> {
    // Each change of the list is a single operation, so the list is valid even after a panic.
    NAMED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The temporary name of an unfinished file, listed in `NAMED` until the file is renamed.
struct TemporaryName(Option<TempPath>);

impl TemporaryName {
    fn new(path: TempPath, named: &mut Vec<PathBuf>) -> Self {
        named.push(path.to_path_buf());
        Self(Some(path))
    }

    /// Returns the temporary name and removes it from the list. The caller is now responsible for the file.
    fn take(mut self, named: &mut Vec<PathBuf>) -> Option<TempPath> {
        let path = self.0.take();
        named.retain(|other| path.as_deref() != Some(other));
        path
    }
}

impl Drop for TemporaryName {
    fn drop(&mut self) {
        if let Some(path) = self.0.take() {
            named().retain(|other| **other != *path);
        }
    }
}

/// The owner of a file on Unix.
#[cfg(unix)]
mod owner {
    use std::fs::{File, Metadata};
    use std::os::unix::fs::{MetadataExt, fchown};

    /// Returns `true` if `new` can replace the file with the properties `old`: no other name leads to that file, and `new` has
    /// or now gets its owner and group.
    pub(super) fn is_preserved(new: &File, old: &Metadata) -> bool {
        let is_same = |new: Metadata| (new.uid(), new.gid()) == (old.uid(), old.gid());
        old.nlink() == 1 && (new.metadata().is_ok_and(is_same) || fchown(new, Some(old.uid()), Some(old.gid())).is_ok())
    }
}

/// The owner of a file, which other operating systems keep or do not have.
#[cfg(not(unix))]
mod owner {
    use std::fs::{File, Metadata};

    pub(super) fn is_preserved(_: &File, _: &Metadata) -> bool {
        true
    }
}

/// Files without a name, as supported by Linux.
#[cfg(target_os = "linux")]
mod unnamed {
    use std::fs::File;
    use std::io;
    use std::os::fd::AsRawFd;
    use std::path::Path;

    use rustix::fs::{AtFlags, CWD, Mode, OFlags, linkat, open};

    /// Creates a file without a name in `folder`; `None` if the file system does not support it.
    pub(super) fn open_in(folder: &Path) -> Option<File> {
        let mode = Mode::from_raw_mode(0o666);
        open(folder, OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC, mode).ok().map(File::from)
    }

    /// Gives `file` the name `path`, which must not exist.
    pub(super) fn link(file: &File, path: &Path) -> io::Result<()> {
        let opened = format!("/proc/self/fd/{}", file.as_raw_fd());
        Ok(linkat(CWD, opened, CWD, path, AtFlags::SYMLINK_FOLLOW)?)
    }
}

/// Files without a name, unsupported on this operating system.
#[cfg(not(target_os = "linux"))]
mod unnamed {
    use std::fs::File;
    use std::io;
    use std::path::Path;

    pub(super) fn open_in(_: &Path) -> Option<File> {
        None
    }

    pub(super) fn link(_: &File, _: &Path) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

/// The exchange of two names, as supported by Linux and macOS.
#[cfg(any(target_os = "linux", target_os = "macos"))]
mod step {
    use std::io;
    use std::path::Path;

    use rustix::fs::{CWD, RenameFlags, renameat_with};
    use rustix::io::Errno;

    pub(super) fn exchange(one: &Path, other: &Path) -> io::Result<()> {
        renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE).map_err(|error| match error {
            // Older disks and systems refuse the flag with different errors.
            Errno::INVAL | Errno::NOSYS | Errno::NOTSUP => io::ErrorKind::Unsupported.into(),
            error => error.into(),
        })
    }
}

/// The exchange of two names, unsupported on this operating system.
#[cfg(not(any(target_os = "linux", target_os = "macos")))]
mod step {
    use std::io;
    use std::path::Path;

    pub(super) fn exchange(_: &Path, _: &Path) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Serializes the tests with named unfinished files, because one of them removes all such files of the process.
    static ALONE: Mutex<()> = Mutex::new(());

    fn names(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<String> = entries.map(|name| name.into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_replaced_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.toml");
        write_atomic(&path, "one").unwrap();
        write_atomic(&path, "two").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "two");
        assert_eq!(names(folder.path()), ["a.toml"], "nothing is left beside it");
        assert!(write_atomic(&folder.path().join("none/a.toml"), "x").is_err());
        let broken = write_atomic_with(&path, |file| {
            file.write_all(b"three")?;
            Err(io::Error::other("no more"))
        });
        assert!(broken.is_err());
        assert_eq!((std::fs::read_to_string(&path).unwrap().as_str(), names(folder.path()).len()), ("two", 1));
    }

    #[test]
    fn a_new_file_replaces_nothing() {
        let _alone = ALONE.lock().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.toml");
        write_new(&path, "one").unwrap();
        assert_eq!(write_new(&path, "two").unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        let named = UnfinishedFile::named(folder.path()).unwrap();
        assert_eq!(named.put(&path).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        assert_eq!((std::fs::read_to_string(&path).unwrap().as_str(), names(folder.path()).len()), ("one", 1));
    }

    #[test]
    fn a_file_that_changed_meanwhile_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.toml");
        std::fs::write(&path, "theirs").unwrap();
        assert_eq!(replace_atomic(&path, b"read", "ours").unwrap(), Replacement::Changed);
        assert_eq!(replace_atomic(&folder.path().join("b.toml"), b"read", "ours").unwrap(), Replacement::Changed);
        assert_eq!((std::fs::read_to_string(&path).unwrap().as_str(), names(folder.path()).len()), ("theirs", 1));
        assert_eq!(replace_atomic(&path, b"theirs", "ours").unwrap(), Replacement::Done);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "ours");
    }

    #[test]
    fn what_is_being_written_under_a_name_can_be_removed() {
        let _alone = ALONE.lock().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let (kept, lost) =
            (UnfinishedFile::named(folder.path()).unwrap(), UnfinishedFile::named(folder.path()).unwrap());
        assert_eq!(names(folder.path()).len(), 2);
        kept.replace(&folder.path().join("a.toml")).unwrap();
        drop(discard_unfinished());
        assert_eq!(names(folder.path()), ["a.toml"]);
        drop(lost);
    }

    #[test]
    fn two_folders_change_places() {
        let folder = tempfile::tempdir().unwrap();
        let [one, other] = ["one", "other"].map(|name| folder.path().join(name));
        for path in [&one, &other] {
            std::fs::create_dir(path).unwrap();
            std::fs::write(path.join(path.file_name().unwrap()), "").unwrap();
        }
        match exchange(&one, &other) {
            Ok(()) => assert_eq!((names(&one), names(&other)), (vec!["other".to_owned()], vec!["one".to_owned()])),
            Err(error) => assert_eq!(error.kind(), io::ErrorKind::Unsupported),
        }
        let error = exchange(&one, &folder.path().join("none")).unwrap_err();
        assert!(matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::Unsupported), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn a_file_has_the_permissions_and_the_owner_of_the_one_that_it_replaces() {
        use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.toml");
        write_atomic(&path, "one").unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o640)).unwrap();
        // Only root may give files away.
        let given = chown(&path, Some(1234), Some(1235)).is_ok();
        let mut contents = 0;
        let mut write = |write: &dyn Fn(&str) -> io::Result<()>| {
            contents += 1;
            write(&contents.to_string()).unwrap();
            assert_eq!(std::fs::read_to_string(&path).unwrap(), contents.to_string());
            let now = path.metadata().unwrap();
            assert_eq!(now.permissions().mode() & 0o777, 0o640);
            assert!(!given || (now.uid(), now.gid()) == (1234, 1235));
        };
        write(&|text| write_atomic(&path, text));
        write(&|text| {
            replace_atomic(&path, &std::fs::read(&path)?, text).map(|done| assert_eq!(done, Replacement::Done))
        });
        write(&|text| write_atomic_with(&path, |file| file.write_all(text.as_bytes())));
    }

    #[cfg(unix)]
    #[test]
    fn a_read_only_file_stays() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.toml");
        write_atomic(&path, "one").unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o444)).unwrap();
        for refused in [write_atomic(&path, "two"), replace_atomic(&path, b"one", "two").map(|_| ())] {
            assert_eq!(refused.unwrap_err().to_string(), "it is read-only");
        }
        assert_eq!((std::fs::read_to_string(&path).unwrap().as_str(), names(folder.path()).len()), ("one", 1));
    }

    #[cfg(unix)]
    #[test]
    fn hard_links_stay_links() {
        use std::os::unix::fs::MetadataExt;
        let _alone = ALONE.lock().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let [one, other] = ["a.toml", "b.toml"].map(|name| folder.path().join(name));
        write_atomic(&one, "a long text").unwrap();
        std::fs::hard_link(&one, &other).unwrap();
        write_atomic(&one, "two").unwrap();
        assert_eq!(replace_atomic(&other, b"two", "three").unwrap(), Replacement::Done);
        UnfinishedFile::named(folder.path()).and_then(|named| named.replace(&other)).unwrap();
        assert_eq!(std::fs::read_to_string(&one).unwrap(), "");
        write_atomic(&other, "four").unwrap();
        assert_eq!((std::fs::read_to_string(&one).unwrap().as_str(), one.metadata().unwrap().nlink()), ("four", 2));
        assert_eq!(names(folder.path()), ["a.toml", "b.toml"]);
    }
}
