//! The fields of roads and hexside features.

use battlewright_schema::{Hexside, HexsideId, HexsideKind, Road};
use egui::Ui;

use super::super::{Shown, field};
use crate::act::Act;
use crate::edit::{Edit, Row};

pub(super) fn road(ui: &mut Ui, shown: &Shown<'_>, at: usize, acts: &mut Vec<Act>) {
    let Some(road) = shown.common().roads().get(at) else { return };
    let put = |field, road: Road| Act::field("Change road", field, Edit::Road(Row::Put(at, road)));
    let help = "What the road is called, such as Verdun road.";
    if let Some((field, name)) = field::optional(ui, acts, "Name", help, road.name.as_deref()) {
        acts.push(put(field, Road { name, ..road.clone() }));
    }
    let help = "The hexes it joins, each a neighbor of the one before, parted by spaces.";
    if let Some((field, path)) = field::hexes(ui, acts, "Path", help, &road.path) {
        acts.push(put(field, Road { path, ..road.clone() }));
    }
    let steps = road.path.len().saturating_sub(1);
    let metres = shown.common().hex_metres().filter(|_| steps > 0);
    let length = metres.map_or_else(String::new, |each| {
        let metres = u64::from(each) * u64::try_from(steps).unwrap_or(0);
        format!(", about {}.{} km", metres / 1000, metres % 1000 / 100)
    });
    ui.weak(format!("{steps} steps{length}"));
    let help = "Where this is known from.";
    if let Some((field, source)) = field::optional(ui, acts, "Source", help, road.source.as_deref()) {
        acts.push(put(field, Road { source, ..road.clone() }));
    }
}

pub(super) fn hexside(ui: &mut Ui, shown: &Shown<'_>, at: usize, acts: &mut Vec<Act>) {
    use HexsideKind::{Bridge, River, Slope, Stream, Wall};
    let Some(row) = shown.common().hexsides().get(at) else { return };
    let put = |field, row: Hexside| Act::field("Change hexsides", field, Edit::Hexside(Row::Put(at, row)));
    let kinds = [Stream, River, Bridge, Slope, Wall].map(|kind| (kind, crate::tools::hexside_name(kind).to_owned()));
    if let Some(kind) = field::choice(ui, "Lies there", "What lies along the hexsides.", &row.kind, &kinds) {
        acts.push(Act::edit("Change hexsides", Edit::Hexside(Row::Put(at, Hexside { kind, ..row.clone() }))));
    }
    let help = "What it is called, such as Yron.";
    if let Some((field, name)) = field::optional(ui, acts, "Name", help, row.name.as_deref()) {
        acts.push(put(field, Hexside { name, ..row.clone() }));
    }
    let help = "The hexsides, each as its two hexes with a slash, parted by spaces.";
    let shown_as: Vec<_> = row.between.iter().map(|side| side.as_str().into()).collect();
    if let Some((field, between)) = field::hexes(ui, acts, "Between", help, &shown_as) {
        let between = between.into_iter().map(|side| HexsideId(side.0)).collect();
        acts.push(put(field, Hexside { between, ..row.clone() }));
    }
    let help = "Where this is known from.";
    if let Some((field, source)) = field::optional(ui, acts, "Source", help, row.source.as_deref()) {
        acts.push(put(field, Hexside { source, ..row.clone() }));
    }
}
