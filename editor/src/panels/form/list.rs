//! List fields: hexes and numbers separated by spaces, texts as lines, ids as tags, tables as rows.

use crate::widgets::small_button;
use battlewright_schema::Id;
use battlewright_schema::schema_json::ValueKind;
use egui::{TextEdit, Ui};
use serde_json::Value;

use super::{Form, FormField, point, rows, tags};
use crate::model::edit::Edit;
use battlewright_schema::words;

pub(super) fn ui(form: &mut Form<'_>, ui: &mut Ui, slot: &FormField<'_>) {
    let Some(item) = slot.shape.item() else { return };
    match item.kind() {
        ValueKind::Id(Id::HEX | Id::HEXSIDE) => in_one_line(form, ui, slot, |text| Some(text.into())),
        ValueKind::Number(least, greatest) => {
            let number = |text: &str| text.parse::<i64>().ok().filter(|number| (least..=greatest).contains(number));
            in_one_line(form, ui, slot, |text| number(text).map(Value::from));
        }
        ValueKind::Id(_) | ValueKind::Words => tags::ui(form, ui, slot, item),
        ValueKind::Text => texts(form, ui, slot),
        ValueKind::Point => point::list(form, ui, slot),
        ValueKind::Table => rows::list(form, ui, slot, item),
        _ => {}
    }
}

/// Draws a list of hexes, hexsides or numbers, separated by spaces. Text that `parsed_value` has no value for changes nothing.
fn in_one_line(form: &mut Form<'_>, ui: &mut Ui, slot: &FormField<'_>, parsed_value: impl Fn(&str) -> Option<Value>) {
    let items = slot.value.and_then(Value::as_array).into_iter().flatten();
    let items: Vec<String> = items.map(|item| item.as_str().map_or_else(|| item.to_string(), str::to_owned)).collect();
    let parse =
        |text: &str| text.split([' ', ',', '\n']).filter(|hex| !hex.is_empty()).map(str::to_owned).collect::<Vec<_>>();
    form.row(ui, slot, |form, ui, label, width| {
        let field = ui.scope_id().with("hexes");
        // Keeps the text as typed, for example with a trailing space.
        let typed: Option<String> = ui.data(|data| data.get_temp(field));
        let values = |text: &str| parse(text).iter().map(|entry| parsed_value(entry)).collect::<Option<Vec<Value>>>();
        // Text without a meaning is kept until it has one or the field is left.
        let same = |typed: &String| parse(typed) == items || values(typed).is_none();
        let before = typed.filter(same).unwrap_or_else(|| items.join(" "));
        let mut text = before.clone();
        let long = items.len() > 4;
        let edit = if long { TextEdit::multiline(&mut text).desired_rows(2) } else { TextEdit::singleline(&mut text) };
        let response = ui.add(edit.id(field).desired_width(width)).labelled_by(label);
        let response = response.on_hover_text(format!("{} Separate entries with spaces.", slot.help()));
        if text != before {
            ui.data_mut(|data| data.insert_temp(field, text.clone()));
            if let Some(list) = values(&text).filter(|_| parse(&text) != items) {
                let value = (slot.required || !list.is_empty()).then(|| Value::from(list));
                form.push_optional(slot, field, value);
            }
        } else if response.lost_focus() && values(&text).is_none() {
            ui.data_mut(|data| data.remove_temp::<String>(field));
        }
        form.seal(&response);
    });
}

/// Draws a list of texts, one per line. A new line gets the keyboard focus.
fn texts(form: &mut Form<'_>, ui: &mut Ui, slot: &FormField<'_>) {
    let items = slot.value.and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let field = ui.scope_id().with("texts");
    let next = FormField { path: slot.path.clone().index(items.len()), value: None, ..slot.clone() };
    if form.added(ui, &next, || "".into()) {
        ui.memory_mut(|memory| memory.request_focus(field.with(items.len())));
    }
    let label = slot.label();
    for (at, item) in items.iter().enumerate() {
        let path = slot.path.clone().index(at);
        let line =
            FormField { path: path.clone(), shape: slot.shape, value: Some(item), published: None, required: true };
        let id = ui.scope_id().with(at);
        ui.scope_builder(egui::UiBuilder::new().scope_id(id), |ui| {
            ui.horizontal(|ui| {
                let now = item.as_str().unwrap_or_default();
                let mut text = now.to_owned();
                let width = ui.available_width() - 32.0;
                let response = ui.add(TextEdit::singleline(&mut text).id(field.with(at)).desired_width(width));
                let response = response.accessible_name(format!("{label} {}", at + 1)).on_hover_text(slot.help());
                if text != now {
                    form.put(&line, response.id, text);
                }
                form.seal(&response);
                let name = format!("Remove {} {}", words::lower(&label), at + 1);
                if ui.add(small_button("×")).accessible_name(name).on_hover_text("Remove").clicked() {
                    form.edit(super::change(slot), Edit::leave_out(form.shown.scenario(), path));
                }
            });
        });
    }
}
