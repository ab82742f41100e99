//! Looking for problems after a change: in a small scenario at once, in a large one beside the window, which goes on
//! meanwhile. What was found says of which text it is.

use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::{Duration, Instant};

use crate::history::Content;
use crate::store::{self, Problem, Read};

use super::Document;

/// A text of this many bytes is read while the user waits. Telling by size, not by the clock, makes the same scenario
/// behave the same on every machine.
const SMALL: usize = 1 << 17;

/// What is known to be wrong.
#[derive(Debug)]
pub(super) struct Checks {
    /// The problems, worst first.
    problems: Vec<Problem>,
    /// Whether one of them keeps the scenario from being played.
    broken: bool,
    /// Whether nothing was left out of the scenario.
    complete: bool,
    /// The edition that they are of.
    of: u64,
    /// Its text.
    text: String,
    /// How long it took to find them.
    took: Duration,
    /// The edition that is being looked at, and where the answer will come from.
    busy: Option<(u64, Receiver<Answer>)>,
}

/// A text, what was found in it, and when that was begun.
type Answer = (String, Read, Instant);

impl Checks {
    /// What was found in the `text` of a document when it was `read`.
    pub(super) fn new(text: String, read: &mut Read) -> Self {
        let problems = std::mem::take(&mut read.problems);
        Self { problems, broken: !read.sound, complete: read.complete, of: 0, text, took: Duration::ZERO, busy: None }
    }

    /// Notes what was found in `text`, which is that of this `edition`, since `start`.
    pub(super) fn take(&mut self, edition: u64, text: String, read: Read, start: Instant) {
        self.problems = read.problems;
        self.broken = !read.sound;
        self.complete = read.complete;
        self.of = edition;
        self.text = text;
        self.took = start.elapsed();
    }

    /// Takes the answer, if it has come.
    fn poll(&mut self) {
        let Some((edition, answer)) = &self.busy else { return };
        match answer.try_recv() {
            Ok((text, read, start)) => {
                let edition = *edition;
                self.busy = None;
                // What was typed meanwhile may have been looked at already.
                if edition > self.of {
                    self.take(edition, text, read, start);
                }
            }
            Err(TryRecvError::Empty) => {}
            // It will be asked again.
            Err(TryRecvError::Disconnected) => self.busy = None,
        }
    }
}

impl Document {
    /// What is wrong, worst first.
    pub fn problems(&self) -> &[Problem] {
        &self.checks.problems
    }

    /// Whether it has errors.
    pub fn is_broken(&self) -> bool {
        self.checks.broken
    }

    /// Whether the scenario is all that the text says, with nothing left out.
    pub fn is_complete(&self) -> bool {
        self.checks.complete
    }

    /// The edition that the problems are of: a large scenario's come a moment after the change.
    pub fn checked(&self) -> u64 {
        self.checks.of
    }

    /// The text as it was when it was last checked; the problems are those of this text.
    pub fn checked_text(&self) -> &str {
        &self.checks.text
    }

    /// Whether that is the text as it is.
    pub fn is_checked(&self) -> bool {
        self.checks.of == self.edition && self.typing.is_none()
    }

    /// How long the last look for problems took.
    pub fn check_took(&self) -> Duration {
        self.checks.took
    }

    /// How many errors and warnings there are.
    pub fn counts(&self) -> (usize, usize) {
        let errors = self.checks.problems.iter().filter(|problem| problem.is_error()).count();
        (errors, self.checks.problems.len() - errors)
    }

    /// Looks for problems again if anything has changed: at once, or, in a large scenario, on a thread that calls
    /// `wake` when it is done. Of changes made meanwhile only the last is looked at then.
    pub fn refresh(&mut self, wake: impl FnOnce() + Send + 'static) {
        self.checks.poll();
        // What is being typed is checked when it is taken over.
        if self.checks.of == self.edition || self.checks.busy.is_some() || self.typing.is_some() {
            return;
        }
        if !self.is_large() {
            let (text, read, start) = look(&self.content);
            self.checks.take(self.edition, text, read, start);
            return;
        }
        let content = self.content.clone();
        let (send, receive) = channel();
        self.checks.busy = Some((self.edition, receive));
        std::thread::spawn(move || {
            // If another document is open by now, nobody waits for it.
            let _ = send.send(look(&content));
            wake();
        });
    }

    /// Waits until what is wrong is known of the document as it is now.
    pub fn wait_for_checks(&mut self) {
        self.settle();
        while self.checks.of != self.edition {
            self.refresh(|| ());
            if let Some((edition, answer)) = self.checks.busy.take()
                && let Ok((text, read, start)) = answer.recv()
            {
                self.checks.take(edition, text, read, start);
            }
        }
    }

    /// Whether looking through all of it takes longer than a user would wait for.
    fn is_large(&self) -> bool {
        let (columns, rows) = self.scenario().common().size();
        self.content.text.len().max(usize::from(columns) * usize::from(rows) * 2) > SMALL
    }
}

/// What is to be said of `content`, with its places in what its text becomes when it is saved.
fn look(content: &Content) -> Answer {
    let start = Instant::now();
    let text = content.written();
    let read = store::read(&text);
    (text, read, start)
}
