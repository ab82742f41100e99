//! The rectangle tool: paints columns and rows of hexes.

use egui::Key;

use super::shape::{self, ShapeTool};
use super::{OptionsPage, ToolDefinition, ToolGroup, ToolInfo};

/// The rectangle tool.
pub(super) type RectangleTool = ShapeTool<true>;

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
    const OPTIONS: Option<OptionsPage> = Some(shape::OPTIONS);
}
