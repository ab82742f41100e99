//! Reading files, and finding them in folders.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::console::Failure;

/// The longest file that is read as a scenario, in bytes. The biggest maps take a hundredth.
const MAX_BYTES: usize = 64 << 20;

/// The bytes of the file at `path`.
///
/// # Errors
/// It cannot be read or is absurdly long.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    read_up_to(path, MAX_BYTES)
}

fn read_up_to(path: &Path, most: usize) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let limit = u64::try_from(most).unwrap_or(u64::MAX).saturating_add(1);
    let read = File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes));
    match read {
        Err(error) => Err(cannot_read(path, &error)),
        Ok(_) if bytes.len() > most => {
            let message = format!("{} is longer than {} MiB", path.display(), most >> 20);
            Err(Failure::new(message).help("no scenario or replay is so long: is it another file?"))
        }
        Ok(_) => Ok(bytes),
    }
}

fn cannot_read(path: &Path, error: &io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::NotFound => Failure::new(format!("there is no file or folder {}", path.display())),
        _ => Failure::new(format!("cannot read {}: {error}", path.display())),
    }
}

/// The scenario files that `path` means: itself, or every `*.toml` in the folder and the folders
/// in it, sorted by name. Hidden files and folders are passed over, and links to folders are not
/// followed.
///
/// # Errors
/// Every place that cannot be looked into; the files found elsewhere come with them.
pub(crate) fn scenarios(path: &Path) -> (Vec<PathBuf>, Vec<Failure>) {
    let (mut found, mut failures) = (Vec::new(), Vec::new());
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => {
            walk(path, &mut found, &mut failures);
            if found.is_empty() && failures.is_empty() {
                let message = format!("there is no scenario in {}", path.display());
                failures.push(Failure::new(message).help("scenario files end in .toml"));
            }
        }
        Ok(_) => found.push(path.to_owned()),
        Err(error) => failures.push(cannot_read(path, &error)),
    }
    (found, failures)
}

fn walk(folder: &Path, found: &mut Vec<PathBuf>, failures: &mut Vec<Failure>) {
    let entries: io::Result<Vec<fs::DirEntry>> = fs::read_dir(folder).and_then(Iterator::collect);
    let mut entries = match entries {
        Ok(entries) => entries,
        Err(error) => return failures.push(cannot_read(folder, &error)),
    };
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        if entry.file_name().as_encoded_bytes().starts_with(b".") {
            continue;
        }
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            walk(&path, found, failures);
        } else if path.extension().is_some_and(|extension| extension == "toml") && !path.is_dir() {
            found.push(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_too_long_is_refused() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
        assert!(!read(&here).unwrap().is_empty());
        assert!(read_up_to(&here, 10).unwrap_err().to_string().contains("Cargo.toml is longer than 0 MiB"));
    }

    #[test]
    fn folders_are_read_in_order() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let (found, failures) = scenarios(root);
        assert_eq!(found.first(), Some(&root.join("Cargo.toml")));
        assert!(found.is_sorted() && failures.is_empty());
        let (found, failures) = scenarios(&root.join("src"));
        assert!(found.is_empty() && failures.len() == 1);
    }
}
