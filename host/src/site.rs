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

/// The scenarios of a published folder: `NAME/NAME.toml`.
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
            let path = folder.join(&name).join(format!("{name}.toml"));
            let is_small = fs::metadata(&path).is_ok_and(|about| about.is_file() && about.len() <= LARGEST);
            let Some(text) = is_small.then(|| fs::read_to_string(&path).ok()).flatten() else { continue };
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
