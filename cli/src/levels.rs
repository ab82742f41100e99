//! The levels of findings: flags, and the `battlewright.toml` of a collection.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use battlewright_schema::{Collection, Diagnostic, LintLevel, LintLevels, Lints, check_code};
use clap::Args;

use crate::console::Failure;
use crate::files;

/// The flags for the levels of findings.
#[derive(Debug, Default, Args)]
pub(crate) struct Flags {
    /// Hide findings with this code, or `all` findings that have a level; may be repeated
    #[arg(long, value_name = "CODE")]
    allow: Vec<String>,
    /// Report findings with this code as warnings
    #[arg(long, value_name = "CODE")]
    warn: Vec<String>,
    /// Report findings with this code as errors
    #[arg(long, value_name = "CODE")]
    deny: Vec<String>,
}

impl Flags {
    /// Returns the levels given by the flags.
    ///
    /// # Errors
    /// A code is unknown or has no level, or a code has two different levels.
    pub(crate) fn lints(&self) -> Result<Lints, Failure> {
        let given = [(LintLevel::Allow, &self.allow), (LintLevel::Warn, &self.warn), (LintLevel::Deny, &self.deny)];
        let mut lints = Lints::new();
        for (level, codes) in given {
            for code in codes {
                check_code(code).map_err(|(message, help)| Failure::new(message).help(help))?;
                if let Some(other) = lints.insert(code.clone(), level).filter(|other| *other != level) {
                    let message =
                        format!("`--{} {code}` and `--{} {code}` contradict each other", other.name(), level.name());
                    return Err(
                        Failure::new(message).help("give each code one level; a level for a code overrides `all`")
                    );
                }
            }
        }
        Ok(lints)
    }
}

/// The collections of the checked files, each read once.
#[derive(Debug, Default)]
pub(crate) struct Collections {
    nearest: BTreeMap<PathBuf, Option<PathBuf>>,
    read: BTreeMap<PathBuf, Lints>,
}

/// A newly read collection file.
pub(crate) struct FoundCollection {
    pub(crate) path: PathBuf,
    pub(crate) bytes: Vec<u8>,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl Collections {
    /// Returns the levels that apply to the scenario at `path` besides its own, with its collection file if that is newly
    /// read.
    ///
    /// # Errors
    /// The collection file cannot be read.
    pub(crate) fn levels(
        &mut self,
        path: &Path,
        flags: &Lints,
    ) -> Result<(LintLevels, Option<FoundCollection>), Failure> {
        let folder = path.parent().map(Path::to_owned).unwrap_or_default();
        let nearest = self.nearest.entry(folder).or_insert_with(|| Collection::nearest(path)).clone();
        let Some(file) = nearest else {
            return Ok((LintLevels { flags: flags.clone(), ..LintLevels::default() }, None));
        };
        let first = self.first(&file, flags)?;
        let collection = self.read.get(&file).cloned().unwrap_or_default();
        Ok((LintLevels { flags: flags.clone(), collection }, first))
    }

    /// Reads the collection file at `path`; `None` if it was read before.
    ///
    /// # Errors
    /// The file cannot be read.
    pub(crate) fn first(&mut self, path: &Path, flags: &Lints) -> Result<Option<FoundCollection>, Failure> {
        let file = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        if self.read.contains_key(&file) {
            return Ok(None);
        }
        let bytes = files::read(path)?;
        let mut collection = Collection::read(&bytes);
        LintLevels { flags: flags.clone(), ..LintLevels::default() }
            .apply(&collection.lints, &mut collection.diagnostics);
        self.read.insert(file.clone(), collection.lints.clone());
        Ok(Some(FoundCollection { path: from_here(file), bytes, diagnostics: collection.diagnostics }))
    }
}

/// Returns `path` relative to the working directory, if it lies below.
fn from_here(path: PathBuf) -> PathBuf {
    let here = std::env::current_dir().and_then(|here| here.canonicalize());
    here.ok().and_then(|here| path.strip_prefix(here).ok().map(Path::to_owned)).unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_one_level_and_is_one() {
        let flags = |allow: &[&str], deny: &[&str]| {
            let owned = |codes: &[&str]| codes.iter().map(|code| (*code).to_owned()).collect();
            Flags { allow: owned(allow), deny: owned(deny), ..Flags::default() }.lints()
        };
        assert_eq!(flags(&["all"], &["flat-scan"]).unwrap().len(), 2);
        assert!(flags(&["flat-scan"], &["flat-scan"]).unwrap_err().to_string().contains("contradict"));
        assert!(flags(&["flat-scam"], &[]).unwrap_err().to_string().contains("did you mean `flat-scan`?"));
        assert!(flags(&["syntax"], &[]).unwrap_err().to_string().contains("has no level"));
    }

    #[test]
    fn a_collection_is_read_once() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("a")).unwrap();
        std::fs::write(folder.path().join("battlewright.toml"), "[lints]\nflat-scan = \"deny\"\n").unwrap();
        let mut collections = Collections::default();
        let (levels, found) = collections.levels(&folder.path().join("a/b.toml"), &Lints::new()).unwrap();
        assert_eq!((levels.collection.len(), found.is_some()), (1, true));
        let (levels, found) = collections.levels(&folder.path().join("c.toml"), &Lints::new()).unwrap();
        assert_eq!((levels.collection.len(), found.is_some()), (1, false));
    }
}
