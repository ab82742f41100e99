//! The check for problems after a change: at once in a small scenario, in the background in a large one. Results name
//! the text that they belong to.

use std::sync::Arc;

use battlewright_export::art::LoadedTheme;

use crate::background_task::BackgroundTask;
use crate::model::history::Content;
use crate::model::store::{self, Problem, ReadText};
use crate::model::text::OutlinedText;

use super::Document;

/// A text of this many bytes is read while the user waits. Telling by size, not by the clock, makes the same scenario
/// behave the same on every machine.
const SMALL: usize = 1 << 17;

/// The known problems.
#[derive(Debug)]
pub(super) struct Checks {
    /// The problems, worst first.
    problems: Vec<Problem>,
    /// `true` if one of them keeps the scenario from being played.
    broken: bool,
    /// `true` if nothing was left out of the scenario.
    complete: bool,
    /// The edition that they are of.
    of: u64,
    /// Its text.
    text: Arc<OutlinedText>,
    /// `true` if the same text is to be looked at again.
    again: bool,
    /// The look that is being taken.
    beside: BackgroundTask<CheckResult>,
}

/// A text, and what was found in it.
type CheckResult = (Arc<OutlinedText>, ReadText);

impl Checks {
    /// The problems found in the `text` of a document when it was `read`.
    pub(super) fn new(text: String, read: &mut ReadText) -> Self {
        let problems = std::mem::take(&mut read.problems);
        Self {
            problems,
            broken: !read.sound,
            complete: read.complete,
            of: 0,
            text: Arc::new(OutlinedText::new(text)),
            again: false,
            beside: BackgroundTask::default(),
        }
    }

    /// The text that was looked at last.
    pub(super) fn text(&self) -> Arc<OutlinedText> {
        self.text.clone()
    }

    /// Has the same text looked at again: what is wrong is taken otherwise now.
    pub(super) fn look_again(&mut self) {
        self.again = true;
    }

    /// Notes what was found in `text`, which is that of this `edition`.
    pub(super) fn take(&mut self, edition: u64, (text, read): CheckResult) {
        self.problems = read.problems;
        self.broken = !read.sound;
        self.complete = read.complete;
        self.of = edition;
        self.text = text;
    }

    /// Takes the answer, if it has come.
    fn poll(&mut self) {
        // What was typed meanwhile may have been looked at already.
        if let Some((edition, answer)) = self.beside.poll().filter(|(edition, _)| *edition >= self.of) {
            self.take(edition, answer);
        }
    }
}

impl Document {
    /// The problem, worst first.
    pub fn problems(&self) -> &[Problem] {
        &self.checks.problems
    }

    /// Returns `true` if it has errors.
    pub fn is_broken(&self) -> bool {
        self.checks.broken
    }

    /// Returns `true` if the scenario is all that the text says, with nothing left out.
    pub fn is_complete(&self) -> bool {
        self.checks.complete
    }

    /// The edition that the problems are of: a large scenario's come a moment after the change.
    pub fn checked_edition(&self) -> u64 {
        self.checks.of
    }

    /// The text as it was when it was last checked; the problems are those of this text.
    pub fn checked(&self) -> &Arc<OutlinedText> {
        &self.checks.text
    }

    /// Returns `true` if that is the text as it is.
    pub fn is_checked(&self) -> bool {
        self.checks.of == self.edition && self.typing.is_none()
    }

    /// Returns `true` if its text can be had at once: that of a large scenario, which was changed, only when it has
    /// been checked.
    pub fn is_known(&self) -> bool {
        self.is_checked() || self.typing.is_some() || !self.is_large()
    }

    /// The number of errors and warnings.
    pub fn counts(&self) -> (usize, usize) {
        let errors = self.checks.problems.iter().filter(|problem| problem.is_error()).count();
        (errors, self.checks.problems.len() - errors)
    }

    /// Looks for problems again if anything has changed: at once, or, in a large scenario, on a thread that calls
    /// `wake` when it is done. Of changes made meanwhile only the last is looked at then.
    pub fn refresh(&mut self, wake: impl FnOnce() + Send + 'static) {
        self.checks.poll();
        // What is being typed is checked when it is taken over.
        let known = self.checks.of == self.edition && !self.checks.again;
        if known || self.checks.beside.is_busy() || self.typing.is_some() {
            return;
        }
        self.checks.again = false;
        if !self.is_large() {
            self.checks.take(self.edition, look(&self.content, &self.artwork.loaded));
            return;
        }
        let (content, art) = (self.content.clone(), Arc::clone(&self.artwork.loaded));
        self.checks.beside.begin(self.edition, wake, move || {
            let answer = look(&content, &art);
            // Who shows the text asks for it.
            answer.0.outline();
            answer
        });
    }

    /// Waits until what is wrong is known of the document as it is now.
    pub fn wait_for_checks(&mut self) {
        self.settle();
        while self.checks.of != self.edition || self.checks.again {
            self.refresh(|| ());
            if let Some((edition, answer)) = self.checks.beside.wait() {
                self.checks.take(edition, answer);
            }
        }
    }

    /// Returns `true` if looking through all of it takes longer than a user would wait for.
    pub(super) fn is_large(&self) -> bool {
        let (columns, rows) = self.scenario().common().size();
        self.content.text.len().max(usize::from(columns) * usize::from(rows) * 2) > SMALL
    }
}

/// The problems of `content`, which is drawn with `art`, with their places in the text that is saved.
fn look(content: &Content, art: &LoadedTheme) -> CheckResult {
    let text = content.written();
    let read = store::read_drawn(&text, &content.levels, art);
    (Arc::new(OutlinedText::new(text)), read)
}
