//! The Source tab: the text of the file for reading and typing, synchronized with the map.
//!
//! The tab keeps a copy of the text, so that typing does not wait for the scenario: what is typed
//! changes the copy at once and goes to the document as [`Act::Type`]. Only what is in view is laid out,
//! and only the lines that are typed into are colored anew; what tells of what is found out when all is read.

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
use super::{PanelContext, first_cell};
use crate::messages::act::Act;
use crate::model::document::{Document, MOST};
use crate::model::selection::Selection;
use crate::model::store;
use crate::model::text::{Caret, Lines, OutlinedText, SyntaxColors, TextPatch, TextSplice};

use self::find::Find;

/// The id that has the keyboard while the text is typed into.
pub fn text_id() -> Id {
    Id::unique("source text")
}

/// The content of the tab.
pub fn data(shown: &PanelContext<'_>) -> String {
    shown.document.text()
}

/// The text of the tab and where one is in it.
#[derive(Debug, Default)]
pub struct Source {
    /// The edition of the document's text that this is.
    edition: Option<u64>,
    text: String,
    lines: Lines,
    inks: SyntaxColors,
    caret: Caret,
    /// The problem, and the edition it was found in.
    marks: Vec<SourceMark>,
    marked: Option<u64>,
    /// The selection on the map, and the places where the text tells of it.
    selection: Selection,
    chosen: Vec<Range<usize>>,
    chosen_of: Option<u64>,
    /// A place to be brought into view.
    reveal: Option<usize>,
    /// The first line in view and how far it is scrolled past, to stay there when the text changes above it.
    top: (usize, f32),
    /// The number of lines that the text above it has become longer.
    grown: isize,
    /// The number of lines that are in view.
    page: usize,
    /// `true` if the next change of the text is looked at, as an undone step is.
    follow: bool,
    /// `true` if the text asks for the keyboard.
    grab: bool,
    /// The text that an input method composes.
    composed: String,
    /// The events that came while something asked for before them was not done yet.
    waiting: VecDeque<Event>,
    /// `true` if there is such a thing.
    waits: bool,
    find: Find,
    /// The text typed into the field of the line number.
    line: String,
}

impl Source {
    /// Goes to `range` of the document's text.
    pub(crate) fn go_to(&mut self, document: &Document, range: Range<usize>) {
        self.follow_document(document, true);
        self.put(range);
    }

    /// Puts the caret at `range`, brings it into view and gives the text the keyboard.
    fn put(&mut self, range: Range<usize>) {
        let within = |at: usize| (0..=at.min(self.text.len())).rev().find(|at| self.text.is_char_boundary(*at));
        let range = within(range.start).unwrap_or(0)..within(range.end).unwrap_or(0);
        self.caret = Caret::selecting(range.end..range.start);
        self.reveal = Some(range.start);
        self.grab = true;
    }

    /// From now on what is typed waits, or does not any more: until what was asked for before it is done.
    pub(crate) fn wait(&mut self, waits: bool) {
        self.waits = waits;
    }

    /// Asks for what is to be found.
    pub(crate) fn ask_find(&mut self) {
        self.find.grab = true;
    }

    /// Asks for the line to go to.
    pub(crate) fn ask_line(&mut self) {
        self.find.grab_line = true;
    }

    /// Draws the tab; it can be typed into unless a game is on.
    pub fn ui(&mut self, ui: &mut Ui, shown: &PanelContext<'_>, playing: bool, acts: &mut Vec<Act>) {
        let id = text_id();
        self.follow_document(shown.document, false);
        self.follow_problems(shown.document);
        self.follow_selection(ui, id, shown);
        self.bar(ui, shown.document);
        let before = (self.caret, self.edition);
        self.rows(ui, id, shown, playing, acts);
        // Where one goes is selected on the map; where one types is not, it may be half a word.
        let went = self.caret != before.0 && self.edition == before.1 && self.caret.range().is_empty();
        if went && !ui.input(|input| input.pointer.any_down()) || self.find.went() {
            self.select_here(shown, acts);
        }
    }

    /// Takes over the document's text if it is another by now: as soon as it has been made anyway, or
    /// `at_once`. What changed by that.
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
        // While the text cannot be read, what it tells of is not what the map shows.
        let known = shown.document.unread().is_none() && shown.document.is_complete();
        self.chosen = if known { places(shown.scenario(), self.inks.read(), self.selection) } else { Vec::new() };
        if let Some(first) = self.chosen.first().filter(|_| other && !self.grab) {
            self.reveal = Some(first.start);
            if !ui.memory(|memory| memory.has_focus(id)) {
                self.caret = Caret::new(first.start);
            }
        }
    }

    /// Selects what the text tells of where the caret is.
    fn select_here(&mut self, shown: &PanelContext<'_>, acts: &mut Vec<Act>) {
        let document = shown.document;
        if document.is_typing() || document.unread().is_some() || !document.is_complete() {
            return;
        }
        let selection = selection_at(shown.scenario(), self.inks.read(), self.caret.at);
        let Some(selection) = selection.filter(|selection| *selection != shown.selection) else { return };
        acts.push(Act::Select(selection));
        acts.extend(first_cell(shown.scenario(), &store::hexes(shown.scenario(), selection)).map(Act::Look));
        // It is known where that is; the text stays where it is.
        self.selection = selection;
        self.chosen = places(shown.scenario(), self.inks.read(), selection);
        self.chosen_of = self.edition;
    }

    /// Types `text` in place of `range`.
    fn type_in(&mut self, range: Range<usize>, text: &str, shown: &PanelContext<'_>, acts: &mut Vec<Act>) {
        let mut range = range;
        if self.edition < Some(shown.document.edition()) {
            // The map was changed a moment ago, and the text has not followed yet.
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
        // What is too long the document refuses, and says why.
        acts.push(Act::Type { edition, splice });
    }
}
