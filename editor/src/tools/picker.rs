//! The eyedropper: picks the terrain under the pointer and switches to the brush.

use battlewright_schema::Cell;
use egui::{Key, Painter, Ui};

use super::{
    OptionsPage, PageContext, PointerGesture, Tool, ToolContext, ToolDefinition, ToolGroup, ToolInfo, ToolKind,
    ToolOptions,
};
use crate::canvas::overlay;
use crate::messages::act::Act;

/// The eyedropper.
#[derive(Default)]
pub(super) struct PickerTool {
    hover: Option<Cell>,
}

fn options(ui: &mut Ui, page: &mut PageContext<'_>) {
    page.legend(ui);
}

impl ToolDefinition for PickerTool {
    const INFO: ToolInfo = ToolInfo {
        id: "picker",
        name: "Eyedropper",
        help: "Pick the terrain of a hex for painting.",
        key: Key::I,
        icon: include_str!("../../assets/icons/picker.svg"),
        group: ToolGroup::Terrain,
        ..ToolInfo::DEFAULT
    };
    const OPTIONS: Option<OptionsPage> = Some(OptionsPage { rows: 0, legend: true, draw: options });
}

impl Tool for PickerTool {
    fn hint(&self, context: &ToolContext<'_>) -> String {
        match self.hover.and_then(|cell| context.letter(cell)) {
            Some(letter) => format!("Click to pick {} for painting.", context.terrain_name(letter)),
            None => "Click a hex to pick its terrain.".to_owned(),
        }
    }

    fn pointer(&mut self, pointer: PointerGesture, context: &ToolContext<'_>, acts: &mut Vec<Act>) {
        match pointer {
            PointerGesture::Hover(pos) => self.hover = context.cell(pos),
            PointerGesture::Gone => self.hover = None,
            PointerGesture::Release(pos) => {
                if let Some(letter) = context.cell(pos).and_then(|cell| context.letter(cell)) {
                    acts.push(Act::Options(ToolOptions { letter, ..context.options.clone() }));
                    acts.push(Act::Tool(ToolKind::BRUSH));
                }
            }
            _ => {}
        }
    }

    fn cancel(&mut self) -> bool {
        false
    }

    fn preview(&self, painter: &Painter, context: &ToolContext<'_>) {
        overlay::outline(painter, context.view, self.hover.as_slice());
    }
}
