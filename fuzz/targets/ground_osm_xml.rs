//! Searches for bytes that violate the guarantees of the reader of OpenStreetMap XML.

#![no_main]

#[expect(dead_code, reason = "each target tries one promise")]
#[path = "../../ground/tests/it/promises.rs"]
mod promises;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| promises::check_osm_xml(bytes));
