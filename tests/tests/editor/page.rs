//! The page *Change a rule* of the guide: its blocks, and its words that are set apart.

use battlewright_schema::rule::RowKind;
use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};
use toml::{Table, Value};

const PAGE: &str = include_str!("../../../docs/guide/change-a-rule.md");

/// The scenario that the page makes.
pub(crate) const RESULT: &str = include_str!("../../../docs/guide/change-a-rule.toml");

/// Returns the blocks of TOML of the page, in order.
pub(crate) fn blocks() -> Vec<Table> {
    let (mut blocks, mut inside) = (Vec::new(), false);
    for event in Parser::new(PAGE) {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(language))) => inside = &*language == "toml",
            Event::Text(text) if inside => blocks.push(text.parse().unwrap_or_else(|why| panic!("{text}: {why}"))),
            Event::End(TagEnd::CodeBlock) => inside = false,
            _ => {}
        }
    }
    blocks
}

/// Returns the rows of rules of a kind in all blocks, which are complete.
pub(crate) fn rows(kind: RowKind) -> Vec<Table> {
    let lists = blocks().into_iter().filter_map(|block| block.get("rules")?.get(kind.list())?.as_array().cloned());
    let rows = lists.flatten().filter_map(|row| row.as_table().cloned());
    rows.filter(|row| row.contains_key("name")).collect()
}

/// The words of a section of the page that are set apart.
#[derive(Default)]
pub(crate) struct Words {
    /// In italics: names of commands, fields and buttons.
    pub(crate) names: Vec<String>,
    /// As code.
    pub(crate) code: Vec<String>,
    /// In blocks of commands.
    pub(crate) commands: String,
}

/// Returns the words of the section under `heading`.
pub(crate) fn words(heading: &str) -> Words {
    let mut words = Words::default();
    let (mut here, mut in_heading, mut italic, mut block) = (false, false, false, false);
    for event in Parser::new(PAGE) {
        match event {
            Event::Start(Tag::Heading { .. }) => in_heading = true,
            Event::End(TagEnd::Heading(_)) => in_heading = false,
            Event::Text(text) if in_heading => here = &*text == heading,
            Event::Start(Tag::Emphasis) => italic = true,
            Event::End(TagEnd::Emphasis) => italic = false,
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(language))) => block = &*language == "sh",
            Event::End(TagEnd::CodeBlock) => block = false,
            Event::Text(text) if here && italic => words.names.push(text.into_string()),
            Event::Text(text) if here && block => words.commands += &text,
            Event::Code(code) if here => words.code.push(code.into_string()),
            _ => {}
        }
    }
    assert!(!words.names.is_empty() || !words.code.is_empty(), "the page has a section {heading}");
    words
}

/// Returns the text of a key of a row.
pub(crate) fn text<'t>(row: &'t Table, key: &str) -> &'t str {
    row.get(key).and_then(Value::as_str).unwrap_or_else(|| panic!("{key} of {row}"))
}
