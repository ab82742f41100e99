//! The Source tab: the text of the file, editable and synchronized with the map.
//!
//! The tab keeps a copy of the text, so that input does not wait for the check of the scenario. Input changes the copy
//! at once and goes to the document as [`Act::Type`]. Only visible lines are laid out, and only edited lines are
//! colored again. Selection and problem marks follow after a complete check.

mod bar;
mod find;
mod ink;
mod keys;
mod marks;
mod place;
mod rows;

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;

use egui::{Event, Id, Ui};

pub use self::marks::SourceMark;
pub use self::place::{places, selection_at};
use super::{PanelContext, look};
use crate::messages::act::Act;
use crate::model::document::{Document, MOST};
use crate::model::selection::Selection;
use crate::model::text::{Caret, Lines, OutlinedText, SyntaxColors, TextPatch, TextSplice};

use self::find::Find;

/// Returns the id of the text widget, for the keyboard focus.
pub fn text_id() -> Id {
    Id::unique("source text")
}

/// Returns the text of the document.
pub fn data(shown: &PanelContext<'_>) -> String {
    shown.document.text()
}

/// The state of the tab: a copy of the text, caret, marks and scroll position.
#[derive(Debug, Default)]
pub struct Source {
    /// The edition of the text copy.
    edition: Option<u64>,
    text: String,
    lines: Lines,
    inks: SyntaxColors,
    caret: Caret,
    /// The problem marks, and the edition for which they are valid.
    marks: Vec<SourceMark>,
    marked: Option<u64>,
    /// The selection on the map, and its byte ranges in the text.
    selection: Selection,
    chosen: Vec<Range<usize>>,
    chosen_of: Option<u64>,
    /// A byte offset to scroll to.
    reveal: Option<usize>,
    /// The first visible line as a byte offset, and its scroll offset, which keep the view stable during changes
    /// above.
    top: (usize, f32),
    /// The number of lines inserted above the first visible line.
    grown: isize,
    /// The number of visible lines.
    page: usize,
    /// `true` to move the caret to the next change, such as undo.
    follow: bool,
    /// `true` to focus the text in the next frame.
    grab: bool,
    /// The text in composition by an input method.
    composed: String,
    /// The keyboard events deferred until an undo or redo is complete.
    waiting: VecDeque<Event>,
    /// `true` while keyboard events are deferred.
    waits: bool,
    find: Find,
    /// The text in the line number field.
    line: String,
}

impl Source {
    /// Returns the tab of a document that has just been opened, at the start of its text.
    pub(crate) fn opened() -> Self {
        // The scroll position of the previous document is kept by the window.
        Self { reveal: Some(0), ..Self::default() }
    }

    /// Goes to `range` of the text of the document.
    pub(crate) fn go_to(&mut self, document: &Document, range: Range<usize>) {
        self.follow_document(document, true);
        self.put(range);
    }

    /// Selects `range`, scrolls to it and focuses the text.
    fn put(&mut self, range: Range<usize>) {
        let within = |at: usize| (0..=at.min(self.text.len())).rev().find(|at| self.text.is_char_boundary(*at));
        let range = within(range.start).unwrap_or(0)..within(range.end).unwrap_or(0);
        self.caret = Caret::selecting(range.end..range.start);
        self.reveal = Some(range.start);
        self.grab = true;
    }

    /// Starts or ends the deferral of keyboard events.
    pub(crate) fn wait(&mut self, waits: bool) {
        self.waits = waits;
    }

    /// Focuses the search field.
    pub(crate) fn ask_find(&mut self) {
        self.find.grab = true;
    }

    /// Focuses the line number field.
    pub(crate) fn ask_line(&mut self) {
        self.find.grab_line = true;
    }

    /// Draws the tab. The text is read-only during a game.
    pub fn ui(&mut self, ui: &mut Ui, shown: &PanelContext<'_>, playing: bool, acts: &mut Vec<Act>) {
        let id = text_id();
        self.follow_document(shown.document, false);
        self.follow_problems(shown.document);
        self.follow_selection(ui, id, shown);
        self.bar(ui, shown.document);
        let before = (self.caret, self.edition);
        self.rows(ui, id, shown, playing, acts);
        // Caret movement selects the object on the map. Typing does not, because a word may be incomplete.
        let went = self.caret != before.0 && self.edition == before.1 && self.caret.range().is_empty();
        if went && !ui.input(|input| input.pointer.any_down()) || self.find.take_moved() {
            self.select_here(shown, acts);
        }
    }

    /// Copies the changed text of the document if it is available or `at_once` is set. Returns the difference.
    fn follow_document(&mut self, document: &Document, at_once: bool) -> TextPatch {
        let known = self.edition == Some(document.edition());
        if known && !(self.inks.is_typed() && document.is_checked()) {
            return TextPatch::default();
        }
        let read = if document.is_checked() {
            Arc::clone(document.checked())
        } else if at_once || self.edition.is_none() || document.is_typing() {
            Arc::new(OutlinedText::new(document.text()))
        } else {
            return TextPatch::default();
        };
        let first = self.edition.is_none();
        self.edition = Some(document.edition());
        self.inks = SyntaxColors::of(Arc::clone(&read));
        if self.text == read.text() && !first {
            return TextPatch::default();
        }
        let patch = TextPatch::between(&self.text, read.text());
        let line = self.lines.at(self.top.0);
        read.text().clone_into(&mut self.text);
        self.lines = Lines::of(&self.text);
        if first {
            self.caret = self.caret.shifted(|at| at.min(self.text.len()));
            return TextPatch::default();
        }
        self.top.0 = patch.shift(self.top.0);
        self.grown = isize::try_from(self.lines.at(self.top.0)).unwrap_or(0) - isize::try_from(line).unwrap_or(0);
        self.caret = self.caret.shifted(|at| patch.shift(at));
        if std::mem::take(&mut self.follow)
            && let Some(end) = patch.end()
        {
            self.caret = Caret::new(end);
            self.reveal = Some(end);
        }
        for range in self.marks.iter_mut().map(|mark| &mut mark.range).chain(&mut self.chosen) {
            *range = patch.shift(range.start)..patch.shift(range.end);
        }
        patch
    }

    fn follow_problems(&mut self, document: &Document) {
        if document.is_checked() && self.edition == Some(document.edition()) && self.marked != self.edition {
            self.marks = marks::data(document, &self.text);
            self.marked = self.edition;
        }
    }

    fn follow_selection(&mut self, ui: &Ui, id: Id, shown: &PanelContext<'_>) {
        let other = self.selection != shown.selection;
        let stale = self.chosen_of != self.edition && self.edition == Some(shown.document.edition());
        if !other && !stale || shown.document.is_typing() {
            return;
        }
        self.selection = shown.selection;
        self.chosen_of = self.edition;
        // Unreadable text does not correspond to the map.
        let known = shown.document.unread().is_none() && shown.document.is_complete();
        self.chosen = if known { places(shown.scenario(), self.inks.read(), self.selection) } else { Vec::new() };
        if let Some(first) = self.chosen.first().filter(|_| other && !self.grab) {
            self.reveal = Some(first.start);
            if !ui.memory(|memory| memory.has_focus(id)) {
                self.caret = Caret::new(first.start);
            }
        }
    }

    /// Selects the object at the caret.
    fn select_here(&mut self, shown: &PanelContext<'_>, acts: &mut Vec<Act>) {
        let document = shown.document;
        if document.is_typing() || document.unread().is_some() || !document.is_complete() {
            return;
        }
        let selection = selection_at(shown.scenario(), self.inks.read(), self.caret.at);
        let Some(selection) = selection.filter(|selection| *selection != shown.selection) else { return };
        acts.push(Act::Select(selection));
        acts.extend(look(shown.scenario(), selection));
        // The text caused this selection, so it does not scroll.
        self.selection = selection;
        self.chosen = places(shown.scenario(), self.inks.read(), selection);
        self.chosen_of = self.edition;
    }

    /// Replaces `range` by `text`.
    fn type_in(&mut self, range: Range<usize>, text: &str, shown: &PanelContext<'_>, acts: &mut Vec<Act>) {
        let mut range = range;
        if self.edition < Some(shown.document.edition()) {
            // The map changed in this frame, so the range refers to an older text.
            let patch = self.follow_document(shown.document, true);
            range = patch.shift(range.start)..patch.shift(range.end);
        }
        let splice = TextSplice::new(range, text);
        let Some(edition) = self.edition else { return };
        let long = self.text.len() - splice.removed + splice.text.len() > MOST;
        if !long && splice.apply(&mut self.text).is_some() {
            self.lines.splice(&splice);
            self.inks.splice(&self.text, &self.lines, &splice);
            self.find.splice(&self.text, &splice, edition + 1);
            self.caret = Caret::new(splice.new_range().end);
            self.edition = Some(edition + 1);
            self.reveal = Some(self.caret.at);
            for range in self.marks.iter_mut().map(|mark| &mut mark.range).chain(&mut self.chosen) {
                *range = splice.shift(range.start)..splice.shift(range.end);
            }
        }
        // The document refuses text that is too long and reports the reason.
        acts.push(Act::Type { edition, splice });
    }
}
