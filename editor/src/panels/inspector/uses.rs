//! Links to the users of the selected object, such as the units of a formation, or the endings that include a place.

use std::sync::Arc;

use battlewright_schema::schema_json::{Shape, ValueKind};
use battlewright_schema::{DocPath, Id, PathStep, Start};
use egui::Ui;

use super::super::PanelContext;
use crate::messages::act::Act;
use crate::model::selection::Selection;
use crate::widgets::field;

/// A link to an object that refers to the selected one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct UsageLink {
    /// The name of the object.
    pub(super) text: String,
    /// A note, such as `"Turn 2"`.
    pub(super) note: String,
    /// The selection after a click.
    pub(super) to: Selection,
}

/// The cached links, with the revision, selection and document name as the cache key.
#[derive(Clone)]
struct CachedUses {
    of: (u64, Selection, String),
    uses: Arc<Vec<UsageLink>>,
}

/// Returns links to all objects that refer to the selected one, in file order.
pub(super) fn data(shown: &PanelContext<'_>) -> Vec<UsageLink> {
    let scenario = shown.scenario();
    let Some((id, name)) = shown.selection.path(scenario).and_then(|path| own(shown, &path)) else { return Vec::new() };
    let mut uses: Vec<UsageLink> = Vec::new();
    for path in scenario.uses(id, &name) {
        let to = Selection::of(scenario, &path);
        if to == shown.selection || to == Selection::Scenario || uses.iter().any(|other| other.to == to) {
            continue;
        }
        let Some(head) = super::head(scenario, to) else { continue };
        let text = if matches!(to, Selection::Unit(_)) { head.name } else { format!("{}: {}", head.kind, head.name) };
        let turn = match to {
            Selection::Unit(n) if id == Id::ENTRY => scenario.common().unit(n).and_then(|unit| match unit.start {
                Start::Enters { turn, .. } => Some(turn),
                _ => None,
            }),
            _ => None,
        };
        uses.push(UsageLink { text, note: turn.map_or_else(String::new, |turn| format!("Turn {turn}")), to });
    }
    uses
}

/// Returns the id of the object at `path`, and the kind of the id.
fn own(shown: &PanelContext<'_>, path: &DocPath) -> Option<(Id, String)> {
    let scenario = shown.scenario();
    if let (Some(PathStep::Key(key)), Some(table)) = (path.0.last(), path.parent())
        && let Some(id) = Shape::at(scenario.system(), &table).filter(|shape| shape.kind() == ValueKind::Keyed)?.key()
    {
        return Some((id, key.clone()));
    }
    let id = Shape::at(scenario.system(), path)?.own_id()?;
    let name = scenario.get(&path.clone().key("id"))?;
    Some((id, name.as_str()?.to_owned()))
}

/// Draws the links.
pub(super) fn ui(ui: &mut Ui, shown: &PanelContext<'_>, acts: &mut Vec<Act>) {
    // Cached, because the search covers the whole scenario.
    let key = egui::Id::unique("uses of what is selected");
    let now = (shown.document.revision(), shown.selection, shown.document.name());
    let known: Option<CachedUses> = ui.data(|data| data.get_temp(key));
    let uses = match known.filter(|known| known.of == now) {
        Some(known) => known.uses,
        None => {
            let uses = Arc::new(data(shown));
            ui.data_mut(|data| data.insert_temp(key, CachedUses { of: now, uses: Arc::clone(&uses) }));
            uses
        }
    };
    // All objects of a side refer to it, so the list would have no value.
    if uses.is_empty() || matches!(shown.selection, Selection::Side(_)) {
        return;
    }
    field::heading(ui, "Used by");
    for (n, used) in uses.iter().enumerate() {
        ui.push_id(n, |ui| {
            ui.horizontal(|ui| {
                if !used.note.is_empty() {
                    ui.weak(&used.note);
                }
                if ui.link(&used.text).clicked() {
                    acts.push(Act::Select(used.to));
                }
            });
        });
    }
}
