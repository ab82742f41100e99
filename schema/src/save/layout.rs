//! The layout of new parts of a scenario.

use toml::Value;
use toml_edit::{Array, ArrayOfTables, Decor, InlineTable, Item, Table};

use crate::Scenario;
use crate::common::map::HexRows;
use crate::path::{DocPath, PathStep};

/// Returns `scenario` as a tree of TOML values, in the order of its types.
pub(crate) fn tree(scenario: &Scenario) -> toml::Table {
    let tree = crate::of_scenario!(scenario, own => toml::Table::try_from(own));
    // Serialization to a tree cannot fail, because all keys of these types are text.
    tree.unwrap_or_default()
}

/// The tables written as sections with a header; `*` stands for any key. All other tables are inline.
const SECTIONS: &[&str] = &[
    "turns",
    "map",
    "map.terrain",
    "map.scan",
    "table",
    "mega_hexes",
    "front",
    "surprise",
    "side",
    "side.*",
    "victory",
    "victory.escape",
    "rules",
    "rules.tables",
    "rules.tables.*",
    "rules.tables_named.*",
    "rules.tables_named.*.*",
    "lints",
];

/// The arrays whose rows are written as sections.
const LISTS: &[&str] = &[
    "terrain",
    "obstacle",
    "road",
    "choke_point",
    "objective",
    "hexside",
    "place",
    "label",
    "entry",
    "exit",
    "detour",
    "earthworks",
    "trench",
    "zone",
    "formation",
    "unit",
    "reserve",
    "option",
    "out_of_command",
    "computer",
    "chit",
    "victory.gain",
    "victory.loss",
    "victory.hold",
    "victory.sudden",
    "victory.last",
    "victory.points",
    "victory.levels",
    "rules.tables.attack",
    "rules.cell",
    "rules.define",
    "rules.modifier",
    "rules.forbid",
    "rules.allow",
    "rules.counter",
    "rules.event",
    "rules.score",
    "rules.win",
    "rules.table",
    "rules.tables_named.*.attack",
];

/// Returns `true` if `path` matches `pattern`.
fn is(path: &DocPath, pattern: &str) -> bool {
    let mut keys = pattern.split('.');
    let fits = path.0.iter().all(|step| match (step, keys.next()) {
        (PathStep::Key(key), Some(wanted)) => wanted == "*" || wanted == key,
        _ => false,
    });
    fits && keys.next().is_none()
}

/// Returns `true` if `path` is that of the map's terrain letters or of its levels.
pub(crate) fn is_hexes(path: &DocPath) -> bool {
    is(path, "map.hexes") || is(path, "map.levels")
}

/// Returns `value` in the layout for `path`.
pub(super) fn item(path: &DocPath, value: &Value) -> Item {
    match value {
        Value::Table(table) if SECTIONS.iter().any(|section| is(path, section)) => Item::Table(section(path, table)),
        Value::Array(rows) if !rows.is_empty() && LISTS.iter().any(|list| is(path, list)) => {
            let mut list = ArrayOfTables::new();
            for row in rows {
                list.push(row_section(path, row));
            }
            Item::ArrayOfTables(list)
        }
        value => Item::Value(inline(path, value)),
    }
}

/// Returns a row of the list at `path` as a section.
pub(super) fn row_section(path: &DocPath, row: &Value) -> Table {
    match row {
        Value::Table(row) => section(&path.clone().index(0), row),
        _ => Table::new(),
    }
}

fn section(path: &DocPath, table: &toml::Table) -> Table {
    let mut section = Table::new();
    // `[side]` and `[rules]` have no header if all their entries are sections. An empty section has a header, as the format may
    // require it.
    let is_header = |(key, value): (&String, &Value)| !matches!(item(&path.clone().key(key), value), Item::Value(_));
    section.set_implicit(!table.is_empty() && table.iter().all(is_header));
    for (key, value) in table {
        section.insert(key, item(&path.clone().key(key), value));
    }
    section
}

/// Returns `value` on one line, except for the letters of a map, which have one line per row.
pub(crate) fn inline(path: &DocPath, value: &Value) -> toml_edit::Value {
    match value {
        Value::String(text) if is_hexes(path) => hexes(text),
        Value::String(text) => text.as_str().into(),
        Value::Integer(number) => (*number).into(),
        Value::Float(number) => (*number).into(),
        Value::Boolean(flag) => (*flag).into(),
        Value::Datetime(time) => (*time).into(),
        Value::Array(values) => {
            let path = path.clone().index(0);
            values.iter().map(|value| inline(&path, value)).collect::<Array>().into()
        }
        Value::Table(table) => {
            let mut line = InlineTable::new();
            for (key, value) in table {
                line.insert(key, inline(&path.clone().key(key), value));
            }
            line.into()
        }
    }
}

/// Returns the letters of a map between triple quotes.
fn hexes(text: &str) -> toml_edit::Value {
    let rows = HexRows::parse(text);
    // Raw quotes need no escapes. A map with a quote as a letter is written on one line.
    let raw = format!("\"\"\"\n{rows}\"\"\"");
    let plain = !text.contains(['\\', '"']) && !text.chars().any(|c| c.is_control() && c != '\n');
    if plain { raw.parse().unwrap_or_else(|_| text.into()) } else { text.into() }
}

/// Returns `value` with the spacing and the comment of the old value.
pub(super) fn with_decor(mut value: toml_edit::Value, decor: &Decor) -> toml_edit::Value {
    *value.decor_mut() = decor.clone();
    value
}
