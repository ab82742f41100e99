//! The differences between two scenarios, in words: by hex, hexside, road, unit, place and setting.
//!
//! Only the meaning of the files is compared, not their layout. Rows are identified by id, hexes by number, and
//! hexsides by position and kind. The order counts where it has a meaning. Of the rules, those in force are compared: it
//! makes no difference if a value is as published, written in the file, or from a ruleset.

mod canonical;
mod ground;
mod words;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use serde_json::{Value, json};

use crate::cells::ChangedRule;
use crate::order::{both_same, differing, is_ordered, is_set};
use crate::rule::{RowKind, lay_out};
use crate::ruleset::TABLES_NAMED;
use crate::save::layout;
use crate::save::rows::matching;
use crate::system::ScenarioRoot as _;
use crate::{DocPath, HexId, PathStep, Scenario, System, row_key};

pub use canonical::canonical;

/// A difference between two scenarios.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The changed thing, such as `unit de-iii-5`, `hex 0304`, `stream 0304/0404` or `turns`.
    pub subject: String,
    /// The changed field, such as `er`; empty if the subject was added or removed as a whole.
    pub field: String,
    /// The value before; `None` if there was none.
    pub before: Option<Value>,
    /// The value after; `None` if there is none.
    pub after: Option<Value>,
    /// The affected hexes, before and after.
    pub hexes: BTreeSet<HexId>,
    /// `true` if texts such as `"12.5,3"` are points of a table.
    has_points: bool,
}

impl Difference {
    fn new(subject: &str, field: &str, before: Option<Value>, after: Option<Value>) -> Self {
        let (subject, field) = (subject.to_owned(), field.to_owned());
        Self { subject, field, before, after, hexes: BTreeSet::new(), has_points: false }
    }

    /// Returns the difference as a JSON object: `subject`, `field`, `before`, `after`, `words` and `hexes`.
    pub fn to_json(&self) -> Value {
        json!({
            "subject": self.subject,
            "field": self.field,
            "before": self.before,
            "after": self.after,
            "words": self.to_string(),
            "hexes": self.hexes.iter().map(HexId::as_str).collect::<Vec<_>>(),
        })
    }
}

/// The lists whose rows have an id.
const NAMED: &[&str] = &["place", "objective", "entry", "exit", "zone", "formation", "unit"];

/// The field name for a changed order.
const ORDER: &str = "order";

/// Returns the differences from `before` to `after`, in the order of the format.
///
/// ```
/// use battlewright_schema::{System, compare, load, template};
/// let text = template(System::MarsLaTour);
/// let stronger = text.replacen("er = 3", "er = 4", 1);
/// let scenario = |text: &str| load(text).scenario.unwrap();
/// let changes = compare::compare(&scenario(text), &scenario(&stronger));
/// assert_eq!(changes.len(), 1);
/// assert_eq!(changes[0].to_string(), "unit red-1: ER 3 to 4");
/// assert!(compare::compare(&scenario(text), &scenario(text)).is_empty());
/// ```
pub fn compare(before: &Scenario, after: &Scenario) -> Vec<Difference> {
    let (mut old, mut new) = (layout::tree(before), layout::tree(after));
    (old, new) = (with_rules_in_force(old, before), with_rules_in_force(new, after));
    let mut changes = Vec::new();
    // On a table, a road is a line of points.
    let is_table = [before, after].iter().any(|scenario| scenario.common().table().is_some());
    let keys = || new.keys().chain(old.keys().filter(|key| !new.contains_key(*key)));
    // Single settings of the scenario come first, as in the file.
    let (short, long): (Vec<_>, Vec<_>) = keys().partition(|key| {
        let value = new.get(*key).or_else(|| old.get(*key));
        !value.is_some_and(|value| value.is_table() || is_rows(value))
    });
    for key in short.into_iter().chain(long) {
        let (old, new) = (old.get(key), new.get(key));
        match key.as_str() {
            "map" => {
                fields("map", "", table(old), table(new), &["hexes", "levels", "terrain"], &mut changes);
                ground::terrain(before, after, &mut changes);
                ground::keyed("terrain", entry(old, "terrain"), entry(new, "terrain"), &mut changes);
            }
            "hexside" => {
                ground::hexsides(before, after, &mut changes);
                unnamed(key, &without_hexsides(rows(old)), &without_hexsides(rows(new)), &mut changes);
            }
            "road" if !is_table => ground::roads(before, after, &mut changes),
            "side" => ground::keyed("side", old, new, &mut changes),
            "rules" => {
                let lists = RowKind::ALL.map(RowKind::list);
                let elsewhere: Vec<&str> = lists.into_iter().chain(["cell"]).collect();
                fields(key, "", table(old), table(new), &elsewhere, &mut changes);
                cells(before, after, &mut changes);
                for list in lists {
                    rule_list(list, rows(entry(old, list)), rows(entry(new, list)), &mut changes);
                }
            }
            key if NAMED.contains(&key) => named(key, rows(old), rows(new), &mut changes),
            key if old.is_some_and(is_rows) || new.is_some_and(is_rows) => {
                unnamed(key, rows(old), rows(new), &mut changes);
            }
            key if old.is_some_and(toml::Value::is_table) || new.is_some_and(toml::Value::is_table) => {
                fields(key, "", table(old), table(new), &[], &mut changes);
            }
            key => value(key, "", old, new, &mut changes),
        }
    }
    for change in &mut changes {
        // The numbers of an order look like a point.
        change.has_points = is_table && key_of(&change.field) != ORDER;
    }
    changes
}

/// Returns the differences between two complete rules of `system`, such as those of two editions of the published rules.
pub fn rule_differences(system: System, before: &Value, after: &Value) -> Vec<Difference> {
    let mut changes = Vec::new();
    for change in crate::cells::differences(system, before, after) {
        rule_difference(change, &mut changes);
    }
    changes
}

/// Adds the difference that `change` makes.
fn rule_difference(change: ChangedRule, changes: &mut Vec<Difference>) {
    let steps = change.path.0.iter().skip(1).filter_map(|step| match step {
        PathStep::Key(key) => Some(key.as_str()),
        PathStep::Index(_) => None,
    });
    let field = steps.collect::<Vec<_>>().join(" ");
    if let (Some(cell), Some(table)) = (&change.cell, change.table()) {
        let subject = format!("{} {cell}", table.last_key().unwrap_or_default());
        return changes.push(Difference::new(&subject, "", change.before, change.after));
    }
    // A table with other rows is compared row by row. Its origin is no rule.
    let [before, after] = [change.before, change.after].map(|value| {
        let mut value = value.and_then(as_toml);
        if let Some(toml::Value::Table(table)) = &mut value {
            table.remove("provenance");
        }
        value
    });
    value(RULES, &field, before.as_ref(), after.as_ref(), changes);
}

/// Returns the differences from the published rules to those of `scenario`.
pub fn published_changes(scenario: &Scenario) -> Vec<Difference> {
    let is_table = scenario.common().table().is_some();
    let mut changes = Vec::new();
    for change in scenario.changed_rules() {
        rule_difference(change, &mut changes);
    }
    let rules = rule_rows(scenario);
    if let Some(drop) = rules.get(DROP) {
        changes.push(Difference::new(RULES, DROP, None, as_json(Some(drop))));
    }
    for kind in RowKind::ALL {
        rule_list(kind.list(), &[], rows(rules.get(kind.list())), &mut changes);
    }
    for (name, tables) in named_tables(scenario).as_object().into_iter().flatten() {
        for (key, table) in tables.as_object().into_iter().flatten() {
            let field = format!("{TABLES_NAMED} {name} {key}");
            changes.push(Difference::new(RULES, &field, None, Some(table.clone())));
        }
    }
    for change in &mut changes {
        change.has_points = is_table;
    }
    changes
}

/// The section of the changes of rules.
const RULES: &str = "rules";

/// The key of what the rules leave out.
const DROP: &str = "drop";

/// Returns the lists of rows of rules in force. The layout of expressions has no meaning.
fn rule_rows(scenario: &Scenario) -> toml::Table {
    let rows = scenario.rule_rows();
    let mut lists = toml::Table::new();
    if !rows.drop.is_empty() {
        lists.insert(DROP.to_owned(), toml::Value::Array(rows.drop.iter().map(|id| id.as_str().into()).collect()));
    }
    for (_, row) in rows.lists().all() {
        let mut value = row.to_value();
        lay_out(&mut value);
        let list = lists.entry(row.kind().list()).or_insert_with(|| toml::Value::Array(Vec::new()));
        if let (toml::Value::Array(list), Some(row)) = (list, as_toml(value)) {
            list.push(row);
        }
    }
    lists
}

/// Returns the tables that stand in for others, by the name of their section.
fn named_tables(scenario: &Scenario) -> Value {
    let named = crate::of_scenario!(scenario, own => crate::ruleset::named_tables(&**own));
    Value::Object(named.into_iter().map(|(name, tables)| (name.to_string(), tables)).collect())
}

/// Returns `tree`, the sections of `scenario`, with complete rules in the place of the changed ones, and with all rows in force. Changes
/// of single cells are left out, which are compared by their headings. Where a change comes from makes no difference, so that the names
/// of rulesets are left out. What else is no setting stays as it is in the file.
fn with_rules_in_force(mut tree: toml::Table, scenario: &Scenario) -> toml::Table {
    let in_force = as_toml(crate::of_scenario!(scenario, own => own.rules_without_cells()));
    if let Some(toml::Value::Table(mut rules)) = in_force {
        let own = tree.get(RULES).and_then(toml::Value::as_table).cloned().unwrap_or_default();
        rules.extend(rule_rows(scenario));
        let is_row = |key: &str| key == DROP || RowKind::of_list(key).is_some();
        let is_elsewhere = |key: &str| ["cell", "use", "based_on", TABLES_NAMED].contains(&key) || is_row(key);
        if let Some(named) = as_toml(named_tables(scenario)).filter(|_| !scenario.named_tables().is_empty()) {
            rules.insert(TABLES_NAMED.to_owned(), named);
        }
        for (key, value) in own.into_iter().filter(|(key, _)| !is_elsewhere(key)) {
            rules.entry(key).or_insert(value);
        }
        tree.insert(RULES.to_owned(), toml::Value::Table(rules));
    }
    tree
}

/// Returns `value` for a TOML file, without what is null.
fn as_toml(value: Value) -> Option<toml::Value> {
    Some(match value {
        Value::Null => return None,
        Value::Bool(value) => toml::Value::Boolean(value),
        Value::Number(number) => match number.as_i64() {
            Some(number) => toml::Value::Integer(number),
            None => toml::Value::Float(number.as_f64()?),
        },
        Value::String(text) => toml::Value::String(text),
        Value::Array(values) => toml::Value::Array(values.into_iter().filter_map(as_toml).collect()),
        Value::Object(entries) => {
            let entries = entries.into_iter().filter_map(|(key, value)| Some((key, as_toml(value)?)));
            toml::Value::Table(entries.collect())
        }
    })
}

fn is_rows(value: &toml::Value) -> bool {
    value.as_array().is_some_and(|rows| rows.first().is_some_and(toml::Value::is_table))
}

fn rows(value: Option<&toml::Value>) -> &[toml::Value] {
    value.and_then(toml::Value::as_array).map_or(&[], Vec::as_slice)
}

/// Returns the rows of hexside features that have no hexside.
fn without_hexsides(rows: &[toml::Value]) -> Vec<toml::Value> {
    rows.iter().filter(|row| row_key::keys("hexside", row).is_empty()).cloned().collect()
}

fn table(value: Option<&toml::Value>) -> Option<&toml::Table> {
    value.and_then(toml::Value::as_table)
}

fn entry<'v>(value: Option<&'v toml::Value>, key: &str) -> Option<&'v toml::Value> {
    value?.get(key)
}

fn as_json(value: Option<&toml::Value>) -> Option<Value> {
    value.and_then(|value| serde_json::to_value(value).ok())
}

/// Compares the fields of two tables, except for the keys in `elsewhere`.
fn fields(
    subject: &str,
    field: &str,
    old: Option<&toml::Table>,
    new: Option<&toml::Table>,
    elsewhere: &[&str],
    changes: &mut Vec<Difference>,
) {
    let keys = new.into_iter().flat_map(toml::Table::keys);
    let gone = old.into_iter().flat_map(toml::Table::keys).filter(|key| !new.is_some_and(|new| new.contains_key(*key)));
    for key in keys.chain(gone).filter(|key| !elsewhere.contains(&key.as_str())) {
        let (old, new) = (old.and_then(|old| old.get(key)), new.and_then(|new| new.get(key)));
        let name = if field.is_empty() { key.clone() } else { format!("{field} {key}") };
        value(subject, &name, old, new, changes);
    }
}

fn value(
    subject: &str,
    field: &str,
    old: Option<&toml::Value>,
    new: Option<&toml::Value>,
    changes: &mut Vec<Difference>,
) {
    if both_same(old, new) {
        return;
    }
    let is_table = |value: Option<&toml::Value>| value.is_none_or(toml::Value::is_table);
    if old.is_some() && new.is_some() && is_table(old) && is_table(new) {
        return fields(subject, field, table(old), table(new), &[], changes);
    }
    if old.is_some_and(is_rows) || new.is_some_and(is_rows) {
        return unnamed(&format!("{subject} {field}"), rows(old), rows(new), changes);
    }
    let key = key_of(field);
    let is_list = |value: Option<&toml::Value>| value.is_none_or(|value| words_of(value).is_some());
    let is_set = is_set(key) && is_list(old) && is_list(new);
    let words = |value: Option<&toml::Value>| value.and_then(words_of).unwrap_or_default();
    if is_set && words(old) == words(new) {
        return;
    }
    let mut change = Difference::new(subject, field, as_json(old), as_json(new));
    let differing = words(old).symmetric_difference(&words(new)).cloned().collect::<Vec<_>>();
    match key {
        "hexes" => change.hexes.extend(differing.into_iter().map(HexId::from)),
        "at" | "to" => {
            let texts = [old, new].into_iter().flatten().filter_map(toml::Value::as_str);
            // A point of a table has a comma, and a hex has none.
            change.hexes.extend(texts.filter(|text| !text.contains(',')).map(HexId::from));
        }
        _ => {}
    }
    changes.push(change);
}

/// Returns the set of words in a list of words.
fn words_of(value: &toml::Value) -> Option<BTreeSet<String>> {
    value.as_array()?.iter().map(|word| word.as_str().map(str::to_owned)).collect()
}

/// Compares the cells of the rules' tables that one of the scenarios changes.
fn cells(before: &Scenario, after: &Scenario, changes: &mut Vec<Difference>) {
    let (old, new) = (before.placed_cells(), after.placed_cells());
    if old.is_empty() && new.is_empty() {
        return;
    }
    let tables = [before, after].map(|scenario| scenario.rule_in_force(&DocPath::root().key("rules").key("tables")));
    let gone = old.iter().filter(|cell| !new.iter().any(|other| other.name == cell.name));
    for cell in new.iter().chain(gone) {
        // A change that does not count is compared with another one of this name.
        let values = match &cell.at {
            Some(at) => tables.each_ref().map(|tables| at.now(tables.as_ref()?).cloned()),
            None => [&old, &new].map(|cells| Some(cells.iter().find(|other| other.name == cell.name)?.be.clone())),
        };
        let [was, now] = values;
        let [before, after] = [&old, &new].map(|cells| cells.iter().filter(|other| other.name == cell.name).count());
        if was != now {
            changes.push(Difference::new(&cell.name, "", was, now));
        } else if before != after && before.max(after) > 1 {
            changes.push(Difference::new(&cell.name, "rows", Some(before.into()), Some(after.into())));
        }
    }
}

/// Compares rows with an id.
fn named(noun: &str, old: &[toml::Value], new: &[toml::Value], changes: &mut Vec<Difference>) {
    let id = |row: &'_ toml::Value| row.get("id").and_then(toml::Value::as_str).unwrap_or_default().to_owned();
    // If rows share an id, they match in their order.
    let mut left: BTreeMap<String, VecDeque<&toml::Value>> = BTreeMap::new();
    for row in old {
        left.entry(id(row)).or_default().push_back(row);
    }
    for row in new {
        let subject = format!("{noun} {}", id(row));
        match left.get_mut(&id(row)).and_then(VecDeque::pop_front) {
            Some(old) => value(&subject, "", Some(old), Some(row), changes),
            None => changes.push(whole(&subject, None, Some(row))),
        }
    }
    for row in old {
        if let Some(row) = left.get_mut(&id(row)).and_then(VecDeque::pop_front) {
            changes.push(whole(&format!("{noun} {}", id(row)), Some(row), None));
        }
    }
    let kept = |rows: &[toml::Value], others: &[toml::Value]| -> Vec<String> {
        let others: BTreeSet<String> = others.iter().map(id).collect();
        rows.iter().map(id).filter(|id| others.contains(id)).collect()
    };
    order(noun, &format!("{noun}s"), &kept(old, new), &kept(new, old), changes);
}

/// Compares the rows of rules in `list`, whose keys `to` and `at` name no hexes.
fn rule_list(list: &str, old: &[toml::Value], new: &[toml::Value], changes: &mut Vec<Difference>) {
    let before = changes.len();
    named(list, old, new, changes);
    for change in changes.iter_mut().skip(before) {
        change.hexes.clear();
    }
}

/// Compares the order, in the list at `key`, of the rows that both lists have.
fn order(key: &str, subject: &str, old: &[String], new: &[String], changes: &mut Vec<Difference>) {
    let (old, new) = differing(old, new);
    if is_ordered(key) && !old.is_empty() {
        changes.push(Difference::new(subject, ORDER, Some(json!(old.join(", "))), Some(json!(new.join(", ")))));
    }
}

/// Returns the key of a field, the last word of its name.
fn key_of(field: &str) -> &str {
    field.rsplit(' ').next().unwrap_or_default()
}

/// Compares rows without an id. Rows with the same content or key match.
fn unnamed(noun: &str, old: &[toml::Value], new: &[toml::Value], changes: &mut Vec<Difference>) {
    let was = matching(key_of(noun), old, new);
    for ((row, was), subject) in new.iter().zip(&was).zip(called(noun, new)) {
        match was.and_then(|was| old.get(was)) {
            Some(old) => value(&subject, "", Some(old), Some(row), changes),
            None => changes.push(whole(&subject, None, Some(row))),
        }
    }
    let kept: Vec<usize> = was.into_iter().flatten().collect();
    let mut sorted = kept.clone();
    sorted.sort_unstable();
    for (at, (row, subject)) in old.iter().zip(called(noun, old)).enumerate() {
        if sorted.binary_search(&at).is_err() {
            changes.push(whole(&subject, Some(row), None));
        }
    }
    let numbers = |rows: &[usize]| rows.iter().map(|at| (at + 1).to_string()).collect::<Vec<_>>();
    order(key_of(noun), noun, &numbers(&sorted), &numbers(&kept), changes);
}

/// Returns the names of `rows`, which have no id: the text or the name of each, or else the fields that tell it from the others, such
/// as `german` or `from 11`. Without any, its number does.
fn called(noun: &str, rows: &[toml::Value]) -> Vec<String> {
    let list = key_of(noun);
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for words in rows.iter().filter_map(|row| row_key::in_words(list, row)) {
        *counts.entry(words).or_default() += 1;
    }
    let name = |(at, row): (usize, &toml::Value)| {
        let words = ["text", "name", "place"].iter().find_map(|key| row.get(key).and_then(toml::Value::as_str));
        let only = || row_key::in_words(list, row).filter(|words| counts.get(words) == Some(&1));
        let words = words.map(str::to_owned).or_else(only);
        words.map_or_else(|| format!("{noun} {}", at + 1), |words| format!("{noun} {words}"))
    };
    rows.iter().enumerate().map(name).collect()
}

/// Returns the difference for a thing that was added or removed as a whole.
fn whole(subject: &str, old: Option<&toml::Value>, new: Option<&toml::Value>) -> Difference {
    let mut change = Difference::new(subject, "", as_json(old), as_json(new));
    let row = old.or(new);
    for key in ["at", "to"] {
        change.hexes.extend(row.and_then(|row| Some(HexId::from(row.get(key)?.as_str()?))));
    }
    change.hexes.extend(row.and_then(|row| words_of(row.get("hexes")?)).into_iter().flatten().map(HexId::from));
    change
}

#[cfg(test)]
mod tests;
