//! Open files of a [`Tree`](super::Tree).

use std::fs::TryLockError;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use web_time::SystemTime;

use super::{Entry, FileNode, NodeId, SharedTree, absolute, fail, locked};

/// The properties of a file or folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryMetadata {
    pub(super) length: Option<u64>,
    pub(super) modified: SystemTime,
}

#[expect(clippy::len_without_is_empty, reason = "the methods are those of `std::fs::Metadata`")]
impl MemoryMetadata {
    /// Returns `true` for a file.
    pub fn is_file(&self) -> bool {
        self.length.is_some()
    }

    /// Returns `true` for a folder.
    pub fn is_dir(&self) -> bool {
        self.length.is_none()
    }

    /// Returns the number of bytes; 0 for a folder.
    pub fn len(&self) -> u64 {
        self.length.unwrap_or(0)
    }

    /// Returns the permissions, of which there are none.
    pub fn permissions(&self) -> MemoryPermissions {
        MemoryPermissions
    }

    /// Returns the time of the last change.
    ///
    /// # Errors
    /// Never; the signature is that of `std::fs::Metadata`.
    pub fn modified(&self) -> io::Result<SystemTime> {
        Ok(self.modified)
    }
}

/// The permissions of a file in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryPermissions;

/// The purpose of opening a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OpenMode {
    /// Reading an existing file.
    Read,
    /// Reading and writing an existing file.
    Write,
    /// Writing a file that does not exist yet.
    Create,
}

/// The part of an open file that its clones share.
#[derive(Debug)]
struct Opened {
    tree: SharedTree,
    id: NodeId,
    /// The number of this opening, which holds locks.
    number: u64,
    mode: OpenMode,
    at: AtomicU64,
}

impl Drop for Opened {
    fn drop(&mut self) {
        let mut tree = locked(&self.tree);
        if let Some(node) = tree.files.get_mut(&self.id) {
            node.open = node.open.saturating_sub(1);
            node.lock = node.lock.filter(|owner| *owner != self.number);
        }
        tree.drop_unlinked(self.id);
    }
}

/// An open file.
#[derive(Clone, Debug)]
pub struct MemoryFile(Arc<Opened>);

impl MemoryFile {
    /// Opens the file at `path`.
    ///
    /// # Errors
    /// As `mode` says; `path` is a folder; its folder is missing.
    pub(crate) fn open_in(tree: &SharedTree, path: &Path, mode: OpenMode) -> io::Result<Self> {
        let path = absolute(path);
        let mut inside = locked(tree);
        let id = match inside.entry(&path) {
            Ok(_) if mode == OpenMode::Create => return fail(io::ErrorKind::AlreadyExists),
            Ok(Entry::Folder(_)) => return fail(io::ErrorKind::IsADirectory),
            Ok(Entry::File(id)) => id,
            Err(_) if mode == OpenMode::Create => {
                inside.check_parent(&path)?;
                inside.create(&path)
            }
            Err(error) => return Err(error),
        };
        let number = inside.number();
        if let Some(node) = inside.files.get_mut(&id) {
            node.open += 1;
        }
        drop(inside);
        Ok(Self(Arc::new(Opened { tree: tree.clone(), id, number, mode, at: AtomicU64::new(0) })))
    }

    /// Returns `true` if the file at `path` is this one.
    pub fn is_at(&self, path: &Path) -> bool {
        locked(&self.0.tree).names.get(&absolute(path)) == Some(&Entry::File(self.0.id))
    }

    /// Returns another handle, which shares position and lock.
    ///
    /// # Errors
    /// Never; the signature is that of `std::fs::File`.
    pub fn try_clone(&self) -> io::Result<Self> {
        Ok(self.clone())
    }

    /// Returns the properties of the file.
    ///
    /// # Errors
    /// Never; the signature is that of `std::fs::File`.
    pub fn metadata(&self) -> io::Result<MemoryMetadata> {
        Ok(locked(&self.0.tree).about(self.0.id))
    }

    /// Locks the file for this opening.
    ///
    /// # Errors
    /// Another opening holds the lock.
    pub fn try_lock(&self) -> Result<(), TryLockError> {
        self.try_lock_shared()?;
        if let Some(node) = locked(&self.0.tree).files.get_mut(&self.0.id) {
            node.lock = Some(self.0.number);
        }
        Ok(())
    }

    /// Tests that no other opening holds the lock.
    ///
    /// # Errors
    /// Another opening holds the lock.
    pub fn try_lock_shared(&self) -> Result<(), TryLockError> {
        let tree = locked(&self.0.tree);
        match tree.files.get(&self.0.id).and_then(|node| node.lock) {
            Some(owner) if owner != self.0.number => Err(TryLockError::WouldBlock),
            _ => Ok(()),
        }
    }

    /// Cuts the file to `length` bytes, or fills it with zeros up to there.
    ///
    /// # Errors
    /// The file was opened for reading.
    pub fn set_len(&self, length: u64) -> io::Result<()> {
        let length = usize::try_from(length).map_err(|_| io::ErrorKind::OutOfMemory)?;
        self.change(|node| {
            let from = length.min(node.bytes.len());
            node.bytes.resize(length, 0);
            from
        })
    }

    /// Sets the time of the last change.
    ///
    /// # Errors
    /// The file was opened for reading.
    pub fn set_modified(&self, time: SystemTime) -> io::Result<()> {
        self.change(|node| node.bytes.len())?;
        if let Some(node) = locked(&self.0.tree).files.get_mut(&self.0.id) {
            node.modified = Some(time);
        }
        Ok(())
    }

    /// Does nothing: files in memory have no permissions.
    ///
    /// # Errors
    /// Never; the signature is that of `std::fs::File`.
    pub fn set_permissions(&self, _: MemoryPermissions) -> io::Result<()> {
        Ok(())
    }

    /// Does nothing: the tree has the data, and the storage gets them when the current task ends.
    ///
    /// # Errors
    /// Never; the signature is that of `std::fs::File`.
    pub fn sync_all(&self) -> io::Result<()> {
        Ok(())
    }

    /// Does nothing, like [`Self::sync_all`].
    ///
    /// # Errors
    /// Never; the signature is that of `std::fs::File`.
    pub fn sync_data(&self) -> io::Result<()> {
        Ok(())
    }

    /// Changes the content; `change` returns the number of bytes at the start that are as before.
    fn change(&self, change: impl FnOnce(&mut FileNode) -> usize) -> io::Result<()> {
        if self.0.mode == OpenMode::Read {
            return fail(io::ErrorKind::PermissionDenied);
        }
        let mut tree = locked(&self.0.tree);
        if let Some(node) = tree.files.get_mut(&self.0.id) {
            let from = change(node);
            tree.touch(self.0.id, from);
        }
        Ok(())
    }

    fn position(&self) -> usize {
        usize::try_from(self.0.at.load(Ordering::Relaxed)).unwrap_or(usize::MAX)
    }

    fn go_to(&self, position: usize) {
        self.0.at.store(u64::try_from(position).unwrap_or(u64::MAX), Ordering::Relaxed);
    }
}

impl Read for MemoryFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        (&*self).read(buffer)
    }
}

impl Read for &MemoryFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let at = self.position();
        let tree = locked(&self.0.tree);
        let bytes = tree.files.get(&self.0.id).and_then(|node| node.bytes.get(at..)).unwrap_or_default();
        let count = bytes.len().min(buffer.len());
        for (to, from) in buffer.iter_mut().zip(bytes) {
            *to = *from;
        }
        self.go_to(at + count);
        Ok(count)
    }
}

impl Write for MemoryFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        (&*self).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Write for &MemoryFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let at = self.position();
        self.change(|node| {
            let from = at.min(node.bytes.len());
            if node.bytes.len() < at {
                node.bytes.resize(at, 0);
            }
            let over = bytes.len().min(node.bytes.len() - at);
            node.bytes.splice(at..at + over, bytes.iter().copied());
            from
        })?;
        self.go_to(at + bytes.len());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for MemoryFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let length = self.metadata()?.len();
        let position = match to {
            SeekFrom::Start(position) => Some(position),
            SeekFrom::End(offset) => length.checked_add_signed(offset),
            SeekFrom::Current(offset) => self.0.at.load(Ordering::Relaxed).checked_add_signed(offset),
        };
        let position = position.ok_or(io::ErrorKind::InvalidInput)?;
        self.0.at.store(position, Ordering::Relaxed);
        Ok(position)
    }
}
