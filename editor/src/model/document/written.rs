//! The text of the document, with typed text that becomes the scenario when it is valid.
//!
//! Typed text is stored, keystroke by keystroke, until it is read. Valid text becomes the scenario, as a step that can
//! be undone. Invalid text remains a draft, which is also a step, and the scenario remains the last valid one.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use battlewright_schema::Position;

use super::Document;
use super::reading::TypedSource;
use crate::model::autosave::journal_record::JournalRecord;
use crate::model::edit::{Edit, EditScope};
use crate::model::history::Rewrite;
use crate::model::text::{OutlinedText, TextSplice};

/// The number of bytes that the text may have: several times the largest map's.
pub const MOST: usize = 16 << 20;

/// The name of a step that was typed.
pub(super) const STEP: &str = "Edit source";

/// The field whose changes join the step before: the text.
pub(super) const FIELD: u64 = u64::from_be_bytes(*b"its text");

/// Why the text cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreadableText {
    /// The place of the first error.
    pub position: Option<Position>,
    /// The problem.
    pub message: String,
    /// `true` if it was so when the file was opened.
    pub from_file: bool,
}

impl UnreadableText {
    /// The place and the problem, such as `"line 12: invalid string"`.
    pub fn reason(&self) -> String {
        match self.position {
            Some(position) => format!("line {}: {}", position.line, self.message),
            None => self.message.clone(),
        }
    }

    /// The words of the map meanwhile.
    pub fn banner(&self) -> String {
        let reason = self.reason();
        if self.from_file {
            format!("The file could not be read. The map shows a new scenario. See Source, {reason}")
        } else {
            format!("The text cannot be read. The map shows the last valid version. See Source, {reason}")
        }
    }

    /// The words about the scenario that a game is played on meanwhile.
    pub fn in_play(&self) -> String {
        format!("The Source text cannot be read ({}). This is the last valid scenario", self.reason())
    }

    /// Why the map cannot be changed meanwhile.
    pub fn refusal(&self) -> String {
        format!("Not changed: the Source text cannot be read ({}). Correct the text, or undo.", self.reason())
    }
}

/// Why nothing was typed. The text is as before then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TypingRefusal {
    /// The text is another by now.
    #[error("Not typed: the text has changed in the meantime")]
    Changed,
    /// The text would be too long.
    #[error(
        "Not typed: the text would have {} MB; the limit is {} MB",
        bytes.div_ceil(1 << 20), most >> 20
    )]
    TooLong {
        /// The length that it would have.
        bytes: usize,
        /// The most that it may have.
        most: usize,
    },
    /// The text has no such place.
    #[error("Not typed: the position is outside the text")]
    NoPlace,
}

impl Document {
    /// The text: what is typed, or the file as it would be saved now, the author's comments and order
    /// kept.
    pub fn text(&self) -> String {
        if let Some(typing) = &self.typing {
            return typing.text();
        }
        if self.is_checked() {
            return self.checked().text().to_owned();
        }
        self.content.written()
    }

    /// A number that grows with every change of the text.
    pub fn edition(&self) -> u64 {
        self.edition
    }

    /// Why the text cannot be read, if it cannot.
    pub fn unread(&self) -> Option<UnreadableText> {
        self.content.draft.as_ref()?;
        let first = self.problems().iter().find(|problem| problem.is_error()).map(|problem| &problem.finding);
        Some(UnreadableText {
            position: first.and_then(|finding| finding.position),
            message: first.map_or_else(|| "it is not a scenario".to_owned(), |finding| finding.message.clone()),
            from_file: self.history.is_empty() && self.typing.is_none(),
        })
    }

    /// Why the last change was refused, if it was; told once.
    pub fn refusal(&mut self) -> Option<String> {
        self.refusal.take()
    }

    /// Types `splice` into the text, which is the one of this `edition`.
    ///
    /// # Errors
    /// When the text is another by now or would be too long; it is as before then.
    pub fn write(&mut self, edition: u64, splice: &TextSplice) -> Result<(), TypingRefusal> {
        if edition != self.edition {
            return Err(TypingRefusal::Changed);
        }
        let opens = self.typing.is_none();
        let mut typing = self.typing.take().unwrap_or_else(|| {
            let known = self.is_checked().then(|| Arc::clone(self.checked()));
            TypedSource::into(known.unwrap_or_else(|| Arc::new(OutlinedText::new(self.content.written()))))
        });
        let long = typing.length().saturating_sub(splice.removed) + splice.text.len();
        let done = if long > MOST {
            Err(TypingRefusal::TooLong { bytes: long, most: MOST })
        } else {
            typing.write(splice).then_some(()).ok_or(TypingRefusal::NoPlace)
        };
        // A refusal opens nothing.
        if done.is_ok() || !opens {
            self.typing = Some(typing);
        }
        if done.is_ok() {
            self.typed += 1;
            self.edition += 1;
            self.note(&JournalRecord::Type(splice.clone()));
        }
        done
    }

    /// Makes a step of what was written.
    pub(super) fn rewrite(&mut self, name: &str, joins: bool, edit: Option<Edit>, text: Rewrite) {
        let reach = edit.as_ref().map_or(EditScope::Ground, Edit::reach);
        let undo = edit.and_then(|edit| edit.apply(&mut self.content.scenario)).unwrap_or(Edit::All(Vec::new()));
        let back = text.apply(&mut self.content);
        if joins {
            self.history.rewrite_more(undo, back);
        } else {
            self.history.rewrite(name, Some(FIELD), undo, back);
        }
        self.revised(reach);
    }
}
