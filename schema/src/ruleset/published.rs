//! The versions of the published rules: the current one of each system, and older ones in `rulesets/archive/`.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::System;

/// The older versions of the published rules: system, version and text. There are none yet.
const ARCHIVE: &[(&str, u32, &str)] = &[];

/// The key of the version in a file of published rules.
const VERSION: &str = "version";

/// Reads published rules from `text`, without their version.
///
/// # Errors
/// The text is not TOML, or the rules are incomplete.
pub(crate) fn without_version<R: DeserializeOwned>(text: &str) -> Result<R, toml::de::Error> {
    let mut table: toml::Table = toml::from_str(text)?;
    table.remove(VERSION);
    table.try_into()
}

/// Returns the version of the published rules in `text`.
pub(crate) fn version_of(text: &str) -> u32 {
    let table: Option<toml::Table> = toml::from_str(text).ok();
    let version = table.and_then(|table| table.get(VERSION)?.as_integer());
    version.and_then(|version| u32::try_from(version).ok()).unwrap_or(1)
}

/// Returns the rules of an older version of `system`; `None` if this program does not have it.
pub(crate) fn archived(system: System, version: u32) -> Option<Value> {
    in_archive(ARCHIVE, system.name(), version)
}

fn in_archive(archive: &[(&str, u32, &str)], system: &str, version: u32) -> Option<Value> {
    let (.., text) = archive.iter().find(|(name, number, _)| (*name, *number) == (system, version))?;
    without_version(text).ok()
}

/// Returns the values that differ between two versions of published rules, such as `` `zoi` 2 to 3 ``.
pub(crate) fn moved(before: &Value, after: &Value) -> Vec<String> {
    let (before, after) = (leaves(before), leaves(after));
    let keys = before.keys().chain(after.keys().filter(|key| !before.contains_key(*key)));
    let shown = |value: Option<&Value>| value.map_or_else(|| "none".to_owned(), Value::to_string);
    keys.filter(|key| before.get(*key) != after.get(*key))
        .map(|key| format!("`{key}` {} to {}", shown(before.get(key)), shown(after.get(key))))
        .collect()
}

/// Returns the values in `rules` that are no tables, by their path.
fn leaves(rules: &Value) -> BTreeMap<String, Value> {
    fn add(path: &str, value: &Value, found: &mut BTreeMap<String, Value>) {
        match value {
            Value::Object(entries) => {
                for (key, value) in entries {
                    let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                    add(&path, value, found);
                }
            }
            value => {
                found.insert(path.to_owned(), value.clone());
            }
        }
    }
    let mut found = BTreeMap::new();
    add("", rules, &mut found);
    found
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_system_has_a_version() {
        for system in System::ALL {
            assert_eq!(system.published_version(), 1, "{}", system.name());
            assert_eq!(system.published().get(VERSION), None);
            assert_eq!(archived(system, 1), None, "the current version is not in the archive");
        }
    }

    #[test]
    fn an_older_version_is_compared_with_the_current_one() {
        let archive = [("matz", 1, "version = 1\nstacking = 2\n[tables]\nrows = [1, 2]\nold = true\n")];
        let old = in_archive(&archive, "matz", 1).unwrap();
        assert_eq!(in_archive(&archive, "matz", 2), None);
        assert_eq!(in_archive(&archive, "outrance", 1), None);
        let new = json!({ "stacking": 3, "tables": { "rows": [1, 2], "new": 4 } });
        assert_eq!(moved(&old, &new), ["`stacking` 2 to 3", "`tables.old` true to none", "`tables.new` none to 4"]);
    }
}
