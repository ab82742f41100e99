//! Whole numbers.

use battlewright_balance::Vary;
use battlewright_schema::PathStep;
use egui::{Button, DragValue, Ui};
use serde_json::Value;

use super::{Form, FormField};
use crate::messages::act::Act;
use crate::model::balance;
use battlewright_schema::words;

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
        let response = drag(ui, &mut number, least, greatest, words::unit(&slot.path)).labelled_by(label);
        let response = response.on_hover_text(limits(slot, least, greatest));
        if number != now {
            form.put(slot, response.id, number);
        }
        form.seal(&response);
        tries(form, ui, slot, now, least, greatest);
    });
}

/// The way to other values: what they would change is found out by playing.
fn tries(form: &mut Form<'_>, ui: &mut Ui, slot: &FormField<'_>, now: i64, least: i64, greatest: i64) {
    let others: Vec<String> = [now - 1, now + 1]
        .into_iter()
        .filter(|other| (least..=greatest).contains(other))
        .map(|other| other.to_string())
        .collect();
    // Where the map lies on its scan, and how long a turn takes on the clock, is no matter of balance.
    let head = match slot.path.0.as_slice() {
        [PathStep::Key(key), ..] => key.as_str(),
        _ => "",
    };
    let matters = !matches!(head, "map" | "label") && (head != "turns" || slot.path.to_string() == "turns.count");
    if slot.value.is_none() || others.is_empty() || !matters {
        return;
    }
    let name = format!("Try other values: {}", words::lower(&slot.label()));
    let button = ui.add(Button::new("±").small().frame(false)).accessible_name(name);
    if button.on_hover_text("Try other values: play games with each, and see what changes").clicked() {
        let field = Vary::field(form.shown.scenario(), &slot.path);
        form.acts.push(Act::Balance(balance::BalanceAct::Try(format!("{field}={}", others.join(",")))));
    }
}

/// A number to be dragged or typed. What the file says is shown, in range or not; only typing is
/// held to the range.
pub(super) fn drag(ui: &mut Ui, number: &mut i64, least: i64, greatest: i64, unit: &str) -> egui::Response {
    let suffix = if unit.is_empty() { String::new() } else { format!(" {unit}") };
    let drag = DragValue::new(number).range(least..=greatest).clamp_existing_to_range(false);
    ui.add(drag.speed(0.05).suffix(suffix))
}

/// A number with a fraction.
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

/// The purpose of a number, and its limits.
fn limits(slot: &FormField<'_>, least: i64, greatest: i64) -> String {
    let help = slot.help();
    // The whole range of a type is no limit that anyone chose.
    if (least, greatest) == (0, 255) || (least, greatest) == (-128, 127) {
        return help;
    }
    format!("{help} From {least} to {greatest}.")
}
