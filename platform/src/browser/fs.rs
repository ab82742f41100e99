//! Files: a tree in memory, which the storage of the browser keeps.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, MutexGuard};

use crate::fs::Replacement;
use crate::memory::{self, MemoryFile, MemoryMetadata, OpenMode, SharedTree, Tree, locked};

/// The files of this page.
static TREE: LazyLock<SharedTree> = LazyLock::new(SharedTree::default);

pub(super) fn tree() -> MutexGuard<'static, Tree> {
    locked(&TREE)
}

/// An open file.
pub type File = MemoryFile;

/// The options of opening a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpenOptions {
    write: bool,
}

impl OpenOptions {
    /// Returns options that permit reading.
    pub fn new() -> Self {
        Self::default()
    }

    /// Permits reading, which is always permitted.
    pub fn read(&mut self, _: bool) -> &mut Self {
        self
    }

    /// Permits writing.
    pub fn write(&mut self, write: bool) -> &mut Self {
        self.write = write;
        self
    }

    /// Opens the file at `path`.
    ///
    /// # Errors
    /// There is no file at `path`.
    pub fn open(&self, path: impl AsRef<Path>) -> io::Result<File> {
        MemoryFile::open_in(&TREE, path.as_ref(), if self.write { OpenMode::Write } else { OpenMode::Read })
    }
}

impl MemoryFile {
    /// Creates a file at `path`.
    ///
    /// # Errors
    /// There is a file or folder at `path`, or its folder is missing.
    pub fn create_new(path: impl AsRef<Path>) -> io::Result<Self> {
        Self::open_in(&TREE, path.as_ref(), OpenMode::Create)
    }

    /// Opens the file at `path` for reading.
    ///
    /// # Errors
    /// There is no file at `path`.
    pub fn open(path: impl AsRef<Path>) -> io::Result<Self> {
        Self::open_in(&TREE, path.as_ref(), OpenMode::Read)
    }
}

/// An entry of a folder.
#[derive(Clone, Debug)]
pub struct DirEntry(PathBuf);

impl DirEntry {
    /// Returns the whole path.
    pub fn path(&self) -> PathBuf {
        self.0.clone()
    }

    /// Returns the name.
    pub fn file_name(&self) -> OsString {
        self.0.file_name().unwrap_or_default().to_owned()
    }

    /// Returns the properties.
    ///
    /// # Errors
    /// The entry was removed since.
    pub fn metadata(&self) -> io::Result<MemoryMetadata> {
        metadata(&self.0)
    }
}

/// Returns the entries of the folder at `path`.
///
/// # Errors
/// There is no folder.
pub fn read_dir(path: impl AsRef<Path>) -> io::Result<impl Iterator<Item = io::Result<DirEntry>>> {
    Ok(tree().read_dir(path.as_ref())?.into_iter().map(|path| Ok(DirEntry(path))))
}

/// Returns the content of the file at `path`.
///
/// # Errors
/// There is no file.
pub fn read(path: impl AsRef<Path>) -> io::Result<Vec<u8>> {
    tree().read(path.as_ref())
}

/// Returns the text of the file at `path`.
///
/// # Errors
/// There is no file, or it is not UTF-8.
pub fn read_to_string(path: impl AsRef<Path>) -> io::Result<String> {
    String::from_utf8(read(path)?).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

/// Writes the file at `path`.
///
/// # Errors
/// Its folder is missing, or `path` is a folder.
pub fn write(path: impl AsRef<Path>, contents: impl AsRef<[u8]>) -> io::Result<()> {
    tree().write(path.as_ref(), contents.as_ref())
}

/// Copies the file at `from` to `to` and returns its length.
///
/// # Errors
/// There is no file, or `to` cannot be written.
pub fn copy(from: impl AsRef<Path>, to: impl AsRef<Path>) -> io::Result<u64> {
    let bytes = read(from)?;
    write(to, &bytes)?;
    Ok(u64::try_from(bytes.len()).unwrap_or(u64::MAX))
}

/// Moves the file at `from` to `to`, and replaces a file there.
///
/// # Errors
/// There is no file at `from`, or the folder of `to` is missing.
pub fn rename(from: impl AsRef<Path>, to: impl AsRef<Path>) -> io::Result<()> {
    tree().rename(from.as_ref(), to.as_ref())
}

/// Removes the file at `path`.
///
/// # Errors
/// There is no file.
pub fn remove_file(path: impl AsRef<Path>) -> io::Result<()> {
    tree().remove_file(path.as_ref())
}

/// Removes the empty folder at `path`.
///
/// # Errors
/// There is no folder, or it is not empty.
pub fn remove_dir(path: impl AsRef<Path>) -> io::Result<()> {
    tree().remove_dir(path.as_ref())
}

/// Creates the folder at `path` and all above it.
///
/// # Errors
/// One of them is a file.
pub fn create_dir_all(path: impl AsRef<Path>) -> io::Result<()> {
    tree().create_dir_all(path.as_ref())
}

/// Returns the properties of the file or folder at `path`.
///
/// # Errors
/// There is none.
pub fn metadata(path: impl AsRef<Path>) -> io::Result<MemoryMetadata> {
    tree().metadata(path.as_ref())
}

/// Returns the properties of the file or folder at `path`; there are no links.
///
/// # Errors
/// There is none.
pub fn symlink_metadata(path: impl AsRef<Path>) -> io::Result<MemoryMetadata> {
    metadata(path)
}

/// Returns the absolute path of an existing file or folder.
///
/// # Errors
/// There is none.
pub fn canonicalize(path: impl AsRef<Path>) -> io::Result<PathBuf> {
    metadata(path.as_ref())?;
    absolute(path)
}

/// Returns the absolute path of `path`.
///
/// # Errors
/// Never; the signature is that of `std::path::absolute`.
pub fn absolute(path: impl AsRef<Path>) -> io::Result<PathBuf> {
    Ok(memory::absolute(path.as_ref()))
}

/// Returns `true` if there is a file or folder at `path`.
///
/// # Errors
/// Never; the signature is that of `std::fs::exists`.
pub fn exists(path: impl AsRef<Path>) -> io::Result<bool> {
    Ok(metadata(path).is_ok())
}

/// Returns `true` if there is a file at `path`.
pub fn is_file(path: &Path) -> bool {
    metadata(path).is_ok_and(|about| about.is_file())
}

/// Returns `true` if there is a folder at `path`.
pub fn is_dir(path: &Path) -> bool {
    metadata(path).is_ok_and(|about| about.is_dir())
}

/// Returns `true` if `file` is the one at `path`.
///
/// # Errors
/// Never; the native function has errors.
pub fn is_same_file(file: &File, path: &Path) -> io::Result<bool> {
    Ok(file.is_at(path))
}

/// Returns the folder of the state that Battlewright keeps for this user.
#[expect(clippy::unnecessary_wraps, reason = "the native function may find none")]
pub fn state_folder() -> Option<PathBuf> {
    Some(PathBuf::from("/state"))
}

/// Writes `contents` to the file at `path`. The storage sees either the old or the new file.
///
/// # Errors
/// The folder is missing.
pub fn write_atomic(path: &Path, contents: impl AsRef<[u8]>) -> io::Result<()> {
    write(path, contents)
}

/// Writes to the file at `path` like [`write_atomic`], with contents from `make`.
///
/// # Errors
/// The errors of [`write_atomic`], and the errors of `make`.
pub fn write_atomic_with<E: From<io::Error>>(
    path: &Path,
    make: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), E> {
    let mut contents = Vec::new();
    make(&mut contents)?;
    Ok(write(path, contents)?)
}

/// Writes `contents` to a new file at `path`.
///
/// # Errors
/// [`io::ErrorKind::AlreadyExists`] if `path` exists; otherwise the errors of [`write_atomic`].
pub fn write_new(path: &Path, contents: impl AsRef<[u8]>) -> io::Result<()> {
    if metadata(path).is_ok() { Err(io::ErrorKind::AlreadyExists.into()) } else { write(path, contents) }
}

/// Writes `contents` to the file at `path`, provided that the file still holds `before`.
///
/// # Errors
/// The errors of [`write_atomic`]; the file cannot be read.
pub fn replace_atomic(path: &Path, before: &[u8], contents: impl AsRef<[u8]>) -> io::Result<Replacement> {
    match read(path) {
        Ok(now) if now == before => write(path, contents).map(|()| Replacement::Done),
        Ok(_) => Ok(Replacement::Changed),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Replacement::Changed),
        Err(error) => Err(error),
    }
}

/// Does nothing: no unfinished file has a name here.
#[must_use]
pub fn discard_unfinished() -> impl Sized {}
