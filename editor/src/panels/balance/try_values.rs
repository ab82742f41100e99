//! The button beside a number field that starts a comparison with other values in the Balance tab.

use crate::widgets::small_button;
use battlewright_balance::Vary;
use battlewright_schema::{PathStep, words};
use egui::Ui;

use crate::messages::act::Act;
use crate::model::balance::BalanceAct;
use crate::panels::form::NumberField;

/// Draws a button beside `field` that enters its neighboring values in the Balance tab, if they can affect the
/// balance.
pub(crate) fn button(ui: &mut Ui, field: &NumberField<'_>, acts: &mut Vec<Act>) {
    let others: Vec<String> = [field.value - 1, field.value + 1]
        .into_iter()
        .filter(|other| (field.least..=field.greatest).contains(other))
        .map(|other| other.to_string())
        .collect();
    if others.is_empty() || !matters(field) {
        return;
    }
    let name = format!("Try other values: {}", words::lower(&words::label(field.scenario.system(), field.path)));
    let button = ui.add(small_button("±").frame(false)).accessible_name(name);
    if button.on_hover_text("Try other values in the balance lab").clicked() {
        let change = Vary::field(field.scenario, field.path);
        acts.push(Act::Balance(BalanceAct::Try(format!("{change}={}", others.join(",")))));
    }
}

/// Returns `false` for numbers without effect on the balance, such as the map offset of a scan or the duration of a
/// turn.
fn matters(field: &NumberField<'_>) -> bool {
    let head = match field.path.0.as_slice() {
        [PathStep::Key(key), ..] => key.as_str(),
        _ => "",
    };
    !matches!(head, "map" | "label" | "computer") && (head != "turns" || field.path.to_string() == "turns.count")
}
