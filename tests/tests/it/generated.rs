//! Generated files: JSON Schemas and reference pages. They are committed for readers and text editors. These tests
//! fail if they are outdated. To update them:
//!
//! ```text
//! BATTLEWRIGHT_UPDATE=1 cargo test -p battlewright-tests --test it generated
//! ```

use battlewright_schema::ruleset::bundled;
use battlewright_schema::{System, docs, schema_json};
use battlewright_tests::files::assert_generated;
use battlewright_tests::workspace::root;

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
fn the_pages_of_the_bundled_rulesets_are_up_to_date() {
    for ruleset in bundled() {
        assert_generated(&format!("docs/rules/variants/{}.md", ruleset.id), &docs::variant(ruleset));
    }
}

#[test]
fn the_pages_of_the_words_of_rules_are_up_to_date() {
    for system in System::ALL {
        assert_generated(&format!("docs/rules/words/{}.md", system.name()), &docs::rule_words(system));
    }
}

#[test]
fn the_diagnostics_page_is_up_to_date() {
    assert_generated("docs/diagnostics.md", &docs::diagnostics());
}

/// Each page of rules says where the values of each table come from, in the words of the editor.
#[test]
fn the_rules_pages_say_where_tables_come_from() {
    for system in System::ALL {
        let Some(list) = docs::provenance(system) else { continue };
        let path = format!("docs/rules/{}.md", system.name());
        let page = std::fs::read_to_string(root().join(&path)).unwrap();
        let (before, rest) =
            page.split_once(docs::PROVENANCE_HEAD).unwrap_or_else(|| panic!("{path} has no such list"));
        let after = rest.split_once("\n\n").map_or("", |(_, after)| after);
        assert_generated(&path, &format!("{before}{list}\n{after}"));
    }
}

/// Each number with limits has a row with these limits on the format page.
#[test]
fn the_format_page_gives_the_limits_of_every_number() {
    let page = docs::format();
    for line in schema_json::limits().lines() {
        let [name, field, least, greatest] = *line.split(' ').collect::<Vec<_>>() else { panic!("{line}") };
        // The page has the systems of this program only.
        let Some((_, section)) = page.split_once(&format!("\n# {name}\n")) else { continue };
        let section = section.split("\n# ").next().unwrap_or_default();
        let key = field.split('.').rfind(|part| *part != "*").unwrap_or_default().trim_end_matches("[]");
        let limits = if least == greatest { least.to_owned() } else { format!("{least} to {greatest}") };
        let row = format!("\n| `{key}` | ");
        let mut rows = section.match_indices(&row).filter_map(|(at, _)| section[at + row.len()..].split(" |").next());
        assert!(rows.any(|value| value.contains(&limits)), "{line}");
    }
    assert!(!page.contains("| `x` | tables by name |"), "a number is no table");
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
        visit(system.name(), schema_json::ruleset(system));
    }
    visit("collection", &schema_json::collection());
    visit("theme", schema_json::theme());
}
