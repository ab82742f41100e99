//! Import sources: the content of files of other programs, and the files written from them.

use battlewright_platform::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use battlewright_schema::{ArtPath, write_new};

use crate::import::Imported;
use crate::vassal::ModuleError;

/// An import source, told by the file extension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// Units from a CSV file.
    Csv,
    /// Units from a workbook of Excel or OpenDocument.
    Workbook,
    /// The features of a Tiled map.
    Tiled,
    /// A scenario from a VASSAL module.
    Vmod,
}

impl Source {
    /// All supported file extensions.
    pub const ENDINGS: [&str; 11] = ["csv", "tsv", "txt", "xlsx", "xlsm", "ods", "tmx", "tmj", "json", "vmod", "mod"];

    /// Returns the source for the file extension of `path`, letter case aside.
    ///
    /// ```
    /// use battlewright_export::Source;
    /// assert_eq!(Source::of("units.XLSX".as_ref()), Some(Source::Workbook));
    /// assert_eq!(Source::of("units.doc".as_ref()), None);
    /// ```
    pub fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "csv" | "tsv" | "txt" => Some(Self::Csv),
            "xlsx" | "xlsm" | "ods" => Some(Self::Workbook),
            "tmx" | "tmj" | "json" => Some(Self::Tiled),
            "vmod" | "mod" => Some(Self::Vmod),
            _ => None,
        }
    }
}

/// The longest VASSAL module, in bytes.
const LONGEST: u64 = 1 << 30;

/// Reads the bytes of the module at `path`.
///
/// # Errors
/// The file cannot be read, or is longer than a gibibyte.
pub fn module(path: &Path) -> Result<Vec<u8>, ModuleError> {
    let mut bytes = Vec::new();
    fs::open_file(path)
        .and_then(|file| file.take(LONGEST + 1).read_to_end(&mut bytes))
        .map_err(ModuleError::Unreadable)?;
    if bytes.len() as u64 > LONGEST {
        return Err(ModuleError::TooLong { most: LONGEST });
    }
    Ok(bytes)
}

/// An error while writing an import.
#[derive(Debug, thiserror::Error)]
pub enum WriteFailure {
    /// The file exists already; nothing is overwritten.
    #[error("{} already exists", .0.display())]
    Exists(PathBuf),
    /// The file cannot be written.
    #[error("cannot write {path}: {error}", path = .0.display(), error = .1)]
    Failed(PathBuf, #[source] io::Error),
    /// The file name is unsafe or empty.
    #[error("{0:?} is not a file name")]
    Misnamed(String),
}

/// Returns `true` if `path` is a file with exactly these bytes.
fn has_same_bytes(path: &Path, bytes: &[u8]) -> bool {
    let known = fs::symlink_metadata(path);
    known.is_ok_and(|file| file.is_file() && usize::try_from(file.len()) == Ok(bytes.len()))
        && fs::read(path).is_ok_and(|own| own == bytes)
}

impl Imported {
    /// Returns the files to write for an import to `out`: the scenario file first, then the files beside it. Those that exist
    /// already with the same content are left out.
    ///
    /// # Errors
    /// One of them exists with other content, or has an unsafe name; or the scenario file exists.
    pub fn planned(&self, out: &Path) -> Result<Vec<(PathBuf, &[u8])>, WriteFailure> {
        let folder = out.parent().unwrap_or(Path::new(""));
        let mut all = vec![(out.to_owned(), self.text.as_bytes())];
        for (name, bytes) in &self.files {
            let path = ArtPath(name.clone()).within(folder).ok_or_else(|| WriteFailure::Misnamed(name.clone()))?;
            if !has_same_bytes(&path, bytes) {
                all.push((path, bytes));
            }
        }
        match all.iter().find(|(path, _)| fs::symlink_metadata(path).is_ok()) {
            Some((path, _)) => Err(WriteFailure::Exists(path.clone())),
            None => Ok(all),
        }
    }

    /// Writes all files and returns their paths. Existing files are never overwritten; on an error, no new file is left.
    ///
    /// # Errors
    /// See [`WriteFailure`].
    pub fn write(&self, out: &Path) -> Result<Vec<PathBuf>, WriteFailure> {
        let planned = self.planned(out)?;
        for (at, (path, bytes)) in planned.iter().enumerate() {
            if let Err(error) = write_new(path, bytes) {
                for (before, _) in planned.iter().take(at) {
                    // The write error is reported; a failed removal is not.
                    let _ = fs::remove_file(before);
                }
                return Err(match error.kind() {
                    io::ErrorKind::AlreadyExists => WriteFailure::Exists(path.clone()),
                    _ => WriteFailure::Failed(path.clone(), error),
                });
            }
        }
        Ok(planned.into_iter().map(|(path, _)| path).collect())
    }
}
