//! The entry tool: sets the entry hexes of reinforcements at the edge of the map.

use egui::Key;

use super::edge::{self, EdgeTool};
use super::{OptionsPage, ToolDefinition, ToolGroup, ToolInfo};

/// The entry tool.
pub(super) type EntryTool = EdgeTool<true>;

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
    const OPTIONS: Option<OptionsPage> = Some(edge::OPTIONS);
}
