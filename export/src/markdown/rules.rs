//! The settings of the sides, and the rules that differ from the published ones.

use battlewright_schema::cells::ChangedRule;
use battlewright_schema::rule::TableSet;
use battlewright_schema::schema_json::Shape;
use battlewright_schema::{DocPath, Scenario};
use serde_json::Value;

use super::page::{MarkdownPage, plain};

/// Writes the sides with their settings, apart from name and color.
pub(super) fn sides(page: &mut MarkdownPage, scenario: &Scenario) {
    let sides = scenario.common().sides();
    page.heading("Sides");
    let root = DocPath::root().key("side");
    let mut rows: Vec<(String, Vec<String>)> = Vec::new();
    for (at, side) in sides.iter().enumerate() {
        let path = root.clone().key(side.id.as_str());
        let Some(value) = scenario.get(&path) else { continue };
        for (leaf, value) in leaves(&value, &path) {
            let field = DocPath(leaf.0.get(2..).unwrap_or_default().to_vec());
            if matches!(field.to_string().as_str(), "name" | "color") {
                continue;
            }
            let about = about(scenario, &leaf);
            let row = match rows.iter().position(|(known, _)| *known == about) {
                Some(row) => row,
                None => {
                    rows.push((about, vec!["–".to_owned(); sides.len()]));
                    rows.len() - 1
                }
            };
            if let Some(cell) = rows.get_mut(row).and_then(|(_, cells)| cells.get_mut(at)) {
                *cell = value;
            }
        }
    }
    let heads: Vec<&str> = std::iter::once("").chain(sides.iter().map(|side| side.name)).collect();
    page.table(&heads, rows.into_iter().map(|(about, cells)| std::iter::once(about).chain(cells).collect()));
}

/// Writes the scenario's special rules and the rules that differ from the published ones.
pub(super) fn write(page: &mut MarkdownPage, scenario: &Scenario) {
    let mut items: Vec<String> = scenario.special_words().iter().map(|words| plain(words)).collect();
    items.extend(scenario.changed_rules().iter().map(|change| changed(scenario, change)));
    for row in scenario.rules_in_words() {
        let source = row.source.map_or_else(String::new, |source| format!(" Source: {}.", plain(&source)));
        items.push(format!("**{}** ({}): {}{source}", plain(&row.name), plain(&row.rule), plain(&row.sentence)));
    }
    for choice in scenario.choices_of_tables() {
        let standing = scenario.with_tables(&TableSet::of(&choice.tables)).changed_rules();
        let is_replaced = |change: &&ChangedRule| choice.replaced.iter().any(|table| change.path.is_within(table));
        let name = plain(&choice.name);
        items
            .extend(standing.iter().filter(is_replaced).map(|change| format!("{name}: {}", changed(scenario, change))));
    }
    for id in scenario.dropped_modifiers() {
        items.push(format!("The published modifier `{id}` does not count."));
    }
    page.heading("Special rules");
    if items.is_empty() {
        return page.paragraph("There are none: all rules are as published.");
    }
    page.items(items.into_iter());
}

/// Returns a change of the published rules, with both values.
fn changed(scenario: &Scenario, change: &ChangedRule) -> String {
    let about = match (&change.cell, change.table()) {
        (Some(cell), Some(table)) => format!("{}, {cell}", about(scenario, &table)),
        _ => about(scenario, &change.path),
    };
    let [now, published] = [&change.after, &change.before]
        .map(|value| value.as_ref().map_or_else(|| "none".to_owned(), |value| plain(&cell(value))));
    format!("{}: **{now}** (published: {published}).", plain(&about))
}

/// Returns the purpose of a field: the first clause of its help text, or its path without one.
fn about(scenario: &Scenario, path: &DocPath) -> String {
    let help = Shape::at(scenario.system(), path).map(Shape::help).unwrap_or_default();
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    let end = [": ", ", from ", ", such as ", ". ", "; "]
        .iter()
        .filter_map(|mark| help.find(mark))
        .min()
        .unwrap_or(help.len());
    let words = help[..end].trim_end_matches(['.', ':']).to_owned();
    if words.is_empty() { path.to_string() } else { words }
}

/// Collects the leaf values within `value` with their paths. A list is one leaf, since a list that differs is replaced
/// whole.
fn leaves(value: &Value, path: &DocPath) -> Vec<(DocPath, String)> {
    match value {
        Value::Object(table) => table.iter().flat_map(|(key, value)| leaves(value, &path.clone().key(key))).collect(),
        Value::Null => Vec::new(),
        value => vec![(path.clone(), cell(value))],
    }
}

/// Formats a value for a cell.
fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(cell).collect::<Vec<_>>().join(", "),
        Value::Object(table) => {
            table.iter().map(|(key, value)| format!("{key} {}", cell(value))).collect::<Vec<_>>().join(", ")
        }
        Value::Number(number) => number.to_string(),
    }
}
