//! The fields of a place.

use battlewright_schema::mars_la_tour::Hold;
use battlewright_schema::{Place, PlaceId, Scenario, SideId};
use egui::Ui;

use super::super::{Shown, field};
use crate::act::Act;
use crate::edit::{Edit, Row, mars_la_tour};

pub(super) fn ui(ui: &mut Ui, shown: &Shown<'_>, at: usize, acts: &mut Vec<Act>) {
    let Some(place) = shown.common().places().get(at) else { return };
    let put = |field, place: Place| Act::field("Change place", field, Edit::Place(Row::Put(at, place)));
    if let Some((field, name)) = field::text(ui, acts, "Name", "The name printed on the map.", &place.name) {
        acts.push(put(field, Place { name, ..place.clone() }));
    }
    let help = "What the rest of the file calls it, such as in [victory]; references follow.";
    if let Some((field, id)) = field::text(ui, acts, "Id", help, place.id.as_str()) {
        acts.push(Act::field("Rename place", field, rename(shown.scenario(), at, place, id)));
    }
    let help = "The hexes it covers, parted by spaces; Shift-click with the place tool changes them too.";
    if let Some((field, hexes)) = field::hexes(ui, acts, "Hexes", help, &place.hexes) {
        acts.push(put(field, Place { hexes, ..place.clone() }));
    }
    let mut holders: Vec<(Option<SideId>, String)> = vec![(None, "Nobody".to_owned())];
    holders.extend(super::sides(shown).into_iter().map(|(id, name)| (Some(id), name)));
    let help = "The side that holds it before any unit has been there.";
    if let Some(holder) = field::choice(ui, "Holder", help, &place.holder, &holders) {
        acts.push(Act::edit("Change holder", Edit::Place(Row::Put(at, Place { holder, ..place.clone() }))));
    }
    let help = "Where this is known from.";
    if let Some((field, source)) = field::optional(ui, acts, "Source", help, place.source.as_deref()) {
        acts.push(put(field, Place { source, ..place.clone() }));
    }
    victory(ui, shown, place, acts);
}

/// VPs for the place, by side.
fn victory(ui: &mut Ui, shown: &Shown<'_>, place: &Place, acts: &mut Vec<Act>) {
    let Scenario::MarsLaTour(scenario) = shown.scenario() else { return };
    field::heading(ui, "Victory points for each hex");
    for (side, name) in super::sides(shown) {
        let row = scenario.victory.hold.iter().position(|hold| hold.place == place.id && hold.side == side);
        let points = row.and_then(|row| scenario.victory.hold.get(row)).map_or(0, |hold| hold.points_per_hex);
        let help = "VPs that this side scores for each hex of the place that it holds at the end (6.0); 0 for none.";
        let Some((field, points)) = field::number(ui, acts, &name, help, points, 0..=99, "VP") else { continue };
        let mut victory = scenario.victory.clone();
        match row.and_then(|row| victory.hold.get_mut(row)) {
            Some(hold) if points > 0 => hold.points_per_hex = points,
            Some(_) => victory.hold.retain(|hold| hold.place != place.id || hold.side != side),
            None => victory.hold.push(Hold { place: place.id.clone(), side, points_per_hex: points }),
        }
        let edit = mars_la_tour::Edit::Victory(Box::new(victory));
        acts.push(Act::field("Change victory points", field, Edit::MarsLaTour(edit)));
    }
}

/// Another id for the place, wherever it is used.
fn rename(scenario: &Scenario, at: usize, place: &Place, id: String) -> Edit {
    let id = PlaceId::from(id);
    let mut edits = vec![Edit::Place(Row::Put(at, Place { id: id.clone(), ..place.clone() }))];
    let Scenario::MarsLaTour(scenario) = scenario else { return Edit::All(edits) };
    if scenario.victory.hold.iter().any(|hold| hold.place == place.id) {
        let mut victory = scenario.victory.clone();
        for hold in victory.hold.iter_mut().filter(|hold| hold.place == place.id) {
            hold.place = id.clone();
        }
        edits.push(Edit::MarsLaTour(mars_la_tour::Edit::Victory(Box::new(victory))));
    }
    Edit::All(edits)
}
