//! Fixes: changes of a text that resolve findings.
//!
//! A finding carries its fixes as edits of the text in which it was found. A *safe* fix can be applied without asking: it
//! writes the only possible meaning in the correct form, or removes a part without effect. Other fixes are only offered.

mod add;
mod apply;
mod make;
mod meant;

use std::ops::Range;

pub use apply::{AppliedFix, Fixed, apply, apply_from};
pub(crate) use make::quoted;
pub(crate) use meant::MeantWord;

/// A replacement of a byte range of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextEdit {
    /// The byte range to replace; empty for an insertion.
    pub span: Range<usize>,
    /// The new text.
    pub text: String,
}

impl TextEdit {
    /// Returns the replacement of `span` with `text`.
    pub fn new(span: Range<usize>, text: impl Into<String>) -> Self {
        Self { span, text: text.into() }
    }
}

/// A fix for a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// The effect, such as "write `\"0814\"`".
    pub title: String,
    /// The edits in the order of the text, without overlaps.
    pub edits: Vec<TextEdit>,
    /// `true` if the fix can be applied without asking.
    pub safe: bool,
}

impl Fix {
    /// Returns a fix with one edit to be offered; `None` without an edit.
    pub(crate) fn offer(title: impl Into<String>, edit: impl Into<Option<TextEdit>>) -> Option<Self> {
        let edits = vec![edit.into()?];
        Some(Self { title: title.into(), edits, safe: false })
    }

    /// Returns a safe fix with one edit; `None` without an edit.
    pub(crate) fn safe(title: impl Into<String>, edit: impl Into<Option<TextEdit>>) -> Option<Self> {
        Self::offer(title, edit).map(|fix| Self { safe: true, ..fix })
    }

    /// Returns `text` with the fix applied; `None` if the byte ranges do not fit the text, as it is another one.
    ///
    /// ```
    /// let text = battlewright_schema::template(battlewright_schema::System::MarsLaTour);
    /// let text = text.replace("kind = \"infantry\"", "kind = \"Infantry\"");
    /// let finding = &battlewright_schema::load(&text).diagnostics[0];
    /// let fixed = finding.safe_fix().unwrap().apply(&text).unwrap();
    /// assert!(battlewright_schema::load(&fixed).diagnostics.len() < battlewright_schema::load(&text).diagnostics.len());
    /// ```
    pub fn apply(&self, text: &str) -> Option<String> {
        let mut fixed = String::with_capacity(text.len() + 64);
        let mut done = 0;
        for edit in &self.edits {
            fixed.push_str(text.get(done..edit.span.start)?);
            fixed.push_str(&edit.text);
            // The slice check also rejects a range that ends before its start.
            text.get(edit.span.clone())?;
            done = edit.span.end;
        }
        fixed.push_str(text.get(done..)?);
        Some(fixed)
    }
}

#[cfg(test)]
mod tests;
