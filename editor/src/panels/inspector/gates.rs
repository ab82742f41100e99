//! The fields of entries and exits.

use battlewright_schema::{Entry, Exit};
use egui::Ui;

use super::super::{Shown, field};
use crate::act::{Act, Selection};
use crate::edit::{Edit, Row};

const HEXES: &str = "The edge hexes it consists of, parted by spaces; Shift-click with the tool changes them too.";
const NAME: &str = "Where it leads, in words, such as Gorze road.";
const SOURCE: &str = "Where this is known from.";

pub(super) fn entry(ui: &mut Ui, shown: &Shown<'_>, at: usize, acts: &mut Vec<Act>) {
    let Some(entry) = shown.common().entries().get(at) else { return };
    let put = |field, entry: Entry| Act::field("Change entry", field, Edit::Entry(Row::Put(at, entry)));
    let help = "The letter printed on the map and on the counters.";
    if let Some((field, id)) = field::text(ui, acts, "Letter", help, entry.id.as_str()) {
        acts.push(put(field, Entry { id: id.into(), ..entry.clone() }));
    }
    if let Some((field, name)) = field::optional(ui, acts, "Name", NAME, entry.name.as_deref()) {
        acts.push(put(field, Entry { name, ..entry.clone() }));
    }
    let sides = super::sides(shown);
    if let Some(side) = field::choice(ui, "Side", "The side that may use it.", &entry.side, &sides) {
        acts.push(Act::edit("Change side of entry", Edit::Entry(Row::Put(at, Entry { side, ..entry.clone() }))));
    }
    if let Some((field, hexes)) = field::hexes(ui, acts, "Hexes", HEXES, &entry.hexes) {
        acts.push(put(field, Entry { hexes, ..entry.clone() }));
    }
    if let Some((field, source)) = field::optional(ui, acts, "Source", SOURCE, entry.source.as_deref()) {
        acts.push(put(field, Entry { source, ..entry.clone() }));
    }
    let common = shown.common();
    let arrivals: Vec<(u8, usize, String)> = (0..common.unit_count())
        .filter_map(|n| {
            let unit = common.unit(n)?;
            match unit.start {
                battlewright_schema::Start::Enters { turn, at, .. } if at == entry.id => {
                    Some((turn, n, unit.name.to_owned()))
                }
                _ => None,
            }
        })
        .collect();
    if !arrivals.is_empty() {
        field::heading(ui, "Enter here");
    }
    for (turn, n, name) in arrivals {
        ui.push_id(n, |ui| {
            ui.horizontal(|ui| {
                ui.weak(format!("Turn {turn}"));
                if ui.link(name).clicked() {
                    acts.push(Act::Select(Selection::Unit(n)));
                }
            });
        });
    }
}

pub(super) fn exit(ui: &mut Ui, shown: &Shown<'_>, at: usize, acts: &mut Vec<Act>) {
    let Some(exit) = shown.common().exits().get(at) else { return };
    let put = |field, exit: Exit| Act::field("Change exit", field, Edit::Exit(Row::Put(at, exit)));
    let help = "The letter printed on the map.";
    if let Some((field, id)) = field::text(ui, acts, "Letter", help, exit.id.as_str()) {
        acts.push(put(field, Exit { id: id.into(), ..exit.clone() }));
    }
    if let Some((field, name)) = field::optional(ui, acts, "Name", NAME, exit.name.as_deref()) {
        acts.push(put(field, Exit { name, ..exit.clone() }));
    }
    let sides = super::sides(shown);
    if let Some(side) = field::choice(ui, "Side", "The side that may leave here.", &exit.side, &sides) {
        acts.push(Act::edit("Change side of exit", Edit::Exit(Row::Put(at, Exit { side, ..exit.clone() }))));
    }
    if let Some((field, hexes)) = field::hexes(ui, acts, "Hexes", HEXES, &exit.hexes) {
        acts.push(put(field, Exit { hexes, ..exit.clone() }));
    }
    if let Some((field, source)) = field::optional(ui, acts, "Source", SOURCE, exit.source.as_deref()) {
        acts.push(put(field, Exit { source, ..exit.clone() }));
    }
}
