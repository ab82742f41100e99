//! The replace tool: paints all hexes of one kind.

use egui::Key;

use super::area::{self, AreaTool};
use super::{OptionsPage, ToolDefinition, ToolGroup, ToolInfo};

/// The replace tool.
pub(super) type ReplaceTool = AreaTool<true>;

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
    const OPTIONS: Option<OptionsPage> = Some(area::OPTIONS);
}
