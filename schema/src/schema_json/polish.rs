//! Details of a schema that are not derived from the types.

use serde_json::{Map, Value, json};

/// Adapts a schema to TOML and to the readers of its messages:
///
/// - No type is null, because TOML has no null.
/// - A choice of words is an `enum` with a description of the words, because validators explain a failed `oneOf` poorly.
/// - Formats with the names of Rust number types are removed, because strict readers refuse them.
/// - The required fields of a condition are also listed as properties, because strict readers expect this.
/// - Examples in descriptions become `examples`.
pub(super) fn polish(value: &mut Value) {
    match value {
        Value::Object(map) => {
            for inner in map.values_mut() {
                polish(inner);
            }
            drop_null(map);
            words(map);
            examples(map);
            required(map);
            if map.get("format").and_then(Value::as_str).is_some_and(is_rusts) {
                map.shift_remove("format");
            }
        }
        Value::Array(list) => list.iter_mut().for_each(polish),
        _ => {}
    }
}

/// Lists each required key as a property with any value, if it is not listed yet.
fn required(map: &mut Map<String, Value>) {
    let Some(Value::Array(required)) = map.get("required") else { return };
    let names: Vec<String> = required.iter().filter_map(Value::as_str).map(str::to_owned).collect();
    let properties = map.entry("properties").or_insert_with(|| json!({}));
    if let Value::Object(properties) = properties {
        for name in names {
            properties.entry(name).or_insert(json!(true));
        }
    }
}

/// Returns `true` if `format` is the name of a Rust number type.
fn is_rusts(format: &str) -> bool {
    ["int", "uint", "float", "double"].iter().any(|name| format.starts_with(name))
}

/// Simplifies `type: [x, null]` to `type: x`, and `anyOf: [x, null]` to `x`.
fn drop_null(map: &mut Map<String, Value>) {
    if let Some(Value::Array(types)) = map.get_mut("type") {
        types.retain(|t| t != "null");
        if let [one] = types.as_slice() {
            let one = one.clone();
            map.insert("type".to_owned(), one);
        }
    }
    if map.get("default") == Some(&Value::Null) {
        map.remove("default");
    }
    let Some(Value::Array(choices)) = map.get_mut("anyOf") else { return };
    choices.retain(|choice| choice.get("type") != Some(&json!("null")));
    if let [Value::Object(one)] = choices.as_slice() {
        let one = one.clone();
        map.remove("anyOf");
        for (key, value) in one {
            map.entry(key).or_insert(value);
        }
    }
}

/// Turns a `oneOf` of constants into an `enum`.
fn words(map: &mut Map<String, Value>) {
    let Some(Value::Array(choices)) = map.get("oneOf") else { return };
    let Some(words) = choices.iter().map(|choice| choice.get("const").cloned()).collect::<Option<Vec<_>>>() else {
        return;
    };
    let mut description = map.get("description").and_then(Value::as_str).unwrap_or_default().to_owned();
    for choice in choices.iter().filter(|_| words.len() > 1) {
        let (Some(word), Some(meaning)) = (choice.get("const"), choice.get("description").and_then(Value::as_str))
        else {
            continue;
        };
        description.push_str(&format!("\n- `{word}`: {meaning}"));
    }
    map.remove("oneOf");
    map.insert("type".to_owned(), json!("string"));
    map.insert("description".to_owned(), json!(description));
    map.insert("enum".to_owned(), Value::Array(words));
}

/// Turns "such as `X`" in a description into an example.
fn examples(map: &mut Map<String, Value>) {
    let Some(description) = map.get("description").and_then(Value::as_str) else { return };
    let example = description.split_once("such as `").and_then(|(_, rest)| rest.split_once('`'));
    let Some(example) = example.and_then(|(example, _)| serde_json::from_str::<Value>(example).ok()) else { return };
    map.insert("examples".to_owned(), json!([example]));
}

/// Nests a root schema in another: its references and definitions move to `#/$defs/NAME`.
pub(super) fn nest(schema: &mut Value, name: &str) {
    if let Value::Object(root) = schema {
        root.remove("$schema");
        root.remove("$id");
    }
    redirect(schema, &format!("#/$defs/{name}/$defs/"));
}

fn redirect(value: &mut Value, to: &str) {
    match value {
        Value::Object(map) => {
            for (key, inner) in map.iter_mut() {
                match (key.as_str(), &mut *inner) {
                    ("$ref", Value::String(target)) => *target = target.replacen("#/$defs/", to, 1),
                    _ => redirect(inner, to),
                }
            }
        }
        Value::Array(list) => list.iter_mut().for_each(|inner| redirect(inner, to)),
        _ => {}
    }
}
