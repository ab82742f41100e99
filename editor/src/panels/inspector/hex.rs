//! The inspector page of a hex.

use battlewright_schema::{Cell, Counter};
use egui::Ui;

use super::super::PanelContext;
use crate::messages::act::Act;
use crate::model::edit::Edit;
use crate::model::selection::Selection;
use crate::widgets::field;

pub(super) fn ui(ui: &mut Ui, shown: &PanelContext<'_>, cell: Cell, acts: &mut Vec<Act>) {
    let common = shown.common();
    let Ok(grid) = common.grid() else { return };
    let name = grid.name(cell);
    let letter = common.hexes().get(usize::from(cell.column), usize::from(cell.row));
    let all: Vec<(Option<char>, String)> =
        common.terrain().iter().map(|terrain| (Some(terrain.letter.0), terrain.name.to_owned())).collect();
    if let Some(Some(letter)) = field::choice(ui, "Terrain", "Terrain of the hex.", &letter, &all) {
        acts.push(Act::edit(format!("Paint {name}"), Edit::Paint(vec![(cell, letter)])));
    }
    let mut links: Vec<(String, Selection)> = Vec::new();
    for counter in shown.document.crowd().counters_in(cell) {
        if let (Counter::Unit(n), Some(unit)) = (counter, common.counter(counter)) {
            links.push((unit.name.to_owned(), Selection::Unit(n)));
        }
    }
    for selection in shown.document.sites().at(cell) {
        let text = match *selection {
            Selection::Place(n) => common.places().get(n).map(|row| row.name.to_string()),
            Selection::Entry(n) => common.entries().get(n).map(|row| format!("Entry {}", row.id)),
            Selection::Exit(n) => common.exits().get(n).map(|row| format!("Exit {}", row.id)),
            Selection::Road(n) => common.roads().get(n).map(|row| row.name.as_deref().unwrap_or("Road").to_owned()),
            Selection::Row(_, n) => common.fortifications().get(n).map(|row| row.name.to_owned()),
            _ => None,
        };
        links.extend(text.map(|text| (text, *selection)));
    }
    if links.is_empty() {
        return;
    }
    field::heading(ui, "Here");
    for (n, (text, selection)) in links.into_iter().enumerate() {
        ui.push_id(n, |ui| {
            if ui.link(text).clicked() {
                acts.push(Act::Select(selection));
            }
        });
    }
}
