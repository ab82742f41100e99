//! The text of the document, with typed text that becomes the scenario when it is valid.
//!
//! Typed text is stored, keystroke by keystroke, until it is read. Valid text becomes the scenario, as a step that can
//! be undone. Invalid text remains a draft, which is also a step, and the scenario remains the last valid one.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use battlewright_schema::{Position, save};

use super::Document;
use super::reading::TypedSource;
use crate::model::autosave::journal_record::JournalRecord;
use crate::model::edit::{Edit, EditScope};
use crate::model::history::Rewrite;
use crate::model::text::{OutlinedText, TextSplice};

/// The maximum length of the text in bytes, several times that of the largest map.
pub const MOST: usize = 16 << 20;

/// The name of the undo step for typing.
pub(super) const STEP: &str = "Edit source";

/// The id of the text as an input field: consecutive typing forms a single undo step.
pub(super) const FIELD: u64 = u64::from_be_bytes(*b"its text");

/// The reason why the text cannot be parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreadableText {
    /// The position of the first error.
    pub position: Option<Position>,
    /// The message of the first error.
    pub message: String,
    /// `true` if the file was already invalid when it was opened.
    pub from_file: bool,
}

impl UnreadableText {
    /// Returns the line and the message, such as `"line 12: invalid string"`.
    pub fn reason(&self) -> String {
        match self.position {
            Some(position) => format!("line {}: {}", position.line, self.message),
            None => self.message.clone(),
        }
    }

    /// Returns the banner that the map shows while the text is invalid.
    pub fn banner(&self) -> String {
        let reason = self.reason();
        if self.from_file {
            format!("The file could not be read. The map shows a new scenario. See Source, {reason}")
        } else {
            format!("The text cannot be read. The map shows the last valid version. See Source, {reason}")
        }
    }

    /// Returns the note about the scenario of a game while the text is invalid.
    pub fn in_play(&self) -> String {
        format!("The Source text cannot be read ({}). This is the last valid scenario", self.reason())
    }

    /// Returns the reason why the map cannot be changed while the text is invalid.
    pub fn refusal(&self) -> String {
        format!("Not changed: the Source text cannot be read ({}). Correct the text, or undo.", self.reason())
    }
}

/// The reason why typing was refused. The text is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TypingRefusal {
    /// The text has changed since the splice was made.
    #[error("Not typed: the text has changed in the meantime")]
    Changed,
    /// The text would exceed the maximum length.
    #[error(
        "Not typed: the text would have {} MB; the limit is {} MB",
        bytes.div_ceil(1 << 20), most >> 20
    )]
    TooLong {
        /// The length that the text would have, in bytes.
        bytes: usize,
        /// The maximum length, in bytes.
        most: usize,
    },
    /// The byte range is outside the text.
    #[error("Not typed: the position is outside the text")]
    NoPlace,
}

impl Document {
    /// Returns the current text: the typed text, or the text that saving would write, with the comments and the order
    /// of the author.
    pub fn text(&self) -> String {
        if let Some(typing) = &self.typing {
            return typing.text();
        }
        if self.is_checked() {
            return self.checked().text().to_owned();
        }
        self.content.written()
    }

    /// Returns the text as games and links hold it: with the changes of the rulesets that the scenario uses, so that it needs no
    /// other file.
    pub fn playable_text(&self) -> String {
        let (text, scenario) = (self.text(), self.scenario());
        if scenario.use_count() == 0 { text } else { save(Some(&text), &scenario.clone().inlined()) }
    }

    /// Returns the edition, a number that grows with every change of the text.
    pub fn edition(&self) -> u64 {
        self.edition
    }

    /// Returns the reason why the text cannot be parsed, or `None` if it is valid.
    pub fn unread(&self) -> Option<UnreadableText> {
        self.content.draft.as_ref()?;
        let first = self.problems().iter().find(|problem| problem.is_error()).map(|problem| &problem.finding);
        Some(UnreadableText {
            position: first.and_then(|finding| finding.position),
            message: first.map_or_else(|| "it is not a scenario".to_owned(), |finding| finding.message.clone()),
            from_file: self.history.is_empty() && self.typing.is_none(),
        })
    }

    /// Takes the reason why the last change was refused.
    pub fn refusal(&mut self) -> Option<String> {
        self.refusal.take()
    }

    /// Applies `splice` to the text of this `edition`.
    ///
    /// # Errors
    /// Returns an error if the text has another edition, the range is outside the text or the text would be too long.
    /// The text is then unchanged.
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
        // A refused splice does not start typing.
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

    /// Records the change of the text and of the scenario as an undo step, or as a part of the last one if it `joins`.
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
