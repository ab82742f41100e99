//! The eyedropper: takes up the terrain under the pointer and hands over to the brush.

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
        help: "Paint with the terrain of a hex from now on.",
        key: Key::I,
        icon: include_str!("../../assets/icons/picker.svg"),
        group: ToolGroup::Terrain,
        ..ToolInfo::DEFAULT
    };
    const OPTIONS: Option<OptionsPage> = Some(OptionsPage { rows: 0, legend: true, draw: options });
}

impl Tool for PickerTool {
    fn hint(&self, sight: &ToolContext<'_>) -> String {
        match self.hover.and_then(|cell| sight.letter(cell)) {
            Some(letter) => format!("Click to paint with {} from now on.", sight.terrain_name(letter)),
            None => "Click a hex to paint with its terrain.".to_owned(),
        }
    }

    fn pointer(&mut self, pointer: PointerGesture, sight: &ToolContext<'_>, acts: &mut Vec<Act>) {
        match pointer {
            PointerGesture::Hover(pos) => self.hover = sight.cell(pos),
            PointerGesture::Gone => self.hover = None,
            PointerGesture::Release(pos) => {
                if let Some(letter) = sight.cell(pos).and_then(|cell| sight.letter(cell)) {
                    acts.push(Act::Options(ToolOptions { letter, ..sight.options.clone() }));
                    acts.push(Act::Tool(ToolKind::BRUSH));
                }
            }
            _ => {}
        }
    }

    fn cancel(&mut self) -> bool {
        false
    }

    fn preview(&self, painter: &Painter, sight: &ToolContext<'_>) {
        overlay::outline(painter, sight.view, self.hover.as_slice());
    }
}
