//! Where the journals of documents go.

use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;

use super::{Place, disk};

/// Where the journals of documents go: beside their files, or to a folder of the user's for
/// documents that have no file or whose folder cannot be written to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keeper {
    folder: Option<PathBuf>,
}

impl Keeper {
    /// The keeper of whoever runs the program.
    pub fn of_user() -> Self {
        let strategy = etcetera::base_strategy::choose_native_strategy().ok();
        let folder = strategy.map(|strategy| strategy.state_dir().unwrap_or_else(|| strategy.data_dir()));
        Self { folder: folder.map(|folder| folder.join("battlewright")) }
    }

    /// A keeper whose own folder is `folder`.
    pub fn at(folder: &Path) -> Self {
        Self { folder: Some(folder.to_owned()) }
    }

    /// Where the journal of the document in `file` goes, the best place first.
    pub fn places(&self, file: Option<&Path>) -> Vec<Place> {
        let own = |stem: String| self.folder.clone().map(|folder| Place { folder, stem: stem.into() });
        let Some(file) = file else { return own("unsaved".to_owned()).into_iter().collect() };
        let beside = Place::beside(file);
        let elsewhere = beside.as_ref().and_then(|beside| {
            let name = beside.stem.to_string_lossy();
            own(format!("{name}-{:016x}", disk::hash(&beside.folder.to_string_lossy())))
        });
        beside.into_iter().chain(elsewhere).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_one_name_do_not_meet_in_the_users_folder() {
        let keeper = Keeper::at(Path::new("/state"));
        let places = |file: &str| keeper.places(Some(Path::new(file)));
        assert_eq!(places("/a/x.toml")[0].folder, Path::new("/a/.battlewright"));
        assert_eq!(places("/a/x.toml")[1].folder, Path::new("/state"));
        assert_ne!(places("/a/x.toml")[1].stem, places("/b/x.toml")[1].stem);
        assert_eq!(keeper.places(None), [Place { folder: "/state".into(), stem: "unsaved".into() }]);
    }
}
