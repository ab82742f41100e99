//! The lints of tables that stand in for others: those of the tables in force, with these in their place.

use serde_json::Value;

use super::context::Context;
use super::{ENOUGH, LintLevels};
use crate::cells::{is_named, value_at};
use crate::diagnostic::Diagnostic;
use crate::path::{DocPath, PathStep};
use crate::rule::{MOST_NAMED_TABLES, TableSet, section_path};
use crate::system::ScenarioRoot;
use crate::system::settings::Setting;
use crate::{Scenario, of_scenario};

/// Adds the findings about the tables in `[rules.tables_named]` of the file itself, each at its place there. `found` has those about the
/// tables of all other turns.
pub(super) fn check(scenario: &Scenario, levels: &LintLevels, found: &mut Vec<Diagnostic>) {
    let sections = of_scenario!(scenario, own => own.changes().named_tables());
    for (name, section) in sections.into_iter().take(MOST_NAMED_TABLES) {
        let within = of_section(scenario, &name, &section, levels);
        // What is wrong in all turns is told once.
        let is_new = |finding: &Diagnostic| {
            !found
                .iter()
                .any(|told| (told.code, &told.path, &told.message) == (finding.code, &finding.path, &finding.message))
        };
        let new: Vec<Diagnostic> = within.into_iter().filter(is_new).map(|finding| moved(finding, &name)).collect();
        found.extend(new);
    }
}

/// Returns the findings about the tables of a section, as if they were in force.
fn of_section(scenario: &Scenario, name: &str, section: &Value, levels: &LintLevels) -> Vec<Diagnostic> {
    let standing = scenario.with_tables(&TableSet::of(name));
    let context = Context::new(&standing, None, levels);
    let mut found = Vec::new();
    for (_, check) in standing.system().lints() {
        let before = found.len();
        check(&context, &mut found);
        found.truncate(before + ENOUGH);
    }
    let is_of_section = |finding: &Diagnostic| {
        let Some([PathStep::Key(table), ..]) = within_tables(&finding.path) else { return false };
        let rest = within_tables(&finding.path).unwrap_or_default();
        section.get(table).is_some() && (!is_named(scenario.system(), table) || value_at(section, rest).is_some())
    };
    found.retain(is_of_section);
    found
}

/// Returns the steps of a path below `rules.tables`; `None` for another path.
fn within_tables(path: &DocPath) -> Option<&[PathStep]> {
    match path.0.as_slice() {
        [PathStep::Key(rules), PathStep::Key(tables), rest @ ..] if rules == "rules" && tables == "tables" => {
            Some(rest)
        }
        _ => None,
    }
}

/// Returns the finding at its place in the section.
fn moved(mut finding: Diagnostic, name: &str) -> Diagnostic {
    let place = |path: &DocPath| {
        let rest = within_tables(path)?;
        let mut moved = section_path(name);
        moved.0.extend(rest.iter().cloned());
        Some(moved)
    };
    if let Some(path) = place(&finding.path) {
        finding.path = path;
    }
    for related in &mut finding.related {
        if let Some(path) = place(&related.path) {
            related.path = path;
        }
    }
    finding
}
