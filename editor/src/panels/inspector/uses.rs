//! The other things that speak of the selection: the units of a formation, those who enter at an entry, the
//! endings that a place decides.

use std::sync::Arc;

use battlewright_schema::schema_json::{Shape, ValueKind};
use battlewright_schema::{DocPath, Id, PathStep, Start};
use egui::Ui;

use super::super::PanelContext;
use crate::messages::act::Act;
use crate::model::selection::Selection;
use crate::widgets::field;

/// A link to what names the thing selected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct UsageLink {
    /// Its name.
    pub(super) text: String,
    /// A note on it, such as `"Turn 2"`.
    pub(super) note: String,
    /// The selection by a click.
    pub(super) to: Selection,
}

/// The uses found last, and of what, in which revision of which document.
#[derive(Clone)]
struct CachedUses {
    of: (u64, Selection, String),
    uses: Arc<Vec<UsageLink>>,
}

/// Everything that names what is selected, in the order of the file.
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

/// The id of what is at `path`, and its kind.
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
    // All of the scenario is looked through, so it is done once for each change.
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
    // A side is named by everything that it has; that is no news.
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
