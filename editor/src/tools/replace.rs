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
        help: "Paint all hexes that are like the one you click, on the whole map or in the region.",
        key: Key::C,
        icon: include_str!("../../assets/icons/replace.svg"),
        group: ToolGroup::Terrain,
        ..ToolInfo::DEFAULT
    };
    const OPTIONS: Option<OptionsPage> = Some(OptionsPage { rows: 1, legend: true, draw: options });
}

impl Tool for ReplaceTool {
    fn hint(&self, sight: &ToolContext<'_>) -> String {
        self.0.hint(sight)
    }

    fn pointer(&mut self, pointer: PointerGesture, sight: &ToolContext<'_>, acts: &mut Vec<Act>) {
        self.0.pointer(pointer, sight, acts);
    }

    fn cancel(&mut self) -> bool {
        self.0.cancel()
    }

    fn preview(&self, painter: &Painter, sight: &ToolContext<'_>) {
        self.0.preview(painter, sight);
    }
}
