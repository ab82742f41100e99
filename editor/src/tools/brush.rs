//! The terrain brush: paints along the path of the pointer.

use std::collections::BTreeMap;

use battlewright_schema::Cell;
use egui::{Key, Painter, Ui};

use super::layer::PaintPreview;
use super::stroke::{Stroke, StrokeEffect};
use super::{
    OptionsPage, PageContext, PaintLayer, PointerGesture, Tool, ToolContext, ToolDefinition, ToolGroup, ToolInfo,
};
use crate::messages::act::Act;

/// The terrain brush.
#[derive(Default)]
pub(super) struct BrushTool {
    stroke: Stroke,
    painted: PaintPreview,
}

fn options(ui: &mut Ui, page: &mut PageContext<'_>) {
    page.width(ui, true);
    page.legend(ui);
}

impl ToolDefinition for BrushTool {
    const INFO: ToolInfo = ToolInfo {
        id: "brush",
        name: "Terrain brush",
        help: "Paint terrain.",
        key: Key::B,
        icon: include_str!("../../assets/icons/brush.svg"),
        group: ToolGroup::Terrain,
        ..ToolInfo::DEFAULT
    };
    const OPTIONS: Option<OptionsPage> = Some(OptionsPage { rows: 1, legend: true, draw: options });
}

impl Tool for BrushTool {
    fn hint(&self, context: &ToolContext<'_>) -> String {
        let name = context.terrain_name(context.options.letter);
        let (width, within) = (context.width(), context.within());
        format!(
            "Drag to paint {name}, {width}{within}. [ and ] change the width. Alt-click picks the terrain of a hex."
        )
    }

    fn pointer(&mut self, pointer: PointerGesture, context: &ToolContext<'_>, acts: &mut Vec<Act>) {
        if PaintLayer::Terrain.pick(pointer, context, acts) {
            return;
        }
        let letter = context.options.letter;
        match self.stroke.pointer(pointer, context.options.size, context) {
            StrokeEffect::Over(cells) => self.painted.paint_stroke(cells, |_| letter, context),
            StrokeEffect::Done(cells) => {
                self.painted.paint_stroke(cells, |_| letter, context);
                let name = format!("Paint {}", context.terrain_name(letter));
                acts.extend(self.painted.done(context).map(|edit| Act::edit(name, edit)));
            }
            StrokeEffect::No => {}
        }
    }

    fn cancel(&mut self) -> bool {
        self.painted.clear();
        self.stroke.cancel()
    }

    fn painted(&self, layer: PaintLayer) -> Option<&BTreeMap<Cell, char>> {
        self.painted.on(layer)
    }

    fn preview(&self, painter: &Painter, context: &ToolContext<'_>) {
        self.stroke.preview(painter, context.view);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::region::HexSet;
    use crate::tools::testing::ToolHarness;

    #[test]
    fn the_brush_is_up_to_nine_hexes_wide() {
        let mut table = ToolHarness::new();
        for (size, count) in [(1, 1), (2, 7), (3, 19), (4, 37), (5, 61)] {
            let mut tool = BrushTool::default();
            (table.options.size, table.options.letter) = (size, char::from(b'0' + size));
            table.drag(&mut tool, &["1007"]);
            assert_eq!(table.count(char::from(b'0' + size)), count, "{size} rings");
            table.document.undo();
        }
        assert!(table.hint(&BrushTool::default()).contains("9 hexes wide"), "{}", table.hint(&BrushTool::default()));
    }

    #[test]
    fn a_long_stroke_costs_what_it_changes_and_stays_within_the_region() {
        let mut table = ToolHarness::new();
        table.options.letter = '#';
        let grid = table.common().grid().unwrap();
        table.region.select(HexSet::of(&grid, ["0304", "0305"].map(|hex| table.cell(hex))), &grid);
        table.drag(&mut BrushTool::default(), &["0301", "0309", "0301"]);
        assert_eq!(["0303", "0304", "0305", "0306"].map(|hex| table.letter(hex) == '#'), [false, true, true, false]);
        assert!(table.hint(&BrushTool::default()).contains("within the region"));
        let steps = table.document.history().len();
        table.drag(&mut BrushTool::default(), &["0304", "0305"]);
        assert_eq!(table.document.history().len(), steps, "what is so already is no step");
    }
}
