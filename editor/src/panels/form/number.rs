//! Number fields.

use battlewright_schema::{DocPath, Scenario, words};
use egui::{DragValue, Ui};
use serde_json::Value;

use super::{Form, FormField};

/// A number present in the scenario, for the callback that draws next to it.
pub(crate) struct NumberField<'a> {
    pub(crate) scenario: &'a Scenario,
    pub(crate) path: &'a DocPath,
    pub(crate) value: i64,
    /// The minimum of the field.
    pub(crate) least: i64,
    /// The maximum of the field.
    pub(crate) greatest: i64,
}

pub(super) fn ui(form: &mut Form<'_>, ui: &mut Ui, slot: &FormField<'_>, least: i64, greatest: i64) {
    let Some(now) = slot.now().and_then(Value::as_i64) else {
        return form.add(ui, slot, || slot.shape.blank());
    };
    form.row(ui, slot, |form, ui, label, _| {
        if slot.value.is_none() && slot.published.is_some() {
            let weak = ui.visuals().weak_text_color();
            ui.visuals_mut().override_text_color = Some(weak);
        }
        let mut number = now;
        let response =
            drag(ui, &mut number, least, greatest, words::unit(slot.shape.system(), &slot.path)).labelled_by(label);
        let response = response.on_hover_text(limits(slot, least, greatest));
        if number != now {
            form.put(slot, response.id, number);
        }
        form.seal(&response);
        if let (Some(beside), Some(_)) = (form.beside_numbers, slot.value) {
            let scenario = form.shown.scenario();
            let field = NumberField { scenario, path: &slot.path, value: now, least, greatest };
            beside(ui, &field, form.acts);
        }
    });
}

/// Draws a number widget. An out-of-range value from the file is shown unchanged. Only input is clamped.
pub(super) fn drag(ui: &mut Ui, number: &mut i64, least: i64, greatest: i64, unit: &'static str) -> egui::Response {
    let suffix = if unit.is_empty() { String::new() } else { format!(" {}", words::unit_after(*number, unit)) };
    let drag = DragValue::new(number).range(least..=greatest).clamp_existing_to_range(false);
    ui.add(drag.speed(0.05).suffix(suffix))
}

/// Draws a field for a decimal number.
pub(super) fn decimal(form: &mut Form<'_>, ui: &mut Ui, slot: &FormField<'_>, least: i64, greatest: i64) {
    let Some(now) = slot.now().and_then(Value::as_f64) else {
        return form.add(ui, slot, || slot.shape.blank());
    };
    #[expect(clippy::cast_precision_loss, reason = "limits are far below 2 to the 52nd")]
    let range = least as f64..=greatest as f64;
    form.row(ui, slot, |form, ui, label, _| {
        let mut number = now;
        let drag = DragValue::new(&mut number).range(range).clamp_existing_to_range(false);
        let response = ui.add(drag.max_decimals(3)).labelled_by(label).on_hover_text(slot.help());
        if number.to_bits() != now.to_bits() {
            form.put(slot, response.id, number);
        }
        form.seal(&response);
    });
}

/// Returns the help of the field, with its limits.
fn limits(slot: &FormField<'_>, least: i64, greatest: i64) -> String {
    let help = slot.help();
    // The full range of an integer type is not worth a mention.
    if (least, greatest) == (0, 255) || (least, greatest) == (-128, 127) {
        return help;
    }
    format!("{help} From {least} to {greatest}.")
}
