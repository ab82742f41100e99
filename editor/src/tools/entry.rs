//! The entry tool: sets the entry hexes of reinforcements at the edge of the map.

use egui::{Key, Painter, Ui};

use super::edge::EdgeHexes;
use super::{OptionsPage, PageContext, PointerGesture, Tool, ToolContext, ToolDefinition, ToolGroup, ToolInfo};
use crate::messages::act::Act;

/// The entry tool.
pub(super) struct EntryTool(EdgeHexes);

impl Default for EntryTool {
    fn default() -> Self {
        Self(EdgeHexes::new(true))
    }
}

fn options(ui: &mut Ui, page: &mut PageContext<'_>) {
    page.side(ui);
}

impl ToolDefinition for EntryTool {
    const INFO: ToolInfo = ToolInfo {
        id: "entry",
        name: "Entry",
        help: "Set the entries of reinforcements.",
        key: Key::E,
        icon: include_str!("../../assets/icons/entry.svg"),
        group: ToolGroup::Places,
        ..ToolInfo::DEFAULT
    };
    const OPTIONS: Option<OptionsPage> = Some(OptionsPage { rows: 1, legend: false, draw: options });
}

impl Tool for EntryTool {
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
