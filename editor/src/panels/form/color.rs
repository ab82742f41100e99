//! Color fields.

use battlewright_schema::Color;
use egui::Ui;
use serde_json::Value;

use super::{Form, FormField};
use crate::canvas::ink;
use crate::messages::act::Act;
use crate::widgets::recent_colors;

pub(super) fn ui(form: &mut Form<'_>, ui: &mut Ui, slot: &FormField<'_>) {
    let Some(now) = slot.value.and_then(Value::as_str).and_then(Color::parse) else {
        return form.add(ui, slot, || slot.shape.blank());
    };
    form.row(ui, slot, |form, ui, label, _| {
        let mut color = ink::color(now);
        let response = ui.color_edit_button_srgba(&mut color).labelled_by(label).on_hover_text(slot.help());
        if response.changed() {
            recent_colors::note(ui.ctx(), color);
            form.put(slot, response.id, ink::file_color(color).to_string());
        }
        form.seal(&response);
        if let Some(recent) = recent_colors::ui(ui, color) {
            recent_colors::note(ui.ctx(), recent);
            form.put(slot, response.id, ink::file_color(recent).to_string());
            form.acts.push(Act::Seal);
        }
    });
}
