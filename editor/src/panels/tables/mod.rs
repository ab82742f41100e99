//! The Tables tab: the tables of the system as grids, with the changes of the scenario.

mod cell;
mod columns;
mod sheet;

use battlewright_schema::cells::RuleCell;
use battlewright_schema::rule::{RowKind, stands_in_for};
use battlewright_schema::schema_json::Shape;
use battlewright_schema::{DocPath, Scenario, cells, provenance};
use egui::{Align, Layout, ScrollArea, Ui};

use super::PanelContext;
use super::form::published;
use crate::messages::act::Act;
use crate::model::edit::Edit;
use crate::model::rule_rows;
use crate::model::selection::{self, Selection};
use battlewright_schema::words;

pub use battlewright_schema::chart::{ChartCell, ChartGrid, ChartHead, ChartLine, ListColumns, find, grid, in_words};

/// A table of the rules.
#[derive(Clone, Debug, PartialEq)]
pub struct RulesTable {
    /// The path in the document.
    pub path: DocPath,
    /// The display name.
    pub name: String,
    /// The tooltip.
    pub help: String,
    /// `true` if the scenario has a copy of the table, or changes values of it by name.
    pub own: bool,
    /// `true` if the values have names, so that each is changed alone and without a copy of the table.
    pub named: bool,
    /// A sentence about where the values of the rules' table come from; `None` if all are as published.
    pub provenance: Option<&'static str>,
    /// The names of all that changes single values of the table: the rulesets in use, such as `"night-and-mud@1"`, and `"this scenario"`.
    pub changed_by: Vec<String>,
}

/// Returns the tables of the system.
pub fn data(shown: &PanelContext<'_>) -> Vec<RulesTable> {
    let scenario = shown.scenario();
    let table = |path: DocPath| RulesTable {
        name: name(scenario, &path),
        help: Shape::at(scenario.system(), &path).map_or_else(String::new, Shape::help),
        own: scenario.get(&path).is_some(),
        named: path.last_key().is_some_and(|key| cells::is_named(scenario.system(), key)),
        provenance: path
            .last_key()
            .filter(|_| stands_in_for(&path).is_none())
            .and_then(|key| provenance::of_table(scenario.system(), key)),
        changed_by: changed_by(scenario, &path),
        path,
    };
    selection::tables(scenario).into_iter().map(table).collect()
}

/// The name of the scenario among what changes a table.
pub(crate) const THIS: &str = "this scenario";

/// Returns what changes single values of the table at `path`: rulesets in use, by their references, and `"this scenario"`.
pub(crate) fn changed_by(scenario: &Scenario, path: &DocPath) -> Vec<String> {
    let within = DocPath(path.0.get(1..).unwrap_or_default().to_vec());
    let rulesets = scenario.rulesets().into_iter();
    let rulesets = rulesets.filter(|ruleset| ruleset.values.iter().any(|(value, _)| value.is_within(&within)));
    let mut names: Vec<String> = rulesets.map(|ruleset| ruleset.reference().to_string()).collect();
    let has_cell = |cell: &RuleCell| path.last_key() == Some(cell.table.as_str());
    names.extend(scenario.cells().iter().any(has_cell).then(|| THIS.to_owned()));
    names
}

/// Returns the display name of the table at `path`; that of one for some turns has the name of its section.
pub fn name(scenario: &Scenario, path: &DocPath) -> String {
    match stands_in_for(path) {
        Some((section, table)) => format!("{} · {section}", words::label(scenario.system(), &table)),
        None => words::label(scenario.system(), path),
    }
}

/// Draws the tab.
pub fn ui(ui: &mut Ui, shown: &PanelContext<'_>, editable: bool, acts: &mut Vec<Act>) {
    let tables = data(shown);
    let key = egui::Id::unique("visible table");
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
            ui.push_id(&table.name, |ui| ui.vertical(|ui| sheet::ui(ui, shown, table, editable, acts)));
        }
    });
}

/// Draws the buttons that copy the table into the scenario, or restore that of the rules. Named values need no copy.
pub(crate) fn buttons(ui: &mut Ui, shown: &PanelContext<'_>, path: &DocPath, acts: &mut Vec<Act>) {
    let name = words::lower(&name(shown.scenario(), path));
    let is_named = path.last_key().is_some_and(|key| cells::is_named(shown.scenario().system(), key));
    if shown.scenario().get(path).is_some() {
        let button =
            ui.button("Reset").on_hover_text("Remove what the scenario writes, so that the rules' own table counts");
        if button.clicked() {
            let edit = Edit::leave_out(shown.scenario(), path.clone());
            acts.push(Act::edit(format!("Reset {name} table"), edit));
        }
    } else if !is_named && ui.button("Change").on_hover_text("Copy this table into the scenario to edit it").clicked() {
        let copy = published(shown.scenario(), path).cloned();
        acts.push(Act::edit(format!("Change {name} table"), Edit::Put(path.clone(), copy)));
    }
    if stands_in_for(path).is_some() {
        return;
    }
    let other = ui.button("Other in some turns");
    let other =
        other.on_hover_text("Add a copy that stands in for this table in some turns, and the rule that tells which");
    if other.clicked()
        && let Some(edit) = rule_rows::table_for_some_turns(shown.scenario(), path)
    {
        acts.push(Act::edit(format!("Add another {name} table"), edit));
        let rows = shown.scenario().count(&rule_rows::list_path(RowKind::Table)).unwrap_or(0);
        acts.push(Act::Select(Selection::Rule(RowKind::Table, rows)));
    }
}
