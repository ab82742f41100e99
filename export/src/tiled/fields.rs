//! Scenario values as properties named like the columns of the order of battle: `enters.turn`, `combat[0]`.

use battlewright_schema::{DocPath, PathStep};
use serde_json::{Map, Number, Value as Json};

use super::model::{Properties, Value};

/// Returns every leaf value within `value`, named by its path.
pub(crate) fn flat(value: &Json) -> Properties {
    let mut all = Vec::new();
    within(value, &DocPath::root(), &mut all);
    all
}

fn within(value: &Json, path: &DocPath, all: &mut Properties) {
    let mut tell = |value| all.push((path.to_string(), value));
    match value {
        Json::Null => {}
        Json::Bool(value) => tell(Value::Bool(*value)),
        Json::Number(number) => tell(match number.as_i64() {
            Some(number) => Value::Int(number),
            None => Value::Float(number.as_f64().unwrap_or_default()),
        }),
        Json::String(text) => tell(Value::Text(text.clone())),
        Json::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                within(item, &path.clone().index(at), all);
            }
        }
        Json::Object(table) => {
            for (key, item) in table {
                within(item, &path.clone().key(key), all);
            }
        }
    }
}

/// Returns the nested table of these properties; names that are no paths are ignored.
pub(crate) fn deep<'p>(properties: impl IntoIterator<Item = &'p (String, Value)>) -> Map<String, Json> {
    let mut table = Json::Object(Map::new());
    for (name, value) in properties {
        let value = match value {
            Value::Text(text) => Json::String(text.clone()),
            Value::Int(number) => Json::Number((*number).into()),
            Value::Float(number) => Number::from_f64(*number).map_or(Json::Null, Json::Number),
            Value::Bool(value) => Json::Bool(*value),
        };
        if let Some(steps) = steps(name) {
            put(&mut table, &steps, value);
        }
    }
    match table {
        Json::Object(table) => table,
        _ => Map::new(),
    }
}

/// Parses a property name as a path.
fn steps(name: &str) -> Option<Vec<PathStep>> {
    let mut steps = Vec::new();
    for part in name.split('.') {
        let (key, places) = part.split_at(part.find('[').unwrap_or(part.len()));
        steps.push(PathStep::Key(key.to_owned()));
        for place in places.split('[').skip(1) {
            let at: usize = place.strip_suffix(']')?.parse().ok()?;
            // No list exported as properties is longer.
            steps.push(PathStep::Index(Some(at).filter(|at| *at < 1000)?));
        }
    }
    (steps.len() < 8).then_some(steps)
}

fn put(here: &mut Json, steps: &[PathStep], value: Json) {
    match steps.split_first() {
        None => *here = value,
        Some((PathStep::Key(key), rest)) => {
            if !here.is_object() {
                *here = Json::Object(Map::new());
            }
            if let Some(table) = here.as_object_mut() {
                put(table.entry(key).or_insert(Json::Null), rest, value);
            }
        }
        Some((PathStep::Index(at), rest)) => {
            if !here.is_array() {
                *here = Json::Array(Vec::new());
            }
            if let Some(list) = here.as_array_mut() {
                if list.len() <= *at {
                    list.resize(at + 1, Json::Null);
                }
                if let Some(slot) = list.get_mut(*at) {
                    put(slot, rest, value);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn tables_become_names_and_names_tables() {
        let table =
            json!({"id": "x", "enters": {"turn": 2, "at": "A"}, "combat": [9, 5], "reduced": true, "pace": 0.5});
        let flat = flat(&table);
        let names: Vec<&str> = flat.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["id", "enters.turn", "enters.at", "combat[0]", "combat[1]", "reduced", "pace"]);
        assert_eq!(Json::Object(deep(&flat)), table);
        let odd = ["a[", "a[x]", "a[1000000000]", "a.b.c.d.e.f.g.h.i", "a[1]b"];
        let odd: Properties = odd.iter().map(|name| ((*name).to_owned(), Value::Bool(true))).collect();
        assert!(deep(&odd).is_empty());
    }
}
