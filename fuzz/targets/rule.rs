//! Searches for text that violates the guarantees of expressions in rules.

#![no_main]

#[expect(dead_code, reason = "each target tries one promise")]
#[path = "../../tests/src/promises.rs"]
mod promises;

libfuzzer_sys::fuzz_target!(|text: &str| promises::check_rule(text));
