//! The part of the diagnostics corpus that a JSON Schema can check, for comparisons of schema validators with the
//! loader.

#![expect(clippy::panic, reason = "test helpers panic on failure")]

use std::path::PathBuf;

use battlewright_schema::{System, load};

use crate::files::toml_files;

/// The codes of findings that a JSON Schema can express. The other findings depend on relations between values.
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
    "rule-bad-id",
    "rule-not-here",
    "rule-too-many",
    "phase-not-skipped",
];

/// A file of the corpus that is valid TOML.
#[derive(Debug)]
pub struct Case {
    /// The path of the file.
    pub path: PathBuf,
    /// The parsed content.
    pub value: serde_json::Value,
    /// The system whose schema applies: the one named in the file, or the first system if the name is unknown.
    pub system: System,
    /// `true` if the schema must refuse the file.
    pub refused: bool,
}

/// Returns all files of the corpus that are valid TOML with representable numbers.
///
/// # Panics
/// Panics if a file is unreadable.
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
