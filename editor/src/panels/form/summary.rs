//! Short descriptions of rows.

use battlewright_schema::schema_json::{Shape, ValueKind};
use battlewright_schema::{Id, Scenario};
use serde_json::Value;

use battlewright_schema::words;

/// Describes `row` briefly by its name, or by its first few values.
pub(crate) fn summary(scenario: &Scenario, row: &Value, shape: Shape) -> String {
    let own = |key: &str| row.get(key).and_then(Value::as_str).filter(|text| !text.is_empty());
    if let Some(name) = own("name").or(own("text")).or(own("id")) {
        return name.to_owned();
    }
    let name_of = |id: Id, name: &str| {
        let known = scenario.known(id).into_iter().find(|known| known.id == name);
        known.map_or_else(|| name.to_owned(), |known| words::known(id, &known))
    };
    let mut said = Vec::new();
    for field in shape.fields() {
        let Some(value) = row.get(field.name) else { continue };
        said.extend(match (field.shape.kind(), value) {
            (ValueKind::Id(id), Value::String(name)) => Some(name_of(id, name)),
            (ValueKind::Words, Value::String(word)) => Some(words::plain(word)),
            (ValueKind::List, Value::Array(list)) => {
                let id = field.shape.item().map(Shape::kind);
                let names = list.iter().filter_map(Value::as_str).map(|name| match id {
                    Some(ValueKind::Id(id)) => name_of(id, name),
                    _ => name.to_owned(),
                });
                let names: Vec<String> = names.collect();
                match names.as_slice() {
                    [] => None,
                    [first, .., last] if names.len() > 4 => Some(format!("{first} … {last}")),
                    names => Some(names.join(", ")),
                }
            }
            _ => None,
        });
    }
    said.truncate(4);
    said.join("  ·  ")
}
