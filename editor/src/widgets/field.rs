//! Form fields: each draws a label with help and a widget, and returns a changed value.

use std::ops::RangeInclusive;

use battlewright_schema::HexId;
use egui::text_edit::TextEditState;
use egui::text_selection::CCursorRange;
use egui::{ComboBox, DragValue, Id, TextEdit, Ui};

use super::popup;
use crate::messages::act::Act;

/// A changed value, with the id of the edited widget; `None` without a change.
pub type FieldChange<T> = Option<(Id, T)>;

/// Returns the width of the label column, in points.
pub fn label_width(ui: &Ui) -> f32 {
    (ui.available_width() * 0.38).clamp(92.0, 150.0)
}

/// Draws a form row: the label on the left, the widget on the right.
fn row<T>(ui: &mut Ui, label: &str, help: &str, widget: impl FnOnce(&mut Ui, Id) -> T) -> T {
    ui.horizontal(|ui| {
        let label = left_label(ui, label, label_width(ui)).on_hover_text(help);
        widget(ui, label.id)
    })
    .inner
}

/// Draws a muted, left-aligned label of the given `width`.
pub fn left_label(ui: &mut Ui, label: &str, width: f32) -> egui::Response {
    let text = egui::RichText::new(label).color(ui.visuals().text_color().gamma_multiply(0.78));
    let size = egui::vec2(width, ui.spacing().interact_size.y);
    let left = egui::Layout::left_to_right(egui::Align::Center);
    ui.allocate_ui_with_layout(size, left, |ui| {
        ui.set_min_width(width);
        ui.add(egui::Label::new(text).truncate())
    })
    .inner
}

/// Focuses the single-line field `id`, which must be drawn next, and selects all of its `text`.
pub fn take_keyboard(ui: &Ui, id: Id, text: &str) {
    let mut state = TextEditState::load(ui.ctx(), id).unwrap_or_default();
    state.cursor.set_char_range(Some(CCursorRange::select_all_str(text)));
    state.store(ui.ctx(), id);
    ui.memory_mut(|memory| memory.request_focus(id));
    ui.scroll_to_cursor(None);
}

/// Focuses the first widget within `rect` that was drawn in this frame and can be focused. Returns `false` if there is none.
pub fn focus_within(ui: &Ui, rect: egui::Rect) -> bool {
    let is_in = |widget: &&egui::WidgetRect| {
        widget.enabled && widget.sense.is_focusable() && rect.expand(1.0).contains_rect(widget.rect)
    };
    let layer = ui.layer_id();
    let first = ui.ctx().viewport(|viewport| viewport.this_pass.widgets.get_layer(layer).find(is_in).map(|it| it.id));
    if let Some(id) = first {
        ui.memory_mut(|memory| memory.request_focus(id));
    }
    first.is_some()
}

/// Draws a single-line text field.
pub fn text(ui: &mut Ui, acts: &mut Vec<Act>, label: &str, help: &str, value: &str) -> FieldChange<String> {
    row(ui, label, help, |ui, id| {
        let mut text = value.to_owned();
        let edit = TextEdit::singleline(&mut text).desired_width(ui.available_width() - 4.0);
        let response = ui.add(edit).labelled_by(id).on_hover_text(help);
        if response.lost_focus() {
            acts.push(Act::Seal);
        }
        (text != value).then_some((response.id, text))
    })
}

/// Draws an optional text field. Empty text is `None`.
pub fn optional(
    ui: &mut Ui,
    acts: &mut Vec<Act>,
    label: &str,
    help: &str,
    value: Option<&str>,
) -> FieldChange<Option<String>> {
    let changed = text(ui, acts, label, help, value.unwrap_or_default());
    changed.map(|(id, text)| (id, (!text.is_empty()).then_some(text)))
}

/// Draws a multi-line text field.
pub fn lines(ui: &mut Ui, acts: &mut Vec<Act>, label: &str, help: &str, value: &str) -> FieldChange<String> {
    let name = ui.label(egui::RichText::new(label).color(ui.visuals().text_color().gamma_multiply(0.78)));
    let mut text = value.to_owned();
    let edit = TextEdit::multiline(&mut text).desired_rows(3).desired_width(f32::INFINITY);
    let response = ui.add(edit).labelled_by(name.id).on_hover_text(help);
    if response.lost_focus() {
        acts.push(Act::Seal);
    }
    (text != value).then_some((response.id, text))
}

/// Draws a number field with a unit.
pub fn number<T: egui::emath::Numeric>(
    ui: &mut Ui,
    acts: &mut Vec<Act>,
    label: &str,
    help: &str,
    value: T,
    range: RangeInclusive<T>,
    unit: &str,
) -> FieldChange<T> {
    row(ui, label, help, |ui, id| {
        let mut number = value;
        let suffix = if unit.is_empty() { String::new() } else { format!(" {unit}") };
        // An out-of-range value from the file is shown unchanged. Only input is clamped.
        let drag = DragValue::new(&mut number).range(range).clamp_existing_to_range(false).speed(0.05).suffix(suffix);
        let response = ui.add(drag).labelled_by(id).on_hover_text(help);
        if response.lost_focus() || response.drag_stopped() {
            acts.push(Act::Seal);
        }
        (number != value).then_some((response.id, number))
    })
}

/// Draws a choice of one value from a list.
pub fn choice<T: PartialEq + Clone>(ui: &mut Ui, label: &str, help: &str, value: &T, all: &[(T, String)]) -> Option<T> {
    row(ui, label, help, |ui, id| {
        let mut chosen = value.clone();
        let shown = all.iter().find(|(one, _)| one == value).map_or("—", |(_, name)| name.as_str());
        let combo = ComboBox::from_id_salt(label).selected_text(shown).width(ui.available_width() - 4.0).truncate();
        let response = popup::list(combo, ui, |ui| {
            for (one, name) in all {
                ui.selectable_value(&mut chosen, one.clone(), name);
            }
        });
        response.response.labelled_by(id).on_hover_text(help);
        (chosen != *value).then_some(chosen)
    })
}

/// Draws a check box.
pub fn check(ui: &mut Ui, label: &str, help: &str, value: bool) -> Option<bool> {
    row(ui, label, help, |ui, id| {
        let mut checked = value;
        ui.checkbox(&mut checked, "").labelled_by(id).on_hover_text(help);
        (checked != value).then_some(checked)
    })
}

/// Draws a list of hexes, separated by spaces or commas.
pub fn hexes(ui: &mut Ui, acts: &mut Vec<Act>, label: &str, help: &str, value: &[HexId]) -> FieldChange<Vec<HexId>> {
    let shown = value.iter().map(HexId::as_str).collect::<Vec<_>>().join(" ");
    let key = ui.scope_id().with(("hexes", label));
    // Keeps the text as typed, for example with a trailing space.
    let typed: Option<String> = ui.data(|data| data.get_temp(key));
    let parse = |text: &str| text.split([' ', ',']).filter(|hex| !hex.is_empty()).map(HexId::from).collect::<Vec<_>>();
    let text_now = typed.filter(|typed| parse(typed) == value).unwrap_or(shown);
    let (id, text) = text(ui, acts, label, help, &text_now)?;
    ui.data_mut(|data| data.insert_temp(key, text.clone()));
    let list = parse(&text);
    (list != value).then_some((id, list))
}

/// Draws a heading in a panel.
pub fn heading(ui: &mut Ui, title: &str) -> egui::Response {
    ui.add_space(4.0);
    heading_text(ui, title)
}

/// Draws the text of a heading without the space above it.
pub fn heading_text(ui: &mut Ui, title: &str) -> egui::Response {
    let response =
        ui.label(egui::RichText::new(title.to_uppercase()).small().strong().color(ui.visuals().weak_text_color()));
    mark_as_heading(&response, 3, title);
    response
}

/// Tells screen readers that the widget of `response` is the heading `text` of this `level`.
pub fn mark_as_heading(response: &egui::Response, level: usize, text: &str) {
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Heading, true, text));
    response.ctx.accesskit_node_builder(response.id, |node| node.set_level(level));
}
