//! The reference pages, generated from the code: `docs/format.md` from the types, `docs/diagnostics.md` from the kinds of
//! findings, a page for each ruleset that the program brings, and a page of the words of rules for each system.

use std::fmt::Write;

use serde_json::Value;

use crate::diagnostic::{Finding, Severity};
use crate::path::DocPath;
use crate::rule::RowKind;
use crate::{BundledRuleset, System, lint, provenance, schema_json, words};

/// The heading of the section about themes.
const THEME: &str = "The theme file";

/// The heading of the section about rulesets.
const RULESET: &str = "The ruleset file";

const GENERATED: &str = "<!-- Generated from the code; do not edit. To write it anew:\n     \
     BATTLEWRIGHT_UPDATE=1 cargo test -p battlewright-tests --test it generated -->\n";

/// Returns the page of all kinds of findings.
pub fn diagnostics() -> String {
    let mut page = format!(
        "{GENERATED}\n# Findings\n\nEach finding has a code, which `battlewright validate` shows in brackets. `battlewright explain \
         CODE` prints its section of\nthis page. An error makes a scenario unplayable. A warning points to a probable mistake \
         in a playable scenario, with one\nexception: [`too-large-to-play`](#too-large-to-play) reports a scenario that can be \
         drawn and printed but not played.\n\nErrors cannot be changed. Each warning has a level, which hides it or makes it an \
         error: set it with `--allow CODE`,\n`--warn CODE` and `--deny CODE`, or in `[lints]` with `CODE = \"allow\"`, \
         `\"warn\"` or `\"deny\"`, in the scenario or in a\n`battlewright.toml` in its folder or above it. Flags override the \
         scenario, the scenario overrides its collection, and a\ncode overrides `all`. A silent warning is reported only if a \
         level names it.\n\n| code | severity | finding |\n|---|---|---|\n"
    );
    let all = lint::findings();
    // Writing to a string cannot fail.
    for finding in &all {
        let code = finding.code;
        let _ = writeln!(page, "| [`{code}`](#{code}) | {} | {} |", grade(finding).to_lowercase(), finding.summary());
    }
    for finding in &all {
        let _ = write!(page, "\n## {}\n\n_{}_\n\n", finding.code, grade(finding));
        page.push_str(&finding.explanation.markdown("###"));
    }
    page
}

fn grade(finding: &Finding) -> &'static str {
    match finding.severity {
        Severity::Error => "Error",
        Severity::Warning if finding.silent => "Warning, silent",
        Severity::Warning => "Warning",
        Severity::Note => "Note",
    }
}

/// Returns the page of the words that rules in rows of `system` use.
pub fn rule_words(system: System) -> String {
    format!("{GENERATED}\n{}", crate::rule::page::page(system))
}

/// The head of the list of tables on a page of rules.
pub const PROVENANCE_HEAD: &str = "| table | key | where its values come from |\n|---|---|---|\n";

/// Returns the list of the tables of a system for its page of rules; `None` if all are as published.
pub fn provenance(system: System) -> Option<String> {
    let mut list = PROVENANCE_HEAD.to_owned();
    for table in provenance::tables(system) {
        let path = DocPath::root().key("rules").key("tables").key(table);
        let sentence = provenance::of_table(system, table)?;
        // Writing to a string cannot fail.
        let _ = writeln!(list, "| {} | `{table}` | {sentence} |", words::label(system, &path));
    }
    Some(list)
}

/// Returns the page of a ruleset that the program brings.
pub fn variant(ruleset: &BundledRuleset) -> String {
    let file: toml::Table = ruleset.text.parse().unwrap_or_default();
    let about = file.get("description").and_then(toml::Value::as_str).unwrap_or_default().trim();
    let (title, system, id, version) = (ruleset.title, ruleset.system.title(), ruleset.id, ruleset.version);
    let mut page = format!(
        "{GENERATED}\n# {title}\n\n{about}\n\nThis variant of *{system}* comes with the program. A scenario uses it with\n\n```toml\n\
         [rules]\nuse = [\"{id}@{version}\"]\n```\n\nSee [Rules for several scenarios](../../guide/rulesets.md).\n\n\
         | setting | published | here | source |\n|---|---|---|---|\n"
    );
    let rules = file.get("rules").and_then(|rules| serde_json::to_value(rules).ok()).unwrap_or_default();
    let why = file.get("why").and_then(toml::Value::as_table);
    changed_rows(&mut page, "", &rules, Some(ruleset.system.published()), &|path| {
        // A source may be given for a whole table.
        let about = |key: &&String| {
            path == key.as_str() || path.strip_prefix(key.as_str()).is_some_and(|rest| rest.starts_with('.'))
        };
        let key = why?.keys().find(about)?;
        why?.get(key)?.as_str()
    });
    page
}

/// Adds a row for each value in `rules` that differs from the published one.
fn changed_rows<'w>(
    page: &mut String,
    path: &str,
    rules: &Value,
    published: Option<&Value>,
    why: &dyn Fn(&str) -> Option<&'w str>,
) {
    if let Value::Object(entries) = rules {
        for (key, value) in entries {
            let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
            changed_rows(page, &path, value, published.and_then(|published| published.get(key)), why);
        }
        return;
    }
    if published == Some(rules) {
        return;
    }
    if let (Some(kind), Value::Array(rows)) = (RowKind::of_list(path), rules) {
        for row in rows {
            let text = |key: &str| row.get(key).and_then(Value::as_str);
            let id = text("id").unwrap_or_default();
            let (name, source) = (text("name").unwrap_or(id), text("source").unwrap_or_default());
            // Writing to a string cannot fail.
            let _ = writeln!(page, "| `{}` `{id}` | | {name} | {source} |", kind.list());
        }
        return;
    }
    let published = published.map_or_else(String::new, |published| format!("`{published}`"));
    // Writing to a string cannot fail.
    let _ = writeln!(page, "| `{path}` | {published} | `{rules}` | {} |", why(path).unwrap_or_default());
}

/// Returns the page of all sections and keys of the file.
pub fn format() -> String {
    let mut page = format!(
        "{GENERATED}\n# The scenario file\n\nA scenario is one [TOML](https://toml.io) file. `scenarios/tutorial.toml` \
         is a small example with comments.\nThis page lists all keys. Keys marked _required_ are mandatory, and other \
         keys are not allowed.\nText editors with support for JSON Schema complete and check the file if its first \
         line is\n`#:schema PATH/schema/json/SYSTEM.schema.json`.\n"
    );
    let scenarios = System::ALL.into_iter().map(|system| (system.name(), schema_json::of(system)));
    for (name, root) in
        scenarios.chain([(THEME, schema_json::theme()), (RULESET, schema_json::ruleset(System::default()))])
    {
        let _ = write!(page, "\n# {name}\n");
        if name == THEME {
            page.push_str(
                "\nA theme sets the colors and artwork of scenarios, as explained in [the guide](guide/artwork.md). Keys of `[formation]` are the ids \
                 of sides, and within them the names\nof formations: `[formation.french.\"III Corps\"]` has the keys of `[counters]`.\n",
            );
        }
        if name == RULESET {
            page.push_str(
                "\nA ruleset has changes of the rules for several scenarios, as explained in [the guide](guide/rulesets.md). The keys of \
                 `[rules]` are those of a scenario\nof its system, without `use` and `based_on`.\n",
            );
        }
        // Each type appears once, under the headings of all tables with this type.
        let mut order: Vec<(&str, &Value, Vec<String>)> = vec![("#", root, vec!["The file".to_owned()])];
        let mut at = 0;
        while let Some((_, schema, headings)) = order.get(at) {
            let (schema, path) = (*schema, headings.first().map(|heading| bare(heading).to_owned()));
            // The sections of the systems list the rules.
            for (key, property) in properties(schema).filter(|(key, _)| name != RULESET || *key != "rules") {
                let Some((suffix, target, schema)) = inside(root, property) else { continue };
                let path = path.as_deref().filter(|_| at > 0).map_or(key.to_owned(), |path| format!("{path}.{key}"));
                let heading = bracketed(&path, suffix);
                match order.iter_mut().find(|(known, ..)| *known == target) {
                    Some((_, _, headings)) => headings.push(heading),
                    None => order.push((target, schema, vec![heading])),
                }
            }
            at += 1;
        }
        for (_, schema, headings) in &order {
            section(&mut page, root, headings, schema);
        }
    }
    page
}

/// The relation of a nested object to its parent: one table, a list of rows, or named entries.
#[derive(Clone, Copy)]
enum Suffix {
    One,
    Rows,
    Named,
}

fn bracketed(path: &str, suffix: Suffix) -> String {
    match suffix {
        Suffix::One => format!("[{path}]"),
        Suffix::Rows => format!("[[{path}]]"),
        Suffix::Named => format!("[{path}.…]"),
    }
}

fn bare(heading: &str) -> &str {
    heading.trim_matches(['[', ']'])
}

/// Returns the relation and the type of the object inside a property; `None` if there is no object.
fn inside<'v>(root: &'v Value, property: &'v Value) -> Option<(Suffix, &'v str, &'v Value)> {
    let named = |value: &'v Value| {
        let target = value.get("$ref")?.as_str()?;
        let schema = root.pointer(target.strip_prefix('#')?)?;
        Some((target, schema))
    };
    let (suffix, (target, schema)) = if let Some(direct) = named(property) {
        match direct.1.get("items").and_then(named) {
            Some(rows) => (Suffix::Rows, rows),
            None => (Suffix::One, direct),
        }
    } else if let Some(rows) = property.get("items").and_then(named) {
        (Suffix::Rows, rows)
    } else {
        (Suffix::Named, schema_json::any_entry(property).and_then(named)?)
    };
    schema.get("properties").is_some().then_some((suffix, target, schema))
}

fn properties(schema: &Value) -> impl Iterator<Item = (&str, &Value)> {
    schema.get("properties").and_then(Value::as_object).into_iter().flatten().map(|(key, value)| (key.as_str(), value))
}

fn section(page: &mut String, root: &Value, headings: &[String], schema: &Value) {
    let code = |heading: &String| if heading.starts_with('[') { format!("`{heading}`") } else { heading.clone() };
    let heading = headings.iter().map(code).collect::<Vec<_>>().join(", ");
    let _ = write!(page, "\n## {heading}\n\n");
    if let Some(description) = schema.get("description").and_then(Value::as_str) {
        let _ = write!(page, "{description}\n\n");
    }
    let required: Vec<&str> =
        schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
    page.push_str("| key | value | |\n|---|---|---|\n");
    for (key, property) in properties(schema) {
        let must = if required.contains(&key) { " _Required._" } else { "" };
        let _ = writeln!(page, "| `{key}` | {} | {}{must} |", kind(root, property), describe(root, property));
    }
}

/// Returns the description of a property, on one line.
fn describe(root: &Value, property: &Value) -> String {
    let own = property.get("description").and_then(Value::as_str).unwrap_or_default();
    // The description of a choice includes the meanings of its words.
    let target = resolve(root, property);
    let words = match target.get("description").and_then(Value::as_str) {
        Some(text) if target.get("enum").is_some() && text != own => {
            text.split_once("\n- ").map(|(_, words)| format!(" {}", words.replace("\n- ", "; "))).unwrap_or_default()
        }
        _ => String::new(),
    };
    let words = words.replace(".;", ";");
    format!("{}{words}", own.replace("\n- ", " ").replace('\n', " ")).replace('|', "\\|")
}

fn resolve<'v>(root: &'v Value, value: &'v Value) -> &'v Value {
    let target = value.get("$ref").and_then(Value::as_str).and_then(|target| target.strip_prefix('#'));
    target.and_then(|target| root.pointer(target)).unwrap_or(value)
}

/// Returns the kind of value of a property, such as "text".
fn kind(root: &Value, property: &Value) -> String {
    let value = resolve(root, property);
    if let Some(words) = value.get("enum").and_then(Value::as_array) {
        return words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ");
    }
    match value.get("type").and_then(Value::as_str) {
        Some(number @ ("integer" | "number")) => {
            let limit = |key: &str| value.get(key).map(ToString::to_string);
            match (limit("minimum"), limit("maximum")) {
                (Some(least), Some(greatest)) if least == greatest => least,
                (Some(least), Some(greatest)) => format!("{least} to {greatest}"),
                _ if number == "integer" => "whole number".to_owned(),
                _ => "number".to_owned(),
            }
        }
        Some("boolean") => "true or false".to_owned(),
        Some("string") => "text".to_owned(),
        Some("array") => {
            format!("list of {}", value.get("items").map_or("values".to_owned(), |items| rows(root, items)))
        }
        _ if value.get("anyOf").is_some() => choice(root, value),
        _ if value.get("properties").is_some() => "table".to_owned(),
        _ => match schema_json::any_entry(value).map(|entry| kind(root, entry)) {
            Some(entry) if entry != "table" => format!("by name: {entry}"),
            _ => "tables by name".to_owned(),
        },
    }
}

/// Returns the kinds of a value that may be of several ones, such as `whole number or text`.
fn choice(root: &Value, value: &Value) -> String {
    let kinds = value.get("anyOf").and_then(Value::as_array).into_iter().flatten();
    let kinds: Vec<String> = kinds.map(|kind_of| kind(root, kind_of)).collect();
    match kinds.as_slice() {
        [one, other] => format!("{one} or {other}"),
        [first @ .., last] => format!("{}, or {last}", first.join(", ")),
        [] => String::new(),
    }
}

fn rows(root: &Value, items: &Value) -> String {
    match kind(root, items).as_str() {
        "table" => "tables".to_owned(),
        "text" => "texts".to_owned(),
        other => other.to_owned(),
    }
}
