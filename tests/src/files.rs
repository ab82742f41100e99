//! Files of the repository: scenarios, planted mistakes, generated files.

#![expect(clippy::panic, reason = "these are tests: what is wrong ends them")]

use std::path::PathBuf;

use crate::workspace::root;

/// The TOML files in a folder of the repository, in order of name; at least one.
///
/// # Panics
/// When the folder cannot be read or has none.
pub fn toml_files(folder: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join(folder)).unwrap_or_else(|error| panic!("{folder}: {error}"));
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "{folder} has no scenario");
    files
}

/// `text`, a TOML document, as a JSON value.
///
/// # Panics
/// When it is not TOML.
pub fn toml_to_json(text: &str) -> serde_json::Value {
    toml::from_str(text.strip_prefix('\u{feff}').unwrap_or(text)).unwrap_or_else(|error| panic!("{error}"))
}

/// Compares a generated file with what is on disk; with `BATTLEWRIGHT_UPDATE=1`, writes it.
///
/// # Panics
/// When the file differs, or cannot be written.
pub fn assert_generated(path: &str, text: &str) {
    let file = root().join(path);
    if std::env::var_os("BATTLEWRIGHT_UPDATE").is_some() {
        if let Some(folder) = file.parent() {
            std::fs::create_dir_all(folder).unwrap_or_else(|error| panic!("{path}: {error}"));
        }
        std::fs::write(&file, text).unwrap_or_else(|error| panic!("{path}: {error}"));
        return;
    }
    let on_disk = std::fs::read_to_string(&file).unwrap_or_default();
    let line = on_disk.lines().zip(text.lines()).position(|(old, new)| old != new);
    let line = line.unwrap_or(on_disk.lines().count().min(text.lines().count())) + 1;
    assert!(
        on_disk == text,
        "{path} is generated and out of date from line {line} on; run\n    \
         BATTLEWRIGHT_UPDATE=1 cargo test -p battlewright-tests"
    );
}
