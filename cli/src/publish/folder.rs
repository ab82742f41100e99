//! The folder of a command, such as a published one: written beside its place and then put there, so that a program that fails or is killed at any
//! moment leaves the old one whole, or the new one.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use battlewright_platform::fs::exchange;
use serde_json::Value;

use super::file::SiteFile;
use super::marker::{self, FolderKind, Marker};
use super::offline;
use super::work_folder::{self, WorkFolder, parent};
use crate::console::Failure;
use crate::files::slashed;
use crate::interrupt;

/// A folder that is being written.
#[derive(Debug)]
pub(crate) struct OwnFolder {
    kind: &'static FolderKind,
    /// The name of the folder in messages.
    name: String,
    out: PathBuf,
    work: WorkFolder,
    marker: Marker,
    /// The number of bytes of the files that a browser can keep, as hosts send them.
    kept: u64,
}

impl OwnFolder {
    /// Begins the folder that will be at `out`.
    ///
    /// # Errors
    /// Something else is at `out`, or its parent cannot be written to.
    pub(crate) fn begin(out: &Path, kind: &'static FolderKind) -> Result<Self, Failure> {
        let name = slashed(out);
        let out = place(out).map_err(|error| cannot(out, &error))?;
        marker::check(&out, &name, kind)?;
        fs::create_dir_all(parent(&out)).map_err(|error| cannot(parent(&out), &error))?;
        let work = WorkFolder::new(&out).map_err(|error| cannot(parent(&out), &error))?;
        Ok(Self { kind, name, out, work, marker: Marker::new(), kept: 0 })
    }

    /// Returns the paths of the files so far, sorted.
    pub(super) fn files(&self) -> impl Iterator<Item = &str> {
        self.marker.files()
    }

    /// Returns the number of bytes that a browser loads to keep all that was [written](Self::write) so far.
    pub(super) fn kept_bytes(&self) -> u64 {
        self.kept
    }

    /// Writes a file and its compressed forms.
    ///
    /// # Errors
    /// A file cannot be written.
    pub(super) fn write(&mut self, file: &SiteFile) -> Result<(), Failure> {
        self.put(&file.path, &file.bytes)?;
        for (packed, extension) in file.packed.iter().flatten().zip(["br", "gz"]) {
            self.put(&format!("{}.{extension}", file.path), packed)?;
        }
        if offline::is_kept(&file.path) {
            let sent = file.packed.as_ref().map_or(&file.bytes, |[br, _]| br);
            self.kept += u64::try_from(sent.len()).unwrap_or_default();
        }
        Ok(())
    }

    /// Copies a file as it is.
    ///
    /// # Errors
    /// It cannot be copied.
    pub(super) fn copy(&mut self, name: &str, from: &Path) -> Result<(), Failure> {
        let bytes = fs::read(from).map_err(|error| Failure::new(format!("cannot read {}: {error}", slashed(from))))?;
        self.put(name, &bytes)
    }

    /// Writes a file with these bytes.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn put(&mut self, name: &str, bytes: &[u8]) -> Result<(), Failure> {
        let path = self.work.new_site().join(name);
        // Ctrl-C removes the folder, and would remove it without what is written in the meantime.
        let held = interrupt::block_signals();
        let made = fs::create_dir_all(parent(&path)).and_then(|()| fs::write(&path, bytes));
        drop(held);
        made.map_err(|error| cannot(&self.out.join(name), &error))?;
        self.marker.add(name, bytes);
        Ok(())
    }

    /// Adds what the command tells about the folder to the marker.
    pub(crate) fn tell(&mut self, about: Value) {
        self.marker.tell(about);
    }

    /// Writes the marker and puts the folder in its place.
    ///
    /// # Errors
    /// The folder cannot be put there; the old one remains.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        self.finish_by(exchange)
    }

    /// Writes the marker and puts the folder in its place, by `exchange` if there is an old one.
    fn finish_by(self, exchange: impl FnOnce(&Path, &Path) -> io::Result<()>) -> Result<(), Failure> {
        let new = self.work.new_site();
        fs::write(new.join(self.kind.marker), self.marker.write()).map_err(|error| cannot(&self.out, &error))?;
        // Files may have come in the meantime.
        marker::check(&self.out, &self.name, self.kind)?;
        let held = interrupt::block_signals();
        let result = put_in_place(&new, &self.work.old_site(), &self.out, exchange);
        drop(held);
        result.map_err(|PlaceError { error, is_moved }| {
            let failure = cannot(&self.out, &error);
            if !is_moved {
                return failure;
            }
            let old = slashed(&self.work.old_site());
            self.work.keep();
            failure.help(format!("the old folder is at {old}; the same command puts it back"))
        })
    }
}

/// The reason why a folder is not in its place.
struct PlaceError {
    error: io::Error,
    /// `true` if the old folder is not there either.
    is_moved: bool,
}

/// Puts the folder `new` at `out`. What was there before is then at `new`, or at `old` if the system cannot `exchange` the two
/// in one step.
fn put_in_place(
    new: &Path,
    old: &Path,
    out: &Path,
    exchange: impl FnOnce(&Path, &Path) -> io::Result<()>,
) -> Result<(), PlaceError> {
    let stays = |error| PlaceError { error, is_moved: false };
    if !out.exists() {
        return fs::rename(new, out).map_err(stays);
    }
    match exchange(new, out) {
        Err(error) if error.kind() == io::ErrorKind::Unsupported => {}
        result => return result.map_err(stays),
    }
    // A program that is killed between these two steps leaves no site. The next `publish` puts the old one back.
    fs::rename(out, old).map_err(stays)?;
    fs::rename(new, out).map_err(|error| PlaceError { error, is_moved: fs::rename(old, out).is_err() })
}

/// Returns the real path of the site at `out`: a link stays a link, and `.` has a name.
fn place(out: &Path) -> io::Result<PathBuf> {
    if out.exists() {
        return fs::canonicalize(out);
    }
    // The folder of a link may be missing.
    Ok(fs::read_link(out).map_or_else(|_| out.to_owned(), |to| parent(out).join(to)))
}

/// Puts back and removes what a killed `publish` has left beside `out`, and returns sentences about it.
pub(crate) fn sweep(out: &Path) -> Vec<String> {
    let swept = place(out).map(|out| work_folder::sweep(&out)).unwrap_or_default();
    swept.iter().map(work_folder::SweptFolder::sentence).collect()
}

fn cannot(path: &Path, error: &io::Error) -> Failure {
    Failure::new(format!("cannot write {}: {error}", slashed(path)))
}

#[cfg(test)]
mod tests {
    use std::process::Command;
    use std::time::{Duration, Instant};

    use super::super::marker::SITE;
    use super::*;

    fn written(out: &Path, name: &str) -> Result<(), Failure> {
        written_by(out, name, exchange)
    }

    fn written_by(
        out: &Path,
        name: &str,
        exchange: impl FnOnce(&Path, &Path) -> io::Result<()>,
    ) -> Result<(), Failure> {
        let mut folder = OwnFolder::begin(out, &SITE)?;
        folder.write(&SiteFile::fixed(name, "text"))?;
        folder.finish_by(exchange)
    }

    /// Exchanges nothing, as on a system that cannot.
    fn unsupported(_: &Path, _: &Path) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
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
        assert!(told.contains("has 1 file that `publish` has not written (CNAME)"), "{told}");
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
        let mut unfinished = OwnFolder::begin(&out, &SITE).unwrap();
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

    #[test]
    fn a_page_that_the_author_has_changed_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("site");
        written(&out, "one.html").unwrap();
        fs::write(out.join("one.html"), "mine").unwrap();
        let told = written(&out, "two.html").unwrap_err().to_string();
        assert!(told.contains("changed after `publish` (one.html)"), "{told}");
        assert_eq!(fs::read(out.join("one.html")).unwrap(), b"mine");
    }

    #[test]
    fn two_names_that_cannot_be_exchanged_are_changed_one_by_one() {
        let folder = tempfile::tempdir().unwrap();
        let [new, old, out] = ["new", "old", "out"].map(|name| folder.path().join(name));
        for path in [&new, &out] {
            fs::create_dir(path).unwrap();
            fs::write(path.join("name"), path.file_name().unwrap().as_encoded_bytes()).unwrap();
        }
        assert!(put_in_place(&new, &old, &out, unsupported).is_ok());
        assert_eq!(fs::read(out.join("name")).unwrap(), b"new");
        assert_eq!(fs::read(old.join("name")).unwrap(), b"out");
        // The new one is missing: the old one is put back.
        fs::remove_dir_all(&old).unwrap();
        assert!(put_in_place(&new, &old, &out, unsupported).is_err_and(|error| !error.is_moved));
        assert!(out.is_dir() && !old.exists());
    }

    /// A kill between the two steps leaves no site until the next `publish`.
    #[test]
    fn a_program_killed_between_two_steps_loses_no_site() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("site");
        written(&out, "one.pdf").unwrap();
        let mut unfinished = OwnFolder::begin(&out, &SITE).unwrap();
        unfinished.write(&SiteFile::fixed("two.pdf", "text")).unwrap();
        fs::rename(&out, unfinished.work.old_site()).unwrap();
        unfinished.work.leave();
        assert!(!out.exists());
        assert_eq!(sweep(&out).len(), 2);
        assert!(out.join("one.pdf").is_file());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    /// The variable with the place of the site for the process that the next test kills.
    const KILLED: &str = "BATTLEWRIGHT_TEST_KILLED_SITE";

    /// The variable that makes that process work as on a system that cannot exchange two names.
    const STEPWISE: &str = "BATTLEWRIGHT_TEST_STEPWISE";

    /// Writes two sites in turn, in the process that is killed. Does nothing elsewhere.
    #[test]
    fn sites_until_killed() {
        let Some(out) = std::env::var_os(KILLED).map(PathBuf::from) else { return };
        let put = if std::env::var_os(STEPWISE).is_some() { unsupported } else { exchange };
        fs::write(out.with_file_name("started"), "").unwrap();
        let until = Instant::now() + Duration::from_secs(20);
        while Instant::now() < until {
            sweep(&out);
            written_by(&out, "one.pdf", put).unwrap();
            written_by(&out, "two.pdf", put).unwrap();
        }
    }

    #[test]
    fn a_process_killed_at_any_moment_leaves_the_old_site_or_the_new_one() {
        let folder = tempfile::tempdir().unwrap();
        let (out, started) = (folder.path().join("site"), folder.path().join("started"));
        written(&out, "one.pdf").unwrap();
        for round in 0_u64..150 {
            let is_stepwise = round % 3 == 2;
            let mut process = Command::new(std::env::current_exe().unwrap())
                .args(["--exact", "publish::folder::tests::sites_until_killed"])
                .env(KILLED, &out)
                .envs(is_stepwise.then_some((STEPWISE, "")))
                .stdout(std::process::Stdio::null())
                .spawn()
                .unwrap();
            while process.try_wait().unwrap().is_none() && !started.exists() {
                std::thread::yield_now();
            }
            // At another moment each time.
            std::thread::sleep(Duration::from_micros(round * 7919 % 3000));
            process.kill().unwrap();
            process.wait().unwrap();
            fs::remove_file(&started).unwrap();
            if is_stepwise || !cfg!(any(target_os = "linux", target_os = "macos")) {
                sweep(&out);
            }
            assert!(out.is_dir(), "round {round}");
            marker::check(&out, "site", &SITE).unwrap();
            let marker: serde_json::Value = serde_json::from_slice(&fs::read(out.join(SITE.marker)).unwrap()).unwrap();
            let files = marker["files"].as_object().unwrap();
            assert!(files.len() == 1 && files.keys().all(|name| out.join(name).is_file()), "round {round}: {files:?}");
        }
        sweep(&out);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside");
    }
}
