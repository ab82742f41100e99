//! The web programs: the editor, the game, the steps through a recorded game and the resolver, as `web/build.sh` builds them.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use super::offline;
use crate::console::Failure;
use crate::files::slashed;

/// The environment variable that names the folder of the web programs.
const VARIABLE: &str = "BATTLEWRIGHT_WEB";

/// The folders of the web programs.
pub(super) const FOLDERS: [ProgramFolder; 6] = [
    ProgramFolder { name: "app", kind: ProgramKind::Shared },
    ProgramFolder { name: "edit", kind: ProgramKind::Page },
    ProgramFolder { name: "exchange", kind: ProgramKind::OnDemand },
    ProgramFolder { name: "play", kind: ProgramKind::Page },
    ProgramFolder { name: "replay", kind: ProgramKind::Page },
    ProgramFolder { name: "resolver", kind: ProgramKind::Apart },
];

/// A folder of the web programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ProgramFolder {
    /// The name in the site.
    pub(super) name: &'static str,
    /// The part of it that a browser keeps.
    pub(super) kind: ProgramKind,
}

/// The role of a folder of the web programs for a browser that keeps programs as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ProgramKind {
    /// The files of one program for the pages that have none of their own.
    Shared,
    /// A page: a program of its own if the folder has its files, else a page of the shared program.
    Page,
    /// A program that a page fetches when it needs it, such as the exports of the editor.
    OnDemand,
    /// A program with a service worker of its own.
    Apart,
}

/// Returns the folder of the web programs that has this name.
pub(super) fn folder(name: &str) -> Option<ProgramFolder> {
    FOLDERS.into_iter().find(|folder| folder.name == name)
}

/// The pages without which no site can be made.
const NECESSARY: [&str; 3] = ["edit/index.html", "play/index.html", "replay/index.html"];

/// The page of the resolver, which a site can be without.
const RESOLVER: &str = "resolver/index.html";

/// The page of a recorded game that holds all it needs.
const STANDALONE: &str = "replay/standalone.html";

/// The help for a machine without web programs.
const HELP: &str = "in a clone of the repository, run `web/build.sh`, as CONTRIBUTING.md explains; a release has them in its folder \
                    `web`, beside the program; name another folder with --programs or BATTLEWRIGHT_WEB";

/// A folder of web programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WebPrograms(PathBuf);

impl WebPrograms {
    /// Finds the web programs: the folder `given`, that of the environment, or one beside this program.
    ///
    /// # Errors
    /// There are none.
    pub(crate) fn find(given: Option<&Path>) -> Result<Self, Failure> {
        if let Some(folder) = named(given, std::env::var_os(VARIABLE)) {
            return match missing(&folder) {
                None => Ok(Self(folder)),
                Some(page) => {
                    Err(Failure::new(format!("{} has no web programs: {page} is missing", slashed(&folder))).help(HELP))
                }
            };
        }
        let program = std::env::current_exe().and_then(|program| program.canonicalize()).unwrap_or_default();
        let found = search_folders(&program).into_iter().find(|folder| missing(folder).is_none());
        found.map(Self).ok_or_else(|| Failure::new("the web programs are missing").help(HELP))
    }

    /// Returns `true` if the programs include the resolver.
    pub(super) fn have_resolver(&self) -> bool {
        self.0.join(RESOLVER).is_file()
    }

    /// Returns the page of a recorded game that holds all it needs, without the game.
    ///
    /// # Errors
    /// The page is missing.
    pub(crate) fn standalone(&self) -> Result<String, Failure> {
        let path = self.0.join(STANDALONE);
        fs::read_to_string(&path)
            .map_err(|error| Failure::new(format!("cannot read {}: {error}", slashed(&path))).help(HELP))
    }

    /// Returns the number of bytes that a browser loads to keep all programs, compressed where they are.
    ///
    /// # Errors
    /// A folder cannot be read.
    pub(super) fn bytes(&self) -> Result<u64, Failure> {
        let kept = self.files()?.into_iter().filter(|(name, _)| offline::is_kept(name));
        let length = |path: &Path| fs::metadata(path).map(|data| data.len());
        let packed = |path: &Path| length(&path.with_added_extension("br")).or_else(|_| length(path));
        Ok(kept.map(|(_, path)| packed(&path).unwrap_or_default()).sum())
    }

    /// Returns the files of the programs: their paths in the site, and on this machine. Links are not followed.
    ///
    /// # Errors
    /// A folder cannot be read.
    pub(super) fn files(&self) -> Result<Vec<(String, PathBuf)>, Failure> {
        let mut found = Vec::new();
        for ProgramFolder { name, .. } in FOLDERS {
            let folder = self.0.join(name);
            if folder.is_dir() {
                collect(name, &folder, &mut found)?;
            }
        }
        found.sort();
        Ok(found)
    }
}

/// Returns the folder that was named: `given`, or that of the `variable`, unless it is empty.
fn named(given: Option<&Path>, variable: Option<OsString>) -> Option<PathBuf> {
    given.map(Path::to_owned).or_else(|| variable.filter(|folder| !folder.is_empty()).map(PathBuf::from))
}

/// Returns the first necessary page that `folder` lacks.
fn missing(folder: &Path) -> Option<&'static str> {
    NECESSARY.into_iter().find(|page| !folder.join(page).is_file())
}

/// Returns the folders that may hold the web programs of `program`: beside it, as releases and packages have them, and in
/// the target folder of a clone.
fn search_folders(program: &Path) -> Vec<PathBuf> {
    let folder = program.parent().unwrap_or_else(|| Path::new(""));
    ["web", "../web", "../share/battlewright/web"].map(|name| folder.join(name)).to_vec()
}

fn collect(name: &str, folder: &Path, found: &mut Vec<(String, PathBuf)>) -> Result<(), Failure> {
    let cannot = |error: std::io::Error| Failure::new(format!("cannot read {}: {error}", slashed(folder)));
    for entry in fs::read_dir(folder).map_err(cannot)? {
        let entry = entry.map_err(cannot)?;
        let kind = entry.file_type().map_err(cannot)?;
        let name = format!("{name}/{}", entry.file_name().to_string_lossy());
        if kind.is_dir() {
            collect(&name, &entry.path(), found)?;
        } else if kind.is_file() {
            found.push((name, entry.path()));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::publish::testing::web_programs;

    #[test]
    fn programs_are_whole_or_missing() {
        let folder = web_programs();
        let programs = WebPrograms::find(Some(folder.path())).unwrap();
        assert!(programs.have_resolver() && programs.standalone().unwrap().contains("@GAME@"));
        let names: Vec<String> = programs.files().unwrap().into_iter().map(|(name, _)| name).collect();
        assert!(names.is_sorted() && names.contains(&"app/editor-0123456789ab.wasm.br".to_owned()), "{names:?}");
        fs::remove_file(folder.path().join("replay/index.html")).unwrap();
        let told = WebPrograms::find(Some(folder.path())).unwrap_err().to_string();
        assert!(
            told.contains("has no web programs: replay/index.html is missing") && told.contains("web/build.sh"),
            "{told}"
        );
    }

    #[test]
    fn an_empty_variable_names_no_folder() {
        let [one, two] = ["one", "two"].map(Path::new);
        assert_eq!(named(None, Some(OsString::new())), None);
        assert_eq!(named(None, Some("two".into())).as_deref(), Some(two));
        assert_eq!(named(Some(one), Some("two".into())).as_deref(), Some(one));
    }

    #[test]
    fn the_folder_lies_beside_the_program() {
        let folders = search_folders(Path::new("/opt/battlewright/bin/battlewright"));
        let folders: Vec<String> = folders.iter().map(|folder| slashed(folder)).collect();
        assert!(folders.contains(&"/opt/battlewright/bin/../share/battlewright/web".to_owned()), "{folders:?}");
    }
}
