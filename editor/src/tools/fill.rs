//! The fill tool: paints connected hexes of one kind.

use egui::{Key, Painter, Ui};

use super::area::FilledArea;
use super::{OptionsPage, PageContext, PointerGesture, Tool, ToolContext, ToolDefinition, ToolGroup, ToolInfo};
use crate::messages::act::Act;

/// The fill tool.
pub(super) struct FillTool(FilledArea);

impl Default for FillTool {
    fn default() -> Self {
        Self(FilledArea::connected())
    }
}

fn options(ui: &mut Ui, page: &mut PageContext<'_>) {
    page.layer(ui);
    page.paint(ui);
}

impl ToolDefinition for FillTool {
    const INFO: ToolInfo = ToolInfo {
        id: "fill",
        name: "Fill",
        help: "Fill an area of one terrain with another.",
        key: Key::G,
        icon: include_str!("../../assets/icons/fill.svg"),
        group: ToolGroup::Terrain,
        ..ToolInfo::DEFAULT
    };
    const OPTIONS: Option<OptionsPage> = Some(OptionsPage { rows: 1, legend: true, draw: options });
}

impl Tool for FillTool {
    fn hint(&self, context: &ToolContext<'_>) -> String {
        self.0.hint(context)
    }

    fn pointer(&mut self, pointer: PointerGesture, context: &ToolContext<'_>, acts: &mut Vec<Act>) {
        self.0.pointer(pointer, context, acts);
    }

    fn cancel(&mut self) -> bool {
        self.0.cancel()
    }

    fn preview(&self, painter: &Painter, context: &ToolContext<'_>) {
        self.0.preview(painter, context);
    }
}
