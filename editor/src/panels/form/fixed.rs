//! Fields with a fixed number of values side by side.

use battlewright_schema::schema_json::ValueKind;
use egui::{ComboBox, TextEdit, Ui};
use serde_json::Value;

use super::{Form, FormField, choice, number};
use battlewright_schema::words;

pub(super) fn ui(form: &mut Form<'_>, ui: &mut Ui, slot: &FormField<'_>, count: usize) {
    if slot.is_nothing() {
        return form.add(ui, slot, || slot.shape.blank());
    }
    let Some(item) = slot.shape.item() else { return };
    form.row(ui, slot, |form, ui, _, _| {
        for at in 0..count {
            let path = slot.path.clone().index(at);
            let part = words::part(&slot.path, at);
            let name = format!("{}, {part}", slot.label());
            let help = format!("{} ({part})", slot.help());
            let value = slot.now().and_then(|now| now.get(at));
            // A name such as "fresh" stands above its value; a number names nothing.
            let head = part.parse::<usize>().is_err().then(|| words::capital(&part));
            let one = FormField { path, shape: item, value, published: None, required: true };
            value_under(ui, head.as_deref(), |ui| match item.kind() {
                ValueKind::Number(least, greatest) => {
                    let now = value.and_then(Value::as_i64).unwrap_or_default();
                    let mut number = now;
                    let unit = if at + 1 == count { words::unit(slot.shape.system(), &slot.path) } else { "" };
                    let response = number::drag(ui, &mut number, least, greatest, unit);
                    let response = response.accessible_name(name).on_hover_text(help);
                    if number != now {
                        form.put(&one, response.id, number);
                    }
                    form.seal(&response);
                }
                ValueKind::Words => {
                    let now = value.and_then(Value::as_str);
                    let choices = choice::choices(item);
                    let chosen = choices.iter().find(|choice| Some(choice.value.as_str()) == now);
                    let text = chosen.map_or(now.unwrap_or_default(), |choice| choice.name.as_str());
                    let combo = ComboBox::from_id_salt(("choice", at)).selected_text(text).width(78.0).truncate();
                    let (response, next) = choice::combo_box(ui, combo, &choices, now, false);
                    let response = response.accessible_name(name).on_hover_text(help);
                    if let Some(Some(next)) = next
                        && Some(next.as_str()) != now
                    {
                        form.put(&one, response.id, next);
                    }
                }
                _ => {
                    let now = value.and_then(Value::as_str).unwrap_or_default();
                    let mut text = now.to_owned();
                    let response = ui.add(TextEdit::singleline(&mut text).desired_width(58.0));
                    let response = response.accessible_name(name).on_hover_text(help);
                    if text != now {
                        form.put(&one, response.id, text);
                    }
                    form.seal(&response);
                }
            });
        }
    });
}

/// Draws a value beneath its heading, if it has one.
fn value_under(ui: &mut Ui, head: Option<&str>, value: impl FnOnce(&mut Ui)) {
    let Some(head) = head else { return value(ui) };
    ui.vertical(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.label(egui::RichText::new(head).small().weak());
        value(ui);
    });
}
