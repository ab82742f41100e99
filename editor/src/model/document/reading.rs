//! Parsing of typed text: at once for a small scenario, in the background for a large one.

use std::sync::Arc;

use super::Document;
use super::written::STEP;
use crate::background_task::BackgroundTask;
use crate::model::autosave::journal_record::JournalRecord;
use crate::model::edit::Edit;
use crate::model::history::{Content, Rewrite};
use crate::model::store::{self, ReadText};
use crate::model::text::{EditedText, OutlinedText, TextPatch};

/// Text that is being typed and not yet parsed.
#[derive(Debug)]
pub(super) struct TypedSource {
    /// The text before typing.
    base: Arc<OutlinedText>,
    typed: EditedText,
    /// The name of the undo step that the typing becomes.
    name: String,
    /// `true` if the base text is that of the document and has been parsed.
    known: bool,
    /// The parser in the background.
    beside: BackgroundTask<ReadingOutcome>,
}

/// The result of parsing a text, with the changes of the document that follow from it.
#[derive(Debug)]
struct ReadingOutcome {
    text: Arc<OutlinedText>,
    read: ReadText,
    edit: Option<Edit>,
    rewrite: Rewrite,
}

impl TypedSource {
    /// Starts typing into `base`, which is the text of the document.
    pub(super) fn into(base: Arc<OutlinedText>) -> Self {
        Self {
            base,
            typed: EditedText::default(),
            name: STEP.to_owned(),
            known: true,
            beside: BackgroundTask::default(),
        }
    }

    /// Restores text that was being typed when the program ended.
    pub(super) fn found(text: String) -> Self {
        Self { known: false, ..Self::into(Arc::new(OutlinedText::new(text))) }
    }

    /// Applies `splice`. Returns `false` if its byte range is outside the text.
    pub(super) fn write(&mut self, splice: &crate::model::text::TextSplice) -> bool {
        self.typed.write(self.base.text(), splice)
    }

    /// Returns the whole text.
    pub(super) fn text(&self) -> String {
        self.typed.text(self.base.text())
    }

    /// Returns the length of the text in bytes.
    pub(super) fn length(&self) -> usize {
        self.typed.length(self.base.text())
    }

    /// Returns `true` if the text differs from that of the document.
    fn differs(&self) -> bool {
        !self.known || self.typed.differs(self.base.text())
    }
}

impl ReadingOutcome {
    /// Parses `text`, which replaces that of `content`.
    fn of(content: &Content, text: String) -> Self {
        let mut read = store::read_with(&text, &content.levels, content.path.as_deref());
        let patch = TextPatch::between(&content.text, &text);
        let (edit, rewrite) = match read.scenario.take().filter(|_| takes(content, &read)) {
            Some(scenario) => {
                (Edit::between(&content.scenario, &scenario), Rewrite { patches: vec![patch], draft: None })
            }
            None => (None, Rewrite { patches: Vec::new(), draft: Some(patch) }),
        };
        Self { text: Arc::new(OutlinedText::new(text)), read, edit, rewrite }
    }
}

/// Returns `true` if the scenario that was read replaces the current one. A row that cannot be parsed is left out of
/// the result, and it must not vanish from the map while it is being typed. If the text before had unreadable rows too,
/// the readable ones are shown.
fn takes(content: &Content, read: &ReadText) -> bool {
    if read.complete {
        return true;
    }
    let before = store::read_with(&content.text, &content.levels, content.path.as_deref());
    !before.complete && (before.scenario.is_none() || read.problems.len() <= before.problems.len())
}

impl Document {
    /// Returns `true` if typed text has not been parsed yet.
    pub fn is_typing(&self) -> bool {
        self.typing.is_some()
    }

    /// Returns `true` if parsing the typed text takes noticeable time.
    pub fn is_long_to_read(&self) -> bool {
        self.typing.as_ref().is_some_and(TypedSource::differs) && self.is_large()
    }

    /// Returns `true` if typed text is being parsed in the background.
    pub fn is_reading(&self) -> bool {
        self.typing.as_ref().is_some_and(|typing| typing.beside.is_busy())
    }

    /// Parses the typed text and takes it over: at once, or, for a large scenario, on a thread that calls `wake` when
    /// it is done. The next call then takes over the result, unless more was typed meanwhile.
    pub fn read_typing(&mut self, wake: impl FnOnce() + Send + 'static) {
        if !self.is_long_to_read() {
            self.settle();
        }
        let Some(typing) = &mut self.typing else { return };
        if let Some((_, reading)) = typing.beside.poll().filter(|(edition, _)| *edition == self.edition) {
            let name = std::mem::take(&mut typing.name);
            self.typing = None;
            self.take_over(name, reading);
        } else if !typing.beside.is_busy() {
            let (content, base, typed) = (self.content.clone(), Arc::clone(&typing.base), typing.typed.clone());
            typing.beside.begin(self.edition, wake, move || {
                let reading = ReadingOutcome::of(&content, typed.text(base.text()));
                // The Source tab needs the outline.
                reading.text.outline();
                reading
            });
        }
    }

    /// Parses the typed text and takes it over, if there is any. Waits for a parser in the background.
    pub fn settle(&mut self) {
        let Some(mut typing) = self.typing.take().filter(TypedSource::differs) else { return };
        let read = typing.beside.wait().filter(|(edition, _)| *edition == self.edition);
        let reading = read.map_or_else(|| ReadingOutcome::of(&self.content, typing.text()), |(_, reading)| reading);
        self.take_over(typing.name, reading);
    }

    /// Sets the name of the undo step that the typing becomes.
    pub fn name_typing(&mut self, name: &str) {
        if let Some(typing) = &mut self.typing {
            name.clone_into(&mut typing.name);
        }
    }

    fn take_over(&mut self, name: String, ReadingOutcome { text, read, edit, rewrite }: ReadingOutcome) {
        let joins = self.history.joins(Some(super::written::FIELD), self.saved_step);
        let noted = self.keeping.is_on().then(|| (edit.clone(), rewrite.clone()));
        self.rewrite(&name, joins, edit, rewrite);
        self.checks.take(self.edition, (text, read));
        if let Some((edit, text)) = noted {
            self.note(&JournalRecord::Write { name, joins, edit: edit.as_ref(), text });
        }
    }
}
