//! The fields of a hex.

use battlewright_schema::{Cell, Start};
use egui::Ui;

use super::super::{Shown, field};
use crate::act::{Act, Selection};
use crate::edit::Edit;

pub(super) fn ui(ui: &mut Ui, shown: &Shown<'_>, cell: Cell, acts: &mut Vec<Act>) {
    let common = shown.common();
    let Ok(grid) = common.grid() else { return };
    let name = grid.name(cell);
    let letter = common.hexes().get(usize::from(cell.column), usize::from(cell.row));
    let all: Vec<(Option<char>, String)> =
        common.terrain().iter().map(|terrain| (Some(terrain.letter.0), terrain.name.to_owned())).collect();
    if let Some(Some(letter)) = field::choice(ui, "Terrain", "What the hex is.", &letter, &all) {
        acts.push(Act::edit(format!("Paint {name}"), Edit::Paint(vec![(cell, letter)])));
    }
    let mut links: Vec<(String, Selection)> = Vec::new();
    for n in 0..common.unit_count() {
        if let Some(unit) = common.unit(n).filter(|unit| unit.start == Start::At(name.clone())) {
            links.push((unit.name.to_owned(), Selection::Unit(n)));
        }
    }
    let places = common.places().iter().enumerate().filter(|(_, row)| row.hexes.contains(&name));
    links.extend(places.map(|(n, row)| (row.name.clone(), Selection::Place(n))));
    let entries = common.entries().iter().enumerate().filter(|(_, row)| row.hexes.contains(&name));
    links.extend(entries.map(|(n, row)| (format!("Entry {}", row.id), Selection::Entry(n))));
    let exits = common.exits().iter().enumerate().filter(|(_, row)| row.hexes.contains(&name));
    links.extend(exits.map(|(n, row)| (format!("Exit {}", row.id), Selection::Exit(n))));
    let roads = common.roads().iter().enumerate().filter(|(_, row)| row.path.contains(&name));
    links.extend(roads.map(|(n, row)| (row.name.clone().unwrap_or_else(|| "Road".to_owned()), Selection::Road(n))));
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
