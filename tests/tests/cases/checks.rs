//! Cases of what `validate` finds.

use super::said;

#[test]
fn a_unit_that_enters_on_an_island_is_found() {
    let (status, text) = said(&["validate", "checks/entry-on-island.toml"]);
    assert_eq!(status, Some(1), "{text}");
    assert!(
        text.contains("warning[stranded-unit]: `red-lancers` can reach nothing that matters from entry `A`"),
        "{text}"
    );
}
