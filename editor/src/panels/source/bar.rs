//! The toolbar of the Source tab: line number, state of the text, and search.

use egui::{Align, Button, Key, Label, Layout, Modifiers, RichText, TextEdit, Ui, vec2};

use super::Source;
use crate::model::document::Document;
use crate::model::text::Caret;

/// The width below which the toolbar takes two rows, in points.
const NARROW: f32 = 620.0;

/// The width of the label of the search field, with its gap, in points.
const LABEL: f32 = 40.0;

impl Source {
    pub(super) fn bar(&mut self, ui: &mut Ui, document: &Document) {
        let narrow = ui.available_width() < NARROW;
        ui.horizontal(|ui| {
            self.line_field(ui);
            if narrow {
                self.state(ui, document);
                return;
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                self.find_field(ui);
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| self.state(ui, document));
            });
        });
        if narrow {
            let size = vec2(ui.available_width(), ui.spacing().interact_size.y);
            ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| self.find_field(ui));
        }
    }

    /// Draws the state of the text: valid or unreadable.
    fn state(&mut self, ui: &mut Ui, document: &Document) {
        let Some(unread) = document.unread() else {
            if !document.is_typing() && document.problems().is_empty() {
                let text = RichText::new("Text is valid").color(crate::theme::good(ui.visuals().dark_mode));
                ui.add(Label::new(text).truncate());
            }
            return;
        };
        let text = match unread.position {
            Some(position) => format!("Error in line {}: {}", position.line, unread.message),
            None => format!("Error: {}", unread.message),
        };
        let why = "The map is read-only and keeps its last valid state until you correct the text. Your text is \
                   kept. Click to go to the error. Press Ctrl+Z to undo.";
        let label = Label::new(RichText::new(text).color(ui.visuals().error_fg_color).strong()).truncate();
        let response = ui.add(label.sense(egui::Sense::click())).on_hover_text(why);
        if response.clicked()
            && let Some(mark) = self.marks.iter().find(|mark| mark.error)
        {
            self.put(mark.range.clone());
        }
    }

    /// Draws the line number, which also goes to another line.
    fn line_field(&mut self, ui: &mut Ui) {
        let label = ui.label("Line");
        let id = ui.scope_id().with("line");
        if !ui.memory(|memory| memory.has_focus(id)) {
            self.line = (self.lines.at(self.caret.at) + 1).to_string();
        }
        let field = TextEdit::singleline(&mut self.line).id(id).desired_width(44.0);
        let response = ui.add(field).labelled_by(label.id).on_hover_text("Go to a line (Ctrl+G)");
        if std::mem::take(&mut self.find.grab_line) {
            response.request_focus();
        }
        if response.gained_focus() {
            self.line.clear();
        }
        // Consumed, so that the text does not also receive the key.
        let entered = response.lost_focus() && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter));
        if entered && let Some(line) = self.line.trim().parse::<usize>().ok().and_then(|line| line.checked_sub(1)) {
            let at = self.lines.start(line.min(self.lines.count() - 1));
            self.put(at..at);
            self.find.went = true;
        }
        ui.weak(format!("of {}", self.lines.count()));
        let line = self.lines.range(&self.text, self.lines.at(self.caret.at));
        let text = self.text.get(line).unwrap_or_default();
        if let Some(note) = crate::widgets::glyphs::missing(ui, &egui::TextStyle::Monospace, text) {
            ui.add(Label::new(RichText::new(note).small().weak()).truncate());
        }
    }

    /// Draws the search field. The layout is right to left.
    fn find_field(&mut self, ui: &mut Ui) {
        let found = !self.find.places().is_empty();
        let next = ui.add_enabled(found, Button::new("Next")).on_hover_text("Next match (F3)");
        let previous = ui.add_enabled(found, Button::new("Previous")).on_hover_text("Previous match (Shift+F3)");
        ui.add_sized([72.0, 18.0], Label::new(RichText::new(self.find.count(self.caret.range())).weak()).truncate());
        let id = ui.scope_id().with("find");
        let width = (ui.available_width() - LABEL).clamp(40.0, 120.0);
        let field = TextEdit::singleline(&mut self.find.query).id(id).desired_width(width);
        let response = ui.add(field).on_hover_text("Find in the text (Ctrl+F)");
        let label = ui.label("Find");
        let response = response.labelled_by(label.id);
        if std::mem::take(&mut self.find.grab) {
            response.request_focus();
        }
        self.find.look(&self.text, self.edition);
        let (mut forth, mut back) = (next.clicked(), previous.clicked());
        if response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) {
            back |= ui.input(|input| input.modifiers.shift);
            forth = !back;
            response.request_focus();
        }
        // F3 works in the text as well as in the field.
        back |= ui.input_mut(|input| input.consume_key(Modifiers::SHIFT, Key::F3));
        forth |= ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::F3));
        if forth || back {
            self.find_next(back);
        } else if response.changed() {
            // During input, the first match at or after the caret.
            let start = self.caret.range().start;
            if let Some(place) = self.find.next(start..start, false) {
                self.reveal = Some(place.start);
                self.caret = Caret::selecting(place);
            }
        }
    }

    fn find_next(&mut self, back: bool) {
        if let Some(place) = self.find.next(self.caret.range(), back) {
            self.reveal = Some(place.start);
            self.caret = Caret::selecting(place);
            self.find.went = true;
        }
    }
}
