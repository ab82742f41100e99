//! Places in rows, and findings there.

use super::super::problem::{RuleProblem, RuleReplacement};
use super::super::rows::{PlacedDrop, PlacedRow, RowsInForce};
use super::RowChecker;
use crate::diagnostic::{Diagnostic, Finding, shown};
use crate::fix::{Fix, TextEdit};
use crate::path::DocPath;

/// A place in a row, or in `drop`.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowSpot<'s> {
    layer: usize,
    list: &'static str,
    index: usize,
    /// The id of the row; empty in `drop`.
    id: &'s str,
    /// The key; empty for the row as a whole.
    key: &'static str,
    /// The number in the list at the key.
    element: Option<usize>,
}

impl<'s> RowSpot<'s> {
    /// Returns the place of a row as a whole.
    pub(super) fn row(placed: PlacedRow<'s>) -> Self {
        let PlacedRow { row, layer, index } = placed;
        Self { layer, list: row.kind().list(), index, id: row.id(), key: "", element: None }
    }

    /// Returns the place of a key of a row.
    pub(super) fn key(placed: PlacedRow<'s>, key: &'static str) -> Self {
        Self { key, ..Self::row(placed) }
    }

    /// Returns the place of an entry of `drop`.
    pub(super) fn drop(drop: &PlacedDrop<'s>) -> Self {
        Self { layer: drop.layer, list: "drop", index: drop.index, id: "", key: "", element: None }
    }

    /// Returns the place of an element of the list here.
    pub(super) fn element(self, element: usize) -> Self {
        Self { element: Some(element), ..self }
    }

    /// Returns the path in the file: that of the reference for a row of a ruleset.
    pub(super) fn path(self, all: &RowsInForce<'_>) -> DocPath {
        if let Some((_, path)) = all.layers.get(self.layer).and_then(|layer| layer.ruleset) {
            return path.clone();
        }
        let mut path = DocPath::root().key("rules").key(self.list).index(self.index);
        if !self.key.is_empty() {
            path = path.key(self.key);
        }
        match self.element {
            Some(element) => path.index(element),
            None => path,
        }
    }

    /// Returns the place within a ruleset, in words.
    fn in_words(self) -> String {
        let mut words = match self.id {
            "" => format!("`{}`", self.list),
            id => format!("{} {}", self.list, shown(id)),
        };
        if !self.key.is_empty() {
            words.push_str(&format!(", `{}`", self.key));
        }
        if let Some(element) = self.element {
            words.push_str(&format!(" {}", element + 1));
        }
        words
    }
}

impl<'s> RowChecker<'s, '_, '_> {
    /// Returns `true` for a place in the file itself, and not in a ruleset that it uses.
    pub(super) fn is_own(&self, spot: RowSpot<'_>) -> bool {
        self.all.layers.get(spot.layer).is_some_and(|layer| layer.ruleset.is_none())
    }

    /// Returns a finding at `spot`.
    pub(super) fn at(&self, spot: RowSpot<'s>, finding: &Finding, message: impl Into<String>) -> Diagnostic {
        self.at_letter(spot, finding, message, "")
    }

    /// Returns a finding at `spot`; `letter` is the position within an expression, for a row of a ruleset.
    fn at_letter(&self, spot: RowSpot<'s>, finding: &Finding, message: impl Into<String>, letter: &str) -> Diagnostic {
        let message = message.into();
        let message = match self.all.layers.get(spot.layer).and_then(|layer| layer.ruleset) {
            Some((info, _)) => {
                let reference = info.reference();
                format!("{}, {}{letter}: {message}", shown(reference.as_str()), spot.in_words())
            }
            None => message,
        };
        finding.at(spot.path(self.all), message)
    }

    /// Notes a warning about a row of the file itself. The rows of rulesets have theirs where the ruleset is checked.
    pub(super) fn warn(&mut self, spot: RowSpot<'s>, finding: &Finding, message: impl Into<String>, help: &str) {
        if self.is_own(spot) {
            let finding = self.at(spot, finding, message).help(help);
            self.found.push(finding);
        }
    }

    /// Notes an error.
    pub(super) fn refuse(&mut self, spot: RowSpot<'s>, finding: &Finding, message: impl Into<String>, help: &str) {
        let finding = self.at(spot, finding, message).help(help);
        self.found.push(finding);
    }

    /// Notes a problem of `text`, the value at `spot`.
    pub(super) fn report(&mut self, spot: RowSpot<'s>, text: &str, problem: RuleProblem) {
        let RuleProblem { finding, span, message, help, replacement } = problem;
        let before = text.get(..span.start).unwrap_or(text);
        let letter = match before.rsplit_once('\n') {
            Some((above, before)) => format!(" {}:{}", above.lines().count().max(1) + 1, before.chars().count() + 1),
            None => format!(" 1:{}", before.chars().count() + 1),
        };
        let mut diagnostic = self.at_letter(spot, finding, message, &letter).maybe_help(help);
        if let Some(places) = self.text.filter(|_| self.is_own(spot)) {
            let path = diagnostic.path.clone();
            diagnostic.span = places.within_string(&path, span);
            diagnostic.fixes.extend(replacement.and_then(|RuleReplacement { span, text, is_safe }| {
                // What a string would have to escape is left to the author.
                let is_plain = !text.contains(['"', '\'', '\\', '\n']);
                let span = places.within_string(&path, span).filter(|_| is_plain)?;
                let title = if text.is_empty() { "remove it".to_owned() } else { format!("write `{text}`") };
                let fix = Fix::offer(title, TextEdit::new(span, text))?;
                Some(Fix { safe: is_safe, ..fix })
            }));
        }
        self.found.push(diagnostic);
    }
}
