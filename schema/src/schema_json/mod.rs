//! The JSON Schema (draft 2020-12) of the file, generated from the types and their doc comments.
//!
//! [`of`] returns the schema of one system, [`combined`] a schema that selects the system by the key `system`, [`collection`]
//! the schema of `battlewright.toml`, [`theme`] the schema of a theme, and
//! [`ruleset`] that of the rulesets of a system. The module `polish` adds the details that schemars
//! does not derive from the types. The loader takes the descriptions and limits of fields from here, so that each limit is
//! written once, at its field.

mod limits;
mod polish;
mod shape;

use std::sync::LazyLock;

use serde_json::{Value, json};

use crate::System;
use crate::path::{DocPath, PathStep};
use crate::rule::lookup::RowWords;
use crate::rule::vocabulary::Vocabulary;

pub(crate) use limits::FieldLimits;
pub use limits::limits;
pub use shape::{Field, Shape, ValueKind, WordValue};

const DRAFT: &str = "https://json-schema.org/draft/2020-12/schema";

/// Returns the JSON Schema of the files of `system`.
pub fn of(system: System) -> &'static Value {
    crate::of_system!(system, Root => {
        static SCHEMA: LazyLock<Value> = LazyLock::new(|| {
            let name = <Root as crate::SystemFile>::INFO.name;
            let schema = generate::<Root>(name, &format!("Battlewright scenario: {name}"));
            with_rule_words(schema, <Root as crate::system::ScenarioRoot>::VOCABULARY)
        });
        &SCHEMA
    })
}

/// Returns one JSON Schema for the files of all systems: it selects the schema of the system named by `system`.
pub fn combined() -> Value {
    let names: Vec<&str> = System::ALL.into_iter().map(System::name).collect();
    let mut definitions = serde_json::Map::new();
    let mut branches = Vec::new();
    for system in System::ALL {
        let name = system.name();
        let mut own = of(system).clone();
        polish::nest(&mut own, name);
        definitions.insert(name.to_owned(), own);
        branches.push(json!({
            "if": {
                "properties": { "system": { "const": name } },
                "required": ["system"],
                "additionalProperties": true,
            },
            "then": { "$ref": format!("#/$defs/{name}"), "additionalProperties": true },
            "additionalProperties": true,
        }));
    }
    json!({
        "$schema": DRAFT,
        "$id": identifier("scenario"),
        "title": "Battlewright scenario",
        "description": "A scenario of any system, as selected by `system`.",
        "type": "object",
        "required": ["system"],
        "properties": {
            "system": { "description": "The rules system, such as `\"mars-la-tour\"`.", "enum": names },
        },
        "additionalProperties": true,
        "allOf": branches,
        "$defs": definitions,
    })
}

/// A kind of file with a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileKind {
    /// A scenario of this system.
    Scenario(System),
    /// A theme.
    Theme,
    /// A ruleset of this system.
    Ruleset(System),
}

impl From<System> for FileKind {
    fn from(system: System) -> Self {
        Self::Scenario(system)
    }
}

impl FileKind {
    fn schema(self) -> &'static Value {
        match self {
            Self::Scenario(system) => of(system),
            Self::Theme => theme(),
            Self::Ruleset(system) => ruleset(system),
        }
    }
}

/// Returns the JSON Schema of a theme file.
pub fn theme() -> &'static Value {
    static THEME: LazyLock<Value> = LazyLock::new(|| generate::<crate::Theme>("theme", "Battlewright theme"));
    &THEME
}

/// Returns the JSON Schema of the rulesets of `system`.
pub fn ruleset(system: System) -> &'static Value {
    crate::of_system!(system, Root => {
        static SCHEMA: LazyLock<Value> = LazyLock::new(|| {
            let name = <Root as crate::SystemFile>::INFO.name;
            let form = format!("{name}:ruleset");
            let schema = generate::<crate::ruleset::RulesetFile<<Root as crate::system::ScenarioRoot>::Changes>>(
                &form,
                &format!("Battlewright ruleset: {name}"),
            );
            with_rule_words(schema, <Root as crate::system::ScenarioRoot>::VOCABULARY)
        });
        &SCHEMA
    })
}

/// Returns the JSON Schema of a collection's `battlewright.toml`.
pub fn collection() -> Value {
    generate::<crate::Collection>("collection", "Battlewright collection")
}

/// Returns `schema` as the text of a file.
pub fn to_text(schema: &Value) -> String {
    // Writing a JSON value to memory cannot fail.
    let mut text = serde_json::to_string_pretty(schema).unwrap_or_default();
    text.push('\n');
    text
}

/// Returns the `$id` of the schema `name`. It is a URN, so nothing is fetched.
fn identifier(name: &str) -> String {
    format!("urn:battlewright:schema:{name}")
}

fn generate<T: schemars::JsonSchema>(name: &str, title: &str) -> Value {
    let settings = schemars::generate::SchemaSettings::draft2020_12();
    let mut schema = settings.into_generator().into_root_schema_for::<T>().to_value();
    polish::polish(&mut schema);
    let mut root = serde_json::Map::new();
    root.insert("$schema".to_owned(), json!(DRAFT));
    root.insert("$id".to_owned(), json!(identifier(name)));
    root.insert("title".to_owned(), json!(title));
    if let Value::Object(made) = schema {
        root.extend(made.into_iter().filter(|(key, _)| key != "$schema" && key != "title"));
    }
    Value::Object(root)
}

/// Returns `schema` with the words of a system in the rows of rules that name its numbers, acts, prohibitions and moments.
fn with_rule_words(mut schema: Value, vocabulary: &Vocabulary) -> Value {
    for (words, row, key) in RowWords::PLACES {
        let words = words.of(vocabulary);
        let field = schema.pointer_mut(&format!("/$defs/{row}/properties/{key}"));
        if let Some(Value::Object(field)) = field.filter(|_| !words.is_empty()) {
            field.insert("enum".to_owned(), json!(words));
        }
    }
    schema
}

/// Returns the part of a file's schema that describes the value at `path`.
pub(crate) fn part(form: impl Into<FileKind>, path: &DocPath) -> Option<&'static Value> {
    let root = form.into().schema();
    let mut here = root;
    for step in &path.0 {
        let inside = resolve(root, here);
        here = match step {
            PathStep::Key(key) => {
                let own = inside.get("properties").and_then(|properties| properties.get(key));
                own.or_else(|| any_entry(inside))?
            }
            PathStep::Index(_) => inside.get("items")?,
        };
    }
    Some(here)
}

/// Returns the schema of the entries of `object` with keys of the author's choice.
pub(crate) fn any_entry(object: &Value) -> Option<&Value> {
    let patterns = object.get("patternProperties").and_then(Value::as_object);
    let pattern = patterns.and_then(|patterns| patterns.values().next());
    pattern.or_else(|| object.get("additionalProperties").filter(|rest| rest.is_object()))
}

/// Resolves the `$ref` of `here`, if it has one.
fn resolve<'v>(root: &'v Value, here: &'v Value) -> &'v Value {
    let target = here.get("$ref").and_then(Value::as_str).and_then(|target| target.strip_prefix('#'));
    target.and_then(|target| root.pointer(target)).unwrap_or(here)
}

/// Returns the description of the field at `path`, from its doc comment.
pub(crate) fn describe(form: impl Into<FileKind>, path: &DocPath) -> Option<String> {
    let text = part(form, path)?.get("description")?.as_str()?;
    let name = path.last_key()?;
    let line = text.split("\n\n").next().unwrap_or(text).replace('\n', " ");
    Some(format!("`{name}`: {line}"))
}

/// The least and the greatest integer of a field, as far as it has limits.
pub(crate) type Limit = (Option<i128>, Option<i128>);

/// Returns the limits of the field at `path`.
pub(crate) fn range(form: impl Into<FileKind>, path: &DocPath) -> Option<Limit> {
    part(form, path).map(limit_of)
}

/// Returns the limits in the schema `field`.
fn limit_of(field: &Value) -> Limit {
    let limit = |key: &str| field.get(key).and_then(Value::as_i64).map(i128::from);
    (limit("minimum"), limit("maximum"))
}
