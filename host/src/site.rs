//! The scenarios of the published folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use battlewright_schema::load;
use serde::Serialize;

/// The most bytes of a scenario of the folder.
const LARGEST: u64 = 4 << 20;

/// The most scenarios of a site.
const MOST: usize = 1000;

/// The scenarios of a published folder: `NAME/HASH/NAME.toml`, as `publish` writes them, or `NAME/NAME.toml` by hand.
#[derive(Debug, Default)]
pub(crate) struct Site {
    scenarios: BTreeMap<String, Arc<str>>,
    list: Vec<ListedScenario>,
}

/// A scenario in the list of a form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct ListedScenario {
    /// The name of its folder.
    pub(crate) name: String,
    /// The title.
    pub(crate) title: String,
    /// The title of the rules system.
    pub(crate) game: String,
}

impl Site {
    /// Looks for scenarios in `folder`. What cannot be read is no scenario.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub(crate) fn of(folder: &Path) -> std::io::Result<Self> {
        let mut site = Self::default();
        let mut names: Vec<String> =
            fs::read_dir(folder)?.flatten().filter_map(|entry| entry.file_name().into_string().ok()).collect();
        names.sort_unstable();
        for name in names {
            let Some(text) = text_in(&folder.join(&name), &format!("{name}.toml")) else { continue };
            let Some(scenario) = load(&text).scenario else { continue };
            if site.list.len() == MOST {
                break;
            }
            site.list.push(ListedScenario {
                name: name.clone(),
                title: scenario.title().to_owned(),
                game: scenario.system().title().to_owned(),
            });
            site.scenarios.insert(name, text.into());
        }
        Ok(site)
    }

    /// Returns the text of the scenario `name`.
    pub(crate) fn text(&self, name: &str) -> Option<Arc<str>> {
        self.scenarios.get(name).cloned()
    }

    /// Returns the list for a form.
    pub(crate) fn list(&self) -> &[ListedScenario] {
        &self.list
    }
}

/// Returns the text of the file `name` in `folder`, or in a folder within it: files that people keep have the hash of their content as
/// the name of their folder.
fn text_in(folder: &Path, name: &str) -> Option<String> {
    let mut folders: Vec<_> = fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path()).collect();
    folders.sort_unstable();
    folders.insert(0, folder.to_owned());
    folders.iter().map(|folder| folder.join(name)).find_map(|path| {
        let is_small = fs::metadata(&path).is_ok_and(|about| about.is_file() && about.len() <= LARGEST);
        is_small.then(|| fs::read_to_string(&path).ok()).flatten()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scenarios_are_found_where_publish_writes_them() {
        let folder = tempfile::tempdir().unwrap();
        let text = include_str!("../../scenarios/tutorial.toml");
        for path in
            ["hashed/0123456789ab/hashed.toml", "plain/plain.toml", "other/0123456789ab/small.toml", "bad/bad.toml"]
        {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, if path.ends_with("bad.toml") { "title = " } else { text }).unwrap();
        }
        let site = Site::of(folder.path()).unwrap();
        let names: Vec<&str> = site.list().iter().map(|listed| listed.name.as_str()).collect();
        assert_eq!(names, ["hashed", "plain"]);
        assert_eq!(site.text("hashed").as_deref(), Some(text));
    }
}
