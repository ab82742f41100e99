//! Names of rows that live as long as the program, since names in logs and rules are constants.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// The maximum number of bytes of all names.
const MOST_BYTES: usize = 1 << 20;

/// The names so far, and their bytes.
static NAMES: Mutex<(BTreeSet<&'static str>, usize)> = Mutex::new((BTreeSet::new(), 0));

/// Returns `text` as a constant; `otherwise` if the program already has [too many](MOST_BYTES). Equal texts are kept once.
pub(super) fn constant(text: &str, otherwise: &'static str) -> &'static str {
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = names.0.get(text) {
        return known;
    }
    if names.1 + text.len() > MOST_BYTES {
        return otherwise;
    }
    let kept: &'static str = Box::leak(text.to_owned().into_boxed_str());
    names.0.insert(kept);
    names.1 += kept.len();
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_names_are_one_and_their_memory_has_a_limit() {
        let first = constant("Guard in cover", "a rule");
        assert!(std::ptr::eq(first, constant(&["Guard", "in", "cover"].join(" "), "a rule")));
        assert_eq!(constant(&"x".repeat(MOST_BYTES), "a rule"), "a rule");
    }
}
