//! The fields of a scenario that its charts must show, found in the data alone.
//!
//! This walks the scenario and its rules and knows no chart, so that tests find what no chart shows. [`left_out`] has those fields
//! that a sheet need not show, each with its reason.

mod at_any_cost;
mod mars_la_tour;
mod matz;
mod outrance;
mod position_magnifique;

use std::collections::BTreeSet;

use battlewright_schema::{DocPath, Scenario, System};
use serde_json::Value;

use crate::chart::Chart;
use crate::source::Source;

/// A field, or all fields below it, that the charts need not show.
pub struct LeftOut {
    /// The field without the numbers of rows, such as `"rules.tables.moves[].note"`; all below it is left out too.
    pub field: &'static str,
    /// The reason, in a sentence.
    pub reason: &'static str,
}

impl LeftOut {
    /// Returns `true` if `pattern`, a path without the numbers of rows, is this field or below it.
    fn holds(&self, pattern: &str) -> bool {
        pattern.strip_prefix(self.field).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
    }
}

/// A function of a system that returns the reason for which a scenario cannot use a field.
type Unused = fn(&Source<'_>, &DocPath) -> Option<&'static str>;

/// Returns the reason for which the charts of the scenario need not show the field at `path`; `None` if they must.
pub fn left_out(source: &Source<'_>, path: &DocPath) -> Option<&'static str> {
    let (list, unused): (&[LeftOut], Unused) = match source.scenario().system() {
        System::MarsLaTour => (mars_la_tour::LEFT_OUT, mars_la_tour::unused),
        System::PositionMagnifique => (position_magnifique::LEFT_OUT, position_magnifique::unused),
        System::AtAnyCost => (at_any_cost::LEFT_OUT, at_any_cost::unused),
        System::Matz => (matz::LEFT_OUT, matz::unused),
        System::Outrance => (outrance::LEFT_OUT, outrance::unused),
        #[allow(unreachable_patterns, reason = "a system of the tests has no charts")]
        _ => return Some("The system has no charts."),
    };
    let pattern = path.pattern();
    list.iter().find(|left| left.holds(&pattern)).map(|left| left.reason).or_else(|| unused(source, path))
}

/// Returns the fields that the charts of the scenario must show: the values of its rules and tables, the numbers of its sides and
/// headquarters, its arrivals, chits, entries and exits, its conditions of victory, and one field for each kind of terrain, hexside
/// and road that its map has. A path may be that of a row, which a chart shows if it shows a part of it.
pub fn needed(scenario: &Scenario) -> Vec<DocPath> {
    let source = Source::new(scenario);
    let mut all = Vec::new();
    let root = DocPath::root;
    // The version of a ruleset is no rule.
    let rules = scenario.rules_in_force();
    for (key, value) in rules.as_object().into_iter().flatten().filter(|(key, _)| *key != "version") {
        leaves(&root().key("rules").key(key), value, &mut |path, _| all.push(path));
    }
    let mut numbers = |path: DocPath| {
        let value = source.value(&path).unwrap_or_default();
        leaves(&path, &value, &mut |path, value| {
            if value.is_number() || *value == Value::Bool(true) {
                all.push(path);
            }
        });
    };
    for (_, path, _) in source.entries(&root().key("side")) {
        numbers(path);
    }
    for (path, _) in source.rows(&root().key("formation")) {
        numbers(path.key("hq"));
    }
    victory(&root().key("victory"), &source.value(&root().key("victory")).unwrap_or_default(), &mut all);
    for list in ["entry", "exit", "chit", "objective", "option", "reserve"] {
        all.extend(source.rows(&root().key(list)).into_iter().map(|(path, _)| path));
    }
    for list in ["unit", "formation"] {
        let rows = source.rows(&root().key(list)).into_iter().filter(|(_, row)| row.get("enters").is_some());
        all.extend(rows.map(|(path, _)| path.key("enters")));
    }
    all.extend(ground(&source));
    all.retain(|path| left_out(&source, path).is_none());
    all
}

/// Returns `true` if one of the charts shows the field at `path`.
pub fn is_shown(charts: &[Chart], path: &DocPath) -> bool {
    charts.iter().flat_map(Chart::fields).any(|field| path.is_within(field) || field.is_within(path))
}

/// Calls `each` with the values at and below `path` that are no lists or tables.
fn leaves(path: &DocPath, value: &Value, each: &mut impl FnMut(DocPath, &Value)) {
    match value {
        Value::Object(entries) => entries.iter().for_each(|(key, value)| leaves(&path.clone().key(key), value, each)),
        Value::Array(rows) => {
            rows.iter().enumerate().for_each(|(at, value)| leaves(&path.clone().index(at), value, each));
        }
        Value::Null => {}
        value => each(path.clone(), value),
    }
}

/// Adds the conditions of victory: each value, and each row of a list as a whole.
fn victory(path: &DocPath, value: &Value, all: &mut Vec<DocPath>) {
    match value {
        Value::Object(entries) => entries.iter().for_each(|(key, value)| victory(&path.clone().key(key), value, all)),
        Value::Array(rows) => all.extend((0..rows.len()).map(|at| path.clone().index(at))),
        Value::Null => {}
        _ => all.push(path.clone()),
    }
}

/// Returns a field for each letter of the map, and the first hexside and the first road of each kind.
fn ground(source: &Source<'_>) -> Vec<DocPath> {
    let common = source.common();
    let letters: BTreeSet<char> = letters_of(source).collect();
    let terrain = DocPath::root().key("map").key("terrain");
    let named = common.terrain().into_iter().map(|view| view.letter.to_string());
    let used = named.filter(|letter| letter.chars().next().is_some_and(|letter| letters.contains(&letter)));
    let mut all: Vec<DocPath> = used.map(|letter| terrain.clone().key(letter)).collect();
    for list in ["hexside", "road"] {
        let mut kinds: Vec<Option<Value>> = Vec::new();
        for (path, row) in source.rows(&DocPath::root().key(list)) {
            let kind = row.get("kind").cloned();
            if !kinds.contains(&kind) {
                kinds.push(kind);
                all.push(path);
            }
        }
    }
    all
}

/// Returns the letters of the hexes of the map, each as often as it is there; none for a table.
pub fn letters_of(source: &Source<'_>) -> impl Iterator<Item = char> {
    let hexes = source.value(&DocPath::root().key("map").key("hexes"));
    let text = hexes.as_ref().and_then(Value::as_str).unwrap_or_default().to_owned();
    text.chars().filter(|letter| !letter.is_whitespace()).collect::<Vec<_>>().into_iter()
}
