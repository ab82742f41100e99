//! Files of the repository: scenarios, the diagnostics corpus, generated files.

#![expect(clippy::panic, reason = "test helpers panic on failure")]

use std::path::PathBuf;

use crate::workspace::root;

/// Returns the TOML files in a folder of the repository, sorted by name. There is at least one.
///
/// # Panics
/// Panics if the folder is unreadable or contains no TOML file.
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

/// Returns all files in a folder of the repository and in the folders within, sorted by path.
///
/// # Panics
/// Panics if a folder is unreadable.
pub fn files_within(folder: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
            if path.is_dir() { &mut folders } else { &mut files }.push(path);
        }
    }
    files.sort();
    files
}

/// Parses `text` as TOML and returns it as a JSON value.
///
/// # Panics
/// Panics if `text` is not TOML.
pub fn toml_to_json(text: &str) -> serde_json::Value {
    toml::from_str(text.strip_prefix('\u{feff}').unwrap_or(text)).unwrap_or_else(|error| panic!("{error}"))
}

/// Compares `text` with the generated file at `path`. With `BATTLEWRIGHT_UPDATE=1`, writes the file instead if it differs.
///
/// # Panics
/// Panics if the file differs, or if it cannot be written.
pub fn assert_generated(path: &str, text: &str) {
    let file = root().join(path);
    let on_disk = std::fs::read_to_string(&file).unwrap_or_default();
    if std::env::var_os("BATTLEWRIGHT_UPDATE").is_some() {
        // A file that is newer than its program, even with the same content, makes cargo compile all crates anew.
        if on_disk == text {
            return;
        }
        if let Some(folder) = file.parent() {
            std::fs::create_dir_all(folder).unwrap_or_else(|error| panic!("{path}: {error}"));
        }
        std::fs::write(&file, text).unwrap_or_else(|error| panic!("{path}: {error}"));
        return;
    }
    let line = on_disk.lines().zip(text.lines()).position(|(old, new)| old != new);
    let line = line.unwrap_or(on_disk.lines().count().min(text.lines().count())) + 1;
    assert!(
        on_disk == text,
        "{path} is generated and out of date from line {line} on; run\n    \
         BATTLEWRIGHT_UPDATE=1 cargo test -p battlewright-tests"
    );
}
