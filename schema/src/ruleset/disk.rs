//! Rulesets in files, beside a scenario and in its collection.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use battlewright_platform::fs;

use super::MOST_RULESET_BYTES;
use super::file::{NamedRuleset, RulesetRef};
use super::source::{BundledRulesets, FoundRuleset, RulesetSource};
use crate::{ArtPath, Collection};

/// The rulesets that a file on disk can name: those of the nearest collection, the bundled ones, and files by their path.
///
/// The collection is read when a ruleset is first looked up, so that files without rulesets cost nothing.
#[derive(Debug)]
pub struct DiskRulesets {
    /// The file that names rulesets.
    file: PathBuf,
    /// The folder of the nearest collection, with its rulesets.
    named: OnceLock<(PathBuf, Vec<(String, ArtPath)>)>,
}

impl DiskRulesets {
    /// Returns the rulesets that the file at `path` can name.
    pub fn of(path: &Path) -> Self {
        Self { file: path.to_owned(), named: OnceLock::new() }
    }

    fn named(&self) -> &(PathBuf, Vec<(String, ArtPath)>) {
        self.named.get_or_init(|| {
            let collection = Collection::nearest(&self.file);
            let read = collection.as_ref().and_then(|file| fs::read_file(file).ok());
            let rulesets = read.map(|bytes| Collection::read(&bytes).rulesets).unwrap_or_default();
            let folder = collection.as_deref().map(folder_of).unwrap_or_default();
            (folder, rulesets.into_iter().collect())
        })
    }
}

impl RulesetSource for DiskRulesets {
    fn ruleset(&self, reference: &RulesetRef, from: Option<&str>) -> Result<Option<FoundRuleset>, String> {
        match reference.parts() {
            Some(NamedRuleset::Path(text)) => {
                let from = from.map_or_else(|| self.file.clone(), PathBuf::from);
                let path = ArtPath(text.strip_prefix("./").unwrap_or(text).to_owned());
                read(&folder_of(&from), &path)
            }
            Some(NamedRuleset::Id(id, _)) => {
                let (folder, named) = self.named();
                match named.iter().find(|(name, _)| name == id) {
                    Some((_, path)) => read(folder, path),
                    None => BundledRulesets.ruleset(reference, from),
                }
            }
            None => Ok(None),
        }
    }

    fn ids(&self) -> Vec<String> {
        let own = self.named().1.iter().map(|(id, _)| id.clone());
        own.chain(BundledRulesets.ids()).collect()
    }
}

/// Returns the folder of the file at `path`.
fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// Reads the ruleset at `path` in `folder`.
///
/// # Errors
/// The path leads out of the folder, or the file cannot be read.
fn read(folder: &Path, path: &ArtPath) -> Result<Option<FoundRuleset>, String> {
    if let Some(problem) = path.problem() {
        return Err(format!("the path `{path}` is refused: {problem}"));
    }
    let Some(file) = path.within(folder) else { return Ok(None) };
    if !matches!(fs::exists(&file), Ok(true)) {
        return Ok(None);
    }
    let most = u64::try_from(MOST_RULESET_BYTES).unwrap_or(u64::MAX);
    // Files of one place are recognized whichever way leads to them.
    let place = fs::canonicalize(&file).unwrap_or_else(|_| file.clone());
    let place = place.display().to_string();
    let bytes = fs::open_file(&file).and_then(|mut opened| fs::read_within(&mut opened, most));
    match bytes {
        Ok(bytes) => Ok(Some(FoundRuleset { place, name: path.to_string(), bytes })),
        Err(error) => Err(format!("{path}: {error}")),
    }
}
