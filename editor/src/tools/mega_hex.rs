//! The mega-hex tool: lays out the pattern of mega-hexes, and gives single hexes to another mega-hex.

use battlewright_schema::common::mega::{MegaHexPlan, MegaHexes, MovedHex};
use battlewright_schema::schema_json::Shape;
use battlewright_schema::{Cell, DocPath};
use egui::{Key, Painter, Ui};
use serde_json::json;

use super::{
    OptionsPage, PageContext, PointerGesture, Stroke, StrokeEffect, Tool, ToolContext, ToolDefinition, ToolGroup,
    ToolInfo, lacks,
};
use crate::canvas::{ink, overlay};
use crate::messages::act::Act;
use crate::model::edit::Edit;
use crate::model::selection::Selection;
use crate::widgets::field;

/// The section of the file.
const SECTION: &str = "mega_hexes";

/// The mega-hex tool.
#[derive(Default)]
pub(super) struct MegaHexTool {
    stroke: Stroke,
    /// The hex where the stroke began, whose mega-hex gets the others.
    from: Option<Cell>,
    /// `true` if the stroke gives hexes back to the pattern.
    restores: bool,
    /// The hex under the pointer.
    hover: Option<Cell>,
    /// The mega-hexes of the map, with the revision that they belong to.
    plan: Option<(u64, MegaHexPlan)>,
}

fn section() -> DocPath {
    DocPath::root().key(SECTION)
}

/// Returns the mega-hexes of the map as `mega` describes them.
fn plan(mega: &MegaHexes, context: &ToolContext<'_>) -> Option<MegaHexPlan> {
    mega.plan(context.view.grid(), |cell| context.common().has(cell))
}

/// Returns the acts that make `cell` the center of the pattern.
fn centered(cell: Cell, context: &ToolContext<'_>) -> Vec<Act> {
    let hex = context.view.grid().name(cell);
    let (name, edit) = match context.common().mega_hexes() {
        Some(_) => ("Move mega-hexes", Edit::Put(section().key("center"), Some(json!(hex)))),
        None => ("Add mega-hexes", Edit::Put(section(), Some(json!({ "center": hex })))),
    };
    vec![Act::edit(name, edit), Act::Select(Selection::Part(SECTION))]
}

impl MegaHexTool {
    /// Gives the hexes of the stroke to the mega-hex where it began, or back to the pattern. A click selects the hex.
    fn commit(&self, cells: &[Cell], context: &ToolContext<'_>) -> Vec<Act> {
        let (Some(mega), Some(from)) = (context.common().mega_hexes(), self.from) else { return Vec::new() };
        if cells.len() < 2 && !self.restores {
            return vec![Act::Select(Selection::Hex(from))];
        }
        let pattern = MegaHexes { moved: Vec::new(), ..mega.clone() };
        let (Some(now), Some(pattern)) = (plan(mega, context), plan(&pattern, context)) else { return Vec::new() };
        let grid = context.view.grid();
        let target = now.number(from).and_then(|number| Some((number, *now.centers.get(number)?)));
        if target.is_none() && !self.restores {
            let hex = context.view.grid().name(from);
            return vec![Act::Say(format!("{hex} is in no mega-hex: the map has no room for a whole one there."))];
        }
        let mut moved = mega.moved.clone();
        for cell in cells.iter().copied().filter(|cell| !now.centers.contains(cell)) {
            let hex = grid.name(cell);
            let Some((number, center)) = target.filter(|_| !self.restores) else {
                moved.retain(|row| row.hex != hex);
                continue;
            };
            if now.number(cell) == Some(number) {
                continue;
            }
            moved.retain(|row| row.hex != hex);
            if pattern.number(cell) != Some(number) {
                moved.push(MovedHex { hex, to: grid.name(center) });
            }
        }
        if moved == mega.moved {
            return Vec::new();
        }
        let path = section().key("moved");
        let edit = Edit::Put(path, (!moved.is_empty()).then(|| json!(moved)));
        vec![Act::edit("Change mega-hexes", edit), Act::Select(Selection::Part(SECTION))]
    }

    /// Computes the mega-hexes again after a change.
    fn follow(&mut self, context: &ToolContext<'_>) {
        if self.plan.as_ref().is_none_or(|(revision, _)| *revision != context.revision) {
            let plan = context.common().mega_hexes().and_then(|mega| plan(mega, context));
            self.plan = plan.map(|plan| (context.revision, plan));
        }
    }

    /// Returns the hexes of the mega-hex of `cell`.
    fn around(&self, cell: Cell) -> Vec<Cell> {
        let Some((_, plan)) = &self.plan else { return vec![cell] };
        plan.number(cell).map_or_else(|| vec![cell], |number| plan.hexes(number).collect())
    }
}

fn options(ui: &mut Ui, page: &mut PageContext<'_>) {
    let parts = [(false, "Hexes of a mega-hex".to_owned()), (true, "Center of the pattern".to_owned())];
    let help = "Strokes that give hexes to a mega-hex, or clicks that lay out the whole pattern around a hex.";
    let is_new = page.common().mega_hexes().is_none();
    let choice = |ui: &mut Ui| field::choice(ui, "Draws", help, &(page.options.pattern || is_new), &parts);
    if let Some(pattern) = ui.add_enabled_ui(!is_new, choice).inner {
        page.options.pattern = pattern;
    }
    page.width(ui, !page.options.pattern && !is_new);
}

impl ToolDefinition for MegaHexTool {
    const INFO: ToolInfo = ToolInfo {
        id: "mega-hex",
        name: "Mega-hex",
        help: "Lay out the mega-hexes of aircraft.",
        key: Key::M,
        icon: include_str!("../../assets/icons/mega-hex.svg"),
        group: ToolGroup::Lines,
        useless: |scenario| lacks(scenario, Shape::at(scenario.system(), &section()).is_some(), "mega-hexes"),
        ..ToolInfo::DEFAULT
    };
    const OPTIONS: Option<OptionsPage> = Some(OptionsPage { rows: 2, legend: false, draw: options });
}

impl Tool for MegaHexTool {
    fn hint(&self, context: &ToolContext<'_>) -> String {
        match (context.common().mega_hexes(), context.options.pattern) {
            (None, _) | (Some(_), true) => {
                "Click the center of a mega-hex. The pattern of all others follows.".to_owned()
            }
            (Some(_), false) => {
                "Drag from a mega-hex over the hexes that it gets. Shift-drag gives hexes back to the pattern."
                    .to_owned()
            }
        }
    }

    fn pointer(&mut self, pointer: PointerGesture, context: &ToolContext<'_>, acts: &mut Vec<Act>) {
        self.follow(context);
        match pointer {
            PointerGesture::Hover(pos) => self.hover = context.cell(pos),
            PointerGesture::Gone => self.hover = None,
            PointerGesture::Press(pos) => {
                (self.from, self.restores) = (context.cell(pos), context.modifiers.shift);
            }
            _ => {}
        }
        let centers = context.options.pattern || context.common().mega_hexes().is_none();
        let size = if centers { 1 } else { context.options.size };
        if let StrokeEffect::Done(cells) = self.stroke.pointer(pointer, size, context) {
            let cells: Vec<Cell> = cells.into_iter().collect();
            acts.extend(match (centers, self.from) {
                (true, Some(from)) if cells == [from] => centered(from, context),
                (true, _) => Vec::new(),
                (false, _) => self.commit(&cells, context),
            });
        }
    }

    fn cancel(&mut self) -> bool {
        self.stroke.cancel()
    }

    fn preview(&self, painter: &Painter, context: &ToolContext<'_>) {
        let target = if self.stroke.is_on() { self.from.filter(|_| !self.restores) } else { self.hover };
        if let Some(cell) = target {
            overlay::outline(painter, context.view, &self.around(cell));
        }
        if self.stroke.is_on() {
            let cells: Vec<Cell> = self.stroke.cells().iter().copied().collect();
            let color = if self.restores { ink::WRONG } else { ink::ACCENT };
            overlay::tint(painter, context.view, &cells, color.gamma_multiply(0.28));
        }
        self.stroke.preview(painter, context.view);
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

    fn moved(table: &ToolHarness) -> Vec<(String, String)> {
        let mega = table.common().mega_hexes().unwrap();
        mega.moved.iter().map(|row| (row.hex.to_string(), row.to.to_string())).collect()
    }

    #[test]
    fn hexes_are_given_to_a_mega_hex_and_back_to_the_pattern() {
        let mut table = table();
        let mut tool = MegaHexTool::default();
        let start = table.document.scenario().clone();
        // 0504 is a center; 0502 lies two hexes away, in another mega-hex.
        table.drag(&mut tool, &["0504", "0502"]);
        assert_eq!(moved(&table), [("0502".to_owned(), "0504".to_owned())]);
        assert_eq!(table.selection, Selection::Part("mega_hexes"));
        table.modifiers = egui::Modifiers::SHIFT;
        table.drag(&mut tool, &["0502"]);
        assert_eq!((moved(&table), table.document.history().len()), (Vec::new(), 2));
        table.modifiers = egui::Modifiers::NONE;
        table.drag(&mut tool, &["0503"]);
        assert_eq!((table.selection, table.document.history().len()), (Selection::Hex(table.cell("0503")), 2));
        while table.document.undo().is_some() {}
        assert_eq!(*table.document.scenario(), start);
    }

    #[test]
    fn the_pattern_is_laid_out_by_a_click() {
        let mut table = table();
        let mut tool = MegaHexTool::default();
        table.options.pattern = true;
        table.drag(&mut tool, &["0404"]);
        assert_eq!(table.common().mega_hexes().unwrap().center.as_str(), "0404");
        table.document.apply("Clear", None, Edit::Put(section(), None));
        table.options.pattern = false;
        assert!(table.hint(&tool).starts_with("Click the center"));
        table.drag(&mut tool, &["0304"]);
        assert_eq!(table.common().mega_hexes().unwrap().center.as_str(), "0304");
    }
}
