//! Any bytes are answered by findings that stand somewhere in the text. What loads without an error of syntax, saving
//! can parse as well.

#![no_main]

use battlewright_schema::{MOST_FINDINGS, check, load_bytes};
use libfuzzer_sys::fuzz_target;
use toml::de::DeTable;

fuzz_target!(|bytes: &[u8]| {
    let loaded = load_bytes(bytes);
    assert!(loaded.diagnostics.len() <= MOST_FINDINGS + 1);
    // A scenario with denied warnings can be played all the same.
    assert!(loaded.scenario.is_some() || loaded.errors() > 0);
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    for finding in &loaded.diagnostics {
        assert!(finding.position.is_some(), "{finding:?}");
        let span = finding.span.clone().unwrap_or_default();
        assert!(text.get(span).is_some(), "{finding:?}");
    }
    if loaded.diagnostics.iter().all(|finding| !["syntax", "not-text"].contains(&finding.code.as_str())) {
        let (_, errors) = DeTable::parse_recoverable(text);
        assert!(errors.is_empty(), "{errors:?}");
    }
    if let Some(scenario) = &loaded.scenario {
        let errors = check(scenario).into_iter().filter(|finding| finding.is_error()).count();
        assert!(errors <= loaded.errors(), "without its text it is another");
    }
});
