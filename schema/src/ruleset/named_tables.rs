//! The tables of `[rules.tables_named]`, which stand in for those of `[rules.tables]` in some turns.

use std::borrow::Cow;

use indexmap::IndexMap;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use smol_str::SmolStr;

use crate::path::DocPath;
use crate::rule::{MOST_NAMED_TABLES, TableSet};
use crate::system::ScenarioRoot;
use crate::system::settings::Setting;

/// The key in `[rules]`.
pub(crate) const TABLES_NAMED: &str = "tables_named";

/// Returns the sections of two groups of changes, of which the second is later.
pub(crate) fn joined_tables<T: Setting + Clone>([earlier, later]: [&IndexMap<SmolStr, T>; 2]) -> IndexMap<SmolStr, T> {
    let mut joined = earlier.clone();
    for (name, tables) in later {
        let tables = match joined.get(name) {
            Some(below) => below.joined(tables),
            None => tables.clone(),
        };
        joined.insert(name.clone(), tables);
    }
    joined
}

/// Adds each table of the sections to `values`, with its path below `rules`. Sections beyond those that count are left out.
pub(crate) fn list_tables<T: Setting>(
    named: &IndexMap<SmolStr, T>,
    rules: &DocPath,
    values: &mut Vec<(DocPath, Value)>,
) {
    for (name, tables) in named.iter().take(MOST_NAMED_TABLES) {
        tables.list(&rules.clone().key(TABLES_NAMED).key(name.as_str()), values);
    }
}

/// Returns the sections as values, each with its name.
pub(crate) fn tables_as_values<T: Serialize>(named: &IndexMap<SmolStr, T>) -> Vec<(SmolStr, Value)> {
    let value = |tables: &T| serde_json::to_value(tables).unwrap_or_default();
    named.iter().map(|(name, tables)| (name.clone(), value(tables))).collect()
}

/// Returns all tables of `base`, with those of the sections `names` in their place, one after the other.
pub(crate) fn tables_with<T>(base: &T::Complete, names: &[SmolStr], named: &IndexMap<SmolStr, T>) -> Option<T>
where
    T: Setting + DeserializeOwned,
{
    let mut tables = base.clone();
    for section in names.iter().filter_map(|name| named.get(name)) {
        tables = section.onto(&tables);
    }
    // The type of changes is that of the complete tables with optional fields.
    serde_json::from_value(serde_json::to_value(&tables).ok()?).ok()
}

/// Returns `own` with the tables of `set` in force. Changes of single cells are in the tables
/// already; they do not touch those that stand in.
pub(crate) fn with_tables<'r, Root: ScenarioRoot + Clone>(own: &'r Root, set: &TableSet) -> Cow<'r, Root> {
    if set.is_empty() {
        return Cow::Borrowed(own);
    }
    let found = own.found_rulesets();
    let all = found.0.as_ref().map_or_else(|| own.changes().clone(), |found| found.joined.joined(own.changes()));
    let base = found.rules().unwrap_or(Root::published_rules());
    let Some(changes) = own.changes().with_tables(set.names(), &all, base) else { return Cow::Borrowed(own) };
    let mut own = own.clone();
    *own.changes_mut() = changes;
    Cow::Owned(own)
}

/// Returns the sections in force: those of rulesets with those of the scenario over them.
pub(crate) fn named_tables<Root: ScenarioRoot>(own: &Root) -> Vec<(SmolStr, Value)> {
    match &own.found_rulesets().0 {
        Some(found) => found.joined.joined(own.changes()).named_tables(),
        None => own.changes().named_tables(),
    }
}
