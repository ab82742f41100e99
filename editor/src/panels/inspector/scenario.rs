//! The inspector page of the scenario: its properties, its map, and links to all other objects.

use battlewright_schema::DocPath;
use battlewright_schema::schema_json::{Shape, ValueKind};
use egui::Ui;

use super::super::PanelContext;
use super::super::form::Form;
use super::{form_with_lab, lists};
use crate::messages::act::Act;
use crate::messages::command::Command;
use crate::model::layout::BottomTab;
use crate::model::selection::{self, Selection};
use crate::widgets::field;
use battlewright_schema::words;

pub(super) fn ui(ui: &mut Ui, shown: &PanelContext<'_>, acts: &mut Vec<Act>) {
    let root = DocPath::root();
    let Some(shape) = Shape::at(shown.scenario().system(), &root) else { return };
    let line = |kind| !matches!(kind, ValueKind::Table | ValueKind::Keyed);
    let mut elsewhere = vec!["format", "system"];
    elsewhere
        .extend(shape.fields().iter().filter(|field| !line(field.shape.kind()) || rows(field.shape)).map(|f| f.name));
    form_with_lab(shown, acts).fields(ui, &root, &elsewhere);
    field::heading(ui, "Turns");
    form_with_lab(shown, acts).fields(ui, &root.clone().key("turns"), &[]);
    map(ui, shown, acts);
    field::heading(ui, "Contents");
    lists::keyed(ui, shown, &root.clone().key("map").key("terrain"), acts);
    for field in shape.fields() {
        let path = root.clone().key(field.name);
        match field.shape.kind() {
            ValueKind::Keyed => lists::keyed(ui, shown, &path, acts),
            ValueKind::List if rows(field.shape) => lists::rows(ui, shown, &path, false, acts),
            _ => {}
        }
    }
    field::heading(ui, "Rules and settings");
    for part in selection::parts(shown.scenario()) {
        let path = root.clone().key(part);
        let help = Shape::at(shown.scenario().system(), &path).map_or_else(String::new, Shape::help);
        if ui.link(words::label(shown.scenario().system(), &path)).on_hover_text(help).clicked() {
            acts.push(Act::Select(Selection::Part(part)));
        }
    }
    if ui.link("Tables").on_hover_text(BottomTab::Tables.help()).clicked() {
        acts.push(Act::Tab(BottomTab::Tables));
    }
}

/// Returns `true` for a list of tables.
fn rows(shape: Shape) -> bool {
    shape.item().is_some_and(|item| item.kind() == ValueKind::Table)
}

/// Draws the fields of the map or the table. Commands change its size, because they also move its contents.
fn map(ui: &mut Ui, shown: &PanelContext<'_>, acts: &mut Vec<Act>) {
    let (columns, rows) = shown.common().size();
    let (heading, size, commands) = match shown.common().table() {
        Some(table) => ("Table", table.to_string(), &[Command::Reshape][..]),
        None => ("Map", format!("{columns} columns, {rows} rows"), &[Command::Reshape, Command::Renumber][..]),
    };
    field::heading(ui, heading);
    ui.weak(size);
    ui.horizontal_wrapped(|ui| {
        for entry in commands.iter().filter_map(|command| command.entry()) {
            if ui.button(entry.name).on_hover_text(entry.help).clicked() {
                acts.push(Act::Command(entry.command));
            }
        }
    });
    let elsewhere = ["columns", "rows", "hexes", "levels", "terrain", "scan"];
    Form::new(shown, acts).fields(ui, &DocPath::root().key("map"), &elsewhere);
}
