//! The published tables and figures, and the cells of tables as text.

use crate::{System, load, save, template};

use super::*;

#[test]
fn the_template_is_sound() {
    let text = template(System::Matz);
    let loaded = load(text);
    assert_eq!(loaded.diagnostics, []);
    assert_eq!(save(Some(text), &loaded.scenario.unwrap()), text);
}

#[test]
fn the_bundled_ruleset_is_complete() {
    assert_eq!(Rules::published().stacking, 6);
}
