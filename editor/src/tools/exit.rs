//! The exit tool: sets the exit hexes of units at the edge of the map.

use egui::{Key, Painter, Ui};

use super::edge::EdgeHexes;
use super::{OptionsPage, PageContext, PointerGesture, Tool, ToolContext, ToolDefinition, ToolGroup, ToolInfo};
use crate::messages::act::Act;

/// The exit tool.
pub(super) struct ExitTool(EdgeHexes);

impl Default for ExitTool {
    fn default() -> Self {
        Self(EdgeHexes::new(false))
    }
}

fn options(ui: &mut Ui, page: &mut PageContext<'_>) {
    page.side(ui);
}

impl ToolDefinition for ExitTool {
    const INFO: ToolInfo = ToolInfo {
        id: "exit",
        name: "Exit",
        help: "Set the exits of units.",
        key: Key::X,
        icon: include_str!("../../assets/icons/exit.svg"),
        group: ToolGroup::Places,
        useless: |scenario| {
            let title = scenario.system().title();
            (!scenario.common().has_exits()).then(|| format!("{title} has no exits."))
        },
        ..ToolInfo::DEFAULT
    };
    const OPTIONS: Option<OptionsPage> = Some(OptionsPage { rows: 1, legend: false, draw: options });
}

impl Tool for ExitTool {
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
