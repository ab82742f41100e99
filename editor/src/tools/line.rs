//! The line tool: paints a straight line of hexes.

use egui::Key;

use super::shape::{self, ShapeTool};
use super::{OptionsPage, ToolDefinition, ToolGroup, ToolInfo};

/// The line tool.
pub(super) type LineTool = ShapeTool<false>;

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
    const OPTIONS: Option<OptionsPage> = Some(shape::OPTIONS);
}
