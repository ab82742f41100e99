//! Expressions of rules: a text, its findings with their fixes, and a builder for simple conditions.

use battlewright_schema::{DocPath, words};
use egui::{Id, TextEdit, TextStyle, Ui};
use serde_json::Value;

use super::{Form, FormField, builder};
use crate::model::edit::Edit;
use crate::model::rule_rows::ExpressionKind;
use crate::panels::problems;
use crate::widgets::{field, small_button};

/// The number of letters above which the field has several lines.
const WIDE: usize = 90;

/// Draws an expression with its label.
pub(super) fn ui(form: &mut Form<'_>, ui: &mut Ui, slot: &FormField<'_>, kind: ExpressionKind) {
    let label = slot.label();
    expression(form, ui, slot, kind, &label, false);
    if kind == ExpressionKind::Condition {
        let now = text_of(slot.value);
        builder::ui(form, ui, slot, &now);
    }
}

/// Draws the effects of an event, each with a button that removes it.
pub(super) fn effects(form: &mut Form<'_>, ui: &mut Ui, slot: &FormField<'_>) {
    let items = slot.value.and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    for (at, item) in items.iter().enumerate() {
        let path = slot.path.clone().index(at);
        let line = FormField { path, shape: slot.shape, value: Some(item), published: None, required: true };
        ui.push_id(at, |ui| {
            expression(form, ui, &line, ExpressionKind::Effect, &format!("Effect {}", at + 1), true);
        });
    }
    ui.horizontal(|ui| {
        let add = ui.add(small_button("Add effect")).on_hover_text(slot.help());
        if add.clicked() {
            let path = slot.path.clone().index(items.len());
            form.edit("Add effect", Edit::Put(path, Some("".into())));
        }
    });
}

/// Returns the text of an expression, which may be a whole number in the file.
fn text_of(value: Option<&Value>) -> String {
    match value {
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
        None => String::new(),
    }
}

fn expression(
    form: &mut Form<'_>,
    ui: &mut Ui,
    slot: &FormField<'_>,
    kind: ExpressionKind,
    label: &str,
    removable: bool,
) {
    let now = text_of(slot.value);
    let id = ui.scope_id().with("expression");
    let mut formatted = None;
    let labelled_by = ui
        .horizontal(|ui| {
            let response = field::left_label(ui, label, field::label_width(ui)).on_hover_text(slot.help());
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                if removable {
                    let name = format!("Remove {}", words::lower(label));
                    if ui.add(small_button("×")).accessible_name(name).on_hover_text("Remove").clicked() {
                        form.edit(
                            format!("Remove {}", words::lower(label)),
                            Edit::leave_out(form.shown.scenario(), slot.path.clone()),
                        );
                    }
                }
                let better = kind.formatted(&now).filter(|better| *better != now && !now.is_empty());
                let button = ui.add_enabled(better.is_some(), small_button("Format"));
                let button = button.accessible_name(format!("Format {}", words::lower(label)));
                let button = button.on_hover_text("Lay the text out: one space around signs, no needless brackets");
                if button.on_disabled_hover_text("The text has this layout, or it has errors").clicked() {
                    formatted = better;
                }
            });
            response.id
        })
        .inner;
    if form.shown.writing == Some(&slot.path) {
        field::take_keyboard(ui, id, &now);
    }
    let mut text = now.clone();
    let response = text_field(ui, kind, id, &mut text).labelled_by(labelled_by);
    let response = response.on_hover_text(slot.help());
    let text = formatted.unwrap_or(text);
    if text != now {
        let value = (slot.required || !text.is_empty()).then(|| kind.value(&text));
        form.push_optional(slot, response.id, value);
    }
    form.seal(&response);
    findings(form, ui, &slot.path);
}

/// Draws the text.
fn text_field(ui: &mut Ui, kind: ExpressionKind, id: Id, text: &mut String) -> egui::Response {
    let is_long = text.chars().count() > WIDE || text.contains('\n');
    let hint = match kind {
        ExpressionKind::Condition => "always",
        ExpressionKind::Effect => "an effect",
        ExpressionKind::Number | ExpressionKind::Value => "",
    };
    let width = ui.available_width() - 4.0;
    let edit = TextEdit::multiline(text).id(id).desired_rows(if is_long { 3 } else { 1 }).desired_width(width);
    let edit = edit.font(TextStyle::Monospace).hint_text(hint);
    // A short text has one line, so that Enter ends no line.
    ui.add(if is_long { edit } else { edit.return_key(None) })
}

/// Draws the findings about the value at `path`, with their fixes.
pub(crate) fn findings(form: &mut Form<'_>, ui: &mut Ui, path: &DocPath) {
    let shown = form.shown;
    for problem in shown.document.problems().iter().filter(|problem| problem.finding.path == *path) {
        problems::beneath(ui, shown, problem, form.acts);
    }
}
