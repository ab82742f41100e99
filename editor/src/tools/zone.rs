//! The zone tool: the setup areas of units, and the end hexes of the strings of hexes in them.

use battlewright_schema::{Cell, DocPath, HexId};
use egui::{Key, Painter, Ui};
use serde_json::{Value, json};

use super::hex_list::HexListStroke;
use super::{
    OptionsPage, PageContext, PointerGesture, Tool, ToolContext, ToolDefinition, ToolGroup, ToolInfo, ToolOptions,
    lacks,
};
use crate::canvas::pen::ShapePainter as _;
use crate::canvas::{overlay, zones};
use crate::messages::act::Act;
use crate::model::edit::Edit;
use crate::model::names::free_id;
use crate::model::selection::Selection;
use crate::widgets::field;

/// The zone tool.
#[derive(Default)]
pub(super) struct ZoneTool {
    stroke: HexListStroke,
    /// The first end of a string, until the second end is clicked.
    end: Option<Cell>,
}

/// Returns the index and the hexes of the edited zone; `None` for a new zone.
fn chosen(context: &ToolContext<'_>) -> Option<(usize, Vec<HexId>)> {
    let at = context.options.zone?;
    Some((at, context.common().zones().get(at)?.hexes.to_vec()))
}

/// Returns the document path of zone `at`.
fn row(at: usize) -> DocPath {
    DocPath::root().key("zone").index(at)
}

impl ZoneTool {
    /// Adds the hexes of the stroke to the zone, or removes them.
    fn commit(&self, stroke: &[HexId], context: &ToolContext<'_>, acts: &mut Vec<Act>) {
        let zones = context.common().zones();
        let Some((at, own)) = chosen(context) else {
            let id = free_id("zone", |id| zones.iter().any(|zone| zone.id.as_str() == id));
            let at = zones.len();
            acts.push(Act::edit("Add setup zone", Edit::Insert(row(at), json!({ "id": id, "hexes": stroke }))));
            acts.push(Act::Options(ToolOptions { zone: Some(at), ..context.options.clone() }));
            acts.push(Act::Select(Selection::Row("zone", at)));
            return;
        };
        let hexes = self.stroke.changed(&own, stroke);
        let name = format!("Change hexes of {}", zones[at].name);
        acts.push(Act::edit(name, Edit::Put(row(at).key("hexes"), Some(json!(hexes)))));
        acts.push(Act::Select(Selection::Row("zone", at)));
    }

    /// Sets `cell` as an end of the string of the zone. A click on an existing end removes the string.
    fn end(&mut self, cell: Cell, context: &ToolContext<'_>, acts: &mut Vec<Act>) {
        let hex = context.view.grid().name(cell);
        let zones = context.common().zones();
        let Some((at, zone)) = context.options.zone.and_then(|at| Some((at, zones.get(at)?))) else {
            acts.push(Act::Say("Draw the hexes of the zone first, or choose a zone.".to_owned()));
            return;
        };
        if !zone.hexes.contains(&hex) {
            acts.push(Act::Say(format!("{hex} is not in {}. The string must be inside its zone.", zone.name)));
            return;
        }
        let put = |value: Option<Value>| Edit::Put(row(at).key("string"), value);
        if zone.string.is_some_and(|ends| ends.contains(&hex)) && self.end.is_none() {
            acts.push(Act::edit(format!("Remove string of {}", zone.name), put(None)));
        } else if let Some(first) = self.end.take().filter(|first| *first != cell) {
            let ends = json!([context.view.grid().name(first), hex]);
            acts.push(Act::edit(format!("String of {}", zone.name), put(Some(ends))));
        } else {
            self.end = Some(cell);
        }
        acts.push(Act::Select(Selection::Row("zone", at)));
    }
}

fn options(ui: &mut Ui, page: &mut PageContext<'_>) {
    let zones = page.common().zones();
    let mut all = vec![(None, "New zone".to_owned())];
    all.extend(zones.iter().enumerate().map(|(at, zone)| (Some(at), zone.name.to_owned())));
    let help = "Zone to edit.";
    // An undo can remove the chosen zone. The next stroke then adds a new one.
    let zone = page.options.zone.filter(|at| *at < zones.len());
    if let Some(zone) = field::choice(ui, "Zone", help, &zone, &all) {
        page.options.zone = zone;
    }
    let parts = [(false, "Hexes".to_owned()), (true, "Ends of a string".to_owned())];
    let help = "The hexes of the zone, or the ends of the string of hexes that its units must form.";
    if let Some(string) = field::choice(ui, "Draws", help, &page.options.string, &parts) {
        page.options.string = string;
    }
    page.width(ui, !page.options.string);
}

impl ToolDefinition for ZoneTool {
    const INFO: ToolInfo = ToolInfo {
        id: "zone",
        name: "Setup zone",
        help: "Draw the areas for the free setup of units.",
        key: Key::Z,
        icon: include_str!("../../assets/icons/zone.svg"),
        group: ToolGroup::Units,
        useless: |scenario| lacks(scenario, scenario.common().has_zones(), "setup zones: all units have fixed starts"),
        ..ToolInfo::DEFAULT
    };
    const OPTIONS: Option<OptionsPage> = Some(OptionsPage { rows: 3, legend: false, draw: options });
}

impl Tool for ZoneTool {
    fn hint(&self, context: &ToolContext<'_>) -> String {
        let zones = context.common().zones();
        let name = context.options.zone.and_then(|at| zones.get(at)).map(|zone| zone.name);
        match (name, context.options.string, self.end) {
            (Some(name), true, None) => {
                format!("Click the first end of the string for the units of {name}. Click an end to remove it.")
            }
            (_, true, Some(end)) => format!("{} is one end. Click the other.", context.view.grid().name(end)),
            (Some(name), ..) => {
                format!("Drag to add hexes to {name}. Start on one of its hexes, or hold Shift, to remove them.")
            }
            (None, ..) => "Drag over the hexes of a new setup zone. [ and ] change the width.".to_owned(),
        }
    }

    fn pointer(&mut self, pointer: PointerGesture, context: &ToolContext<'_>, acts: &mut Vec<Act>) {
        let size = if context.options.string { 1 } else { context.options.size };
        match pointer {
            PointerGesture::Press(_) if context.options.string => {}
            PointerGesture::Release(pos) if context.options.string => {
                if let Some(cell) = context.cell(pos) {
                    self.end(cell, context, acts);
                }
            }
            _ => {
                let own = chosen(context).map_or_else(Vec::new, |(_, hexes)| hexes);
                if let Some(stroke) = self.stroke.pointer(pointer, &own, size, context) {
                    self.commit(&stroke, context, acts);
                }
            }
        }
    }

    fn cancel(&mut self) -> bool {
        let end = self.end.take().is_some();
        self.stroke.cancel() || end
    }

    fn shows_zones(&self) -> bool {
        true
    }

    fn preview(&self, painter: &Painter, context: &ToolContext<'_>) {
        let at = chosen(context).map_or_else(|| context.common().zones().len(), |(at, _)| at);
        if let Some(cells) = self.stroke.cells() {
            painter.draw(|shapes| zones::stroke(shapes, context.view, &cells, at, self.stroke.erases()));
        }
        self.stroke.hover(painter, context);
        overlay::outline(painter, context.view, self.end.as_slice());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::document::Document;
    use crate::tools::testing::ToolHarness;

    fn table() -> ToolHarness {
        let text = include_str!("../../../scenarios/pm-a-day-of-battle.toml");
        ToolHarness::of(Document::from_text("day", text.to_owned()))
    }

    fn hexes(table: &ToolHarness, at: usize) -> Vec<String> {
        table.common().zones()[at].hexes.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_zone_is_drawn_extended_and_taken_from() {
        let mut table = table();
        let mut tool = ZoneTool::default();
        let before = table.common().zones().len();
        table.drag(&mut tool, &["0504", "0506"]);
        assert_eq!(table.common().zones().len(), before + 1);
        assert_eq!(hexes(&table, before), ["0504", "0505", "0506"]);
        assert_eq!((table.options.zone, table.selection), (Some(before), Selection::Row("zone", before)));
        table.drag(&mut tool, &["0507"]);
        assert_eq!(hexes(&table, before), ["0504", "0505", "0506", "0507"]);
        table.drag(&mut tool, &["0505", "0504"]);
        assert_eq!(hexes(&table, before), ["0506", "0507"]);
        table.document.undo();
        table.document.undo();
        table.document.undo();
        assert_eq!(table.common().zones().len(), before);
        assert!(!table.document.is_dirty() || table.document.history().is_empty());
    }

    #[test]
    fn a_string_has_two_ends_within_its_zone() {
        let mut table = table();
        let mut tool = ZoneTool::default();
        let at = table.common().zones().len();
        table.options.string = true;
        table.drag(&mut tool, &["0504"]);
        assert!(table.said.take().unwrap().contains("choose a zone"));
        table.options.string = false;
        table.drag(&mut tool, &["0504", "0506"]);
        table.options.string = true;
        table.drag(&mut tool, &["0510"]);
        assert!(table.said.take().unwrap().contains("0510 is not in"));
        table.drag(&mut tool, &["0504"]);
        table.drag(&mut tool, &["0506"]);
        let ends = |table: &ToolHarness| table.common().zones()[at].string.cloned();
        assert_eq!(ends(&table), Some(["0504".into(), "0506".into()]));
        table.drag(&mut tool, &["0506"]);
        assert_eq!(ends(&table), None);
    }
}
