//! The canonical form of a scenario, which is the same for scenarios without differences.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{RULES, as_json, with_rules_in_force};
use crate::order::{is_ordered, is_ordered_table, is_set};
use crate::save::layout;
use crate::{HexId, HexsideId, Scenario};

/// Returns `scenario` as a value that depends on its meaning alone: on every rule in force, every unit and every hex, but not on
/// comments, on the layout of the file, on the order of what has no order, or on where a rule comes from. Tables have their keys in
/// alphabetical order, so that the text of the value can be hashed.
///
/// ```
/// use battlewright_schema::{System, compare::canonical, load, template};
/// let text = template(System::MarsLaTour);
/// let scenario = |text: &str| load(text).scenario.unwrap();
/// assert_eq!(canonical(&scenario(text)), canonical(&scenario(&format!("# A comment\n{text}"))));
/// assert_ne!(canonical(&scenario(text)), canonical(&scenario(&text.replacen("er = 3", "er = 4", 1))));
/// ```
pub fn canonical(scenario: &Scenario) -> Value {
    let tree = with_rules_in_force(layout::tree(scenario), scenario);
    let mut tree = as_json(Some(&toml::Value::Table(tree))).unwrap_or_default();
    let Some(sections) = tree.as_object_mut() else { return tree };
    // Changes of cells count by their effect.
    if let (Some(Value::Object(rules)), Value::Object(in_force)) = (sections.get_mut(RULES), scenario.rules_in_force())
    {
        rules.extend(in_force);
        // Those without an effect are mistakes, which a later edition may take up.
        let idle = scenario.placed_cells().into_iter().filter(|cell| cell.at.is_none());
        let idle: Vec<Value> = idle.map(|cell| json!([cell.name, cell.be])).collect();
        if !idle.is_empty() {
            rules.insert("cell".to_owned(), Value::Array(idle));
        }
    }
    if let Some(Value::Array(rows)) = sections.get_mut("hexside") {
        *rows = std::mem::take(rows).into_iter().flat_map(by_hexside).collect();
    }
    if let Some(Value::Array(rows)) = sections.get_mut("road") {
        rows.iter_mut().for_each(turn);
    }
    ordered("", tree)
}

/// Returns a row of hexside features as rows of one hexside each.
fn by_hexside(row: Value) -> Vec<Value> {
    let sides: Vec<String> = match row.get("between").and_then(Value::as_array) {
        Some(sides) if !sides.is_empty() => sides.iter().filter_map(|side| Some(side.as_str()?.to_owned())).collect(),
        _ => return vec![row],
    };
    let one = |side: String| {
        let mut row = row.clone();
        let hexes = HexsideId::from(side.as_str()).hexes();
        let mut hexes: Vec<HexId> = hexes.into_iter().flat_map(<[_; 2]>::from).collect();
        hexes.sort();
        let between = if hexes.is_empty() { json!(side) } else { json!(hexes) };
        if let Some(row) = row.as_object_mut() {
            row.insert("between".to_owned(), between);
        }
        row
    };
    sides.into_iter().map(one).collect()
}

/// Turns a road so that it runs from its lesser end.
fn turn(road: &mut Value) {
    if let Some(Value::Array(path)) = road.get_mut("path") {
        let texts = |value: &Value| value.as_str().map(str::to_owned);
        if path.iter().rev().map(texts).lt(path.iter().map(texts)) {
            path.reverse();
        }
    }
}

/// Returns the value at `key` in its canonical order.
fn ordered(key: &str, value: Value) -> Value {
    match value {
        // The order of these tables means something.
        Value::Object(table) if is_ordered_table(key) => {
            Value::Array(table.into_iter().map(|(key, value)| json!([key, ordered("", value)])).collect())
        }
        Value::Object(table) => {
            let sorted: BTreeMap<String, Value> =
                table.into_iter().map(|(key, value)| (key.clone(), ordered(&key, value))).collect();
            Value::Object(sorted.into_iter().collect())
        }
        Value::Array(rows) => {
            let is_word_set = is_set(key) && rows.iter().all(Value::is_string);
            let is_bag = !is_ordered(key) && rows.iter().all(Value::is_object);
            let mut rows: Vec<Value> = rows.into_iter().map(|row| ordered("", row)).collect();
            if is_word_set || is_bag {
                rows.sort_by_cached_key(Value::to_string);
            }
            if is_word_set {
                rows.dedup();
            }
            Value::Array(rows)
        }
        value => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::compare;
    use crate::{System, load, template};

    fn read(text: &str) -> Scenario {
        load(text).readable.unwrap()
    }

    #[test]
    fn what_means_the_same_is_the_same() {
        let text = template(System::MarsLaTour);
        let stream = "[[hexside]]\nkind = \"stream\"\nbetween = [\"0304/0404\", \"0303/0304\"]\n\n[[place]]";
        let parts = "[[hexside]]\nkind = \"stream\"\nbetween = [\"0304/0303\"]\n\n[[hexside]]\nkind = \"stream\"\n\
                     between = [\"0404/0304\"]\n\n[[place]]";
        let [whole, parts] = [stream, parts].map(|rows| read(&text.replacen("[[place]]", rows, 1)));
        assert_eq!(compare(&whole, &parts), []);
        assert_eq!(canonical(&whole), canonical(&parts));
        let road = |path: &str| read(&text.replacen("[[place]]", &format!("[[road]]\npath = {path}\n\n[[place]]"), 1));
        assert_eq!(
            canonical(&road("[\"0101\", \"0102\", \"0103\"]")),
            canonical(&road("[\"0103\", \"0102\", \"0101\"]"))
        );
        // A published value that is written down.
        let written = read(&text.replacen("[turns]", "[rules]\nzoi = 2\n\n[turns]", 1));
        assert_eq!(compare(&read(text), &written), []);
        assert_eq!(canonical(&read(text)), canonical(&written));
    }

    #[test]
    fn the_order_of_sides_counts() {
        let text = template(System::MarsLaTour);
        let at = |head: &str| text.find(head).unwrap();
        let (first, second) = (at("[side.red]"), at("[side.blue]"));
        let end = second + text[second..].find("\n[[").unwrap() + 1;
        let swapped = [&text[..first], &text[second..end], &text[first..second], &text[end..]].concat();
        assert!(!compare(&read(text), &read(&swapped)).is_empty());
        assert_ne!(canonical(&read(text)), canonical(&read(&swapped)));
    }
}
