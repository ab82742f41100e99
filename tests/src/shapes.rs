//! The planted mistakes that a JSON Schema can tell, for whoever compares a reader of our schemas with our loader.

#![expect(clippy::panic, reason = "these are tests: what is wrong ends them")]

use std::path::PathBuf;

use battlewright_schema::{System, load};

use crate::files::toml_files;

/// The findings that a JSON Schema can express. The others are about how values fit together.
const EXPRESSIBLE: &[&str] = &[
    "unknown-system",
    "unknown-format",
    "unknown-key",
    "missing-key",
    "wrong-type",
    "unknown-word",
    "bad-value",
    "er-out-of-range",
    "ammunition-out-of-range",
    "number-out-of-range",
    "unit-neither-starts-nor-enters",
    "unit-starts-and-enters",
    "side-count",
    "bad-clock",
    "bad-hexside",
    "no-hexes",
    "reserved-terrain-letter",
    "art-outside-folder",
    "unknown-lint",
    "fixed-level",
];

/// A file of the corpus that a reader of TOML can read.
#[derive(Debug)]
pub struct Case {
    /// Its place.
    pub path: PathBuf,
    /// The value there.
    pub value: serde_json::Value,
    /// Whose schema it is held against: its own, or the first for one that names no system we know.
    pub system: System,
    /// `true` if a schema has to refuse it.
    pub refused: bool,
}

/// Every planted mistake. What is not TOML, or holds numbers beyond any machine's, never reaches a schema.
///
/// # Panics
/// When a file cannot be read.
pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for path in toml_files("tests/diagnostics") {
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let Ok(value) = toml::from_str::<serde_json::Value>(&text) else { continue };
        let findings = load(&text).diagnostics;
        let refused = findings.iter().any(|finding| EXPRESSIBLE.contains(&finding.code.as_str()));
        let named = value.get("system").and_then(serde_json::Value::as_str).and_then(System::from_name);
        let system = named.unwrap_or(System::ALL[0]);
        cases.push(Case { path, value, system, refused });
    }
    assert!(cases.len() > 50, "the corpus is there");
    cases
}
