//! Fixes offered to the designer: removing something, or changing a value.

use super::context::Context;
use crate::diagnostic::Code;
use crate::fix::{Fix, TextEdit};
use crate::path::{DocPath, PathStep};
use crate::place::Places;

impl Context<'_> {
    /// Returns a fix with this title; `None` without a text or if `edit` does not apply.
    pub(crate) fn offer(
        &self,
        title: impl Into<String>,
        edit: impl FnOnce(&Places<'_>) -> Option<TextEdit>,
    ) -> Option<Fix> {
        Fix::offer(title, edit(self.text?)?)
    }

    /// Returns a fix that removes the value at `path`.
    pub(crate) fn take_out(&self, title: impl Into<String>, path: &DocPath) -> Option<Fix> {
        self.offer(title, |text| text.take_out(path))
    }

    /// Returns a fix that removes an element of a list; `None` if it is the only one of `of` elements.
    pub(crate) fn take_one(&self, title: impl Into<String>, path: &DocPath, of: usize) -> Option<Fix> {
        if of > 1 { self.take_out(title, path) } else { None }
    }

    /// Returns a fix that removes a hexside, with its row if it is the only one.
    pub(crate) fn take_hexside(&self, at: (usize, usize)) -> Option<Fix> {
        let path = super::context::Border::path_of(at);
        match self.hexsides.get(at.0)?.between.len() {
            0 => None,
            1 => self.take_out("remove the hexside", &path.row()?),
            _ => self.take_out("remove the hexside", &path),
        }
    }

    /// Returns a fix that writes `literal` as the value at `path`, or as a new key.
    pub(crate) fn write(&self, path: &DocPath, literal: &str) -> Option<Fix> {
        let key = path.last_key()?;
        self.offer(format!("write `{key} = {literal}`"), |text| match (path.0.last(), path.parent()) {
            _ if text.has(path) => text.write(path, literal),
            (Some(PathStep::Key(key)), Some(table)) => text.add_key(&table, key, literal),
            _ => None,
        })
    }

    /// Returns a fix that allows `code` in this scenario.
    pub(crate) fn allow(&self, code: Code) -> Option<Fix> {
        self.offer(format!("allow `{code}` in this scenario"), |text| text.allow(code))
    }
}
