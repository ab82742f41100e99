//! Text fields: one line, or several lines for longer texts.

use egui::{TextEdit, Ui};
use serde_json::Value;

use super::{Form, FormField};
use crate::widgets::{field, glyphs};

pub(super) fn ui(form: &mut Form<'_>, ui: &mut Ui, slot: &FormField<'_>) {
    let now = slot.now().and_then(Value::as_str).unwrap_or_default();
    let mut text = now.to_owned();
    if slot.path.last_key() == Some("description") {
        let label = slot.label();
        let width = ui.available_width();
        let name = super::field::left_label(ui, &label, width);
        let edit = TextEdit::multiline(&mut text).desired_rows(4).desired_width(f32::INFINITY);
        let response = ui.add(edit).labelled_by(name.id).on_hover_text(slot.help());
        typed(form, slot, &response, now, text);
        glyphs::note(ui, now);
        return;
    }
    form.row(ui, slot, |form, ui, label, width| {
        let id = ui.scope_id().with("text");
        if form.shown.writing == Some(&slot.path) {
            field::take_keyboard(ui, id, &text);
        }
        let edit = TextEdit::singleline(&mut text).id(id).desired_width(width);
        let response = ui.add(edit).labelled_by(label).on_hover_text(slot.help());
        typed(form, slot, &response, now, text);
    });
    glyphs::note(ui, now);
}

/// Pushes the typed text. Empty text omits an optional field.
pub(super) fn typed(form: &mut Form<'_>, slot: &FormField<'_>, response: &egui::Response, now: &str, text: String) {
    if text != now {
        let value = (slot.required || !text.is_empty()).then(|| Value::from(text));
        form.push_optional(slot, response.id, value);
    }
    form.seal(response);
}
