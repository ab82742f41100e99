//! Folders of kits and published sites: every file must be there and as it was written.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use battlewright_export::stamp::StampedKind;

use super::ExpectedScenario;
use super::examine::{self, ExaminedFile};
use crate::publish::marker::{FolderKind, KIT, Marker, SITE, digest};

/// The most files of a folder. A site of all bundled scenarios has a hundred.
const MOST_FILES: usize = 10_000;

/// Examines the kit or the site in the folder at `path`: of a site, the part about the expected scenario.
pub(super) fn examined(path: &Path, expected: &ExpectedScenario) -> Vec<ExaminedFile> {
    let unknown = |why: String| vec![ExaminedFile::unknown(path, "folder", why)];
    let marker = |kind: &FolderKind| {
        let bytes = examine::read(&path.join(kind.marker)).ok()?;
        Marker::parsed(&bytes)
    };
    let mut added = Vec::new();
    let (marker, within) = match (marker(&KIT), marker(&SITE)) {
        (Some(kit), _) => {
            added = others(path, &kit);
            (kit, String::new())
        }
        (None, Some(site)) => (site, format!("{}/", expected.name)),
        (None, None) => {
            return unknown("it is neither a kit (`export --kit`) nor a site (`publish`)".to_owned());
        }
    };
    let listed: Vec<(&str, &str)> = marker.hashes().filter(|(name, _)| name.starts_with(&within)).collect();
    if listed.is_empty() {
        return unknown(format!("it has nothing in {within}, the folder of a scenario of this name"));
    }
    if listed.len() > MOST_FILES {
        return unknown(format!("it lists more than {MOST_FILES} files"));
    }
    let own = listed.into_iter().filter_map(|(name, hash)| one(path, name, hash, expected));
    // An old sheet beside the new ones would be printed with them.
    let others = added.into_iter().filter_map(|path| {
        let bytes = examine::read(&path).ok()?;
        StampedKind::of(&bytes).map(|_| examine::file(&path, &bytes, expected))
    });
    own.chain(others).collect()
}

/// Returns the files in `folder` that its list does not have.
fn others(folder: &Path, marker: &Marker) -> Vec<PathBuf> {
    let listed: BTreeSet<&str> = marker.hashes().map(|(name, _)| name).collect();
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().take(MOST_FILES);
    let mut others: Vec<PathBuf> = entries
        .filter(|entry| !listed.contains(entry.file_name().to_string_lossy().as_ref()))
        .map(|entry| entry.path())
        .collect();
    others.sort();
    others
}

/// Examines a file of the folder; `None` for one that is as it was written and has no stamp, such as a list.
fn one(folder: &Path, name: &str, hash: &str, expected: &ExpectedScenario) -> Option<ExaminedFile> {
    let path = folder.join(name);
    if !Path::new(name).components().all(|part| matches!(part, Component::Normal(_))) {
        return Some(ExaminedFile::unknown(&path, "file", "the list of the folder names a file elsewhere"));
    }
    let bytes = match examine::read(&path) {
        Ok(bytes) => bytes,
        Err(why) => return Some(ExaminedFile::wrong(&path, "file", why)),
    };
    let is_as_written = digest(&bytes) == hash;
    let has_stamp = StampedKind::of(&bytes).is_some() || super::page::told(&bytes).is_some();
    if has_stamp {
        let examined = examine::file(&path, &bytes, expected);
        let why = "it was changed after the folder was written";
        return Some(if is_as_written { examined } else { examined.with_reason(why) });
    }
    (!is_as_written).then(|| ExaminedFile::wrong(&path, "file", "it was changed after the folder was written"))
}
