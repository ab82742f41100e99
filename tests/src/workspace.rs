//! Where things are.

use std::path::{Path, PathBuf};

/// The workspace's folder.
pub fn root() -> &'static Path {
    // This crate stands directly in it.
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or_else(|| Path::new("."))
}

/// Every scenario that comes with the program, by name.
///
/// # Errors
/// The folder cannot be read.
pub fn scenarios() -> std::io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in root().join("scenarios").read_dir()? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "toml") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}
