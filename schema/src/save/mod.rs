//! Saving: from a scenario to text, with the author's layout and comments.
//!
//! The old text is read again, and only the differences between its scenario and the new one are written into it. Comments,
//! order, spacing and line ends stay unchanged, as does the choice to omit or to write default values.

pub(crate) mod comments;
mod format;
mod hexes;
pub(crate) mod layout;
mod lines;
mod merge;
pub(crate) mod rows;

pub use battlewright_platform::fs::{
    Replacement, discard_unfinished, replace_atomic, write_atomic, write_atomic_with, write_new,
};
pub use format::format;
pub(crate) use lines::Style;

use toml_edit::DocumentMut;

use crate::Scenario;
use crate::load;
use crate::load::tree::{self, Arena};
use crate::order::is_same;

/// Returns the text of `scenario`: `old_text` with the necessary changes, or a new text in the standard layout. An old text
/// that is not TOML is replaced as a whole.
///
/// Rows that [`load`](crate::load()) omitted from `readable` because of their shape stay in the text.
pub fn save(old_text: Option<&str>, scenario: &Scenario) -> String {
    old_text.and_then(|old| merged(old, scenario)).unwrap_or_else(|| new_text(scenario))
}

fn merged(old_text: &str, scenario: &Scenario) -> Option<String> {
    let arena = Arena::new();
    let root = tree::parse(old_text, &arena)?;
    let read = load::read(old_text, &root);
    let base = read.scenario?;
    if is_same(&base, scenario) {
        return Some(old_text.to_owned());
    }
    let sound = read.findings.is_empty();
    let style = lines::Style::of(old_text);
    let mut document = style.plain(old_text).parse::<DocumentMut>().ok()?;
    merge::Merge::new(&read.pruned).document(&mut document, &layout::tree(&base), &layout::tree(scenario));
    let text = style.restore(&document.to_string());
    // The merge should be exact; this check makes sure that no change is lost.
    (!sound || reads_as(&text, scenario)).then_some(text)
}

fn reads_as(text: &str, scenario: &Scenario) -> bool {
    let arena = Arena::new();
    let read = tree::parse(text, &arena).and_then(|root| load::read(text, &root).scenario);
    read.is_some_and(|read| is_same(&read, scenario))
}

fn new_text(scenario: &Scenario) -> String {
    let mut document = DocumentMut::new();
    let nothing = toml::Table::new();
    merge::Merge::new(&std::collections::BTreeSet::new()).document(&mut document, &nothing, &layout::tree(scenario));
    document.to_string()
}

#[cfg(test)]
mod tests;
