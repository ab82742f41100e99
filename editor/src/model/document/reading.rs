//! Reading typed text: at once in a small scenario, in the background in a large one.

use std::sync::Arc;

use super::Document;
use super::written::STEP;
use crate::background_task::BackgroundTask;
use crate::model::autosave::journal_record::JournalRecord;
use crate::model::edit::Edit;
use crate::model::history::{Content, Rewrite};
use crate::model::store::{self, ReadText};
use crate::model::text::{EditedText, OutlinedText, TextPatch};

/// The text that is being typed.
#[derive(Debug)]
pub(super) struct TypedSource {
    /// The text that is typed into.
    base: Arc<OutlinedText>,
    typed: EditedText,
    /// The name of the step that comes of it.
    name: String,
    /// `true` if the text is that of the document, which was read.
    known: bool,
    /// The reading of it.
    beside: BackgroundTask<ReadingOutcome>,
}

/// The outcome of reading a text: what is to be done to the document.
#[derive(Debug)]
struct ReadingOutcome {
    text: Arc<OutlinedText>,
    read: ReadText,
    edit: Option<Edit>,
    rewrite: Rewrite,
}

impl TypedSource {
    /// Typing into `base`, which is the document's text.
    pub(super) fn into(base: Arc<OutlinedText>) -> Self {
        Self {
            base,
            typed: EditedText::default(),
            name: STEP.to_owned(),
            known: true,
            beside: BackgroundTask::default(),
        }
    }

    /// The text that was being typed when the program ended.
    pub(super) fn found(text: String) -> Self {
        Self { known: false, ..Self::into(Arc::new(OutlinedText::new(text))) }
    }

    /// Types `splice`; whether there is such a place.
    pub(super) fn write(&mut self, splice: &crate::model::text::TextSplice) -> bool {
        self.typed.write(self.base.text(), splice)
    }

    /// The whole text.
    pub(super) fn text(&self) -> String {
        self.typed.text(self.base.text())
    }

    /// The number of its bytes.
    pub(super) fn length(&self) -> usize {
        self.typed.length(self.base.text())
    }

    /// Returns `true` if it is another text than the document's.
    fn differs(&self) -> bool {
        !self.known || self.typed.differs(self.base.text())
    }
}

impl ReadingOutcome {
    /// Reads `text` in place of that of `content`.
    fn of(content: &Content, text: String) -> Self {
        let mut read = store::read_with(&text, &content.levels);
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

/// Returns `true` if what was read is to be the scenario. A row with an error of shape is left out of what is
/// read; that it vanishes from the map while it is being typed helps nobody. But where rows were
/// left out before, those that can be read are shown.
fn takes(content: &Content, read: &ReadText) -> bool {
    if read.complete {
        return true;
    }
    let before = store::read_with(&content.text, &content.levels);
    !before.complete && (before.scenario.is_none() || read.problems.len() <= before.problems.len())
}

impl Document {
    /// Returns `true` if something is typed that has not been taken over.
    pub fn is_typing(&self) -> bool {
        self.typing.is_some()
    }

    /// Returns `true` if what is typed takes longer to read than a user would wait for.
    pub fn is_long_to_read(&self) -> bool {
        self.typing.as_ref().is_some_and(TypedSource::differs) && self.is_large()
    }

    /// Returns `true` if what is typed is being read beside the window.
    pub fn is_reading(&self) -> bool {
        self.typing.as_ref().is_some_and(|typing| typing.beside.is_busy())
    }

    /// Reads what is being typed and takes it over: at once, or, in a large scenario, on a thread that calls `wake`
    /// when it is done; the next call takes over what it has read. What was typed meanwhile makes its answer void.
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
                // The Source tab asks for it.
                reading.text.outline();
                reading
            });
        }
    }

    /// Takes over what is being typed, if anything is, and waits until it is read.
    pub fn settle(&mut self) {
        let Some(mut typing) = self.typing.take().filter(TypedSource::differs) else { return };
        let read = typing.beside.wait().filter(|(edition, _)| *edition == self.edition);
        let reading = read.map_or_else(|| ReadingOutcome::of(&self.content, typing.text()), |(_, reading)| reading);
        self.take_over(typing.name, reading);
    }

    /// Calls the step that comes of what is being typed `name`.
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
