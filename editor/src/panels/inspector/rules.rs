//! The inspector page of the rules: settings with their published values, and links to the tables.

use battlewright_schema::DocPath;
use battlewright_schema::cells::RuleCell;
use battlewright_schema::schema_json::Shape;
use egui::Ui;

use super::super::{PanelContext, tables};
use super::form_with_lab;
use crate::messages::act::Act;
use crate::model::layout::BottomTab;
use crate::model::selection::{self, Selection};
use crate::widgets::field;
use battlewright_schema::words;

pub(super) fn ui(ui: &mut Ui, shown: &PanelContext<'_>, acts: &mut Vec<Act>) {
    ui.weak("Empty fields have the published values.");
    form_with_lab(shown, acts).fields(ui, &DocPath::root().key("rules"), &["tables"]);
    field::heading(ui, "Tables");
    let cells = shown.scenario().cells();
    for (n, path) in selection::tables(shown.scenario()).iter().enumerate() {
        ui.horizontal(|ui| {
            let help = Shape::at(shown.scenario().system(), path).map_or_else(String::new, Shape::help);
            if ui.link(words::label(shown.scenario().system(), path)).on_hover_text(help).clicked() {
                acts.push(Act::Select(Selection::Table(n)));
                acts.push(Act::Tab(BottomTab::Tables));
            }
            let has_cell = |cell: &RuleCell| path.last_key() == Some(cell.table.as_str());
            if shown.scenario().get(path).is_some() || cells.iter().any(has_cell) {
                ui.weak("changed");
            }
        });
    }
}

/// Draws the page of one table, with a link to the Tables tab.
pub(super) fn table(ui: &mut Ui, shown: &PanelContext<'_>, acts: &mut Vec<Act>) {
    let Some(path) = shown.selection.path(shown.scenario()) else { return };
    ui.label(Shape::at(shown.scenario().system(), &path).map_or_else(String::new, Shape::help));
    tables::buttons(ui, shown, &path, acts);
    ui.weak("Edit the cells in the Tables tab below.");
    if ui.link("Show the table").clicked() {
        acts.push(Act::Tab(BottomTab::Tables));
    }
}
