//! Nested tables, and lists of tables.

use crate::widgets::small_button;
use battlewright_schema::DocPath;
use battlewright_schema::schema_json::{Shape, ValueKind};
use egui::{CollapsingHeader, Ui};
use serde_json::Value;

use super::{Form, FormField, summary};
use crate::model::edit::Edit;
use crate::widgets::field;
use battlewright_schema::words;

/// Draws a nested table.
pub(super) fn table(form: &mut Form<'_>, ui: &mut Ui, slot: &FormField<'_>) {
    let label = slot.label();
    let name = words::lower(&label);
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        field::heading_text(ui, &label);
        if slot.required || slot.published.is_some() {
            return;
        }
        if slot.value.is_none() {
            let button = ui.add(small_button("Add")).accessible_name(format!("Add {name}"));
            if button.on_hover_text(slot.help()).clicked() {
                let value = form.blank(&slot.path, slot.shape);
                form.edit(format!("Add {name}"), Edit::Put(slot.path.clone(), Some(value)));
            }
        } else {
            let button = ui.add(small_button("×")).accessible_name(format!("Clear {name}"));
            if button.on_hover_text("Clear").clicked() {
                form.leave_out(slot);
            }
        }
    });
    form.explain(ui, slot);
    if slot.value.is_some() || slot.published.is_some() {
        form.fields(ui, &slot.path, &[]);
    }
}

/// Draws a list of tables with buttons to add, move and remove them.
pub(super) fn list(form: &mut Form<'_>, ui: &mut Ui, slot: &FormField<'_>, item: Shape) {
    let items = slot.value.and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    field::heading(ui, &slot.label()).on_hover_text(slot.help());
    form.explain(ui, slot);
    let one = words::lower(&words::one(&slot.path));
    for (at, row) in items.iter().enumerate() {
        let path = slot.path.clone().index(at);
        let title = words::short(&format!("{}  {}", at + 1, summary(form.shown.scenario(), row, item)), 36);
        let header = CollapsingHeader::new(title).id_salt(at).default_open(items.len() <= 3);
        // The row of a field that is asked for opens.
        let is_asked = form.shown.writing.is_some_and(|asked| asked.is_within(&path));
        let header = header.open(is_asked.then_some(true));
        header.show(ui, |ui| {
            ui.horizontal(|ui| {
                let mut small = |sign: &str, name: &str, enabled: bool| {
                    let button = ui.add_enabled(enabled, small_button(sign));
                    button.accessible_name(format!("{name} {one} {}", at + 1)).on_hover_text(name).clicked()
                };
                if small("Up", "Move up", at > 0) {
                    moved(form, slot, at, at.saturating_sub(1), row);
                }
                if small("Down", "Move down", at + 1 < items.len()) {
                    moved(form, slot, at, at + 1, row);
                }
                if small("×", "Remove", true) {
                    let edit = Edit::leave_out(form.shown.scenario(), path.clone());
                    form.edit(format!("Remove {one}"), edit);
                }
            });
            form.fields(ui, &path, &[]);
        });
    }
    let add = ui.add(small_button(format!("Add {one}"))).on_hover_text(item.help());
    if add.clicked() {
        let path = slot.path.clone().index(items.len());
        let value = form.blank(&path, item);
        form.edit(format!("Add {one}"), Edit::Put(path, Some(value)));
    }
}

/// Moves row `from` of the list to `to`.
fn moved(form: &mut Form<'_>, slot: &FormField<'_>, from: usize, to: usize, row: &Value) {
    let edits =
        vec![Edit::Put(slot.path.clone().index(from), None), Edit::Insert(slot.path.clone().index(to), row.clone())];
    form.edit(format!("Move {}", words::lower(&words::one(&slot.path))), Edit::All(edits));
}

impl Form<'_> {
    /// Returns a new row with its required fields. References name the first possible object, and the id is unused.
    pub(crate) fn blank(&mut self, path: &DocPath, shape: Shape) -> Value {
        let mut value = shape.blank();
        self.complete(&mut value, shape);
        if let Some(table) = value.as_object_mut() {
            let one = words::lower(&words::one(path));
            if let Some(name) = table.get_mut("name").filter(|name| *name == "") {
                *name = format!("New {one}").into();
            }
            if let (Some(id), Some(own)) = (shape.own_id(), table.get_mut("id")) {
                let known = self.known(id);
                *own = crate::model::names::free_id(&one, |id| known.iter().any(|known| known.id == id)).into();
            }
        }
        value
    }

    /// Fills the references in `value` with the first possible objects.
    fn complete(&mut self, value: &mut Value, shape: Shape) {
        match shape.kind() {
            ValueKind::Id(id) => {
                if let Some(first) = self.known(id).first() {
                    *value = first.id.clone().into();
                }
            }
            ValueKind::Table => {
                for field in shape.fields() {
                    if let Some(value) = value.get_mut(field.name) {
                        self.complete(value, field.shape);
                    }
                }
            }
            _ => {}
        }
    }
}
