//! Files of other programs: their importable content, and writing the result.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use battlewright_schema::{ArtPath, write_new};

use crate::import::Imported;
use crate::vassal::ModuleError;

/// The source that a file is, by the end of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// Units, from a spreadsheet's text.
    Csv,
    /// Units, from a workbook of Excel or OpenDocument.
    Workbook,
    /// All that lies on a map of Tiled.
    Tiled,
    /// A scenario, from a module of VASSAL.
    Vmod,
}

impl Source {
    /// The way in which the names of such files end.
    pub const ENDINGS: [&str; 11] = ["csv", "tsv", "txt", "xlsx", "xlsm", "ods", "tmx", "tmj", "json", "vmod", "mod"];

    /// The source that the file at `path` is, as its name says.
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

/// The longest module that is read, in bytes.
const LONGEST: u64 = 1 << 30;

/// The bytes of the module at `path`.
///
/// # Errors
/// It cannot be read, or is longer than a gibibyte.
pub fn module(path: &Path) -> Result<Vec<u8>, ModuleError> {
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(LONGEST + 1).read_to_end(&mut bytes))
        .map_err(ModuleError::Unreadable)?;
    if bytes.len() as u64 > LONGEST {
        return Err(ModuleError::TooLong { most: LONGEST });
    }
    Ok(bytes)
}

/// Why what was made of a file was not written, or not all of it.
#[derive(Debug, thiserror::Error)]
pub enum WriteFailure {
    /// This is there already, and nothing is overwritten.
    #[error("{} already exists", .0.display())]
    Exists(PathBuf),
    /// It cannot be written.
    #[error("cannot write {path}: {error}", path = .0.display(), error = .1)]
    Failed(PathBuf, #[source] io::Error),
    /// It has a name that leads elsewhere.
    #[error("{0:?} is no name for a file")]
    Misnamed(String),
}

impl Imported {
    /// The files that would be written if the scenario's file were `out`: that file first, then those beside it.
    ///
    /// # Errors
    /// One of them exists, or has no name of its own.
    pub fn planned(&self, out: &Path) -> Result<Vec<(PathBuf, &[u8])>, WriteFailure> {
        let folder = out.parent().unwrap_or(Path::new(""));
        let mut all = vec![(out.to_owned(), self.text.as_bytes())];
        for (name, bytes) in &self.files {
            let path = ArtPath(name.clone()).within(folder).ok_or_else(|| WriteFailure::Misnamed(name.clone()))?;
            all.push((path, bytes));
        }
        match all.iter().find(|(path, _)| path.symlink_metadata().is_ok()) {
            Some((path, _)) => Err(WriteFailure::Exists(path.clone())),
            None => Ok(all),
        }
    }

    /// Writes it, over nothing that is there: all of it, or no file is left. The files that were written.
    ///
    /// # Errors
    /// See [`WriteFailure`].
    pub fn write(&self, out: &Path) -> Result<Vec<PathBuf>, WriteFailure> {
        let planned = self.planned(out)?;
        for (at, (path, bytes)) in planned.iter().enumerate() {
            if let Err(error) = write_new(path, bytes) {
                for (before, _) in planned.iter().take(at) {
                    // One that cannot be removed is told of by what is told of the other.
                    let _ = std::fs::remove_file(before);
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
