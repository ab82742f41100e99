//! Generated files: JSON Schemas and reference pages. They are committed for readers and text editors. These tests
//! fail if they are outdated. To update them:
//!
//! ```text
//! BATTLEWRIGHT_UPDATE=1 cargo test -p battlewright-tests --test generated
//! ```

use battlewright_schema::{System, docs, schema_json};
use battlewright_tests::files::assert_generated;

#[test]
fn json_schemas_are_up_to_date() {
    for system in System::ALL {
        let text = schema_json::to_text(schema_json::of(system));
        assert_generated(&format!("schema/json/{}.schema.json", system.name()), &text);
    }
    assert_generated("schema/json/battlewright.schema.json", &schema_json::to_text(&schema_json::combined()));
    assert_generated("schema/json/collection.schema.json", &schema_json::to_text(&schema_json::collection()));
    assert_generated("schema/json/theme.schema.json", &schema_json::to_text(schema_json::theme()));
    assert_generated("schema/src/schema_json/limits.txt", &schema_json::limits());
}

#[test]
fn the_format_page_is_up_to_date() {
    assert_generated("docs/format.md", &docs::format());
}

#[test]
fn the_diagnostics_page_is_up_to_date() {
    assert_generated("docs/diagnostics.md", &docs::diagnostics());
}

/// Each field in a schema has a description, because text editors show it, and each object refuses unknown keys.
#[test]
fn schemas_are_complete() {
    fn visit(path: &str, value: &serde_json::Value) {
        match value {
            serde_json::Value::Object(map) => {
                let properties = map.get("properties").and_then(|properties| properties.as_object());
                // A condition names required fields and has no descriptions.
                let is_condition =
                    |properties: &&serde_json::Map<_, _>| properties.values().all(|field| *field == true);
                if let Some(properties) = properties.filter(|properties| !is_condition(properties)) {
                    for (name, property) in properties {
                        assert!(property["description"].is_string(), "{path}.{name} has no description");
                    }
                    assert!(map.get("additionalProperties") == Some(&false.into()), "{path} takes any key");
                }
                assert!(!map.contains_key("oneOf"), "{path} has a oneOf");
                map.iter().for_each(|(key, value)| visit(&format!("{path}/{key}"), value));
            }
            serde_json::Value::Array(list) => list.iter().for_each(|value| visit(path, value)),
            _ => {}
        }
    }
    for system in System::ALL {
        visit(system.name(), schema_json::of(system));
    }
    visit("collection", &schema_json::collection());
    visit("theme", schema_json::theme());
}
