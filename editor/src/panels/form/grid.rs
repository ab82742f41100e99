//! A list whose rows are only choices, such as Event Chits, as a table: one line a row, by side.

use battlewright_schema::schema_json::{Field, Shape, ValueKind};
use battlewright_schema::{DocPath, Id, words};
use egui::accesskit::Role;
use egui::{ComboBox, RichText, Ui};
use serde_json::Value;

use super::choice::{self, Choice};
use super::{Form, id};
use crate::model::edit::Edit;
use crate::theme::TARGET;
use crate::widgets::{field, small_button};

/// Returns the schema of the rows of the list at `path`, if each row is a few choices and nothing else.
pub(crate) fn item(shape: Shape) -> Option<Shape> {
    let item = shape.item().filter(|item| item.kind() == ValueKind::Table && item.own_id().is_none())?;
    let is_choice = |kind| match kind {
        ValueKind::Words => true,
        ValueKind::Id(id) => id != Id::HEX && id != Id::HEXSIDE,
        _ => false,
    };
    let fields = item.fields();
    (fields.len() > 1 && fields.iter().all(|field| field.required && is_choice(field.shape.kind()))).then_some(item)
}

/// Draws the list at `path`: the rows of each side below its name, with a button for another one.
pub(crate) fn ui(form: &mut Form<'_>, ui: &mut Ui, path: &DocPath) {
    let scenario = form.shown.scenario();
    let Some(item) = Shape::at(scenario.system(), path).and_then(item) else { return };
    let rows = scenario.get(path);
    let rows = rows.as_ref().and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let table = ChoiceGrid {
        path,
        item,
        rows,
        choices: item.fields().iter().map(|field| choices(form, field.shape)).collect(),
    };
    let Some((key, sides)) = table.side() else {
        table.group(form, ui, (0..rows.len()).collect(), true);
        table.adding(form, ui, rows.len(), None);
        return;
    };
    let owner = |at: usize| rows.get(at).and_then(|row| row.get(key)).and_then(Value::as_str);
    for side in sides {
        let own: Vec<usize> = (0..rows.len()).filter(|at| owner(*at) == Some(&side.value)).collect();
        field::heading(ui, &format!("{}  {}", side.name, own.len()));
        let next = own.last().map_or(rows.len(), |last| last + 1);
        table.group(form, ui, own, false);
        table.adding(form, ui, next, Some((key, side)));
    }
    // A row without a side of the scenario is an error. Here it can get one.
    let others: Vec<usize> =
        (0..rows.len()).filter(|at| !sides.iter().any(|side| owner(*at) == Some(&side.value))).collect();
    if !others.is_empty() {
        field::heading(ui, "Of no side");
        table.group(form, ui, others, true);
    }
}

/// Returns the choices for a field.
fn choices(form: &mut Form<'_>, shape: Shape) -> Vec<Choice> {
    match shape.kind() {
        ValueKind::Id(id) => id::choices(form, id),
        _ => choice::choices(shape),
    }
}

struct ChoiceGrid<'a> {
    path: &'a DocPath,
    item: Shape,
    rows: &'a [Value],
    /// The choices of each column.
    choices: Vec<Vec<Choice>>,
}

impl ChoiceGrid<'_> {
    /// Returns the name of a row, such as `"event chit"`.
    fn one(&self) -> String {
        words::lower(&words::one(self.path))
    }

    /// Returns the key of the field for the side, with its choices.
    fn side(&self) -> Option<(&'static str, &[Choice])> {
        let mut columns = self.item.fields().into_iter().zip(&self.choices);
        let side = columns.find(|(field, _)| field.shape.kind() == ValueKind::Id(Id::SIDE))?;
        Some((side.0.name, side.1))
    }

    /// Returns the columns: all fields, or all but the side.
    fn columns(&self, with_side: bool) -> Vec<(Field, &[Choice])> {
        let columns = self.item.fields().into_iter().zip(self.choices.iter().map(Vec::as_slice));
        columns.filter(|(field, _)| with_side || field.shape.kind() != ValueKind::Id(Id::SIDE)).collect()
    }

    /// Draws the rows at these indices, below the names of the columns.
    fn group(&self, form: &mut Form<'_>, ui: &mut Ui, rows: Vec<usize>, with_side: bool) {
        if rows.is_empty() {
            return;
        }
        let columns = self.columns(with_side);
        let count = f32::from(u8::try_from(columns.len()).unwrap_or(u8::MAX));
        // Two buttons follow.
        let room = ui.available_width() - 2.0 * TARGET - (count + 1.0) * ui.spacing().item_spacing.x - 2.0;
        let width = (room / count).max(64.0);
        self.head(ui, form, &columns, width);
        for at in rows {
            ui.push_id(at, |ui| self.line(form, ui, at, &columns, width));
        }
    }

    /// Draws the names of the columns.
    fn head(&self, ui: &mut Ui, form: &Form<'_>, columns: &[(Field, &[Choice])], width: f32) {
        ui.horizontal(|ui| {
            for (field, _) in columns {
                let label = words::label(form.shown.scenario().system(), &self.path.clone().index(0).key(field.name));
                let size = egui::vec2(width, ui.spacing().interact_size.y * 0.8);
                let left = egui::Layout::left_to_right(egui::Align::Center);
                let drawn = ui.allocate_ui_with_layout(size, left, |ui| {
                    ui.set_min_width(width);
                    ui.label(RichText::new(&label).small().weak()).on_hover_text(field.shape.help())
                });
                ui.ctx().accesskit_node_builder(drawn.inner.id, |node| {
                    node.set_role(Role::ColumnHeader);
                    node.set_label(label);
                });
            }
        });
    }

    /// Draws a row: its choices, and buttons that copy and remove it.
    fn line(&self, form: &mut Form<'_>, ui: &mut Ui, at: usize, columns: &[(Field, &[Choice])], width: f32) {
        let Some(row) = self.rows.get(at) else { return };
        let (one, path) = (self.one(), self.path.clone().index(at));
        ui.horizontal(|ui| {
            for (field, choices) in columns {
                let path = path.clone().key(field.name);
                let label = words::label(form.shown.scenario().system(), &path);
                let now = row.get(field.name).and_then(Value::as_str);
                let fitting = choice::fitting(form, &path, choices, now);
                let text = fitting.iter().find(|choice| Some(choice.value.as_str()) == now);
                let text = text.map_or(now.unwrap_or("—"), |choice| choice.name.as_str());
                let size = egui::vec2(width, ui.spacing().interact_size.y);
                let left = egui::Layout::left_to_right(egui::Align::Center);
                // A box takes the room that its row has, unless that is limited.
                let drawn = ui.allocate_ui_with_layout(size, left, |ui| {
                    ui.set_width(width);
                    let combo = ComboBox::from_id_salt(field.name).selected_text(text).width(width).truncate();
                    choice::combo_box(ui, combo, fitting, now, false)
                });
                let (response, next) = drawn.inner;
                response.on_hover_text(text).accessible_name(format!("{label} of {one} {}", at + 1));
                if let Some(Some(value)) = next.filter(|next| next.as_deref() != now) {
                    form.edit(format!("Change {}", words::lower(&label)), Edit::Put(path, Some(value.into())));
                }
            }
            let copy = ui.add(small_button("+")).accessible_name(format!("Duplicate {one} {}", at + 1));
            if copy.on_hover_text("Add another one like this").clicked() {
                form.edit(format!("Duplicate {one}"), Edit::Insert(self.path.clone().index(at + 1), row.clone()));
            }
            let remove = ui.add(small_button("×")).accessible_name(format!("Remove {one} {}", at + 1));
            if remove.on_hover_text("Remove").clicked() {
                form.edit(format!("Remove {one}"), Edit::leave_out(form.shown.scenario(), path.clone()));
            }
        });
    }

    /// Draws a button for another row at `at`, of a side if one is given.
    fn adding(&self, form: &mut Form<'_>, ui: &mut Ui, at: usize, side: Option<(&str, &Choice)>) {
        let label = format!("Add {}", self.one());
        let name = side.map_or_else(|| label.clone(), |(_, side)| format!("{label} for {}", side.name));
        if ui.add(small_button(label)).accessible_name(name).clicked() {
            self.add(form, at, side.map(|(key, side)| (key, side.value.as_str())));
        }
    }

    /// Adds a row at `at`, for a side if one is given, with the first choices that suit it.
    fn add(&self, form: &mut Form<'_>, at: usize, side: Option<(&str, &str)>) {
        let path = self.path.clone().index(at);
        let mut row = form.blank(&path, self.item);
        if let Some((key, side)) = side {
            row[key] = side.into();
        }
        // The row must be in the scenario to tell which words suit it.
        let mut then = form.shown.scenario().clone();
        let added = if self.rows.is_empty() {
            Edit::Put(self.path.clone(), Some(Value::Array(vec![row.clone()])))
        } else {
            Edit::Insert(path.clone(), row.clone())
        };
        if added.apply(&mut then).is_none() {
            return;
        }
        for (field, choices) in self.item.fields().into_iter().zip(&self.choices) {
            let suits = |choice: &&Choice| then.common().suits(&path.clone().key(field.name), &choice.value);
            if field.shape.kind() == ValueKind::Words
                && let Some(first) = choices.iter().find(suits)
            {
                row[field.name] = first.value.clone().into();
            }
        }
        let edit = if self.rows.is_empty() {
            Edit::Put(self.path.clone(), Some(Value::Array(vec![row])))
        } else {
            Edit::Insert(path, row)
        };
        form.edit(format!("Add {}", self.one()), edit);
    }
}
