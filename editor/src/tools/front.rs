//! The front tool: draws the front line at the start of the game.

use std::collections::BTreeSet;

use battlewright_schema::schema_json::Shape;
use battlewright_schema::{Cell, DocPath, Grid, HexId, Scenario};
use egui::{Key, Painter, Ui};
use serde_json::json;

use super::hex_list::HexListStroke;
use super::{OptionsPage, PageContext, PointerGesture, Tool, ToolContext, ToolDefinition, ToolGroup, ToolInfo, lacks};
use crate::canvas::overlay;
use crate::messages::act::Act;
use crate::model::edit::Edit;
use crate::model::selection::Selection;

/// The section of the file.
const SECTION: &str = "front";

/// The front tool.
#[derive(Default)]
pub(super) struct FrontTool {
    stroke: HexListStroke,
}

fn section() -> DocPath {
    DocPath::root().key(SECTION)
}

/// Returns the hexes of the line; `None` if the scenario has no line.
fn line(scenario: &Scenario) -> Option<Vec<HexId>> {
    serde_json::from_value(scenario.get(&section().key("hexes"))?).ok()
}

/// Returns `hexes` from one end of the line to the other. A line in order stays as it is.
fn in_order(grid: &Grid, hexes: Vec<HexId>) -> Vec<HexId> {
    let cells: Option<Vec<Cell>> = hexes.iter().map(|hex| grid.cell(hex)).collect();
    // Hexes off the map have no order, and are a finding.
    let Some(cells) = cells else { return hexes };
    if cells.windows(2).all(|pair| matches!(pair, [one, next] if grid.distance(*one, *next) == 1)) {
        return hexes;
    }
    let mut left: BTreeSet<Cell> = cells.into_iter().collect();
    let beside = |left: &BTreeSet<Cell>, cell: Cell| {
        grid.neighbors(cell).into_iter().flatten().filter(|next| left.contains(next)).collect::<Vec<Cell>>()
    };
    let mut line = Vec::new();
    // Begins at an end, and goes on where the fewest hexes remain. After a gap, another part begins at its end.
    while let Some(mut at) = left.iter().copied().min_by_key(|cell| (beside(&left, *cell).len(), *cell)) {
        left.remove(&at);
        line.push(grid.name(at));
        while let Some(next) = beside(&left, at).into_iter().min_by_key(|next| (beside(&left, *next).len(), *next)) {
            left.remove(&next);
            line.push(grid.name(next));
            at = next;
        }
    }
    line
}

impl FrontTool {
    /// Adds the hexes of the stroke to the line, or removes them. A line without hexes is removed.
    fn commit(&self, stroke: &[HexId], context: &ToolContext<'_>, acts: &mut Vec<Act>) {
        let own = line(context.scenario);
        let hexes = self.stroke.changed(own.as_deref().unwrap_or_default(), stroke);
        let hexes = in_order(context.view.grid(), hexes);
        if hexes.is_empty() {
            acts.push(Act::edit("Remove front line", Edit::Put(section(), None)));
            acts.push(Act::Select(Selection::Scenario));
            return;
        }
        let (name, edit) = match own {
            Some(_) => ("Change front line", Edit::Put(section().key("hexes"), Some(json!(hexes)))),
            None => ("Add front line", Edit::Put(section(), Some(json!({ "side": context.side(), "hexes": hexes })))),
        };
        acts.extend([Act::edit(name, edit), Act::Select(Selection::Part(SECTION))]);
    }
}

fn options(ui: &mut Ui, page: &mut PageContext<'_>) {
    page.width(ui, true);
    let is_new = line(page.scenario).is_none();
    ui.add_enabled_ui(is_new, |ui| page.side(ui));
}

impl ToolDefinition for FrontTool {
    const INFO: ToolInfo = ToolInfo {
        id: "front-line",
        name: "Front line",
        help: "Draw the front line, along which units are set up.",
        key: Key::J,
        icon: include_str!("../../assets/icons/front-line.svg"),
        group: ToolGroup::Lines,
        useless: |scenario| lacks(scenario, Shape::at(scenario.system(), &section()).is_some(), "front line"),
        ..ToolInfo::DEFAULT
    };
    const OPTIONS: Option<OptionsPage> = Some(OptionsPage { rows: 2, legend: false, draw: options });
}

impl Tool for FrontTool {
    fn hint(&self, context: &ToolContext<'_>) -> String {
        if line(context.scenario).is_some() {
            return "Drag to add hexes to the front line. Start on one of its hexes, or hold Shift, to remove them."
                .to_owned();
        }
        let side =
            context.common().sides().get(context.options.side).map_or_else(String::new, |side| side.name.to_owned());
        format!("{side}: drag over the foremost hexes of this side. [ and ] change the width.")
    }

    fn pointer(&mut self, pointer: PointerGesture, context: &ToolContext<'_>, acts: &mut Vec<Act>) {
        let own = line(context.scenario).unwrap_or_default();
        if let Some(stroke) = self.stroke.pointer(pointer, &own, context.options.size, context) {
            self.commit(&stroke, context, acts);
        }
    }

    fn cancel(&mut self) -> bool {
        self.stroke.cancel()
    }

    fn preview(&self, painter: &Painter, context: &ToolContext<'_>) {
        // The map shows only a line that parts it.
        let line = line(context.scenario).unwrap_or_default();
        let cells: Vec<Cell> = line.iter().filter_map(|hex| context.view.grid().cell(hex)).collect();
        overlay::outline(painter, context.view, &cells);
        self.stroke.preview(painter, context);
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::System;

    use super::*;
    use crate::model::document::Document;
    use crate::tools::testing::ToolHarness;

    fn table() -> ToolHarness {
        ToolHarness::of(Document::from_text("new", battlewright_schema::template(System::Matz).to_owned()))
    }

    fn hexes(table: &ToolHarness) -> Vec<String> {
        line(table.document.scenario()).unwrap_or_default().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_front_line_is_extended_and_erased_and_stays_in_order() {
        let mut table = table();
        let mut tool = FrontTool::default();
        table.drag(&mut tool, &["0304", "0204"]);
        assert_eq!(hexes(&table).len(), 5);
        let is_line = |table: &ToolHarness| {
            let cells: Vec<Cell> = hexes(table).iter().map(|hex| table.cell(hex)).collect();
            let grid = table.common().grid().unwrap();
            cells.windows(2).all(|pair| grid.distance(pair[0], pair[1]) == 1)
        };
        assert!(is_line(&table), "{:?}", hexes(&table));
        table.drag(&mut tool, &["0204", "0304"]);
        assert_eq!(
            (hexes(&table), table.selection),
            (vec!["0404".into(), "0504".into(), "0604".into()], Selection::Part("front"))
        );
        table.drag(&mut tool, &["0404", "0504", "0604"]);
        assert_eq!(hexes(&table), [] as [&str; 0], "a line without hexes goes");
        table.options.side = 1;
        assert!(table.hint(&tool).starts_with("Blue: drag"));
        table.drag(&mut tool, &["0304", "0404"]);
        assert_eq!(table.document.scenario().get(&section().key("side")), Some("blue".into()));
        assert_eq!(table.document.history().len(), 4, "a stroke is a step");
        while table.document.undo().is_some() {}
        assert!(!table.document.is_dirty());
    }

    #[test]
    fn a_line_turns_back_on_itself_and_a_gap_stays_a_gap() {
        let table = table();
        let grid = table.common().grid().unwrap();
        let ordered = |hexes: &[&str]| {
            let hexes = in_order(&grid, hexes.iter().map(|hex| HexId::from(*hex)).collect());
            hexes.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(ordered(&["0303", "0301", "0302"]), ["0301", "0302", "0303"]);
        assert_eq!(ordered(&["0303", "0302"]), ["0303", "0302"], "a line in order keeps its direction");
        assert_eq!(ordered(&["0801", "0301", "0302"]), ["0801", "0301", "0302"]);
        assert_eq!(ordered(&["0303", "9999"]), ["0303", "9999"]);
    }
}
