//! Fixes that replace a value, rename a key or remove a row.

use std::ops::Range;

use super::TextEdit;
use crate::load::tree::{Array, Item, Table, Value, span};
use crate::path::{DocPath, PathStep};
use crate::place::Places;

/// Returns `text` as a TOML string in quotes.
pub(crate) fn quoted(text: &str) -> String {
    toml_edit::Value::from(text).to_string()
}

/// Returns `name` as a TOML key, in quotes if necessary.
pub(super) fn key(name: &str) -> String {
    toml_edit::Key::new(name).to_string()
}

/// The maximum number of keys of an inline table from which a key is removed. Larger ones are not written by hand.
const MOST_ON_A_LINE: usize = 1_000;

impl<'d> Places<'d> {
    /// Replaces the value at `path` with `literal`.
    pub(crate) fn write(&self, path: &DocPath, literal: impl Into<String>) -> Option<TextEdit> {
        self.has(path).then(|| TextEdit::new(self.value(path), literal))
    }

    /// Renames the key at `path` to `name`.
    pub(crate) fn rename(&self, path: &DocPath, name: &str) -> Option<TextEdit> {
        self.has(path).then(|| TextEdit::new(self.key(path), key(name)))
    }

    /// Removes the value at `path`: an element with its comma, a key with its line and trailing comment, or a section with the
    /// comment above it. `None` if the removal is not that simple.
    pub(crate) fn take_out(&self, path: &DocPath) -> Option<TextEdit> {
        let parent = path.parent()?;
        let last = path.0.last()?;
        let value = self.has(path).then(|| self.value(path))?;
        let is_header = self.text().get(value.clone())?.starts_with('[');
        match (last, self.at(&parent)?) {
            (PathStep::Index(index), Parent::Array(rows)) => {
                if self.is_section(rows.get(*index)?) {
                    return self.take_section(path);
                }
                let before = index.checked_sub(1).and_then(|before| rows.get(before));
                let span = |row: &Item<'_>| span(self.text(), row);
                self.take_from(before.map(span), &value, rows.get(index + 1).map(span))
            }
            (PathStep::Key(_), Parent::Table(table)) => {
                let entry = self.key(path).start..value.end;
                let is_table = self.entry(table, key_of(last))?.1.as_table().is_some();
                if is_table && is_header {
                    self.take_section(path)
                } else if self.is_inline(&parent) {
                    if table.len() > MOST_ON_A_LINE {
                        return None;
                    }
                    let spans =
                        || table.iter().map(|(key, value)| key.span.range().start..span(self.text(), value).end);
                    let before = spans().filter(|other| other.end <= entry.start).max_by_key(|other| other.end);
                    let next = spans().filter(|other| other.start >= entry.end).min_by_key(|other| other.start);
                    self.take_from(before, &entry, next)
                } else {
                    self.take_lines(&entry)
                }
            }
            _ => None,
        }
    }

    /// Returns `true` if the document has a value at `path`.
    pub(crate) fn has(&self, path: &DocPath) -> bool {
        self.at(path).is_some()
    }

    pub(super) fn at(&self, path: &DocPath) -> Option<Parent<'_, 'd>> {
        let mut here = Parent::Table(self.root()?);
        for step in &path.0 {
            let value = match (step, here) {
                (PathStep::Key(key), Parent::Table(table)) => self.entry(table, key)?.1,
                (PathStep::Index(index), Parent::Array(rows)) => rows.get(*index)?,
                _ => return None,
            };
            here = match value.value() {
                Value::Table(table) => Parent::Table(table),
                Value::Array(rows) => Parent::Array(rows),
                _ => Parent::Leaf,
            };
        }
        Some(here)
    }

    pub(crate) fn is_inline(&self, table: &DocPath) -> bool {
        !table.0.is_empty() && self.text().get(self.value(table)).is_some_and(|text| text.starts_with('{'))
    }

    pub(super) fn is_section(&self, value: &Item<'_>) -> bool {
        value.as_table().is_some()
            && self.text().get(span(self.text(), value)).is_some_and(|text| text.starts_with('['))
    }

    /// Removes an entry between brackets or braces, with its comma; `None` for the only entry or if there is a comment beside
    /// it.
    fn take_from(
        &self,
        before: Option<Range<usize>>,
        entry: &Range<usize>,
        next: Option<Range<usize>>,
    ) -> Option<TextEdit> {
        let span = match (before, next) {
            (_, Some(next)) => entry.start..next.start,
            (Some(before), None) => before.end..entry.end,
            (None, None) => return None,
        };
        let around = self.text().get(span.start.min(entry.start)..entry.start)?.to_owned()
            + self.text().get(entry.end..span.end.max(entry.end))?;
        // Only a comma may be removed with the entry, no comment and no part of a dotted key.
        let plain = around.chars().all(|c| c == ',' || c.is_whitespace()) && around.matches(',').count() == 1;
        plain.then(|| TextEdit::new(span, ""))
    }

    /// Removes the lines of a key and its value.
    fn take_lines(&self, entry: &Range<usize>) -> Option<TextEdit> {
        let span = self.lines(entry);
        let text = self.text();
        let alone = text.get(span.start..entry.start)?.trim().is_empty();
        let rest = text.get(entry.end..span.end)?.trim();
        (alone && (rest.is_empty() || rest.starts_with('#'))).then(|| TextEdit::new(span, ""))
    }

    /// Removes a section that has no nested sections.
    fn take_section(&self, path: &DocPath) -> Option<TextEdit> {
        let Some(Parent::Table(table)) = self.at(path) else { return None };
        let text = self.text();
        let header = self.value(path);
        let plain = |value: &Item<'_>| match value.value() {
            Value::Table(_) => !self.is_section(value),
            Value::Array(rows) => !rows.iter().any(|row| self.is_section(row)),
            _ => true,
        };
        if !text.get(header.clone())?.starts_with('[') || !table.iter().all(|(_, value)| plain(value)) {
            return None;
        }
        let end = table.iter().map(|(_, value)| span(text, value).end).fold(header.end, usize::max);
        let mut span = self.lines(&(header.start..end));
        while let Some(above) = span.start.checked_sub(1).map(|at| self.lines(&(at..at)))
            && text.get(above.clone()).is_some_and(|line| line.trim_start().starts_with('#'))
        {
            span.start = above.start;
        }
        while let Some(line) = text.get(span.end..).and_then(|rest| rest.split_inclusive('\n').next())
            && line.trim().is_empty()
        {
            span.end += line.len();
        }
        Some(TextEdit::new(span, ""))
    }

    /// Extends `span` to whole lines, including the last line break.
    pub(super) fn lines(&self, span: &Range<usize>) -> Range<usize> {
        let text = self.text();
        let start = text.get(..span.start).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
        let end = text.get(span.end..).and_then(|rest| rest.find('\n')).map_or(text.len(), |at| span.end + at + 1);
        let start = if start == 0 && text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { start };
        start..end
    }
}

/// The value at a path, by its structure.
pub(super) enum Parent<'t, 'd> {
    Table(&'t Table<'d>),
    Array(&'t Array<'d>),
    Leaf,
}

fn key_of(step: &PathStep) -> &str {
    match step {
        PathStep::Key(key) => key,
        PathStep::Index(_) => "",
    }
}
