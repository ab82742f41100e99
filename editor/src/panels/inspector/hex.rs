//! The inspector page of a hex.

use crate::widgets::small_button;
use battlewright_schema::{Cell, Counter, DocPath};
use egui::Ui;
use serde_json::json;

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
    if !links.is_empty() {
        field::heading(ui, "Here");
    }
    for (n, (text, selection)) in links.into_iter().enumerate() {
        ui.push_id(n, |ui| {
            if ui.link(text).clicked() {
                acts.push(Act::Select(selection));
            }
        });
    }
    mega_hex(ui, shown, cell, acts);
}

/// Draws the mega-hex of the hex: its name, a link to the section, and a button that makes the hex a center.
fn mega_hex(ui: &mut Ui, shown: &PanelContext<'_>, cell: Cell, acts: &mut Vec<Act>) {
    let common = shown.common();
    let (Some(mega), Ok(grid)) = (common.mega_hexes(), common.grid()) else { return };
    let Some(plan) = mega.plan(&grid, |cell| common.has(cell)) else { return };
    let Some(center) = plan.number(cell).and_then(|number| plan.centers.get(number)) else { return };
    field::heading(ui, "Mega-hex");
    let (section, center_name) = (DocPath::root().key("mega_hexes"), grid.name(*center));
    let list = section.clone().key("named");
    let row = mega.named.iter().position(|row| row.center == center_name);
    let name = row.and_then(|row| mega.named.get(row)).map(|row| row.name.as_str());
    let help = "The name of the mega-hex. The default is the name of its center.";
    if let Some((id, name)) = field::optional(ui, acts, "Mega-hex name", help, name) {
        let edit = match (row, name) {
            (Some(row), Some(name)) => Edit::Put(list.index(row).key("name"), Some(name.into())),
            (Some(row), None) => Edit::leave_out(shown.scenario(), list.index(row)),
            (None, name) => {
                let row = json!({ "center": center_name, "name": name.unwrap_or_default() });
                match mega.named.len() {
                    0 => Edit::Put(list, Some(json!([row]))),
                    rows => Edit::Put(list.index(rows), Some(row)),
                }
            }
        };
        acts.push(Act::field("Change name of mega-hex", id, edit));
    }
    if ui.link(format!("Mega-hex around {center_name}")).on_hover_text("Show all mega-hexes").clicked() {
        acts.push(Act::Select(Selection::Part("mega_hexes")));
    }
    let button = ui.add_enabled(*center != cell, small_button("Make this hex a center"));
    if button.on_hover_text("Move the whole pattern, so that this hex is the center of a mega-hex").clicked() {
        let edit = Edit::Put(section.key("center"), Some(grid.name(cell).to_string().into()));
        acts.push(Act::edit("Move mega-hexes", edit));
    }
}
