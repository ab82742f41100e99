//! A parsed text: tables, lists and values, each with its bytes.
//!
//! Texts are parsed by `toml-spanner`, which takes a fifth of the time and of the memory that `toml`
//! takes. What it refuses, `toml` is asked to explain: it finds every error and not only the first.

use std::ops::Range;

use toml_spanner::TableStyle;
pub(crate) use toml_spanner::{Arena, Array, Item, Key, Table, Value};

/// How deep tables and lists may nest: as deep as `toml` reads them, and `toml_edit` saves them.
pub(crate) const DEEPEST: usize = 80;

/// Parses `text`; `None` if it is not TOML, or nests deeper than anything should.
pub(crate) fn parse<'d>(text: &'d str, arena: &'d Arena) -> Option<Table<'d>> {
    let table = toml_spanner::parse(text, arena).ok()?.into_table();
    is_shallow(&table, DEEPEST).then_some(table)
}

fn is_shallow(table: &Table<'_>, left: usize) -> bool {
    table.iter().all(|(_, value)| is_shallow_item(value, left))
}

fn is_shallow_item(item: &Item<'_>, left: usize) -> bool {
    match item.value() {
        Value::Table(table) => left > 0 && is_shallow(table, left - 1),
        Value::Array(array) => left > 0 && array.iter().all(|row| is_shallow_item(row, left - 1)),
        _ => true,
    }
}

/// The bytes of `item` in `text`; of a table written as a section, its header.
pub(crate) fn span(text: &str, item: &Item<'_>) -> Range<usize> {
    let span = item.span();
    let is_section = item.as_table().is_some_and(|table| table.style() == TableStyle::Header);
    if is_section && text.as_bytes().get(span.range().start) == Some(&b'[') {
        return span.extract_header_span(text.as_bytes()).range();
    }
    span.range()
}
