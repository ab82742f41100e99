//! A tree of files in memory, with the operations of `std::fs` that the editor needs.
//!
//! In a browser it takes the place of the disk: [`Tree::put_back`] fills it from the browser's storage at the start, and
//! [`Tree::take_changes`] returns what has changed since, for the storage. As on Unix, an open file outlives its name,
//! and a rename replaces a file at once.

mod file;

use std::collections::BTreeMap;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use web_time::SystemTime;

pub(crate) use self::file::OpenMode;
pub use self::file::{MemoryFile, MemoryMetadata, MemoryPermissions};

/// A tree that several open files share.
pub type SharedTree = Arc<Mutex<Tree>>;

/// Locks `tree`. Each operation leaves a sound tree, even if it panics.
pub(crate) fn locked(tree: &Mutex<Tree>) -> MutexGuard<'_, Tree> {
    tree.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The identity of a file or folder, which survives renames.
type NodeId = u64;

/// The content of a file and the names of nothing: its place is in [`Tree::names`].
#[derive(Debug, Default)]
struct FileNode {
    bytes: Vec<u8>,
    modified: Option<SystemTime>,
    /// The place of the file, or `None` after its removal.
    path: Option<PathBuf>,
    /// The number of open files.
    open: usize,
    /// The open file that holds the lock.
    lock: Option<u64>,
}

/// A file or a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entry {
    Folder(SystemTime),
    File(NodeId),
}

/// A change of a path, for the storage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The absolute path.
    pub path: PathBuf,
    /// The content at the path after the change.
    pub now: Stored,
}

/// The content of a path in the storage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stored {
    /// Nothing: the file or folder was removed.
    Nothing,
    /// A folder.
    Folder,
    /// A file. The storage keeps its first `from` bytes and replaces the rest by `bytes`.
    File {
        /// The number of unchanged bytes.
        from: usize,
        /// The bytes after them, to the end of the file.
        bytes: Vec<u8>,
        /// The time of the last change.
        modified: SystemTime,
    },
}

/// A tree of files and folders. Paths are absolute or relative to `/`; `.` and `..` are resolved by name.
#[derive(Debug)]
pub struct Tree {
    names: BTreeMap<PathBuf, Entry>,
    files: BTreeMap<NodeId, FileNode>,
    next: u64,
    /// The changed paths, with the number of bytes at the start that are unchanged.
    changed: BTreeMap<PathBuf, usize>,
    /// The function that is told of the first change after [`Self::take_changes`]. The tree is locked meanwhile.
    wake: fn(),
}

impl Default for Tree {
    /// The empty tree, which has only the folder `/`.
    fn default() -> Self {
        let names = BTreeMap::from([(PathBuf::from("/"), Entry::Folder(SystemTime::now()))]);
        Self { names, files: BTreeMap::new(), next: 0, changed: BTreeMap::new(), wake: || () }
    }
}

/// Returns the absolute path of `path`, without `.` and `..`.
pub fn absolute(path: &Path) -> PathBuf {
    let mut whole = PathBuf::from("/");
    for component in path.components() {
        match component {
            Component::Normal(name) => whole.push(name),
            Component::ParentDir => drop(whole.pop()),
            Component::CurDir | Component::RootDir | Component::Prefix(_) => {}
        }
    }
    whole
}

fn fail<T>(kind: io::ErrorKind) -> io::Result<T> {
    Err(kind.into())
}

impl Tree {
    fn number(&mut self) -> u64 {
        self.next += 1;
        self.next
    }

    fn entry(&self, path: &Path) -> io::Result<Entry> {
        if let Some(entry) = self.names.get(path) {
            return Ok(*entry);
        }
        let above = path.ancestors().skip(1).find_map(|above| self.names.get(above));
        fail(if matches!(above, Some(Entry::File(_))) { io::ErrorKind::NotADirectory } else { io::ErrorKind::NotFound })
    }

    /// Returns the entry of the folder in which `path` would be created.
    fn check_parent(&self, path: &Path) -> io::Result<()> {
        match path.parent().map(|parent| self.entry(parent)) {
            Some(Ok(Entry::Folder(_))) => Ok(()),
            Some(Ok(Entry::File(_))) => fail(io::ErrorKind::NotADirectory),
            Some(Err(error)) => Err(error),
            None => fail(io::ErrorKind::IsADirectory),
        }
    }

    /// Sets the function that is told of the first change after [`Self::take_changes`]. The tree is locked when it is
    /// called.
    pub fn on_change(&mut self, wake: fn()) {
        self.wake = wake;
    }

    /// Marks `path` as changed as a whole, such as after a failure of the storage. [`Self::on_change`] is not told.
    pub fn change_again(&mut self, path: &Path) {
        self.changed.insert(path.to_owned(), 0);
    }

    fn mark(&mut self, path: &Path, from: usize) {
        if self.changed.is_empty() {
            (self.wake)();
        }
        let unchanged = self.changed.entry(path.to_owned()).or_insert(from);
        *unchanged = from.min(*unchanged);
    }

    /// Marks the file `id` as changed from its byte `from` on.
    fn touch(&mut self, id: NodeId, from: usize) {
        let Some(node) = self.files.get_mut(&id) else { return };
        node.modified = Some(SystemTime::now());
        if let Some(path) = node.path.clone() {
            self.mark(&path, from);
        }
    }

    /// Drops the file `id` if it has neither a name nor an open file.
    fn drop_unlinked(&mut self, id: NodeId) {
        if self.files.get(&id).is_some_and(|node| node.path.is_none() && node.open == 0) {
            self.files.remove(&id);
        }
    }

    fn unlink(&mut self, path: &Path) {
        if let Some(Entry::File(id)) = self.names.remove(path) {
            if let Some(node) = self.files.get_mut(&id) {
                node.path = None;
            }
            self.drop_unlinked(id);
        }
        self.mark(path, 0);
    }

    fn create(&mut self, path: &Path) -> NodeId {
        let id = self.number();
        let node = FileNode { modified: Some(SystemTime::now()), path: Some(path.to_owned()), ..FileNode::default() };
        self.files.insert(id, node);
        self.names.insert(path.to_owned(), Entry::File(id));
        self.mark(path, 0);
        id
    }

    /// Returns the properties of the file or folder at `path`.
    ///
    /// # Errors
    /// There is none.
    pub fn metadata(&self, path: &Path) -> io::Result<MemoryMetadata> {
        Ok(match self.entry(&absolute(path))? {
            Entry::Folder(modified) => MemoryMetadata { length: None, modified },
            Entry::File(id) => self.about(id),
        })
    }

    fn about(&self, id: NodeId) -> MemoryMetadata {
        let node = self.files.get(&id);
        let length = node.map_or(0, |node| u64::try_from(node.bytes.len()).unwrap_or(u64::MAX));
        let modified = node.and_then(|node| node.modified).unwrap_or(SystemTime::UNIX_EPOCH);
        MemoryMetadata { length: Some(length), modified }
    }

    /// Returns the content of the file at `path`.
    ///
    /// # Errors
    /// There is no file.
    pub fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        match self.entry(&absolute(path))? {
            Entry::Folder(_) => fail(io::ErrorKind::IsADirectory),
            Entry::File(id) => Ok(self.files.get(&id).map(|node| node.bytes.clone()).unwrap_or_default()),
        }
    }

    /// Creates the file at `path` or replaces its content.
    ///
    /// # Errors
    /// Its folder is missing, or `path` is a folder.
    pub fn write(&mut self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let path = absolute(path);
        let id = match self.entry(&path) {
            Ok(Entry::Folder(_)) => return fail(io::ErrorKind::IsADirectory),
            Ok(Entry::File(id)) => id,
            Err(_) => {
                self.check_parent(&path)?;
                self.create(&path)
            }
        };
        if let Some(node) = self.files.get_mut(&id) {
            node.bytes = bytes.to_vec();
        }
        self.touch(id, 0);
        Ok(())
    }

    /// Creates the folder at `path` and all folders above it.
    ///
    /// # Errors
    /// One of them is a file.
    pub fn create_dir_all(&mut self, path: &Path) -> io::Result<()> {
        let path = absolute(path);
        let all: Vec<_> = path.ancestors().collect();
        for folder in all.into_iter().rev() {
            match self.names.get(folder) {
                Some(Entry::Folder(_)) => {}
                Some(Entry::File(_)) if folder == path => return fail(io::ErrorKind::AlreadyExists),
                Some(Entry::File(_)) => return fail(io::ErrorKind::NotADirectory),
                None => {
                    self.names.insert(folder.to_owned(), Entry::Folder(SystemTime::now()));
                    self.mark(folder, 0);
                }
            }
        }
        Ok(())
    }

    /// Returns the paths in the folder at `path`, in their order.
    ///
    /// # Errors
    /// There is no folder.
    pub fn read_dir(&self, path: &Path) -> io::Result<Vec<PathBuf>> {
        let path = absolute(path);
        match self.entry(&path)? {
            Entry::File(_) => fail(io::ErrorKind::NotADirectory),
            Entry::Folder(_) => {
                Ok(self.names.keys().filter(|inside| inside.parent() == Some(&path)).cloned().collect())
            }
        }
    }

    /// Removes the file at `path`.
    ///
    /// # Errors
    /// There is no file.
    pub fn remove_file(&mut self, path: &Path) -> io::Result<()> {
        let path = absolute(path);
        match self.entry(&path)? {
            Entry::Folder(_) => fail(io::ErrorKind::IsADirectory),
            Entry::File(_) => {
                self.unlink(&path);
                Ok(())
            }
        }
    }

    /// Removes the empty folder at `path`.
    ///
    /// # Errors
    /// There is no folder, or it is not empty.
    pub fn remove_dir(&mut self, path: &Path) -> io::Result<()> {
        if !self.read_dir(path)?.is_empty() {
            return fail(io::ErrorKind::DirectoryNotEmpty);
        }
        self.unlink(&absolute(path));
        Ok(())
    }

    /// Moves the file at `from` to `to`, and replaces a file there.
    ///
    /// # Errors
    /// There is no file at `from`, the folder of `to` is missing, or `to` is a folder. Folders are not moved.
    pub fn rename(&mut self, from: &Path, to: &Path) -> io::Result<()> {
        let (from, to) = (absolute(from), absolute(to));
        let Entry::File(id) = self.entry(&from)? else { return fail(io::ErrorKind::IsADirectory) };
        self.check_parent(&to)?;
        match self.names.get(&to) {
            Some(Entry::Folder(_)) => return fail(io::ErrorKind::IsADirectory),
            Some(Entry::File(there)) if *there == id => return Ok(()),
            Some(Entry::File(_)) => self.unlink(&to),
            None => {}
        }
        self.names.remove(&from);
        self.mark(&from, 0);
        if let Some(node) = self.files.get_mut(&id) {
            node.path = Some(to.clone());
        }
        self.mark(&to, 0);
        self.names.insert(to, Entry::File(id));
        Ok(())
    }

    /// Puts a file or folder of the storage back, without a change for the storage. Missing folders above are created.
    pub fn put_back(&mut self, path: &Path, stored: Stored) {
        let path = absolute(path);
        for folder in path.ancestors().skip(1) {
            self.names.entry(folder.to_owned()).or_insert_with(|| Entry::Folder(SystemTime::now()));
        }
        match stored {
            Stored::Nothing => {}
            Stored::Folder => drop(self.names.entry(path).or_insert_with(|| Entry::Folder(SystemTime::now()))),
            Stored::File { bytes, modified, .. } => {
                let id = self.number();
                let node =
                    FileNode { bytes, modified: Some(modified), path: Some(path.clone()), ..FileNode::default() };
                self.files.insert(id, node);
                self.names.insert(path, Entry::File(id));
            }
        }
    }

    /// Returns the changes since the last call, in the order of the paths. Together they lead from one consistent state
    /// to another.
    pub fn take_changes(&mut self) -> Vec<Change> {
        let changed = std::mem::take(&mut self.changed);
        changed.into_iter().map(|(path, from)| Change { now: self.stored(&path, from), path }).collect()
    }

    fn stored(&self, path: &Path, from: usize) -> Stored {
        match self.names.get(path) {
            None => Stored::Nothing,
            Some(Entry::Folder(_)) => Stored::Folder,
            Some(Entry::File(id)) => {
                let bytes = self.files.get(id).map_or(&[][..], |node| &node.bytes);
                let from = from.min(bytes.len());
                let modified = self.about(*id).modified;
                Stored::File { from, bytes: bytes.get(from..).unwrap_or_default().to_vec(), modified }
            }
        }
    }
}

#[cfg(test)]
mod tests;
