//! Every safe fix made leaves nothing more to fix, and no more errors than there were.

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
    // Where a whole section could not be read, mending it brings to light what is wrong further in.
    if before.complete {
        assert!(after.errors() <= before.errors(), "{}", fixed.text);
    }
});
