//! Fixes that add to a document: a key, an element of a list, or a row.

use super::TextEdit;
use super::make::{Parent, key, quoted};
use crate::diagnostic::Code;
use crate::load::tree::{Value, span};
use crate::path::DocPath;
use crate::place::Places;

impl Places<'_> {
    /// Appends `literal` to the list at `path`; `None` if a comma or a comment follows the last element.
    pub(crate) fn append(&self, path: &DocPath, literal: &str) -> Option<TextEdit> {
        let Parent::Array(list) = self.at(path)? else { return None };
        let text = self.text();
        let whole = self.value(path);
        let Some(last) = list.iter().last() else {
            let empty = text.get(whole.clone())?.trim_matches(['[', ']']).trim().is_empty();
            return empty.then(|| TextEdit::new(whole, format!("[{literal}]")));
        };
        let end = span(text, last).end;
        let rest = text.get(end..whole.end)?;
        (rest.trim() == "]").then(|| TextEdit::new(end..end, format!(", {literal}")))
    }

    /// Adds `name = literal` as the last key of the table at `path`, either a section or an inline table.
    pub(crate) fn add_key(&self, path: &DocPath, name: &str, literal: &str) -> Option<TextEdit> {
        let Parent::Table(table) = self.at(path)? else { return None };
        let text = self.text();
        let whole = self.value(path);
        let line = format!("{} = {literal}", key(name));
        if self.is_inline(path) {
            let last = table.iter().map(|(_, value)| span(text, value).end).max()?;
            let rest = text.get(last..whole.end)?;
            return (rest.trim() == "}").then(|| TextEdit::new(last..last, format!(", {line}")));
        }
        let is_section = text.get(whole.clone())?.starts_with('[');
        is_section.then(|| self.new_line(self.end_of_section(path).unwrap_or(whole.end), &line))
    }

    /// Adds `name = literal` as a line after the value at `path`, which is a key of a section or of the root.
    pub(crate) fn add_after(&self, path: &DocPath, name: &str, literal: &str) -> Option<TextEdit> {
        let end = self.has(path).then(|| self.value(path).end)?;
        Some(self.new_line(end, &format!("{} = {literal}", key(name))))
    }

    /// Adds `lines` as a separate section after the section at `path`.
    pub(crate) fn add_behind(&self, path: &DocPath, lines: &str) -> Option<TextEdit> {
        let is_section = self.text().get(self.value(path))?.starts_with('[');
        is_section.then(|| self.new_line(self.end_of_section(path).unwrap_or_default(), &format!("\n{lines}")))
    }

    /// Adds `lines`, which are rows of a list, after its `last` row, or at the end of the text if it has none; `None` if the list
    /// is inline.
    pub(crate) fn add_rows(&self, last: Option<&DocPath>, lines: &str) -> Option<TextEdit> {
        match last {
            Some(last) => self.add_behind(last, lines),
            None => Some(self.new_line(self.text().len(), &format!("\n{lines}"))),
        }
    }

    /// Adds the lint level that allows findings of `code` in this scenario.
    pub(crate) fn allow(&self, code: Code) -> Option<TextEdit> {
        let lints = DocPath::root().key("lints");
        let literal = quoted("allow");
        let own = lints.clone().key(code.as_str());
        if self.has(&own) {
            return self.write(&own, literal);
        }
        if self.has(&lints) {
            return self.add_key(&lints, code.as_str(), &literal);
        }
        let end = self.text().len();
        Some(self.new_line(end, &format!("\n[lints]\n{} = {literal}", key(code.as_str()))))
    }

    /// Returns the byte offset of the end of the last key of the section at `path`, without nested sections.
    fn end_of_section(&self, path: &DocPath) -> Option<usize> {
        let Parent::Table(table) = self.at(path)? else { return None };
        let plain = table.iter().map(|(_, value)| value).filter(|value| match value.value() {
            Value::Table(_) => !self.is_section(value),
            Value::Array(rows) => !rows.iter().any(|row| self.is_section(row)),
            _ => true,
        });
        Some(plain.map(|value| span(self.text(), value).end).fold(self.value(path).end, usize::max))
    }

    /// Inserts `line` as a separate line below the line of the byte offset `at`.
    fn new_line(&self, at: usize, line: &str) -> TextEdit {
        let end = self.lines(&(at..at)).end;
        let broken = self.text().get(..end).is_none_or(|before| before.is_empty() || before.ends_with('\n'));
        TextEdit::new(end..end, format!("{}{line}\n", if broken { "" } else { "\n" }))
    }
}
