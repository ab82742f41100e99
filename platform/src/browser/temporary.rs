//! Temporary files, which are renamed when they are complete.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::fs::{self, File};

/// The properties of a new temporary file.
#[derive(Clone, Copy, Debug, Default)]
pub struct Builder<'a> {
    prefix: &'a str,
}

impl<'a> Builder<'a> {
    /// Returns the default properties.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the beginning of the name.
    pub fn prefix(&mut self, prefix: &'a str) -> &mut Self {
        self.prefix = prefix;
        self
    }

    /// Creates a file in `folder` under a free name.
    ///
    /// # Errors
    /// The folder is missing.
    pub fn tempfile_in(&self, folder: impl AsRef<Path>) -> io::Result<NamedTempFile> {
        for number in 1_u32.. {
            let path = folder.as_ref().join(format!("{}{number}", self.prefix));
            match File::create_new(&path) {
                Ok(file) => return Ok(NamedTempFile { file, path: Some(path) }),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }
}

/// A temporary file, which is removed on drop.
#[derive(Debug)]
pub struct NamedTempFile {
    file: File,
    path: Option<PathBuf>,
}

/// A failure to rename a temporary file, which remains usable.
#[derive(Debug)]
pub struct PersistError {
    /// The cause.
    pub error: io::Error,
    /// The file.
    pub file: NamedTempFile,
}

impl From<PersistError> for io::Error {
    fn from(failed: PersistError) -> Self {
        failed.error
    }
}

impl NamedTempFile {
    /// Returns the open file.
    pub fn as_file(&self) -> &File {
        &self.file
    }

    /// Renames the file to `path`, and replaces a file there.
    ///
    /// # Errors
    /// The folder of `path` is missing.
    pub fn persist(mut self, path: impl AsRef<Path>) -> Result<File, PersistError> {
        let renamed = self.path.as_ref().map_or(Ok(()), |own| fs::rename(own, path));
        match renamed {
            Ok(()) => {
                self.path = None;
                Ok(self.file.clone())
            }
            Err(error) => Err(PersistError { error, file: self }),
        }
    }

    /// Renames the file to `path`, which must not exist.
    ///
    /// # Errors
    /// `path` exists, or its folder is missing.
    pub fn persist_noclobber(self, path: impl AsRef<Path>) -> Result<File, PersistError> {
        if fs::metadata(path.as_ref()).is_ok() {
            return Err(PersistError { error: io::ErrorKind::AlreadyExists.into(), file: self });
        }
        self.persist(path)
    }
}

impl Drop for NamedTempFile {
    fn drop(&mut self) {
        if let Some(path) = &self.path {
            // The file may have been removed by name.
            let _ = fs::remove_file(path);
        }
    }
}

impl Write for NamedTempFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
