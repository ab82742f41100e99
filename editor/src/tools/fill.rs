//! The fill tool: paints connected hexes of one kind.

use egui::Key;

use super::area::{self, AreaTool};
use super::{OptionsPage, ToolDefinition, ToolGroup, ToolInfo};

/// The fill tool.
pub(super) type FillTool = AreaTool<false>;

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
    const OPTIONS: Option<OptionsPage> = Some(area::OPTIONS);
}
