//! The start of a counter: in a hex or on the table, as a reinforcement, or in a setup zone. Units and headquarters have a
//! field for each and use one.

use battlewright_schema::schema_json::{Shape, ValueKind};
use battlewright_schema::{Counter, DocPath, Id, MarchColumn, Start, TablePosition};
use egui::Ui;

use super::{Form, point};
use crate::model::edit::Edit;
use crate::widgets::field;

/// The kinds of start: the document field and its display name.
const WAYS: [(&str, &str); 3] = [("at", "In a hex"), ("enters", "As a reinforcement"), ("zone", "In a setup zone")];

/// Returns the display name of a kind of start.
fn named(shape: Shape, way: &str) -> String {
    let on_table = shape.field("at").is_some_and(|at| at.shape.kind() == ValueKind::Point);
    match WAYS.iter().find(|(name, _)| *name == way) {
        Some(("at", _)) if on_table => "On the table".to_owned(),
        Some((_, name)) => (*name).to_owned(),
        None => String::new(),
    }
}

/// Returns the start fields of a table; empty if the table has none.
pub(super) fn fields(shape: Shape) -> Vec<&'static str> {
    let is = |name: &str, kind: ValueKind| {
        shape.field(name).is_some_and(|field| !field.required && field.shape.kind() == kind)
    };
    if !(is("at", ValueKind::Id(Id::HEX)) || is("at", ValueKind::Point)) || !is("enters", ValueKind::Table) {
        return Vec::new();
    }
    let there = WAYS.iter().map(|(name, _)| *name).filter(|name| shape.field(name).is_some());
    there.collect()
}

/// Returns the edit that lets the unit at `path` start on the table or enter. Off the table, it has no facing and no formation,
/// so that more fields than one change; `None` for other counters.
fn on_table(form: &mut Form<'_>, path: &DocPath, way: &str) -> Option<Edit> {
    let common = form.shown.common();
    let table = common.table()?;
    let counter = (0..common.unit_count()).map(Counter::Unit).find(|counter| counter.path() == *path)?;
    let side = common.counter(counter)?.side;
    let start = match way {
        "enters" => {
            let entries = common.entry_views();
            let entry = entries.iter().find(|entry| entry.side == side).or(entries.first())?;
            Start::Enters { turn: 1, at: entry.id.clone(), column: MarchColumn::default() }
        }
        _ => Start::OnTable(TablePosition::toward_middle(point::middle(Some(table)), table)),
    };
    Some(Edit::Start { counter, start })
}

pub(super) fn ui(form: &mut Form<'_>, ui: &mut Ui, path: &DocPath, shape: Shape) {
    let scenario = form.shown.scenario();
    let ways: Vec<&str> = fields(shape);
    let has = |name: &str| scenario.get(&path.clone().key(name)).is_some();
    let now = ways.iter().copied().find(|way| has(way));
    field::heading(ui, "Start");
    let all: Vec<(Option<&str>, String)> = ways.iter().map(|way| (Some(*way), named(shape, way))).collect();
    let help = "There at the start, or as a reinforcement.";
    if let Some(Some(next)) = field::choice(ui, "Starts", help, &now, &all)
        && let Some(to) = shape.field(next)
    {
        if let Some(edit) = on_table(form, path, next) {
            form.edit("Change start", edit);
            return;
        }
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
