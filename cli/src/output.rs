//! Output files: written completely or not at all, never over an input, and removed on Ctrl-C.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use battlewright_schema::{Replacement, replace_atomic, write_atomic, write_new};

use crate::console::Failure;
use crate::files::slashed;
use crate::interrupt;

/// Writes `bytes` to the file at `path`: all of them, or the file stays as it was. A device or a FIFO is written to.
///
/// # Errors
/// It cannot be written.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    interrupt::leave_nothing();
    write_atomic(path, bytes).map_err(|error| cannot_write(path, &error))
}

/// Writes `bytes` to a new file at `path`.
///
/// # Errors
/// There is something at `path`, or it cannot be written.
pub(crate) fn create(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    interrupt::leave_nothing();
    write_new(path, bytes).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => Failure::new(format!("{} already exists", slashed(path)))
            .help("choose another name; existing files are not overwritten"),
        io::ErrorKind::NotFound => cannot_write(path, &error).help("create its folder first"),
        _ => cannot_write(path, &error),
    })
}

/// Writes `bytes` to the file at `path`, which held `before` when it was read.
///
/// # Errors
/// It holds something else by now, or cannot be written.
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

/// Checks that no output is one of the inputs, nor one file meant by two outputs, before any work is done.
///
/// # Errors
/// One would be written over.
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
        // What is there may be written to twice if it is a device.
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

/// The file that `path` leads to, if it is a plain one.
fn plain_file(path: &Path) -> Option<PathBuf> {
    fs::canonicalize(path).ok().filter(|file| file.is_file())
}

/// The place of the file at `path`, existing or not; nothing for a device.
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
