//! Fixes: changes of a text that resolve findings.
//!
//! A finding brings its fixes along as changes of the text that it was found in. A *safe* fix is one
//! that its author would make without a second thought: the only thing that can be meant is written
//! as the format wants it, or something goes that has no effect. All others are offered, not made.

mod add;
mod apply;
mod make;
mod meant;

use std::ops::Range;

pub use apply::{AppliedFix, Fixed, apply};
pub(crate) use make::quoted;
pub(crate) use meant::MeantWord;

/// A piece of a text and what is to stand there instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextEdit {
    /// The bytes that go; an empty range where something is only put in.
    pub span: Range<usize>,
    /// The text that comes in their place.
    pub text: String,
}

impl TextEdit {
    /// `text` in the place of `span`.
    pub fn new(span: Range<usize>, text: impl Into<String>) -> Self {
        Self { span, text: text.into() }
    }
}

/// A way to mend a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// Its effect, such as "write `\"0814\"`".
    pub title: String,
    /// The changes, from the text's beginning to its end; none overlaps another.
    pub edits: Vec<TextEdit>,
    /// `true` if it can be made without asking.
    pub safe: bool,
}

impl Fix {
    /// A fix to be offered that makes one change, if there is one to be made.
    pub(crate) fn offer(title: impl Into<String>, edit: impl Into<Option<TextEdit>>) -> Option<Self> {
        let edits = vec![edit.into()?];
        Some(Self { title: title.into(), edits, safe: false })
    }

    /// A safe fix that makes one change, if there is one to be made.
    pub(crate) fn safe(title: impl Into<String>, edit: impl Into<Option<TextEdit>>) -> Option<Self> {
        Self::offer(title, edit).map(|fix| Self { safe: true, ..fix })
    }

    /// `text` with the fix made; `None` if it is another text than the one the fix is for, as far as
    /// can be seen.
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
            // An end before its beginning is no place.
            text.get(edit.span.clone())?;
            done = edit.span.end;
        }
        fixed.push_str(text.get(done..)?);
        Some(fixed)
    }
}

#[cfg(test)]
mod tests;
