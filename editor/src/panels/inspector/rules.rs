//! The inspector page of the rules: settings with their published values, and links to the tables.

use battlewright_schema::rule::RowKind;
use battlewright_schema::schema_json::Shape;
use battlewright_schema::{DocPath, PathStep};
use egui::Ui;
use serde_json::Value;

use super::super::{PanelContext, tables};
use super::{form_with_lab, rule_cards};
use crate::messages::act::Act;
use crate::model::layout::BottomTab;
use crate::model::selection::{self, Selection};
use crate::widgets::field;
use battlewright_schema::words;

pub(super) fn ui(ui: &mut Ui, shown: &PanelContext<'_>, acts: &mut Vec<Act>) {
    rulesets(ui, shown);
    rule_cards::ui(ui, shown, acts);
    field::heading(ui, "Settings");
    let uses_rulesets = shown.scenario().use_count() > 0;
    ui.weak(if uses_rulesets {
        "What is not set here has the value of the rulesets in use, or else the published one."
    } else {
        "What is not set here has the published value."
    });
    let elsewhere = [&rule_cards::lists()[..], &["tables", "tables_named", "based_on"]].concat();
    form_with_lab(shown, acts).fields(ui, &DocPath::root().key("rules"), &elsewhere);
    field::heading(ui, "Tables");
    for (n, path) in selection::tables(shown.scenario()).iter().enumerate() {
        ui.horizontal(|ui| {
            let help = Shape::at(shown.scenario().system(), path).map_or_else(String::new, Shape::help);
            if ui.link(tables::name(shown.scenario(), path)).on_hover_text(help).clicked() {
                acts.push(Act::Select(Selection::Table(n)));
                acts.push(Act::Tab(BottomTab::Tables));
            }
            let changed_by = tables::changed_by(shown.scenario(), path);
            if shown.scenario().get(path).is_some() || changed_by.iter().any(|by| by == tables::THIS) {
                ui.weak("changed");
            } else if !changed_by.is_empty() {
                ui.weak(format!("changed by {}", changed_by.join(" and ")));
            }
        });
    }
}

/// Lists the rulesets in force with the values that they change. A value that the scenario sets itself is marked.
fn rulesets(ui: &mut Ui, shown: &PanelContext<'_>) {
    let scenario = shown.scenario();
    let rulesets = scenario.rulesets();
    if rulesets.is_empty() {
        return;
    }
    field::heading(ui, "Rulesets in use");
    for ruleset in rulesets {
        ui.label(format!("{} ({})", ruleset.title, ruleset.reference())).on_hover_text(&ruleset.place);
        for (path, value) in &ruleset.values {
            if let Some(words) = row_in_words(path, value) {
                ui.weak(words);
                continue;
            }
            let mut steps = DocPath::root().key("rules").0;
            steps.extend(path.0.iter().cloned());
            let path = DocPath(steps);
            let own = if scenario.get(&path).is_some() { ", changed by the scenario" } else { "" };
            let name = match path.0.iter().filter_map(step_name).collect::<Vec<_>>().as_slice() {
                // A value of a table is named with its table and its row.
                ["rules", "tables", cell @ ..] => {
                    cell.iter().map(|step| words::plain(step)).collect::<Vec<_>>().join(", ")
                }
                _ => words::label(scenario.system(), &path),
            };
            let help = Shape::at(scenario.system(), &path).map_or_else(String::new, Shape::help);
            ui.weak(format!("{name}: {}{own}", tables::in_words(value))).on_hover_text(help);
        }
    }
}

/// Returns the words for a row of rules of a ruleset, or for what it drops; `None` for a setting.
fn row_in_words(path: &DocPath, value: &Value) -> Option<String> {
    let [PathStep::Key(list), PathStep::Key(id)] = path.0.as_slice() else { return None };
    let is_row = list == "drop" || RowKind::of_list(list).is_some();
    let name = value.get("name").and_then(Value::as_str).unwrap_or(id);
    is_row.then(|| format!("{}: {name}", words::plain(list)))
}

/// Returns the key that `step` is, if it is one.
fn step_name(step: &PathStep) -> Option<&str> {
    match step {
        PathStep::Key(key) => Some(key),
        PathStep::Index(_) => None,
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
