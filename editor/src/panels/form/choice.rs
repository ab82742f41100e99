//! Fields for a choice of words, and check boxes.

use battlewright_schema::rule::RowKind;
use battlewright_schema::schema_json::{Shape, WordValue};
use battlewright_schema::{DocPath, Scenario};
use egui::{ComboBox, Response, Ui};
use serde_json::Value;

use super::{Form, FormField};
use crate::model::rule_rows;
use crate::widgets::popup;
use battlewright_schema::words;

/// Draws a check box for a Boolean field.
pub(super) fn check(form: &mut Form<'_>, ui: &mut Ui, slot: &FormField<'_>) {
    let now = slot.now().and_then(Value::as_bool).unwrap_or(false);
    form.whole_row(ui, slot, |form, ui| {
        let mut checked = now;
        let text = egui::RichText::new(slot.label());
        let text = if slot.value.is_none() && slot.published.is_some() { text.weak() } else { text };
        ui.checkbox(&mut checked, text).on_hover_text(slot.help());
        if checked != now {
            form.edit(super::change(slot), crate::model::edit::Edit::Put(slot.path.clone(), Some(checked.into())));
        }
    });
}

/// Draws a choice among the words that the schema permits.
pub(super) fn words(form: &mut Form<'_>, ui: &mut Ui, slot: &FormField<'_>) {
    let mut choices = choices(slot.shape);
    if let Some(kind) = rule_rows::kind_at(&slot.path) {
        for choice in &mut choices {
            rule_word(form.shown.scenario(), kind, choice);
        }
    }
    let now = slot.now().and_then(Value::as_str);
    let fitting = fitting(form, &slot.path, &choices, now);
    ui_of(form, ui, slot, fitting);
}

/// Returns those of `choices` that the scenario does not rule out for the field at `path`, and the value that it has `now`.
pub(super) fn fitting<'c>(
    form: &Form<'_>,
    path: &DocPath,
    choices: &'c [Choice],
    now: Option<&str>,
) -> Vec<&'c Choice> {
    let common = form.shown.common();
    let fits = |choice: &&Choice| Some(choice.value.as_str()) == now || common.suits(path, &choice.value);
    choices.iter().filter(fits).collect()
}

/// Names a word of the rules as expressions and findings do, and explains it.
fn rule_word(scenario: &Scenario, kind: RowKind, choice: &mut Choice) {
    let vocabulary = scenario.system().vocabulary();
    let phrase = match kind {
        RowKind::Modifier => vocabulary.hooks.iter().find(|hook| hook.name == choice.value).map(|hook| hook.phrase),
        RowKind::Forbid => vocabulary.acts.iter().find(|act| act.name == choice.value).map(|act| act.phrase),
        RowKind::Allow => vocabulary.lifts.iter().find(|lift| lift.name == choice.value).map(|lift| lift.phrase),
        RowKind::Event => {
            vocabulary.triggers.iter().find(|trigger| trigger.name == choice.value).map(|trigger| trigger.phrase)
        }
        RowKind::Skip => vocabulary.skips.iter().find(|skip| skip.name == choice.value).map(|skip| skip.phrase),
        _ => None,
    };
    if let Some(phrase) = phrase {
        choice.name.clone_from(&choice.value);
        choice.help = format!("{}.", words::capital(phrase));
    }
}

/// Returns the words that the schema permits.
pub(super) fn choices(shape: Shape) -> Vec<Choice> {
    let choice = |word: WordValue| Choice {
        value: word.word.to_owned(),
        name: words::word(word),
        help: word.meaning.to_owned(),
    };
    shape.words().into_iter().map(choice).collect()
}

/// An item of a choice.
pub(super) struct Choice {
    /// The value in the document.
    pub(super) value: String,
    /// The display name.
    pub(super) name: String,
    /// The tooltip.
    pub(super) help: String,
}

/// Draws a combo box with `choices`, and an empty choice if the field is optional.
pub(super) fn ui_of<'c>(
    form: &mut Form<'_>,
    ui: &mut Ui,
    slot: &FormField<'_>,
    choices: impl IntoIterator<Item = &'c Choice>,
) {
    let choices: Vec<&Choice> = choices.into_iter().collect();
    let now = slot.now().and_then(Value::as_str);
    let weak = slot.value.is_none() && slot.published.is_some();
    let may_miss = !slot.required && slot.published.is_none() && slot.shape.default().is_none();
    form.row(ui, slot, |form, ui, label, width| {
        let chosen = choices.iter().find(|choice| Some(choice.value.as_str()) == now);
        // A value outside the choices is shown as it is in the file.
        let text = chosen.map_or(now.unwrap_or("—"), |choice| choice.name.as_str());
        let text = if weak { egui::RichText::new(text).weak() } else { egui::RichText::new(text) };
        let combo = ComboBox::from_id_salt("choice").selected_text(text).width(width).truncate();
        let meaning = chosen.map(|choice| choice.help.as_str());
        let (response, next) = combo_box(ui, combo, choices.iter().copied(), now, may_miss);
        let meaning = meaning.unwrap_or("");
        response.labelled_by(label).on_hover_text(format!("{} {meaning}", slot.help()));
        match next {
            Some(Some(value)) if Some(value.as_str()) != now => {
                form.edit(super::change(slot), crate::model::edit::Edit::Put(slot.path.clone(), Some(value.into())));
            }
            Some(None) if now.is_some() => form.leave_out(slot),
            _ => {}
        }
    });
}

/// Draws `combo` with `choices`, and an empty choice if the value `may_miss`. Returns the response of the closed box, and
/// the chosen item: `Some(None)` for the empty one.
pub(super) fn combo_box<'c>(
    ui: &mut Ui,
    combo: ComboBox,
    choices: impl IntoIterator<Item = &'c Choice>,
    now: Option<&str>,
    may_miss: bool,
) -> (Response, Option<Option<String>>) {
    let mut next = None;
    let response = popup::list(combo, ui, |ui| {
        if may_miss && ui.selectable_label(now.is_none(), "—").clicked() {
            next = Some(None);
        }
        for choice in choices {
            let here = Some(choice.value.as_str()) == now;
            let label = ui.selectable_label(here, &choice.name);
            let label = if choice.help.is_empty() { label } else { popup::help_beside(label, &choice.help) };
            if label.clicked() {
                next = Some(Some(choice.value.clone()));
            }
        }
    });
    (response.response, next)
}
