//! Searches for bytes that violate the guarantees of loading.

#![no_main]

#[expect(dead_code, reason = "each target tries one promise")]
#[path = "../../tests/src/promises.rs"]
mod promises;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| promises::check_loading(bytes));
