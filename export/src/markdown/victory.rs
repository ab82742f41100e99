//! The victory conditions in words.

use battlewright_schema::{Passage, Scenario};

use super::page::{MarkdownPage, plain};

pub(super) fn write(page: &mut MarkdownPage, scenario: &Scenario) {
    page.heading("Victory");
    for passage in scenario.victory_words() {
        match passage {
            Passage::Paragraph(words) => page.paragraph(&plain(&words)),
            Passage::List(items) => page.items(items.iter().map(|words| plain(words))),
        }
    }
}
