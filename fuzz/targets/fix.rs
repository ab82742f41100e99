//! Every safe fix made leaves no more errors than there were, and nothing more to fix.

#![no_main]

use battlewright_schema::{fix, load};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let before = load(text);
    // Each fix offered can be made by itself.
    for offered in before.diagnostics.iter().take(20).flat_map(|finding| &finding.fixes) {
        assert!(offered.apply(text).is_some(), "{offered:?}");
    }
    let fixed = fix::apply(text, &before.diagnostics);
    let after = load(&fixed.text);
    assert_eq!(after.diagnostics, fixed.left);
    assert!(fixed.applied.is_empty() || after.errors() <= before.errors(), "{}", fixed.text);
});
