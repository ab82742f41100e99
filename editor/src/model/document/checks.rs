//! The check for problems after a change: at once for a small scenario, in the background for a large one. A result
//! carries the edition of its text.

use std::sync::Arc;

use battlewright_export::art::LoadedTheme;

use crate::background_task::BackgroundTask;
use crate::model::history::Content;
use crate::model::store::{self, Problem, ReadText};
use crate::model::text::OutlinedText;

use super::Document;

/// The length of text, in bytes, up to which a scenario is checked at once. A limit of size, not of time, makes the
/// same scenario behave the same on every machine.
const SMALL: usize = 1 << 17;

/// The results of the last check.
#[derive(Debug)]
pub(super) struct Checks {
    /// The problems, most severe first.
    problems: Vec<Problem>,
    /// `true` if an error prevents the scenario from being played.
    broken: bool,
    /// `true` if no row of the text was left out of the scenario.
    complete: bool,
    /// The edition of the checked text.
    of: u64,
    /// The checked text.
    text: Arc<OutlinedText>,
    /// `true` if the same text must be checked again.
    again: bool,
    /// The check in the background.
    beside: BackgroundTask<CheckResult>,
}

/// A text and the result of reading it.
type CheckResult = (Arc<OutlinedText>, ReadText);

impl Checks {
    /// Creates the results of the first check. `read` is the result of reading `text`; its problems are moved out.
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

    /// Returns the text that was checked last.
    pub(super) fn text(&self) -> Arc<OutlinedText> {
        self.text.clone()
    }

    /// Requests another check of the same text, for example after a change of the lint levels.
    pub(super) fn look_again(&mut self) {
        self.again = true;
    }

    /// Stores the result of a check of the text with this `edition`.
    pub(super) fn take(&mut self, edition: u64, (text, read): CheckResult) {
        self.problems = read.problems;
        self.broken = !read.sound;
        self.complete = read.complete;
        self.of = edition;
        self.text = text;
    }

    /// Takes the result of the background check, if there is one.
    fn poll(&mut self) {
        // A newer text may have been checked meanwhile.
        if let Some((edition, answer)) = self.beside.poll().filter(|(edition, _)| *edition >= self.of) {
            self.take(edition, answer);
        }
    }
}

impl Document {
    /// Returns the problems, most severe first.
    pub fn problems(&self) -> &[Problem] {
        &self.checks.problems
    }

    /// Returns `true` if there are errors.
    pub fn is_broken(&self) -> bool {
        self.checks.broken
    }

    /// Returns `true` if the scenario contains all rows of the text.
    pub fn is_complete(&self) -> bool {
        self.checks.complete
    }

    /// Returns the edition that the problems belong to. For a large scenario, it lags behind the last change.
    pub fn checked_edition(&self) -> u64 {
        self.checks.of
    }

    /// Returns the text that was checked last. The positions of the problems refer to it.
    pub fn checked(&self) -> &Arc<OutlinedText> {
        &self.checks.text
    }

    /// Returns `true` if the last check covers the current text.
    pub fn is_checked(&self) -> bool {
        self.checks.of == self.edition && self.typing.is_none()
    }

    /// Returns `true` if [`Self::text`] is fast. For a large scenario that was changed, it is slow until the check is
    /// done.
    pub fn is_known(&self) -> bool {
        self.is_checked() || self.typing.is_some() || !self.is_large()
    }

    /// Returns the number of errors and of other problems.
    pub fn counts(&self) -> (usize, usize) {
        let errors = self.checks.problems.iter().filter(|problem| problem.is_error()).count();
        (errors, self.checks.problems.len() - errors)
    }

    /// Checks the scenario if it has changed: at once, or, for a large scenario, on a thread that calls `wake` when it
    /// is done. If several changes are made meanwhile, only the last state is checked next.
    pub fn refresh(&mut self, wake: impl FnOnce() + Send + 'static) {
        self.checks.poll();
        // Typed text is checked when it is parsed.
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
            // The Source tab needs the outline.
            answer.0.outline();
            answer
        });
    }

    /// Waits until the problems of the current document are known.
    pub fn wait_for_checks(&mut self) {
        self.settle();
        while self.checks.of != self.edition || self.checks.again {
            self.refresh(|| ());
            if let Some((edition, answer)) = self.checks.beside.wait() {
                self.checks.take(edition, answer);
            }
        }
    }

    /// Returns `true` if a check takes noticeable time, so that it runs in the background.
    pub(super) fn is_large(&self) -> bool {
        let (columns, rows) = self.scenario().common().size();
        self.content.text.len().max(usize::from(columns) * usize::from(rows) * 2) > SMALL
    }
}

/// Reads the text of `content` as it would be saved and returns its problems, including those of `art`.
fn look(content: &Content, art: &LoadedTheme) -> CheckResult {
    let text = content.written();
    let read = store::read_drawn(&text, &content.levels, content.path.as_deref(), art);
    (Arc::new(OutlinedText::new(text)), read)
}
