//! The file that tells a folder of a command, with the hashes of all files: what an author has changed or added is not
//! replaced.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::console::{Failure, count};

/// The name of the file in a published folder.
pub(super) const MARKER: &str = "battlewright-site.json";

/// A kind of folder that a command writes and replaces.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct FolderKind {
    /// The name of the marker.
    pub(crate) marker: &'static str,
    /// The command.
    command: &'static str,
    /// The option of the command that names the folder.
    option: &'static str,
}

/// The folder of `publish`.
pub(crate) const SITE: FolderKind = FolderKind { marker: MARKER, command: "publish", option: "--out" };

/// The folder of `export --kit`.
pub(crate) const KIT: FolderKind =
    FolderKind { marker: "battlewright-kit.json", command: "export --kit", option: "--kit" };

/// The greatest number of files that a refusal names.
const NAMED: usize = 5;

/// The content of the marker.
#[derive(Debug, Default, Deserialize, Serialize)]
pub(crate) struct Marker {
    /// The program that wrote the folder.
    generator: String,
    /// The words of the command about the folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    about: Option<Value>,
    /// The paths of all files but this one, with the SHA-256 of their contents.
    files: BTreeMap<String, String>,
}

impl Marker {
    /// Returns the marker of a folder without files.
    pub(super) fn new() -> Self {
        let generator = format!("battlewright {}", env!("CARGO_PKG_VERSION"));
        Self { generator, about: None, files: BTreeMap::new() }
    }

    /// Adds what the command tells about the folder.
    pub(super) fn tell(&mut self, about: Value) {
        self.about = Some(about);
    }

    /// Returns the paths of the files with the SHA-256 of their contents.
    pub(crate) fn hashes(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files.iter().map(|(path, hash)| (path.as_str(), hash.as_str()))
    }

    /// Reads a marker; `None` if `bytes` are none.
    pub(crate) fn parsed(bytes: &[u8]) -> Option<Self> {
        serde_json::from_slice(bytes).ok()
    }

    /// Adds a file with this content.
    pub(super) fn add(&mut self, path: &str, bytes: &[u8]) {
        self.files.insert(path.to_owned(), digest(bytes));
    }

    /// Returns the paths of the files, sorted.
    pub(super) fn files(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// Returns the content of the file.
    pub(super) fn write(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }

    /// Reads the marker of `folder`.
    fn read(folder: &Path, kind: &FolderKind) -> FoundMarker {
        let path = folder.join(kind.marker);
        if !path.symlink_metadata().is_ok_and(|data| data.is_file()) {
            return FoundMarker::Missing;
        }
        let own = fs::read(path).ok().and_then(|bytes| {
            let marker: Self = serde_json::from_slice(&bytes).ok()?;
            (marker.write().as_bytes() == bytes).then_some(marker)
        });
        own.map_or(FoundMarker::Changed, FoundMarker::Own)
    }
}

/// The marker that a folder has.
enum FoundMarker {
    /// None.
    Missing,
    /// One that is not as `publish` wrote it.
    Changed,
    /// One as `publish` wrote it.
    Own(Marker),
}

/// Returns the SHA-256 of `bytes`, in hexadecimal digits.
pub(crate) fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Checks that `folder`, which messages call `name`, is missing, empty, or as the command of `kind` wrote it, apart from missing
/// files.
///
/// # Errors
/// It holds something else, or cannot be read.
pub(super) fn check(folder: &Path, name: &str, kind: &FolderKind) -> Result<(), Failure> {
    let FolderKind { marker: file, command, option } = kind;
    let cannot = |error: io::Error| Failure::new(format!("cannot read {name}: {error}"));
    match fs::read_dir(folder) {
        Ok(mut entries) => {
            if entries.next().is_none() {
                return Ok(());
            }
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(cannot(error)),
    }
    let marker = match Marker::read(folder, kind) {
        FoundMarker::Own(marker) => marker,
        FoundMarker::Missing => {
            return Err(Failure::new(format!("{name} has files that `{command}` has not written"))
                .help(format!("choose another folder for {option}, or delete this one yourself")));
        }
        FoundMarker::Changed => {
            let message = format!("{name}/{file}, the list of the files of `{command}`, is not as it was written");
            return Err(Failure::new(message).help(format!(
                "restore the folder, as from git without its conversion of line endings (core.autocrlf), choose another \
                 folder for {option}, or delete this one yourself"
            )));
        }
    };
    let mut foreign = ForeignFiles::default();
    foreign.collect(folder, "", (&marker, file)).map_err(cannot)?;
    let problems = [
        problem(&mut foreign.added, &format!("that `{command}` has not written")),
        problem(&mut foreign.changed, &format!("changed after `{command}`")),
    ];
    let problems: Vec<String> = problems.into_iter().flatten().collect();
    if problems.is_empty() {
        return Ok(());
    }
    Err(Failure::new(format!("{name} has {}", problems.join(", and ")))
        .help(format!("move them away, choose another folder for {option}, or delete this one yourself")))
}

/// Returns the words about `files`, among them folders whose names end in a slash: their numbers, and the names of the first.
fn problem(files: &mut Vec<String>, what: &str) -> Option<String> {
    files.sort();
    let more = files.len().saturating_sub(NAMED);
    let folders = files.iter().filter(|name| name.ends_with('/')).count();
    let counted = [(files.len() - folders, "file"), (folders, "folder")];
    let counted: Vec<String> = counted.iter().filter(|(n, _)| *n > 0).map(|(n, noun)| count(*n, noun)).collect();
    let counted = counted.join(" and ");
    let mut named: Vec<String> = files.drain(..).take(NAMED).collect();
    if more > 0 {
        named.push(format!("{more} more"));
    }
    (!named.is_empty()).then(|| format!("{counted} {what} ({})", named.join(", ")))
}

/// The files in a published folder that are not as `publish` wrote them.
#[derive(Default)]
struct ForeignFiles {
    added: Vec<String>,
    changed: Vec<String>,
}

impl ForeignFiles {
    /// Collects the files in `folder`, whose path in the site is `before`. A folder without files of the site, a link and a
    /// device are files of others.
    fn collect(&mut self, folder: &Path, before: &str, (marker, file): (&Marker, &str)) -> io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let name = format!("{before}{}", entry.file_name().to_string_lossy());
            let kind = entry.file_type()?;
            if kind.is_dir() {
                let inside = format!("{name}/");
                match marker.files.range(inside.clone()..).next() {
                    Some((own, _)) if own.starts_with(&inside) => {
                        self.collect(&entry.path(), &inside, (marker, file))?;
                    }
                    _ => self.added.push(inside),
                }
            } else if name != file {
                match marker.files.get(&name) {
                    Some(expected) if kind.is_file() => {
                        if digest(&fs::read(entry.path())?) != *expected {
                            self.changed.push(name);
                        }
                    }
                    _ => self.added.push(name),
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a folder as `publish` writes it, with a few files.
    fn published() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let mut marker = Marker::new();
        for name in ["index.html", "a/index.html", "a b.svg"] {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, name).unwrap();
            marker.add(name, name.as_bytes());
        }
        fs::write(folder.path().join(MARKER), marker.write()).unwrap();
        check(folder.path(), "site", &SITE).unwrap();
        folder
    }

    #[test]
    fn what_others_have_changed_or_added_is_told() {
        type Damage = fn(&Path);
        let cases: [(&str, Damage, &str); 8] = [
            (
                "a page",
                |at| fs::write(at.join("index.html"), "mine").unwrap(),
                "1 file changed after `publish` (index.html)",
            ),
            (
                "a file",
                |at| fs::write(at.join("CNAME"), "mine").unwrap(),
                "1 file that `publish` has not written (CNAME)",
            ),
            ("a folder", |at| fs::create_dir_all(at.join(".git/x")).unwrap(), "site has 1 folder that"),
            ("a folder within", |at| fs::create_dir(at.join("a/mine")).unwrap(), "has not written (a/mine/)"),
            (
                "a file and two folders",
                |at| {
                    fs::write(at.join("CNAME"), "mine").unwrap();
                    ["a/mine", "mine"].iter().for_each(|name| fs::create_dir(at.join(name)).unwrap());
                },
                "1 file and 2 folders that `publish` has not written (CNAME, a/mine/, mine/)",
            ),
            (
                "the marker",
                |at| fs::write(at.join(MARKER), "{\"generator\":\"\",\"files\":{}}").unwrap(),
                "site/battlewright-site.json, the list of the files of `publish`, is not as it was written",
            ),
            (
                "its line endings",
                |at| {
                    let text = fs::read_to_string(at.join(MARKER)).unwrap();
                    fs::write(at.join(MARKER), text.replace('\n', "\r\n")).unwrap();
                },
                "core.autocrlf",
            ),
            (
                "all",
                |at| (0..7).for_each(|n| fs::write(at.join(format!("{n}")), "").unwrap()),
                "(0, 1, 2, 3, 4, 2 more)",
            ),
        ];
        for (name, change, words) in cases {
            let folder = published();
            change(folder.path());
            let told = check(folder.path(), "site", &SITE).unwrap_err().to_string();
            assert!(told.contains(words), "{name}: {told}");
        }
    }

    #[test]
    fn a_missing_file_loses_nothing() {
        let folder = published();
        fs::remove_file(folder.path().join("a/index.html")).unwrap();
        check(folder.path(), "site", &SITE).unwrap();
    }

    /// A list of names alone, by anyone, makes no file that of `publish`.
    #[test]
    fn a_list_of_the_names_of_own_files_deletes_none() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("thesis.txt"), "mine").unwrap();
        for list in ["[\"thesis.txt\"]", "{\"thesis.txt\": \"\"}"] {
            let text = format!("{{\"generator\": \"battlewright\", \"files\": {list}}}");
            fs::write(folder.path().join(MARKER), text).unwrap();
            assert!(check(folder.path(), "site", &SITE).is_err(), "{list}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_and_a_pipe_are_files_of_others() {
        let folder = published();
        let page = folder.path().join("index.html");
        fs::remove_file(&page).unwrap();
        std::os::unix::fs::symlink("a/index.html", &page).unwrap();
        assert!(check(folder.path(), "site", &SITE).unwrap_err().to_string().contains("(index.html)"));
        let marker = folder.path().join(MARKER);
        fs::remove_file(&marker).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(&marker).status().unwrap().success());
        assert!(check(folder.path(), "site", &SITE).unwrap_err().to_string().contains("has files"));
    }
}
