//! Id fields: references to hexes and other objects, and the id of a row.

use crate::widgets::small_button;
use battlewright_schema::Id;
use egui::{RichText, TextEdit, Ui};
use serde_json::Value;

use super::choice::{self, Choice};
use super::{Form, FormField, text};
use crate::messages::act::Act;
use crate::model::edit::Edit;
use crate::model::place::first_cell;
use battlewright_schema::words;

pub(super) fn ui(form: &mut Form<'_>, ui: &mut Ui, slot: &FormField<'_>, id: Id) {
    if id == Id::HEX || id == Id::HEXSIDE {
        hex(form, ui, slot);
    } else if slot.path.last_key() == Some("id") {
        let now = slot.value.and_then(Value::as_str).unwrap_or_default();
        form.row(ui, slot, |form, ui, label, width| own(form, ui, id, now, label, width, &slot.help()));
    } else {
        let choices = choices(form, id);
        choice::ui_of(form, ui, slot, &choices);
    }
}

/// Returns the choices for all objects with ids of kind `id`.
pub(super) fn choices(form: &mut Form<'_>, id: Id) -> Vec<Choice> {
    let known = form.known(id).iter();
    known.map(|known| Choice { value: known.id.clone(), name: words::known(id, known), help: String::new() }).collect()
}

/// Draws a hex field with a button that shows the hex.
fn hex(form: &mut Form<'_>, ui: &mut Ui, slot: &FormField<'_>) {
    let now = slot.value.and_then(Value::as_str).unwrap_or_default();
    form.row(ui, slot, |form, ui, label, width| {
        let mut hex = now.to_owned();
        let response = ui.add(TextEdit::singleline(&mut hex).desired_width((width - 62.0).min(90.0)));
        let response = response.labelled_by(label).on_hover_text(slot.help());
        text::typed(form, slot, &response, now, hex);
        if let Some(cell) = first_cell(form.shown.scenario(), &[now.into()])
            && ui.add(small_button("Show")).on_hover_text("Show the hex on the map").clicked()
        {
            form.acts.push(Act::Look(cell.into()));
        }
    });
}

/// Draws the id of a row, or the key of an entry. A change renames all references, as soon as the new id is valid and
/// unique.
pub(super) fn own(form: &mut Form<'_>, ui: &mut Ui, id: Id, now: &str, label: egui::Id, width: f32, help: &str) {
    let field = ui.scope_id().with("own");
    let typed: Option<String> = ui.data(|data| data.get_temp(field)).filter(|_| ui.memory(|m| m.has_focus(field)));
    let mut text = typed.unwrap_or_else(|| now.to_owned());
    let before = text.clone();
    let refused = (text != now).then(|| form.shown.scenario().renaming(id, now, &text).err()).flatten();
    ui.vertical(|ui| {
        let edit = TextEdit::singleline(&mut text).id(field).desired_width(width);
        let edit = if refused.is_some() { edit.text_color(ui.visuals().error_fg_color) } else { edit };
        let response = ui.add(edit).labelled_by(label).on_hover_text(format!("{help} References are updated."));
        if text != before {
            ui.data_mut(|data| data.insert_temp(field, text.clone()));
            if let Ok(edit) = Edit::rename(form.shown.scenario(), id, now, &text) {
                form.acts.push(Act::field(format!("Rename {}", id.noun()), field, edit));
            }
        }
        if let Some(refused) = refused {
            ui.label(
                RichText::new(words::capital(&refused.problem.to_string())).small().color(ui.visuals().error_fg_color),
            );
        }
        form.seal(&response);
    });
}
