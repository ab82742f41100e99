//! The Tables tab: the system's tables as grids, as published or as the scenario has them.

mod cell;
mod grid;

use battlewright_schema::schema_json::Shape;
use battlewright_schema::{DocPath, Step};
use egui::{Align, Layout, RichText, ScrollArea, Ui, UiBuilder};
use serde_json::Value;

use super::Shown;
use super::form::{Form, published, words};
use crate::act::{Act, Selection};
use crate::edit::Edit;
use crate::selection;

pub use grid::{Cell, Grid, Head, Line, grid};

/// A table of the rules.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Where it is.
    pub path: DocPath,
    /// What it is called.
    pub name: String,
    /// What it is.
    pub help: String,
    /// Whether the scenario has its own.
    pub own: bool,
}

/// The tables that the tab lists.
pub fn data(shown: &Shown<'_>) -> Vec<Table> {
    let scenario = shown.scenario();
    let table = |path: DocPath| Table {
        name: words::label(&path),
        help: Shape::at(scenario.system(), &path).map_or_else(String::new, Shape::help),
        own: scenario.get(&path).is_some(),
        path,
    };
    selection::tables(scenario).into_iter().map(table).collect()
}

/// The value at `path` of `table`, which is itself a table of the rules.
pub(crate) fn find<'v>(table: &'v Value, path: &DocPath) -> Option<&'v Value> {
    // `rules.tables.NAME` leads to the table.
    path.0.iter().skip(3).try_fold(table, |here, step| match step {
        Step::Key(key) => here.get(key),
        Step::Index(at) => here.get(at),
    })
}

/// Draws the tab.
pub fn ui(ui: &mut Ui, shown: &Shown<'_>, editable: bool, acts: &mut Vec<Act>) {
    let tables = data(shown);
    let key = egui::Id::unique("the table shown");
    let last: usize = ui.data(|data| data.get_temp(key)).unwrap_or(0);
    let now = match shown.selection {
        Selection::Table(n) => n,
        _ => last,
    };
    let now = now.min(tables.len().saturating_sub(1));
    ui.data_mut(|data| data.insert_temp(key, now));
    ui.with_layout(Layout::left_to_right(Align::Min), |ui| {
        ui.vertical(|ui| {
            ui.set_width(150.0);
            ScrollArea::vertical().id_salt("names").auto_shrink(false).show(ui, |ui| {
                for (n, table) in tables.iter().enumerate() {
                    let text = if table.own { format!("{} *", table.name) } else { table.name.clone() };
                    if ui.selectable_label(n == now, text).on_hover_text(&table.help).clicked() {
                        acts.push(Act::Select(Selection::Table(n)));
                    }
                }
            });
        });
        ui.separator();
        if let Some(table) = tables.get(now) {
            ui.push_id(&table.name, |ui| ui.vertical(|ui| sheet(ui, shown, table, editable, acts)));
        }
    });
}

/// The buttons that make the table the scenario's own, or the published one again.
pub(crate) fn buttons(ui: &mut Ui, shown: &Shown<'_>, path: &DocPath, acts: &mut Vec<Act>) {
    let name = words::lower(&words::label(path));
    if shown.scenario().get(path).is_some() {
        let button = ui.button("As published").on_hover_text("Take the scenario's own table away");
        if button.clicked() {
            let edit = Edit::leave_out(shown.scenario(), path.clone());
            acts.push(Act::edit(format!("Take back {name} table"), edit));
        }
    } else if ui.button("Change").on_hover_text("Give the scenario a table of its own, a copy of this one").clicked() {
        let copy = published(shown.scenario(), path).cloned();
        acts.push(Act::edit(format!("Change {name} table"), Edit::Put(path.clone(), copy)));
    }
}

fn sheet(ui: &mut Ui, shown: &Shown<'_>, table: &Table, editable: bool, acts: &mut Vec<Act>) {
    ui.horizontal(|ui| {
        ui.label(RichText::new(&table.help).strong());
        if editable {
            buttons(ui, shown, &table.path, acts);
        }
        if !table.own {
            ui.weak("as published");
        }
    });
    let original = published(shown.scenario(), &table.path);
    let own = shown.scenario().get(&table.path);
    let Some(value) = own.as_ref().or(original) else { return };
    let Some(shape) = Shape::at(shown.scenario().system(), &table.path) else { return };
    let grid = grid(&table.path, shape, value);
    let editable = editable && table.own;
    ScrollArea::both().id_salt("cells").auto_shrink(false).show(ui, |ui| {
        egui::Grid::new("grid").spacing(egui::vec2(4.0, 3.0)).show(ui, |ui| {
            if !grid.heads.is_empty() {
                ui.label("");
                for head in &grid.heads {
                    ui.label(RichText::new(&head.text).small().weak()).on_hover_text(&head.help);
                }
                ui.end_row();
            }
            for (row, line) in grid.lines.iter().enumerate() {
                ui.label(RichText::new(&line.head.text).strong()).on_hover_text(&line.head.help);
                for (column, cell) in line.cells.iter().enumerate() {
                    let place = |row: Option<usize>| {
                        let row =
                            row.filter(|row| grid.lines.get(*row).is_some_and(|line| column < line.cells.len()))?;
                        Some(egui::Id::unique(("cell", &table.name, row, column)))
                    };
                    let id = egui::Id::unique(("cell", &table.name, row, column));
                    let at = cell::At {
                        cell,
                        value: find(value, &cell.path),
                        published: original.and_then(|original| find(original, &cell.path)),
                        above: place(row.checked_sub(1)),
                        below: place(Some(row + 1)),
                        id,
                        step: &format!("Change {} table", words::lower(&table.name)),
                    };
                    // Cells keep their place in the keyboard's order, whatever comes and goes.
                    ui.scope_builder(UiBuilder::new().scope_id(id.with("scope")), |ui| {
                        if !editable {
                            cell::fixed(ui, cell, value);
                            return;
                        }
                        mark(ui, at.value != at.published, line.names);
                        cell::ui(ui, shown, &at, acts);
                    });
                }
                if let (true, Some(path)) = (editable && grid.lines.len() > 1, &line.row) {
                    let button = ui.add(egui::Button::new("×").small());
                    let button = button.accessible_name(format!("Remove row {}", row + 1));
                    if button.on_hover_text("Remove the row").clicked() {
                        acts.push(Act::edit("Remove row", Edit::Put(path.clone(), None)));
                    }
                }
                ui.end_row();
            }
        });
        if let (true, Some((list, item))) = (editable, &grid.list)
            && ui.small_button("Add row").clicked()
        {
            let at = list.clone().index(grid.lines.len());
            let row = Form::new(shown, acts).blank(&at, *item);
            acts.push(Act::edit("Add row", Edit::Put(at, Some(row))));
        }
    });
}

/// Gives changed cells another ground than published ones.
fn mark(ui: &mut Ui, changed: bool, names: bool) {
    let visuals = ui.visuals_mut();
    if changed {
        let ground = visuals.selection.bg_fill;
        visuals.widgets.inactive.weak_bg_fill = ground;
        visuals.widgets.inactive.bg_fill = ground;
        visuals.text_edit_bg_color = Some(ground);
    } else if names {
        visuals.text_edit_bg_color = Some(visuals.faint_bg_color);
    }
}
