//! The published folder: written beside its place and then put there, so that a failure leaves the old one whole.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tempfile::TempDir;

use super::file::SiteFile;
use crate::console::Failure;
use crate::files::slashed;

/// The name of the file that tells a published folder.
pub(super) const MARKER: &str = "battlewright-site.json";

/// The content of [`MARKER`].
#[derive(Debug, Deserialize, Serialize)]
struct Marker {
    /// The program that wrote the folder.
    generator: String,
    /// The paths of all files but this one, sorted.
    files: BTreeSet<String>,
}

/// A site that is being written.
#[derive(Debug)]
pub(super) struct SiteFolder {
    out: PathBuf,
    work: TempDir,
    files: BTreeSet<String>,
}

impl SiteFolder {
    /// Begins the folder that will be at `out`.
    ///
    /// # Errors
    /// Something else is at `out`, or its parent cannot be written to.
    pub(super) fn begin(out: &Path) -> Result<Self, Failure> {
        ours(out)?;
        // A link stays a link, and `.` has a name.
        let out =
            if out.exists() { fs::canonicalize(out).map_err(|error| cannot(out, &error))? } else { out.to_owned() };
        let parent = out.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        fs::create_dir_all(parent).map_err(|error| cannot(parent, &error))?;
        let work = tempfile::Builder::new().prefix(".battlewright-site-").tempdir_in(parent);
        let work = work.map_err(|error| cannot(parent, &error))?;
        let folder = Self { out, work, files: BTreeSet::new() };
        fs::create_dir(folder.made()).map_err(|error| cannot(&folder.made(), &error))?;
        Ok(folder)
    }

    /// The folder for files that do not belong to the site.
    pub(super) fn scratch(&self) -> &Path {
        self.work.path()
    }

    fn made(&self) -> PathBuf {
        self.work.path().join("made")
    }

    /// The paths of the files so far, sorted.
    pub(super) fn files(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(String::as_str)
    }

    /// Writes a file and its compressed forms.
    ///
    /// # Errors
    /// A file cannot be written.
    pub(super) fn write(&mut self, file: &SiteFile) -> Result<(), Failure> {
        self.put(&file.path, |path| fs::write(path, &file.bytes))?;
        for (packed, extension) in file.packed.iter().flatten().zip(["br", "gz"]) {
            self.put(&format!("{}.{extension}", file.path), |path| fs::write(path, packed))?;
        }
        Ok(())
    }

    /// Copies a file as it is.
    ///
    /// # Errors
    /// It cannot be copied.
    pub(super) fn copy(&mut self, name: &str, from: &Path) -> Result<(), Failure> {
        self.put(name, |path| fs::read(from).and_then(|bytes| fs::write(path, bytes)))
    }

    fn put(&mut self, name: &str, write: impl FnOnce(&Path) -> io::Result<()>) -> Result<(), Failure> {
        let path = self.made().join(name);
        let parent = path.parent().map_or(Ok(()), fs::create_dir_all);
        parent.and_then(|()| write(&path)).map_err(|error| cannot(&self.out.join(name), &error))?;
        self.files.insert(name.to_owned());
        Ok(())
    }

    /// Writes the marker and puts the folder in its place.
    ///
    /// # Errors
    /// The folder cannot be put there; the old one remains.
    pub(super) fn finish(self) -> Result<(), Failure> {
        let generator = format!("battlewright {}", env!("CARGO_PKG_VERSION"));
        let marker = Marker { generator, files: self.files.clone() };
        let mut text = serde_json::to_string_pretty(&marker).unwrap_or_default();
        text.push('\n');
        let made = self.made();
        fs::write(made.join(MARKER), text).map_err(|error| cannot(&self.out, &error))?;
        // Files may have come in the meantime.
        ours(&self.out)?;
        let old = self.work.path().join("old");
        let stands = self.out.exists();
        if stands {
            fs::rename(&self.out, &old).map_err(|error| cannot(&self.out, &error))?;
        }
        let Err(error) = fs::rename(&made, &self.out) else { return Ok(()) };
        let failure = cannot(&self.out, &error);
        if stands && fs::rename(&old, &self.out).is_err() {
            let kept = self.work.keep().join("old");
            return Err(failure.help(format!("the old folder is at {}", slashed(&kept))));
        }
        Err(failure)
    }
}

/// Checks that `folder` is missing, empty, or written by this command and nothing else.
fn ours(folder: &Path) -> Result<(), Failure> {
    let name = slashed(folder);
    let help = "choose another folder for --out, or delete this one yourself";
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(cannot(folder, &error)),
    };
    if entries.count() == 0 {
        return Ok(());
    }
    let marker = fs::read(folder.join(MARKER)).ok().and_then(|bytes| serde_json::from_slice::<Marker>(&bytes).ok());
    let Some(marker) = marker else {
        return Err(Failure::new(format!("{name} has files that `publish` has not written")).help(help));
    };
    match stranger(folder, "", &marker.files).map_err(|error| cannot(folder, &error))? {
        None => Ok(()),
        Some(file) => Err(Failure::new(format!("{name} has a file that `publish` has not written: {file}"))
            .help("move it away, or choose another folder for --out")),
    }
}

/// Returns a file in `folder` that is not one of `known`.
fn stranger(folder: &Path, before: &str, known: &BTreeSet<String>) -> io::Result<Option<String>> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{before}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            if let Some(found) = stranger(&entry.path(), &format!("{name}/"), known)? {
                return Ok(Some(found));
            }
        } else if name != MARKER && !known.contains(&name) {
            return Ok(Some(name));
        }
    }
    Ok(None)
}

fn cannot(path: &Path, error: &io::Error) -> Failure {
    Failure::new(format!("cannot write {}: {error}", slashed(path)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(out: &Path, name: &str) -> Result<(), Failure> {
        let mut folder = SiteFolder::begin(out)?;
        folder.write(&SiteFile::fixed(name, "text"))?;
        folder.finish()
    }

    #[test]
    fn only_an_own_folder_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("deep/site");
        written(&out, "a/one.html").unwrap();
        assert!(out.join("a/one.html.br").is_file());
        written(&out, "two.html").unwrap();
        assert!(out.join("two.html").is_file() && !out.join("a").exists());
        fs::write(out.join("CNAME"), "example.org").unwrap();
        let told = written(&out, "three.html").unwrap_err().to_string();
        assert!(told.contains("has a file that `publish` has not written: CNAME"), "{told}");
        assert!(out.join("two.html").is_file());
        let told = written(folder.path(), "index.html").unwrap_err().to_string();
        assert!(told.contains("has files that `publish` has not written"), "{told}");
        let left: Vec<_> = fs::read_dir(folder.path().join("deep")).unwrap().collect();
        assert_eq!(left.len(), 1, "nothing is left beside: {left:?}");
    }

    #[test]
    fn an_unfinished_folder_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("site");
        written(&out, "one.html").unwrap();
        let mut unfinished = SiteFolder::begin(&out).unwrap();
        unfinished.write(&SiteFile::fixed("two.html", "text")).unwrap();
        drop(unfinished);
        assert!(out.join("one.html").is_file() && !out.join("two.html").exists());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("real")).unwrap();
        let link = folder.path().join("link");
        std::os::unix::fs::symlink(folder.path().join("real"), &link).unwrap();
        written(&link, "one.html").unwrap();
        assert!(link.is_symlink() && folder.path().join("real/one.html").is_file());
    }

    #[test]
    fn a_file_in_the_way_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("site");
        fs::write(&out, "mine").unwrap();
        assert!(written(&out, "one.html").is_err());
        assert_eq!(fs::read(&out).unwrap(), b"mine");
    }
}
