//! The JSON Schemas without descriptions, from a generated file: for programs that must be small, and that explain no fields.
//!
//! Making a schema from the types takes most of a megabyte of code. The file takes a tenth of that, and compresses to a hundredth.

use std::sync::LazyLock;

use serde_json::{Map, Value};

use super::FileKind;

/// The file, which a test of the workspace keeps up to date.
const FILE: &str = include_str!("../../json/shapes.json");

/// Returns the schema of a kind of file; `null` if the file lacks it.
pub(super) fn of(kind: FileKind) -> &'static Value {
    static ALL: LazyLock<Map<String, Value>> = LazyLock::new(|| serde_json::from_str(FILE).unwrap_or_default());
    ALL.get(&key(kind)).unwrap_or(&Value::Null)
}

/// Returns the name of a kind of file in the file.
pub(super) fn key(kind: FileKind) -> String {
    match kind {
        FileKind::Scenario(system) => system.name().to_owned(),
        FileKind::Theme => "theme".to_owned(),
        FileKind::Ruleset(system) => format!("{}:ruleset", system.name()),
    }
}

/// Returns `schema` without what only people read.
pub(super) fn without_descriptions(schema: &Value) -> Value {
    match schema {
        Value::Object(fields) => {
            let kept = fields.iter().filter(|(key, _)| !matches!(key.as_str(), "description" | "examples" | "title"));
            let parts = kept.map(|(key, value)| {
                // The keys of these are names of fields, such as `description`.
                let has_names = matches!(key.as_str(), "properties" | "$defs" | "patternProperties");
                let part = match value {
                    Value::Object(named) if has_names => {
                        let named = named.iter().map(|(name, part)| (name.clone(), without_descriptions(part)));
                        Value::Object(named.collect())
                    }
                    // A constant or a default may look like a schema.
                    part if matches!(key.as_str(), "const" | "default" | "enum") => part.clone(),
                    part => without_descriptions(part),
                };
                (key.clone(), part)
            });
            Value::Object(parts.collect())
        }
        Value::Array(items) => Value::Array(items.iter().map(without_descriptions).collect()),
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_file_is_there() {
        // The system that only tests have is in no file.
        let kinds: Vec<FileKind> = FileKind::all().filter(|kind| !of(*kind).is_null()).collect();
        assert_eq!(kinds.len(), 11);
        for kind in kinds {
            assert_eq!(*of(kind), without_descriptions(kind.schema()), "{kind:?}: BATTLEWRIGHT_UPDATE=1 makes the file anew");
        }
    }

    #[test]
    fn names_are_no_descriptions() {
        let schema = serde_json::json!({
            "description": "x",
            "properties": { "description": { "type": "string", "description": "y" }, "title": { "default": { "title": 1 } } },
        });
        let short = serde_json::json!({
            "properties": { "description": { "type": "string" }, "title": { "default": { "title": 1 } } },
        });
        assert_eq!(without_descriptions(&schema), short);
    }
}
