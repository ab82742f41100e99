//! The replace tool: paints all hexes of one kind.

use egui::{Key, Painter, Ui};

use super::area::FilledArea;
use super::{OptionsPage, PageContext, PointerGesture, Tool, ToolContext, ToolDefinition, ToolGroup, ToolInfo};
use crate::messages::act::Act;

/// The replace tool.
pub(super) struct ReplaceTool(FilledArea);

impl Default for ReplaceTool {
    fn default() -> Self {
        Self(FilledArea::everywhere())
    }
}

fn options(ui: &mut Ui, page: &mut PageContext<'_>) {
    page.layer(ui);
    page.paint(ui);
}

impl ToolDefinition for ReplaceTool {
    const INFO: ToolInfo = ToolInfo {
        id: "replace",
        name: "Replace",
        help: "Change all hexes like the one that you click, on the map or in the region.",
        key: Key::C,
        icon: include_str!("../../assets/icons/replace.svg"),
        group: ToolGroup::Terrain,
        ..ToolInfo::DEFAULT
    };
    const OPTIONS: Option<OptionsPage> = Some(OptionsPage { rows: 1, legend: true, draw: options });
}

impl Tool for ReplaceTool {
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
