//! A list of ids or words, with a tag for each and a box to add more.

use crate::widgets::small_button;
use battlewright_schema::schema_json::{Shape, ValueKind};
use egui::{ComboBox, Ui};
use serde_json::Value;

use super::choice::Choice;
use super::{Form, FormField, id};
use crate::model::edit::Edit;
use crate::widgets::popup;
use battlewright_schema::words;

pub(super) fn ui(form: &mut Form<'_>, ui: &mut Ui, slot: &FormField<'_>, item: Shape) {
    let choices = match item.kind() {
        ValueKind::Id(id) => id::choices(form, id),
        _ => {
            let choice = |word| Choice { name: words::word(word), value: word.word.to_owned(), help: String::new() };
            item.words().into_iter().map(choice).collect()
        }
    };
    let items = slot.value.and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let label = words::lower(&slot.label());
    form.row(ui, slot, |form, ui, labelled_by, width| {
        ui.vertical(|ui| {
            ui.set_max_width(width);
            for (at, item) in items.iter().filter_map(Value::as_str).enumerate() {
                let name = choices.iter().find(|choice| choice.value == item).map_or(item, |choice| &choice.name);
                ui.horizontal(|ui| {
                    ui.label(name);
                    let button = ui.add(small_button("×"));
                    let button = button.accessible_name(format!("Remove {name} from {label}"));
                    if button.on_hover_text("Remove from list").clicked() {
                        let path = slot.path.clone().index(at);
                        form.edit(super::change(slot), Edit::leave_out(form.shown.scenario(), path));
                    }
                });
            }
            let mut next = None;
            let combo = ComboBox::from_id_salt("add").selected_text("Add…").width(width);
            let response = popup::list(combo, ui, |ui| {
                for choice in choices.iter().filter(|choice| !items.contains(&Value::from(choice.value.as_str()))) {
                    if ui.selectable_label(false, &choice.name).clicked() {
                        next = Some(choice.value.clone());
                    }
                }
            });
            response.response.labelled_by(labelled_by).on_hover_text(slot.help());
            if let Some(next) = next {
                let path = slot.path.clone().index(items.len());
                form.edit(super::change(slot), Edit::Put(path, Some(next.into())));
            }
        });
    });
}
