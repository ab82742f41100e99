//! The line tool: paints a straight line of hexes.

use std::collections::BTreeMap;

use battlewright_schema::Cell;
use egui::{Key, Painter, Ui};

use super::shape::ShapeDrag;
use super::{
    OptionsPage, PageContext, PaintLayer, PointerGesture, Tool, ToolContext, ToolDefinition, ToolGroup, ToolInfo,
};
use crate::messages::act::Act;

/// The line tool.
pub(super) struct LineTool(ShapeDrag);

impl Default for LineTool {
    fn default() -> Self {
        Self(ShapeDrag::line())
    }
}

fn options(ui: &mut Ui, page: &mut PageContext<'_>) {
    page.layer(ui);
    page.width(ui, true);
    page.paint(ui);
}

impl ToolDefinition for LineTool {
    const INFO: ToolInfo = ToolInfo {
        id: "line",
        name: "Line",
        help: "Paint a straight line, as wide as the brush.",
        key: Key::N,
        icon: include_str!("../../assets/icons/line.svg"),
        group: ToolGroup::Terrain,
        ..ToolInfo::DEFAULT
    };
    const OPTIONS: Option<OptionsPage> = Some(OptionsPage { rows: 2, legend: true, draw: options });
}

impl Tool for LineTool {
    fn hint(&self, context: &ToolContext<'_>) -> String {
        self.0.hint(context)
    }

    fn pointer(&mut self, pointer: PointerGesture, context: &ToolContext<'_>, acts: &mut Vec<Act>) {
        self.0.pointer(pointer, context, acts);
    }

    fn cancel(&mut self) -> bool {
        self.0.cancel()
    }

    fn painted(&self, layer: PaintLayer) -> Option<&BTreeMap<Cell, char>> {
        self.0.painted(layer)
    }

    fn preview(&self, painter: &Painter, context: &ToolContext<'_>) {
        self.0.preview(painter, context);
    }
}
