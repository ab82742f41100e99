//! Scenarios without `use`: with the changes of their rulesets in their own `[rules]`.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::RuleBasis;
use super::file::RuleSection;
use super::named_tables::{TABLES_NAMED, named_tables};
use super::source::RulesetSource;
use crate::cells::{differences, value_at};
use crate::load::{self, Surroundings};
use crate::path::{DocPath, PathStep};
use crate::rule::rows_in_force;
use crate::system::ScenarioRoot;
use crate::system::settings::Setting;
use crate::{LintLevels, Scenario, of_scenario, save};

impl Scenario {
    /// Returns the same scenario without `use`: the changes of the rulesets are its own, and `based_on` names the rulesets.
    #[must_use]
    pub fn inlined(mut self) -> Self {
        of_scenario!(&mut self, own => inline(&mut **own));
        self
    }

    /// Returns the number of rulesets that the scenario names.
    pub fn use_count(&self) -> usize {
        of_scenario!(self, own => own.changes().uses().len())
    }
}

fn inline<Root: ScenarioRoot>(own: &mut Root) {
    let Some(resolved) = own.found_rulesets().0.clone() else { return };
    let in_force = own.rules_in_force();
    let joined = without_published::<Root>(&resolved.joined.joined(own.changes()));
    let mut changes = match joined {
        Some(joined) if Root::rules_with(&joined) == in_force => joined,
        // A table that one ruleset replaces and another changes by cells has no such common change.
        _ => by_tables(own, &in_force).unwrap_or_else(|| own.changes().clone()),
    };
    let mut based_on = own.changes().based_on().to_vec();
    for ruleset in &resolved.rulesets {
        based_on.retain(|known| known.id != ruleset.info.id);
        based_on.push(ruleset.info.based_on());
    }
    changes.set_sources(Vec::new(), based_on);
    changes.set_rows(rows_in_force(own));
    *own.changes_mut() = changes;
    own.set_found_rulesets(RuleBasis::default());
}

/// Returns `changes` without the values that are as published, which another ruleset or the scenario has set back.
fn without_published<Root: ScenarioRoot>(changes: &Root::Changes) -> Option<Root::Changes> {
    let (published, mut all) = (Root::published(), serde_json::to_value(changes).ok()?);
    let mut listed = Vec::new();
    changes.list(&DocPath::root(), &mut listed);
    for (path, value) in listed {
        if value_at(&published, &path.0) == Some(&value) {
            remove(&mut all, &path.0);
        }
    }
    serde_json::from_value(all).ok()
}

/// Removes the value at `path`, and the tables around it that are empty then.
fn remove(value: &mut Value, path: &[PathStep]) {
    let (Some((PathStep::Key(key), rest)), Value::Object(entries)) = (path.split_first(), value) else { return };
    if let Some(inner) = entries.get_mut(key).filter(|_| !rest.is_empty()) {
        remove(inner, rest);
        if !inner.as_object().is_some_and(Map::is_empty) {
            return;
        }
    }
    entries.shift_remove(key);
}

/// Returns the changes that lead from the published rules to those `in_force`, with tables as a whole, and the tables of `own` that stand
/// in for others.
fn by_tables<Root: ScenarioRoot>(own: &Root, in_force: &Value) -> Option<Root::Changes> {
    let (mut settings, mut tables) = (Map::new(), Map::new());
    for change in differences(Root::SYSTEM, &Root::published(), in_force) {
        let key = |at: usize| match change.path.0.get(at) {
            Some(PathStep::Key(key)) => Some(key.as_str()),
            _ => None,
        };
        let Some(first) = key(1) else { continue };
        match key(2).filter(|_| first == "tables") {
            Some(table) => tables.insert(table.to_owned(), in_force.get("tables")?.get(table)?.clone()),
            None => settings.insert(first.to_owned(), in_force.get(first)?.clone()),
        };
    }
    if !tables.is_empty() {
        settings.insert("tables".to_owned(), Value::Object(tables));
    }
    let named = named_tables(own);
    if !named.is_empty() {
        let named = named.into_iter().map(|(name, tables)| (name.to_string(), tables));
        settings.insert(TABLES_NAMED.to_owned(), Value::Object(named.collect()));
    }
    serde_json::from_value(Value::Object(settings)).ok()
}

/// Returns the scenario file `text` as games, links and modules hold it: without `use`, so that it needs no other file. Texts
/// without `use` and texts that cannot be read are returned unchanged.
///
/// # Errors
/// The errors of a scenario that uses rulesets, in words.
pub fn playable<'t>(text: &'t str, rulesets: &dyn RulesetSource) -> Result<Cow<'t, str>, String> {
    if !load::has_uses(text) {
        return Ok(Cow::Borrowed(text));
    }
    let levels = LintLevels::default();
    let loaded = load::load_from(text, &Surroundings { levels: &levels, rulesets });
    match &loaded.scenario {
        Some(scenario) => Ok(Cow::Owned(save(Some(text), &scenario.clone().inlined()))),
        None => Err(loaded.errors_told()),
    }
}
