//! The keys of rows without an id: the fields by which rows of two versions of a scenario match.

use std::collections::BTreeMap;

use toml::{Table, Value};

use crate::HexsideId;
use crate::order::is_set;

/// The key of the rows of a list.
struct RowKey {
    /// The key of the list.
    list: &'static str,
    /// The fields that identify a row together.
    fields: &'static [&'static str],
    /// The field with the parts of a row, such as the hexsides of a stream. Each part has its own key, and rows match if they
    /// have a part in common.
    parts: Option<&'static str>,
    /// `true` if a row with another key is another row; otherwise the key of a row may change.
    is_fixed: bool,
}

/// Returns the key of rows that stay the same as long as these fields do.
const fn fixed(list: &'static str, fields: &'static [&'static str]) -> RowKey {
    RowKey { list, fields, parts: None, is_fixed: true }
}

/// Returns the key of rows that may change these fields, such as a road with another path.
const fn loose(list: &'static str, fields: &'static [&'static str]) -> RowKey {
    RowKey { list, fields, parts: None, is_fixed: false }
}

/// Returns the key of rows that are known by their parts.
const fn by_parts(list: &'static str, fields: &'static [&'static str], parts: &'static str) -> RowKey {
    RowKey { list, fields, parts: Some(parts), is_fixed: false }
}

/// The fields that state when a game ends, and for whom.
const ENDING: &[&str] = &[
    "winner",
    "after_turn",
    "enters",
    "controls_hexes",
    "controls",
    "controls_any",
    "enemy_lacks",
    "controls_more_of",
];

/// The keys of all lists whose rows have no id.
const KEYS: &[RowKey] = &[
    by_parts("hexside", &["kind"], "between"),
    by_parts("earthworks", &[], "hexes"),
    by_parts("trench", &[], "hexes"),
    loose("road", &["path", "line"]),
    loose("label", &["text", "at"]),
    // Areas of a table, and the effects of terrain.
    loose("terrain", &["outline", "class"]),
    loose("obstacle", &["line"]),
    loose("choke_point", &["at"]),
    loose("chit", &["side", "event", "front", "back"]),
    loose("out_of_command", &["formation", "from_turn"]),
    loose("computer", &["side", "formations", "units", "plan", "from_turn", "place", "at"]),
    fixed("detour", &["from", "group", "formation"]),
    fixed("option", &["name"]),
    fixed("reserve", &["name"]),
    fixed("arrival", &["at"]),
    fixed("moved", &["hex"]),
    fixed("named", &["center"]),
    fixed("hold", &["place", "side"]),
    fixed("points", &["place", "side"]),
    fixed("gain", &["place"]),
    fixed("loss", &["place"]),
    fixed("levels", &["winner", "level"]),
    loose("sudden", ENDING),
    loose("last", ENDING),
    fixed("cell", &["table", "row", "column"]),
    // Tables of the rules.
    loose("attack", &["from"]),
    loose("rebuilding", &["from"]),
    loose("activation_chits", &["from"]),
    loose("reinforcements", &["from"]),
    loose("cohesion", &["from", "to"]),
    fixed("night", &["kind"]),
    loose("results", &["percent"]),
    loose("columns", &["from", "to"]),
    fixed("morale", &["nation", "kinds"]),
    fixed("hexsides", &["kind"]),
    fixed("kinds", &["kind"]),
    fixed("classes", &["class"]),
    fixed("armies", &["nation"]),
    fixed("sizes", &["troops"]),
    fixed("moves", &["troops", "quality"]),
    fixed("cases", &["orders"]),
    fixed("fire", &["firer", "action"]),
    fixed("targets", &["target"]),
];

fn of(list: &str) -> Option<&'static RowKey> {
    KEYS.iter().find(|key| key.list == list)
}

/// Returns `true` if a row of `list` with another key is another row, not a changed one.
pub(crate) fn is_fixed(list: &str) -> bool {
    of(list).is_some_and(|key| key.is_fixed)
}

/// Returns the key of a row without parts in words: its words alone, its numbers with their fields, such as `german` or `from 11`;
/// `None` if the list has no key, or the row none of its fields. Lists and points would be long, and are left out.
pub(crate) fn in_words(list: &str, row: &Value) -> Option<String> {
    let key = of(list).filter(|key| key.parts.is_none())?;
    let row = row.as_table()?;
    let word = |field: &&str| match row.get(*field)? {
        Value::String(word) => Some(word.clone()),
        Value::Integer(number) => Some(format!("{field} {number}")),
        _ => None,
    };
    let words: Vec<String> = key.fields.iter().filter_map(word).collect();
    (!words.is_empty()).then(|| words.join(" "))
}

/// Returns the field with the parts of the rows of `list`, if each part has a key.
pub(crate) fn parts_of(list: &str) -> Option<&'static str> {
    of(list)?.parts
}

/// Returns the keys of a row: none for a row with an id or of a list without keys, one for each part of a row with parts, and
/// one for any other row.
pub(crate) fn keys(list: &str, row: &Value) -> Vec<String> {
    let (Some(key), Some(row)) = (of(list), row.as_table().filter(|row| !row.contains_key("id"))) else {
        return Vec::new();
    };
    match key.parts {
        None => vec![fields(key, row)],
        Some(parts) => {
            let parts = row.get(parts).and_then(Value::as_array).into_iter().flatten();
            parts.filter_map(Value::as_str).map(|part| part_key(key, row, part)).collect()
        }
    }
}

/// Returns the fields of a row that are in the keys of all its parts.
pub(crate) fn key_without_parts(list: &str, row: &Value) -> Option<String> {
    Some(fields(of(list)?, row.as_table()?))
}

/// Returns the key of a part of a row.
pub(crate) fn key_of_part(list: &str, row: &Value, part: &str) -> Option<String> {
    Some(part_key(of(list)?, row.as_table()?, part))
}

fn part_key(key: &RowKey, row: &Table, part: &str) -> String {
    format!("{} {}", fields(key, row), element(key.parts.unwrap_or_default(), part))
}

fn fields(key: &RowKey, row: &Table) -> String {
    let text = |field: &&str| match row.get(*field) {
        None => String::new(),
        Some(Value::Array(list)) => words(field, list),
        Some(value) => value.to_string(),
    };
    key.fields.iter().map(text).collect::<Vec<_>>().join(" ")
}

/// Returns the words of a list. The order of a set and the direction of a road have no meaning.
fn words(field: &str, list: &[Value]) -> String {
    let mut words: Vec<String> = list.iter().map(ToString::to_string).collect();
    if is_set(field) {
        words.sort();
    } else if ["path", "line"].contains(&field) && words.last() < words.first() {
        words.reverse();
    }
    words.join(",")
}

/// Returns the text by which two elements of the set at `key` are compared: a hexside is the same from both sides.
pub(crate) fn element(key: &str, word: &str) -> String {
    match HexsideId::from(word).hexes() {
        Some((a, b)) if key == "between" && b < a => format!("{b}/{a}"),
        _ => word.to_owned(),
    }
}

/// Returns the number of rows for each key.
pub(crate) fn counted<'r>(list: &str, rows: impl IntoIterator<Item = &'r Value>) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for key in rows.into_iter().flat_map(|row| keys(list, row)) {
        *counts.entry(key).or_default() += 1;
    }
    counts
}
