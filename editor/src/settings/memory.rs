//! The settings file.
//!
//! All windows share the file. Each window writes only its own changes and keeps those of the others.

use battlewright_platform::fs;
use std::io;
use std::path::{Path, PathBuf};

use battlewright_schema::write_atomic;
use serde_json::{Map, Value};

use super::{RECENT, Settings, VERSION};

/// The name of the settings file.
const FILE: &str = "settings.json";

/// The name that an unreadable settings file is renamed to.
const ASIDE: &str = "settings.damaged.json";

/// The maximum size of a settings file, in bytes.
const LONGEST: u64 = 1 << 20;

/// The key of the list of recent files.
const RECENTLY: &str = "recent";

/// The folder of the settings file, and the settings that this window read or wrote last.
#[derive(Clone, Debug)]
pub struct SettingsStore {
    folder: PathBuf,
    /// The settings that this window read or wrote last, the base of the next merge.
    known: Map<String, Value>,
    /// `true` if the file must not be written.
    locked: bool,
}

/// The settings at the start of the program.
#[derive(Clone, Debug)]
pub struct LoadedSettings {
    /// The store that saves later changes.
    pub memory: SettingsStore,
    /// The settings that were read, or the defaults.
    pub settings: Settings,
    /// The reason why the file could not be read, if there was one.
    pub trouble: Option<SettingsError>,
}

/// The reason why the settings file could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingsError {
    /// The file is unreadable and was renamed to this path. The text is the cause.
    Damaged(PathBuf, String),
    /// The file at this path is unreadable and could not be renamed; it is not written. The text is the cause.
    Stuck(PathBuf, String),
    /// A newer version of the program wrote the file at this path; it is not written.
    Newer(PathBuf),
}

impl std::fmt::Display for SettingsError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Damaged(path, why) => write!(
                f,
                "The settings could not be read ({why}). Battlewright uses its defaults. The old file is now {}.",
                path.display()
            ),
            Self::Stuck(path, why) => write!(
                f,
                "The settings could not be read ({why}). Battlewright uses its defaults and does not change {}.",
                path.display()
            ),
            Self::Newer(path) => write!(
                f,
                "A newer version of Battlewright wrote the settings in {}. They are not changed, and new settings are not saved.",
                path.display()
            ),
        }
    }
}

impl SettingsStore {
    /// Returns the store in the user's state folder, or `None` where the operating system has no such folder.
    pub fn of_user() -> Option<Self> {
        Some(Self::at(&fs::state_folder()?))
    }

    /// Returns a store in `folder`.
    pub fn at(folder: &Path) -> Self {
        Self { folder: folder.to_owned(), known: Map::new(), locked: false }
    }

    /// Reads the settings file. An unreadable file is renamed, and the defaults are returned with the cause.
    pub fn recall(mut self) -> LoadedSettings {
        let (settings, trouble) = match self.look() {
            Ok(settings) => (settings, None),
            Err(trouble) => (Settings::default(), Some(trouble)),
        };
        self.known = map(&settings);
        LoadedSettings { memory: self, settings, trouble }
    }

    fn look(&mut self) -> Result<Settings, SettingsError> {
        let path = self.folder.join(FILE);
        let settings = read(&path).and_then(|map| {
            let settings = serde_json::from_value::<Settings>(Value::Object(map));
            settings.map_err(|error| UnreadSettings::Wrong(error.to_string()))
        });
        let why = match settings {
            Ok(settings) => return Ok(settings.sound()),
            Err(UnreadSettings::Missing) => return Ok(Settings::default()),
            Err(UnreadSettings::Newer) => {
                self.locked = true;
                return Err(SettingsError::Newer(path));
            }
            Err(UnreadSettings::Wrong(why)) => why,
        };
        let aside = self.folder.join(ASIDE);
        match fs::rename(&path, &aside) {
            Ok(()) => Err(SettingsError::Damaged(aside, why)),
            Err(_) => {
                self.locked = true;
                Err(SettingsError::Stuck(path, why))
            }
        }
    }

    /// Saves `settings`: changed values replace those in the file, other content of the file stays.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn keep(&mut self, settings: &Settings) -> io::Result<()> {
        let mine = map(settings);
        if self.locked || mine == self.known {
            return Ok(());
        }
        let path = self.folder.join(FILE);
        // A file that has become unreadable since the start is written anew.
        let theirs = match read(&path) {
            Ok(theirs) => theirs,
            Err(UnreadSettings::Newer) => {
                self.locked = true;
                return Ok(());
            }
            Err(UnreadSettings::Missing | UnreadSettings::Wrong(_)) => self.known.clone(),
        };
        let merged = merge(&self.known, &mine, theirs);
        fs::create_dir_all(&self.folder)?;
        let mut text = serde_json::to_string_pretty(&merged)?;
        text.push('\n');
        write_atomic(&path, &text)?;
        self.known = mine;
        Ok(())
    }
}

fn map(settings: &Settings) -> Map<String, Value> {
    match serde_json::to_value(settings) {
        Ok(Value::Object(map)) => map,
        _ => Map::new(),
    }
}

/// The reason why no settings were read.
enum UnreadSettings {
    Missing,
    Newer,
    Wrong(String),
}

fn read(path: &Path) -> Result<Map<String, Value>, UnreadSettings> {
    let text =
        fs::open_file(path).and_then(|mut file| fs::read_within(&mut file, LONGEST)).map_err(|error| {
            match error.kind() {
                io::ErrorKind::NotFound => UnreadSettings::Missing,
                _ => UnreadSettings::Wrong(error.to_string()),
            }
        })?;
    let text = String::from_utf8(text).map_err(|error| UnreadSettings::Wrong(error.to_string()))?;
    let map: Map<String, Value> =
        serde_json::from_str(&text).map_err(|error| UnreadSettings::Wrong(error.to_string()))?;
    match map.get("version").and_then(Value::as_u64) {
        None => Err(UnreadSettings::Wrong("its version is missing".to_owned())),
        Some(version) if version > u64::from(VERSION) => Err(UnreadSettings::Newer),
        Some(_) => Ok(map),
    }
}

/// Returns `theirs` with the changes from `base` to `mine`. The lists of recent files are combined.
fn merge(base: &Map<String, Value>, mine: &Map<String, Value>, mut theirs: Map<String, Value>) -> Map<String, Value> {
    for (key, value) in mine {
        if base.get(key) == Some(value) && theirs.contains_key(key) {
            continue;
        }
        let moved = theirs.get(key).filter(|their| base.get(key) != Some(their));
        let value = match (moved, value) {
            // Both windows have opened files: the list keeps all of them, those of this window first.
            (Some(Value::Array(others)), Value::Array(own)) if key == RECENTLY => {
                let others = others.iter().filter(|path| !own.contains(path));
                Value::Array(own.iter().chain(others).take(RECENT).cloned().collect())
            }
            _ => value.clone(),
        };
        theirs.insert(key.clone(), value);
    }
    theirs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::command::Theme;

    fn file(folder: &Path) -> PathBuf {
        folder.join(FILE)
    }

    #[test]
    fn settings_come_back() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("not/yet/there");
        let mut memory = SettingsStore::at(&inner);
        let first = memory.look().unwrap();
        assert_eq!(first, Settings::default());
        assert!(!inner.exists(), "looking makes nothing");
        let settings = Settings { theme: Theme::Dark, scale: 150, recent: vec!["a".to_owned()], ..first };
        memory.keep(&settings).unwrap();
        let recalled = SettingsStore::at(&inner).recall();
        assert_eq!((recalled.settings, recalled.trouble), (settings, None));
    }

    #[test]
    fn two_windows_keep_what_each_of_them_changed() {
        let folder = tempfile::tempdir().unwrap();
        let [one, two] = [(); 2].map(|()| SettingsStore::at(folder.path()).recall());
        let (mut one, mut a, mut two, mut b) = (one.memory, one.settings, two.memory, two.settings);
        a.theme = Theme::Dark;
        a.recent = vec!["a".to_owned()];
        one.keep(&a).unwrap();
        b.scale = 125;
        b.recent = vec!["b".to_owned()];
        two.keep(&b).unwrap();
        a.levels = false;
        one.keep(&a).unwrap();
        let both = SettingsStore::at(folder.path()).look().unwrap();
        assert_eq!((both.theme, both.scale, both.levels), (Theme::Dark, 125, false));
        assert_eq!(both.recent, ["b", "a"]);
    }

    #[test]
    fn what_other_versions_wrote_beside_it_stays() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(file(folder.path()), r#"{"version":1,"scale":90,"of-another":[1,2]}"#).unwrap();
        let LoadedSettings { mut memory, settings, .. } = SettingsStore::at(folder.path()).recall();
        assert_eq!(settings.scale, 90);
        memory.keep(&Settings { scale: 110, ..settings }).unwrap();
        let text = fs::read_to_string(file(folder.path())).unwrap();
        assert!(text.contains("of-another") && text.contains("110"), "{text}");
    }

    #[test]
    fn damaged_and_hostile_files_are_put_aside_and_told_of() {
        let long = "x".repeat(2 << 20);
        let deep = format!("{{\"version\":1,\"layout\":{}", "{\"row\":[".repeat(100_000));
        let wrongs = [
            "",
            "{",
            "[]",
            "{}",
            "{\"version\":\"1\"}",
            "{\"version\":1,\"scale\":-3}",
            "{\"version\":1,\"recent\":7}",
            "{\"version\":1,\"window\":{\"size\":[1e999,1]}}",
            &long,
            &deep,
        ];
        for text in wrongs {
            let folder = tempfile::tempdir().unwrap();
            fs::write(file(folder.path()), text).unwrap();
            let mut memory = SettingsStore::at(folder.path());
            let trouble = memory.look().unwrap_err();
            assert!(matches!(&trouble, SettingsError::Damaged(..)), "{trouble:?}");
            assert!(trouble.to_string().contains(ASIDE));
            assert_eq!(fs::read_to_string(folder.path().join(ASIDE)).unwrap(), text);
            memory.keep(&Settings::default()).unwrap();
            assert_eq!(SettingsStore::at(folder.path()).look().unwrap(), Settings::default());
        }
        let folder = tempfile::tempdir().unwrap();
        fs::write(file(folder.path()), [0xff, 0xfe, 0x00]).unwrap();
        assert!(matches!(SettingsStore::at(folder.path()).look(), Err(SettingsError::Damaged(..))));
    }

    #[test]
    fn a_folder_in_the_files_place_is_put_aside_too() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(file(folder.path())).unwrap();
        assert!(matches!(SettingsStore::at(folder.path()).look(), Err(SettingsError::Damaged(..))));
    }

    #[test]
    fn what_a_newer_program_wrote_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let text = "{\"version\":2,\"theme\":[\"whatever\"]}";
        fs::write(file(folder.path()), text).unwrap();
        let mut memory = SettingsStore::at(folder.path());
        assert!(matches!(memory.look(), Err(SettingsError::Newer(_))));
        memory.keep(&Settings { scale: 200, ..Settings::default() }).unwrap();
        assert_eq!(fs::read_to_string(file(folder.path())).unwrap(), text);
    }

    #[test]
    fn where_nothing_can_be_written_that_is_an_error_and_no_end() {
        let folder = tempfile::tempdir().unwrap();
        let blocked = folder.path().join("a file");
        fs::write(&blocked, "").unwrap();
        let mut memory = SettingsStore::at(&blocked);
        assert!(memory.look().is_ok() || memory.locked);
        assert!(memory.keep(&Settings { scale: 200, ..Settings::default() }).is_err() || memory.locked);
    }
}
