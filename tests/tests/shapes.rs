//! The JSON Schemas against the corpus of planted mistakes: an independent validator that reads
//! them refuses the files whose mistakes a schema can express, and no others.

use battlewright_schema::{System, load, schema_json};
use battlewright_tests::files::toml_files;

/// What a JSON Schema can express. The other findings are about how values fit together.
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

#[test]
fn the_schemas_refuse_what_a_schema_can_express() {
    let validator = |schema: &serde_json::Value| jsonschema::draft202012::new(schema).unwrap();
    let combined = validator(&schema_json::combined());
    let of_system = System::ALL.map(|system| (system.name(), validator(schema_json::of(system))));
    let mut compared = 0;
    for path in toml_files("tests/diagnostics") {
        let text = std::fs::read_to_string(&path).unwrap();
        // What is not TOML, or holds numbers beyond any machine's, never reaches a schema.
        let Ok(value) = toml::from_str::<serde_json::Value>(&text) else { continue };
        let findings = load(&text).diagnostics;
        let expressible = findings.iter().any(|finding| EXPRESSIBLE.contains(&finding.code.as_str()));
        // A file that names no system we know is held against the first.
        let own = of_system.iter().find(|(name, _)| value.get("system").is_some_and(|system| system == name));
        let (_, own) = own.unwrap_or(&of_system[0]);
        for validator in [&combined, own] {
            let refusals: Vec<String> =
                validator.iter_errors(&value).map(|error| format!("{} {error}", error.instance_path())).collect();
            assert_eq!(!refusals.is_empty(), expressible, "{}: {refusals:#?}", path.display());
        }
        compared += 1;
    }
    assert!(compared > 50);
}
