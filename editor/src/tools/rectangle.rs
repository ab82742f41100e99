//! The rectangle tool: paints columns and rows of hexes.

use std::collections::BTreeMap;

use battlewright_schema::Cell;
use egui::{Key, Painter, Ui};

use super::shape::ShapeDrag;
use super::{
    OptionsPage, PageContext, PaintLayer, PointerGesture, Tool, ToolContext, ToolDefinition, ToolGroup, ToolInfo,
};
use crate::messages::act::Act;

/// The rectangle tool.
pub(super) struct RectangleTool(ShapeDrag);

impl Default for RectangleTool {
    fn default() -> Self {
        Self(ShapeDrag::rectangle())
    }
}

fn options(ui: &mut Ui, page: &mut PageContext<'_>) {
    page.layer(ui);
    page.width(ui, true);
    page.paint(ui);
}

impl ToolDefinition for RectangleTool {
    const INFO: ToolInfo = ToolInfo {
        id: "rectangle",
        name: "Rectangle",
        help: "Paint a rectangle of columns and rows, filled or its outline.",
        key: Key::T,
        icon: include_str!("../../assets/icons/rectangle.svg"),
        group: ToolGroup::Terrain,
        ..ToolInfo::DEFAULT
    };
    const OPTIONS: Option<OptionsPage> = Some(OptionsPage { rows: 2, legend: true, draw: options });
}

impl Tool for RectangleTool {
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
