//! The fields of a side of the `mars-la-tour` system.

use battlewright_schema::Scenario;
use battlewright_schema::mars_la_tour::{Hq, Side};
use egui::Ui;

use super::super::{Shown, field};
use crate::act::Act;
use crate::canvas::ink;
use crate::edit::{Edit, mars_la_tour};

pub(super) fn ui(ui: &mut Ui, shown: &Shown<'_>, at: usize, acts: &mut Vec<Act>) {
    let Scenario::MarsLaTour(scenario) = shown.scenario() else { return };
    let Some((id, side)) = scenario.side.get_index(at) else { return };
    let edit = |side: Side| Edit::MarsLaTour(mars_la_tour::Edit::Side(id.clone(), Box::new(side)));
    let put = |field, side: Side| Act::field("Change side", field, edit(side));
    if let Some((field, name)) = field::text(ui, acts, "Name", "What its people are called.", &side.name) {
        acts.push(put(field, Side { name, ..side.clone() }));
    }
    ui.horizontal(|ui| {
        let label = field::left_label(ui, "Counter color", 92.0);
        let mut color = side.color.map_or_else(|| ink::side(at), ink::color);
        let response = ui.color_edit_button_srgba(&mut color).labelled_by(label.id);
        if response.changed() {
            let side = Side { color: Some(ink::file_color(color)), ..side.clone() };
            acts.push(put(response.id, side));
        }
    });
    let help = "Artillery ammunition points (AP) at the start of the game (5.1).";
    if let Some((field, ammunition)) = field::number(ui, acts, "Ammunition", help, side.ammunition, 0..=99, "AP") {
        acts.push(put(field, Side { ammunition, ..side.clone() }));
    }
    field::heading(ui, "Headquarters");
    if let Some((field, name)) = field::text(ui, acts, "HQ name", "The name on the HQ marker (3.2).", &side.hq.name) {
        acts.push(put(field, Side { hq: Hq { name, ..side.hq.clone() }, ..side.clone() }));
    }
    let help = "How far its command reaches (4.0 2c).";
    if let Some((field, range)) = field::number(ui, acts, "Range", help, side.hq.range, 1..=99, "hexes") {
        acts.push(put(field, Side { hq: Hq { range, ..side.hq.clone() }, ..side.clone() }));
    }
    field::heading(ui, "Abilities");
    let help = "How often each unit may still move after moving into an EZOC, in one phase (4.0 2b).";
    if let Some((field, n)) = field::number(ui, acts, "Moves in EZOC", help, side.moves_after_ezoc, 0..=9, "") {
        acts.push(put(field, Side { moves_after_ezoc: n, ..side.clone() }));
    }
    let help = "What its units that defend in open terrain add to their die (3.1 4c).";
    if let Some((field, chassepot)) = field::number(ui, acts, "Chassepot", help, side.chassepot, 0..=9, "DRM") {
        acts.push(put(field, Side { chassepot, ..side.clone() }));
    }
    let help = "The turn from which it places a mitrailleuse marker (4.0 1c); 0 for never.";
    let from = side.mitrailleuse_from_turn.unwrap_or(0);
    if let Some((field, from)) = field::number(ui, acts, "Mitrailleuse", help, from, 0..=99, "") {
        acts.push(put(field, Side { mitrailleuse_from_turn: (from > 0).then_some(from), ..side.clone() }));
    }
}
