//! Files that hold what a test found last time, to be compared with what it finds now.

use std::fs;
use std::path::Path;

/// Set to anything, it makes [`compare`] write the files anew.
pub const UPDATE: &str = "BATTLEWRIGHT_UPDATE";

/// Compares `found` with the file at `path` below the workspace's folder.
///
/// # Errors
/// The first line that differs, and how to accept it.
pub fn compare(path: &str, found: &str) -> Result<(), String> {
    let file = super::workspace::root().join(path);
    if std::env::var_os(UPDATE).is_some() {
        return write(&file, found).map_err(|error| format!("cannot write {path}: {error}"));
    }
    let help = format!("{UPDATE}=1 writes it anew; then look at the difference");
    let expected = fs::read_to_string(&file).map_err(|error| format!("cannot read {path}: {error}\n{help}"))?;
    if expected == found {
        return Ok(());
    }
    let mut lines = expected.lines().map(Some).chain([None]).zip(found.lines().map(Some).chain([None]));
    let (index, (old, new)) = lines.by_ref().enumerate().find(|(_, (old, new))| old != new).unwrap_or_default();
    let end = "(the end)";
    Err(format!(
        "{path} differs at line {}\n  expected: {}\n  found:    {}\n{help}",
        index + 1,
        old.unwrap_or(end),
        new.unwrap_or(end)
    ))
}

fn write(file: &Path, text: &str) -> std::io::Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(file, text)
}
