//! The exit tool: sets the exit hexes of units at the edge of the map.

use egui::Key;

use super::edge::{self, EdgeTool};
use super::{OptionsPage, ToolDefinition, ToolGroup, ToolInfo, lacks};

/// The exit tool.
pub(super) type ExitTool = EdgeTool<false>;

impl ToolDefinition for ExitTool {
    const INFO: ToolInfo = ToolInfo {
        id: "exit",
        name: "Exit",
        help: "Set the exits of units.",
        key: Key::X,
        icon: include_str!("../../assets/icons/exit.svg"),
        group: ToolGroup::Places,
        useless: |scenario| lacks(scenario, scenario.common().has_exits(), "exits"),
        ..ToolInfo::DEFAULT
    };
    const OPTIONS: Option<OptionsPage> = Some(edge::OPTIONS);
}
