//! The paths of files in reports, of all formats.

use std::path::{Component, Path, PathBuf, absolute};

use crate::files::with_slashes;

/// The environment variables in which CI systems give the root of the checked-out repository: GitHub, GitLab and Azure.
const ROOTS: [&str; 3] = ["GITHUB_WORKSPACE", "CI_PROJECT_DIR", "BUILD_SOURCESDIRECTORY"];

/// The folders from which the paths of a report start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ReportPaths {
    /// The working folder, in its forms with and without links.
    here: Vec<PathBuf>,
    /// The root of the repository, for reports that a server reads; also in both forms.
    root: Vec<PathBuf>,
    /// `true` if all paths start from the root, because the report is made for it.
    is_rooted: bool,
}

impl ReportPaths {
    /// Returns the folders for this process. A report `for_server` is read elsewhere, by a program that knows only the
    /// repository.
    pub(crate) fn of_process(for_server: bool) -> Self {
        let here = std::env::current_dir().unwrap_or_default();
        if !for_server {
            return Self::new(&here, None, false);
        }
        let given = ROOTS.iter().filter_map(std::env::var_os).map(PathBuf::from);
        // A variable that was set for another folder means nothing here.
        let real = here.canonicalize().unwrap_or_default();
        let holds = |root: &PathBuf| root.is_absolute() && root.canonicalize().is_ok_and(|root| real.starts_with(root));
        let given = given.into_iter().find(holds);
        let is_rooted = given.is_some();
        let found = || here.ancestors().find(|folder| folder.join(".git").exists()).map(Path::to_owned);
        Self::new(&here, given.or_else(found).as_deref(), is_rooted)
    }

    fn new(here: &Path, root: Option<&Path>, is_rooted: bool) -> Self {
        Self { here: forms(here), root: root.map(forms).unwrap_or_default(), is_rooted }
    }

    /// Returns the path of a file as reports have it: with slashes, without `.` and `..`, relative to the working folder, or to
    /// the root of the repository if the file lies outside of the working folder. Another file keeps its path.
    pub(crate) fn name(&self, path: &str) -> String {
        let files = absolute_forms(Path::new(path));
        let within = |folders: &[PathBuf]| {
            let mut pairs = files.iter().flat_map(|file| folders.iter().map(move |folder| (file, folder)));
            pairs.find_map(|(file, folder)| file.strip_prefix(folder).ok().map(with_slashes))
        };
        let [first, second] = if self.is_rooted { [&self.root, &self.here] } else { [&self.here, &self.root] };
        within(first).or_else(|| within(second)).unwrap_or_else(|| path.to_owned())
    }
}

/// Returns a folder as it was given, and without links.
fn forms(folder: &Path) -> Vec<PathBuf> {
    let real = folder.canonicalize().ok().filter(|real| real != folder);
    std::iter::once(folder.to_owned()).chain(real).collect()
}

/// Returns the absolute forms of a path, without `.` and `..`. The second one is without links in the folders.
fn absolute_forms(path: &Path) -> Vec<PathBuf> {
    let Ok(path) = absolute(path) else { return Vec::new() };
    let folder = path.parent().and_then(|folder| folder.canonicalize().ok());
    let real = folder.zip(path.file_name()).map(|(folder, name)| folder.join(name));
    // What a link before `..` means depends on its target.
    let plain =
        (!path.components().any(|part| part == Component::ParentDir)).then(|| path.components().collect::<PathBuf>());
    plain.into_iter().chain(real).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Returns a repository with a file in a folder.
    fn repository() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for name in [".git", "battles/old"] {
            fs::create_dir_all(folder.path().join(name)).unwrap();
        }
        folder
    }

    #[test]
    fn every_way_to_a_file_is_one_name() {
        let folder = repository();
        let here = folder.path().join("battles");
        let inside = |path: &str| here.join(path).to_string_lossy().into_owned();
        for paths in [ReportPaths::new(&here, None, false), ReportPaths::new(&here, Some(folder.path()), false)] {
            for (path, name) in [
                (inside("a.toml"), "a.toml"),
                (inside("./a.toml"), "a.toml"),
                (inside("old/../a.toml"), "a.toml"),
                (inside("old/./b.toml"), "old/b.toml"),
                (inside("../battles/a.toml"), "a.toml"),
            ] {
                assert_eq!(paths.name(&path), name, "{path}");
            }
        }
        // Files outside: a server knows the repository, a person the path that was given.
        let outside = inside("../c.toml");
        assert_eq!(ReportPaths::new(&here, Some(folder.path()), false).name(&outside), "c.toml");
        assert_eq!(ReportPaths::new(&here, None, false).name(&outside), outside);
        let elsewhere = if cfg!(windows) { "C:\\elsewhere\\d.toml" } else { "/elsewhere/d.toml" };
        assert_eq!(ReportPaths::new(&here, Some(folder.path()), false).name(elsewhere), elsewhere);
    }

    #[test]
    fn a_runner_gives_the_root() {
        let folder = repository();
        let here = folder.path().join("battles");
        let paths = ReportPaths::new(&here, Some(folder.path()), true);
        assert_eq!(paths.name(&here.join("old/../a.toml").to_string_lossy()), "battles/a.toml");
    }

    #[cfg(unix)]
    #[test]
    fn links_lead_to_the_same_name() {
        let folder = repository();
        std::os::unix::fs::symlink(folder.path().join("battles"), folder.path().join("link")).unwrap();
        let paths = ReportPaths::new(&folder.path().join("battles"), None, false);
        assert_eq!(paths.name(&folder.path().join("link/a.toml").to_string_lossy()), "a.toml");
        assert_eq!(paths.name(&folder.path().join("link/../battles/a.toml").to_string_lossy()), "a.toml");
    }

    #[test]
    fn names_in_the_working_folder_are_shortened() {
        for (path, name) in
            [("./Cargo.toml", "Cargo.toml"), ("src/../Cargo.toml", "Cargo.toml"), ("none.toml", "none.toml")]
        {
            for for_server in [false, true] {
                let paths = ReportPaths { is_rooted: false, ..ReportPaths::of_process(for_server) };
                assert_eq!(paths.name(path), name);
            }
        }
    }
}
