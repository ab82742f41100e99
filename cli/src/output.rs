//! Output files: written completely or not at all, never over an input, and removed on Ctrl-C.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use battlewright_schema::{Replacement, replace_atomic, write_atomic, write_new};

use crate::console::Failure;
use crate::files::slashed;
use crate::interrupt;

/// Writes `bytes` to the file at `path` atomically; devices and FIFOs are written to directly.
///
/// # Errors
/// The file cannot be written.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    interrupt::leave_nothing();
    write_atomic(path, bytes).map_err(|error| cannot_write(path, &error))
}

/// Writes `bytes` to a new file at `path`.
///
/// # Errors
/// The file exists, or cannot be written.
pub(crate) fn create(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    interrupt::leave_nothing();
    write_new(path, bytes).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => Failure::new(format!("{} already exists", slashed(path)))
            .help("choose another name; existing files are not overwritten"),
        io::ErrorKind::NotFound => cannot_write(path, &error).help("create its folder first"),
        _ => cannot_write(path, &error),
    })
}

/// Replaces the file at `path`, which contained `before` when it was read, by `bytes`.
///
/// # Errors
/// The file has changed since, or cannot be written.
pub(crate) fn replace(path: &Path, before: &[u8], bytes: &[u8]) -> Result<(), Failure> {
    interrupt::leave_nothing();
    match replace_atomic(path, before, bytes) {
        Ok(Replacement::Done) => Ok(()),
        Ok(Replacement::Changed) => {
            let message =
                format!("{} was changed by another program in the meantime; it was not overwritten", slashed(path));
            Err(Failure::new(message).help("run the command again"))
        }
        Err(error) => Err(cannot_write(path, &error)),
    }
}

/// Checks, before any work, that no output is an input and that no two outputs are the same file.
///
/// # Errors
/// An output would overwrite an input or another output.
pub(crate) fn distinct<'p>(
    inputs: impl IntoIterator<Item = &'p Path>,
    outputs: impl IntoIterator<Item = &'p Path>,
) -> Result<(), Failure> {
    let inputs: Vec<PathBuf> = inputs.into_iter().filter_map(plain_file).collect();
    let mut before: Vec<PathBuf> = Vec::new();
    for output in outputs {
        let name = slashed(output);
        if let Some(file) = plain_file(output)
            && inputs.iter().any(|input| *input == file || same_file::is_same_file(input, &file).unwrap_or(false))
        {
            return Err(
                Failure::new(format!("{name} is an input of this command")).help("choose another name for the output")
            );
        }
        // Several outputs may go to the same device.
        let Some(place) = place(output) else { continue };
        if before.contains(&place) {
            return Err(
                Failure::new(format!("{name} is used for two outputs")).help("choose different names for the outputs")
            );
        }
        before.push(place);
    }
    Ok(())
}

/// Returns the canonical path of `path` if it is a regular file.
fn plain_file(path: &Path) -> Option<PathBuf> {
    fs::canonicalize(path).ok().filter(|file| file.is_file())
}

/// Returns the canonical path of the file at `path`, existing or not; `None` for a device.
fn place(path: &Path) -> Option<PathBuf> {
    if path.exists() {
        return plain_file(path);
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    Some(fs::canonicalize(folder).ok()?.join(path.file_name()?))
}

fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    Failure::new(format!("cannot write {}: {error}", slashed(path)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_output_is_neither_an_input_nor_another_output() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| folder.path().join(name);
        fs::write(file("a.toml"), "").unwrap();
        fs::hard_link(file("a.toml"), file("b.toml")).unwrap();
        let [a, b, c, roundabout] = ["a.toml", "b.toml", "c.toml", "../x/a.toml"].map(file);
        let roundabout = roundabout
            .to_string_lossy()
            .replace("/x/", &format!("/{}/", folder.path().file_name().unwrap().to_string_lossy()));
        let refused = |inputs: &[&Path], outputs: &[&Path]| {
            distinct(inputs.iter().copied(), outputs.iter().copied()).err().map(|failure| failure.to_string())
        };
        for output in [a.as_path(), b.as_path(), Path::new(&roundabout)] {
            assert!(refused(&[&a], &[&c, output]).unwrap().contains("is an input of this command"), "{output:?}");
        }
        assert!(refused(&[&a], &[&c, &c]).unwrap().contains("used for two outputs"));
        assert_eq!(refused(&[&a, &file("none.toml")], &[&c]), None);
        #[cfg(unix)]
        assert_eq!(refused(&[&a], &[Path::new("/dev/null"), Path::new("/dev/null")]), None);
    }
}
