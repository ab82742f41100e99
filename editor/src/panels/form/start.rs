//! The start of a counter: in a hex, as a reinforcement, or in a setup zone. Units and headquarters have a field for
//! each and use one.

use battlewright_schema::schema_json::{Shape, ValueKind};
use battlewright_schema::{DocPath, Id};
use egui::Ui;

use super::Form;
use crate::model::edit::Edit;
use crate::widgets::field;

/// The kinds of start: the document field and its display name.
const WAYS: [(&str, &str); 3] = [("at", "In a hex"), ("enters", "As a reinforcement"), ("zone", "In a setup zone")];

/// Returns the start fields of a table; empty if the table has none.
pub(super) fn fields(shape: Shape) -> Vec<&'static str> {
    let is = |name: &str, kind: ValueKind| {
        shape.field(name).is_some_and(|field| !field.required && field.shape.kind() == kind)
    };
    if !is("at", ValueKind::Id(Id::HEX)) || !is("enters", ValueKind::Table) {
        return Vec::new();
    }
    let there = WAYS.iter().map(|(name, _)| *name).filter(|name| shape.field(name).is_some());
    there.collect()
}

pub(super) fn ui(form: &mut Form<'_>, ui: &mut Ui, path: &DocPath, shape: Shape) {
    let scenario = form.shown.scenario();
    let ways: Vec<&str> = fields(shape);
    let has = |name: &str| scenario.get(&path.clone().key(name)).is_some();
    let now = ways.iter().copied().find(|way| has(way));
    field::heading(ui, "Start");
    let named = |way: &str| WAYS.iter().find(|(name, _)| *name == way).map_or("", |(_, name)| *name).to_owned();
    let all: Vec<(Option<&str>, String)> = ways.iter().map(|way| (Some(*way), named(way))).collect();
    let help = "On the map at the start, or as a reinforcement.";
    if let Some(Some(next)) = field::choice(ui, "Starts", help, &now, &all)
        && let Some(to) = shape.field(next)
    {
        let mut edits: Vec<Edit> =
            ways.iter().filter(|way| has(way)).map(|way| Edit::Put(path.clone().key(*way), None)).collect();
        let path = path.clone().key(next);
        let value = form.blank(&path, to.shape);
        edits.push(Edit::Put(path, Some(value)));
        form.edit("Change start", Edit::All(edits));
    }
    // A file with two starts shows both, so that one can be removed.
    for way in ways {
        let Some(to) = shape.field(way).filter(|_| has(way)) else { continue };
        if to.shape.kind() == ValueKind::Table {
            form.fields(ui, &path.clone().key(way), &[]);
        } else {
            form.named(ui, path, to);
        }
    }
}
